"""Make a map of GeoJSON and heights, with a centre, a hex size and a turn in place of control points (3.1, 6.2)."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union

from rules.company_scale.mapmaking.build import Maker
from rules.company_scale.mapmaking.geojson import OSM, Features, read_geojson
from rules.company_scale.mapmaking.heights import Heights, mean_height, read_heights
from rules.company_scale.mapmaking.hex_net import (
    COLUMN_KM,
    ROW_KM,
    MapPoint,
    Projection,
    chain,
    hex_at,
    hex_place,
    inside,
    samples,
)
from rules.files.problems import Data
from rules.hexes.grid import hex_name, hexside

MOST: Final = 98
"""The most columns and rows: hexes have two digits for each."""
HEIGHTS: Final = (".hgt", ".asc")
_LAT_KM: Final = (111.13295, -0.55982, 0.00118)
_LON_KM: Final = (111.41288, -0.0935, 0.00012)
"""A degree on the WGS 84 ellipsoid in kilometres, by multiples of the latitude."""
_NEAR: Final = 1.3
"""How far, in hexes, a bridge may be from where a road crosses a river on the ground."""
_RANKS: Final = {"river": 2, "stream": 4}


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a map lies: its middle (longitude, latitude), columns and rows, hexes in meters, degrees clockwise."""

    center: MapPoint
    columns: int
    rows: int
    hex_size_m: int = 500
    turn: float = 0.0

    @property
    def projection(self) -> Projection:
        """The plane around the middle of the map; within metres of the ground at 50 km."""
        lat = math.radians(self.center[1])
        north = _LAT_KM[0] + _LAT_KM[1] * math.cos(2 * lat) + _LAT_KM[2] * math.cos(4 * lat)
        east = _LON_KM[0] * math.cos(lat) + _LON_KM[1] * math.cos(3 * lat) + _LON_KM[2] * math.cos(5 * lat)
        scale = ROW_KM * 1000 / self.hex_size_m
        x, y = self._middle
        return Projection(
            self.center,
            (east * scale, north * scale),
            math.radians(self.turn),
            (x * COLUMN_KM, -y * ROW_KM),
            1.0,
            1.0,
            (),
        )

    @property
    def _middle(self) -> MapPoint:
        return (self.columns + 1) / 2, (self.rows + 1.5) / 2

    def place(self, at: MapPoint) -> MapPoint:
        """Return the longitude and latitude of a place in hex space."""
        plane = self.projection
        x, y = at[0] * COLUMN_KM - plane.shift[0], -at[1] * ROW_KM - plane.shift[1]
        east = x * math.cos(plane.turn) + y * math.sin(plane.turn)
        north = y * math.cos(plane.turn) - x * math.sin(plane.turn)
        return self.center[0] + east / plane.km_per_degree[0], self.center[1] + north / plane.km_per_degree[1]

    @property
    def outline(self) -> Polygon:
        """The ground of the map in longitude and latitude."""
        west, east, north, south = 0.4, self.columns + 0.6, 0.6, self.rows + 0.9
        return Polygon([self.place(corner) for corner in ((west, north), (east, north), (east, south), (west, south))])

    @property
    def hexes(self) -> list[int]:
        """The hexes of the map."""
        return [c * 100 + r for c in range(1, self.columns + 1) for r in range(1, self.rows + 1)]


def source_of(frame: Frame, files: Sequence[Path], levels: Sequence[int], name: str, title: str) -> dict[str, Data]:
    """Return the source of a map of what some files tell; raise ValueError with a sentence, or OSError.

    `levels` are the heights in meters from which levels 2 and 3 begin; without them the relief is cut in thirds.
    """
    features, grids = Features(), [read_heights(path) for path in files if path.suffix.lower() in HEIGHTS]
    for path in files:
        if path.suffix.lower() not in HEIGHTS:
            read_geojson(path, frame.outline, features)
    metres = _metres(frame, grids)
    lines = list(features.merged())
    source: dict[str, Data] = {
        "id": name,
        "title": title,
        "columns": [1, frame.columns],
        "rows": [1, frame.rows],
        "hex_size_m": frame.hex_size_m,
        "remarks": [OSM] if features.is_osm else [],
        "rivers": sorted(_rivers(lines), key=lambda each: (each["rank"], -len(each["course"]))),
        "ridges": [{"course": list(line.coords)} for kind, _, line in lines if kind == "ridge"],
        "areas": [
            {"kind": kind, "outline": list(area.exterior.coords)} for kind, area in features.areas if kind != "water"
        ],
        "places": [{"name": n, "kind": kind, "at": (p.x, p.y)} for kind, n, p, _ in features.points if kind != "peak"],
        "peaks": [
            {"name": n, "height": height or metres[hex_at(frame.projection.at((p.x, p.y)))], "at": (p.x, p.y)}
            for kind, n, p, height in features.points
            if kind == "peak" and hex_at(frame.projection.at((p.x, p.y))) in metres
        ],
        "water": [hex_name(h) for h in _water(frame, features)],
        "levels": _by_row(frame, _levels(metres, levels)),
        "heights": _by_row(frame, metres),
        "roads": [],
    }
    return {**source, **_roads(frame, source, lines)}


def _rivers(lines: Sequence[tuple[str, str, LineString]]) -> Iterator[dict[str, Data]]:
    for kind, name, line in lines:
        if kind in _RANKS:
            yield {"kind": kind, "name": name, "rank": _RANKS[kind], "course": list(line.coords)}


def _metres(frame: Frame, grids: Sequence[Heights]) -> dict[int, int]:
    """Return the mean height of each hex, 0 for all without any heights."""
    found = {}
    for h in frame.hexes:
        x, y = hex_place(h)
        around = [(x + dx / 4, y + dy / 4) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        metres = mean_height(grids, [frame.place(at) for at in around]) if grids else 0.0
        if math.isnan(metres):
            lon, lat = frame.place((x, y))
            raise ValueError(
                f"No height is known in {hex_name(h)}, at {lon:.3f} {lat:.3f}; add the file of that ground."
            )
        found[h] = round(metres)
    return found


def _levels(metres: Mapping[int, int], given: Sequence[int]) -> dict[int, int]:
    known = sorted(metres.values())
    low, high = known[len(known) // 20], known[-1 - len(known) // 20]
    second, third = given or (low + (high - low) / 3, low + (high - low) * 2 / 3)
    if low == high and not given:
        return dict.fromkeys(metres, 1)
    return {h: 1 + (height >= second) + (height >= third) for h, height in metres.items()}


def _by_row(frame: Frame, values: Mapping[int, int]) -> dict[str, list[int]]:
    return {str(r): [values[c * 100 + r] for c in range(1, frame.columns + 1)] for r in range(1, frame.rows + 1)}


def _water(frame: Frame, features: Features) -> list[int]:
    """Return the hexes whose middles lie in water."""
    plane = frame.projection
    outlines = [plane.line(area.exterior.coords) for kind, area in features.areas if kind == "water"]
    return sorted({h for outline in outlines for h in inside(frame.hexes, outline, rim=0.0)})


def _roads(frame: Frame, source: Mapping[str, Data], lines: Sequence[tuple[str, str, LineString]]) -> dict[str, Data]:
    """Return the roads, and a bridge wherever one crosses a river; what cannot be led is told in the remarks."""
    maker, plane = Maker({**source, "projection": frame.projection}), frame.projection
    rivers = unary_union([LineString(river["course"]) for river in source["rivers"] if river["kind"] == "river"])
    roads, bridges, told = [], dict[int, dict[str, Data]](), list(source["remarks"])
    dry = set(frame.hexes) - maker.water
    for kind, name, line in lines:
        if kind in _RANKS or kind == "ridge":
            continue
        course = plane.line(line.coords)
        if not any(hex_at(place) in dry for place in samples(course)):
            continue
        spots = _spots(plane, line, rivers)

        def can_go(a: int, b: int, spots: Sequence[MapPoint] = tuple(spots)) -> bool:
            if b not in dry:
                return False
            return hexside(a, b) not in maker.sides["river"] or any(_is_near(a, b, spot) for spot in spots)

        try:
            way = chain(course, (), can_go, dry)
        except ValueError as error:
            told.append(f"Left out: {name or kind}, {error}.")
            continue
        crossed = [hexside(a, b) for a, b in pairwise(way) if hexside(a, b) in maker.sides["river"]]
        for a, b in crossed:
            text = f"{hex_name(a)}/{hex_name(b)}"
            bridges[a * 10000 + b] = {"hexside": text, "name": f"{name} bridge".strip().capitalize(), "state": "up"}
        roads.append({"kind": kind, "name": name, "course": list(line.coords)})
    return {"roads": roads, "bridges": list(bridges.values()), "remarks": told}


def _spots(plane: Projection, road: LineString, rivers: object) -> list[MapPoint]:
    """Return where a road crosses a river, in hex space."""
    crossing = road.intersection(rivers)
    points = [crossing] if isinstance(crossing, Point) else list(getattr(crossing, "geoms", ()))
    return [plane.at((point.centroid.x, point.centroid.y)) for point in points if not point.is_empty]


def _is_near(a: int, b: int, spot: MapPoint) -> bool:
    (ax, ay), (bx, by) = hex_place(a), hex_place(b)
    return math.hypot((ax + bx) / 2 - spot[0], (ay + by) / 2 - spot[1]) < _NEAR


# --- The command ---------------------------------------------------------------------------------------------------


def options() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    top = argparse.ArgumentParser(
        prog="python -m rules.company_scale.mapmaking import",
        description="Make a map of GeoJSON files and heights (.hgt, .asc), all in longitude and latitude.",
    )
    top.add_argument("files", nargs="+", type=Path, metavar="FILE", help="GeoJSON, .hgt or .asc")
    top.add_argument("--center", nargs=2, type=float, required=True, metavar=("LON", "LAT"), help="middle of the map")
    top.add_argument("--size", nargs=2, type=int, default=(30, 20), metavar=("COLUMNS", "ROWS"))
    top.add_argument("--hex", type=int, default=500, metavar="METERS", help="width of a hex")
    top.add_argument("--turn", type=float, default=0.0, metavar="DEGREES", help="how far the map is turned clockwise")
    top.add_argument(
        "--levels", nargs=2, type=int, default=(), metavar=("SECOND", "THIRD"), help="where they begin, in meters"
    )
    top.add_argument("--title", default="", help="the title of the map; its file's name without it")
    top.add_argument("--to", type=Path, required=True, metavar="MAP.yaml", help="the map to write")
    return top


def faults_of(args: argparse.Namespace) -> Iterator[str]:
    """Yield what is wrong with what was asked, in sentences."""
    (lon, lat), (columns, rows) = args.center, args.size
    if not (-180 <= lon <= 180 and -85 <= lat <= 85):
        yield "The center is a longitude from -180 to 180 and a latitude from -85 to 85."
    if not (2 <= columns <= MOST and 2 <= rows <= MOST):
        yield f"A map has 2 to {MOST} columns and rows."
    if not 50 <= args.hex <= 5000:
        yield "A hex is 50 to 5,000 meters wide."
    if args.levels and args.levels[0] >= args.levels[1]:
        yield "Level 3 begins higher than level 2; write the lower height first."
    if args.to.suffix != ".yaml":
        yield "A map is a file that ends in .yaml."
