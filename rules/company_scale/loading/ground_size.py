"""The size of a map: it grows and shrinks on each side, and what lies on it goes with it or keeps it from that.

Documents are those of a draft; their scenarios on the map are changed with it where its hexes get other numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rules.company_scale.loading.ground_lines import pruned
from rules.company_scale.loading.ground_rows import bounds, frame
from rules.files.problems import CannotPlace, Data
from rules.hexes.grid import LAST, hex_id, hex_name

Raw = Mapping[str, Data]
WEST: Final = "west"
EAST: Final = "east"
NORTH: Final = "north"
SOUTH: Final = "south"
SIDES: Final = (WEST, EAST, NORTH, SOUTH)
LEAST: Final = 2
"""Columns and rows that a map has at least."""
_HEX: Final = re.compile(r"\d\d\.\d\d")
_HEXES: Final = re.compile(r"\d\d\.\d\d(/\d\d\.\d\d)?")
_WORDS: Final = frozenset({"title", "note", "text", "name", "id", "map", "forces", "charts", "art", "columns", "rows"})
"""Keys below which no hex is named."""

_WHY: Final[Mapping[str, str]] = {
    "setup": "a unit is set up there",
    "support_weapons": "a support weapon is set up there",
    "leaders": "a leader is set up there",
    "markers": "a marker lies there",
    "victory": "it is a victory hex",
    "reinforcements": "something arrives there",
}


def blank(data: Raw, columns: int, rows: int) -> dict[str, Data]:
    """Return a map of clear ground with the id and title of another one; raise CannotPlace for a size there is not."""
    for count, what in ((columns, "columns"), (rows, "rows")):
        _refuse_size(count, what)
    kept = {key: data[key] for key in ("format", "id", "title", "hex_size_m") if key in data}
    terrain = {str(row): "." * columns for row in range(1, rows + 1)}
    return {**kept, "columns": [1, columns], "rows": [1, rows], "terrain": terrain}


def _refuse_size(count: int, what: str) -> None:
    if not LEAST <= count <= LAST:
        raise CannotPlace(f"A map has {LEAST} to {LAST} {what}.")


def room(data: Raw, side: str) -> tuple[int, int]:
    """Return by how many columns and rows a map must be moved before it can grow on a side: evenly many columns."""
    west, east, north, south = bounds(data)
    need = {WEST: (west == 1) * 2, EAST: (east == LAST) * -2}.get(side, 0), {NORTH: north == 1, SOUTH: -(south == LAST)}
    return need[0], int(need[1].get(side, 0))


def grown(data: Raw, side: str) -> dict[str, Data]:
    """Return a map with one more column or row on a side, clear and as high as the one beside it; raise CannotPlace.

    One that has no room for that must be moved first (`room`, `moved`).
    """
    west, east, north, south = bounds(data)
    across = side in (WEST, EAST)
    _refuse_size((east - west if across else south - north) + 2, "columns" if across else "rows")
    if room(data, side) != (0, 0):
        raise CannotPlace("There are no lower or higher numbers for its hexes.")
    if across:
        return _wider(data, side)
    row, beside = (north - 1, north) if side == NORTH else (south + 1, south)
    after = {**data, "rows": [min(north, row), max(south, row)]}
    for key in ("terrain", "levels", "elevation"):
        if rows := data.get(key):
            line = "." * (east - west + 1) if key == "terrain" else rows[str(beside)]
            after[key] = {str(row): line, **rows} if side == NORTH else {**rows, str(row): line}
    return after


def _wider(data: Raw, side: str) -> dict[str, Data]:
    west, east, _, _ = bounds(data)
    after = {**data, "columns": [west - (side == WEST), east + (side == EAST)]}
    for key in ("terrain", "levels", "elevation"):
        if key in data:
            after[key] = {row: _longer(line, side, "." if key == "terrain" else "") for row, line in data[key].items()}
    return after


def _longer(line: Data, side: str, new: str) -> Data:
    """Return a row with one more cell, `new` or like the one beside it."""
    cells = line if isinstance(line, list) else str(line)
    if isinstance(cells, list):
        return [cells[0], *cells] if side == WEST else [*cells, cells[-1]]
    return (new or cells[0]) + cells if side == WEST else cells + (new or cells[-1])


def shrunk(data: Raw, side: str) -> dict[str, Data]:
    """Return a map without the outermost column or row of a side, and without what lay there; raise CannotPlace."""
    west, east, north, south = bounds(data)
    _refuse_size(east - west if side in (WEST, EAST) else south - north, "columns" if side in (WEST, EAST) else "rows")
    after = dict(data)
    if side in (WEST, EAST):
        after["columns"] = [west + (side == WEST), east - (side == EAST)]
        keep = slice(1, None) if side == WEST else slice(None, -1)
        for key in ("terrain", "levels", "elevation"):
            if key in data:
                after[key] = {
                    row: (line if isinstance(line, list) else str(line))[keep] for row, line in data[key].items()
                }
        return pruned(after)
    after["rows"] = [north + (side == NORTH), south - (side == SOUTH)]
    gone = north if side == NORTH else south
    for key in ("terrain", "levels", "elevation"):
        if key in data:
            after[key] = {row: line for row, line in data[key].items() if int(row) != gone}
    return pruned(after)


# --- other numbers -------------------------------------------------------------------------------------------------


def moved(data: Raw, columns: int, rows: int) -> dict[str, Data]:
    """Return a map or scenario whose hexes have other numbers: evenly many columns and some rows further on."""
    after: dict[str, Data] = _moved(data, lambda at: at + columns * 100 + rows)
    shift = {"columns": columns, "rows": rows}
    for key in shift.keys() & data.keys():
        after[key] = [number + shift[key] for number in data[key]]
    for key in ("terrain", "levels", "elevation"):
        if key in data:
            after[key] = {str(int(row) + rows): line for row, line in data[key].items()}
    if isinstance(data.get("area"), Mapping):
        after["area"] = {key: [number + shift.get(key, 0) for number in ends] for key, ends in data["area"].items()}
    if "art" in data:
        after["art"] = {kind: [_course(each, columns, rows) for each in drawn] for kind, drawn in data["art"].items()}
    return after


def _course(drawn: Raw, columns: int, rows: int) -> Raw:
    return {**drawn, "course": [[float(x) + columns, float(y) + rows] for x, y in drawn["course"]]}


def _moved(data: Data, to: Callable[[int], int]) -> Data:
    if isinstance(data, Mapping):
        return {_name(key, to): value if key in _WORDS else _moved(value, to) for key, value in data.items()}
    if isinstance(data, list):
        return [_moved(value, to) for value in data]
    return _name(data, to) if isinstance(data, str) else data


def _name(text: str, to: Callable[[int], int]) -> str:
    if not _HEXES.fullmatch(text):
        return text
    return "/".join(hex_name(to(int(name[:2]) * 100 + int(name[3:]))) for name in text.split("/"))


# --- a draft -------------------------------------------------------------------------------------------------------


def resized(documents: Mapping[str, Raw], ground: str, side: str, *, grow: bool) -> dict[str, dict[str, Data]]:
    """Return a map larger or smaller by a column or row, and the scenarios on it, by their names; raise CannotPlace.

    `documents` are the map, by its name `ground`, and every scenario on it.
    """
    after = {name: dict(data) for name, data in documents.items()}
    if grow:
        columns, rows = room(after[ground], side)
        size = bounds(after[ground])
        _refuse_size(size[1] - size[0] + 1 + (side in (WEST, EAST)), "columns")
        _refuse_size(size[3] - size[2] + 1 + (side in (NORTH, SOUTH)), "rows")
        if (columns, rows) != (0, 0):
            if size[1] + columns >= LAST or size[3] + rows >= LAST or size[0] + columns < 1 or size[2] + rows < 1:
                raise CannotPlace(f"There are no numbers left for a map that grows {side}: they run from 1 to {LAST}.")
            after = {name: moved(data, columns, rows) for name, data in after.items()}
        after[ground] = grown(after[ground], side)
    else:
        after[ground] = shrunk(after[ground], side)
    return refused_if_lost(after, ground)


def refused_if_lost(documents: dict[str, dict[str, Data]], ground: str) -> dict[str, dict[str, Data]]:
    """Return the documents of a map and its scenarios; raise CannotPlace if one has something off the map."""
    there = frame(documents[ground])
    for name, data in documents.items():
        for route, at in standing(data) if name != ground else ():
            if at not in there:
                raise CannotPlace(
                    f"{hex_name(at)} stays: {_WHY.get(route[0], 'the scenario names it')}. Move that first."
                )
    return documents


def standing(data: Data, route: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield every hex that a scenario names, with the keys that lead to it."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key not in _WORDS:
                yield from _hex_in(key, (*route, key))
                yield from standing(value, (*route, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from standing(value, (*route, str(place)))
    elif isinstance(data, str):
        yield from _hex_in(data, route)


def _hex_in(text: str, route: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    if _HEX.fullmatch(text):
        try:
            yield route, hex_id(text)
        except ValueError:  # 00.00 and the like: the check tells
            return
