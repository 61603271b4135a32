"""The Cup as a tray of chits under the map: what may still come, how likely, what has been played."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.panels.layouts import discard
from app.panels.widgets import KeyButton, Label
from app.systems.company_scale.panels.chits import ChitLook, ChitLooks, draw_chit
from app.systems.company_scale.text import names as wording
from app.text.names import Names, humanize
from app.theme import faces
from rules.company_scale.records.view import ChitView, DivisionView, View
from rules.engine.english import counted
from rules.engine.frozen import frozen

TALL, LOW = 80, 60
"""Height of the tray in a large window and in one with little room."""
LOW_WINDOW = 760
LARGE, SMALL, MANY = 46.0, 36.0, 16
"""Side of a chit, in a low tray or of more than `MANY`, in pixels."""
GAP, LIFT = 10.0, 5.0
TILTS = (-5, 4, -2, 6, -4, 3, -6, 2)


@frozen
class Chit:
    """A chit in the tray: its look, its name, and what the tip says."""

    look: ChitLook
    name: str
    tip: str


class ChitRow(QWidget):
    """Chits side by side, each a little askew; they overlap where there is no room. The one pointed at is raised."""

    def __init__(self, *, played: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chits: Sequence[Chit] = ()
        self.played = played
        self._raised = -1
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Expanding)

    def show_chits(self, chits: Sequence[Chit]) -> None:
        """Show other chits."""
        if chits and chits == self.chits:
            return
        self.chits = chits
        self.setAccessibleDescription(", ".join(chit.name for chit in chits))
        self.setVisible(bool(chits))
        self.updateGeometry()
        self.update()

    @property
    def side(self) -> float:
        """Return the side of a chit."""
        small = self.height() < LOW or len(self.chits) > MANY
        side = SMALL if small else LARGE
        return side * 0.74 if self.played else side

    def sizeHint(self) -> QSize:
        """Return room for every chit."""
        return QSize(round(len(self.chits) * (self.side + GAP) + GAP), LOW)

    def minimumSizeHint(self) -> QSize:
        """Return room for overlapping chits."""
        return QSize(round(min(2, len(self.chits)) * (self.side + GAP)), LOW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another width where another height makes the chits larger or smaller."""
        super().resizeEvent(event)
        if event.oldSize().height() != event.size().height():
            self.updateGeometry()

    def boxes(self) -> list[QRectF]:
        """Return where the chits lie."""
        side, count = self.side, len(self.chits)
        step = min(side + GAP, (self.width() - side - GAP) / max(1, count - 1))
        top = (self.height() - side) / 2
        return [QRectF(GAP / 2 + n * step, top, side, side) for n in range(count)]

    def chit_at(self, point: QPointF) -> int:
        """Return the number of the chit under a point, -1 for none; of two that overlap, the upper one."""
        boxes = self.boxes()
        return next((n for n in reversed(range(len(boxes))) if boxes[n].contains(point)), -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Raise the chit under the pointer."""
        self._raise(self.chit_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Lower the chit the pointer has left."""
        self._raise(-1)

    def _raise(self, number: int) -> None:
        if number != self._raised:
            self._raised = number
            self.setToolTip(self.chits[number].tip if number >= 0 else "")
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chits with their shadows, the raised one last."""
        painter, boxes = QPainter(self), self.boxes()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        order = [n for n in range(len(boxes)) if n != self._raised]
        for number in [*order, self._raised] if 0 <= self._raised < len(boxes) else order:
            self._paint(painter, boxes[number], number)
        painter.end()

    def _paint(self, painter: QPainter, box: QRectF, number: int) -> None:
        painter.save()
        painter.translate(box.center() - QPointF(0, LIFT if number == self._raised else 0))
        if not self.played and number != self._raised:
            painter.rotate(TILTS[number % len(TILTS)])
        half = box.width() / 2
        square = QRectF(-half, -half, box.width(), box.width())
        if not self.played:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(0, 0, 0, 90))
            painter.drawRoundedRect(square.translated(0, 2.5), half * 0.22, half * 0.22)
        painter.setOpacity(0.6 if self.played else 1.0)
        draw_chit(painter, square, self.chits[number].look)
        painter.restore()


class CupPanel(QWidget):
    """The tray: name and number of the chits, the chits, each one's chance, those played, a handle for each division.

    All of this is open information. `asked` carries the division whose display is wanted.
    """

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("The Cup")
        self.title, self.count = _words("The Cup", "heading"), _words("", "muted")
        self.chance, self.each = _words("", "heading"), _words("per chit", "muted")
        self.chits, self.past, self.played = ChitRow(), ChitRow(played=True), _words("played", "muted")
        self.chits.setAccessibleName("Chits that may still come")
        self.past.setAccessibleName("Chits played this turn")
        self.handles = DivisionHandles()
        self.handles.asked.connect(self.asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 10, 0)
        row.setSpacing(14)
        row.addLayout(_pair(self.title, self.count))
        row.addWidget(self.chits)
        row.addLayout(_pair(self.chance, self.each))
        row.addWidget(self.past)
        row.addWidget(self.played)
        row.addStretch(1)
        row.addWidget(self.handles)

    def show_view(self, view: View, looks: ChitLooks, names: Names) -> None:
        """Show the Cup of a view, and its chits in the looks of that view."""
        cup, in_play = view.cup, view.chit.id if view.chit is not None else None
        phase, divisions = view.phase, view.divisions
        coming, count = cup.may_still_come, cup.count
        buying = phase == "preparation"
        even = not buying and count == len(coming) and count > 0
        if buying:
            coming = cup.bought
            self.count.setText(f"{len(coming)} bought this turn" if coming else "nothing bought yet")
        else:
            self.count.setText(counted(count, "chit") if count else "empty")
        self.chance.setText(f"1 in {count}" if even else "")
        for label in (self.chance, self.each):
            label.setVisible(even)
        said = f"1 chance in {count} to be drawn next ({100 / count:.1f}%)." if even else ""
        self.chits.show_chits([_chit(looks, names, each, said) for each in coming])
        past = [each for each in cup.played if each.id != in_play]
        self.past.show_chits([_chit(looks, names, each, "Played this turn.") for each in past])
        self.played.setVisible(bool(past))
        self.handles.show_divisions(divisions)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the numbers out of the handles where there is no room."""
        super().resizeEvent(event)
        self.handles.fit(self.width())


class DivisionHandles(QWidget):
    """A button for each division with its dispatch points; `asked` carries the one whose display is wanted."""

    asked = Signal(str)
    FEW = 3
    """More divisions than this show the one that is asked for in the display's tabs, under one handle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[KeyButton] = []
        self._divisions: list[DivisionView] = []
        self._shown: object = None
        self._wide = True
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(6)

    def show_divisions(self, divisions: Sequence[DivisionView]) -> None:
        """Show the divisions of a view."""
        self._divisions = list(divisions)
        self._fill()

    def fit(self, width: int) -> None:
        """Take note of the room in the tray."""
        self._wide = width >= faces.scaled(1180)
        self._fill()

    def _fill(self) -> None:
        few = len(self._divisions) <= self.FEW
        words = [(d.id, self._said(d)) for d in self._divisions]
        rows = words if few else [("", "Divisions")]
        if rows == self._shown:
            return
        self._shown = rows
        for button in self.buttons:
            discard(button)
        self.buttons = [self._button(name, said, "F9" if n == 0 else "") for n, (name, said) in enumerate(rows)]

    def _said(self, division: DivisionView) -> str:
        name = _short(division.name)
        return f"{name}  {division.dispatch} dispatch" if self._wide else name

    def _button(self, name: str, words: str, key: str) -> KeyButton:
        button = KeyButton(words, key, "Open this division's display; both players may look.", self)
        button.setProperty("on", "tray")
        button.clicked.connect(lambda: self.asked.emit(name))
        self._row.addWidget(button)
        return button


def _short(name: str) -> str:
    return name.removesuffix(" Division").replace("Task Force", "TF")


def _words(words: str, role: str) -> Label:
    label = Label(words)
    label.setProperty("role", role)
    label.setProperty("on", "tray")
    return label


def _pair(upper: QWidget, lower: QWidget) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(0)
    column.addStretch(1)
    column.addWidget(upper)
    column.addWidget(lower)
    column.addStretch(1)
    return column


def _chit(looks: ChitLooks, names: Names, chit: ChitView, said: str) -> Chit:
    name = chit.name
    return Chit(looks.look(chit), name, "\n".join(filter(None, (name, f"{describe(chit, names)}. {said}".strip()))))


def describe(chit: ChitView, names: Names) -> str:
    """Return what kind of chit it is, in words."""
    kind = wording.CHITS.get(chit.kind, humanize(chit.kind))
    side = names.side_name(chit.side) if chit.side else ""
    return f"{side} {kind} chit".strip() if side else f"{kind} chit"


def in_play(chit: ChitView, names: Names) -> str:
    """Return what a chit in play means, in words."""
    note = wording.CHIT_NOTES.get(chit.kind, "")
    return f"{chit.name}\n{describe(chit, names)} in play. {note}".strip()


def tray_height(high: int) -> int:
    """Return the height of the tray in a window of a height, both in pixels."""
    return faces.scaled(LOW if high < LOW_WINDOW else TALL)
