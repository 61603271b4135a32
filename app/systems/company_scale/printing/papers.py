"""Everything that can be printed, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app import theme
from app.board import hexes as geometry
from app.play.seat import SeatLike
from app.printing.document import Sheet, single
from app.printing.output import MadePapers, reading
from app.printing.paper import PAPERS, Paper, mm
from app.printing.tiling import Tiling, paint_plan, poster_sheets, tiling
from app.systems.company_scale.board.ground.legend import paint_legend
from app.systems.company_scale.board.ground.palette import palette
from app.systems.company_scale.pages import Pages
from app.systems.company_scale.printing.aids import aids_sheets
from app.systems.company_scale.printing.counter_sheets import counter_sheets
from app.systems.company_scale.printing.job import Job
from app.systems.company_scale.printing.report import report_sheets
from app.systems.company_scale.printing.setup_sheets import setup_sheets
from rules.company_scale.kinds import KINDS
from rules.company_scale.scenario import Scenario
from rules.company_scale.setting_up import start
from rules.company_scale.view import view
from rules.engine.game import Game

HEX = 20.0
"""Millimetres across the flats of a hex of the poster: it holds a counter of 15.9 mm with room to spare."""


def units_to_scene() -> float:
    """Return the units of paper to a scene unit of the poster."""
    return mm(HEX) / geometry.STEP_Y


def map_sheets(job: Job) -> list[Sheet]:
    """Return the whole map on one page and, unless it is to be fitted, the tiles of the poster."""
    poster = None if job.fitted else tiling(job.map.frame(), job.paper, units_to_scene())
    return poster_sheets(poster, job.paper, partial(overview, job), job.map.paint, f"a hex is {HEX:.0f} mm high")


def overview(job: Job, poster: Tiling | None) -> Sheet:
    """Return the whole map with its legend on one page, with a plan of the tiles drawn over it."""
    frame = job.map.frame()
    landscape = frame.width() >= frame.height() * 0.86

    def draw(painter: QPainter, body: QRectF) -> None:
        place, side = _beside(frame, body, landscape)
        scale = job.map.paint(painter, place, frame)
        paint_legend(painter, side, job.scenario.map, palette(theme.LIGHT), scale)
        if poster is not None:
            paint_plan(painter, place, frame, poster)

    return single("The map", draw, job.paper, landscape)


def _beside(frame: QRectF, body: QRectF, landscape: bool) -> tuple[QRectF, QRectF]:
    """Return the places of map and legend on a page: side by side, or the legend below."""
    gap = mm(5)
    if landscape:
        wide = min(body.width() - mm(62) - gap, body.height() * frame.width() / frame.height())
        place = QRectF(body.left(), body.top(), wide, wide * frame.height() / frame.width())
        return place, QRectF(place.right() + gap, body.top(), body.right() - place.right() - gap, body.height())
    tall = min(body.height() - mm(96) - gap, body.width() * frame.height() / frame.width())
    place = QRectF(body.left(), body.top(), tall * frame.width() / frame.height(), tall)
    place.moveLeft(body.center().x() - place.width() / 2)
    return place, QRectF(body.left(), place.bottom() + gap, body.width(), body.bottom() - place.bottom() - gap)


MAKERS: dict[str, tuple[str, Callable[[Job], list[Sheet]]]] = {
    "setup": ("Set-up sheets", setup_sheets),
    "aids": ("Player aids", aids_sheets),
    "reading": reading(Pages().drawings),
    "counters": ("Counters", counter_sheets),
    "map": ("The map", map_sheets),
    "report": ("Report of the game", report_sheets),
}


def job_of(
    seat: SeatLike, *, begun: bool, paper: Paper = PAPERS["A4"], grey: bool = False, fitted: bool = False
) -> Job:
    """Return the print job of a game: the present position if `begun`, else the start of its scenario.

    A scenario that begins in the middle of a game (4.0) starts with a position, as a game does that has begun.
    """
    scenario = seat.scenario
    assert isinstance(scenario, Scenario)
    events = tuple(event for _, event in seat.events_at())
    if begun or scenario.begin is None:
        return Job(scenario, seat.view(), not begun, events, paper, grey, fitted)
    at_start = view(Game(KINDS, scenario, start(scenario)))
    return Job(scenario, at_start, False, (), paper, grey, fitted)


SYSTEM_PAPERS = MadePapers(MAKERS, job_of)
