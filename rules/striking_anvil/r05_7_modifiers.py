"""Modifiers of the combat die: units, combined arms, markers, fortifications, landing, terrain, rivers (5.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.striking_anvil.r01_1_map import area_name, is_bridged
from rules.striking_anvil.r01_3_4_ffi import DIE_HELP
from rules.striking_anvil.r01_3_units import bonus, counter_of, is_good, label, units_of
from rules.striking_anvil.r01_5_fortresses import fort_die
from rules.striking_anvil.r01_6_control import FIGHTERS
from rules.striking_anvil.r05_battle import MOBILE, REACTIONS, Battle
from rules.striking_anvil.r07_landings import LANDING_DIE
from rules.striking_anvil.scenario import ALLIED, COMBAT, GERMAN, SUPPORT, TRAIN
from rules.striking_anvil.state import Anvil

ARMS: Final = {"airborne": "Airborne", "commando": "Commandos", "artillery": "Artillery", "antitank": "Anti-tank",
        "armour": "Armour"}  # fmt: skip
STRICT: Final = {"antitank": "artillery"}  # the switch: artillery or anti-tank is one type
SUPPORT_MARKER_DIE: Final = 1


class Modifier(NamedTuple):
    """One line of the sum: what, how much, by which rule."""

    what: str
    value: int
    rule: str


def modifiers(game: Anvil, battle: Battle) -> list[Modifier]:
    """Return every modifier of an attack's die; support and special units of the defender give none (5.2, 5.7)."""
    return [*_units(game, battle), *_arms(game, battle), *_markers(game, battle), *_ground(game, battle)]


def total(lines: list[Modifier]) -> int:
    """Return their sum; strength is never changed by them (5.7)."""
    return sum(line.value for line in lines)


def _units(game: Anvil, battle: Battle) -> Iterator[Modifier]:
    for unit in battle.units:
        if bonus(game, unit):
            rule = "1.3.2" if counter_of(game, unit).kind == SUPPORT else "1.3.3"
            yield Modifier(label(game, unit), bonus(game, unit), rule)
    if battle.side == GERMAN:
        for unit in units_of(game, battle.area, GERMAN):  # 1.3.3: never activated along, yet it fires
            if counter_of(game, unit).kind == TRAIN and is_good(game, unit):
                yield Modifier(label(game, unit), bonus(game, unit), "1.3.3")


def _arms(game: Anvil, battle: Battle) -> Iterator[Modifier]:
    strict = game.scenario.rules.strict_combined_arms
    seen = set()
    for unit in battle.units:
        counter = counter_of(game, unit)
        if counter.kind in (COMBAT, SUPPORT):
            seen.add(STRICT.get(counter.branch, counter.branch) if strict else counter.branch)
    for branch, name in ARMS.items():  # each type once (5.7)
        if branch in seen:
            told = "Artillery or anti-tank" if strict and branch == "artillery" else name
            yield Modifier(f"Combined arms: {told}", 1, "5.7")


def _markers(game: Anvil, battle: Battle) -> Iterator[Modifier]:
    if battle.side != ALLIED:
        return
    for marker, area in sorted(game.state.bombing.items()):
        if area == battle.area:
            yield Modifier("Air support" if marker == "air" else "Naval support", SUPPORT_MARKER_DIE, "6")
    if game.state.ffi.get(battle.area) == FIGHTERS:
        yield Modifier("FFI fighters", DIE_HELP, "1.3.4")


def _ground(game: Anvil, battle: Battle) -> Iterator[Modifier]:
    """Yield what the place gives; none of it counts in counter-attack and pursuit (5.4, 5.6)."""
    if battle.kind in REACTIONS:
        return
    if battle.side == ALLIED and (die := fort_die(game, battle.area)):
        yield Modifier(f"Fortifications of {area_name(game, battle.area)}", die, "1.5")
    terrain = game.scenario.map.areas[battle.area].terrain
    if die := game.scenario.charts.terrain[terrain].die:  # whoever attacks
        yield Modifier(terrain.capitalize(), die, "5.7")
    if battle.kind == MOBILE:
        if battle.landing:
            yield Modifier("Landing", LANDING_DIE, "5.7")
        yield from _river(game, battle)


def _river(game: Anvil, battle: Battle) -> Iterator[Modifier]:
    border = game.scenario.map.borders.get(battle.border)
    if border is not None and border.river:
        bridged = is_bridged(game, border)
        die = game.scenario.charts.rivers[border.river].die[bridged]
        yield Modifier(f"{border.name}, {'bridged' if bridged else 'without a bridge'}", die, "5.7")
