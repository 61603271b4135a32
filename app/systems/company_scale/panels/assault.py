"""Orders of an assault, step by step: choices with their counters, both sums and the odds below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app import theme
from app.panels import orders_dock
from app.panels.drawn import Drawn
from app.panels.layouts import scrolling
from app.panels.orders_dock import Situation
from app.panels.reader import ModifierTable, OddsBars, percent
from app.panels.widgets import Heading, MutedText
from app.play.seat import answered
from app.systems.company_scale.board.orders import marked_assaults, points_taken
from app.systems.company_scale.panels.chits import command_pixmap
from app.systems.company_scale.seen import view_of
from app.systems.company_scale.text.army import marker_words
from app.systems.company_scale.text.hints import LOST, at_stake
from app.systems.company_scale.verbs import units_of
from app.text.names import Names
from rules.company_scale.records.answers import AssaultOdds, DifferenceOdds, ResultOdds
from rules.company_scale.records.view import AssaultView, ModifierView, UnitView
from rules.engine.command import Command
from rules.engine.english import signed
from rules.engine.options import Decision

# --- This system's page of choices: each with its counter and hex, in an order that suits the question -------------

GOING = ("step", "retreat")
"""Orders to go to a hex: the counter there is not the one that goes."""
ENEMY_FIRST = ("place_assault", "light")
"""Orders for one of very many hexes: enemy-held ones come first."""
FAR_APART = ("place_hero", "take_up")
"""Orders for one of several units that may be far apart: their hexes are named."""
HELD: Mapping[str, tuple[str, ...]] = {
    "advance": ("chosen",),
    "take": ("carried",),
    "take_leader": ("carried",),
    "use_leader": ("leader", "hero"),
    "use_weapon": ("weapon",),
}
"""Keys of a decision's subject that hold what a toggle has switched on."""


class ChoicesPage(orders_dock.ChoicesPage):
    """List the options with their counters."""

    def rank(self, situation: Situation, command: Command) -> tuple[object, ...]:
        """Return the sort key of an option; options of equal rank keep their order."""
        if situation.decision.kind == "air_strikes":  # many targets: sorted by hex, the whole hex first
            return (command.text("hex"), command.text("target") != "hex")
        if command.verb in ENEMY_FIRST:  # an assault on a hex without enemies is hardly ever meant
            sides = {unit.side for unit in units_in(situation, command)}
            return (not sides - {situation.decision.seat}, bool(sides) == (command.verb == "place_assault"))
        return ()

    def words_of(self, situation: Situation, command: Command) -> str:
        """Return what an option is called in the list."""
        words = super().words_of(situation, command)
        if command.verb in ENEMY_FIRST:
            words = f"{command.text('hex')}: {_labels_in(situation, command) or 'nobody there'}"
        elif command.verb in FAR_APART:
            words += "".join(f" in {unit.hex}" for unit in _units(situation, command))
        elif command.verb == "air_strike" and command.text("target") == "hex":
            words += f": {_labels_in(situation, command)}"
        return f"✓ {words}" if is_chosen(command, situation.decision) else words

    def picture_of(self, situation: Situation, command: Command) -> QPixmap | None:
        """Return the counter of an option."""
        if command.verb in GOING:
            return None
        return command_pixmap(view_of(situation), command, orders_dock.ICON, self.devicePixelRatioF())

    def place_of(self, command: Command) -> str:
        """Return the hex of an option."""
        at = command.text("hex") or command.text("to")
        return f"hex:{at}" if at else ""

    def tip_of(self, situation: Situation, command: Command) -> str:
        """Return the name of the unit an option is about."""
        return next((unit.name for unit in _units(situation, command)), "")


def _units(situation: Situation, command: Command) -> list[UnitView]:
    return [unit for unit in (view_of(situation).unit(name) for name in units_of(command)) if unit is not None]


def units_in(situation: Situation, command: Command) -> list[UnitView]:
    """Return the units in the hex of a command."""
    return [unit for unit in view_of(situation).units if unit.hex == command.text("hex")]


def _labels_in(situation: Situation, command: Command) -> str:
    return ", ".join(situation.names.label(unit.id) for unit in units_in(situation, command))


def is_chosen(command: Command, decision: Decision) -> bool:
    """Tell whether a toggle is on, by what the decision is about."""
    if command.verb == "leave_smoke":
        return decision.flag("smoke")
    thing = next((command.get(key) for key in ("unit", "weapon", "leader") if command.get(key)), None)
    return thing is not None and any(_holds(decision.subject.get(key), thing) for key in HELD.get(command.verb, ()))


def _holds(held: object, thing: object) -> bool:
    return held == thing or (isinstance(held, list | tuple) and thing in held)


# --- Both sums of an assault line by line, and its odds: differences and results with exact chances ----------------

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

    def show_differences(self, differences: Sequence[DifferenceOdds]) -> None:
        """Show the chance of each difference."""
        self._chances = {each.difference: Fraction(*each.chance) for each in differences}
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
        self.dice = MutedText()
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

    def show_assault(self, facts: AssaultView | None, odds: AssaultOdds | None, names: Names) -> None:
        """Show an assault: `facts` as in the view, `odds` as answered to "assault_odds"; either may be None."""
        assault = odds or facts
        self.setVisible(assault is not None)
        if assault is None:
            return
        other = "allied" if assault.seat == "german" else "german"
        sums = {"attacker": (assault.seat, assault.attacker), "defender": (other, assault.defender)}
        for role, (side, part) in sums.items():
            self.heads[role].setText(f"{role.capitalize()}: {names.side_name(side)}, {signed(part.total)}")
            self.tables[role].show_sum(lines_of(part.lines), part.total, "Added to the die", based=False)
        self._show_dice(facts)
        self._show_odds(odds)

    def _show_dice(self, facts: AssaultView | None) -> None:
        sides = (("Attacker", facts.attacker), ("Defender", facts.defender)) if facts is not None else ()
        rolled = [
            f"{role}: {part.die} {part.total:+d} = {part.die + part.total}"
            for role, part in sides
            if part.die is not None
        ]
        self.dice.setText("\n".join(rolled).replace("-", "−"))
        self.dice.setVisible(bool(rolled))

    def _show_odds(self, odds: AssaultOdds | None) -> None:
        for part in (self.chances, self.chart, self.outcome, self.bars):
            part.setVisible(odds is not None)
        also = [ResultOdds(ALSO[name], chance) for name, chance in odds.also.items() if chance[0]] if odds else []
        for part in (self.besides, self.also):
            part.setVisible(bool(also))
        self.also.show_results(also)
        if odds is not None:
            self.chart.show_differences(odds.differences)
            self.bars.show_results(odds.results)


def lines_of(lines: Sequence[ModifierView]) -> list[ModifierView]:
    """Return the terms that are not zero, one line each, and all others together in a last line."""
    counting = [replace(line, text=_lettered(line)) for line in lines if line.value]
    idle = [line for line in lines if not line.value]
    if idle:
        text = "No modifier for: " + "; ".join(_lettered(line).replace("  ", " ") for line in idle)
        counting.append(replace(idle[0], text=text))
    return counting


def _lettered(line: ModifierView) -> str:
    return f"{line.letter}  {line.text}" if line.letter else line.text


# --- Orders of an assault, step by step: the question above, both sums and the odds below --------------------------

ALL = 16777215
"""The height of a list that takes all available room: Qt's value for no limit."""
PLAIN = ("assault_markers", "advance", "distribute_dg")
"""Steps before the sums are known or after they have been decided."""
CLICKED = ("call_off",)
"""Orders that a single click on their row gives: another takes them back."""


class AssaultPage(ChoicesPage):
    """The options of an assault's step, with sums and odds below."""

    title = "Assault"
    wants_room = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sums = AssaultSums()
        self.sums.rule_asked.connect(self.rule_asked)
        self.page = scrolling(self.sums)
        self.column.addWidget(self.page, 3)
        self.list.currentRowChanged.connect(lambda _: self._show_sums())
        self.list.clicked.connect(lambda index: self._clicked(index.row()))
        self._asked: dict[str, AssaultOdds | None] = {}

    def refresh(self, situation: Situation) -> None:
        """Show the step again; an option that the player marked himself stays marked."""
        row = self.list.currentRow()
        same = bool(self.commands) and self.commands[0].verb in situation.offered
        self._asked = {}
        self.list.single = any(name in CLICKED for name in situation.offered)
        super().refresh(situation)
        if same and self.list.hasFocus() and 0 <= row < self.list.count():
            self.list.setCurrentRow(row)
        self._show_sums()

    def _clicked(self, row: int) -> None:
        """Do what the row that was clicked says, where that can be undone by another click."""
        if 0 <= row < len(self.commands) and self.list.single and self.commands[row].verb in CLICKED:
            self.ordered.emit(self.commands[row])

    def words_of(self, situation: Situation, command: Command) -> str:
        """Return an option with its present state: called off or not, who advances, what a hex has taken."""
        decision, names = situation.decision, situation.names
        at = command.text("hex")
        if command.verb == "call_off":
            marker = next(marker for marker in marked_assaults(decision) if marker.hex == at)
            if marker.called_off:
                return f"{at}: cancelled\npress to reinstate"
            who = ", ".join(names.label(unit) for unit in marker.assigned)
            if marker.empty and not who:  # 9.1 A: nobody is bound to an assault on an empty hex
                return f"{at}: empty, no fight; choose who advances later\npress to cancel"
            return f"✓ {at}: {'empty, ' if marker.empty else ''}{who or 'nobody yet'}\npress to cancel"
        if command.verb == "advance" and at_stake(command, situation.query):
            return f"{super().words_of(situation, command)}: {LOST} (21.2)"
        if command.verb == "take_dg":
            taken = next((each.points for each in points_taken(decision) if each.hex == at), 0)
            there = ", ".join(marker_words(view_of(situation), at, situation.names)) or "no marker yet"
            return f"{at}: {taken} of {decision.number('points')} points so far\n{there}"
        return super().words_of(situation, command)

    def _hex(self) -> str:
        if self.situation is None:
            return ""
        row = max(0, self.list.currentRow())
        if self.situation.decision.kind == "assaults" and row < len(self.commands):
            return self.commands[row].text("hex")
        assault = view_of(self.situation).assault
        return assault.hex if assault is not None else self.situation.decision.text("hex") or ""

    def _show_sums(self) -> None:
        at, situation = self._hex(), self.situation
        bare = situation is None or situation.decision.kind in PLAIN or not at
        self.page.setVisible(not bare)
        self.column.setStretchFactor(self.page, 0 if bare else 3)
        rows = sum(self.list.sizeHintForRow(i) for i in range(min(5, self.list.count())))
        self.list.setMaximumHeight(ALL if bare else max(40, rows + 8))
        self.list.setMinimumHeight(0 if bare else self.list.maximumHeight())
        if situation is None or bare:
            self.sums.hide()
            return
        if at not in self._asked:
            self._asked[at] = answered(AssaultOdds, situation.query("assault_odds", hex=at))
        facts = view_of(situation).assault
        self.sums.show_assault(facts if facts and facts.hex == at else None, self._asked[at], situation.names)
