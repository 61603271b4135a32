"""Build a map's data from a source of real lines, areas and heights, with corrections made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from rules.company_scale.loading.map_checks import WATER, side_ids
from rules.company_scale.mapmaking.hex_net import MapPoint, Net, Projection, Side, bank, chain, hex_at, inside
from rules.files.problems import Data
from rules.hexes.grid import hex_id, hex_name, hexside

EDGES: Final = ("river", "stream", "slope", "steep_slope", "ridge", "gray")
_AREAS: Final = {"woods": "w", "vineyard": "v", "marsh": "m"}
_PLACES: Final = {"city": "C", "town": "T", "village": "V"}
_STEEP: Final = 85  # height difference in metres between hexes of 500 m; the levels must differ too


class Maker:
    """Works out a map step by step: water, terrain, heights, hexsides, roads."""

    def __init__(self, source: Mapping[str, Data]) -> None:
        """Take a source that fits its schema; nothing is worked out yet."""
        self.source = source
        plane = source["projection"]
        self.projection = plane if isinstance(plane, Projection) else Projection.of(plane)
        (west, east), (north, south) = source["columns"], source["rows"]
        self.columns, self.rows = range(west, east + 1), range(north, south + 1)
        self.steep = _STEEP * source.get("hex_size_m", 500) / 500
        self.hexes = [c * 100 + r for r in self.rows for c in self.columns]
        self.corrections: Mapping[str, Data] = source.get("corrections", {})
        self.water = {hex_id(name) for name in source.get("water", ())}
        self.levels = self._numbers("levels")
        self.metres = self._numbers("heights")
        self.sides = self._hexsides()
        self.terrain = self._terrain()
        self.bridges = {side_ids(bridge["hexside"]): str(bridge["state"]) for bridge in source.get("bridges", ())}

    def map(self) -> dict[str, Data]:
        """Return the map document."""
        roads = [entry for road in self.source["roads"] for entry in self._road(road)]
        return {
            "format": "chitpull-map/1",
            "id": self.source["id"],
            "title": self.source["title"],
            "hex_size_m": self.source.get("hex_size_m", 500),
            "columns": list(self.source["columns"]),
            "rows": list(self.source["rows"]),
            "terrain": {r: "".join(self.terrain[c * 100 + r] for c in self.columns) for r in self.rows},
            "levels": {r: "".join(str(self.levels[c * 100 + r]) for c in self.columns) for r in self.rows},
            "elevation": {r: [self.metres[c * 100 + r] for c in self.columns] for r in self.rows},
            "hexsides": {edge: _written(self.sides[edge]) for edge in EDGES},
            "roads": roads,
            "bridges": list(self._bridges(roads)),
            "names": list(self._names()),
            "entries": [dict(entry) for entry in self.source.get("entries") or ()],
            "art": {key: courses for key in ("rivers", "roads") if (courses := list(self._courses(key)))},
        }

    def _numbers(self, key: str) -> dict[int, int]:
        rows: Mapping[str, Data] = self.source[key]
        return {
            c * 100 + int(row): int(value)
            for row, values in rows.items()
            for c, value in zip(self.columns, values, strict=True)
        }

    def _terrain(self) -> dict[int, str]:
        terrain = dict.fromkeys(self.hexes, ".")
        for area in self.source["areas"]:
            within = inside(self.hexes, self.projection.line(area["outline"]))
            terrain.update(dict.fromkeys(within, _AREAS[area["kind"]]))
        terrain.update(dict.fromkeys(self.water, WATER))
        for place in self.source["places"]:
            letter = _PLACES.get("village" if place.get("built") else place["kind"], "")
            if letter:
                terrain.update(dict.fromkeys(self._hexes_of(place), letter))
        for name, letter in self.corrections.get("terrain", {}).items():
            terrain[hex_id(name)] = letter
        return terrain

    def _hexes_of(self, place: Mapping[str, Data]) -> list[int]:
        """Return the hexes of a place: those listed, else the one it stands in, if that is on the map."""
        if "hexes" in place:
            return [hex_id(name) for name in place["hexes"]]
        h = hex_at(self.projection.at(place["at"]))
        return [h] if h in self.levels else []

    def _hexsides(self) -> dict[str, set[Side]]:
        net = Net(self.hexes)
        sides: dict[str, set[Side]] = {edge: set() for edge in EDGES}
        joins: set[tuple[int, int]] = set()
        for river in self.source["rivers"]:
            way = bank(self.projection.line(river["course"]), net.links, joins)
            sides[river["kind"]].update(net.sides(way))
            joins.update(way)
        for ridge in self.source["ridges"]:
            sides["ridge"].update(net.sides(bank(self.projection.line(ridge["course"]), net.links, ())))
        sides["stream"] = {side for side in sides["stream"] - sides["river"] if self.water.isdisjoint(side)}
        self._correct(sides, ("river", "stream", "ridge", "gray"))
        plain = set(net.side.values()).difference(*sides.values())
        for a, b in plain:
            if a in self.levels and b in self.levels and self.levels[a] != self.levels[b]:
                steep = abs(self.metres[a] - self.metres[b]) >= self.steep
                sides["steep_slope" if steep else "slope"].add((a, b))
        self._correct(sides, ("slope", "steep_slope"))
        return sides

    def _correct(self, sides: dict[str, set[Side]], edges: Iterable[str]) -> None:
        """Apply the corrections of some features; a hexside added as one of two kinds is no longer the other."""
        changes: Mapping[str, Data] = self.corrections.get("hexsides", {})
        for edge in edges:
            change = changes.get(edge, {})
            added = {side_ids(text) for text in change.get("add", ())}
            sides[edge] -= {side_ids(text) for text in change.get("remove", ())}
            sides[edge] |= added
            for pair in (("river", "stream"), ("slope", "steep_slope")):
                if edge in pair:
                    sides[pair[1 - pair.index(edge)]] -= added

    def _road(self, road: Mapping[str, Data]) -> Iterator[dict[str, Data]]:
        """Yield a road in the pieces left by bridges that are down."""
        via = [hex_id(name) for name in road.get("via", ())]
        try:
            way = chain(self.projection.line(road["course"]), via, self._can_go, set(self.hexes) - self.water)
        except ValueError as error:
            raise ValueError(f"{road['name']}: {error}") from None
        pieces = [[way[0]]]
        for a, b in pairwise(way):
            if self.bridges.get(hexside(a, b)) == "down":
                pieces.append([])
            pieces[-1].append(b)
        for piece in pieces:
            if len(piece) > 1:
                yield {"kind": road["kind"], "name": road["name"], "hexes": [hex_name(h) for h in piece]}

    def _can_go(self, a: int, b: int) -> bool:
        side = hexside(a, b)
        dry = b in self.levels and self.terrain[b] != WATER
        return dry and (side not in self.sides["river"] or side in self.bridges) and side not in self.sides["gray"]

    def _bridges(self, roads: Iterable[Mapping[str, Data]]) -> Iterator[dict[str, str]]:
        crossed = {side_ids(f"{a}/{b}") for road in roads for a, b in pairwise(road["hexes"])}
        for bridge in self.source.get("bridges", ()):
            if bridge["state"] != "down" and side_ids(bridge["hexside"]) in crossed:
                yield {"hexside": bridge["hexside"], "name": bridge["name"]}

    def _names(self) -> Iterator[dict[str, Data]]:
        for place in self.source["places"]:
            h = hex_at(self.projection.at(place["at"]))
            if h in self.levels:
                yield {"text": place["name"], "kind": place["kind"], "hex": hex_name(h)}
        for peak in self.source["peaks"]:
            h = hex_id(peak["hex"]) if "hex" in peak else hex_at(self.projection.at(peak["at"]))
            yield {"text": peak["name"], "kind": "hill", "hex": hex_name(h), "height": peak["height"]}
        yield from (dict(label) for label in self.source.get("labels") or ())

    def _courses(self, key: str) -> Iterator[dict[str, Data]]:
        """Yield the parts of real lines on the map or just beyond its edge, for drawing."""
        for entry in self.source[key]:
            head = {name: entry[name] for name in ("kind", "name") if key == "roads"} or {
                "name": entry["name"],
                "rank": entry["rank"],
            }
            for part in self._seen(self.projection.line(entry["course"])):
                yield {**head, "course": [[round(x, 2), round(y, 2)] for x, y in part]}

    def _seen(self, line: list[MapPoint]) -> Iterator[list[MapPoint]]:
        part: list[MapPoint] = []
        for i, (x, y) in enumerate(line):
            near = [(px, py) for px, py in line[max(0, i - 1) : i + 2] if self._is_seen(px, py)]
            if near:
                part.append((x, y))
            elif part:
                if len(part) > 1:
                    yield part
                part = []
        if len(part) > 1:
            yield part

    def _is_seen(self, x: float, y: float) -> bool:
        return self.columns[0] - 1 < x < self.columns[-1] + 1 and self.rows[0] - 1 < y < self.rows[-1] + 1.5


def _written(sides: Iterable[Side]) -> list[str]:
    numbered = [(a, b) for a, b in sorted(sides) if min(a // 100, a % 100, b // 100, b % 100) > 0]
    return [f"{hex_name(a)}/{hex_name(b)}" for a, b in numbered]
