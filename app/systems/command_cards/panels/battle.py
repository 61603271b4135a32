"""The Battle panel with dice and exact chances line by line, and the Hex panel with a unit's values now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.board.painted import letter, serif
from app.panels.drawn import Drawn
from app.panels.layouts import scrolling
from app.panels.orders_dock import ChoicesPage, Situation
from app.panels.reader import Card, ModifierTable, SumTerm, percent
from app.panels.widgets import Heading, Label, MutedText
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.counters import Look, counter_pixmap
from app.systems.command_cards.art.figures import draw_die
from app.systems.command_cards.verbs import VERBS
from app.text.names import NAMES
from rules.command_cards.charts import Charts
from rules.command_cards.queries import BattleOdds, HexValues
from rules.command_cards.view import View
from rules.engine.command import Command
from rules.engine.english import capital, counted

# --- The Battle panel: the dice of a battle line by line with their clauses, exact chances -------------------------

EMPTY = "Hold a unit over a target, or click it and point at one, to see the dice and odds."


class Chances(Drawn):
    """Exact chances as bars, each with its words and percentage."""

    ROW = 21
    wide, tall = 200, 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Odds", parent)
        self.rows: Sequence[tuple[str, int, int]] = ()

    def show_rows(self, rows: Sequence[tuple[str, int, int]]) -> None:
        """Show rows of words, cases and all cases."""
        self.rows = rows
        self.tall = self.ROW * len(rows)
        self.told("; ".join(f"{words} {percent(part, whole)}" for words, part, whole in rows))

    def paint(self, painter: QPainter) -> None:
        """Paint the bars."""
        palette = palettes.current()
        painter.setFont(self.sized(14))
        left, right = 96.0, 62.0
        room = self.across - left - right
        for n, (words, part, whole) in enumerate(self.rows):
            y = n * self.ROW
            painter.setPen(self.palette().color(self.foregroundRole()))
            middle = int(Qt.AlignmentFlag.AlignVCenter)
            painter.drawText(QRectF(0, y, left - 6, self.ROW), middle, words)
            bar = QRectF(left, y + 4, room, self.ROW - 8)
            painter.setPen(QPen(QColor(palette.muted), 0.8))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(bar)
            painter.fillRect(QRectF(bar.left(), bar.top(), room * part / whole, bar.height()), QColor(palette.rust))
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(QRectF(left + room + 6, y, right, self.ROW), middle, percent(part, whole))


class RolledDice(Drawn):
    """The dice of the last battle, large, each with its effect; `pointed` is the face under the pointer."""

    SIDE = 46
    wide, tall = 220, SIDE + 30

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Last dice", parent)
        self.rolled: Sequence[tuple[str, str]] = ()
        self.pointed = ""
        self.setMouseTracking(True)
        self.hide()

    def show_dice(self, rolled: Sequence[tuple[str, str]]) -> None:
        """Show faces with their effects; none hides the dice."""
        self.rolled = rolled
        self.setVisible(bool(rolled))
        self.told(", ".join(f"{face}: {effect}" for face, effect in rolled))

    def boxes(self) -> list[QRectF]:
        """Return where the dice lie, in units."""
        step = min(self.SIDE + 16.0, (self.across - 8.0) / max(1, len(self.rolled)))
        left = (self.across - step * len(self.rolled)) / 2 + (step - self.SIDE) / 2
        return [QRectF(left + n * step, 5, self.SIDE, self.SIDE) for n in range(len(self.rolled))]

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Note which die is pointed at."""
        at = self.in_units(event.position())
        over = (face for box, (face, _) in zip(self.boxes(), self.rolled, strict=True) if box.contains(at))
        self.pointed = next(over, "")

    def leaveEvent(self, event: QEvent) -> None:
        """Point at no die."""
        self.pointed = ""

    def paint(self, painter: QPainter) -> None:
        """Paint the dice on their felt."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#6c2a20"))
        painter.drawRoundedRect(self.room, 6, 6)
        for box, (face, effect) in zip(self.boxes(), self.rolled, strict=True):
            draw_die(painter, box, face)
            at = QPointF(box.center().x(), self.tall - 12)
            letter(painter, at, effect, serif(13, bold=True), "#ffe9b0")


class BattlePanel(QWidget):
    """Show the odds of a battle that could be fought, and the dice of the last one."""

    rule_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Battle")
        self.heading, self.note = Heading(), MutedText(EMPTY)
        self.heading.setWordWrap(True)
        self.table, self.chances, self.dice = ModifierTable(), Chances(), RolledDice()
        self.flag = MutedText()
        self.table.rule_asked.connect(self.rule_asked)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 6, 8, 8)
        for part in (self.dice, self.heading, self.note, self.table, self.chances, self.flag):
            column.addWidget(part)
        column.addStretch(1)
        scrolling(body, within=self)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Show what the panel is for."""
        self.heading.hide()
        self.note.show()
        self.table.hide()
        self.chances.hide()
        self.flag.hide()

    def show_odds(self, who: str, whom: str, odds: BattleOdds) -> None:
        """Show the sum of the dice and the exact chances of a battle."""
        how = "assaults" if odds.mode == "close_assault" else "fires at"
        verb = "against" if odds.mode == "strike" else how
        self.heading.setText(f"{capital(who)} {verb} {whom}")
        self.heading.show()
        self.note.hide()
        terms = [SumTerm(capital(term.text), term.change, term.rule) for term in odds.sum]
        self.table.show_sum(terms, odds.dice, "Dice")
        self.table.show()
        self._show_chances(odds)

    def _show_chances(self, odds: BattleOdds) -> None:
        whole, chances = odds.total, odds.chances
        behind = chances.flag if chances is not None else None
        self.flag.setText(f"The owner may ignore the first flag ({behind}). The odds assume he does." if behind else "")
        self.flag.setVisible(bool(behind and odds.dice))
        if not odds.dice or chances is None:
            self.chances.hide()
            return
        rows = [(counted(n, "hit"), part, whole) for n, part in enumerate(chances.hits)]
        rows += [("retreats", chances.retreats, whole), ("eliminated", chances.eliminated, whole)]
        self.chances.show_rows(rows)
        self.chances.show()


# --- The page of orders: every order as a row; a marked battle shows its odds, a marked unit or hex shows itself


class OrdersList(ChoicesPage):
    """List the orders; `aimed` tells the unit and the target of a battle that is marked."""

    aimed = Signal(str, str, str)
    charts: Charts | None = None

    def place_of(self, command: Command) -> str:
        """Return the hex or unit that an order is about."""
        row = VERBS[command.verb]
        if row.tap == "to":
            return f"hex:{command.text('to')}"
        return f"unit:{command.text(row.tap)}" if row.tap else ""

    def tip_of(self, situation: Situation, command: Command) -> str:
        """Return the text of a card."""
        card = self.charts.cards.get(command.text("card")) if self.charts is not None else None
        return card.text if card is not None else ""

    def _point(self, row: int) -> None:
        super()._point(row)
        command = self.commands[row] if 0 <= row < len(self.commands) else None
        if command is None or self.situation is None or command.verb not in ("battle", "overrun"):
            return
        unit = command.text("unit") or self.situation.decision.text("unit") or ""
        self.aimed.emit(unit, command.text("target"), "")


# --- The Hex panel: the unit of a hex with its values now, and what the ground does --------------------------------

TALL = 52
NO_HEX = "Point at a hex to see its unit, its terrain and the rules for both."


class HexPanel(QWidget):
    """Show a hex; `rule_asked` carries a rule number that was clicked."""

    rule_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Hex")
        self.place = ""
        self.heading, self.note = Heading(), MutedText(NO_HEX)
        self.heading.setWordWrap(True)
        self.picture, self.who = Label(), Label()
        self.who.setWordWrap(True)
        self.unit, self.ground = Card(), Card()
        self.between = Heading("Terrain")
        line = QHBoxLayout()
        line.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.who, 1)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 6, 8, 8)
        column.addWidget(self.heading)
        column.addWidget(self.note)
        column.addLayout(line)
        for part in (self.unit, self.between, self.ground):
            column.addWidget(part)
        column.addStretch(1)
        for card in (self.unit, self.ground):
            card.rule_asked.connect(self.rule_asked)
        scrolling(body, within=self)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Show what the panel is for."""
        self.place = ""
        self.note.show()
        for part in (self.heading, self.picture, self.who, self.unit, self.between, self.ground):
            part.hide()

    def show_hex(self, place: str, name: str, view: View, told: HexValues, charts: Charts) -> None:
        """Show a hex of a view, with the answer to the "hex" query; `name` is that of the place, or ""."""
        self.place = place
        self.note.hide()
        self.heading.setText(f"{place}  {name}" if name else place)
        self.heading.show()
        unit = view.units.get(told.unit or "")
        if unit is not None:
            look = Look.of(unit, charts, ordered=unit.ordered)
            self.picture.setPixmap(counter_pixmap(look, TALL, self.devicePixelRatioF()))
            self.who.setText(f"{NAMES[unit.seat]} {look.kind.name}")
        for part in (self.picture, self.who):
            part.setVisible(unit is not None)
        self.between.setVisible(unit is not None)
        self.unit.show_rows(told.values)
        self.ground.show_rows(told.card)
