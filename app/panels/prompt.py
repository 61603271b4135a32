"""The prompt at the top: who decides what under which rule, and a button for each simple order."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app import theme
from app.announcing import announce
from app.bindings import spell
from app.panels.dice import DiceTray, draw_square
from app.panels.dice import Draw as DrawDie
from app.panels.prompt_parts import Draw, PieceInPlay, Refusal, SidePlate, StaffButtons, TitleLabel
from app.panels.widgets import KeyButton, RuleChip, ShortLabel
from app.play.game_view import GameView
from app.sides import Side
from app.text.words import Rest, Verb
from app.theme import faces
from rules.engine.command import Command, Reason
from rules.engine.history import NATURE
from rules.engine.options import Decision

REST_KEY = "Shift+Space"
TALL, LOW, BRASS = 80, 64, 3
"""Height of the bar in a large and in a small window, and of the line below it, in pixels."""
SHINE = "#fff3c4"
NOBODY = Side("")
SCORE = "Space shows the score."
OVER = f"{SCORE} Undo and the log still work; {{new}} starts a new game."


class PromptBar(QWidget):
    """Tell the players who decides what.

    `ordered` carries the command of a pressed button; `armed` says that a button waits for its second press; `rested`
    that a player wants no more of a question this turn.
    """

    ordered = Signal(object)
    armed = Signal()
    rested = Signal()
    rule_asked = Signal(str)

    def __init__(self, game: GameView, draw_die: DrawDie = draw_square, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game = game
        self.setObjectName("PromptBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Prompt")
        self.badge, self.piece = SidePlate(), PieceInPlay()
        self.words = TitleLabel()
        self.words.setObjectName("PromptText")
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.rule = RuleChip()
        self.rule.asked.connect(self.rule_asked)
        self.hint = ShortLabel()
        self.hint.setProperty("role", "muted")
        self.second = QWidget()
        self.refusal = Refusal(self, self.second)
        self.tray = DiceTray(game, draw_die)
        self.staff = StaffButtons(self)
        self.share = 0.0
        self.rest = KeyButton("", REST_KEY, "You won't be asked again this turn.", self)
        self.rest.setProperty("on", "prompt")
        self.rest.clicked.connect(self.rested)
        self._buttons: dict[str, KeyButton] = {}
        self._commands: dict[str, Command] = {}
        self._armed = ""
        self._warning = self._kind = ""
        self._hint = self.announced = ""
        self._lay_out()
        self.show_idle()

    def _lay_out(self) -> None:
        under = QVBoxLayout(self.second)
        under.setContentsMargins(0, 0, 0, 0)
        under.addWidget(self.hint)
        second = QHBoxLayout()
        second.setSpacing(8)
        second.addWidget(self.rule, 0, Qt.AlignmentFlag.AlignTop)
        second.addWidget(self.second, 1)
        left = QVBoxLayout()
        left.setSpacing(2)
        left.addStretch(1)
        left.addWidget(self.words)
        left.addLayout(second)
        left.addStretch(1)
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        self._row.addWidget(self.rest)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 16, BRASS)
        whole.setSpacing(14)
        whole.addWidget(self.badge)
        whole.addWidget(self.piece)
        whole.addLayout(left, 1)
        whole.addWidget(self.tray, 0, Qt.AlignmentFlag.AlignVCenter)
        whole.addWidget(self.staff, 0, Qt.AlignmentFlag.AlignVCenter)
        whole.addLayout(self._row)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.fit(small=False)

    def fit(self, *, small: bool) -> None:
        """Take the height for a large window, or for one with little room. Nothing that comes and goes changes it."""
        for part in (self.badge, self.piece, self.words):
            part.small = small
            part.updateGeometry()
        self.setFixedHeight(faces.scaled(LOW if small else TALL))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar in the colour of the side that decides, over a line of brass; how far it has thought shines."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self.badge.side.livery.bar))
        painter.fillRect(0, self.height() - BRASS, self.width(), BRASS, QColor(theme.current().brass))
        painter.fillRect(0, self.height() - BRASS, round(self.width() * self.share), BRASS, QColor(SHINE))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the words that say why follow."""
        super().resizeEvent(event)
        self.refusal.settle()

    def show_idle(self, words: str = "No game running. Start one with {new} or open one with {open}.") -> None:
        """Show that nothing is asked; the words may name the keys of actions."""
        self._show("", spell(words), "", "")
        self._offer([])

    def show_past(self, words: str) -> None:
        """Show that an earlier position is looked at; what was announced last does not belong there."""
        self.show_idle(words)
        self._hint = ""
        self.hint.setText("")

    def show_over(self, words: str, hint: str = OVER) -> None:
        """Show that the game has ended."""
        self._show("", words, "", spell(hint))
        self._offer([])

    def show_staff(
        self, seat: str, words: str, hint: str = "", buttons: Collection[str] = (), share: float = 0.0
    ) -> None:
        """Show that the computer decides for a seat, and how far it has thought, from 0 to 1."""
        self._show(seat, words, "", hint)
        self._offer([])
        self.staff.offer(buttons)
        self._shine(share)

    def show_request(self, words: str) -> None:
        """Show that the game waits for a die or a draw."""
        self._show(NATURE, words, "", "Press the number you rolled, or pick it in the Orders panel.")
        self._offer([])

    def show_rolling(self) -> None:
        """Offer nothing while chits and dice have yet to come to rest."""
        self._offer([])
        self.hint.setText("Any key shows the result.")
        self.show_refusal([])

    def show_decision(
        self, decision: Decision, offered: Mapping[str, list[Command]], hint: str = "", warning: str = ""
    ) -> None:
        """Show a decision; `warning` asks for a second press before the activation ends."""
        self._warning, self._kind = warning, decision.kind
        self._show(decision.seat, decision.prompt, decision.rule, hint)
        self._offer(self.game.words.simple(offered), self.game.words.question(decision.kind).rest)

    def show_refusal(self, reasons: Iterable[Reason]) -> None:
        """Say why something was refused, each reason with its rule number."""
        self.show_words("  ".join(str(reason) for reason in reasons))

    def show_words(self, said: str) -> None:
        """Say in red why something is not possible; empty words clear it."""
        said = "  ".join(said.splitlines())
        announce(self, said)
        self.refusal.say(f"✗ {said}" if said else "")
        self.hint.setVisible(bool(self.hint.text()))

    def show_piece(self, draw: Draw | None, words: str = "", look: Hashable = None) -> None:
        """Show the piece in play, or none; `words` name it, `look` tells its picture from others."""
        self.piece.show_piece(draw, words, look)

    def show_hint(self, words: str) -> None:
        """Say under the prompt what the mouse is doing; empty words restore the decision's hint."""
        self.hint.setText(words or self._hint)
        self.show_words("")

    def forward(self) -> bool:
        """Press the button that Space and Enter mean; return whether there was one."""
        return self._press(lambda v: v.forward)

    @property
    def ends_much(self) -> bool:
        """Tell whether carrying on would end more than a step, such as an activation."""
        return any(row.forward and row.sure for row in map(self.game.words.verb, self._commands))

    def back(self) -> bool:
        """Press the button that Escape means; return whether there was one."""
        if self._armed:
            self._disarm()
            self.hint.setText(self._hint)
            return True
        return self._press(lambda v: v.back)

    def _press(self, test: Any) -> bool:
        shown = [name for name in self._commands if test(self.game.words.verb(name))]
        if not shown:
            return False
        self._buttons[shown[0]].click()
        return True

    def take_focus(self) -> None:
        """Give the keyboard focus to the first button, where all answers are buttons."""
        for name in self._commands:
            self._buttons[name].setFocus(Qt.FocusReason.ShortcutFocusReason)
            return

    def offers(self, name: str) -> bool:
        """Tell whether a simple order is offered."""
        return name in self._commands

    def press(self, name: str) -> bool:
        """Press the button of one verb if it is offered; return whether it was."""
        if name in self._commands:
            self._buttons[name].click()
            return True
        return False

    def _show(self, seat: str, words: str, rule: str, hint: str) -> None:
        side = self.game.side(seat) if seat else NOBODY
        if side != self.badge.side:
            self.badge.show_side(side)
            self.update()
        self.badge.setVisible(bool(seat))
        self.setContentsMargins(0 if seat else 16, 0, 0, 0)  # the plate of a side stands at the edge
        if words != self.words.text():
            announce(self, f"{self.game.side(seat).name}: {words}" if seat else words)
        self.words.setText(words)
        self.words.setAccessibleName(words)
        self.rule.cite(rule)
        hint = self._hint = "  ·  ".join(filter(None, (self.announced, hint)))
        self.hint.setText(hint)
        self.show_refusal([])

    def _shine(self, share: float) -> None:
        """Show how far the computer has thought, from 0 to 1."""
        if share != self.share:
            self.share = share
            self.update(0, self.height() - BRASS, self.width(), BRASS)

    def forget(self) -> None:
        """Remove the buttons of the system played so far."""
        self._offer([])
        for button in self._buttons.values():
            button.deleteLater()
        self._buttons = {}

    def _offer(self, commands: list[Command], rest: Rest | None = None) -> None:
        self._disarm()
        self.staff.offer(())
        self._shine(0.0)
        self._commands = {command.verb: command for command in commands}
        rows = {name: self.game.words.verb(name) for name in self._commands}
        primary = next((name for name, row in rows.items() if row.forward), "")
        for name, row in rows.items():
            button = self._button(name, row)
            quiet = self._sure(name) and self._warning
            button.set_flag("primary", name == primary and not quiet)
            label = self._label(name)
            button.setText(label)
            button.show_key(row.keys)
            button.setAccessibleName(label)
        self.rest.setText(_with_key(rest.label, REST_KEY) if rest is not None else "")
        self._lay_row([self._buttons[name] for name in sorted(rows, key=lambda name: name == primary)], bool(primary))
        for name, button in self._buttons.items():
            button.setVisible(name in self._commands)
        self.rest.setVisible(rest is not None and rest.verb in self._commands)

    def _lay_row(self, buttons: list[KeyButton], primary: bool) -> None:
        """Put buttons side by side; what Space means is always at the far end."""
        buttons.insert(len(buttons) - primary, self.rest)
        places = map(self._row.itemAt, range(self._row.count()))
        if buttons == [place.widget() for place in places if place is not None]:
            return
        while self._row.count():
            self._row.takeAt(0)
        for button in buttons:
            self._row.addWidget(button)

    def _button(self, name: str, row: Verb) -> KeyButton:
        if name not in self._buttons:
            button = KeyButton(_with_key(row.label, row.keys), row.keys, row.tip, self)
            button.setAccessibleName(row.label)
            button.setObjectName(f"order_{name}")
            button.setProperty("on", "prompt")
            button.clicked.connect(lambda: self._clicked(name))
            self._buttons[name] = button
        return self._buttons[name]

    def _clicked(self, name: str) -> None:
        command = self._commands.get(name)
        if command is None:
            return
        if self._sure(name) and self._warning and self._armed != name:
            self._arm(name)
            return
        self._disarm()
        self.ordered.emit(command)

    def _arm(self, name: str) -> None:
        self._armed = name
        button, row = self._buttons[name], self.game.words.verb(name)
        button.setText(_with_key(self._sure(name), row.keys))
        button.set_flag("armed", True)
        self.hint.setText(self._warning)
        self.show_refusal([])
        self.armed.emit()

    def _sure(self, name: str) -> str:
        """Return the label of a button that wants a second press, or ""."""
        row = self.game.words.verb(name)
        return row.sure or (self.game.words.question(self._kind).sure if row.forward else "")

    def _label(self, name: str) -> str:
        """Return what the button of a verb says: its label, and what it costs by itself."""
        words = self.game.words
        return ": ".join(filter(None, (words.label(self._kind, name), words.price(name, self.game.query))))

    def _disarm(self) -> None:
        if self._armed:
            button, row = self._buttons[self._armed], self.game.words.verb(self._armed)
            button.setText(_with_key(self._label(self._armed), row.keys))
            button.set_flag("armed", False)
            self._armed = ""


def _with_key(label: str, keys: str) -> str:
    return f"{label}  ·  {keys}" if keys else label
