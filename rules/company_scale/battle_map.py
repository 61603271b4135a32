"""The ground: terrain, levels, hexsides and roads of a map, and hexes named in commands (3.1, 6.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from rules.company_scale.counters import MoveClass
from rules.engine.caching import Immutable, Results
from rules.engine.command import Reason
from rules.engine.compiling import native_dataclass
from rules.hexes.grid import hex_id, neighbours

# --- Hexes named in commands and queries: reading them, and the message for a text that names none -----------------


def read_hex(text: str) -> int | None:
    """Return the hex a command names, or None if it is not a hex id."""
    try:
        return hex_id(text)
    except ValueError:
        return None


def no_hex(text: str, like: str = "18.40") -> Reason:
    """Return why a text names no hex; `like` shows how one is written."""
    return Reason(f'"{text}" is not a hex. Hexes look like {like}.')


def not_in_play(text: str, rule: str = "") -> Reason:
    """Return why a text names no hex of the map."""
    return Reason(f'"{text}" is not a hex on this map. Hexes look like 18.40.', rule)


# --- The ground: terrain, levels, hexsides and roads of a map (3.1, 6.2) -------------------------------------------

NO_ROADS: Final[frozenset[Road]] = frozenset()


class Terrain(StrEnum):
    """The terrain of a hex, shown by its centre dot (6.2.1)."""

    CLEAR = "clear"
    WOODS = "woods"
    VINEYARD = "vineyard"
    MARSH = "marsh"
    VILLAGE = "village"
    TOWN = "town"
    CITY = "city"


class Road(StrEnum):
    """The four kinds of road (6.2.1)."""

    TRAIL = "trail"
    PAVED = "paved"
    RAILROAD = "railroad"
    EVACUATION = "evacuation"


class Edge(StrEnum):
    """The features a hexside can carry (6.2.2); gray hexsides cannot be crossed (6.2.1)."""

    STREAM = "stream"
    RIVER = "river"
    SLOPE = "slope"
    STEEP_SLOPE = "steep_slope"
    RIDGE = "ridge"
    GRAY = "gray"


@native_dataclass(frozen=True, slots=True)
class MapHex:
    """One playable hex: terrain, elevation level 1 to 3, name of a place or ''.

    In a traffic jam it costs `times` as much to enter, even by road, and `defense` replaces its terrain's (22.1).
    """

    terrain: Terrain
    level: int
    name: str = ""
    times: int = 1
    defense: int | None = None


@native_dataclass(frozen=True, slots=True)
class Hexside:
    """What one hexside carries: features and the roads that cross it."""

    edges: frozenset[Edge] = frozenset()
    roads: frozenset[Road] = NO_ROADS


@native_dataclass(frozen=True, slots=True)
class Label:
    """A name on the map: text, kind (city, town, village, hamlet, hill, river, region, entry), hex id, metres or 0."""

    text: str
    kind: str
    hex: int
    height: int = 0


PLAIN: Final = Hexside()


@native_dataclass(frozen=True, slots=True)
class DrawnCourse:
    """The course of a road (of a `kind`) or of a river (of a `rank`, 1 for the greatest), in columns and rows."""

    course: tuple[tuple[float, float], ...]
    kind: str = ""
    name: str = ""
    rank: int = 4


@native_dataclass(frozen=True, slots=True)
class MapArt:
    """What a map is drawn by, free of rules meaning (see the map format).

    `elevation` gives meters by row, from the first column on; `water` the hexes that are nothing else, None if no
    file says; `hex_size_m` is the width of a hex in meters.
    """

    rivers: tuple[DrawnCourse, ...] = ()
    roads: tuple[DrawnCourse, ...] = ()
    elevation: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    water: tuple[int, ...] | None = None
    hex_size_m: int = 500


NO_ART: Final = MapArt()


@native_dataclass(frozen=True, slots=True)
class GroundCharts:
    """What terrain, hexsides and roads do, by the charts of a game (6.2, 6.2.1, 6.2.2).

    `entry` is in whole movement points, None where a class cannot enter; negative `defense` protects; `roads` are in
    halves of a point. `up` and `down` are what hexsides cost off the road uphill, and downhill or on one level;
    `fire_up` and `fire_down` what a slope between neighbors does to fire. `by_road` lists the hexsides that vehicles
    cross by road only, `closed` those that nobody crosses otherwise. `cover` and `crests` block sight.
    """

    entry: Mapping[Terrain, Mapping[MoveClass, int | None]]
    defense: Mapping[Terrain, int]
    cover: frozenset[Terrain]
    roads: Mapping[str, int]
    up: Mapping[Edge, int]
    down: Mapping[Edge, int]
    fire_up: Mapping[Edge, int]
    fire_down: Mapping[Edge, int]
    by_road: tuple[Edge, ...]
    closed: tuple[Edge, ...]
    crests: tuple[Edge, ...]
    ridge_defense: int
    ridge_marker_defense: int
    ridge_marker_fire: int
    names: Mapping[str, str]


def _printed() -> GroundCharts:
    from rules.company_scale.ground_charts import printed_ground_charts  # which reads a file

    return printed_ground_charts()


@dataclass(frozen=True, slots=True)
class BattleMap(Immutable):
    """The ground of one map; hex ids are col*100+row, hexsides are keyed (smaller id, larger id).

    `hexes` holds playable hexes only: a hex not in it has no dot (3.1). `sides` holds only hexsides that carry
    something. `rail_points` tell where railroads cross hexsides, in hundredths of half a side east of its middle,
    if not there (25.0). `entries` name the ways in and out. `source` tells the file it was read from from any
    other, "" for none. Switches of the scenario make hexsides cost nothing by road (`free_roads`) or keep bridges
    open in a traffic jam (`jam_bridges`). `charts` tell what the ground does, as printed if nothing else is said.
    """

    id: str
    title: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    hexes: Mapping[int, MapHex]
    sides: Mapping[tuple[int, int], Hexside]
    labels: tuple[Label, ...] = ()
    art: MapArt = NO_ART
    entries: tuple[Label, ...] = ()
    rail_points: Mapping[tuple[int, int], int] = field(default_factory=dict)
    source: str = field(default="", compare=False)
    free_roads: bool = False
    jam_bridges: bool = False
    charts: GroundCharts = field(default_factory=_printed, repr=False, compare=False)

    def side(self, a: int, b: int) -> Hexside:
        """Return what the hexside between neighbours `a` and `b` carries."""
        return self.sides.get((a, b) if a < b else (b, a), PLAIN)


def results_of(ground: BattleMap) -> Results:
    """Return the store of what follows from a map alone, for `cached_in`."""
    return ground.results


def city_of(ground: BattleMap, name: str) -> frozenset[int]:
    """Return the connected city hexes round the city of this name, none if it is not on the map (22.1)."""
    queue = [label.hex for label in ground.labels if label.kind == "city" and label.text == name]
    city: set[int] = set()
    while queue:
        here = queue.pop()
        map_hex = ground.hexes.get(here)
        if map_hex is not None and map_hex.terrain is Terrain.CITY and here not in city:
            city.add(here)
            queue.extend(neighbours(here))
    return frozenset(city)
