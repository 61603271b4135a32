"""The rows of a map document: where it reaches, and what stands in a hex; everything here returns new data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from rules.company_scale.loading.map_checks import LETTERS, letters, row_of
from rules.files.problems import Data
from rules.hexes.grid import FIRST, LAST, hex_id

Raw = Mapping[str, Data]
PLAIN_LEVEL: Final = "1"


def bounds(data: Raw) -> tuple[int, int, int, int]:
    """Return the first and last column and the first and last row of a map."""
    (west, east), (north, south) = data["columns"], data["rows"]
    return west, east, north, south


def frame(data: Raw) -> frozenset[int]:
    """Return every hex between the first and last column and row of a map."""
    return _frame(*bounds(data))


@lru_cache(8)
def _frame(west: int, east: int, north: int, south: int) -> frozenset[int]:
    return frozenset(column * 100 + row for column in range(west, east + 1) for row in range(north, south + 1))


def in_play(data: Raw, scenario: Raw) -> frozenset[int]:
    """Return the hexes of a map that a scenario shows: all, or those of its `area`."""
    area, hexes = scenario.get("area"), frame(data)
    if not area:
        return hexes
    (west, east), (north, south) = sorted(area["columns"]), sorted(area["rows"])
    return frozenset(at for at in hexes if west <= at // 100 <= east and north <= at % 100 <= south)


def dry(data: Raw) -> frozenset[int]:
    """Return the hexes of a map that are in play."""
    return frozenset(at for at, letter in letters(data).items() if letter in LETTERS)


def levels(data: Raw) -> dict[int, int]:
    """Return the level of every hex of a map, 1 where nothing is said."""
    first, found = data["columns"][0], dict.fromkeys(frame(data), int(PLAIN_LEVEL))
    for row, digits in data.get("levels", {}).items():
        said = row_of(first, row, str(digits))
        found.update({at: int(digit) for at, digit in said.items() if at in found})
    return found


def metres(data: Raw) -> dict[int, int]:
    """Return the height in metres of every hex that has one."""
    first = data["columns"][0]
    rows: Raw = data.get("elevation", {})
    return {(first + place) * 100 + int(row): each for row, line in rows.items() for place, each in enumerate(line)}


def with_letters(data: Raw, key: str, cells: Mapping[int, str]) -> dict[str, Data]:
    """Return a map with other letters of terrain or digits of levels in some hexes; rows that are missing are made."""
    west, east, north, south = bounds(data)
    plain = PLAIN_LEVEL * (east - west + 1)
    rows: dict[str, Data] = dict(data.get(key) or {str(row): plain for row in range(north, south + 1)})
    for row, by_column in _by_row(cells).items():
        name = str(row)
        line = list(str(rows.get(name, plain)))
        for column, letter in by_column:
            line[column - west] = letter
        rows[name] = "".join(line)
    return {**data, key: rows}


def with_metres(data: Raw, cells: Mapping[int, int]) -> dict[str, Data]:
    """Return a map with other heights in some hexes, as far as it has heights."""
    west, rows = data["columns"][0], dict(data.get("elevation", {}))
    for row, by_column in _by_row(cells).items():
        line: list[Any] = list(rows[str(row)])
        for column, height in by_column:
            line[column - west] = height
        rows[str(row)] = line
    return {**data, "elevation": rows} if rows else dict(data)


def _by_row(cells: Mapping[int, Any]) -> dict[int, list[tuple[int, Any]]]:
    rows: dict[int, list[tuple[int, Any]]] = {}
    for at, value in cells.items():
        rows.setdefault(at % 100, []).append((at // 100, value))
    return rows


def with_list(data: Raw, key: str, entries: Iterable[Data]) -> dict[str, Data]:
    """Return a map with a list; one that has become empty is left out."""
    found = list(entries)
    if found or data.get(key) == found:
        return {**data, key: found}
    return {name: value for name, value in data.items() if name != key}


def in_order(names: list[str], new: str) -> list[str]:
    """Return a list of hexsides with one more, before the first that comes after it."""
    place = next((place for place, name in enumerate(names) if name > new), len(names))
    return [*names[:place], new, *names[place:]]


def hexes_named(entries: Iterable[Raw]) -> Iterator[tuple[int, Raw]]:
    """Yield the entries of a list that name a hex, with its number; those that name none are left out."""
    for entry in entries:
        try:
            yield hex_id(entry["hex"]), entry
        except (ValueError, KeyError, TypeError):
            continue


def fits(column: int, row: int) -> bool:
    """Tell whether there is a hex of this column and row."""
    return FIRST <= column <= LAST and FIRST <= row <= LAST
