"""A whole scenario played by keys alone, from the first chit to the final score; the game is only read."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget

from app.dialogs.ending import EndingDialog
from app.play.players import NewGame
from app.window.main_window import MainWindow

Key = Qt.Key
MOST = 1_500
"""Presses after which a game that does not end has got stuck."""


class Fingers:
    """Two players without a mouse. Every press goes to whatever has the focus."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.presses = 0
        self.tried: Counter[str] = Counter()

    @property
    def kind(self) -> str:
        decision = self.window.game.decision
        return decision.kind if decision else ""

    @property
    def seq(self) -> int:
        seat = self.window.game.seat
        return seat.seq if seat is not None else -1

    def count(self, event: str) -> int:
        return sum(told["event"] == event for told in self.window.game.history())

    def press(self, *keys: Key) -> None:
        for key in keys:
            QTest.keyClick(QApplication.focusWidget() or self.window, key)  # as Qt itself sends them
            QApplication.processEvents()
            if menu := QApplication.activePopupWidget():  # several ways to give the order: the first one
                QTest.keyClick(menu, Key.Key_1)
                QApplication.processEvents()
            self.presses += 1

    def decide(self) -> None:
        """Answer what is asked; what does nothing is given up for the button that goes on."""
        before = self.seq, self.kind
        {
            "preparation": self.prepare,
            "activation": self.act,
            "movement": self.walk,
            "opportunity_fire": self.shoot_back,
        }.get(self.kind, self.choose)()
        for keys in ((Key.Key_Space,), (Key.Key_Space,), (Key.Key_F4, Key.Key_Home, Key.Key_Return)):
            if (self.seq, self.kind) == before:  # it wanted a second press, or an answer from the list
                self.press(*keys)
        assert (self.seq, self.kind) != before, self.kind

    def prepare(self) -> None:
        bought = len(self.window.game.given())
        if not bought:
            self.press(Key.Key_F4, Key.Key_Return)
        else:
            self.press(Key.Key_D)

    def act(self) -> None:
        """Let one unit after the other move, fire or rally; then end the activation."""
        self.press(Key.Key_F5)
        self.tried["activation"] += 1
        for order in (Key.Key_F, Key.Key_R, Key.Key_M)[self.tried["activation"] % 3 :]:
            before = self.seq, self.kind
            self.press(Key.Key_Period, order)
            if (self.seq, self.kind) != before:
                return
        self.press(Key.Key_E)
        if self.window.prompt._armed:
            self.press(Key.Key_E)

    def walk(self) -> None:
        """One step by the list, then stop."""
        self.tried["walk"] += 1
        if self.tried["walk"] % 2:
            self.press(Key.Key_F4, Key.Key_Down, Key.Key_Return)
        else:
            self.press(Key.Key_S)

    def shoot_back(self) -> None:
        self.tried["fire"] += 1
        if self.tried["fire"] % 3:
            self.press(Key.Key_H)
        else:
            self.choose()

    def choose(self) -> None:
        """Give the first row of a list, and the next time carry on."""
        self.press(Key.Key_F4)
        self.tried[self.kind] += 1
        if self.tried[self.kind] % 2:
            self.press(*([Key.Key_Home] if isinstance(QApplication.focusWidget(), QListWidget) else []), Key.Key_Return)
        else:
            self.press(Key.Key_Space)


def test_the_feint_is_played_to_its_end_by_keys_alone(window: MainWindow) -> None:
    assert window.new_game(NewGame("company_scale", "the-feint", 4))
    fingers = Fingers(window)
    while not window.game.over and fingers.presses < MOST:
        fingers.decide()
    assert window.game.over and fingers.presses < MOST
    assert fingers.count("UnitMoved") >= 5 and fingers.count("Fired") >= 1 and fingers.count("ChitBought") >= 2
    assert any(isinstance(page, EndingDialog) for page in window.services.open_pages)
