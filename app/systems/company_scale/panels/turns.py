"""The turn track with weather and phase, the state of victory with its points track, and the strip of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app import theme
from app.panels.drawn import Drawn
from app.panels.layouts import clear, scrolling
from app.panels.strip import Stake, Strip
from app.panels.widgets import Heading, Label, MutedText
from app.sides import Side
from app.systems.company_scale.seen import NOTHING
from app.systems.company_scale.sides import SIDES, sides_in
from app.systems.company_scale.text import army
from app.systems.company_scale.text import names as wording
from app.text.names import humanize, long_date
from app.text.parts import compose, hexref, join, to_html, words
from app.theme import faces
from rules.company_scale.records.view import TurnView, VictoryHexView, VictoryView, View
from rules.company_scale.scenario import Charts
from rules.company_scale.series import Hour, printed_hours

# --- The turn track with weather and phase, and the state of victory -----------------------------------------------

NOBODY = Side("Nobody", "nobody")
FEW = 6
"""More victory hexes than this stand in two columns."""


def _column(*parts: QWidget) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(6)
    for part in parts:
        column.addWidget(part)
    column.addStretch(1)
    return column


def turns_of(turn: TurnView, hours: Sequence[Hour]) -> list[Hour]:
    """Return each turn of a scenario with these turns of a day, counted from the present one."""
    names = [hour.name for hour in hours]
    start = names.index(turn.name) - (turn.index - 1) if turn.name in names else 0
    return [hours[(start + i) % len(hours)] for i in range(turn.of)]


class TurnTrack(Drawn):
    """One box for each turn, the present one framed and filled, past ones ticked; of many turns, those around it."""

    COLUMNS = 6
    ROWS = 3
    BOX = 34
    wide, tall = 6 * 38, BOX + 4

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Turn track", parent)
        self._turn, self.hours = NOTHING.turn, printed_hours()

    def show_turn(self, turn: TurnView) -> None:
        """Show a turn of the view."""
        self._turn = turn
        self.tall = max(1, -(-len(self.shown()) // self.COLUMNS)) * (self.BOX + 4)
        self.told(f"Turn {turn.index} of {turn.of}, {wording.turn(turn.name)}")

    def names(self) -> list[str]:
        """Return the name of each turn of the scenario, counted from the present one."""
        return [hour.name for hour in turns_of(self._turn, self.hours)]

    def shown(self) -> range:
        """Return the turns that have a box, counted from 0: whole rows, from the one before the present row."""
        rows = -(-self._turn.of // self.COLUMNS)
        before = (max(1, self._turn.index) - 1) // self.COLUMNS - 1
        first = max(0, min(before, rows - self.ROWS))
        return range(first * self.COLUMNS, min(self._turn.of, (first + self.ROWS) * self.COLUMNS))

    def minimumSizeHint(self) -> QSize:
        """Return the same rows with narrower boxes."""
        return QSize(faces.scaled(6 * 32), self.sizeHint().height())

    def paint(self, painter: QPainter) -> None:
        """Draw the boxes."""
        now = theme.current()
        turns = turns_of(self._turn, self.hours)
        columns = min(self.COLUMNS, max(1, len(turns)))
        width = min(52.0, self.across / columns)
        current = self._turn.index
        for i in self.shown():
            name, place = turns[i].name, i - self.shown().start
            row, column = divmod(place, columns)
            box = QRectF(column * width, row * (self.BOX + 4), width, self.BOX).adjusted(1, 1, -3, -1)
            here, past, night = i + 1 == current, i + 1 < current, turns[i].night
            painter.setPen(QPen(QColor(now.accent if here else now.line), 2 if here else 1))
            painter.setBrush(QColor("#2c3347" if night else now.accent_soft if here else now.raised))
            painter.drawRoundedRect(box, 4, 4)
            painter.setFont(self.sized(11, bold=here))
            painter.setPen(QColor("#e8e4d8" if night else now.text if here or not past else now.muted))
            words_ = name.replace("night_", "Night " if width >= 48 else "N ")
            words_ = painter.fontMetrics().elidedText(words_, Qt.TextElideMode.ElideRight, round(box.width()) - 2)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words_)
            if past:
                self._tick(painter, box)

    def _tick(self, painter: QPainter, box: QRectF) -> None:
        painter.setPen(QPen(QColor(theme.current().muted), 1.4))
        x, y = box.right() - 9, box.bottom() - 7
        painter.drawPolyline([QPointF(x, y), QPointF(x + 2.5, y + 3), QPointF(x + 6.5, y - 3)])


class TurnPanel(QWidget):
    """Turn, weather and phase; points and victory hexes with their holders."""

    hex_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Turn and victory")
        self.title = Label()
        self.title.setWordWrap(True)
        self.track = TurnTrack()
        self.score = Label()
        self.score.linkActivated.connect(self._link)
        self.points, self.sides = VictoryTrack(), SIDES
        self.condition = MutedText()
        self.lines = QWidget()
        self.lines.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._goals: list[Any] = []
        self.won = MutedText()
        self._grid = QGridLayout(self.lines)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(2)
        self._grid.setHorizontalSpacing(10)
        self.body = QWidget()
        row = self._row = QHBoxLayout(self.body)
        row.setContentsMargins(12, 2, 12, 10)
        row.setSpacing(28)
        row.addLayout(_column(self.title, self.track, self.score, self.points), 2)
        row.addLayout(_column(Heading("Victory"), self.lines, self.condition, self.won), 3)
        scrolling(self.body, within=self)

    def sizeHint(self) -> QSize:
        """Return room for all of it at the present width."""
        self._row.activate()
        return QSize(900, self._row.totalHeightForWidth(max(400, self.width())) + 4)

    def play_by(self, charts: Charts) -> None:
        """Show the turns of a day and the sides as the charts of a game have them."""
        self.track.hours, self.sides = charts.hours, sides_in(charts.series)
        self.points.sides, self._goals = self.sides, []

    def show_view(self, view: View) -> None:
        """Show turn and victory of a view."""
        turn, victory = view.turn, view.victory
        weather = humanize(view.weather)
        phase = wording.PHASES.get(view.phase, "")
        when = compose("<b>Turn {} of {}</b> · {}", turn.index, turn.of, turn.date)
        self.title.setText(join("<br>", (when, f"{weather} · {phase}")))
        self.track.show_turn(turn)
        self._show_victory(victory)

    def _show_victory(self, victory: VictoryView) -> None:
        points = victory.points
        big = '<span style="font-size:{}px; font-weight:700; color:{}">{}</span> {}'
        scores = [
            compose(big, faces.size("figure"), side.colour, points.get(name, 0), side.name)
            for name, side in self.sides.items()
        ]
        self.score.setText(join("&nbsp;&nbsp;&nbsp;", scores))
        lines = [f"{self.sides[x.side].name} {x.points}: {x.text}" for x in victory.lines]
        self.won.setText("\n".join(lines) or "Nobody has scored yet.")
        self.points.show_points(points, victory.track)
        self.condition.setText(
            army.victory_condition(victory.german_margin, *(side.noun for side in self.sides.values()))
        )
        self.condition.setVisible(bool(self.condition.text()))
        self._show_goals(victory.hexes)

    def _show_goals(self, goals: Sequence[VictoryHexView]) -> None:
        """Show the victory hexes; rebuild the lines only on a change, so that the keyboard focus stays."""
        shown = [theme.current().name, *goals]
        if shown == self._goals:
            return
        self._goals = shown
        clear(self._grid)
        rows = len(goals) if len(goals) <= FEW else -(-len(goals) // 2)
        for number, goal in enumerate(goals):
            self._goal(number % rows, number // rows * 4, goal)
        for column in (1, 5):
            self._grid.setColumnStretch(column, int(column < 4 or len(goals) > FEW))

    def _goal(self, row: int, first: int, goal: VictoryHexView) -> None:
        held = goal.held_by or ""
        where = Label(to_html(words(goal.name, " ", hexref(goal.hex))))
        where.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        where.linkActivated.connect(self._link)
        where.setMinimumHeight(where.fontMetrics().height())
        where.setWordWrap(True)
        points = goal.points
        holder = self.sides.get(held, NOBODY).noun
        worth = ", ".join(f"{n} for {self.sides[s].noun}" for s, n in points.items())
        value = Label("/".join(dict.fromkeys(str(n) for n in points.values())))
        held_by = Label(holder.removeprefix("the ").capitalize())
        held_by.setStyleSheet(f"color: {self.sides.get(held, NOBODY).colour};")
        for part in (where, value, held_by):
            part.setToolTip(f"Held by {holder}; victory points: {worth}")
        where.setAccessibleName(f"{goal.name} {goal.hex}, held by {holder}, {worth}")
        for column, part in enumerate((Label("◆"), where, value, held_by)):
            self._grid.addWidget(part, row, first + column)

    def _link(self, link: str) -> None:
        kind, _, value = link.partition(":")
        if kind == "hex":
            self.hex_asked.emit(value)


# --- The victory points track from 0 to its end, with a token for each side ----------------------------------------


class VictoryTrack(Drawn):
    """A ruler with the German token above the line and the Allied below it, each with its letter."""

    wide, tall = 250, 50

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Victory points track", parent)
        self.last, self.points, self.sides = 0, dict.fromkeys(SIDES, 0), SIDES
        self.hide()

    def show_points(self, points: Mapping[str, int], last: int | None) -> None:
        """Show the points of both sides; without a last number there is no track."""
        self.last = int(last or 0)
        self.points = {side: int(points.get(side, 0)) for side in SIDES}
        self.setVisible(bool(self.last))
        said = ", ".join(f"{side.name} {self.points[name]}" for name, side in self.sides.items())
        tip = f"{said}. The track ends at {self.last}; {self.last} to 0 wins at once."
        self.told(f"{said} of {self.last}", tip)

    def spot(self, points: int) -> float:
        """Return the x position of a number of points."""
        room = self.across - 18
        return 9 + room * max(0, min(self.last, points)) / max(1, self.last)

    def paint(self, painter: QPainter) -> None:
        """Draw the ruler and its tokens."""
        now, middle = theme.current(), self.tall / 2
        painter.setFont(self.sized(11))
        painter.setPen(QPen(QColor(now.line), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(self.spot(0), middle), QPointF(self.spot(self.last), middle))
        for number in range(self.last + 1):
            x, large = self.spot(number), number % 5 == 0 or number == self.last
            painter.setPen(QPen(QColor(now.muted if large else now.base), 1.4 if large else 1))
            painter.drawLine(QPointF(x, middle - 3), QPointF(x, middle + 3))
            if number % 5 == 0:
                painter.setPen(QColor(now.muted))
                painter.drawText(QRectF(x - 12, middle + 5, 24, 14), Qt.AlignmentFlag.AlignCenter, str(number))
        for side in self.sides:
            self._token(painter, side, above=side == "german")

    def _token(self, painter: QPainter, side: str, above: bool) -> None:
        now, x, middle = theme.current(), self.spot(self.points[side]), self.tall / 2
        away = -1 if above else 1
        tip = QPointF(x, middle + 4 * away)
        painter.setPen(QPen(QColor(now.base), 1))
        painter.setBrush(QColor(self.sides[side].colour))
        base = middle + 9 * away
        painter.drawPolygon([tip, QPointF(x - 5, base), QPointF(x + 5, base)])
        words = f"{self.sides[side].name[:1]} {self.points[side]}"
        painter.setFont(self.sized(11, bold=True))
        wide = painter.fontMetrics().horizontalAdvance(words) + 8
        left = max(0.0, min(self.across - wide, x - wide / 2))
        box = QRectF(left, base - 15 if above else base, wide, 15)
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QColor(now.base))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)


# --- The strip of the Company Scale System: day and turn, weather and phase, points, victory hexes -----------------


class TurnStrip(Strip):
    """Show turn and victory of a view in one line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Turn and victory at a glance")
        self.hours, self.sides = printed_hours(), SIDES

    def play_by(self, charts: Charts) -> None:
        """Show the turns of a day and the sides as the charts of a game have them."""
        self.hours, self.sides = charts.hours, sides_in(charts.series)

    def show_view(self, view: View) -> None:
        """Show a view."""
        turn, victory = view.turn, view.victory
        turns = turns_of(turn, self.hours)
        names = [hour.name.replace("night_", "Night ") for hour in turns]
        nights = [place for place, hour in enumerate(turns) if hour.night]
        self.turns.show_turns(names, max(1, turn.index) - 1, nights)
        count = f"Turn {turn.index} of {turn.of}"
        self.show_day(f"{long_date(turn.date)} · {count}", count)
        phase = wording.PHASES.get(view.phase, "").removesuffix(" Phase")
        self.weather.setText(" · ".join(filter(None, (humanize(view.weather), phase))))
        points = victory.points
        self.score.show_points([(side, str(points.get(name, 0))) for name, side in self.sides.items()])
        self.stakes.show_stakes([_stake(goal, self.sides) for goal in victory.hexes])
        self.fit()


def _stake(goal: VictoryHexView, sides: Mapping[str, Side]) -> Stake:
    held, points = sides.get(goal.held_by or "", NOBODY), goal.points
    worth = ", ".join(f"{n} for {sides[s].noun}" for s, n in points.items())
    name = goal.name or goal.hex
    return Stake(
        "/".join(dict.fromkeys(str(n) for n in points.values())),
        name,
        held,
        f"{name}, {goal.hex}: held by {held.noun}; victory points: {worth}",
        f"hex:{goal.hex}",
    )
