"""Orders of a fire being composed: who joins, at what, with which weapon; the sum, the exact odds, the die's faces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QTabBar, QVBoxLayout, QWidget

from app import theme
from app.panels.drawn import Drawn
from app.panels.layouts import FlowLayout, discard, scrolling
from app.panels.orders_dock import OrdersPage, Situation
from app.panels.reader import NO_EFFECT, ModifierTable, OddsBars
from app.panels.widgets import Heading, KeyButton, Label, MutedText
from app.play.seat import answered
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.army import check_line
from app.systems.company_scale.text.die_rolls import result_words
from app.systems.company_scale.verbs import describe, verb
from app.text.names import Names, humanize
from rules.company_scale.records.answers import DieResult, FireOdds, ResultOdds
from rules.engine.command import Command, cmd
from rules.engine.options import Decision

# --- Ten-sided dice drawn as vectors -------------------------------------------------------------------------------

OUTLINE = ((0.0, -1.0), (0.92, -0.22), (0.92, 0.2), (0.0, 1.0), (-0.92, 0.2), (-0.92, -0.22))
KITE = ((0.0, -1.0), (0.6, 0.3), (0.0, 0.66), (-0.6, 0.3))


def _polygon(rect: QRectF, points: tuple[tuple[float, float], ...]) -> QPolygonF:
    middle, half = rect.center(), min(rect.width(), rect.height()) / 2.0 - 0.5
    return QPolygonF([QPointF(middle.x() + x * half, middle.y() + y * half) for x, y in points])


def draw_die(painter: QPainter, rect: QRectF, value: int, colour: QColor | None = None) -> None:
    """Draw a d10 showing `value` in a square."""
    now = theme.current()
    body = colour or QColor(now.accent)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(body.darker(160), max(0.6, rect.width() / 28.0)))
    painter.setBrush(body.darker(118))
    painter.drawPolygon(_polygon(rect, OUTLINE))
    painter.setBrush(body.lighter(112))
    painter.drawPolygon(_polygon(rect, KITE))
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(max(6, round(rect.height() * 0.5)))
    painter.setFont(font)
    painter.setPen(QColor("#ffffff") if body.lightnessF() < 0.55 else QColor("#1c1712"))
    painter.drawText(rect.translated(0.0, -rect.height() * 0.04), Qt.AlignmentFlag.AlignCenter, str(value))
    painter.restore()


# --- The faces of the d10 with the result of each ------------------------------------------------------------------


class Faces(NamedTuple):
    """Faces of the die in a row that have the same result."""

    first: int
    last: int
    result: str


class DieStrip(Drawn):
    """The faces of the die with their results, those in a row with the same one together."""

    COLUMNS = 3
    ROW = 28
    DIE = 17
    wide, tall = 300, 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Result of each die roll", parent)
        self.cells: list[Faces] = []

    def show_table(self, table: Sequence[DieResult]) -> None:
        """Show the result of each face."""
        faces = [(cell.die, cell.result) for cell in table]
        alike = (list(group) for _, group in groupby(faces, key=lambda face: face[1]))
        self.cells = [Faces(group[0][0], group[-1][0], group[0][1]) for group in alike]
        said = [f"{die}: {self._said(result)}" for die, result in faces]
        self.tall = -(-len(self.cells) // self.COLUMNS) * self.ROW
        self.told("; ".join(said), "\n".join(said))

    @staticmethod
    def _said(result: str) -> str:
        return "no effect" if result.strip() in NO_EFFECT else result_words(result)

    def paint(self, painter: QPainter) -> None:
        """Draw the cells."""
        width = self.across / self.COLUMNS
        for index, faces in enumerate(self.cells):
            box = QRectF(index % self.COLUMNS * width, index // self.COLUMNS * self.ROW, width, self.ROW)
            self._cell(painter, box.adjusted(1, 1, -1, -1), faces)

    def _cell(self, painter: QPainter, box: QRectF, faces: Faces) -> None:
        """Draw some faces and their result; what has no effect is plain and says so with a dash."""
        now, hit = theme.current(), faces.result.strip() not in NO_EFFECT
        painter.setPen(QPen(QColor(now.line), 1))
        painter.setBrush(QColor(now.accent_soft if hit else now.base))
        painter.drawRoundedRect(box, 4, 4)
        painter.setFont(self.sized(11, bold=hit))
        left, ink = box.left() + 3, QColor(now.text if hit else now.muted)
        for value in dict.fromkeys((faces.first, faces.last)):
            if value != faces.first:
                painter.setPen(ink)
                painter.drawText(QRectF(left, box.top(), 6, box.height()), Qt.AlignmentFlag.AlignCenter, "–")
                left += 6
            square = QRectF(left, box.center().y() - self.DIE / 2, self.DIE, self.DIE)
            draw_die(painter, square, value, QColor(now.accent if hit else now.muted))
            left += self.DIE + 1
        words = QRectF(left + 2, box.top(), box.right() - left - 2, box.height())
        painter.setPen(ink)
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(words, flags, faces.result if hit else "no effect")


# --- Orders of a fire being composed: who joins, at what, with which weapon; the sum and the exact odds ------------

GROUPS = (
    ("aim", "Target"),
    ("fire_type", "Fire type"),
    ("support", "Supporting units"),
    ("use_weapon", "Support weapon"),
    ("use_leader", "Leader"),
    ("concentrate", ""),  # its one button says it all
)


class Group(NamedTuple):
    """One row of toggles with its heading."""

    heading: Heading
    box: QWidget
    flow: FlowLayout
    buttons: dict[Command, KeyButton]


class FirePage(OrdersPage):
    """Toggles above, the sum and the odds below; Confirm and Cancel stand in the bar, and nothing is spent before."""

    title = "Fire"
    wants_room = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = Label()
        self.heading.setWordWrap(True)
        self.heading.setProperty("role", "card")
        self.inner = QVBoxLayout()
        self.inner.setContentsMargins(0, 0, 6, 0)
        self.inner.setSpacing(5)
        self.groups = {name: self._group(words) for name, words in GROUPS}
        self.modifiers = ModifierTable()
        self.modifiers.rule_asked.connect(self.rule_asked)
        self.kind, self.no_odds = MutedText(), MutedText()
        self.bars, self.strip, self.markers, self.seen = OddsBars(), DieStrip(), OddsBars(), MutedText()
        self.checks = MutedText()
        self._marker_heading = Heading("On the hex")
        self._odds_heading, self._die_heading = Heading("Chances"), Heading("Each die roll")
        self.choice = self._choice()
        self._parts: dict[QWidget, bool] = {}  # what comes below the sum, and whether there is anything to show in it
        self._lay_out()

    def _choice(self) -> QTabBar:
        """Return what chooses between the chances and the die, where there is no room for both."""
        choice = QTabBar()
        choice.setDrawBase(False)
        choice.setExpanding(False)
        choice.setAccessibleName("What to show of the odds")
        for words in ("Chances", "Each die roll"):
            choice.addTab(words)
        choice.currentChanged.connect(self._fit)
        return choice

    def _lay_out(self) -> None:
        for part in (
            Heading("Fire value"),
            self.modifiers,
            self.choice,
            self._odds_heading,
            self.bars,
            self._marker_heading,
            self.markers,
            self._die_heading,
            self.kind,
            self.strip,
            self.checks,
            self.no_odds,
        ):
            self.inner.addWidget(part)
        self.inner.addStretch(1)
        body = QWidget()
        body.setLayout(self.inner)
        self.area = scrolling(body)
        self.area.viewport().installEventFilter(self)
        for widget in (self.heading, self.seen, self.area):
            self.column.addWidget(widget, 1 if widget is self.area else 0)

    def _group(self, words: str) -> Group:
        heading, box = Heading(words), QWidget()
        self.inner.addWidget(heading)
        self.inner.addWidget(box)
        return Group(heading, box, FlowLayout(box, 4), {})

    def refresh(self, situation: Situation) -> None:
        """Show the composition and its odds."""
        decision = situation.decision
        firer, target = decision.text("unit"), decision.text("hex")
        indirect = decision.kind == "indirect_fire"
        how = "opportunity fire" if decision.flag("opportunity_fire") else "indirect fire" if indirect else "fire"
        self.heading.setText(f"{situation.names.label(firer)}: {how} at {target}" if firer else "Fire")
        self.seen.setText("\n".join(indirect_lines(decision, situation.names)) if indirect else "")
        self.seen.setVisible(indirect)
        for name, _ in GROUPS:
            self._fill(name, situation)
        ready = "confirm" in situation.offered
        self._show_odds(answered(FireOdds, situation.query("odds")) if ready else None, situation.names)
        why = [str(reason) for reason in situation.explain(cmd("confirm"))] if not ready else []
        self.no_odds.setText("\n".join(why) or "The odds appear once the fire is legal.")

    def _fill(self, name: str, situation: Situation) -> None:
        heading, box, flow, buttons = self.groups[name]
        offered = list(situation.commands(name))
        if name == "fire_type" and offered:  # the rules offer the others; the one in use is shown with them
            offered.insert(0, cmd("fire_type", type=situation.decision.text("type") or ""))
        for command in [c for c in buttons if c not in offered]:
            discard(buttons.pop(command))
        for command in offered:
            if command not in buttons:
                buttons[command] = self._toggle(command, situation)
                flow.addWidget(buttons[command])
            buttons[command].setChecked(is_on(command, situation.decision))
        heading.setVisible(bool(offered and heading.text()))
        box.setVisible(bool(offered))

    def _toggle(self, command: Command, situation: Situation) -> KeyButton:
        words = describe(command, situation.names, situation.decision)
        words = words.split(": ", 1)[-1]
        if command.verb == "support":
            words = words.removeprefix(verb("support").label).strip()
        how = verb(command.verb)
        if command.verb == "concentrate":
            words = f"+1 for concentrated fire  ·  {how.key}"
        button = KeyButton(words, how.key, how.tip)
        button.setCheckable(True)
        button.clicked.connect(lambda *_: self._press(button, command))
        return button

    def _press(self, button: KeyButton, command: Command) -> None:
        """Give the order of a toggle; the fire type in use stays on."""
        if self.situation and command in self.situation.commands(command.verb):
            self.ordered.emit(command)
        else:
            button.setChecked(True)

    def _show_odds(self, odds: FireOdds | None, names: Names) -> None:
        markers, checks = (marker_chances(odds), odds.checks) if odds is not None else ([], ())
        self.modifiers.setVisible(bool(odds))
        self.no_odds.setVisible(not odds)
        always = (self._odds_heading, self.bars, self._die_heading, self.kind, self.strip)
        self._parts = dict.fromkeys(always, bool(odds))
        self._parts |= {self._marker_heading: bool(markers), self.markers: bool(markers), self.checks: bool(checks)}
        if odds:
            terms = [replace(term, text=names.shortened(term.text)) for term in odds.modifiers]
            self.modifiers.show_sum(terms, odds.fire_value)
            self.bars.show_results(odds.results)
            self.markers.show_results(markers)
            self.strip.show_table(odds.table)
            self.checks.setText("\n".join(check_line(check, names) for check in checks))
            self.kind.setText(
                f"{wording.FIRE_TYPES.get(odds.type, humanize(odds.type))}. 0 always hits, 9 always misses."
            )
        self._fit()

    # --- Room for all of it, or for one of two pages ---

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Choose anew what to show when the room changes."""
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        """Show chances and die below each other, or where that would scroll, one of them as chosen."""
        whole = self._needed() <= self.area.viewport().height()
        self.choice.setVisible(not whole and self._parts.get(self.bars, False))
        pages = {self.bars: 0, self._marker_heading: 0, self.markers: 0, self.kind: 1, self.strip: 1, self.checks: 1}
        for part, filled in self._parts.items():
            part.setVisible(filled and (whole or pages.get(part) == self.choice.currentIndex()))

    def _needed(self) -> int:
        """Return the height of all there is to show."""
        edges = self.inner.contentsMargins()
        width = self.area.viewport().width() - edges.left() - edges.right()
        others = (part for part in self._laid() if part not in self._parts and part is not self.choice)
        shown = [part for part in others if not part.isHidden()] + [
            part for part, filled in self._parts.items() if filled
        ]
        heights = (
            part.heightForWidth(width) if part.hasHeightForWidth() else part.sizeHint().height() for part in shown
        )
        return sum(heights) + self.inner.spacing() * len(shown)

    def _laid(self) -> Iterator[QWidget]:
        """Yield what stands in the column."""
        for number in range(self.inner.count()):
            item = self.inner.itemAt(number)
            widget = item.widget() if item is not None else None
            if widget is not None:
                yield widget


def indirect_lines(decision: Decision, names: Names) -> list[str]:
    """Return who sees the target of an indirect fire, its strength and barrage, and whether it can hurt nobody."""
    spotters = list(map(names.label, decision.texts("spotters")))
    more = f" and {len(spotters) - 3} more" if len(spotters) > 3 else ""
    lines = [f"Seen by {', '.join(spotters[:3])}{more} (8.7.1)."] if spotters else []
    size = wording.marker("barrage", decision.text("barrage"))
    lines.append(f"Strength {decision.number('strength')}: {size} (8.7.2).")
    if decision.flag("harmless"):
        lines.append("No enemy there can be hurt; it leaves only a barrage.")
    if decision.flag("step_b"):
        lines.append("In support of the assault: it uses up the units' whole activation (9.4).")
    return lines


def marker_chances(odds: FireOdds) -> list[ResultOdds]:
    """Return what an indirect fire may leave on the hex, with its chances, for bars."""
    chances = []
    if odds.barrage is not None:
        chances.append(ResultOdds(wording.marker("barrage", odds.barrage.size), odds.barrage.chance))
    if odds.on_fire is not None and odds.on_fire[0]:
        chances.append(ResultOdds("The hex catches fire", odds.on_fire))
    return chances


HELD = {"aim": "aim", "fire_type": "type", "support": "support", "use_weapon": "weapon", "use_leader": "leaders"}


def is_on(command: Command, decision: Decision) -> bool:
    """Tell whether a toggle of the composition is on, by what the decision is about."""
    if command.verb == "concentrate":
        return decision.flag("concentrate")
    held = decision.subject.get(HELD[command.verb])
    value = next(iter(dict(command.args).values()), None)
    return value in held if isinstance(held, list | tuple) else held == value
