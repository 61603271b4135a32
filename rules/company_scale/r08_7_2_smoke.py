"""Smoke as a direct fire action (8.7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import enemy, is_enemy_near, name_of, side_of
from rules.company_scale.r05_command import able_units, use_action
from rules.company_scale.r08_5_4_status import can_fire
from rules.company_scale.r08_7_2_barrages import SMOKE, place_barrage
from rules.company_scale.r08_firing import FireAction, hex_has_fired, note_fire
from rules.company_scale.r18_reinforcements import is_shelter, shelter_reasons
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Command, Reason, cmd
from rules.hexes.grid import distance, neighbours
from rules.hexes.ids import hex_id, hex_name


class Smoke(FireAction):
    """Put smoke in the unit's own hex or one next to it; no die is rolled (8.7.2)."""

    verb = "smoke"

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each active unit near enemies with its own hex and the hexes next to it that have no barrage yet."""
        for unit in _near_enemies(game, [unit for unit, done in game.state.activity.items() if done.used < 2]):
            for near in _places(game, game.state.units[unit].hex):
                yield cmd("smoke", unit=unit, hex=hex_name(near))

    def legal(self, game: Battle) -> Iterator[Command]:
        """Yield the legal ones, checking once per unit what does not depend on the hex."""
        units, barrages = game.state.units, game.state.barrages
        for unit in _near_enemies(game, able_units(game)):
            here = units[unit].hex
            if not any(_place_reasons(game, unit, here)) and not any(hex_has_fired(game, unit)):
                for near, command in _screens(game, unit, here):
                    if near not in barrages:
                        yield command

    def fire_reasons(self, game: Battle, unit: str, target: int, *, able: bool) -> Iterator[Reason]:
        """Yield why this unit cannot put smoke there now (RULINGS 48)."""
        yield from _place_reasons(game, unit, target)
        if able:
            yield from hex_has_fired(game, unit)

    def apply(self, game: Battle, command: Command) -> None:
        """Use the action and the hex's one fire, and place the marker."""
        unit, target = command.text("unit"), hex_id(command.text("hex"))
        note_fire(game, unit)
        use_action(game, unit)
        game.emit("SmokePlaced", unit=unit, hex=hex_name(target))
        place_barrage(game, target, SMOKE)


def _near_enemies(game: Battle, units: Iterable[str]) -> Iterator[str]:
    """Yield those of some active units for which smoke could be of use: an enemy could see it (7.1)."""
    state = game.state
    for unit in units:
        here, side = state.units[unit].hex, side_of(game, unit)
        if state.units[unit].place == MAP and is_enemy_near(game, here, side) and can_fire(state.status(here)):
            yield unit


def _screens(game: Battle, unit: str, here: int) -> list[tuple[int, Command]]:
    """Return the hexes in which a unit could put smoke where it stands, barrages aside, each with its command."""
    found, key = game.state.by_place, ("smoke", unit)
    screens: list[tuple[int, Command]] | None = found.get(key)
    if screens is None:
        hexes, foe = game.scenario.map.hexes, enemy(side_of(game, unit))
        screens = found[key] = [
            (near, cmd("smoke", unit=unit, hex=hex_name(near)))
            for near in (here, *neighbours(here))
            if near in hexes and not is_shelter(game.scenario, foe, near)
        ]
    return screens


def _places(game: Battle, here: int) -> Iterator[int]:
    hexes, barrages = ground_of(game).hexes, game.state.barrages
    return (near for near in (here, *neighbours(here)) if near in hexes and near not in barrages)


def _place_reasons(game: Battle, unit: str, target: int) -> Iterator[Reason]:
    here = game.state.units[unit].hex
    if target not in ground_of(game).hexes:
        yield Reason(f"{hex_name(target)} is not in play.", "3.1")
    elif distance(here, target) > 1:
        yield Reason("Smoke must go in the unit's own hex or an adjacent one.", "8.7.2")
    yield from _fire_reasons(game, unit)
    yield from shelter_reasons(game, side_of(game, unit), here, target)  # 18.0


def _fire_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    status = game.state.status(game.state.units[unit].hex)
    if not can_fire(status):
        yield Reason(f"{name_of(game, unit)} is suppressed and can't fire. Rally first.", "8.5.4")
    if status.concentrated:
        yield Reason("A hex under a concentrated fire marker can't use direct fire.", "8.3.6")
