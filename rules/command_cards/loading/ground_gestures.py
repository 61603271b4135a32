"""What each gesture makes of the ground of a battle that is being made: terrain, roads, names.

A battle whose ground is changed has a map of its own from then on, within it; the map that it named stays as it is.
`land` is the data of its present map, in which nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from rules.command_cards.charts import FORBIDDEN, Charts, house_charts
from rules.command_cards.hexes import NEIGHBOURS, ROWS, distance, width
from rules.command_cards.loading.checks import letters, off_board
from rules.files.problems import CannotPlace, Data, list_in, table_in

Raw = Mapping[str, Data]

_WATER: Final = ("river", "stream")
_BRIDGE: Final = "bridge"
_OPEN: Final = "open"


def terrain_of(land: Raw, at: str) -> str:
    """Return the terrain of a hex of the board."""
    letter = land["rows"][ROWS.index(at[0])][int(at[1:]) - 1]
    return letters()[letter]


def with_terrain(data: Raw, land: Raw, charts: Charts, places: Iterable[str], terrain: str) -> dict[str, Data]:
    """Return the battle with another terrain in hexes of the board.

    Water under a road gets a bridge; anything else that tanks cannot enter ends the road.
    """
    rows, roads = list(land["rows"]), list_in(land, "roads")
    for place in places:
        _on_board(place)
        is_on_road = any(place in road for road in roads)
        new = _BRIDGE if terrain in _WATER and is_on_road else terrain
        if is_on_road and charts.terrains[new].enter.get("armor") == FORBIDDEN:
            roads = _cut(roads, place)
        _letter(rows, place, new)
    return _with_land(data, land, {"rows": rows} | ({"roads": roads} if roads != list_in(land, "roads") else {}))


def _letter(rows: list[str], place: str, terrain: str) -> None:
    row, column = ROWS.index(place[0]), int(place[1:]) - 1
    rows[row] = rows[row][:column] + house_charts().terrains[terrain].code + rows[row][column + 1 :]


def course(start: str, to: str) -> list[str]:
    """Return a row of hexes that lie beside one another, from one to another."""
    found = [start]
    while found[-1] != to:
        found.append(min(NEIGHBOURS[found[-1]], key=lambda place: distance(place, to)))
    return found


def with_road(data: Raw, land: Raw, charts: Charts, places: Sequence[str]) -> dict[str, Data]:
    """Return the battle with a road along hexes that lie beside one another; it bridges water; raise CannotPlace."""
    rows = list(land["rows"])
    for place in places:
        _on_board(place)
        terrain = terrain_of(land, place)
        if terrain in _WATER:
            _letter(rows, place, _BRIDGE)
        elif charts.terrains[terrain].enter.get("armor") == FORBIDDEN:
            raise CannotPlace(f"A road can't cross {place} ({charts.terrains[terrain].name}).")
    roads = [list(road) for road in list_in(land, "roads")]
    known = {frozenset(step) for road in roads for step in pairwise(road)}
    for run in _new(places, known):
        roads = _joined(roads, run)
    return _with_land(data, land, {"rows": rows, "roads": roads})


def without_road(data: Raw, land: Raw, at: str) -> dict[str, Data]:
    """Return the battle with no road through a hex."""
    return _with_land(data, land, {"roads": _cut(list_in(land, "roads"), at)})


def with_name(data: Raw, land: Raw, at: str, name: str) -> dict[str, Data]:
    """Return the battle with a name on a hex, or none for ""."""
    _on_board(at)
    names = {place: old for place, old in table_in(land, "names").items() if place != at or name}
    return _with_land(data, land, {"names": names | ({at: name} if name else {})})


def cleared(data: Raw, land: Raw) -> dict[str, Data]:
    """Return the battle on open ground without roads and names."""
    rows = [house_charts().terrains[_OPEN].code * width(row) for row in ROWS]
    return _with_land(data, land, {"rows": rows, "roads": [], "names": {}})


def _on_board(place: str) -> None:
    if place not in NEIGHBOURS:
        raise CannotPlace(off_board(place))


def _with_land(data: Raw, land: Raw, changes: Raw) -> dict[str, Data]:
    """Return the battle on changed ground; what is as it was leaves it with the map that it names."""
    after: dict[str, Any] = {**land, **changes}
    made = {key: value for key, value in after.items() if value or key not in ("roads", "names")}
    return dict(data) if made == dict(land) else {**data, "map": made}


def _cut(roads: Sequence[Sequence[str]], at: str) -> list[list[str]]:
    """Return roads without a hex, and what of them is too short to be one."""
    left: list[list[str]] = []
    for road in roads:
        parts: list[list[str]] = [[]]
        for place in road:
            if place == at:
                parts.append([])
            else:
                parts[-1].append(place)
        left += [part for part in parts if len(part) > 1]
    return left


def _new(places: Sequence[str], known: set[frozenset[str]]) -> list[list[str]]:
    """Return the parts of a course along which there is no road yet."""
    runs: list[list[str]] = []
    for one, after in pairwise(places):
        if frozenset((one, after)) in known:
            continue
        known.add(frozenset((one, after)))
        if runs and runs[-1][-1] == one:
            runs[-1].append(after)
        else:
            runs.append([one, after])
    return runs


def _joined(roads: list[list[str]], run: list[str]) -> list[list[str]]:
    """Return roads with another one, which goes on with one that ends where it begins or ends."""
    for place, road in enumerate(roads):
        for way in (run, run[::-1]):
            if road[-1] == way[0]:
                return [*roads[:place], [*road, *way[1:]], *roads[place + 1 :]]
            if road[0] == way[-1]:
                return [*roads[:place], [*way, *road[1:]], *roads[place + 1 :]]
    return [*roads, run]
