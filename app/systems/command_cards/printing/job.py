"""A print job: the scenario and the position that goes on paper. Hands are no part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.board.painted import letter, serif
from app.play.seat import SeatLike
from app.printing.paper import Paper
from app.systems.command_cards.art.counters import TALL, WIDE, Look, paint_counter, paint_medal, paint_obstacle
from app.systems.command_cards.art.palette import DAY
from app.systems.command_cards.board.geometry import FOOT, FRAME, LINES, SIDE, as_printed, center, field
from app.systems.command_cards.board.ground import paint_frame, paint_ground, paint_names
from app.systems.command_cards.seen import as_view
from app.systems.command_cards.words import WORDS
from app.text.words import Event, result_of
from rules.command_cards.charts import Charts, UnitType
from rules.command_cards.state import Scenario
from rules.engine.frozen import frozen


@frozen
class Job:
    """What is printed: looks of units by hex, terrain that has changed, obstacles.

    Of a game that has `begun` also who is still due, the medals by side, the round in words, the outcome and the events
    that everybody has seen.
    """

    scenario: Scenario
    paper: Paper
    fitted: bool
    units: Mapping[str, Look]
    terrain: Mapping[str, str]
    obstacles: Mapping[str, str]
    medals: Mapping[str, Sequence[tuple[str, str]]]
    begun: bool = False
    due: tuple[str, ...] | None = None
    when: str = ""
    outcome: str = ""
    events: tuple[Event, ...] = ()

    @property
    def charts(self) -> Charts:
        """Return the charts that are played by."""
        return self.scenario.charts

    @property
    def title(self) -> str:
        """Return the title of the document."""
        return f"Battle Cards: {self.scenario.title}"


def job_of(seat: SeatLike, *, begun: bool, paper: Paper, fitted: bool, grey: bool = False) -> Job:
    """Return the print job of a game: the present position if `begun`, else the start of its scenario."""
    scenario = seat.scenario
    assert isinstance(scenario, Scenario)
    if begun:
        view = as_view(seat.view())
        looks = {unit.hex: Look.of(unit, scenario.charts) for unit in view.units.values()}
        medals = {name: [(medal.source, medal.name) for medal in side.medals] for name, side in view.sides.items()}
        return Job(
            scenario,
            paper,
            fitted,
            looks,
            view.terrain,
            view.obstacles,
            medals,
            True,
            tuple(told.unit for told in view.due),
            WORDS.when(view),
            result_of(seat.result).text,
            tuple(event for _, event in seat.events_at() if not event.get("only")),
        )
    terrain = scenario.changed_before(scenario.begin) if scenario.begin is not None else {}
    units, none = starting(scenario), dict.fromkeys(scenario.sides, ())
    return Job(scenario, paper, fitted, units, terrain, scenario.obstacles, none)


def starting(scenario: Scenario) -> dict[str, Look]:
    """Return the units that begin on the board, by hex."""
    here = [unit for unit in scenario.units.values() if not unit.round]
    return {unit.hex: look_of(scenario.charts.units[unit.kind], unit.seat, unit.figures) for unit in here}


def look_of(kind: UnitType, seat: str, left: int = 0) -> Look:
    """Return a unit with so many figures left, with all of them for 0."""
    return Look(kind, seat, left or kind.figures, kind.figures)


def frame() -> QRectF:
    """Return the part of the scene that is printed: the hexes with their frame."""
    return field().adjusted(-FRAME, -FRAME, FRAME, FRAME)


def paint_board(painter: QPainter, place: QRectF, job: Job, source: QRectF, *, units: bool) -> None:
    """Paint a part of the board into a place on paper."""
    with as_printed():
        _paint_board(painter, place, job, source, units=units)


def _paint_board(painter: QPainter, place: QRectF, job: Job, source: QRectF, *, units: bool) -> None:
    painter.save()
    painter.setClipRect(place, Qt.ClipOperation.IntersectClip)
    scale = place.width() / source.width()
    painter.translate(place.topLeft())
    painter.scale(scale, scale)
    painter.translate(-source.topLeft())
    paint_frame(painter, DAY)
    paint_ground(painter, job.scenario.map, job.terrain, DAY)
    painter.setPen(QPen(QColor(DAY.bad), 2.2, Qt.PenStyle.DashLine))
    for x in LINES:
        painter.drawLine(QPointF(x, field().top()), QPointF(x, field().bottom()))
    for objective in job.scenario.objectives:
        for name in objective.hexes:
            at = center(name) + QPointF(SIDE * 0.52, SIDE * 0.42)
            paint_medal(painter, at, 9.0, "", DAY)
            letter(painter, at, objective.seat[:1].upper(), serif(11, bold=True), DAY.ink, DAY.halo)
    if units:
        for name, look in job.units.items():
            at = center(name) + FOOT
            paint_counter(painter, QRectF(at.x() - WIDE / 2, at.y() - TALL / 2, WIDE, TALL), look)
    for name, kind in job.obstacles.items():
        paint_obstacle(painter, center(name) + QPointF(0, SIDE * 0.58), kind, DAY)
    paint_names(painter, job.scenario.map, DAY)
    painter.restore()
