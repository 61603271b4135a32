"""Parts of the strip under the prompt: the turns, the score, and what is at stake."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app import theme
from app.panels.widgets import Label
from app.sides import Side
from app.theme import faces
from rules.engine.frozen import frozen

INK = "#fbf6e9"
NIGHT, NIGHT_INK = "#2c3347", "#e8e4d8"
BOX, LEAST, MOST, MORE = 54, 6, 8, 26
PILL = 24.0
NAMED = 130
"""The room that a strip leaves for one name at least, in pixels."""


class TurnBoxes(QWidget):
    """The turns in a row, the present one filled, past ones struck through; of many, a window of eight around now.

    A click asks for the whole track.
    """

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names: Sequence[str] = ()
        self.now = 0
        self.nights: Collection[int] = ()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Turns")

    def show_turns(self, names: Sequence[str], now: int, nights: Collection[int] = ()) -> None:
        """Show turns by name; `now` counts from 0, as do those by night."""
        if (names, now, nights) == (self.names, self.now, self.nights):
            return
        self.names, self.now, self.nights = names, now, nights
        self.setAccessibleDescription(f"Turn {now + 1} of {len(names)}")
        self.setToolTip(f"Turn {now + 1} of {len(names)}: {names[now]}" if 0 <= now < len(names) else "")
        self.updateGeometry()
        self.update()

    def shown(self) -> range:
        """Return the turns that have a box, counted from 0."""
        room = self.width() if len(self.names) <= min(MOST, self.width() // self._least()) else self._room()
        most = max(1, min(MOST, room // self._least()))
        first = max(0, min(self.now - (most - 1) // 2, len(self.names) - most))
        return range(first, min(len(self.names), first + most))

    def more(self) -> tuple[int, int]:
        """Return how many turns before and after those shown have no box."""
        shown = self.shown()
        return shown.start, len(self.names) - shown.stop

    def _room(self) -> int:
        """Return the width for boxes beside the words that there are more."""
        return self.width() - 2 * faces.scaled(MORE)

    def _least(self) -> int:
        words = max((QFontMetricsF(self._face()).horizontalAdvance(name) for name in self.names), default=30.0)
        return round(words) + 12

    @staticmethod
    def _face() -> QFont:
        return faces.sans("note")

    def sizeHint(self) -> QSize:
        """Return room for eight turns."""
        count = min(MOST, max(1, len(self.names)))
        cut = 2 * faces.scaled(MORE) if len(self.names) > MOST else 1
        return QSize(count * max(self._least(), faces.scaled(BOX)) + cut, faces.scaled(26))

    def minimumSizeHint(self) -> QSize:
        """Return room for six turns, or all if they are fewer, and for how many more there are."""
        count = min(LEAST, max(1, len(self.names)))
        return QSize(count * self._least() + 2 * faces.scaled(MORE), faces.scaled(26))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask for the whole track."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the boxes."""
        now, painter, shown = theme.current(), QPainter(self), self.shown()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cut = len(shown) < len(self.names)
        room, first = (self._room(), faces.scaled(MORE) + 0.5) if cut else (self.width() - 1, 0.5)
        wide = min(float(max(self._least(), faces.scaled(BOX))), room / max(1, len(shown)))
        for place, index in enumerate(shown):
            name, box = self.names[index], QRectF(first + place * wide, 0.5, wide, self.height() - 1)
            here, past, night = index == self.now, index < self.now, index in self.nights
            painter.setPen(QPen(QColor(now.accent if here else now.line), 1))
            ground = now.accent if here else NIGHT if night else now.raised if past else now.base
            painter.setBrush(QColor(ground))
            painter.drawRect(box)
            font = faces.sans("note", bold=here)
            font.setStrikeOut(past)
            painter.setFont(font)
            painter.setPen(QColor(now.accent_text if here else NIGHT_INK if night else now.muted))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)
        if cut:
            self._tell_more(painter, QRectF(first, 0, len(shown) * wide, self.height()))
        painter.end()

    def _tell_more(self, painter: QPainter, boxes: QRectF) -> None:
        """Say at the ends of the row how many turns have no box."""
        painter.setFont(faces.sans("caption", bold=True))
        painter.setPen(QColor(theme.current().link))
        before, after = self.more()
        wide = faces.scaled(MORE)
        for count, words, left in ((before, f"‹{before}", boxes.left() - wide), (after, f"{after}›", boxes.right())):
            if count:
                painter.drawText(QRectF(left, 0, wide, boxes.height()), Qt.AlignmentFlag.AlignCenter, words)


class Score(QWidget):
    """The points of two sides in the colours of their bars; a click asks for the lines of the score."""

    pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.points: Sequence[tuple[Side, str]] = ()
        self.narrow = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Score")

    def show_points(self, points: Sequence[tuple[Side, str]]) -> None:
        """Show the points of each side as words."""
        if points == self.points:
            return
        self.points = points
        self.setAccessibleDescription(", ".join(f"{side.name} {value}" for side, value in points))
        self.updateGeometry()
        self.update()

    def _parts(self) -> list[tuple[float, float]]:
        """Return the widths of figure and name of each side."""
        figures, names = QFontMetricsF(faces.serif("card")), QFontMetricsF(faces.sans("note"))
        return [
            (
                max(PILL, figures.horizontalAdvance(value) + 16),
                0.0 if self.narrow else names.horizontalAdvance(side.name),
            )
            for side, value in self.points
        ]

    def sizeHint(self) -> QSize:
        """Return room for figures and names."""
        gap = 6 if self.narrow else 18
        return QSize(round(sum(a + b + gap for a, b in self._parts())), faces.scaled(26))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask for the lines of the score."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint figures and names."""
        painter, left = QPainter(self), 0.0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for (side, value), (figure, name) in zip(self.points, self._parts(), strict=True):
            box = QRectF(left, 0.5, figure, self.height() - 1)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(side.livery.bar))
            painter.drawRoundedRect(box, 4, 4)
            painter.setFont(faces.serif("card"))
            painter.setPen(QColor(INK))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, value)
            left += figure
            if name:
                painter.setFont(faces.sans("note"))
                painter.setPen(QColor(theme.current().text))
                flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
                painter.drawText(QRectF(left + 6, 0, name + 4, self.height()), flags, side.name)
            left += 6 if not name else name + 18
        painter.end()


@frozen
class Stake:
    """Something to be won: its worth and name, who holds it, what the tip says, and the place a click shows."""

    worth: str
    name: str
    holder: Side
    tip: str = ""
    thing: str = ""


class Stakes(QWidget):
    """What is at stake, in pills of the holder's colour, each with its name; those without room are counted.

    `asked` carries the place of the pill that was clicked; `more_asked` that somebody wants the whole list.
    """

    asked = Signal(str)
    more_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stakes: Sequence[Stake] = ()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMouseTracking(True)
        self.setAccessibleName("At stake")

    def show_stakes(self, stakes: Sequence[Stake]) -> None:
        """Show other stakes."""
        if stakes and stakes == self.stakes:
            return
        self.stakes = stakes
        self.setAccessibleDescription("; ".join(f"{s.name} {s.worth}, {s.holder.name or 'nobody'}" for s in stakes))
        self.setVisible(bool(stakes))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for every pill with its name."""
        return QSize(round(sum(self._width(stake, named=True) + 8 for stake in self.stakes)), faces.scaled(PILL))

    def minimumSizeHint(self) -> QSize:
        """Return room for one name and the sign that there are more."""
        widest = max((self._width(stake, named=True) for stake in self.stakes), default=20.0)
        return QSize(min(round(widest), faces.scaled(NAMED)) + faces.scaled(44), faces.scaled(PILL))

    def _width(self, stake: Stake, *, named: bool) -> float:
        small, bold = QFontMetricsF(faces.sans("note")), QFontMetricsF(faces.sans("note", bold=True))
        circle = max(18.0, bold.horizontalAdvance(stake.worth) + 10)
        return circle + (small.horizontalAdvance(stake.name) + 18 if named else 6)

    def pills(self) -> tuple[list[tuple[QRectF, Stake]], bool]:
        """Return the pills from left to right and whether they have names; those without room are left out.

        A number without a name tells nothing: names stay as long as one pill has room.
        """
        shown = self._pills(named=True)
        return (shown, True) if shown else (self._pills(named=False), False)

    def _pills(self, *, named: bool) -> list[tuple[QRectF, Stake]]:
        widths = [self._width(stake, named=named) for stake in self.stakes]
        room = self.width() - (0 if sum(w + 8 for w in widths) <= self.width() + 8 else faces.scaled(44))
        shown: list[tuple[QRectF, Stake]] = []
        left = 0.0
        for stake, wide in zip(self.stakes, widths, strict=True):
            if left + wide > room:
                break
            shown.append((QRectF(left, 0.5, wide, self.height() - 1), stake))
            left += wide + 8
        shift = self.width() - left + 8 if len(shown) == len(self.stakes) else 0.0
        return [(box.translated(shift, 0), stake) for box, stake in shown]

    def stake_at(self, point: QPointF) -> Stake | None:
        """Return the stake under a point, or None."""
        return next((stake for box, stake in self.pills()[0] if box.contains(point)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show the place, or the whole list."""
        stake = self.stake_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if stake is not None and stake.thing:
            self.asked.emit(stake.thing)
        else:
            self.more_asked.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let the tip tell about the pill under the pointer."""
        stake = self.stake_at(event.position())
        self.setToolTip(stake.tip if stake is not None else "Show the whole list")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pills."""
        painter, (shown, named) = QPainter(self), self.pills()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for box, stake in shown:
            self._paint(painter, box, stake, named)
        if len(shown) < len(self.stakes):
            painter.setFont(faces.sans("note", bold=True))
            painter.setPen(QColor(theme.current().link))
            left = shown[-1][0].right() + 8 if shown else 0.0
            flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(QRectF(left, 0, 60, self.height()), flags, f"+{len(self.stakes) - len(shown)}")
        painter.end()

    def _paint(self, painter: QPainter, box: QRectF, stake: Stake, named: bool) -> None:
        livery, bold = stake.holder.livery, faces.sans("note", bold=True)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(livery.soft))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        wide = max(18.0, QFontMetricsF(bold).horizontalAdvance(stake.worth) + 10)
        coin = QRectF(box.left() + 3, box.center().y() - 9, wide, 18)
        painter.setBrush(QColor(livery.bar))
        painter.drawRoundedRect(coin, 9, 9)
        painter.setFont(bold)
        painter.setPen(QColor(INK))
        painter.drawText(coin, Qt.AlignmentFlag.AlignCenter, stake.worth)
        if named:
            painter.setFont(faces.sans("note"))
            painter.setPen(QColor(theme.current().text))
            flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(box.adjusted(wide + 8, 0, 0, 0), flags, stake.name)


class Strip(QWidget):
    """Day, turns, weather, score and stakes in one line; words fall away as the width does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.day, self.turns, self.weather = Label(), TurnBoxes(), Label()
        self.score, self.stake_word, self.stakes = Score(), Label("At stake"), Stakes()
        self.day.setProperty("role", "heading")
        for label in (self.weather, self.stake_word):
            label.setProperty("role", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(14)
        for part in (self.day, self.turns, self.weather, self.score):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.stake_word)
        row.addWidget(self.stakes)
        self._long = self._short = ""

    def show_day(self, long: str, short: str) -> None:
        """Show date and turn, or in a narrow window the turn alone."""
        self._long, self._short = long, short
        self.fit()

    def fit(self) -> None:
        """Leave out what has no room."""
        narrow = self.width() < faces.scaled(1500)
        self.day.setText(self._short if narrow else self._long)
        self.stake_word.setVisible(not narrow and bool(self.stakes.stakes))
        if self.score.narrow != narrow:
            self.score.narrow = narrow
            self.score.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the width."""
        self.fit()
