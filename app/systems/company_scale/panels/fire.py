"""Orders of a fire being composed: who joins, at what, with which weapon; the sum, the exact odds, the die's faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app import theme
from app.panels.drawn import Drawn
from app.panels.odds import NO_EFFECT, ModifierTable, OddsBars
from app.panels.orders_dock import OrdersPage, Situation
from app.panels.widgets import FlowLayout, Heading, KeyButton, Label, MutedText, discard, scrolling
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.army import check_line
from app.systems.company_scale.text.die_rolls import result_words
from app.systems.company_scale.verbs import describe, verb
from app.text.names import Names, humanize
from rules.engine.command import Command, cmd

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


class DieStrip(Drawn):
    """The ten faces of the die with the result of each."""

    COLUMNS = 5
    ROW = 40
    wide, tall = 300, 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Result of each die roll", parent)
        self._cells: list[tuple[int, str]] = []

    def show_table(self, table: Sequence[Mapping[str, Any]]) -> None:
        """Show the result of each face."""
        self._cells = [(int(cell["die"]), str(cell.get("result") or "")) for cell in table]
        said = [f"{die}: {self._said(result)}" for die, result in self._cells]
        self.tall = -(-len(self._cells) // self.COLUMNS) * self.ROW
        self.told("; ".join(said), "\n".join(said))

    @staticmethod
    def _said(result: str) -> str:
        return "no effect" if result.strip() in NO_EFFECT else result_words(result)

    def paint(self, painter: QPainter) -> None:
        """Draw the cells; a face without effect is plain and says so with a dash."""
        now, width = theme.current(), self.across / self.COLUMNS
        for index, (die, result) in enumerate(self._cells):
            box = QRectF(index % self.COLUMNS * width, index // self.COLUMNS * self.ROW, width, self.ROW)
            box.adjust(1, 1, -1, -1)
            hit = result.strip() not in NO_EFFECT
            painter.setPen(QPen(QColor(now.line), 1))
            painter.setBrush(QColor(now.accent_soft if hit else now.base))
            painter.drawRoundedRect(box, 4, 4)
            draw_die(
                painter,
                QRectF(box.left() + 3, box.center().y() - 9, 18, 18),
                die,
                QColor(now.accent if hit else now.muted),
            )
            painter.setFont(self.sized(11, bold=hit))
            painter.setPen(QColor(now.text if hit else now.muted))
            words = QRectF(box.left() + 23, box.top(), box.width() - 25, box.height())
            flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(words, flags, result if hit else "–")


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
        self._odds_heading, self._die_heading = Heading("Chances"), Heading("Result of each die roll")
        self._lay_out()

    def _lay_out(self) -> None:
        for part in (
            Heading("Fire value"),
            self.modifiers,
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
        scroll = scrolling(body)
        for widget in (self.heading, self.seen, scroll):
            self.column.addWidget(widget, 1 if widget is scroll else 0)

    def _group(self, words: str) -> Group:
        heading, box = Heading(words), QWidget()
        self.inner.addWidget(heading)
        self.inner.addWidget(box)
        return Group(heading, box, FlowLayout(box, 4), {})

    def refresh(self, situation: Situation) -> None:
        """Show the composition and its odds."""
        subject = situation.subject
        firer, target = str(subject.get("unit", "")), str(subject.get("hex", ""))
        indirect = situation.decision.kind == "indirect_fire"
        how = "opportunity fire" if subject.get("opportunity_fire") else "indirect fire" if indirect else "fire"
        self.heading.setText(f"{situation.names.label(firer)}: {how} at {target}" if firer else "Fire")
        self.seen.setText("\n".join(indirect_lines(subject, situation.names)) if indirect else "")
        self.seen.setVisible(indirect)
        for name, _ in GROUPS:
            self._fill(name, situation)
        ready = "confirm" in situation.offered
        self._show_odds(situation.query("odds") if ready else None, situation.names)
        why = [str(reason) for reason in situation.explain(cmd("confirm"))] if not ready else []
        self.no_odds.setText("\n".join(why) or "The odds appear once the fire is legal.")

    def _fill(self, name: str, situation: Situation) -> None:
        heading, box, flow, buttons = self.groups[name]
        offered = list(situation.offered.get(name, ()))
        if name == "fire_type" and offered:  # the rules offer the others; the one in use is shown with them
            offered.insert(0, cmd("fire_type", type=str(situation.subject.get("type"))))
        for command in [c for c in buttons if c not in offered]:
            discard(buttons.pop(command))
        for command in offered:
            if command not in buttons:
                buttons[command] = self._toggle(command, situation)
                flow.addWidget(buttons[command])
            buttons[command].setChecked(is_on(command, situation.subject))
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
        if self.situation and command in self.situation.offered.get(command.verb, ()):
            self.ordered.emit(command)
        else:
            button.setChecked(True)

    def _show_odds(self, odds: Mapping[str, Any] | None, names: Names) -> None:
        for part in (self.modifiers, self._odds_heading, self.bars, self._die_heading, self.kind, self.strip):
            part.setVisible(bool(odds))
        markers = marker_chances(odds or {})
        self.markers.show_results(markers)
        for marked in (self._marker_heading, self.markers):
            marked.setVisible(bool(markers))
        self.checks.setVisible(bool(odds and odds.get("checks")))
        self.no_odds.setVisible(not odds)
        if not odds:
            return
        terms = [{**term, "text": names.shortened(str(term["text"]))} for term in odds.get("modifiers", ())]
        self.modifiers.show_sum(terms, int(odds["fire_value"]))
        self.bars.show_results(odds.get("results", ()))
        self.strip.show_table(odds.get("table", ()))
        self.checks.setText("\n".join(check_line(check, names) for check in odds.get("checks", ())))
        kind = str(odds.get("type", ""))
        self.kind.setText(f"{wording.FIRE_TYPES.get(kind, humanize(kind))}; 0 always takes effect, 9 never does.")


def indirect_lines(subject: Mapping[str, Any], names: Names) -> list[str]:
    """Return who sees the target of an indirect fire, its strength and barrage, and whether it can hurt nobody."""
    spotters = [names.label(str(unit)) for unit in subject.get("spotters", ())]
    more = f" and {len(spotters) - 3} more" if len(spotters) > 3 else ""
    lines = [f"Seen by {', '.join(spotters[:3])}{more} (8.7.1)."] if spotters else []
    size = wording.marker("barrage", subject.get("barrage"))
    lines.append(f"Strength {subject.get('strength')}: {size} (8.7.2).")
    if subject.get("harmless"):
        lines.append("No enemy there can be hurt; it leaves only a barrage.")
    if subject.get("step_b"):
        lines.append("In support of the assault: it uses up the units' whole activation (9.4).")
    return lines


def marker_chances(odds: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what an indirect fire may leave on the hex, with its chances, for bars."""
    barrage, chances = odds.get("barrage"), []
    if barrage:
        chances.append({"text": wording.marker("barrage", barrage["size"]), "chance": barrage["chance"]})
    if odds.get("on_fire") and odds["on_fire"][0]:
        chances.append({"text": "The hex catches fire", "chance": odds["on_fire"]})
    return chances


HELD = {"aim": "aim", "fire_type": "type", "support": "support", "use_weapon": "weapon", "use_leader": "leaders"}


def is_on(command: Command, subject: Mapping[str, Any]) -> bool:
    """Tell whether a toggle of the composition is on, by the decision's subject."""
    if command.verb == "concentrate":
        return bool(subject.get("concentrate"))
    held = subject.get(HELD[command.verb])
    value = next(iter(dict(command.args).values()), None)
    return value in held if isinstance(held, list | tuple) else held == value
