"""What Space, Enter, Escape and the keys of orders mean at the moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent

from app.window.presses import MODIFIERS, PRESSES
from rules.engine.command import cmd

if TYPE_CHECKING:
    from app.window.main_window import MainWindow


class Answering:
    """Answer the present question of one window by a key."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Return the functions of this part by action id."""
        return {"forward": self.forward, "rest": self.rest, "back": self.back}

    @property
    def is_asked(self) -> bool:
        """Tell whether somebody has to decide something, to come to the table, or to let the computer go on."""
        window = self.window
        return window.game.decision is not None or bool(window.hands.awaits) or window.players.is_waiting

    def give(self, verb: str) -> bool:
        """Give an order by its verb: a simple one at once, any other to whatever is marked or picked."""
        window = self.window
        if window.prompt.press(verb):
            return True
        commands = window.offered.get(verb, [])
        if len(commands) == 1 and not commands[0].args:
            return window.order(commands[0])
        return window.orders.give(verb) or (window.playmat is not None and window.playmat.give(verb))

    def forward(self) -> None:
        """Do what Space means, and Enter if nothing is marked."""
        window = self.window
        if window.hands.awaits:
            window.curtain.answer()
        elif window.game.decision is not None:
            if not window.prompt.forward():
                self._why_not_forward()
        elif not window.players.forward() and window.game.over:
            window.dialogs.show_score()

    def _why_not_forward(self) -> None:
        """Say what is missing before the order that Space means can be given."""
        game = self.window.game
        verbs = game.decision.options.verbs() if game.decision is not None else ()
        missing = [cmd(verb) for verb in verbs if game.words.verb(verb).forward and verb not in self.window.offered]
        if missing:
            self.window.prompt.show_refusal(game.explain(missing[0]))

    def enter(self) -> None:
        """Do what Enter stands for: give what is marked; else carry on, unless that ends more than a step."""
        window = self.window
        if window.game.decision is not None and (window.orders.enter() or window.prompt.ends_much):
            return
        self.forward()

    def clear_refusal(self, watched: QObject, event: QEvent) -> bool:
        """Take away at the next press what said why something is not possible; never take the press."""
        if event.type() not in PRESSES or (isinstance(event, QKeyEvent) and event.key() in MODIFIERS):
            return False
        if self.window.prompt.refusal.is_old():
            self.window.prompt.show_words("")
        if self.window.playmat is not None:
            self.window.playmat.clear_refusal()
        return False

    def rest(self) -> None:
        """Pass for the player who is asked, and pass over the question for the rest of the turn."""
        window, decision = self.window, self.window.game.decision
        rest = window.game.words.question(decision.kind).rest if decision is not None else None
        if decision is None or rest is None or window.prompt.rest.isHidden():
            return
        window.passing.rest(decision.seat, rest.kinds)
        window.order(cmd(rest.verb))

    def back(self) -> None:
        """Do what Escape means: cancel, take a step back, or clear the selection."""
        window, mat = self.window, self.window.playmat
        if window.docks.close_drawer() or window.frame.close_log() or (mat is not None and mat.back()):
            return
        if not window.players.back() and not window.prompt.back():
            window.prompt.show_words("")
