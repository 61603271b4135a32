"""Find places for the discs, names, stacks and markers of a map's areas, by cost: `python -m ….layout provence`.

The places are stored in the ground of the map, under `places`; nothing is searched for while somebody plays.
"""

from __future__ import annotations

import argparse
import math
import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import LineString, MultiLineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from app.systems.striking_anvil.board.geometry import LINE, Sheet, rows_of
from app.systems.striking_anvil.board.landscape import CM, Points
from app.systems.striking_anvil.board.margin import RIM
from app.systems.striking_anvil.board.shapes import Projector
from rules.engine.frozen import frozen
from rules.striking_anvil.loading.checks import home
from rules.striking_anvil.loading.scenarios import load_scenario
from rules.striking_anvil.scenario import ALLIED, GERMAN

Costs = npt.NDArray[np.float64]
STEP = 13.0
STACK, DISC, ROW = 112.0, 46.0, 132.0
"""Room in scene units: between two stacks, about a disc, of a row of three markers."""
SIZES = (36.0, 31.0, 27.0, 23.0, 20.0)
"""Heights of the letters of an area's name, the best first."""
LETTER = 0.86
"""The width of a spaced capital in heights."""
STEEPEST, STANDING = 32.0, 62.0
"""Names are turned at most so many degrees; where the long axis is steeper than the latter they stand level."""
_LITTLE_ROOM = 1.3
_BEST = 90


@dataclass(slots=True)
class Room:
    """An area with what its signs should keep clear of."""

    shape: Polygon
    town: Point
    label: LineString
    roads: BaseGeometry
    crossings: BaseGeometry
    grid: Points

    def clear(self, things: BaseGeometry, near: float) -> Costs:
        """Return for each point of the grid how far things reach into a radius about it: 0 to 1."""
        return np.clip(1 - shapely.distance(self._points, things) / near, 0, 1)

    def inside(self, margin: float) -> Costs:
        """Return for each point of the grid how far the outline reaches into a radius about it."""
        return np.clip(1 - shapely.distance(self._points, self.shape.exterior) / margin, 0, 1)

    @property
    def _points(self) -> npt.NDArray[np.object_]:
        return shapely.points(self.grid)


def room_of(sheet: Sheet, area: str) -> Room:
    """Return the room of an area."""
    shape = sheet.shapes.areas[area]
    project = Projector(sheet.map.projection)
    towns = [town for town in sheet.landscape.towns if town.area == area]
    at = project.point(towns[0].at if towns else sheet.map.areas[area].at)
    half = 8.0 * len(towns[0].name) if towns else 1.0
    near = [points for name, points in sheet.shapes.roads.items() if area in sheet.map.borders[name].areas]
    sites = [at for name, at in sheet.shapes.crossings.items() if area in sheet.map.borders[name].areas]
    left, top, right, bottom = shape.bounds
    grid = np.array([(x, y) for x in np.arange(left, right, STEP) for y in np.arange(top, bottom, STEP)])
    grid = grid[shapely.contains_xy(shape.buffer(-22), *grid.T)]
    label = LineString([(at[0] - half, at[1] + 32), (at[0] + half, at[1] + 32)])
    return Room(shape, Point(at), label, MultiLineString([line.tolist() for line in near]), MultiPoint(sites), grid)


@frozen
class Name:
    """Where a name stands: its middle, its angle in degrees, the height of its letters, in how many lines."""

    at: tuple[float, float]
    angle: float
    size: float
    lines: int

    def drawn(self, words: str) -> BaseGeometry:
        """Return the lines on which words would stand."""
        turn = math.radians(self.angle)
        rows = []
        for n, row in enumerate(rows_of(words, self.lines)):
            half, down = self.size * LETTER * len(row) / 2, (n - (self.lines - 1) / 2) * LINE * self.size
            x, y = self.at[0] - math.sin(turn) * down, self.at[1] + math.cos(turn) * down
            dx, dy = math.cos(turn) * half, math.sin(turn) * half
            rows.append([(x - dx, y - dy), (x + dx, y + dy)])
        return MultiLineString(rows)


@dataclass(slots=True)
class Places:
    """Where the signs of an area stand, in scene units; stacks and name only where they do."""

    disc: tuple[float, float]
    marks: tuple[float, float]
    stacks: Mapping[str, tuple[float, float]]
    name: Name | None = None


def place(sheet: Sheet, area: str) -> Places:
    """Return the best places of an area: stacks first, then the name, the disc, the markers."""
    room = room_of(sheet, area)
    stacks = {} if area in sheet.trays else _stacks(room)
    taken: list[tuple[BaseGeometry, float]] = [(Point(at), 94.0) for at in stacks.values()]
    name = None if area in sheet.trays else _name(room, sheet.map.areas[area].name, taken, twice=_is_twice(sheet, area))
    if name is not None:
        taken.append((name.drawn(sheet.map.areas[area].name), 30.0 + name.size / 2))
    disc = _best(room, taken, RIM + 30.0, 30.0)
    taken.append((Point(disc), DISC))
    marks = _best(room, [(thing, near + 28) for thing, near in taken], RIM + 24.0, 12.0, toward=Point(disc))
    return Places(disc, marks, stacks, name)


def _is_twice(sheet: Sheet, area: str) -> bool:
    """Tell whether the town has the name of the area already."""
    towns = [town.name for town in sheet.landscape.towns if town.area == area]
    return bool(towns) and towns[0] == sheet.map.areas[area].name


def _stacks(room: Room) -> dict[str, tuple[float, float]]:
    """Return the places of both stacks, the Allies' to the left."""
    middle = room.shape.centroid
    cost = 5.0 * room.inside(64) + 1.2 * room.clear(room.roads, 44) + 2.4 * room.clear(room.town, 92)
    cost += 1.6 * room.clear(room.label, 60) + 1.4 * room.clear(room.crossings, 70)
    cost += 0.0016 * np.hypot(room.grid[:, 0] - middle.x, room.grid[:, 1] - middle.y)
    best = np.argsort(cost)[:_BEST]
    apart = np.max(np.abs(room.grid[best][:, None, :] - room.grid[None, :, :]) * (1.0, 1.12), axis=2)
    aside = room.grid[None, :, 0] - room.grid[best][:, 0][:, None]
    pairs = cost[best][:, None] + cost[None, :] + 9 * np.clip(1 - apart / STACK, 0, 1) + 0.0022 * apart
    down = np.abs(room.grid[None, :, 1] - room.grid[best][:, 1][:, None])
    pairs += np.where(aside < 60, 1.2, 0.0) + 0.004 * down
    allied, german = np.unravel_index(int(np.argmin(pairs)), pairs.shape)
    return {ALLIED: _pair(room.grid[best[allied]]), GERMAN: _pair(room.grid[german])}


def _best(
    room: Room, taken: Sequence[tuple[BaseGeometry, float]], margin: float, spread: float, toward: Point | None = None
) -> tuple[float, float]:
    middle = toward if toward is not None else room.shape.centroid
    cost = 3.0 * room.inside(margin) + 1.0 * room.clear(room.roads, spread) + 2.2 * room.clear(room.town, spread + 36)
    cost += 1.8 * room.clear(room.label, spread + 12) + 1.2 * room.clear(room.crossings, 55)
    for thing, near in taken:
        cost += 4.0 * room.clear(thing, near)
    cost += 0.0012 * np.hypot(room.grid[:, 0] - middle.x, room.grid[:, 1] - middle.y)
    return _pair(room.grid[int(np.argmin(cost))])


def _pair(point: npt.NDArray[np.float64]) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _name(room: Room, words: str, taken: Sequence[tuple[BaseGeometry, float]], *, twice: bool) -> Name | None:
    """Return the best place of a name; None if the town has the same name and there is little room."""
    best: tuple[float, Name] | None = None
    axis = _axis(room.shape)
    wanted = 0.0 if abs(axis) > STANDING else max(-STEEPEST, min(STEEPEST, axis))
    for n, size in enumerate(SIZES):
        for angle in dict.fromkeys((wanted, 0.0)):
            for lines in (1, 2) if "-" in words else (1,):
                names = [Name(_pair(at), angle, size, lines) for at in room.grid]
                drawn = np.array([name.drawn(words) for name in names])
                cost = _cost_of_names(room, drawn, size, taken)
                cost += 0.34 * n + 0.01 * abs(angle - wanted) + 0.6 * (lines - 1)
                k = int(np.argmin(cost))
                if best is None or cost[k] < best[0]:
                    best = float(cost[k]), names[k]
    return best[1] if best is not None and (not twice or best[0] < _LITTLE_ROOM) else None


def _cost_of_names(
    room: Room, lines: npt.NDArray[np.object_], size: float, taken: Sequence[tuple[BaseGeometry, float]]
) -> Costs:
    outside = 1 - shapely.length(shapely.intersection(lines, room.shape.buffer(-size * 0.6 - RIM))) / shapely.length(
        lines
    )
    cost = 30 * outside + 0.7 * np.clip(1 - shapely.distance(lines, room.crossings) / 60, 0, 1)
    cost += 0.002 * shapely.length(shapely.intersection(lines, room.roads.buffer(14)))
    for thing, near in (*taken, (room.town, 40.0), (room.label, 22.0)):
        cost += 5 * np.clip(1 - shapely.distance(lines, thing) / (near + size * 0.5), 0, 1)
    middle = room.shape.centroid
    away = np.hypot(room.grid[:, 0] - middle.x, room.grid[:, 1] - middle.y)
    return np.asarray(cost + 0.0015 * away, dtype=np.float64)


def _axis(shape: Polygon) -> float:
    """Return the direction of the long axis in degrees, -90 to 90."""
    corners = np.asarray(shape.minimum_rotated_rectangle.exterior.coords)
    sides = corners[1:3] - corners[:2]
    dx, dy = max(sides, key=lambda side: float(np.hypot(*side)))
    angle = math.degrees(math.atan2(dy, dx))
    return angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle


def written(places: Mapping[str, Places]) -> str:
    """Return places as they stand in a file."""
    rows = ["places: # found by app/systems/striking_anvil/layout.py"]
    for area, found in places.items():
        parts = [f"disc: {_cm(found.disc)}", f"marks: {_cm(found.marks)}"]
        parts += [f"{side}: {_cm(at)}" for side, at in found.stacks.items()]
        if found.name is not None:
            name = found.name
            parts += [f"name: {_cm(name.at)}", f"angle: {round(name.angle)}", f"size: {name.size / CM:.2f}"]
            parts += [f"lines: {name.lines}"] if name.lines > 1 else []
        text = f'  "{area}": {{{", ".join(parts)}}}'
        rows += textwrap.wrap(text, 118, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(rows) + "\n"


def _cm(at: tuple[float, float]) -> str:
    return f"[{round(at[0] / CM, 2)}, {round(at[1] / CM, 2)}]"


def main(arguments: Sequence[str] | None = None) -> int:
    """Find the places of a shipped map and write them into its ground."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("map", help="id of a shipped map")
    name = parser.parse_args(arguments).map
    sheet = Sheet(load_scenario({"map": name}).map)
    text = written({area: place(sheet, area) for area in sheet.map.areas})
    path = home() / "ground" / f"{name}.yaml"
    kept = re.sub(r"\nplaces:.*?(?=\n\S|\Z)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    path.write_text(kept.rstrip("\n") + "\n\n" + text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
