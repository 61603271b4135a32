"""Routed units come back (8.5.2)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.battle_map import Terrain, read_hex
from rules.company_scale.counters import MoveClass
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy_holds, headquarters, name_of
from rules.company_scale.r05_command import action_reasons, use_action
from rules.company_scale.r07_line_of_sight import hostile_zone
from rules.company_scale.r08_7_2_smoke import force_columns
from rules.company_scale.r13_leaders import rejoin
from rules.company_scale.r18_reinforcements import near_exit_reasons
from rules.company_scale.r21_guns import abandon_guns, gunless_reasons
from rules.company_scale.r23_1_ffi import payer_of
from rules.company_scale.r25_rail_guns import rail_hex_reasons
from rules.company_scale.r30_riders import shake_off
from rules.company_scale.state import MAP, ROUTED, Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, takes
from rules.hexes.grid import hex_id, hex_name, neighbours


def rally_points(game: Battle, unit: str) -> set[int]:
    """Return the hexes where a routed unit may be placed: in or next to its division headquarters' hex.

    A routed headquarters goes in or next to the hex of the division's leader. The FFI return to the division that
    pays for them (23.1).
    """
    printed = counter(game, unit)
    division = payer_of(game, printed.division)
    if printed.hq:
        centres = {
            token.hex
            for leader, token in game.state.leaders.items()
            if token.place == MAP
            and game.scenario.leaders[leader].division == division
            and not game.scenario.leaders[leader].hero
            and not game.scenario.leaders[leader].formation
        }
    else:
        centres = {game.state.units[hq.id].hex for hq in headquarters(game, division) if hq.hq == "division"}
    return centres | {near for centre in centres for near in neighbours(centre)}


class ReturnUnit(Action):
    """Bring a routed unit back at its headquarters, either side up as its owner likes."""

    verb = "return_unit"
    fields = takes(unit=str, hex=str, deployed=bool)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each active routed unit with each hex in or next to its headquarters' hex."""
        for unit in game.state.activity:
            if game.state.units[unit].place == ROUTED:
                for here in sorted(rally_points(game, unit)):
                    for deployed in (True, False):
                        yield cmd("return_unit", unit=unit, hex=hex_name(here), deployed=deployed)

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the unit cannot return there now."""
        unit = command.text("unit")
        yield from action_reasons(game, unit, seat=game.frame["seat"], on_map=False)
        if unit not in game.state.units:
            return
        if game.state.units[unit].place != ROUTED:
            yield Reason(f"{name_of(game, unit)} hasn't routed.", "8.5.2")
            return
        printed = counter(game, unit)
        if (printed.deployed if command.flag("deployed") else printed.column) is None:
            yield Reason(f"{printed.name} has no such side.", "3.2")
        if command.flag("deployed"):
            yield from gunless_reasons(game, unit)  # 21.2
        target = read_hex(command.text("hex"))
        points = rally_points(game, unit)
        if target is None or target not in points:
            whom = "the division's leader" if printed.hq else "its division headquarters"
            yield Reason(f"{printed.name} must return in or next to the hex of {whom}.", "8.5.2")
            return
        yield from self._hex_reasons(game, unit, target, command.flag("deployed"))

    def _hex_reasons(self, game: Battle, unit: str, target: int, deployed: bool) -> Iterator[Reason]:
        printed = counter(game, unit)
        ground = ground_of(game)
        map_hex = ground.hexes.get(target)
        if map_hex is None or ground.charts.entry[map_hex.terrain][printed.move_class] is None:
            yield Reason(f"{printed.name} can't enter {hex_name(target)}.", "8.5.2")
            return
        yield from rail_hex_reasons(game, unit, target)  # 25.0
        if printed.side == "allied":
            yield from near_exit_reasons(game, target)  # 22.3
        if deployed and map_hex.terrain is Terrain.CITY and printed.move_class is not MoveClass.LEG:
            yield Reason(f"{printed.name} must be in column in a city.", "6.2.1")
        if target in game.state.on_fire:
            yield Reason(f"{hex_name(target)} is on fire.", "8.8.1")
        if enemy_holds(game, target, printed.side):
            yield Reason(f"Enemy units hold {hex_name(target)}.", "8.5.2")
        if target in hostile_zone(game, printed.side):
            yield Reason(f"{hex_name(target)} is in an enemy fire zone.", "8.5.2")

    def apply(self, game: Battle, command: Command) -> None:
        """Place the unit, under the markers of the hex; this uses its action."""
        unit, target = command.text("unit"), hex_id(command.text("hex"))
        use_action(game, unit)
        game.state.turn_to(unit, command.flag("deployed"))
        game.state.place(unit, target)
        game.emit("UnitReturned", unit=unit, hex=hex_name(target))
        rejoin(game, unit)
        force_columns(game)  # 8.7.5
        if not command.flag("deployed"):
            abandon_guns(game, unit)  # 21.2
        shake_off(game, (unit,))  # 30.0
