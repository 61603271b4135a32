"""The track of a game: a slider over its stops, with the turns marked and numbered by their headings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSlider, QWidget

from app.text.names import Names
from app.text.parts import Line
from app.text.words import Words
from app.theme import faces

TURN, CHIT, ACTION = "turn", "chit", "action"
HEADS = {"turn": TURN, "chit": CHIT}


class Stop(NamedTuple):
    """A position: what kind of step led to it, the headings of turn and chit it stands under, what was told last."""

    seq: int
    kind: str
    turn: str
    chit: str
    told: str

    @property
    def place(self) -> str:
        """Return turn and chit in words."""
        return "  ·  ".join(filter(None, (self.turn, self.chit)))


def stops_of(events_at: Iterable[tuple[int, Mapping[str, Any]]], words: Words, names: Names, now: int) -> list[Stop]:
    """Return the stops of a game from its events with their positions; the last one is `now`, the present position."""
    stops: list[Stop] = []
    turn = chit = ""
    before: Line | None = None
    for seq, group in groupby(events_at, itemgetter(0)):
        lines = [words.narrate(event, names) for event in words.condense([event for _, event in group])]
        told = [line for line in lines if line is not None]
        if not told:
            continue
        for line in told:
            if line.style == TURN:
                turn, chit = line.plain, ""
            elif line.style == CHIT:
                chit = line.plain
        if before is not None and before.merge and [line.merge for line in told] == [before.merge]:
            before = before.joined(told[0])  # a unit moves on
            stops[-1] = stops[-1]._replace(seq=seq, told=before.plain)
            continue
        kind = next((HEADS[head] for head in HEADS if any(line.style == head for line in told)), ACTION)
        last = next((line.plain for line in reversed(told) if line.style not in (TURN, CHIT, "phase")), "")
        stops.append(Stop(seq, kind, turn, chit, last))
        before = told[-1]
    if not stops or stops[-1].seq != now:
        stops.append(Stop(now, ACTION, turn, chit, ""))
    return stops


def step(stops: list[Stop], at: int, way: int, kind: str = ACTION) -> int:
    """Return the index of the next stop forwards (`way` 1) or backwards (-1), of at least a kind of step.

    There is always one: the first stop and the last count as the beginning of everything.
    """
    wanted = {ACTION: (ACTION, CHIT, TURN), CHIT: (CHIT, TURN), TURN: (TURN,)}[kind]
    ahead = range(at + way, len(stops) if way > 0 else -1, way)
    return next((index for index in ahead if stops[index].kind in wanted), len(stops) - 1 if way > 0 else 0)


def since(stops: list[Stop], seq: int) -> int:
    """Return the index of the newest stop at or before a position, or the first stop."""
    return max((index for index, stop in enumerate(stops) if stop.seq <= seq), default=0)


MARGIN, HIGH = 10, 38
INK, FAINT, NOW = QColor("#eadfc8"), QColor(234, 223, 200, 110), QColor("#d7a24b")
WIDEST = 150
"""Most room for the words of a turn, beside text of the usual size."""


class Track(QSlider):
    """A slider over stops; a press goes straight there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.stops: Sequence[Stop] = ()
        self.setAccessibleName("Game timeline")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def lay(self, stops: Sequence[Stop]) -> None:
        """Take the stops of a game; the last one is the present position."""
        self.stops = stops
        self.setRange(0, max(0, len(stops) - 1))
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the track with its headings."""
        return QSize(320, faces.scaled(HIGH))

    def minimumSizeHint(self) -> QSize:
        """Return the least room."""
        return QSize(120, faces.scaled(HIGH))

    def place(self, index: int) -> float:
        """Return where a stop lies, in pixels from the left."""
        return MARGIN + (self.width() - 2 * MARGIN) * index / max(1, self.maximum())

    def _index(self, x: float) -> int:
        part = (x - MARGIN) / max(1, self.width() - 2 * MARGIN)
        return round(min(1.0, max(0.0, part)) * self.maximum())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the stop under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self._index(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        if self.isSliderDown():
            self.setValue(self._index(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stay where the pointer was let go."""
        self.setSliderDown(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line with its marks, the headings of turns, and where one is."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = self.height() - 13
        painter.setPen(QPen(FAINT, 4, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(MARGIN, line), QPointF(self.width() - MARGIN, line))
        here = self.place(self.value())
        painter.setPen(QPen(NOW, 4, c=Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(MARGIN, line), QPointF(here, line))
        self._marks(painter, line)
        painter.setPen(QPen(QColor("#3c2f23"), 1.5))
        painter.setBrush(INK if self.hasFocus() else NOW)
        painter.drawEllipse(QPointF(here, line), 8, 8)
        painter.end()

    def _marks(self, painter: QPainter, line: int) -> None:
        turns = [index for index, stop in enumerate(self.stops) if stop.kind == TURN]
        for index, stop in enumerate(self.stops):
            if stop.kind == CHIT:
                x = self.place(index)
                painter.setPen(QPen(FAINT, 1.4))
                painter.drawLine(QPointF(x, line - 6), QPointF(x, line + 6))
        written = 0.0
        for index, after in pairwise([*turns, self.maximum()]):
            x = self.place(index)
            painter.setPen(QPen(INK, 1.8))
            painter.drawLine(QPointF(x, line - 10), QPointF(x, line + 7))
            room = QRectF(x, 0, min(faces.scaled(WIDEST), max(self.place(after) - x - 6, 0)), line - 10)
            words = self._words(self.stops[index].turn, room.width())
            if words and x >= written:
                painter.setPen(INK)
                painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), words)
                written = room.right()

    def _words(self, heading: str, room: float) -> str:
        """Return as much of a heading as there is room for, or nothing."""
        shorter = (heading, heading.partition(":")[0], heading.partition(":")[0].rpartition(" ")[2])
        return next((words for words in shorter if self.fontMetrics().horizontalAdvance(words) <= room), "")
