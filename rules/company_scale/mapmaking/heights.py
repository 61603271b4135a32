"""Heights of real ground: SRTM tiles (`.hgt`) and ESRI grids (`.asc`) in degrees, read by numpy alone."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_TILE: Final = re.compile(r"([NS])(\d{2})([EW])(\d{3})", re.IGNORECASE)
_SIDES: Final = (1201, 3601)
_VOID: Final = -32768
LARGEST: Final = 200_000_000
"""The largest file of heights that is read, in bytes."""


@dataclass(frozen=True, slots=True)
class Heights:
    """Heights in meters on a grid of `step` degrees from `west` and `north` on, NaN where none is known."""

    west: float
    north: float
    step: float
    metres: NDArray[Any]

    def at(self, lon: float, lat: float) -> float:
        """Return the height of the point nearest to a place, NaN beyond the grid or where none is known."""
        column, row = round((lon - self.west) / self.step), round((self.north - lat) / self.step)
        rows, columns = self.metres.shape
        if 0 <= row < rows and 0 <= column < columns:
            return float(self.metres[row, column])
        return math.nan


def read_heights(path: Path) -> Heights:
    """Return the heights of a file; raise ValueError with a sentence, or OSError."""
    if path.stat().st_size > LARGEST:
        raise ValueError(f"{path.name} is larger than {LARGEST // 1_000_000} MB; cut out the part you need.")
    return _tile(path) if path.suffix.lower() == ".hgt" else _grid(path)


def _tile(path: Path) -> Heights:
    found = _TILE.match(path.stem)
    if found is None:
        raise ValueError(f"{path.name}: a tile is named by its south-west corner, such as N44E004.hgt.")
    values = np.fromfile(path, ">i2")
    side = math.isqrt(values.size)
    if side not in _SIDES or side * side != values.size or path.stat().st_size != values.size * 2:
        sizes = " or ".join(f"{side * side * 2:,}" for side in _SIDES)
        raise ValueError(f"{path.name} has {path.stat().st_size:,} bytes; a tile has {sizes}.")
    south, west = int(found[2]) * (1 if found[1] in "Nn" else -1), int(found[4]) * (1 if found[3] in "Ee" else -1)
    metres = np.where(values == _VOID, np.nan, values).reshape(side, side)
    return Heights(west, south + 1, 1 / (side - 1), metres)


def _grid(path: Path) -> Heights:
    words = path.read_text(encoding="ascii", errors="replace").split()
    head: dict[str, float] = {}
    while len(words) >= 2 * len(head) + 2 and words[2 * len(head)][:1].isalpha():
        key, value = words[2 * len(head) : 2 * len(head) + 2]
        head[key.lower()] = _number(value, path, key)
    size = [head.get(key, 0) for key in ("ncols", "nrows", "cellsize")]
    corner = [head.get(f"{axis}llcorner", head.get(f"{axis}llcenter", math.nan)) for axis in "xy"]
    if min(size) <= 0 or any(map(math.isnan, corner)):
        raise ValueError(f"{path.name}: the head of an .asc names ncols, nrows, xllcorner, yllcorner and cellsize.")
    columns, rows, step = int(size[0]), int(size[1]), size[2]
    if max(abs(corner[0]), abs(corner[1])) > 180 or step > 1:
        raise ValueError(f"{path.name} is not in degrees; write it anew in longitude and latitude (EPSG:4326).")
    cells = words[2 * len(head) :]
    if len(cells) != columns * rows:
        raise ValueError(f"{path.name} has {len(cells):,} heights; {rows} rows of {columns} are {columns * rows:,}.")
    try:
        metres = np.array(cells, dtype=float).reshape(rows, columns)
    except ValueError:
        raise ValueError(f"{path.name} holds something else than numbers below its head.") from None
    metres[metres == head.get("nodata_value", -9999)] = np.nan
    west, south = (at + (step / 2 if f"{axis}llcorner" in head else 0) for at, axis in zip(corner, "xy", strict=True))
    return Heights(west, south + (rows - 1) * step, step, metres)


def _number(text: str, path: Path, key: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f'{path.name}: {key} is "{text}"; write a number.')
    return number


def mean_height(grids: Sequence[Heights], places: Sequence[tuple[float, float]]) -> float:
    """Return the mean height of some places (longitude, latitude) in meters; NaN where none is known."""
    found = [next((m for grid in grids if not math.isnan(m := grid.at(*place))), math.nan) for place in places]
    known = [metres for metres in found if not math.isnan(metres)]
    return sum(known) / len(known) if known else math.nan
