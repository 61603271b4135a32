"""Check what a schema cannot about a map: rows, letters, hexsides, roads, names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from rules.company_scale.battle_map import Terrain
from rules.company_scale.loading.files import located
from rules.company_scale.loading.map_sense import Fault, Faults, Lie, sense_faults
from rules.files.documents import Document
from rules.files.problems import Data, Problem, Remedy, Route
from rules.hexes.grid import are_adjacent, hex_id, hex_name

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
_KNOWN: Final = "".join(LETTERS) + WATER + NOT_ON_MAP
ROWS: Final = 512
"""Rows of maps that are remembered: a stroke changes few of them."""
_ROADS: Final = {"paved": "paved road", "evacuation": "Evacuation Road", "trail": "trail", "railroad": "railroad"}
_ONE_OF_TWO: Final = (("stream", "river"), ("slope", "steep_slope"))


def letters(data: Mapping[str, Data]) -> dict[int, str]:
    """Return the terrain letter of every hex that has one, water and blanks included."""
    first, last = data["columns"]
    rows: Mapping[str, str] = data["terrain"]
    width = last - first + 1
    found: dict[int, str] = {}
    for row, text in rows.items():
        found.update(row_of(first, row, text[:width]))
    return found


@lru_cache(ROWS)
def row_of(first: int, row: str, text: str) -> Mapping[int, str]:
    """Return the letters of a row by hex; the same row gives the same mapping, which must not be changed."""
    start = first * 100 + int(row)
    return {start + 100 * i: letter for i, letter in enumerate(text)}


@cache
def side_ids(text: str) -> tuple[int, int]:
    """Return the two hex ids of a hexside written "18.40/18.41", smaller first; ValueError if one is not a hex."""
    a, b = sorted(hex_id(name) for name in text.split("/"))
    return a, b


def map_problems(document: Document, doubtful: Collection[str] = ()) -> list[Problem]:
    """Return every fault in a map that already fits its schema.

    How its parts fit together is not looked at where one of them is doubtful.
    """
    data = document.mapping
    faults = _part_faults(data)
    loose = {*doubtful, *(str(fault.route[0]) for fault in faults)}
    if loose.isdisjoint(("columns", "rows")):
        sound = {key: data[key] for key in data if key not in loose}
        faults += sense_faults(_lie_of(sound, letters(data), data), loose)
    found = (document.problem(f.route, f.message, places=f.places, remedy=f.remedy) for f in faults)
    return located(found, document)


def doubtful_parts(document: Document) -> set[str]:
    """Return the parts of a map that are not well-formed by themselves, by their keys."""
    return {str(fault.route[0]) for fault in _part_faults(document.mapping)}


def _part_faults(data: Mapping[str, Data]) -> list[Fault]:
    """Return what is wrong with the parts of a map, each taken by itself."""
    if faults := [*_range_faults(data)]:
        return faults
    rows, ground = [*_row_faults(data)], letters(data)
    if any(fault.route[0] == "terrain" for fault in rows):
        ground = dict.fromkeys(_frame(data), ".") | {h: letter for h, letter in ground.items() if letter in _KNOWN}
    roads = [*_road_faults(data, ground)]
    faults = [*rows, *_hexside_faults(data, ground), *roads]
    faults += [*_bridge_faults(data, ground), *_place_faults(data, ground)]
    if not roads:  # they lie along railroads
        faults += _rail_point_faults(data, ground)
    return faults


def _frame(data: Mapping[str, Data]) -> Iterator[int]:
    """Yield every hex between the first and last column and row of a map."""
    (west, east), (north, south) = data["columns"], data["rows"]
    return (column * 100 + row for column in range(west, east + 1) for row in range(north, south + 1))


def _range_faults(data: Mapping[str, Data]) -> Faults:
    for key in ("columns", "rows"):
        first, last = data[key]
        if first > last:
            remedy = Remedy("Swap them", (((key,), [last, first]),))
            text = f"The first of the {key} comes after the last; write the smaller number first."
            yield Fault((key,), text, remedy=remedy)


def _row_faults(data: Mapping[str, Data]) -> Faults:
    first, last = data["columns"]
    top, bottom = data["rows"]
    for key in ("terrain", "levels", "elevation"):
        rows: Mapping[str, Data] = data.get(key, {})
        given = {int(row) for row in rows}
        for row in range(top, bottom + 1):
            if rows and row not in given:
                yield Fault((key,), f"Row {row} is missing; every row from {top} to {bottom} needs its line.")
        for name, cells in rows.items():
            if not top <= int(name) <= bottom:
                text = f"Row {name} is not on this map; its rows run from {top} to {bottom}."
                yield Fault((key, name), text, remedy=Remedy("Remove the row", removes=((key, name),)))
            yield from _one_row_faults(key, name, cells, first, last)


def _one_row_faults(key: str, row: str, value: Data, first: int, last: int) -> Faults:
    cells, width = value if isinstance(value, list) else str(value), last - first + 1
    if len(cells) != width:
        unit = {"terrain": "letters", "levels": "digits"}.get(key, "numbers")
        yield Fault((key, row), f"The row has {len(cells)} {unit}; it must have {width}, one for each column.")
    allowed = {"terrain": _KNOWN, "levels": "123"}.get(key)
    for strange in sorted(set(cells) - set(allowed)) if allowed else ():
        kinds = "a level is 1, 2 or 3" if key == "levels" else f"known letters are {' '.join(LETTERS)} {WATER} #"
        here = [hex_name((first + i) * 100 + int(row)) for i, cell in enumerate(cells[:width]) if cell == strange]
        yield Fault((key, row), f'"{strange}" means nothing here; {kinds}.', here)


def _hexside_faults(data: Mapping[str, Data], ground: Mapping[int, str]) -> Faults:
    kinds: Mapping[str, list[str]] = data.get("hexsides", {})
    seen: dict[tuple[str, tuple[int, int]], None] = {}
    for kind, sides in kinds.items():
        for i, text in enumerate(sides):
            route: Route = ("hexsides", kind, i)
            fault = _hexside_fault(text, ground)
            if fault:
                yield Fault(route, fault, remedy=Remedy("Remove it", removes=(route,)))
                continue
            side = side_ids(text)
            if (kind, side) in seen:
                twice = f"{text} appears twice under {kind}. Keep one of them."
                yield Fault(route, twice, remedy=Remedy("Keep one of them", removes=(route,)))
            seen[kind, side] = None
            for pair in _ONE_OF_TWO:
                other = pair[1 - pair.index(kind)] if kind in pair else ""
                if (other, side) in seen:
                    yield Fault(route, f"{text} cannot be both {pair[0]} and {pair[1]}; keep one of the two.")


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
                yield Fault(route, f"The {_ROADS[road['kind']]} cannot run here: {fault}")
            elif before and not are_adjacent(before, here):
                jump = f"jumps from {hex_name(before)} to {name}; they are not adjacent."
                yield Fault(route, f"The {_ROADS[road['kind']]} {jump}", (hex_name(before), name))
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
                yield Fault((key, i, "hex"), f"{name['text']} cannot stand here: {fault}")


def _bridge_faults(data: Mapping[str, Data], ground: Mapping[int, str]) -> Faults:
    bridges: list[Mapping[str, Data]] = data.get("bridges", [])
    for i, bridge in enumerate(bridges):
        fault = _hexside_fault(bridge["hexside"], ground)
        if fault:
            remedy = Remedy("Remove the bridge", removes=(("bridges", i),))
            yield Fault(("bridges", i, "hexside"), fault, remedy=remedy)


def _rail_point_faults(data: Mapping[str, Data], ground: Mapping[int, str]) -> Faults:
    rails = [[hex_id(name) for name in road["hexes"]] for road in data.get("roads", ()) if road["kind"] == "railroad"]
    crossed = {tuple(sorted(pair)) for way in rails for pair in pairwise(way)}
    for i, point in enumerate(data.get("rail_points", ())):
        fault = _hexside_fault(point["hexside"], ground)
        if fault:
            yield Fault(("rail_points", i, "hexside"), fault)
        elif side_ids(point["hexside"]) not in crossed:
            yield Fault(("rail_points", i, "hexside"), f"No railroad crosses {point['hexside']} (25.0).")


def _lie_of(data: Mapping[str, Data], ground: Mapping[int, str], whole: Mapping[str, Data]) -> Lie:
    """Return what the sense checks look at: `data` holds the parts of the whole map that are well-formed."""
    dry = frozenset(h for h, letter in ground.items() if letter in LETTERS)
    first, kinds = whole["columns"][0], data.get("hexsides", {})
    rows: Mapping[str, Data] = data.get("levels", {})
    levels = {(first + i) * 100 + int(row): int(n) for row, cells in rows.items() for i, n in enumerate(str(cells))}
    return Lie(
        dry=dry,
        wet=frozenset(h for h, letter in ground.items() if letter == WATER),
        levels={h: levels.get(h, 1) for h in dry},
        sides={kind: {side_ids(text): i for i, text in enumerate(sides)} for kind, sides in kinds.items()},
        roads=[(road["kind"], [hex_id(name) for name in road["hexes"]]) for road in data.get("roads", ())],
        bridges={side_ids(bridge["hexside"]): i for i, bridge in enumerate(data.get("bridges", ()))},
        is_measured="elevation" in whole,
    )
