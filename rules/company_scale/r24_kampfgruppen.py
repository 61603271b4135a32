"""Kampfgruppen: a marker on any hex activates all German units near it for one action (24.0)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.battle_map import not_in_play, read_hex
from rules.company_scale.pieces import units_on_map
from rules.company_scale.r05_command import KAMPFGRUPPE, RADIUS, chit_kind
from rules.company_scale.r06_1_stacking import is_mixed, together
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_id, hex_name, within


class PlaceMarker(Action):
    """Put the Kampfgruppen marker on any hex of the map (24.0)."""

    verb = "place_marker"
    fields = takes(hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield the hexes near units of the side; elsewhere the marker activates no one."""
        near = {
            h for unit in units_on_map(game, game.frame["seat"]) for h in within(game.state.units[unit].hex, RADIUS)
        }
        for here in sorted(near & game.scenario.map.hexes.keys()):
            yield cmd("place_marker", hex=hex_name(here))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the marker cannot go there: it is not a hex of the map."""
        if read_hex(command.text("hex")) not in game.scenario.map.hexes:
            yield not_in_play(command.text("hex"), "24.0")

    def apply(self, game: Battle, command: Command) -> None:
        """Place the marker."""
        game.state.kampfgruppe = hex_id(command.text("hex"))
        game.emit("MarkerPlaced", hex=command.text("hex"), kind=KAMPFGRUPPE, value=None)
        game.finish()


class KampfgruppenChoice(Choice):
    """Asks the German player where his Kampfgruppen marker goes."""

    kind = KAMPFGRUPPE
    actions = (PlaceMarker(),)

    def ask(self, game: Battle) -> Decision | None:
        """Return the decision, or none if there are no units on the map."""
        seat = game.frame["seat"]
        if next(units_on_map(game, seat), None) is None:
            return None
        prompt = f"Place the Kampfgruppe marker. Your units within {RADIUS} hexes may each take one action."
        return Decision(seat, KAMPFGRUPPE, prompt, "24.0", Options(game, self.actions), {"radius": RADIUS})


def disband(game: Battle) -> None:
    """End a Kampfgruppe: its stacks are spared the penalty for mixed formations, its marker comes off (24.0)."""
    state = game.state
    if chit_kind(state.chit) != KAMPFGRUPPE or not state.kampfgruppe:
        return
    for here in state.stacks:
        units = together(game, here)
        if is_mixed(game, here) and all(unit in state.activity for unit in units):
            state.mark(here, waived=units)
    game.emit("MarkerRemoved", hex=hex_name(state.kampfgruppe), kind=KAMPFGRUPPE, value=None)
    state.kampfgruppe = 0
