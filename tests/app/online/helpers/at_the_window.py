"""A player in a process of his own: the whole program as `python -m app` starts it, and a mouse that plays it.

Lines of JSON on standard input say what he does next, lines on standard output what he sees.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from app.application import Application
from app.cli import main
from app.window.main_window import MainWindow
from rules.engine.command import Command, cmd
from rules.engine.options import Decision
from rules.engine.seat import Seat
from rules.testing.bots import bots_for
from tests.app.helpers import mouse
from tests.app.helpers.hand import Hand
from tests.app.helpers.widgets import top_level_widgets
from tests.app.systems.command_cards.helpers import hand as command_cards
from tests.app.systems.company_scale.helpers import hand as company_scale

SHORT = {"preparation": (1, "done"), "purchase": (0, "pass"), "activation": (2, "end_activation")}
"""How many orders are given in a row where a short game asks, and what ends them."""
TICK = 5
"""Milliseconds."""
SIZE = (1600, 1000)
AGAIN, TRIES = 0.5, 4
"""How many seconds an order may have no effect, nor be on its way, before it is tried again, and how often."""


class Head:
    """Decides what is ordered, as the computer would; in a game that `is_short` no more of a kind than in SHORT."""

    def __init__(self, window: MainWindow, seat: str, is_short: bool) -> None:
        self.window, self.seat, self._is_short = window, seat, is_short
        assert window.session is not None
        self._bot = bots_for(window.session.system.seats, ["regular"], 7)[seat]
        self._given = Counter[str]()

    def choose(self, decision: Decision) -> Command:
        """Return the order to be carried out; the first in an activation is a move if one is possible."""
        assert self.window.session is not None
        wanted, kind = self._bot.choose(Seat(self.window.session, self.seat), decision), decision.kind
        if not self._is_short or kind not in SHORT:
            return wanted
        self._given = Counter({each: n for each, n in self._given.items() if each == kind})
        self._given[kind] += 1
        most, end = SHORT[kind]
        if self._given[kind] > most and cmd(end) in decision.options:
            return cmd(end)
        moves = decision.options.by_verb().get("move", ())
        return next(iter(moves)) if moves and self._given[kind] == 1 else wanted

    def path(self, move: Command) -> list[str]:
        """Return the hexes through which a move is to go."""
        assert self.window.session is not None
        fork, hexes, order = self.window.session.fork(), list[str](), move
        while True:
            fork.submit(self.seat, fork.seq, order)
            decision = fork.decision
            if decision is None or decision.seat != self.seat or decision.kind != "movement":
                return hexes
            order = self._bot.choose(Seat(fork, self.seat), decision)
            steps = decision.options.by_verb().get("step", ())
            if not hexes and steps and order.verb != "step":  # who begins to move goes somewhere
                order = next(iter(steps))
            if order.verb != "step":
                return hexes
            hexes.append(order.text("to"))


class Player:
    """Looks at the window at every tick, tells what is new there, and does what is asked."""

    def __init__(self, is_short: bool) -> None:
        self._is_short = is_short
        self._asked = SimpleQueue[dict[str, Any]]()
        self._window: MainWindow | None = None
        self._head: Head | None = None
        self._hand: Hand | None = None
        self._busy, self._before, self._told = False, dict[str, Any](), list[str]()
        self._box: QMessageBox | None = None
        self._tried: tuple[Any, ...] = ()
        self._tries, self._at, self.retries = 0, 0.0, list[str]()
        self.given = 0
        self._timers = [QTimer(), QTimer()]  # a box is answered while the mouse that has opened it is on its way
        for timer, act in zip(self._timers, (self._look, self._answer_boxes), strict=True):
            timer.setInterval(TICK)
            timer.timeout.connect(act)
            timer.start()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in sys.stdin:
            if json.loads(line)["do"] == "where":
                faulthandler.dump_traceback(all_threads=True)  # also while the window does not answer
            else:
                self._asked.put(json.loads(line))
        self._asked.put({"do": "leave"})

    # --- what is seen --------------------------------------------------------------------------------------------

    def _look(self) -> None:
        if self._window is None:
            self._window = next((top for top in top_level_widgets() if isinstance(top, MainWindow)), None)
            return
        if self._busy or not self._window.isVisible():
            return
        self._busy = True
        try:
            self._do_what_is_asked()
            self._play(self._window)
            self._tell(self._window)
        except Exception:
            traceback.print_exc()
            os._exit(1)
        self._busy = False

    def _answer_boxes(self) -> None:
        """Say yes to what is asked in a box, once it is drawn, and keep its words."""
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox) and box is not self._box:
            self._box = box
            self._told.append(box.text())
            agrees = [each for each in box.buttons() if box.buttonRole(each) == QMessageBox.ButtonRole.AcceptRole]
            QTimer.singleShot(TICK, agrees[0], partial(mouse.click, agrees[0]))

    def _tell(self, window: MainWindow) -> None:
        game, far, prompt = window.game, window.online.far, window.prompt
        held = far.copy.held if far is not None and far.copy is not None else (0, "")
        now = {
            "state": far.state.name if far is not None else "",
            "missing": list(far.missing) if far is not None else [],
            "held": list(held),
            "prompt": prompt.words.text(),
            "hint": prompt.hint.text(),
            "notice": window.notice.message,
            "sending": game.is_sending,
            "over": game.over is not None,
            "problem": window.online.making.dialog.problem.text() if window.online.making.dialog else "",
            "pages": [page.windowTitle() for page in window.services.open_pages if page.isVisible()],
            "told": self._told,
            "given": self.given,
            "retries": self.retries,
        }
        self._say(now)

    def _say(self, now: dict[str, Any]) -> None:
        if now != self._before:
            self._before = json.loads(json.dumps(now))
            print(json.dumps(now), flush=True)

    # --- what is done --------------------------------------------------------------------------------------------

    def _do_what_is_asked(self) -> None:
        try:
            asked = self._asked.get_nowait()
        except Empty:
            return
        does: dict[str, Callable[..., object]] = {
            "place": self._place,
            "follow": self._follow,
            "come_back": self._come_back,
            "picture": self._picture,
            "orders": self._tell_orders,
            "leave": QApplication.quit,
        }
        does[asked.pop("do")](**asked)

    @property
    def window(self) -> MainWindow:
        """Return the program's window."""
        assert self._window is not None
        return self._window

    def _place(self, x: int) -> None:
        self.window.resize(*SIZE)
        self.window.move(QPoint(x, 0))

    def _follow(self, link: str) -> None:
        """Paste a link on the start page, and join."""
        mouse.click(self.window.start_page.online)
        dialog = self.window.online.making.dialog
        assert dialog is not None
        QGuiApplication.clipboard().setText(link)
        mouse.click(dialog.link)
        QTest.keySequence(dialog.link, QKeySequence(QKeySequence.StandardKey.Paste))
        mouse.click(dialog.join)

    def _come_back(self) -> None:
        """Go on with the first of the games that the page of online games lists."""
        mouse.click(self.window.start_page.online)
        dialog = self.window.online.making.dialog
        assert dialog is not None
        mouse.double_row(dialog.games, 0)

    def _picture(self, file: str) -> None:
        screen = self.window.screen()
        at = self.window.geometry()
        screen.grabWindow(0, at.x(), at.y(), at.width(), at.height()).save(file)

    def _tell_orders(self) -> None:
        """Tell what this copy of the game holds of one's own orders, and how many gestures they took."""
        session, far, hand = self.window.session, self.window.online.far, self._hand
        assert session is not None and far is not None and hand is not None
        mine = [entry.answer.to_json() for entry in session.log if entry.seat == far.seat and entry.answer is not None]
        gestures = {"dragged": hand.dragged, "clicked": hand.clicked, "pressed": hand.pressed}
        print(json.dumps({**self._before, "orders": mine, **gestures}), flush=True)

    # --- playing -------------------------------------------------------------------------------------------------

    def _play(self, window: MainWindow) -> None:
        """Carry out an order if one is asked for, and nothing is on its way."""
        game, far = window.game, window.online.far
        decision = game.decision
        if decision is None or far is None or decision.seat != far.seat or game.is_sending or window.motion.is_busy:
            return
        if QApplication.activeModalWidget() is not None or window.playmat is None or window.session is None:
            return
        if self._head is None:
            self._head = Head(window, decision.seat, self._is_short)
            hands: dict[str, Callable[[], Hand]] = {
                "company_scale": partial(company_scale.Hand, window, self._head.path),
                "command_cards": partial(command_cards.Hand, window),
            }
            self._hand = hands[window.session.system.id]()
        question = (game.seq, decision.kind, *map(str, decision.subject.items()))
        if question == self._tried and (time.monotonic() - self._at < AGAIN or self._tries > TRIES):
            return
        self._carry_out(question, self._head.choose(decision), decision)

    def _carry_out(self, question: tuple[Any, ...], command: Command, decision: Decision) -> None:
        self._tries = self._tries + 1 if question == self._tried else 1
        if self._tries > 1:
            bubble = self._hand.board.bubble.text if self._hand is not None else ""
            self.retries.append(f"{decision.kind}: {command}: {self.window.prompt.refusal.text()} {bubble}")
        self._tried, self._at = question, time.monotonic()
        self._say({**self._before, "asked": decision.kind})
        assert self._hand is not None
        try:
            self._hand.give(command)
            self.given += 1
        except mouse.Covered as error:  # a step has come, and what was about to be pressed is gone
            self.retries.append(f"{decision.kind}: {command}: {error}")
        self._at = time.monotonic()


if __name__ == "__main__":
    application = Application(sys.argv[:1])
    player = Player("--short" in sys.argv)
    sys.exit(main([]))
