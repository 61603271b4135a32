"""What lies over the board while one looks back, and the offer to show what has happened."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygon, QRegion
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.history.track import Stop, Track
from app.panels.widgets import KeyButton, Label, ShortLabel

# --- The chip over the board that offers to show what has happened while a player gave no orders -------------------

MARGIN = 12


class SinceChip(KeyButton):
    """A button in the upper left corner of what it lies over; hidden until it is offered."""

    def __init__(self, over: QWidget) -> None:
        super().__init__("What just happened", "", "Replay everything since your last order.", over)
        self._over = over
        self.hide()

    def offer(self, offered: bool, key: str) -> None:
        """Show the chip with its key, or hide it."""
        self.show_key(key)
        self.setVisible(offered)
        self._over.removeEventFilter(self)
        if offered:
            self._over.installEventFilter(self)
            self._settle()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay above what else is laid there."""
        if event.type() == QEvent.Type.Resize:
            self._settle()
        return False

    def _settle(self) -> None:
        self.resize(self.sizeHint())
        self.move(MARGIN, MARGIN)
        self.raise_()


# --- What lies over the board while one looks back -----------------------------------------------------------------

RIM = 4
SHEET = """
#HistoryBand, #HistoryBar { background: #3c2f23; }
#HistoryBand { border-bottom: 3px solid #a9802f; } #HistoryBar { border-top: 3px solid #a9802f; }
QLabel { color: #eadfc8; background: transparent; }
QLabel[role="soft"] { color: #c5b597; }
QSlider { color: #eadfc8; background: transparent; }
"""
SPEEDS: Mapping[str, int] = {"Slow": 2200, "Normal": 1200, "Fast": 450}
"""How long each position is shown while the game plays by itself, in milliseconds."""
LENGTHS: Mapping[str, float] = {"Slow": 1.4, "Normal": 1.0, "Fast": 0.5}
"""How long motions take then, against their usual length."""
SHAPES: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "first": ((-6, -6, -4, -6, -4, 6, -6, 6), (6, -6, -3, 0, 6, 6)),
    "back": ((4, -6, -5, 0, 4, 6),),
    "play": ((-5, -7, 6, 0, -5, 7),),
    "pause": ((-5, -6, -2, -6, -2, 6, -5, 6), (2, -6, 5, -6, 5, 6, 2, 6)),
    "on": ((-4, -6, 5, 0, -4, 6),),
    "last": ((4, -6, 6, -6, 6, 6, 4, 6), (-6, -6, 3, 0, -6, 6)),
}
"""The signs on the buttons as polygons about the middle, in pixels."""


class SignButton(KeyButton):
    """A small button with a sign of its own."""

    def __init__(self, sign: str, name: str, key: str) -> None:
        super().__init__("", "", f"{name}  [{key}]")
        self.setAccessibleName(name)
        self.setProperty("on", "prompt")
        self.sign = sign

    def sizeHint(self) -> QSize:
        """Return the size of a small square."""
        return QSize(38, 34)

    def minimumSizeHint(self) -> QSize:
        """Return the same size: a sign cannot be cut."""
        return self.sizeHint()

    def show_sign(self, sign: str, name: str) -> None:
        """Show another sign."""
        if sign != self.sign:
            self.sign = sign
            self.setAccessibleName(name)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button and its sign."""
        painter = QPainter(self)
        self.paint_ground(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#eadfc8" if self.isEnabled() else "#8d7e68"))
        painter.translate(self.rect().center())
        for shape in SHAPES[self.sign]:
            polygon = QPolygon()
            for x, y in zip(shape[::2], shape[1::2], strict=True):
                polygon.append(QRect(x, y, 1, 1).topLeft())
            painter.drawPolygon(polygon)
        painter.end()


class HistoryBand(QFrame):
    """Say over the board which position is looked at, and offer the ways on from it."""

    left = Signal()
    branched = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("HistoryBand")
        self.setStyleSheet(SHEET)
        self.setAccessibleName("Viewing history")
        self.place, self.told = ShortLabel(), ShortLabel()
        self.place.setProperty("role", "heading")
        self.told.setProperty("role", "soft")
        self.branch = KeyButton(
            "Branch from here…", "", "Start a new game from this position. This game does not change."
        )
        self.back = KeyButton("Back to now", "Esc", "Return to the current position.")
        self.back.setProperty("primary", "true")
        for label in (self.place, self.told):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        for button in (self.branch, self.back):
            button.setProperty("on", "prompt")
        self.branch.clicked.connect(self.branched)
        self.back.clicked.connect(self.left)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.place)
        words.addWidget(self.told)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 6, 14, 8)
        row.setSpacing(10)
        row.addLayout(words, 1)
        row.addWidget(self.branch)
        row.addWidget(self.back)

    def show_stop(self, stop: Stop, *, now: bool, hands: str = "") -> None:
        """Tell a stop in words, and whose hand is seen there."""
        place = stop.place or ("" if now else "an earlier position")
        self.place.setText(f"Now  ·  {place}".removesuffix("  ·  ") if now else f"History · {place}")
        self.told.setText("  ·  ".join(filter(None, (hands, stop.told))))
        self.setAccessibleDescription(f"{self.place.text()}. {self.told.text()}")
        self.branch.setEnabled(not now)


class HistoryBar(QFrame):
    """The transport: to the beginning, back, play, on, to now; the track; the speed."""

    asked = Signal(str)
    speed_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("HistoryBar")
        self.setStyleSheet(SHEET)
        self.setAccessibleName("History")
        self.track = Track()
        self.count = Label()
        self.count.setProperty("role", "soft")
        self.signs = {
            "first": SignButton("first", "Go to the start", "Home"),
            "back": SignButton("back", "One step back", "Left"),
            "play": SignButton("play", "Play", "Space"),
            "on": SignButton("on", "One step forward", "Right"),
            "last": SignButton("last", "Go to now", "End"),
        }
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 14, 8)
        row.setSpacing(6)
        for name, button in self.signs.items():
            button.clicked.connect(lambda _=False, name=name: self.asked.emit(name))
            row.addWidget(button)
        row.addWidget(self.track, 1)
        row.addWidget(self.count)
        self.speeds = {name: KeyButton(name, str(n), f"Playback: {name}") for n, name in enumerate(SPEEDS, 1)}
        for name, choice in self.speeds.items():
            choice.setCheckable(True)
            choice.setProperty("on", "prompt")
            choice.clicked.connect(lambda _=False, name=name: self.speed_chosen.emit(name))
            row.addWidget(choice)

    def show_stop(self, at: int, of: int, *, playing: bool, speed: str) -> None:
        """Show where one is, and whether the game plays by itself at which speed."""
        self.track.setValue(at)
        self.count.setText(f"{at + 1} of {of}")
        self.signs["play"].show_sign(*(("pause", "Pause") if playing else ("play", "Play")))
        for name in ("first", "back"):
            self.signs[name].setEnabled(at > 0)
        for name in ("on", "last"):
            self.signs[name].setEnabled(at < of - 1)
        for name, choice in self.speeds.items():
            choice.setChecked(name == speed)


class Rim(QWidget):
    """A rim about the board that takes no clicks."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rim, which the mask leaves over."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("#a9802f"))
        painter.end()


class HistoryCover(QObject):
    """Lay band, transport and rim about what a widget shows, which they leave free, and keep them there."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.rim, self.band, self.bar = Rim(over), HistoryBand(over), HistoryBar(over)
        self.set_shown(False)

    def set_shown(self, shown: bool) -> None:
        """Show or hide everything."""
        self._over.removeEventFilter(self)
        if shown:
            self._over.installEventFilter(self)
            self._fit()
        else:
            self._over.setContentsMargins(0, 0, 0, 0)
        for part in (self.rim, self.band, self.bar):
            part.setVisible(shown)
            part.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of what lies below while shown: to measure the parts takes long."""
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return False

    def _fit(self) -> None:
        room = self._over.rect()
        self.rim.setGeometry(room)
        self.rim.setMask(QRegion(room).subtracted(QRegion(room.adjusted(RIM, RIM, -RIM, -RIM))))
        top, low = self.band.sizeHint().height(), self.bar.sizeHint().height()
        self._over.setContentsMargins(RIM, top, RIM, low)
        self.band.setGeometry(0, 0, room.width(), top)
        self.bar.setGeometry(0, room.height() - low, room.width(), low)
