"""A print job: a scenario at its start or a game in progress, its map on paper, and how to read a counter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app import theme
from app.board import hexes as geometry
from app.printing.paper import MM, PAPERS, Block, Cells, Draw, Figure, Paper, PaperPainter, mm
from app.printing.tables import INK, Cell, DrawnCell, PageTable, heading, label, measure, sans, title
from app.systems.company_scale.board.counters.face import Detail, Face, FireBox, Mark, detail_for
from app.systems.company_scale.board.counters.painter import BOXES, LABEL, RANGE, ROW, SYMBOL, paint_counter
from app.systems.company_scale.board.counters.symbols import SYMBOLS, draw_symbol, write
from app.systems.company_scale.board.ground.entries import VictoryHex
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.board.laying import entries_of, standing_in
from app.systems.company_scale.board.marker_art import paint_marker, worn
from app.systems.company_scale.board.markers import BESIDE, MARKER
from app.systems.company_scale.board.stacks import COUNTER, badge_at, layout
from app.systems.company_scale.printing.counter_art import LETTERS, paint_unit, sign
from app.systems.company_scale.sides import arms_in
from app.systems.company_scale.text.names import BOXES as BOX_WORDS
from app.systems.company_scale.text.names import TURNS
from rules.company_scale.pieces import day_of, side_name, turn_name
from rules.company_scale.records.view import UnitView, View
from rules.company_scale.scenario import SIDES, Scenario
from rules.engine.english import capital

# --- How to read a counter: both sides of one, enlarged, with everything on it explained ---------------------------

FRONT = Face("B/15/11", "assault_gun", "company", "#6c7177", "#f4efe2", "#eac11c", "hard", -1, FireBox("white", 5, 3),
             indirect=FireBox("black", 4, 12))  # fmt: skip
BACK = Face("B/15/11", "assault_gun", "company", "#6c7177", "#f4efe2", "#eac11c", "hard", 0, FireBox("white", 4, 1),
            "tracked", 12, False)  # fmt: skip
LARGE = mm(46)
SYMBOL_WORDS = {
    "infantry": "Infantry",
    "armor": "Tanks",
    "cavalry": "Reconnaissance",
    "cavalry_armored": "Armored cars",
    "artillery": "Artillery",
    "artillery_sp": "Self-propelled artillery",
    "assault_gun": "Assault guns",
    "anti_tank": "Anti-tank guns",
    "tank_destroyer": "Tank destroyers",
    "anti_aircraft": "Anti-aircraft guns",
    "engineer": "Engineers",
    "mortar": "Mortars",
    "infantry_gun": "Infantry guns",
    "headquarters": "Headquarters",
    "mechanized_infantry": "Armored infantry",
    "truck": "Transport",
}


def anatomy(job: Job) -> list[Block]:
    """Return the blocks of the page about counters."""
    boxes: list[list[Cell]] = []
    for name in BOXES:
        words = BOX_WORDS[name]
        letter = f"; letter {LETTERS[name]} on sheets without color" if job.grey else ""
        boxes.append([DrawnCell(mm(8), _fire_box(name)), name.capitalize(), f"{capital(words)}{letter}"])
    return [
        title("How to read a counter", "Deployed on the front, in column on the back (3.2)."),
        Figure(mm(72), lambda painter, box: _both(painter, box, job.grey), gap=mm(4)),
        heading("Fire boxes"),
        PageTable(["", "Box", "Fires"], boxes, [1, 2, 8], "cll", points=9.5),
        heading("Symbols"),
        Cells([_symbol(name) for name in SYMBOLS if name in SYMBOL_WORDS], 4, mm(12), gap=mm(3)),
    ]


def _both(painter: QPainter, box: QRectF, grey: bool) -> None:
    top = box.top() + mm(13)
    front = QRectF(box.left() + mm(24), top, LARGE, LARGE)
    back = QRectF(box.right() - mm(24) - LARGE, top, LARGE, LARGE)
    paint_unit(painter, front, FRONT, grey)
    paint_unit(painter, back, BACK, grey)
    left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
    for text, spot, at, align in (
        ("Size: a company", (48, 8), (44, -16), left),
        ("Formation stripe", (8, 33), (-52, 33), left),
        ("Name", (LABEL.left() + 10, 56), (-52, 56), left),
        ("Fire value", (ROW.fire.left() + 2, 85), (-52, 82), left),
        ("Kind of unit", (SYMBOL.right() - 3, 40), (106, 40), left),
        ("Second value: indirect", (ROW.move.center().x() - 2, 90), (106, 82), left),
        ("Range in hexes", (RANGE.left() + 4, 76), (-52, 104), left),
        ("Defense: minus is good;", (ROW.defense.center().x(), 90), (34, 118), left),
        ("yellow box hard target, black box tank", None, (34, 127), left),
    ):
        _call(painter, front, text, spot, at, align)
    for text, spot, at, align in (
        ("Column: arrow, cut corner", (88, 30), (58, -16), left),
        ("Movement points", (ROW.move.center().x() + 8, 78), (104, 74), left),
        ("with a track, two wheels, or nothing (on foot)", (ROW.move.center().x() + 4, 94), (110, 118), right),
    ):
        _call(painter, back, text, spot, at, align)


def _call(
    painter: QPainter,
    square: QRectF,
    text: str,
    spot: tuple[float, float] | None,
    at: tuple[float, float],
    align: Qt.AlignmentFlag,
) -> None:
    """Write a label beside a counter with a line to what it explains; places in hundredths of the counter."""
    unit = square.width() / 100
    place = QPointF(square.left() + at[0] * unit, square.top() + at[1] * unit)
    wide = mm(60)
    room = QRectF(place.x() if align & Qt.AlignmentFlag.AlignLeft else place.x() - wide, place.y() - mm(2), wide, mm(4))
    face = sans(9)
    label(painter, room, text, face, align=align | Qt.AlignmentFlag.AlignVCenter)
    if spot is None:
        return
    end = QPointF(square.left() + spot[0] * unit, square.top() + spot[1] * unit)
    start = QPointF(place)
    if at[0] < 0:
        start.setX(place.x() + measure(text, face) + mm(1))
    elif at[0] > 100:
        start.setX(place.x() - mm(1))
    else:
        start += QPointF(mm(2), mm(-2.4) if at[1] > 100 else mm(2.4))
    painter.setPen(QPen(INK, 2.0))
    painter.drawLine(QLineF(start, end))
    painter.setBrush(INK)
    painter.drawEllipse(end, mm(0.6), mm(0.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _fire_box(name: str) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        ground, ink = BOXES[name]
        square = QRectF(box.center().x() - mm(3.4), box.top() + mm(0.6), mm(6.8), mm(6.8))
        painter.setPen(QPen(INK, 3))
        painter.setBrush(ground)
        painter.drawRoundedRect(square, mm(1), mm(1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        label(painter, square, "4", sans(13, bold=True), ink=QColor(ink), align=Qt.AlignmentFlag.AlignCenter)

    return draw


def _symbol(name: str) -> Draw:
    def draw(painter: QPainter, box: QRectF) -> None:
        painter.save()
        painter.translate(box.left(), box.top() + mm(1))
        painter.scale(mm(13) / 46, mm(13) / 46)
        draw_symbol(painter, QRectF(0, 0, 46, 30), name)
        painter.restore()
        label(
            painter,
            QRectF(box.left() + mm(15), box.top() + mm(1), box.width() - mm(15), mm(8)),
            SYMBOL_WORDS[name],
            sans(9),
        )

    return draw


# --- The map on paper: any part of it at any size, with counters, as vectors ---------------------------------------

SHARP = 130.0
"""The map is drawn as finely as for a screen of this many dots to the inch."""
BEYOND = 30.0
"""Scene units beyond a page that are still drawn, for the sake of broad pens."""
EDGE = 8.0
"""Distance in scene units that names keep from the edge of a page."""
Stacks = Mapping[int, Sequence[Face]]


class MapArt:
    """Hold the drawn ground of a scenario."""

    def __init__(self, scenario: Scenario, grey: bool = False) -> None:
        self.scenario, self.grey = scenario, grey

    @cached_property
    def ground(self) -> Ground:
        """Return the ground in daylight colours."""
        goals = [VictoryHex(goal.hex, goal.colour) for goal in self.scenario.victory.hexes]
        return Ground(self.scenario.map, theme.LIGHT, goals, entries_of(self.scenario), standing_in(self.scenario))

    def frame(self) -> QRectF:
        """Return the map with its frame, in scene units."""
        return self.ground.scene_rect()

    def around(self, hexes: Sequence[int]) -> QRectF:
        """Return the part of the map around some hexes, with a margin of 1.6 hexes."""
        area = QRectF()
        for hex_id in hexes:
            area = area.united(geometry.hex_rect(hex_id))
        more = 1.6 * geometry.STEP_Y
        return area.adjusted(-more, -more, more, more).intersected(self.frame())

    def paint(self, painter: QPainter, target: QRectF, source: QRectF, stacks: Stacks | None = None) -> float:
        """Paint a part of the map into a rectangle of the same shape; return the units to a scene unit.

        With `stacks`, names keep off these counters and are not cut at the edge of the page.
        """
        scale = target.width() / source.width()
        heights = {hex_id: len(faces) for hex_id, faces in (stacks or {}).items()}
        self.ground.yield_to(heights, page=None if stacks is None else source.adjusted(EDGE, EDGE, -EDGE, -EDGE))
        painter.save()
        painter.setClipRect(target)
        self._enter(painter, target, source, scale)
        fine = scale / MM * SHARP / 25.4
        with painter.within(source, BEYOND) if isinstance(painter, PaperPainter) else nullcontext():
            self.ground.paint(painter, source, fine)
        painter.restore()
        return scale

    def counters(self, painter: QPainter, target: QRectF, source: QRectF, stacks: Stacks) -> None:
        """Paint stacks over a part of the map."""
        scale = target.width() / source.width()
        painter.save()
        painter.setClipRect(target)
        self._enter(painter, target, source, scale)
        detail = min(Detail.FULL, detail_for(COUNTER * scale / MM * 8))
        for hex_id, faces in sorted(stacks.items(), key=lambda at: at[0] % 100):
            if source.intersects(geometry.hex_rect(hex_id)):
                self._stack(painter, hex_id, faces, detail)
        painter.restore()

    def markers(
        self, painter: QPainter, target: QRectF, source: QRectF, status: Mapping[int, Sequence[tuple[str, object]]]
    ) -> None:
        """Paint status markers at the right of their hexes."""
        painter.save()
        painter.setClipRect(target)
        self._enter(painter, target, source, target.width() / source.width())
        arms = arms_in(self.scenario.charts.series)
        for hex_id, kinds in status.items():
            for i, (kind, value) in enumerate(kinds):
                spot = geometry.center(hex_id) + QPointF(BESIDE, 16.0 - i * min(15.0, 45.0 / len(kinds)))
                square(painter, spot, MARKER)
                shown = value if isinstance(value, int | str) else None
                paint_marker(painter, *worn(kind, shown, arms))
                painter.restore()
        painter.restore()

    def _enter(self, painter: QPainter, target: QRectF, source: QRectF, scale: float) -> None:
        painter.translate(target.topLeft())
        painter.scale(scale, scale)
        painter.translate(-source.topLeft())

    def _stack(self, painter: QPainter, hex_id: int, faces: Sequence[Face], detail: Detail) -> None:
        places = layout(hex_id, [str(i) for i in range(len(faces))])
        for place, face in zip(places, faces, strict=True):
            if place.shown:
                square(painter, place.at, COUNTER)
                paint_counter(painter, face, Mark.NONE, detail, shadow=False)
                if self.grey and detail >= Detail.FULL:
                    sign(painter, face)
                painter.restore()
        badge = badge_at(places)
        if badge is not None:
            self._badge(painter, *badge)

    def _badge(self, painter: QPainter, at: QPointF, count: int) -> None:
        painter.setPen(QPen(QColor("#17140d"), 1.2))
        painter.setBrush(QColor("#fff8e2"))
        painter.drawEllipse(at, 8, 8)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        write(painter, str(count), QRectF(at.x() - 6, at.y() - 5, 12, 10), QColor("#17140d"))


def square(painter: QPainter, middle: QPointF, side: float) -> None:
    """Enter the square of 100 units in which counters are painted; the caller restores the painter."""
    painter.save()
    painter.translate(middle.x() - side / 2, middle.y() - side / 2)
    painter.scale(side / 100, side / 100)


# --- A print job: a scenario at its start or a game in progress, on which paper, in colour or grey -----------------


@dataclass
class Job:
    """Hold the scenario, the view of the position, and how to print it; `fresh` means a game not begun."""

    scenario: Scenario
    view: View
    fresh: bool = True
    events: tuple[Mapping[str, Any], ...] = ()
    paper: Paper = PAPERS["A4"]
    grey: bool = False
    fitted: bool = False
    units: dict[str, UnitView] = field(init=False)

    def __post_init__(self) -> None:
        self.units = {unit.id: unit for unit in self.view.units}

    @cached_property
    def map(self) -> MapArt:
        """Return the drawn map, laid out once."""
        return MapArt(self.scenario, self.grey)

    @property
    def title(self) -> str:
        """Return the heading of the sheets."""
        if self.fresh:
            return self.scenario.title
        turn = self.view.turn
        return f"{self.scenario.title}, {self.turn_words(turn.index)}"

    def side(self, name: str) -> str:
        """Return what a side is called."""
        return side_name(self.scenario, name)

    def sides(self) -> list[str]:
        """Return the sides that have divisions in the scenario."""
        return [name for name in SIDES if any(d.side == name for d in self.scenario.divisions.values())]

    def day(self, turn: int) -> date:
        """Return the date of a turn."""
        return date.fromisoformat(str(self.scenario.date)) + timedelta(days=day_of(self.scenario, turn))

    def turn_words(self, turn: int, of: str = "") -> str:
        """Return a turn in words: "turn 3, 22 August 1100"; `of` follows its number."""
        name = turn_name(self.scenario, turn)
        return f"turn {turn}{of}, {day_words(self.day(turn))} {TURNS.get(name, name).lower()}"

    def hex_of(self, unit: str) -> str | None:
        """Return where a unit stands, or None off the map."""
        facts = self.units.get(unit)
        return facts.hex if facts is not None and facts.place == "map" else None

    def place_of(self, unit: str) -> str:
        """Return where a unit is: on the map, in a box, or gone."""
        return self.units[unit].place if unit in self.units else "map"


def day_words(day: date) -> str:
    """Return a date as "22 August"."""
    return f"{day.day} {day:%B}"
