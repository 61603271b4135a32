"""A print job: the scenario and the position that goes on paper."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from app.play.seat import SeatLike
from app.printing.paper import MM, Paper, PaperPainter
from app.systems.striking_anvil.art.tokens import DAY
from app.systems.striking_anvil.board.geometry import Sheet, sheet_of
from app.systems.striking_anvil.board.marks import MarkersLayer
from app.systems.striking_anvil.board.scene import Ground
from app.systems.striking_anvil.board.stacks import StacksLayer
from app.systems.striking_anvil.seen import as_view
from rules.engine.session import Session
from rules.striking_anvil.scenario import Scenario
from rules.striking_anvil.system import SYSTEM
from rules.striking_anvil.view import View

SHARP = 120.0
"""The map is drawn as finely as for a screen of this many dots to the inch."""
BEYOND = 40.0


@dataclass(frozen=True)
class Job:
    """What is printed: a scenario, a view of the position, and what has happened if the game has begun."""

    scenario: Scenario
    paper: Paper
    fitted: bool
    begun: bool
    view: View
    events: tuple[Mapping[str, Any], ...] = ()

    @property
    def title(self) -> str:
        """Return the title of the document."""
        return self.scenario.title

    @property
    def sheet(self) -> Sheet:
        """Return the places of the map."""
        return sheet_of(self.scenario.map)

    @cached_property
    def ground(self) -> Ground:
        """Return the printed map."""
        ground = Ground(self.sheet, self.scenario)
        ground.set_bridges(self.view.bridges)
        return ground


def job_of(seat: SeatLike, *, begun: bool, paper: Paper, fitted: bool, grey: bool = False) -> Job:
    """Return the print job of a game: the present position if `begun`, else the start of its scenario."""
    scenario = seat.scenario
    assert isinstance(scenario, Scenario)
    view = as_view(seat.view() if begun else Session.new(SYSTEM, scenario).view())
    events = tuple(event for _, event in seat.events_at()) if begun else ()
    return Job(scenario, paper, fitted, begun, view, events)


def paint_map(painter: QPainter, place: QRectF, job: Job, source: QRectF, *, pieces: bool) -> None:
    """Paint a part of the map into a place on paper, with counters and markers if asked."""
    scale = place.width() / source.width()
    painter.save()
    painter.setClipRect(place, Qt.ClipOperation.IntersectClip)
    painter.translate(place.topLeft())
    painter.scale(scale, scale)
    painter.translate(-source.topLeft())
    with painter.within(source, BEYOND) if isinstance(painter, PaperPainter) else nullcontext():
        job.ground.paint(painter, source, scale / MM * SHARP / 25.4, DAY)
    if pieces:
        _pieces(painter, job, scale / MM * SHARP / 25.4)
    painter.restore()


def _pieces(painter: QPainter, job: Job, lod: float) -> None:
    markers, stacks = MarkersLayer(), StacksLayer()
    markers.lay(job.sheet, job.scenario.charts.fortifications)
    markers.show_view(job.view)
    stacks.lay(job.sheet)
    stacks.show(job.view)
    markers.draw(painter, lod)
    stacks.draw(painter, job.sheet.bounds, lod)
