"""What the brush of the workshop makes of a map: terrain, levels with their slopes, names and entries.

All are functions from the data of a map to the data after them; nothing is changed in place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from rules.company_scale.loading.ground_lines import SLOPES, pruned, with_slopes
from rules.company_scale.loading.ground_rows import (
    bounds,
    dry,
    frame,
    hexes_named,
    levels,
    metres,
    with_letters,
    with_list,
    with_metres,
)
from rules.company_scale.loading.map_checks import LETTERS, NOT_ON_MAP, letters
from rules.files.problems import CannotPlace, Data
from rules.hexes.grid import hex_name, hexsides, neighbours, within

Raw = Mapping[str, Data]
SIZES: Final[Mapping[int, int]] = {1: 0, 7: 1, 19: 2}
"""How many hexes a brush covers, and how far it reaches from the hex in its middle."""
LOWEST: Final = 1
HIGHEST: Final = 3
_RISE: Final[Mapping[int, int]] = {1: 0, 2: 100, 3: 230}
"""How many metres a level lies above the lowest, for the shading of the drawing."""
_STEEP: Final = 85
"""Metres between two hexes of different levels from which the slope between them is steep."""


def brush(data: Raw, at: int, size: int) -> list[int]:
    """Return the hexes of a map that a brush of 1, 7 or 19 hexes covers."""
    ground = frame(data)
    return [here for here in within(at, SIZES[size]) if here in ground]


def alike(data: Raw, at: int, *, level: bool = False) -> list[int]:
    """Return the hexes round one that hang together with it and have its terrain, or its `level`."""
    what: Mapping[int, Any] = levels(data) if level else letters(data)
    if at not in what:
        return []
    found = dict.fromkeys([at])
    queue = [at]
    for here in queue:
        for other in neighbours(here):
            if other not in found and what.get(other) == what[at]:
                found[other] = None
                queue.append(other)
    return sorted(found)


def painted(data: Raw, hexes: Iterable[int], letter: str) -> dict[str, Data]:
    """Return a map with hexes of a terrain; roads, names and entries do not stay where nothing can stand."""
    now = letters(data)
    cells = {at: letter for at in _on_map(data, hexes) if now.get(at) != letter}
    if not cells:
        return dict(data)
    after = with_letters(data, "terrain", cells)
    return after if letter in LETTERS else pruned(after)


def leveled(data: Raw, hexes: Iterable[int], level: int) -> dict[str, Data]:
    """Return a map with hexes of a level; the slopes round them follow, steep where the heights are far apart."""
    now, ground = levels(data), dry(data)
    changes = {at: level for at in _on_map(data, hexes) if at in ground and now[at] != level}
    if not changes:
        return dict(data)
    heights = metres(data)
    raised = {at: max(0, heights[at] + _RISE[new] - _RISE[now[at]]) for at, new in changes.items() if at in heights}
    after = with_metres(with_letters(data, "levels", {at: str(new) for at, new in changes.items()}), raised)
    return with_slopes(after, _slopes_round(after, changes))


def lifted(data: Raw, hexes: Iterable[int], by: int) -> dict[str, Data]:
    """Return a map with hexes higher by some levels, or lower, as far as there are such levels."""
    now, after = levels(data), dict(data)
    to: dict[int, list[int]] = {}
    for at in _on_map(data, hexes):
        to.setdefault(max(LOWEST, min(HIGHEST, now[at] + by)), []).append(at)
    for level, those in to.items():
        after = leveled(after, those, level)
    return after


def _slopes_round(data: Raw, hexes: Iterable[int]) -> dict[tuple[int, int], str]:
    """Return what each hexside round some hexes is, "" for no slope."""
    now, heights, ground = levels(data), metres(data), dry(data)
    found = {}
    for side in (side for at in hexes for side in hexsides(at)):
        a, b = side
        if not ground.issuperset(side):
            continue
        fall = abs(heights[a] - heights[b]) if a in heights and b in heights else 0
        steep = fall >= _STEEP if fall else abs(now[a] - now[b]) > 1
        found[side] = SLOPES[steep] if now[a] != now[b] else ""
    return found


def _on_map(data: Raw, hexes: Iterable[int]) -> list[int]:
    ground: Collection[int] = frame(data)
    return [at for at in hexes if at in ground]


# --- names and entries -----------------------------------------------------------------------------------------------


def kinds_of_name(data: Raw, at: int) -> list[str]:
    """Return the kinds of the names in a hex: city, hill …"""
    return [str(entry["kind"]) for here, entry in hexes_named(data.get("names", ())) if here == at]


def entry_at(data: Raw, at: int) -> str:
    """Return what comes in or goes out at a hex, "" for nothing."""
    return next((str(entry.get("text", "")) for here, entry in hexes_named(data.get("entries", ())) if here == at), "")


def with_name(data: Raw, at: int, text: str, kind: str) -> dict[str, Data]:
    """Return a map with a name in a hex, in place of the one there; raise CannotPlace."""
    if letters(data).get(at, "#") in NOT_ON_MAP:
        raise CannotPlace(f"{hex_name(at)} is not on this map: no name can stand there.")
    return _put(data, "names", at, {"text": _said(text), "kind": kind, "hex": hex_name(at)})


def with_entry(data: Raw, at: int, text: str) -> dict[str, Data]:
    """Return a map with a way in or out at a hex, in place of the one there; raise CannotPlace."""
    if at not in dry(data):
        raise CannotPlace(f"{hex_name(at)} is not in play: nothing can come in there.")
    west, east, north, south = bounds(data)
    if west < at // 100 < east and north < at % 100 < south:
        raise CannotPlace(f"{hex_name(at)} is not at the edge of the map: nothing can come in there.")
    return _put(data, "entries", at, {"hex": hex_name(at), "text": _said(text)})


def without(data: Raw, key: str, hexes: Iterable[int]) -> dict[str, Data]:
    """Return a map without the `names` or `entries` of some hexes."""
    gone = set(hexes)
    return with_list(data, key, [entry for at, entry in hexes_named(data.get(key, ())) if at not in gone])


def _said(text: str) -> str:
    if not text.strip():
        raise CannotPlace("Write the name first, beside the tools.")
    return text.strip()


def _put(data: Raw, key: str, at: int, new: Raw) -> dict[str, Data]:
    entries = list(data.get(key, ()))
    here = next((place for place, entry in enumerate(entries) if entry.get("hex") == hex_name(at)), len(entries))
    height = {"height": entries[here]["height"]} if here < len(entries) and "height" in entries[here] else {}
    entries[here : here + 1] = [{**new, **(height if new.get("kind") == "hill" else {})}]
    return {**data, key: entries}
