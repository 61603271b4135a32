"""Parts of the prompt bar: whose decision, the question, the piece in play, the computer's buttons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.panels.widgets import KeyButton, Label, ShortLabel
from app.sides import Side
from app.theme import faces

# --- The end of the prompt bar that says whose decision it is: emblem and word on the side's colour ----------------

INK = "#fbf6e9"
DARK = "#1b2023"
WIDE, WIDE_SMALL = 128, 104
STAR = [(15, 2), (18.4, 11.4), (28.4, 11.7), (20.5, 17.8), (23.3, 27.4), (15, 21.8), (6.7, 27.4), (9.5, 17.8),
        (1.6, 11.7), (11.6, 11.4)]  # fmt: skip
CROSS = [(12, 3), (18, 3), (18, 12), (27, 12), (27, 18), (18, 18), (18, 27), (12, 27), (12, 18), (3, 18), (3, 12),
         (12, 12)]  # fmt: skip


def draw_emblem(painter: QPainter, box: QRectF, emblem: str) -> None:
    """Draw a side's emblem, "cross" or "star", in a square; a side without one gets a plain hexagon."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.topLeft())
    painter.scale(box.width() / 30, box.height() / 30)
    if emblem == "cross":
        painter.setPen(QPen(QColor(INK), 2))
        painter.setBrush(QColor(DARK))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in CROSS]))
    elif emblem == "star":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(INK))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in STAR]))
    else:
        path = QPainterPath()
        corners = [QPointF(15, 3), QPointF(25, 9), QPointF(25, 21), QPointF(15, 27), QPointF(5, 21), QPointF(5, 9)]
        path.addPolygon(QPolygonF([*corners, corners[0]]))
        painter.strokePath(path, QPen(QColor(INK), 2.2))
    painter.restore()


class SidePlate(QWidget):
    """Show the side that decides."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.side = Side("")
        self.small = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def text(self) -> str:
        """Return the word on the plate."""
        return self.side.name.upper()

    def show_side(self, side: Side) -> None:
        """Show another side."""
        if side == self.side:
            return
        self.side = side
        self.setAccessibleName(f"{side.name} player to decide" if side.name else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the width of the plate."""
        return QSize(faces.scaled(WIDE_SMALL if self.small else WIDE), 40)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint plate, emblem and word."""
        painter = QPainter(self)
        livery = self.side.livery
        painter.fillRect(self.rect(), QColor(livery.plate))
        side = faces.scaled(24 if self.small else 30)
        font = faces.sans("note", bold=True)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 2)
        painter.setFont(font)
        line = painter.fontMetrics().height()
        top = (self.height() - side - line - 2) / 2
        draw_emblem(painter, QRectF((self.width() - side) / 2, top, side, side), livery.emblem)
        painter.setPen(QColor(INK))
        words = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - 4)
        painter.drawText(QRectF(1, top + side + 2, self.width(), line), Qt.AlignmentFlag.AlignCenter, words)
        painter.end()


# --- The question in the prompt, in letters that become smaller before any of them is cut --------------------------

STEPS: tuple[faces.Step, ...] = ("prompt", "figure", "card", "heading", "body")


class TitleLabel(ShortLabel):
    """The question in the prompt: its letters become smaller before any of them is cut. `small` begins smaller."""

    small = False

    def minimumSizeHint(self) -> QSize:
        """Return one line of the largest letters."""
        return QSize(120, QFontMetrics(faces.serif("prompt")).height())

    def sizeHint(self) -> QSize:
        """Return room for the words in the largest letters."""
        return QSize(
            QFontMetrics(faces.serif("prompt")).horizontalAdvance(self.text()), self.minimumSizeHint().height()
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words."""
        painter, rect = QPainter(self), self.contentsRect()
        for step in STEPS[self.small :]:
            painter.setFont(faces.serif(step))
            if painter.fontMetrics().horizontalAdvance(self.text()) <= rect.width():
                break
        words = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, rect.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), words)
        painter.end()


# --- The buttons of the prompt while the computer decides, or an order waits to be sent ----------------------------

STOP, PAUSE, GO_ON, NEXT, WITHDRAW = "stop", "pause", "go_on", "next", "withdraw"
BUTTONS = {
    STOP: ("Stop", "Esc", "Use the best order found so far."),
    PAUSE: ("Pause", "Space", "Pause the game."),
    GO_ON: ("Continue", "Space", "Let the computer play."),
    WITHDRAW: ("Withdraw", "Esc", "Don't send this order."),
    NEXT: ("Next", "Space", "Let the computer give its next order."),
}


class StaffButtons(QWidget):
    """A row of the buttons that are offered; `pressed` carries the name of one."""

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self.buttons: dict[str, KeyButton] = {}
        for name, (label, key, tip) in BUTTONS.items():
            button = self.buttons[name] = KeyButton(label, key, tip, self)
            button.setObjectName(f"staff_{name}")
            button.setProperty("on", "prompt")
            button.setProperty("primary", "true" if key == "Space" else "false")
            button.clicked.connect(lambda _=False, name=name: self.pressed.emit(name))
            row.addWidget(button)
        self.offer(())

    def offer(self, names: Collection[str]) -> None:
        """Show the buttons named, and no others."""
        for name, button in self.buttons.items():
            button.setVisible(name in names)
        self.setVisible(bool(names))

    @property
    def is_waiting(self) -> bool:
        """Tell whether Space means something while the computer decides."""
        return not self.isHidden()

    def forward(self) -> bool:
        """Do what Space means while the computer decides; return whether it means anything."""
        return self.press(NEXT, GO_ON, PAUSE)

    def back(self) -> bool:
        """Do what Escape means while the player here does not decide; return whether it means anything."""
        return self.press(STOP, WITHDRAW)

    def press(self, *names: str) -> bool:
        """Press the first of some buttons that is offered; return whether one was."""
        for name in names:
            if not self.isHidden() and not self.buttons[name].isHidden():
                self.buttons[name].click()
                return True
        return False


# --- The chit or card in play, resting in the prompt bar -----------------------------------------------------------

Draw = Callable[[QPainter, QRectF], None]
SIDE, SIDE_SMALL = 62, 50
TILT = -4.0


class PieceInPlay(QWidget):
    """Show one piece a little askew, with its shadow; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draw: Draw | None = None
        self._look: Hashable = None
        self.small = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_piece(self, draw: Draw | None, words: str = "", look: Hashable = None) -> None:
        """Show a piece drawn into a square, or none; `words` name it, `look` tells its picture from others."""
        if look is not None and (look, words) == (self._look, self.toolTip()):
            return
        self._draw, self._look = draw, look
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.setVisible(draw is not None)
        self.update()

    @property
    def side(self) -> int:
        """Return the side of the piece in pixels."""
        return faces.scaled(SIDE_SMALL if self.small else SIDE)

    def sizeHint(self) -> QSize:
        """Return room for the piece askew and its shadow."""
        return QSize(self.side + 10, self.side + 10)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the piece."""
        if self._draw is None:
            return
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(self.width() / 2, self.height() / 2)
        painter.rotate(TILT)
        half = self.side / 2
        box = QRectF(-half, -half, self.side, self.side)
        painter.setPen(QColor(0, 0, 0, 0))
        painter.setBrush(QColor(0, 0, 0, 70))
        painter.drawRoundedRect(box.translated(1, 3), self.side * 0.11, self.side * 0.11)
        self._draw(painter, box)
        painter.end()


# --- Why something is not possible, in the prompt's second line, or hung from the bar where it needs more room -----

MARGIN, SPILL = 12, 4
"""Free room beside the words, and how far they may stand over their line above and below, in pixels."""


class Refusal(Label):
    """Words in red, always whole, over whatever lies below the bar. No press is caught, and the next one ends them.

    `place` is the room in the bar: that of the line it stands for.
    """

    def __init__(self, bar: QWidget, place: QWidget) -> None:
        super().__init__("", bar)
        self.bar, self.place = bar, place
        self._fresh = False
        self.setObjectName("Refusal")
        self.setAccessibleName("Why this is not possible")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setMargin(2)
        self.hide()

    def say(self, words: str) -> None:
        """Show words; "" ends them."""
        self.setText(words)
        self.setVisible(bool(words))
        if words:
            self._fresh = True
            QTimer.singleShot(0, self._age)
            self.settle()

    def _age(self) -> None:
        self._fresh = False

    def is_old(self) -> bool:
        """Tell whether words stand here that no press now under way has caused."""
        return self.isVisible() and not self._fresh

    def settle(self) -> None:
        """Take the line in the bar if the words fit there, else as much room below it as they need."""
        window = self.bar.window()
        if self.isHidden():
            return
        if self.parentWidget() is not window:
            self.setParent(window)
            self.show()
        line = QRect(self.place.mapTo(window, QPoint()), self.place.size())
        self.setWordWrap(False)
        whole = self.sizeHint()
        if whole.width() <= line.width() and whole.height() <= line.height() + 2 * SPILL:
            self.setGeometry(QRect(line.left(), line.center().y() - whole.height() // 2, line.width(), whole.height()))
        else:
            self.setGeometry(self._hung(window, line.left(), whole))
        self.raise_()

    def _hung(self, window: QWidget, left: int, whole: QSize) -> QRect:
        """Return a place below the bar: from the line's left on, or further left where that gives too few words."""
        right = window.width() - MARGIN
        left = max(MARGIN, min(left, right - min(whole.width(), faces.scaled(620))))
        self.setWordWrap(True)
        width = min(whole.width(), right - left)
        top = self.bar.mapTo(window, QPoint(0, self.bar.height())).y()
        return QRect(left, top, width, self.heightForWidth(width))

    def changeEvent(self, event: QEvent) -> None:
        """Follow another size of text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.settle()
