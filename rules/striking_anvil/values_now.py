"""A unit's values now and why they are not the printed ones; what an area does to who fights or moves there."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.command import Cause, ValueRow, cause, value_row
from rules.striking_anvil.r01_1_map import FIGHTERS, fort_level, is_area, is_bridged, is_supplied
from rules.striking_anvil.r01_3_4_ffi import DIE_HELP
from rules.striking_anvil.r01_3_units import bonus, counter_of, is_combat, is_entrenched, is_good, movement, strength
from rules.striking_anvil.r01_5_fortresses import fort_die
from rules.striking_anvil.r04_movement import MOTORIZED
from rules.striking_anvil.r05_battle import SUPPORT_MARKER_DIE, half
from rules.striking_anvil.scenario import ALLIED, CD, FULL, GERMAN, REDUCED, SUPPORT
from rules.striking_anvil.state import NOWHERE, Anvil


def _movement_words(points: int) -> str:
    return str(points) if points else "none"


# --- units -----------------------------------------------------------------------------------------------------------


def unit_card(game: Anvil, unit: str) -> list[ValueRow]:
    """Return a unit's strength or bonus, its movement and order: printed on the full side, now, and why."""
    rows = [_strength(game, unit) if is_combat(game, unit) else _bonus(game, unit), _moves(game, unit)]
    return [*(row for row in rows if row is not None), _order(game, unit)]


def _reduced(game: Anvil, unit: str, change: int) -> Iterator[Cause]:
    if game.state.units[unit].reduced and change:
        yield cause("Reduced", change, "1.3.1")


def _strength(game: Anvil, unit: str) -> ValueRow:
    """Return the strength in an attack that is no mobile combat (5.2, 1.8)."""
    counter, place = counter_of(game, unit), game.state.units[unit].at
    shown = strength(game, unit)
    why = list(_reduced(game, unit, shown - counter.strength[FULL]))
    now = shown
    if place not in NOWHERE and not is_supplied(game, counter.side, place):
        now = half(shown)
        why.append(cause("Out of supply", "halved", "1.8"))
    return value_row("Strength", str(counter.strength[FULL]), str(now), why)


def _bonus(game: Anvil, unit: str) -> ValueRow | None:
    counter = counter_of(game, unit)
    now, full = bonus(game, unit), counter.bonus[FULL]
    if not now and not full:
        return None
    rule = "1.3.2" if counter.kind == SUPPORT else "1.3.3"
    why = [cause("to the die of an attack it joins", "", rule), *_reduced(game, unit, now - full)]
    return value_row("Bonus", f"{full:+d}", f"{now:+d}", why)


def _moves(game: Anvil, unit: str) -> ValueRow | None:
    """Return the points of movement (4)."""
    counter = counter_of(game, unit)
    if counter.kind == CD:
        return value_row("Movement", None, "none", [cause("a coastal battery never moves", "", "1.3.3")])
    now, full = movement(game, unit), counter.movement[FULL]
    if is_entrenched(game, unit):
        left = counter.movement[REDUCED]
        return value_row("Movement", "E", "none", [cause(f"entrenched; leaves reduced, with {left}", "", "4")])
    printed = "E" if counter.is_entrenched else _movement_words(full)
    why = [cause("Reduced", "", "1.3.1")] if now != full else []
    if now >= MOTORIZED:
        why.append(cause("motorized", "", "4"))
    return value_row("Movement", printed, _movement_words(now), why)


def _order(game: Anvil, unit: str) -> ValueRow:
    if is_good(game, unit):
        return value_row("Order", None, "Good Order", [])
    return value_row("Order", "Good Order", "Disorganized", [cause("until the end of the turn", "", "1.3")])


# --- areas -----------------------------------------------------------------------------------------------------------


def area_card(game: Anvil, area: str) -> list[ValueRow]:
    """Return what an area does: attacks there, movement into it, its rivers (1.5, 4, 5.7, 6); none for a box."""
    if not is_area(game, area):
        return []
    return [_attacks(game, area, ALLIED), _attacks(game, area, GERMAN), _entering(game, area), *_rivers(game, area)]


def _attacks(game: Anvil, area: str, side: str) -> ValueRow:
    """Return the modifiers that the place gives to an attack of a side that crosses no river (5.7)."""
    place, charts = game.scenario.map.areas[area], game.scenario.charts
    terrain, lines = charts.terrain[place.terrain].die, []
    if terrain:
        lines.append(cause(place.terrain.capitalize(), terrain, "5.7"))
    if side == ALLIED:
        fort = fort_die(game, area)
        if fort:
            lines.append(cause(f"Fortress level {fort_level(game, area)}", fort, "1.5"))
        for marker, where in sorted(game.state.bombing.items()):
            if where == area:
                lines.append(cause("Air support" if marker == "air" else "Naval support", SUPPORT_MARKER_DIE, "6"))
        if game.state.ffi.get(area) == FIGHTERS:
            lines.append(cause("FFI fighters", DIE_HELP, "1.3.4"))
    total = sum(int(line.change) for line in lines)
    name = "Allied attacks" if side == ALLIED else "German attacks"
    return value_row(name, None, f"{total:+d} to the die" if lines else "no change", lines)


def _entering(game: Anvil, area: str) -> ValueRow:
    terrain = game.scenario.charts.terrain[game.scenario.map.areas[area].terrain]
    drives = f"{terrain.motorized} or {terrain.by_road}" if terrain.motorized is not None else f"{terrain.by_road} only"
    words = f"{terrain.foot} on foot, motorized {drives} by road"
    return value_row("To enter", None, words, [cause("plus rivers and enemy areas", "", "4")])


def _rivers(game: Anvil, area: str) -> Iterator[ValueRow]:
    for border in game.scenario.map.borders.values():
        if area in border.areas and border.river:
            chart, bridged = game.scenario.charts.rivers[border.river], is_bridged(game, border)
            beyond = next(other for other in border.areas if other != area)
            state = "bridged" if bridged else "no bridge"
            words = f"{chart.cost[bridged]:+d} to cross, {chart.die[bridged]:+d} to mobile combat"
            yield value_row(
                f"{border.name} to {beyond}", None, words, [cause(f"{border.river} river, {state}", "", "9")]
            )
