"""Painted tracks: turns with their days, the impulse with its pass lamp, fortresses, the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy

from app import theme
from app.panels.drawn import Drawn
from app.systems.striking_anvil.sides import TABLE
from app.systems.striking_anvil.text.names import SIDES
from app.systems.striking_anvil.text.tell_combat import signed

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

    def show_impulse(self, impulse: Mapping[str, Any], *, on: bool) -> None:
        """Show the impulse of a view; `on` tells whether impulses go on."""
        self.side, self.passes, self.ready = (impulse["side"] if on else ""), impulse["passes"], impulse["ready"]
        said = f"{SIDES[self.side]} impulse" if self.side else "No impulse now"
        if self.side and self.passes:
            said += "; the other side has passed"
        ready = ", ".join(f"{SIDES[side]} {count}" for side, count in self.ready.items())
        self.told(f"{said}. Combat units in Good Order: {ready}")

    def paint(self, painter: QPainter) -> None:
        """Paint both sides with their counts; the one that acts is filled, the lamp between them burns for a pass."""
        now, half = theme.current(), self.across / 2
        for n, (side, count) in enumerate(self.ready.items()):
            box = QRectF(n * half + (13 if n else 1), 1, half - 14, self.tall - 2)
            here, livery = side == self.side, TABLE[side].livery
            painter.setPen(QPen(QColor(livery.bar), 2.0 if here else 1.0))
            painter.setBrush(QColor(livery.bar if here else now.base))
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(QColor(LIGHT if here else now.text))
            painter.setFont(self.sized(12, bold=here))
            painter.drawText(box, MIDDLE, f"{'▶ ' if here else ''}{SIDES[side]} {count}")
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
        german, allied = QColor(TABLE["german"].colour), QColor(TABLE["allied"].colour)
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
