"""Smoke, illumination rounds, and indirect units with an enemy next to them (8.7.2, 8.7.3, 8.7.5, 17.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from rules.company_scale.counters import UNLIMITED
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import (
    counter,
    enemy,
    enemy_adjacent,
    enemy_holds,
    is_enemy_near,
    is_night,
    name_of,
    side_of,
)
from rules.company_scale.r05_command import able_units, use_action
from rules.company_scale.r06_1_stacking import remove_unit, tidy
from rules.company_scale.r06_search import turn_over
from rules.company_scale.r08_4_resolution import ALWAYS_MISSES
from rules.company_scale.r08_5_4_status import can_fire
from rules.company_scale.r08_7_1_spotting import SMOKE, indirect_power, is_indirect, lighting_reasons, place_barrage
from rules.company_scale.r08_7_indirect_fire import gun_action_reasons
from rules.company_scale.r08_direct_fire import FireAction, hex_has_fired, is_american, note_fire
from rules.company_scale.r14_1_named_heroes import ask_gregg, turn_die
from rules.company_scale.r14_heroes import after_use
from rules.company_scale.r15_carrying import OUT_OF_ACTION
from rules.company_scale.r18_reinforcements import is_shelter, shelter_reasons
from rules.company_scale.state import ELIMINATED, MAP, Battle, State, derived
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Procedure
from rules.hexes.grid import distance, hex_id, hex_name, neighbours

# --- Smoke as a direct fire action (8.7.2) -------------------------------------------------------------------------


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


@derived(State.by_place)
def _screens(game: Battle, unit: str, here: int) -> list[tuple[int, Command]]:
    """Return the hexes in which a unit could put smoke where it stands, barrages aside, each with its command."""
    hexes, foe = game.scenario.map.hexes, enemy(side_of(game, unit))
    return [
        (near, cmd("smoke", unit=unit, hex=hex_name(near)))
        for near in (here, *neighbours(here))
        if near in hexes and not is_shelter(game.scenario, foe, near)
    ]


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


# --- Illumination rounds at night (8.7.3, 17.1) --------------------------------------------------------------------


class FireIllumination(FireAction):
    """Fire an illumination round at a hex that the unit or a spotter would see by day."""

    verb = "illuminate"

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield each active indirect unit with the enemy hexes in range; other hexes are legal too but not listed."""
        if not is_night(game):
            return
        for unit, activity in game.state.activity.items():
            if activity.used >= 2 or game.state.units[unit].place != MAP:
                continue
            for target in _dark_hexes(game, unit):
                yield cmd("illuminate", unit=unit, hex=hex_name(target))

    def fire_reasons(self, game: Battle, unit: str, target: int, *, able: bool) -> Iterator[Reason]:
        """Yield why this unit cannot illuminate this hex now."""
        yield from gun_action_reasons(game, unit, retry=target)
        yield from lighting_reasons(game, unit, target)

    def apply(self, game: Battle, command: Command) -> None:
        """Use the action and roll."""
        unit, target = command.text("unit"), hex_id(command.text("hex"))
        note_fire(game, unit, indirectly=True)
        use_action(game, unit)
        game.state.activity[unit] = replace(game.state.activity[unit], shelled=True, retry=0)
        game.push("illumination", unit=unit, hex=target)


def _dark_hexes(game: Battle, unit: str) -> Iterator[int]:
    power = indirect_power(game, unit)
    if power is None:
        return
    state, side = game.state, side_of(game, unit)
    here, again = state.units[unit].hex, state.activity[unit].retry
    for other in dict.fromkeys((*state.stacks, again) if again else state.stacks):
        worthwhile = other == again or enemy_holds(game, other, side)
        if worthwhile and (power.range == UNLIMITED or distance(here, other) <= power.range):
            yield other


def _roll(game: Battle) -> None:
    game.roll("illumination", unit=game.frame["unit"], hex=hex_name(game.frame["hex"]))


def _gregg(game: Battle) -> None:
    """Offer Gregg only where a 0 helps: any die but a 9 illuminates the hex (14.1; RULINGS 187)."""
    game.update(hero="")
    if game.frame["result"] == ALWAYS_MISSES:
        ask_gregg(game)


def _place(game: Battle) -> None:
    frame, state = game.frame, game.state
    unit, target, die = frame["unit"], frame["hex"], frame["result"]
    lit = die != ALWAYS_MISSES
    game.emit("IlluminationFired", unit=unit, hex=hex_name(target), die=die, lit=lit)
    if lit and target not in state.illuminated:
        state.illuminated = (*state.illuminated, target)
        game.emit("MarkerPlaced", hex=hex_name(target), kind="illumination", value=None)
    if not lit and unit in state.activity and is_american(game, unit):
        state.activity[unit] = replace(state.activity[unit], retry=target)  # RULINGS 44
    after_use(game, frame["hero"])


ILLUMINATION: Final = Procedure(
    "illumination", {"8.7.3.roll": _roll, "14.1": _gregg, "14.1.turn": turn_die, "8.7.3.place": _place}
)


# --- Indirect units with an enemy next to them go into column, or are lost (8.7.5) ---------------------------------


def is_exposed(game: Battle, unit: str) -> bool:
    """Tell whether a unit on the map must be in column here because an enemy is next to it (8.7.5, 21.1)."""
    if not is_indirect(game, unit) or counter(game, unit).dual_purpose:
        return False
    return enemy_adjacent(game, game.state.units[unit].hex, side_of(game, unit))


def exposed_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why an indirect unit cannot be deployed where it is (8.7.5)."""
    if is_exposed(game, unit):
        yield Reason(f"{name_of(game, unit)} has an enemy next to it and must be in column.", "8.7.5")


def force_column(game: Battle, unit: str) -> None:
    """Turn an active indirect unit to column if an enemy is next to it; eliminate it if it has no such side (8.7.5)."""
    record = game.state.units[unit]
    if record.place != MAP or not record.deployed or not is_exposed(game, unit):
        return
    game.emit("ForcedFromPosition", unit=unit, hex=hex_name(record.hex))
    if counter(game, unit).column is not None:
        turn_over(game, unit)
        return
    remove_unit(game, unit, ELIMINATED)
    tidy(game, record.hex)


def force_columns(game: Battle) -> None:
    """Check every active unit after units of either side have moved (8.7.5; RULINGS 51)."""
    for unit, activity in tuple(game.state.activity.items()):
        if activity.handled not in OUT_OF_ACTION:  # 15.0: a unit set down is not active
            force_column(game, unit)
