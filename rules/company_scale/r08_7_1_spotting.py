"""Which hexes an indirect unit can fire at: value, range, sight or spotter, night, shelter (8.7.1, 8.7.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from rules.company_scale.aiding import comrades, in_kampfgruppe
from rules.company_scale.counters import UNLIMITED, Fire
from rules.company_scale.counters import indirect_of as indirect_of
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, holder, is_night, side_of
from rules.company_scale.r07_2_fire_zones import limit_by_day, limit_to, observers, obstacles, sees, sees_by_day
from rules.company_scale.r07_line_of_sight import is_unobstructed
from rules.company_scale.r18_reinforcements import protected_reasons, shelter_reasons
from rules.company_scale.r25_rail_guns import arc_reasons
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Reason
from rules.hexes.grid import distance, neighbours
from rules.hexes.ids import hex_name
from rules.hexes.lines import REACH

Sight: TypeAlias = Callable[[Battle, int, int], bool]


def indirect_power(game: Battle, unit: str) -> Fire | None:
    """Return the indirect fire power of the side that is up; only a deployed unit has one (8.7)."""
    return game.scenario.units[unit].indirect if game.state.units[unit].deployed else None


def is_indirect(game: Battle, unit: str) -> bool:
    """Tell whether a unit fires indirectly when deployed (8.7)."""
    return game.scenario.units[unit].indirect is not None


def spotters(game: Battle, unit: str, target: int, sight: Sight = sees) -> Iterator[str]:
    """Yield the units that spot a hex for an indirect unit: itself, its division and its Kampfgruppe (8.7.1, 24.0).

    They need be neither active nor in command, and their fire zone does not matter.
    """
    for other in possible_spotters(game, unit):
        record = game.state.units[other]
        if record.place == MAP and distance(record.hex, target) <= REACH and sight(game, record.hex, target):
            yield other


def possible_spotters(game: Battle, unit: str) -> Iterator[str]:
    """Yield the units that may spot for an indirect unit, wherever they are: of its division, then its Kampfgruppe."""
    division = game.scenario.roster.divisions.get(counter(game, unit).division, ())
    yield from division
    yield from (other for other in comrades(game, unit) if other not in division)


def is_spotted(game: Battle, unit: str, target: int, sight: Sight = sees) -> bool:
    """Tell whether an indirect unit or a spotter of its division sees a hex (8.7.1)."""
    found, key = game.state.in_view(), ("spotted", counter(game, unit).division, target, sight)
    spotted: bool | None = found.get(key)
    if spotted is None:
        spotted = found[key] = _is_seen(game, unit, target, sight)
    return spotted or (in_kampfgruppe(game, unit) and next(spotters(game, unit, target, sight), None) is not None)


def _is_seen(game: Battle, unit: str, target: int, sight: Sight) -> bool:
    limit = limit_by_day(game) if sight is sees_by_day else limit_to(game, target)
    hexes = observers(game, counter(game, unit).division, target, limit)
    return any(is_unobstructed(ground_of(game), here, target, obstacles(game)) for here in hexes)


def may_shell_at_night(game: Battle, unit: str, target: int) -> bool:
    """Tell whether a hex may be fired at on a night turn: illuminated, or next to friends (8.7.3)."""
    if target in game.state.illuminated:
        return True
    side = side_of(game, unit)
    return any(holder(game, near) == side for near in neighbours(target))  # RULINGS 42


def gun_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why a unit cannot fire indirectly in its present state, whatever the target (8.7, 8.7.4)."""
    printed, record = counter(game, unit), game.state.units[unit]
    if not is_indirect(game, unit):
        yield Reason(f"{printed.name} has no indirect fire value.", "8.7")
        return
    if not record.deployed:
        yield Reason(f"{printed.name} is in column. Only deployed units can fire indirectly.", "8.7")
    stress = game.state.status(record.hex).stress
    if stress:
        yield Reason(f"{printed.name} is {stress} and can't fire indirectly. Rally first.", "8.7.4")


def reach_reasons(game: Battle, unit: str, target: int, sight: Sight = sees) -> Iterator[Reason]:
    """Yield why an indirect unit cannot reach a hex: off the map, range, unseen, sheltered (8.7.1, 18.0)."""
    if target not in game.scenario.map.hexes:
        yield Reason(f"{hex_name(target)} is not in play.", "3.1")
        return
    here = game.state.units[unit].hex
    yield from arc_reasons(game, unit, target)  # 25.0
    power = counter(game, unit).indirect
    away = distance(here, target)
    if power is not None and power.range != UNLIMITED and away > power.range:
        yield Reason(f"{hex_name(target)} is {away} hexes away; the range is {power.range}.", "8.7.1")
    if not is_spotted(game, unit, target, sight):
        division = game.scenario.divisions[counter(game, unit).division].name
        who = f"Neither {counter(game, unit).name} nor any unit of {division}"
        if sight is sees_by_day:
            yield Reason(f"{who} would see {hex_name(target)} by day.", "17.1")
        else:
            yield Reason(f"{who} sees {hex_name(target)}.", "8.7.1")
    yield from shelter_reasons(game, side_of(game, unit), here, target)  # 18.0
    yield from protected_reasons(game, side_of(game, unit), target)
    kept = game.state.status(here).concentrated_on
    if kept and kept != target:  # 8.3.6
        yield Reason(f"{hex_name(here)} is concentrating its fire on {hex_name(kept)} and can't fire elsewhere.",
                     "8.3.6")  # fmt: skip


def indirect_reasons(game: Battle, unit: str, target: int) -> Iterator[Reason]:
    """Yield why a unit on the map cannot fire indirectly at a hex, actions aside (8.7, 8.7.1, 8.7.3)."""
    yield from gun_reasons(game, unit)
    yield from target_reasons(game, unit, target)


def target_reasons(game: Battle, unit: str, target: int) -> Iterator[Reason]:
    """Yield why an indirect unit cannot fire at a hex, its own state aside (8.7.1, 8.7.3)."""
    yield from reach_reasons(game, unit, target)
    if is_night(game) and not may_shell_at_night(game, unit, target):
        yield Reason(f"At night {hex_name(target)} must be illuminated or next to a friendly unit.", "8.7.3")


def lighting_reasons(game: Battle, unit: str, target: int) -> Iterator[Reason]:
    """Yield why a unit on the map cannot illuminate a hex, actions aside (8.7.3, 17.1)."""
    if not is_night(game):
        yield Reason("Illumination rounds can be fired only at night.", "8.7.3")
    yield from gun_reasons(game, unit)
    dark = game.scenario.rules.get("illumination_sight") == "night"  # RULINGS 43
    yield from reach_reasons(game, unit, target, sees if dark else sees_by_day)
    if target in game.state.illuminated:
        yield Reason(f"{hex_name(target)} is already illuminated.", "8.7.3")
