"""The map as a poster: whole on one page, or in tiles that overlap; and everything that can be printed, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.diagram import fitted
from app.printing.document import Sheet, single
from app.printing.output import MadePapers, reading
from app.printing.paper import mm
from app.printing.tiling import Tiling, paint_plan, poster_sheets, tiling
from app.systems.striking_anvil.board.geometry import COUNTER
from app.systems.striking_anvil.pages import Pages
from app.systems.striking_anvil.printing.area_cards import area_sheets
from app.systems.striking_anvil.printing.job import Job, job_of, paint_map
from app.systems.striking_anvil.printing.pieces import SIDE, counter_sheets, track_sheets
from app.systems.striking_anvil.printing.report import report_sheets
from app.systems.striking_anvil.printing.setup_sheets import aids_sheets, setup_sheets

# --- The map as a poster true to size for its counters: the whole on one page, and tiles that overlap --------------


def units_to_scene() -> float:
    """Return the units of paper to a scene unit of the poster."""
    return mm(SIDE) / COUNTER


def map_sheets(job: Job) -> list[Sheet]:
    """Return the whole map on one page and, unless it is to be fitted, the tiles of the poster."""

    def paint(painter: QPainter, place: QRectF, source: QRectF) -> None:
        paint_map(painter, place, job, source, pieces=False)

    def whole(poster: Tiling | None) -> Sheet:
        return single("The map", partial(_whole, job, poster), job.paper, landscape=True)

    poster = None if job.fitted else tiling(job.sheet.bounds, job.paper, units_to_scene())
    return poster_sheets(poster, job.paper, whole, paint, f"a counter is {SIDE:.0f} mm wide")


def _whole(job: Job, poster: Tiling | None, painter: QPainter, body: QRectF) -> None:
    bounds = job.sheet.bounds
    place = fitted(bounds.size(), body)
    paint_map(painter, place, job, bounds, pieces=False)
    if poster is not None:
        paint_plan(painter, place, bounds, poster)


# --- Everything that can be printed, by name -----------------------------------------------------------------------

MAKERS: dict[str, tuple[str, Callable[[Job], list[Sheet]]]] = {
    "setup": ("Set-up sheets", setup_sheets),
    "aids": ("Player aid", aids_sheets),
    "tracks": ("Tracks", track_sheets),
    "areas": ("Area cards of the position", area_sheets),
    "reading": reading(Pages().drawings),
    "counters": ("Counters with backs", counter_sheets),
    "map": ("The map", map_sheets),
    "report": ("Report of the game", report_sheets),
}


SYSTEM_PAPERS = MadePapers(MAKERS, job_of)
