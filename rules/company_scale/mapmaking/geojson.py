"""What a GeoJSON file tells of the ground: rivers, roads, crests, woods and places, by the tags of OpenStreetMap."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import shapely
from shapely.errors import ShapelyError
from shapely.geometry import LineString, Point, Polygon, shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge

LARGEST: Final = 100_000_000
"""The largest GeoJSON file that is read, in bytes."""
_LINES: Final[Mapping[str, Mapping[str, str]]] = {
    "waterway": {"river": "river", "stream": "stream", "brook": "stream", "canal": "river"},
    "highway": {
        **dict.fromkeys(("motorway", "trunk", "primary", "secondary", "tertiary"), "paved"),
        **dict.fromkeys(("unclassified", "road", "track"), "trail"),
    },
    "railway": {"rail": "railroad", "narrow_gauge": "railroad", "light_rail": "railroad"},
    "natural": {"ridge": "ridge", "arete": "ridge"},
}
_AREAS: Final[Mapping[str, Mapping[str, str]]] = {
    "landuse": {"forest": "woods", "vineyard": "vineyard", "orchard": "vineyard"},
    "natural": {"wood": "woods", "wetland": "marsh", "water": "water"},
    "waterway": {"riverbank": "water"},
}
_POINTS: Final[Mapping[str, Mapping[str, str]]] = {
    "place": {"city": "city", "town": "town", "village": "village", "hamlet": "hamlet"},
    "natural": {"peak": "peak"},
}
KINDS: Final[Mapping[str, frozenset[str]]] = {
    "line": frozenset({"river", "stream", "paved", "trail", "railroad", "ridge"}),
    "area": frozenset({"woods", "vineyard", "marsh", "water"}),
    "point": frozenset({"city", "town", "village", "hamlet", "peak"}),
}
"""What a feature can be by its geometry, also written out as its property `kind`."""
_TAGS: Final = {"line": _LINES, "area": _AREAS, "point": _POINTS}
OSM: Final = "Data © OpenStreetMap contributors, Open Database License (openstreetmap.org/copyright)."


@dataclass(slots=True)
class Features:
    """Lines, areas and points in longitude and latitude, each with its kind and name; heights of points or 0."""

    lines: dict[tuple[str, str], list[LineString]] = field(default_factory=lambda: defaultdict(list))
    areas: list[tuple[str, Polygon]] = field(default_factory=list)
    points: list[tuple[str, str, Point, int]] = field(default_factory=list)
    is_osm: bool = False

    def merged(self) -> Iterator[tuple[str, str, LineString]]:
        """Yield the lines, those of a kind and name joined where they meet."""
        for (kind, name), parts in sorted(self.lines.items()):
            whole = linemerge(parts) if len(parts) > 1 else parts[0]
            yield from ((kind, name, line) for line in _parts(whole, LineString))


def read_geojson(path: Path, within: Polygon, found: Features) -> None:
    """Add what lies within an outline; raise ValueError with a sentence, or OSError."""
    if path.stat().st_size > LARGEST:
        raise ValueError(f"{path.name} is larger than {LARGEST // 1_000_000} MB; cut out the part you need.")
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise ValueError(f"{path.name} is not JSON.") from None
    features = data.get("features") if isinstance(data, Mapping) else None
    if not isinstance(features, list):
        raise ValueError(f'{path.name} is no GeoJSON; it must be a FeatureCollection with "features".')
    for number, feature in enumerate(features, 1):
        _take(feature, f"{path.name}: feature {number}", within, found)


def _take(feature: Any, where: str, within: Polygon, found: Features) -> None:
    if not isinstance(feature, Mapping):
        raise ValueError(f"{where} is not a Feature.")
    tags = _tags(feature.get("properties"))
    found.is_osm |= any(key in tags for key in _TAGS["line"]) or any(key in tags for key in _TAGS["area"])
    if not isinstance(feature.get("geometry"), Mapping):
        return
    try:
        ground = shape(feature["geometry"])
        ground = shapely.intersection(ground if ground.is_valid else shapely.make_valid(ground), within)
    except (ShapelyError, ValueError, TypeError, KeyError, AttributeError, IndexError):
        raise ValueError(f"{where} has no geometry of longitudes and latitudes.") from None
    name = tags.get("name") or tags.get("ref") or ""
    for line in _parts(ground, LineString) if (kind := _kind("line", tags)) else ():
        found.lines[kind, name].append(line)
    for area in _parts(ground, Polygon) if (kind := _kind("area", tags)) else ():
        found.areas.append((kind, area))
    for point in _parts(ground, Point) if (kind := _kind("point", tags)) and name else ():
        found.points.append((kind, name, point, _height(tags.get("ele", ""))))


def _tags(properties: Any) -> Mapping[str, str]:
    """Return properties as text; OpenStreetMap's own may lie one deeper, under `tags`."""
    plain = properties if isinstance(properties, Mapping) else {}
    deeper = plain.get("tags")
    every = {**plain, **(deeper if isinstance(deeper, Mapping) else {})}
    return {
        str(key): " ".join(str(value).split()) for key, value in every.items() if isinstance(value, str | int | float)
    }


def _kind(form: str, tags: Mapping[str, str]) -> str:
    """Return what a feature is on the map, "" for nothing."""
    if tags.get("kind") in KINDS[form]:
        return tags["kind"]
    return next((kinds[tags[key]] for key, kinds in _TAGS[form].items() if tags.get(key) in kinds), "")


def _height(text: str) -> int:
    number = text.removesuffix("m").strip().replace(",", ".")
    try:
        return round(float(number))
    except (ValueError, OverflowError):
        return 0


def _parts(whole: BaseGeometry, kind: type[BaseGeometry]) -> Iterable[Any]:
    """Return what of a geometry is of a kind: itself, or its parts."""
    if isinstance(whole, kind):
        return [] if whole.is_empty else [whole]
    return [one for part in getattr(whole, "geoms", ()) for one in _parts(part, kind)]
