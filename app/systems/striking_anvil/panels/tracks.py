"""Turns with their days, impulse and pass lamp, fortresses, score: painted tracks, their panel and the strip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app import theme
from app.panels.drawn import Drawn
from app.panels.layouts import scrolling
from app.panels.strip import Stake, Strip
from app.panels.widgets import Label, MutedText
from app.systems.striking_anvil.sides import SIDES
from app.systems.striking_anvil.text.tell import PHASES
from app.text.names import NAMES
from app.text.parts import compose, join
from app.theme import faces
from rules.engine.english import counted, signed
from rules.striking_anvil.r_victory import TOLD, ScoreLine
from rules.striking_anvil.scenario import Scenario
from rules.striking_anvil.view import AreaView, ImpulseView, View

# --- The strip under the prompt: turn, phase, whose impulse it is with the pass lamp, the score, what is at stake ---

NARROW_TURN = 41
"""Width of a turn in a narrow window."""
UNBOUND = 16_777_215


class TurnStrip(Strip):
    """Show where the game stands in one line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._points = self._phase = ""
        self.impulse = ImpulseStrip()
        super().__init__(parent)
        self.setAccessibleName("Turn and impulse")
        row = self.layout()
        assert isinstance(row, QBoxLayout)
        row.insertWidget(row.indexOf(self.score), self.impulse)
        self.score.hide()

    def show_view(self, view: View, scenario: Scenario) -> None:
        """Show a view."""
        turn, points = view.turn, str(view.victory.score).replace("-", "−")
        self.turns.show_turns([days(scenario, n) for n in range(1, turn.of + 1)], turn.number - 1)
        count = f"Turn {turn.number} of {turn.of}"
        self.show_day(f"{count} · {turn.name.replace('-', '–')}", count)
        self.impulse.show_impulse(view.impulse, on=view.phase == "operations" and view.over is None)
        self._points, self._phase = f"score {points}", PHASES.get(view.phase or "", "")
        worth = scenario.charts.victory.areas
        self.stakes.show_stakes([_stake(area, worth[area.id]) for area in view.areas if area.id in worth])
        self.fit()

    def fit(self) -> None:
        """Leave the phase to the prompt in a narrow window, so that the stakes keep their areas."""
        super().fit()
        narrow = self.width() < faces.scaled(1500)
        if (row := self.layout()) is not None:
            row.setSpacing(8 if narrow else 14)
        self.turns.setMaximumWidth(faces.scaled(NARROW_TURN) * len(self.turns.names) if narrow else UNBOUND)
        self.weather.setText(self._points if narrow else f"{self._phase} · {self._points}")


def _stake(area: AreaView, points: int) -> Stake:
    held = SIDES[area.side]
    fort = f"; fortress level {area.fort.level}" if area.fort is not None and area.fort.level else ""
    tip = f"{area.id} {area.name}: {counted(points, 'point')} for the Allies, held by {held.noun}{fort}"
    return Stake(str(points), area.name, held, tip, f"area:{area.id}")


# --- The panel of turn and victory: turn and phase, fortresses, the score with its lines ---------------------------

PLANNED = "planning"


class TurnPanel(QWidget):
    """Show where the game stands."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Turn")
        self.title, self.phases, self.score_words, self.lines = Label(), Label(), Label(), MutedText()
        self.title.setStyleSheet("font-size: 12pt; font-weight: 600;")
        self.phases.setWordWrap(True)
        self.turns, self.score = TurnTrack(), ScoreTrack()
        self.forts = (FortTrack(), FortTrack())
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 6, 8, 8)
        column.setSpacing(5)
        for part in (self.title, self.turns, self.phases, *self.forts, self.score_words, self.score):
            column.addWidget(part)
        column.addWidget(self.lines)
        column.addStretch(1)
        scrolling(body, within=self)

    def show_view(self, view: View, scenario: Scenario) -> None:
        """Show a view."""
        turn = view.turn
        self.title.setText(f"Turn {turn.number} of {turn.of}  ·  {turn.name.replace('-', '–')}")
        self.turns.show_turns([days(scenario, n) for n in range(1, turn.of + 1)], turn.number)
        self._show_phases(view.phase or "", scenario)
        self._show_forts(view, scenario)
        victory = view.victory
        bounds = sorted(least + scenario.victory_shift for _, least in scenario.charts.victory.levels)
        level = TOLD[victory.level]
        self.score.show_score(victory.score, bounds, level)
        points = str(victory.score).replace("-", "−")
        self.score_words.setText(f"Score {points}: {level} if the game ended now")
        self.score_words.setWordWrap(True)
        self.lines.setText("\n".join(_line(line) for line in victory.lines if line.points))

    def _show_phases(self, phase: str, scenario: Scenario) -> None:
        now = theme.current()
        shown = [name for name in PHASES if name != "end" and (name != PLANNED or scenario.rules.planning_variant)]
        parts = [
            compose(
                '<span style="color:{}; font-weight:{}">{}</span>',
                now.accent if name == phase else now.muted,
                700 if name == phase else 400,
                PHASES[name],
            )
            for name in shown
        ]
        self.phases.setText(join("  ›  ", parts))
        self.phases.setAccessibleName(f"Phase: {PHASES.get(phase, '')}")

    def _show_forts(self, view: View, scenario: Scenario) -> None:
        standing = [(area, area.fort) for area in view.areas if area.fort is not None]
        for n, track in enumerate(self.forts):
            track.setVisible(n < len(standing))
            if n < len(standing):
                area, fort = standing[n]
                track.show_fort(f"{area.id} {area.name}", fort.level, scenario.charts.fortifications[area.id])


def days(scenario: Scenario, turn: int) -> str:
    """Return the days of a turn: 15-16."""
    first, last = scenario.dates(turn)
    return f"{first.day}-{last.day}"


def _line(line: ScoreLine) -> str:
    points = line.points
    return f"{'+' if points > 0 else '−'}{abs(points)}  {line.what}"


# --- Painted tracks: turns with their days, the impulse with its pass lamp, fortresses, the score ------------------

LIGHT = "#fbf6e9"
MIDDLE = Qt.AlignmentFlag.AlignCenter
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class TurnTrack(Drawn):
    """A box for each turn; the present one is filled, those past are ticked."""

    tall = 34

    def __init__(self) -> None:
        super().__init__("Turn track")
        self.days: Sequence[str] = ()
        self.now = 0

    def show_turns(self, days: Sequence[str], now: int) -> None:
        """Show turns by their days; `now` counts from 1."""
        self.days, self.now = days, now
        self.told(f"Turn {now} of {len(days)}, {days[now - 1]}" if days else "")

    def paint(self, painter: QPainter) -> None:
        """Paint the boxes."""
        now, wide = theme.current(), self.across / max(1, len(self.days))
        for n, days in enumerate(self.days, 1):
            box = QRectF((n - 1) * wide + 1, 1, wide - 2, self.tall - 2)
            here = n == self.now
            painter.setPen(QPen(QColor(now.accent if here else now.line), 1.2))
            painter.setBrush(QColor(now.accent if here else now.raised if n < self.now else now.base))
            painter.drawRoundedRect(box, 4, 4)
            painter.setPen(QColor(now.accent_text if here else now.muted if n < self.now else now.text))
            painter.setFont(self.sized(13, bold=here))
            painter.drawText(box.adjusted(0, 1, 0, -13), MIDDLE, f"✓ {n}" if n < self.now else str(n))
            painter.setFont(self.sized(9))
            painter.drawText(box.adjusted(0, 15, 0, 0), MIDDLE, days.split("-")[0])


class ImpulseStrip(Drawn):
    """Whose impulse it is, a lamp for a pass, and how many Good Order combat units each side has left."""

    wide, tall = 236, 26

    def __init__(self) -> None:
        super().__init__("Impulse")
        self.side, self.passes = "", 0
        self.ready: Mapping[str, int] = {}
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_impulse(self, impulse: ImpulseView, *, on: bool) -> None:
        """Show the impulse of a view; `on` tells whether impulses go on."""
        self.side, self.passes, self.ready = (impulse.side if on else ""), impulse.passes, impulse.ready
        said = f"{NAMES[self.side]} impulse" if self.side else "No impulse now"
        if self.side and self.passes:
            said += "; the other side has passed"
        ready = ", ".join(f"{NAMES[side]} {count}" for side, count in self.ready.items())
        self.told(f"{said}. Combat units in Good Order: {ready}")

    def paint(self, painter: QPainter) -> None:
        """Paint both sides with their counts; the one that acts is filled, the lamp between them burns for a pass."""
        now, half = theme.current(), self.across / 2
        for n, (side, count) in enumerate(self.ready.items()):
            box = QRectF(n * half + (13 if n else 1), 1, half - 14, self.tall - 2)
            here, livery = side == self.side, SIDES[side].livery
            painter.setPen(QPen(QColor(livery.bar), 2.0 if here else 1.0))
            painter.setBrush(QColor(livery.bar if here else now.base))
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(QColor(LIGHT if here else now.text))
            painter.setFont(self.sized(12, bold=here))
            painter.drawText(box, MIDDLE, f"{'▶ ' if here else ''}{NAMES[side]} {count}")
        self._lamp(painter, QPointF(half, self.tall / 2))

    def _lamp(self, painter: QPainter, at: QPointF) -> None:
        now, on = theme.current(), bool(self.passes and self.side)
        painter.setPen(QPen(QColor(now.text if on else now.line), 1.2))
        painter.setBrush(QColor(now.warn if on else now.base))
        painter.drawEllipse(at, 9, 9)
        painter.setFont(self.sized(11, bold=True))
        painter.setPen(QColor(now.base if on else now.muted))
        painter.drawText(QRectF(at.x() - 9, at.y() - 9, 18, 18), MIDDLE, str(self.passes) if on else "–")


class FortTrack(Drawn):
    """The levels of a fortress, each with what it gives against Allied attacks; the present one is filled."""

    tall = 34

    def __init__(self) -> None:
        super().__init__("Fortress")
        self.name, self.level = "", 0
        self.dice: Sequence[int] = ()

    def show_fort(self, name: str, level: int, dice: Sequence[int]) -> None:
        """Show a fortress: its level, and the modifier of every level from 0."""
        self.name, self.level, self.dice = name, level, dice
        given = f", {signed(dice[level])} against Allied attacks" if level else ", destroyed"
        self.told(f"Fortress of {name}: level {level}{given}")

    def paint(self, painter: QPainter) -> None:
        """Paint a box for each level under the name."""
        now = theme.current()
        painter.setPen(QColor(now.text))
        painter.setFont(self.sized(11))
        room = QRectF(0, 0, self.across, 13)
        painter.drawText(room, LEFT, self.name)
        die = self.dice[self.level] if self.level < len(self.dice) else 0
        painter.drawText(room, RIGHT, f"level {self.level}, die {signed(die)}" if self.level else "destroyed")
        wide = self.across / max(1, len(self.dice))
        for level in range(len(self.dice)):
            box = QRectF(level * wide + 0.5, 15, wide - 1.5, 17)
            here, standing = level == self.level, level <= self.level
            painter.setPen(QPen(QColor(now.accent if here else now.line), 1))
            painter.setBrush(QColor(now.accent if here else now.accent_soft if standing else now.base))
            painter.drawRoundedRect(box, 2, 2)
            painter.setPen(QColor(now.accent_text if here else now.muted))
            painter.setFont(self.sized(10, bold=here))
            painter.drawText(box, MIDDLE, str(level))


class ScoreTrack(Drawn):
    """The score on the scale of the levels of victory, which grow from the German side to the Allied."""

    tall = 38

    def __init__(self) -> None:
        super().__init__("Score")
        self.points, self.level = 0, ""
        self.bounds: Sequence[int] = ()

    def show_score(self, points: int, bounds: Sequence[int], level: str) -> None:
        """Show a score, the least points of each level from the lowest, and the present level in words."""
        self.points, self.bounds, self.level = points, bounds, level
        self.told(f"Score {points}: {level}. Levels start at {', '.join(map(str, bounds))}.")

    def paint(self, painter: QPainter) -> None:
        """Paint five fields with their bounds and a mark at the score."""
        now, count = theme.current(), len(self.bounds) + 1
        wide = self.across / count
        german, allied = QColor(SIDES["german"].colour), QColor(SIDES["allied"].colour)
        for n in range(count):
            side = german if n < count // 2 else allied if n > count // 2 else QColor(now.line)
            shade = QColor(side)
            shade.setAlpha(150 if n in (0, count - 1) else 80)
            painter.fillRect(QRectF(n * wide + 0.5, 12, wide - 1, 12), shade)
            if n:
                painter.setPen(QColor(now.muted))
                painter.setFont(self.sized(10))
                painter.drawText(QRectF(n * wide - 15, 25, 30, 13), MIDDLE, str(self.bounds[n - 1]))
        at = self._place(wide)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(now.accent))
        painter.drawPolygon([QPointF(at - 6, 2), QPointF(at + 6, 2), QPointF(at, 12)])
        painter.setPen(QPen(QColor(now.accent), 2))
        painter.drawLine(QPointF(at, 10), QPointF(at, 24))

    def _place(self, wide: float) -> float:
        """Return where the score stands: fields are equally wide whatever they span."""
        field = sum(self.points >= bound for bound in self.bounds)
        low = self.bounds[field - 1] if field else self.bounds[0] - 10 if self.bounds else 0
        high = self.bounds[field] if field < len(self.bounds) else low + 10
        share = (self.points - low) / max(1, high - low)
        return (field + min(0.95, max(0.05, share))) * wide
