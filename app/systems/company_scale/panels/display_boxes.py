"""The boxes of a division display and the pieces in them, which can be dragged, clicked, or reached by keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QSizePolicy, QVBoxLayout, QWidget

from app import theme
from app.colour import shown
from app.panels.layouts import FlowLayout, clear
from app.panels.widgets import ENTER, Label, MutedText
from app.systems.company_scale.panels.chits import air_pixmap, formation_pixmap, token_pixmap, unit_pixmap
from app.systems.company_scale.panels.display_orders import Held
from app.theme import faces
from rules.company_scale.records.view import AttachedView, DisplayView, LeaderView, PieceView, UnitView, View
from rules.engine.english import signed
from rules.engine.frozen import frozen

BOXES = (
    ("weapons_available", "Weapons available", "weapon"),
    ("weapons_reallocating", "Reallocating", "weapon"),
    ("routed", "Routed units", "routed"),
    ("transport_pool", "Transport pool", "transport"),
    ("air_support", "Air strikes", "air"),
    ("heroes", "Heroes", "hero"),
    ("attached", "Attached formations", "formation"),
)
"""The boxes in their order on the display, with the kind of piece each holds."""
GROUND = ("#cfc5a5", "#1b1b16")


@frozen
class BoxPiece:
    """One piece in a box, or a `count` of them: what it is, its name, what its counter shows.

    Air support and formations have no counter; a formation has the `stripe` of its units.
    """

    held: Held
    name: str
    detail: str
    facts: PieceView | None = None
    ground: tuple[str, str] = GROUND
    count: int = 1
    stripe: str = ""

    def pixmap(self, size: int, ratio: float) -> QPixmap:
        """Return the picture of the piece, drawn by the board's own painters."""
        if isinstance(self.facts, UnitView):
            return unit_pixmap(self.facts, size, ratio, states=False)
        if self.facts is not None:
            return token_pixmap(self.facts, self.ground, size, ratio)
        if self.held.kind == "air":
            return air_pixmap(*self.ground, size, ratio)
        return formation_pixmap(self.short, *self.ground, self.stripe, size, ratio)

    @property
    def short(self) -> str:
        """Return the number or first word of a formation's name."""
        words = self.name.split()
        return next((w for w in words if any(c.isdigit() for c in w)), words[0] if words else "")


class DisplayReader:
    """Read the boxes of the displays of one view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.units = {u.id: u for u in view.units}
        self.tokens = {token.id: token for token in view.tokens}
        self.grounds = {d.id: (shown(d.colour or GROUND[0]), d.ink or GROUND[1]) for d in view.divisions}

    def boxes(self, display: DisplayView) -> dict[str, list[BoxPiece]]:
        """Return the pieces in each box of a display, by its key in `BOXES`."""
        boxes, division = display.boxes, display.id
        single = {
            "weapons_available": ("weapon", boxes.weapons_available),
            "weapons_reallocating": ("weapon", boxes.weapons_reallocating),
            "routed": ("routed", boxes.routed),
            "heroes": ("hero", boxes.heroes),
        }
        return {
            **{box: [self._single(division, box, kind, name) for name in held] for box, (kind, held) in single.items()},
            "transport_pool": self._alike(division, "transport_pool", boxes.transport_pool),
            "air_support": self._aircraft(division, boxes.air_support),
            "attached": [self._formation(division, entry) for entry in boxes.attached],
        }

    def _aircraft(self, division: str, count: int) -> list[BoxPiece]:
        if not count:
            return []
        held = Held("air", (f"air:{division}",), division, "air_support")
        words = "Each attack costs 1 direct command. Drop it on an enemy when you are asked for air strikes."
        return [BoxPiece(held, "Aircraft", words, ground=self._ground(division), count=count)]

    def _formation(self, division: str, entry: AttachedView) -> BoxPiece:
        name = entry.id
        own = [u for u in self.units.values() if u.formation == name]
        ground = (shown(own[0].colour), own[0].ink) if own else self._ground(division)
        units = "1 unit" if len(own) == 1 else f"{len(own)} units"
        held = Held("formation", (name,), division, "attached")
        words = f"{units}; attaching to another division costs 2 dispatch points"
        return BoxPiece(held, entry.name, words, ground=ground, stripe=own[0].stripe if own else "")

    def _alike(self, division: str, box: str, content: Sequence[str]) -> list[BoxPiece]:
        groups: dict[tuple[object, ...], list[str]] = {}
        for name in content:
            unit = self.units[name]
            key = (unit.name, unit.label, unit.colour, unit.stripe)
            groups.setdefault(key, []).append(name)
        return [self._single(division, box, "transport", *names) for names in groups.values()]

    def _single(self, division: str, box: str, kind: str, *names: str) -> BoxPiece:
        facts = self.units.get(names[0]) or self.tokens[names[0]]
        held = Held(kind, names, division, box)
        name = facts.long_name if isinstance(facts, UnitView) and kind == "routed" else facts.name
        return BoxPiece(held, name, _detail(facts), facts, self._ground(division), count=len(names))

    def _ground(self, division: str) -> tuple[str, str]:
        return self.grounds.get(division, GROUND)


def _detail(facts: PieceView) -> str:
    """Return what a piece of a display is for."""
    if isinstance(facts, UnitView):
        returns = "Returns next to its headquarters with a Return action"
        return returns if facts.place == "routed" else "Carries one deployed leg unit or gun"
    if isinstance(facts, LeaderView):
        return f"Fire {signed(facts.fire)}, troop quality {signed(facts.troop_quality)}"
    kept = "sustained fire" if facts.sustained_fire else ""
    once = "used once" if facts.one_use else ""
    return ", ".join(part for part in (f"Fire {signed(facts.fire.value)}", kept, once) if part)


SIZE = 46
BADGE = 18
"""Height of a counter and of the plate with a number, beside text of the usual size."""


class PieceButton(QAbstractButton):
    """One piece: `lifted`, `carried` and `dropped` report a drag (in screen points), `asked` a click or key.

    `let_go` reports that a drag was abandoned. A gold frame with a corner means that the piece has orders now.
    """

    lifted = Signal(object, QPoint)
    carried = Signal(QPoint)
    dropped = Signal(QPoint)
    let_go = Signal()
    asked = Signal(object, QPoint)

    def __init__(self, piece: BoxPiece, can_act: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.piece, self.can_act = piece, can_act
        self._from: QPoint | None = None
        self._dragging = False
        count = f", {piece.count} of them" if piece.count > 1 else ""
        may = ". Can be used now: drag it, or press Enter" if can_act else ""
        self.setAccessibleName(f"{piece.name}{count}")
        self.setAccessibleDescription(f"{piece.detail}{may}")
        tip = piece.name + (f" ×{piece.count}" if piece.count > 1 else "")
        self.setToolTip(f"{tip}\n{piece.detail}" + ("\nDrag it to the map, or click." if can_act else ""))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setFixedSize(self.sizeHint())

    def picture(self) -> QPixmap:
        """Return the counter."""
        return self.piece.pixmap(faces.scaled(SIZE), self.devicePixelRatioF())

    def sizeHint(self) -> QSize:
        """Return room for the counter and its frame."""
        return QSize(faces.scaled(SIZE) + 8, faces.scaled(SIZE) + 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the counter, its number, and a frame if it may act or has the keyboard focus."""
        now, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        if self.can_act:
            painter.setPen(QPen(QColor(now.accent), 2))
            painter.setBrush(QColor(now.accent_soft))
            painter.drawRoundedRect(room, 6, 6)
        if self.piece.count > 1:
            self._counter(painter, QPoint(6, 2))
            self._counter(painter, QPoint(3, 5))
        else:
            self._counter(painter, QPoint(4, 4))
        if self.can_act:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(now.accent))
            corner = room.topLeft()
            painter.drawPolygon([corner, corner + QPointF(13, 0), corner + QPointF(0, 13)])
        if self.piece.count > 1:
            self._badge(painter)
        if self.hasFocus():
            painter.setPen(QPen(QColor(now.text), 1.5, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(room, 6, 6)
        painter.end()

    def _counter(self, painter: QPainter, at: QPoint) -> None:
        painter.drawPixmap(at, self.picture())

    def _badge(self, painter: QPainter) -> None:
        now = theme.current()
        words = f"×{self.piece.count}"
        painter.setFont(faces.sans("caption", bold=True))
        tall = faces.scaled(BADGE)
        wide = max(tall, painter.fontMetrics().horizontalAdvance(words) + 8)
        box = QRectF(self.width() - wide - 1, self.height() - tall - 1, wide, tall)
        painter.setPen(QPen(QColor(now.base), 1.5))
        painter.setBrush(QColor(now.text))
        painter.drawRoundedRect(box, tall / 2, tall / 2)
        painter.setPen(QColor(now.base))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a drag might begin."""
        event.accept()
        if event.button() == Qt.MouseButton.LeftButton:
            self._from, self._dragging = event.globalPosition().toPoint(), False
        elif self._dragging:
            self._give_up()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Lift the piece once the pointer has gone far enough, then carry it."""
        event.accept()
        at = event.globalPosition().toPoint()
        if self._from is None:
            return
        far = (at - self._from).manhattanLength() >= QApplication.startDragDistance()
        if not self._dragging and far:
            self._dragging = True
            self.lifted.emit(self.piece, at)
        if self._dragging:
            self.carried.emit(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the piece, or ask what it may do."""
        event.accept()
        if event.button() != Qt.MouseButton.LeftButton or self._from is None:
            return
        at, dragged = event.globalPosition().toPoint(), self._dragging
        self._from, self._dragging = None, False
        if dragged:
            self.dropped.emit(at)
        else:
            self.asked.emit(self.piece, self._below())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask on Enter and Space, abandon a drag on Escape, go from piece to piece with the arrows."""
        step = {Qt.Key.Key_Right: True, Qt.Key.Key_Down: True, Qt.Key.Key_Left: False, Qt.Key.Key_Up: False}
        if event.key() == Qt.Key.Key_Escape and self._dragging:
            self._give_up()
        elif event.key() in (*ENTER, Qt.Key.Key_Space):
            self.asked.emit(self.piece, self._below())
        elif event.key() in step:
            self.focusNextPrevChild(step[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask on the right button or the menu key."""
        event.accept()
        self.asked.emit(self.piece, event.globalPos())

    def _give_up(self) -> None:
        self._from, self._dragging = None, False
        self.let_go.emit()

    def _below(self) -> QPoint:
        return self.mapToGlobal(QPoint(0, self.height()))


class PieceBox(QFrame):
    """One printed box: its name, the number of pieces, the pieces. `made` carries each new button."""

    made = Signal(object)

    def __init__(self, key: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key, self.title = key, title
        self.buttons: list[PieceButton] = []
        self._shown: object = None
        self.setObjectName("PieceBox")
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.name = Label()
        self.name.setProperty("role", "muted")
        self.name.setWordWrap(True)
        self.room = QWidget()
        self._flow = FlowLayout(self.room, 2)
        self.nothing = MutedText("–")
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 3, 4, 4)
        column.setSpacing(2)
        for part in (self.name, self.room, self.nothing):
            column.addWidget(part)
        column.addStretch(1)
        self.restyle()

    def restyle(self, target: bool = False) -> None:
        """Take the colours of the theme; a box into which a carried piece may be put has a heavy edge."""
        now = theme.current()
        edge = f"2px dashed {now.accent}" if target else f"1px solid {now.line}"
        sheet = f"#PieceBox {{ background: {now.raised}; border: {edge}; border-radius: 5px; }}"
        if sheet != self.styleSheet():
            self.setStyleSheet(sheet)

    def show_pieces(self, pieces: Sequence[BoxPiece], able: Sequence[bool]) -> None:
        """Show the pieces; a button keeps the keyboard focus if its piece is still here."""
        shown = (list(pieces), list(able), theme.current().name, faces.size("body"))
        if shown == self._shown:
            return
        self._shown = shown
        focused = next((button.piece.held for button in self.buttons if button.hasFocus()), None)
        clear(self._flow)
        self.buttons = []
        for piece, can_act in zip(pieces, able, strict=True):
            button = PieceButton(piece, can_act)
            self.buttons.append(button)
            self._flow.addWidget(button)
            self.made.emit(button)
            button.show()
            if piece.held == focused:
                button.setFocus(Qt.FocusReason.OtherFocusReason)
        count = sum(piece.count for piece in pieces)
        self.name.setText(f"{self.title} ({count})" if count else self.title)
        self.room.setVisible(bool(pieces))
        self.nothing.setVisible(not pieces)
        self.updateGeometry()
