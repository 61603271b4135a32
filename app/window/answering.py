"""What Space, Enter, Escape and the keys of orders mean at the moment."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent

from app.play.controller import GameController
from app.play.passing import PassForMe
from app.window.frame import Frame
from app.window.hot_seat import HotSeat
from app.window.presses import MODIFIERS, PRESSES
from app.window.services import Services
from app.window.table_host import TableHost
from rules.engine.command import cmd


class Answering(QObject):
    """Answer the present question of one window by a key. `score_asked()`: the game is over, Space shows the score."""

    score_asked = Signal()

    def __init__(
        self, game: GameController, services: Services, host: TableHost, hot_seat: HotSeat, passing: PassForMe,
        frame: Frame,
    ) -> None:  # fmt: skip
        super().__init__(services)
        self.game, self.host, self.hot_seat, self.passing, self.frame = game, host, hot_seat, passing, frame
        self.prompt, self.orders, self.docks = services.prompt, services.orders, services.docks

    def handlers(self) -> dict[str, Callable[[], object]]:
        """Return the functions of this part by action id."""
        return {"forward": self.forward, "rest": self.rest, "back": self.back}

    @property
    def is_asked(self) -> bool:
        """Tell whether somebody has to decide something, to come to the table, or to let the computer go on."""
        return self.game.decision is not None or bool(self.hot_seat.awaits) or self.prompt.staff.is_waiting

    def give(self, verb: str) -> bool:
        """Give an order by its verb: a simple one at once, any other to whatever is marked or picked."""
        if self.prompt.press(verb):
            return True
        commands = self.orders.offered.get(verb, [])
        if len(commands) == 1 and not commands[0].args:
            return self.game.submit(commands[0])
        return self.orders.give(verb) or (self.host.table is not None and self.host.table.give(verb))

    def forward(self) -> None:
        """Do what Space means, and Enter if nothing is marked."""
        if self.hot_seat.awaits:
            self.hot_seat.curtain.answer()
        elif self.game.decision is not None:
            if not self.prompt.forward():
                self._why_not_forward()
        elif not self.prompt.staff.forward() and self.game.over:
            self.score_asked.emit()

    def _why_not_forward(self) -> None:
        """Say what is missing before the order that Space means can be given."""
        game = self.game
        verbs = game.decision.options.verbs() if game.decision is not None else ()
        missing = [cmd(verb) for verb in verbs if game.words.verb(verb).forward and verb not in self.orders.offered]
        if missing:
            self.prompt.show_refusal(game.explain(missing[0]))

    def enter(self) -> None:
        """Do what Enter stands for: give what is marked; else carry on, unless that ends more than a step."""
        if self.game.decision is not None and (self.orders.enter() or self.prompt.ends_much):
            return
        self.forward()

    def clear_refusal(self, watched: QObject, event: QEvent) -> bool:
        """Take away at the next press what said why something is not possible; never take the press."""
        if event.type() not in PRESSES or (isinstance(event, QKeyEvent) and event.key() in MODIFIERS):
            return False
        if self.prompt.refusal.is_old():
            self.prompt.show_words("")
        if self.host.table is not None:
            self.host.table.clear_refusal()
        return False

    def rest(self) -> None:
        """Pass for the player who is asked, and pass over the question for the rest of the turn."""
        decision = self.game.decision
        rest = self.game.words.question(decision.kind).rest if decision is not None else None
        if decision is None or rest is None or self.prompt.rest.isHidden():
            return
        self.passing.rest(decision.seat, rest.kinds)
        self.game.submit(cmd(rest.verb))

    def back(self) -> None:
        """Do what Escape means: cancel, take a step back, or clear the selection."""
        mat = self.host.table
        if self.docks.close_drawer() or self.frame.close_log() or (mat is not None and mat.back()):
            return
        if not self.prompt.staff.back() and not self.prompt.back():
            self.prompt.show_words("")
