"""Orders of a fire being composed: who joins, at what, with which weapon; the sum and the exact odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panels.odds import ModifierTable, OddsBars
from app.panels.orders import OrdersPage, Situation
from app.panels.widgets import FlowLayout, Heading, KeyButton, Label, Note, discard, scrolling
from app.systems.company_scale.panels.die_strip import DieStrip
from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.checks import check_line
from app.systems.company_scale.verbs import describe, verb
from app.text.names import Names, humanize
from rules.engine.command import Command, cmd

GROUPS = (
    ("aim", "Target"),
    ("fire_type", "Fire type"),
    ("support", "Supporting units"),
    ("use_weapon", "Support weapon"),
    ("use_leader", "Leader"),
    ("concentrate", "Concentrated fire"),
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
        self.kind, self.no_odds = Note(), Note()
        self.bars, self.strip, self.markers, self.seen = OddsBars(), DieStrip(), OddsBars(), Note()
        self.checks = Note()
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
        self.heading.setText(f"{situation.names.of(firer)}: {how} at {target}" if firer else "Fire")
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
        heading.setVisible(bool(offered))
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
        self.modifiers.show_sum(odds.get("modifiers", ()), int(odds["fire_value"]))
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
