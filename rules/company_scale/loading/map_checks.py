"""Check what a schema cannot about a map: rows, letters, names, roads, rivers, slopes, reachable ground."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final

from rules.company_scale.battle_map import Terrain
from rules.files.documents import Document
from rules.files.problems import Problem
from rules.files.values import Data, Route
from rules.hexes.grid import are_adjacent, corners, hex_id, hex_name, hexside, neighbours, side_ends

# --- Check what a schema cannot about a map: rows, letters, neighbours, roads and names on the ground (6.2) --------

LETTERS: Final[Mapping[str, Terrain]] = {
    ".": Terrain.CLEAR,
    "w": Terrain.WOODS,
    "v": Terrain.VINEYARD,
    "m": Terrain.MARSH,
    "V": Terrain.VILLAGE,
    "T": Terrain.TOWN,
    "C": Terrain.CITY,
}
WATER: Final = "~"
NOT_ON_MAP: Final = "# "
_ROADS: Final = {"paved": "paved road", "evacuation": "Evacuation Road", "trail": "trail", "railroad": "railroad"}
_ONE_OF_TWO: Final = (("stream", "river"), ("slope", "steep_slope"))


def letters(data: Mapping[str, Data]) -> dict[int, str]:
    """Return the terrain letter of every hex that has one, water and blanks included."""
    first, last = data["columns"]
    rows: Mapping[str, str] = data["terrain"]
    width = last - first + 1
    return {(first + i) * 100 + int(row): letter for row, text in rows.items() for i, letter in enumerate(text[:width])}


@cache
def side_ids(text: str) -> tuple[int, int]:
    """Return the two hex ids of a hexside written "18.40/18.41", smaller first; ValueError if one is not a hex."""
    a, b = sorted(hex_id(name) for name in text.split("/"))
    return a, b


def map_problems(document: Document) -> list[Problem]:
    """Return every fault in a map that already fits its schema."""
    data = document.mapping
    faults = [*_range_faults(data)]
    if not faults:
        ground = letters(data)
        roads = [*_road_faults(data, ground)]
        faults = [*_row_faults(data), *_hexside_faults(data, ground), *roads]
        faults += [*_bridge_faults(data, ground), *_place_faults(data, ground)]
        if not roads:  # they lie along railroads
            faults += _rail_point_faults(data, ground)
    if not faults:
        faults = [*sense_faults(_lie_of(data, ground))]
    return [document.problem(route, message) for route, message in faults]


Faults = Iterator[tuple[Route, str]]


def _range_faults(data: Mapping[str, Data]) -> Faults:
    for key in ("columns", "rows"):
        first, last = data[key]
        if first > last:
            yield (key,), f"The first of the {key} comes after the last; write the smaller number first."


def _row_faults(data: Mapping[str, Data]) -> Faults:
    first, last = data["columns"]
    top, bottom = data["rows"]
    width = last - first + 1
    for key in ("terrain", "levels", "elevation"):
        rows: Mapping[str, Data] = data.get(key, {})
        given = {int(row) for row in rows}
        for row in range(top, bottom + 1):
            if rows and row not in given:
                yield (key,), f"Row {row} is missing; every row from {top} to {bottom} needs its line."
        for name, cells in rows.items():
            if not top <= int(name) <= bottom:
                yield (key, name), f"Row {name} is not on this map; its rows run from {top} to {bottom}."
            yield from _one_row_faults(key, name, cells, width)


def _one_row_faults(key: str, row: str, value: Data, width: int) -> Faults:
    cells = value if isinstance(value, list) else str(value)
    if len(cells) != width:
        unit = {"terrain": "letters", "levels": "digits"}.get(key, "numbers")
        yield (key, row), f"The row has {len(cells)} {unit}; it must have {width}, one for each column."
    allowed = {"terrain": "".join(LETTERS) + WATER + NOT_ON_MAP, "levels": "123"}.get(key)
    for strange in sorted(set(cells) - set(allowed)) if allowed else ():
        kinds = "a level is 1, 2 or 3" if key == "levels" else f"known letters are {' '.join(LETTERS)} {WATER} #"
        yield (key, row), f'"{strange}" means nothing here; {kinds}.'


def _hexside_faults(data: Mapping[str, Data], ground: Mapping[int, str]) -> Faults:
    kinds: Mapping[str, list[str]] = data.get("hexsides", {})
    seen: dict[tuple[str, tuple[int, int]], None] = {}
    for kind, sides in kinds.items():
        for i, text in enumerate(sides):
            route: Route = ("hexsides", kind, i)
            fault = _hexside_fault(text, ground)
            if fault:
                yield route, fault
                continue
            side = side_ids(text)
            if (kind, side) in seen:
                yield route, f"{text} appears twice under {kind}. Keep one of them."
            seen[kind, side] = None
            for pair in _ONE_OF_TWO:
                other = pair[1 - pair.index(kind)] if kind in pair else ""
                if (other, side) in seen:
                    yield route, f"{text} cannot be both {pair[0]} and {pair[1]}; keep one of the two."


def _hexside_fault(text: str, ground: Mapping[int, str]) -> str:
    try:
        a, b = side_ids(text)
    except ValueError as error:
        return str(error)
    if not are_adjacent(a, b):
        return f"{hex_name(a)} and {hex_name(b)} are not adjacent, so they share no hexside."
    if a not in ground and b not in ground:
        return f"{text} is not on this map."
    return ""


def _road_faults(data: Mapping[str, Data], ground: Mapping[int, str]) -> Faults:
    roads: list[Mapping[str, Data]] = data.get("roads", [])
    for i, road in enumerate(roads):
        names: list[str] = road["hexes"]
        before = 0
        for j, name in enumerate(names):
            route: Route = ("roads", i, "hexes", j)
            fault, here = _place_fault(name, ground)
            if fault:
                yield route, f"The {_ROADS[road['kind']]} cannot run here: {fault}"
            elif before and not are_adjacent(before, here):
                jump = f"jumps from {hex_name(before)} to {name}; they are not adjacent."
                yield route, f"The {_ROADS[road['kind']]} {jump}"
            before = here


def _place_fault(name: str, ground: Mapping[int, str]) -> tuple[str, int]:
    """Return why a hex is not a playable hex of the map, and its id (0 if it has none)."""
    try:
        here = hex_id(name)
    except ValueError as error:
        return str(error), 0
    letter = ground.get(here, "#")
    if letter in LETTERS:
        return "", here
    return f"{name} is river water, out of play." if letter == WATER else f"{name} is not on this map.", here


def _place_faults(data: Mapping[str, Data], ground: Mapping[int, str]) -> Faults:
    for key in ("names", "entries"):
        named: list[Mapping[str, Data]] = data.get(key, [])
        for i, name in enumerate(named):
            fault, here = _place_fault(str(name["hex"]), ground)
            if fault and (key == "entries" or ground.get(here, "#") in NOT_ON_MAP):
                yield (key, i, "hex"), f"{name['text']} cannot stand here: {fault}"


def _bridge_faults(data: Mapping[str, Data], ground: Mapping[int, str]) -> Faults:
    bridges: list[Mapping[str, Data]] = data.get("bridges", [])
    for i, bridge in enumerate(bridges):
        fault = _hexside_fault(bridge["hexside"], ground)
        if fault:
            yield ("bridges", i, "hexside"), fault


def _rail_point_faults(data: Mapping[str, Data], ground: Mapping[int, str]) -> Faults:
    rails = [[hex_id(name) for name in road["hexes"]] for road in data.get("roads", ()) if road["kind"] == "railroad"]
    crossed = {tuple(sorted(pair)) for way in rails for pair in pairwise(way)}
    for i, point in enumerate(data.get("rail_points", ())):
        fault = _hexside_fault(point["hexside"], ground)
        if fault:
            yield ("rail_points", i, "hexside"), fault
        elif side_ids(point["hexside"]) not in crossed:
            yield ("rail_points", i, "hexside"), f"No railroad crosses {point['hexside']} (25.0)."


def _lie_of(data: Mapping[str, Data], ground: Mapping[int, str]) -> Lie:
    """Return what the sense checks look at."""
    dry = frozenset(h for h, letter in ground.items() if letter in LETTERS)
    first, kinds = data["columns"][0], data.get("hexsides", {})
    rows: Mapping[str, Data] = data.get("levels", {})
    levels = {(first + i) * 100 + int(row): int(n) for row, cells in rows.items() for i, n in enumerate(str(cells))}
    return Lie(
        dry=dry,
        wet=frozenset(h for h, letter in ground.items() if letter == WATER),
        levels={h: levels.get(h, 1) for h in dry},
        sides={kind: {side_ids(text): i for i, text in enumerate(sides)} for kind, sides in kinds.items()},
        roads=[(road["kind"], [hex_id(name) for name in road["hexes"]]) for road in data.get("roads", ())],
        bridges={side_ids(bridge["hexside"]): i for i, bridge in enumerate(data.get("bridges", ()))},
        is_measured="elevation" in data,
    )


# --- Check what must fit together on a map: rivers, bridges, reachable ground, slopes and levels (6.2) -------------

Side = tuple[int, int]
Corner = tuple[int, int]
_SMALL: Final = 6


@dataclass(frozen=True, slots=True)
class Lie:
    """What the checks look at; hexsides and bridges with their places in the file's lists."""

    dry: frozenset[int]
    wet: frozenset[int]
    levels: Mapping[int, int]
    sides: Mapping[str, Mapping[Side, int]]
    roads: Sequence[tuple[str, Sequence[int]]]
    bridges: Mapping[Side, int]
    is_measured: bool

    def has(self, kind: str, side: Side) -> bool:
        """Tell whether a hexside carries a feature."""
        return side in self.sides.get(kind, {})


def sense_faults(ground: Lie) -> Faults:
    """Yield every fault in a map whose rows, hexsides and roads are well-formed."""
    yield from _river_faults(ground)
    yield from _crossing_faults(ground)
    yield from _level_faults(ground)
    yield from _isolated(ground)


def _name(side: Side) -> str:
    return f"{hex_name(side[0])}/{hex_name(side[1])}"


def _river_faults(ground: Lie) -> Faults:
    """Report water that goes nowhere: a run of hexsides must reach a larger one, water or the edge of the map.

    A stream may rise anywhere; a river reaches something, if only a stream, at both ends.
    """
    rivers, streams = ground.sides.get("river", {}), ground.sides.get("stream", {})
    goals = _open_corners(ground)
    for run in _runs([*rivers, *streams]):
        if rivers.keys().isdisjoint(run) and not any(corner in goals for side in run for corner in side_ends(*side)):
            yield (
                _at(ground, run[0]),
                (f"The stream at {_name(run[0])} ends nowhere. Continue it to water hexes or the edge of the map."),
            )
    touched = _corners_by_count(rivers)
    fed = goals.union(corner for side in streams for corner in side_ends(*side))
    for side in rivers:
        for corner in side_ends(*side):
            if touched[corner] == 1 and corner not in fed:
                text = f"The river ends at {_name(side)}; continue it to water hexes or the edge of the map."
                yield _at(ground, side), text


def _at(ground: Lie, side: Side) -> Route:
    kind = "river" if ground.has("river", side) else "stream"
    return ("hexsides", kind, ground.sides[kind][side])


def _open_corners(ground: Lie) -> set[Corner]:
    """Return the corners at the edge of the map and of water hexes."""
    shared: dict[Corner, int] = defaultdict(int)
    for h in ground.dry:
        for corner in corners(h):
            shared[corner] += 1
    return {corner for corner, count in shared.items() if count < 3} | {c for h in ground.wet for c in corners(h)}


def _corners_by_count(sides: Iterable[Side]) -> dict[Corner, int]:
    counts: dict[Corner, int] = defaultdict(int)
    for side in sides:
        for corner in side_ends(*side):
            counts[corner] += 1
    return counts


def _runs(sides: Iterable[Side]) -> Iterator[list[Side]]:
    """Yield hexsides in connected groups."""
    at: dict[Corner, list[Side]] = defaultdict(list)
    left = dict.fromkeys(sides)
    for side in left:
        for corner in side_ends(*side):
            at[corner].append(side)
    while left:
        first = next(iter(left))
        del left[first]
        run = [first]
        for side in run:
            for other in (o for corner in side_ends(*side) for o in at[corner]):
                if other in left:
                    del left[other]
                    run.append(other)
        yield run


def _crossing_faults(ground: Lie) -> Faults:
    used: set[Side] = set()
    for i, (_, hexes) in enumerate(ground.roads):
        for j, (a, b) in enumerate(pairwise(hexes)):
            side = hexside(a, b)
            if not ground.has("river", side):
                continue
            used.add(side)
            if side not in ground.bridges:
                yield (
                    ("roads", i, "hexes", j + 1),
                    (
                        f"The road crosses the river at {_name(side)} without a bridge; "
                        f'add {{hexside: "{_name(side)}"}} to the bridges, or end the road before it.'
                    ),
                )
            elif ground.has("gray", side):
                yield ("roads", i, "hexes", j + 1), f"The road crosses {_name(side)}, which is grayed out. Move it."
    for side, i in ground.bridges.items():
        if side not in used:
            yield ("bridges", i), f"No road crosses a river at {_name(side)}; remove the bridge or lead a road over it."


def _level_faults(ground: Lie) -> Faults:
    """Report slopes between equal levels, and drops of two levels without one; only with heights in metres."""
    for kind in ("slope", "steep_slope") if ground.is_measured else ():
        for (a, b), i in ground.sides.get(kind, {}).items():
            here, there = ground.levels.get(a), ground.levels.get(b)
            if here is not None and here == there:
                text = (
                    f"{_name((a, b))} is a slope between two hexes of level {here}; change a level or remove the slope."
                )
                yield ("hexsides", kind, i), text
    for h in sorted(ground.levels) if ground.is_measured else ():
        for other in neighbours(h):
            if ground.levels[h] - ground.levels.get(other, 3) == 2 and not _is_marked(ground, hexside(h, other)):
                drop = f"The ground falls from level 3 in {hex_name(h)} to level 1 in {hex_name(other)} without a slope"
                yield ("levels", str(h % 100)), f'{drop}; add "{_name(hexside(h, other))}" to one, or change a level.'


def _is_marked(ground: Lie, side: Side) -> bool:
    return any(side in sides for sides in ground.sides.values())


def _isolated(ground: Lie) -> Faults:
    """Report small areas no unit can enter or leave: river or gray all round and no road."""
    crossed = {hexside(a, b) for _, hexes in ground.roads for a, b in pairwise(hexes)}
    left = dict.fromkeys(sorted(ground.dry))
    edge = {h for h in ground.dry if any(o not in ground.dry and o not in ground.wet for o in neighbours(h))}
    while left:
        first = next(iter(left))
        del left[first]
        piece = [first]
        for h in piece:
            for other in neighbours(h):
                if other in left and _can_cross(ground, hexside(h, other), crossed):
                    del left[other]
                    piece.append(other)
        if len(piece) <= _SMALL and len(piece) < len(ground.dry) and edge.isdisjoint(piece):
            names = ", ".join(hex_name(h) for h in sorted(piece))
            yield (
                ("terrain", str(first % 100)),
                f"Nobody can reach {names}; lead a road there or make it river water (~).",
            )


def _can_cross(ground: Lie, side: Side, crossed: set[Side]) -> bool:
    return not ground.has("gray", side) and (not ground.has("river", side) or side in crossed)
