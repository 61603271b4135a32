"""Turn longitude and latitude into hex space by the calibration of a source file."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.files.values import Data

MapPoint = tuple[float, float]
ROW_KM: Final = 0.5
COLUMN_KM: Final = ROW_KM * math.sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class Projection:
    """A calibration: a plane around an origin, turned, moved, and bent by control points.

    Each control point (x, y, shift east, shift north, all in kilometres) pulls its surroundings along; the pull fades
    away over `sigma` kilometres, and `base` keeps it from reaching far where no other point is near.
    """

    origin: MapPoint
    km_per_degree: MapPoint
    turn: float
    shift: MapPoint
    sigma: float
    base: float
    points: tuple[tuple[float, float, float, float], ...]

    @classmethod
    def of(cls, data: Mapping[str, Data]) -> Projection:
        """Read the calibration of a source file."""
        bend: Mapping[str, Data] = data["correction"]
        points = tuple((float(x), float(y), float(e), float(n)) for x, y, e, n in bend["points"])
        return cls(
            origin=_pair(data["origin"]),
            km_per_degree=_pair(data["km_per_degree"]),
            turn=math.radians(float(data["turn"])),
            shift=_pair(data["shift"]),
            sigma=float(bend["sigma"]),
            base=float(bend["base"]),
            points=points,
        )

    def place(self, lon: float, lat: float) -> MapPoint:
        """Return a place in hex space: x the column, y the row, half a row more in odd columns."""
        east = (lon - self.origin[0]) * self.km_per_degree[0]
        north = (lat - self.origin[1]) * self.km_per_degree[1]
        x = self.shift[0] + east * math.cos(self.turn) - north * math.sin(self.turn)
        y = self.shift[1] + east * math.sin(self.turn) + north * math.cos(self.turn)
        dx, dy = self._bend(x, y)
        return (x + dx) / COLUMN_KM, -(y + dy) / ROW_KM

    def line(self, course: Iterable[Sequence[float]]) -> list[MapPoint]:
        """Return a line of [longitude, latitude] in hex space."""
        return [self.at(place) for place in course]

    def at(self, place: Sequence[float]) -> MapPoint:
        """Return a file's [longitude, latitude] in hex space."""
        lon, lat = place
        return self.place(float(lon), float(lat))

    def _bend(self, x: float, y: float) -> MapPoint:
        weights = [math.exp(-((x - px) ** 2 + (y - py) ** 2) / self.sigma**2) for px, py, _, _ in self.points]
        whole = self.base + sum(weights)
        east = sum(w * e for w, (_, _, e, _) in zip(weights, self.points, strict=True))
        north = sum(w * n for w, (_, _, _, n) in zip(weights, self.points, strict=True))
        return east / whole, north / whole


def _pair(values: Sequence[float]) -> MapPoint:
    return float(values[0]), float(values[1])
