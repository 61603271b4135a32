"""Rail guns: they stay on the rails and fire only along their line (25.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from rules.company_scale.battle_map import BattleMap, Road, results_of
from rules.company_scale.pieces import counter, name_of
from rules.company_scale.state import Battle
from rules.engine.caching import cached_in
from rules.engine.command import Reason
from rules.hexes.grid import Point, centre, corners, hex_name, hexside, neighbours, side_ends

# --- The lines along which rail guns can fire, on the integer lattice (25.0) ---------------------------------------

SCALE: Final = 200  # points of a hexside are given in hundredths of half its length
NORTH: Final = 0  # in grid.DIRECTIONS
NORTH_EAST: Final = 1  # in grid.DIRECTIONS
SOUTH: Final = 3  # in grid.DIRECTIONS
SOUTH_WEST: Final = 4  # in grid.DIRECTIONS
ENTRIES: Final = (SOUTH, SOUTH_WEST)
EXITS: Final = (NORTH, NORTH_EAST)


def crossing_point(here: int, near: int, east: int) -> Point:
    """Return where a rail crosses the hexside of two neighbours, scaled: `east` hundredths from its middle eastward."""
    west_end, east_end = sorted(side_ends(here, near))
    return (
        SCALE // 2 * (west_end[0] + east_end[0]) + east * (east_end[0] - west_end[0]),
        SCALE // 2 * (west_end[1] + east_end[1]) + east * (east_end[1] - west_end[1]),
    )


def hexes_ahead(start: Point, through: Point, hexes: Iterable[int]) -> tuple[int, ...]:
    """Return the hexes that the line from `start` through `through` crosses beyond that point, in order.

    A hex is crossed if the line goes through its inside or along one of its hexsides; a corner alone does not count.
    """
    dx, dy = through[0] - start[0], through[1] - start[1]
    crossed: list[tuple[Fraction, int]] = []
    for hex_id in hexes:
        x, y = centre(hex_id)
        off = dx * (y * SCALE - through[1]) - dy * (x * SCALE - through[0])
        if abs(off) > 2 * SCALE * (abs(dx) + abs(dy)):  # too far away for any corner to reach the line
            continue
        chord = _chord(start, through, hex_id)
        if chord is not None and chord[0] >= 1:
            crossed.append((chord[0] + chord[1], hex_id))
    return tuple(hex_id for _, hex_id in sorted(crossed))


def _chord(start: Point, through: Point, hex_id: int) -> tuple[Fraction, Fraction] | None:
    """Return where the line enters and leaves a hex, in multiples of the distance from `start` to `through`."""
    dx, dy = through[0] - start[0], through[1] - start[1]
    around = [(x * SCALE - start[0], y * SCALE - start[1]) for x, y in corners(hex_id)]
    offs = [dx * y - dy * x for x, y in around]
    along = [dx * x + dy * y for x, y in around]
    met = set()
    for i in range(6):
        j = (i + 1) % 6
        if offs[i] == 0:
            met.add(Fraction(along[i]))
        if offs[i] * offs[j] < 0:
            met.add(Fraction(along[i] * offs[j] - along[j] * offs[i], offs[j] - offs[i]))
    if len(met) < 2:
        return None
    length = dx * dx + dy * dy
    return min(met) / length, max(met) / length


def fire_lines(here: int, rails: Iterable[int], east: dict[int, int], hexes: Iterable[int]) -> list[tuple[int, ...]]:
    """Return the hexes of every fire line of a gun: one for each pair of a southern entry and a northern exit.

    `rails` are the neighbours a railroad leads to, `east` tells where it crosses their hexsides (0: in the middle).
    """
    near, joined, candidates = neighbours(here), set(rails), tuple(hexes)
    return [
        hexes_ahead(
            crossing_point(here, near[entry], east.get(near[entry], 0)),
            crossing_point(here, near[way_out], east.get(near[way_out], 0)),
            candidates,
        )
        for entry in ENTRIES
        if near[entry] in joined
        for way_out in EXITS
        if near[way_out] in joined
    ]


# --- Rail guns: they stay on the rails and fire only along their line (25.0) ---------------------------------------

RAILROAD: Final = "railroad"


def is_rail_gun(game: Battle, unit: str) -> bool:
    """Tell whether a unit is a rail gun."""
    return counter(game, unit).rail_only


def rails_from(ground: BattleMap, here: int) -> list[int]:
    """Return the neighbours a railroad leads to from a hex."""
    return [near for near in neighbours(here) if Road.RAILROAD in ground.side(here, near).roads]


@cached_in(results_of)
def arc_of(ground: BattleMap, here: int) -> tuple[int, ...]:
    """Return the hexes that a rail gun in a hex could fire at, along each of its lines (RULINGS 95)."""
    rails = rails_from(ground, here)
    east = {near: ground.rail_points.get(hexside(here, near), 0) for near in rails}
    lines = fire_lines(here, rails, east, ground.hexes)
    return tuple(dict.fromkeys(hex_id for line in lines for hex_id in line))


def fire_arc(game: Battle, unit: str) -> tuple[int, ...]:
    """Return the hexes on a rail gun's fire lines where it stands, nearest first; none for other units."""
    here = game.state.units[unit].hex
    return arc_of(game.scenario.map, here) if here and is_rail_gun(game, unit) else ()


def arc_reasons(game: Battle, unit: str, target: int) -> Iterator[Reason]:
    """Yield why a hex is not on a rail gun's fire line; nothing for other units (25.0)."""
    if not is_rail_gun(game, unit):
        return
    arc, here = fire_arc(game, unit), game.state.units[unit].hex
    if not arc:
        text = (
            f"{name_of(game, unit)} has no fire line in {hex_name(here)}: no railroad crosses it from the south or "
            "southwest to the north or northeast."
        )
        yield Reason(text, "25.0")
    elif target not in arc:
        first = ", ".join(hex_name(h) for h in arc[:3])
        yield Reason(f"{hex_name(target)} isn't on {name_of(game, unit)}'s fire line, which begins {first}.", "25.0")


def rail_reasons(game: Battle, unit: str, by: str) -> Iterator[Reason]:
    """Yield why a rail gun cannot go this way (25.0)."""
    if by != RAILROAD and is_rail_gun(game, unit):
        yield Reason(f"{name_of(game, unit)} can move only by rail.", "25.0")


def is_bound(game: Battle, unit: str) -> bool:
    """Tell whether a unit keeps to roads or rails: a rail gun or an evacuation marker (22.2, 25.0)."""
    return counter(game, unit).marker or is_rail_gun(game, unit)


def rail_hex_reasons(game: Battle, unit: str, hex_id: int) -> Iterator[Reason]:
    """Yield why a rail gun cannot be in a hex: no railroad (25.0)."""
    if is_rail_gun(game, unit) and not rails_from(game.scenario.map, hex_id):
        yield Reason(f"{name_of(game, unit)} can stand only on railroads. There is none in {hex_name(hex_id)}.", "25.0")
