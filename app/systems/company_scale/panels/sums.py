"""Both sums of an assault line by line, and its odds: differences and results with exact chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app import theme
from app.panels.drawn import Drawn
from app.panels.odds import ModifierTable, OddsBars, percent
from app.panels.widgets import Heading, Note
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.facts import signed

ALSO = {
    "hex_taken": "The hex is taken",
    "attacker_leader_lost": "The attacker's leader is lost",
    "defender_leader_lost": "The defender's leader is lost",
}
WON = {"attacker": "Attacker wins", "": "Tie", "defender": "Defender wins"}


class DifferenceChart(Drawn):
    """A bar for each difference of the two totals: the attacker's to the right, the defender's hatched, to the left."""

    tall = 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Who wins", parent)
        self._chances: dict[int, Fraction] = {}

    def show_differences(self, differences: Sequence[Mapping[str, Any]]) -> None:
        """Show the chance [numerator, denominator] of each difference."""
        self._chances = {int(d["difference"]): Fraction(*map(int, d["chance"])) for d in differences}
        self.tall = 112 if self._chances else 0
        said = [f"{WON[name]} {_percent(chance)}" for name, chance in self.totals().items()]
        self.told(", ".join(said))
        self.setToolTip("\n".join(f"{signed(d)}: {_percent(c)}" for d, c in sorted(self._chances.items())))

    def totals(self) -> dict[str, Fraction]:
        """Return the chance of each winner ("" for a tie)."""
        chances = dict.fromkeys(WON, Fraction(0))
        for difference, chance in self._chances.items():
            chances["attacker" if difference > 0 else "defender" if difference < 0 else ""] += chance
        return chances

    def paint(self, painter: QPainter) -> None:
        """Draw who wins, the bars, and the differences below them."""
        if not self._chances:
            return
        now = theme.current()
        low, high = min(self._chances), max(self._chances)
        wide, most = self.across / (high - low + 1), max(self._chances.values())
        self._words(painter, now.text)
        painter.setFont(self.sized(11))
        for difference in range(low, high + 1):
            tall = 62.0 * float(self._chances.get(difference, 0) / most)
            bar = QRectF((difference - low) * wide + 1, 92 - tall, max(1.5, wide - 2), tall)
            painter.setPen(QPen(QColor(now.line), 0.8))
            painter.setBrush(self._brush(difference))
            painter.drawRect(bar)
            if difference in (low, high) or (difference % 5 == 0 and low + 1 < difference < high - 1):
                painter.setPen(QColor(now.muted))
                box = QRectF(min(max(bar.center().x(), 12), self.across - 12) - 16, 94, 32, 16)  # kept inside
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, signed(difference))

    def _words(self, painter: QPainter, ink: str) -> None:
        painter.setFont(self.sized(12))
        painter.setPen(QColor(ink))
        flags = {"defender": Qt.AlignmentFlag.AlignLeft, "": Qt.AlignmentFlag.AlignHCenter}
        for name, chance in self.totals().items():
            align = flags.get(name, Qt.AlignmentFlag.AlignRight)
            painter.drawText(QRectF(0, 0, self.across, 18), align, f"{WON[name]} {_percent(chance)}")

    @staticmethod
    def _brush(difference: int) -> QBrush:
        now = theme.current()
        if difference > 0:
            return QBrush(QColor(now.accent))
        style = Qt.BrushStyle.BDiagPattern if difference < 0 else Qt.BrushStyle.Dense4Pattern
        return QBrush(QColor(now.muted), style)


def _percent(chance: Fraction) -> str:
    return percent(chance.numerator, chance.denominator)


class AssaultSums(QWidget):
    """What an assault comes to: both sums, then the chances."""

    rule_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(5)
        self.heads = {role: Heading() for role in ("attacker", "defender")}
        self.tables = {role: ModifierTable() for role in ("attacker", "defender")}
        self.dice = Note()
        self.chances, self.chart = Heading("Odds"), DifferenceChart()
        self.outcome, self.bars = Heading("Result"), OddsBars()
        self.besides, self.also = Heading("Also"), OddsBars()
        above: tuple[QWidget, ...] = (self.dice, self.chances, self.chart)
        below: tuple[QWidget, ...] = (self.outcome, self.bars, self.besides, self.also)
        for part in above:
            column.addWidget(part)
        for role, table in self.tables.items():
            column.addWidget(self.heads[role])
            column.addWidget(table)
            table.rule_asked.connect(self.rule_asked)
        for part in below:
            column.addWidget(part)
        column.addStretch(1)

    def show_assault(self, facts: Mapping[str, Any] | None, odds: Mapping[str, Any] | None) -> None:
        """Show an assault: `facts` as in the view, `odds` as answered to "assault_odds"; either may be None."""
        assault = odds or facts
        self.setVisible(assault is not None)
        if assault is None:
            return
        seat = str(assault.get("seat") or "")
        sides = {"attacker": seat, "defender": "allied" if seat == "german" else "german"}
        for role, side in sides.items():
            part = assault[role]
            total = signed(int(part.get("total") or 0))
            self.heads[role].setText(f"{role.capitalize()}: {wording.side(side)}, {total}")
            self.tables[role].show_sum(
                lines_of(part.get("lines", ())), int(part.get("total") or 0), "Added to the die", based=False
            )
        self._show_dice(facts)
        self._show_odds(odds)

    def _show_dice(self, facts: Mapping[str, Any] | None) -> None:
        rolled = []
        for role in ("attacker", "defender"):
            part = (facts or {}).get(role) or {}
            if part.get("die") is not None:
                rolled.append(f"{role.capitalize()}: {part['die']} {part['total']:+d} = {part['die'] + part['total']}")
        self.dice.setText("\n".join(rolled).replace("-", "−"))
        self.dice.setVisible(bool(rolled))

    def _show_odds(self, odds: Mapping[str, Any] | None) -> None:
        for part in (self.chances, self.chart, self.outcome, self.bars):
            part.setVisible(odds is not None)
        also = [
            {"text": words, "chance": (odds or {})["also"][name]}
            for name, words in ALSO.items()
            if odds is not None and (odds.get("also") or {}).get(name, (0, 1))[0]
        ]
        for part in (self.besides, self.also):
            part.setVisible(bool(also))
        self.also.show_results(also)
        if odds is not None:
            self.chart.show_differences(odds.get("differences", ()))
            self.bars.show_results(odds.get("results", ()))


def lines_of(lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the terms that are not zero, one line each, and all others together in a last line."""
    counting = [{**line, "text": _lettered(line)} for line in lines if line.get("value")]
    idle = [line for line in lines if not line.get("value")]
    if idle:
        text = "No modifier for: " + "; ".join(_lettered(line).replace("  ", " ") for line in idle)
        counting.append({**idle[0], "text": text})
    return counting


def _lettered(line: Mapping[str, Any]) -> str:
    return f"{line['letter']}  {line['text']}" if line.get("letter") else str(line["text"])
