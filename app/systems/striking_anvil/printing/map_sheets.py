"""The map as a poster true to size for its counters: the whole on one page, and tiles that overlap."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from app.printing.document import Sheet, single
from app.printing.paper import mm
from app.printing.tiling import Tile, Tiling, paint_marks, paint_plan, tiling
from app.systems.striking_anvil.board.geometry import COUNTER
from app.systems.striking_anvil.printing.job import Job, paint_map
from app.systems.striking_anvil.printing.pieces import SIDE


def units_to_scene() -> float:
    """Return the units of paper to a scene unit of the poster."""
    return mm(SIDE) / COUNTER


def map_sheets(job: Job) -> list[Sheet]:
    """Return the whole map on one page and, unless it is to be fitted, the tiles of the poster."""
    poster = None if job.fitted else tiling(job.sheet.bounds, job.paper, units_to_scene())
    whole = single("The map", partial(_whole, job, poster), job.paper, landscape=True)
    if poster is None:
        return [whole]
    return [whole, *(_tile_sheet(job, poster, tile) for tile in poster.tiles)]


def _whole(job: Job, poster: Tiling | None, painter: QPainter, body: QRectF) -> None:
    bounds = job.sheet.bounds
    place = QRectF(body.topLeft(), bounds.size().scaled(body.size(), Qt.AspectRatioMode.KeepAspectRatio))
    place.moveCenter(body.center())
    paint_map(painter, place, job, bounds, pieces=False)
    if poster is not None:
        paint_plan(painter, place, bounds, poster)


def _tile_sheet(job: Job, poster: Tiling, tile: Tile) -> Sheet:
    box = poster.place(tile, job.paper)

    def draw(painter: QPainter, body: QRectF) -> None:
        paint_map(painter, box, job, tile.source, pieces=False)
        paint_marks(painter, box, poster, tile, f"a counter is {SIDE:.0f} mm wide")

    return single(f"Map, tile {tile.name} of {poster.rows} by {poster.columns}", draw, job.paper, poster.landscape)
