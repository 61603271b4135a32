"""The moment a new question takes no answer, so that a double click never runs through two decisions."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.play.controller import GameController
from app.window.keyboard import DECIDING, Answering, DecidingKeys, is_typing
from app.window.services import Services

MOMENT = 0.25
"""In seconds."""
MOVED = 6
"""How far the pointer has to move to be taken for another click, in pixels."""
PRESSES = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
CHORDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


SOON, FELL = ("Key ignored: a new question has just come up. {}", "That key only finished the animation. Now: {}")
"""Why a key did nothing, with the question it did not answer."""
SAID = 4000
"""How long that is said, in milliseconds."""


class Moment(QObject):
    """Take presses of mouse and keys away from a question that has only just appeared.

    A click counts at once if the pointer has moved since the one before; a key waits unless it goes on with the same
    question, such as choosing one thing after another. After dice a key for the same question as before is kept and
    given when the moment is over, unless it is the second press of a double one. Whatever is not given is told of.
    `length` is in seconds of `clock`; there is none off screen.
    """

    def __init__(
        self, game: GameController, services: Services, answering: Answering, keys: DecidingKeys, pages: QWidget
    ) -> None:
        super().__init__(services)
        self.game, self.services, self.answering, self.keys = game, services, answering, keys
        self._places = (services.prompt, services.orders, pages)
        self.length = 0.0 if QApplication.platformName() == "offscreen" else MOMENT
        self.clock: Callable[[], float] = time.monotonic
        self._clicks_from = self._keys_from = 0.0
        self._pressed: QPointF | None = None
        self._question: tuple[str, str] = ("", "")
        self._same = False
        self._last: tuple[int, float] = (0, 0.0)
        self._kept: QKeyCombination | None = None
        self._over = QTimer(self)
        self._over.setSingleShot(True)
        self._over.timeout.connect(self._give)

    def begin(self, *, fallen: bool = False) -> None:
        """Let the moment of a question begin that an order has led to; `fallen` says that dice were shown before it."""
        before, last = self._question, self.game.last_command
        self.look()
        row = self.game.words.verb(last.verb) if last is not None else None
        goes_on = self._question == before and row is not None and not row.forward and not row.back
        self._same = fallen and self._question == before != ("", "")
        kept = self._keys_from
        self.hold_off()
        if goes_on:
            self._keys_from = kept

    def hold_off(self) -> None:
        """Take no press for a moment."""
        self._clicks_from = self._keys_from = self.clock() + self.length

    def look(self) -> None:
        """Take note of the present question, which the next order may go on with."""
        decision = self.game.decision
        self._question = (decision.seat, decision.kind) if decision is not None else ("", "")
        self._kept, self._same = None, False

    def takes(self, watched: QObject, event: QEvent) -> bool:
        """Take a press that comes too soon."""
        if isinstance(event, QMouseEvent) and event.type() in PRESSES and self._asks(watched):
            return self._is_double(event)
        if isinstance(event, QKeyEvent) and event.type() in KEYS and self._asks(watched) and _answers(event):
            soon = self.clock() < self._keys_from
            if soon:
                event.accept()  # else a shortcut would take the key
            if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
                self._note(event, soon)
            return soon
        return False

    def _note(self, event: QKeyEvent, soon: bool) -> None:
        """Keep a key that comes too soon, or say why it does nothing."""
        key, at = self._last
        self._last = event.key(), self.clock()
        if soon:
            double = key == event.key() and self.clock() - at < self.length
            self._keep(event, SOON, may=not double)

    def skipped(self, event: QKeyEvent) -> None:
        """Keep a key that has ended the motion of dice: Space and Enter do no more than that."""
        if event.type() == QEvent.Type.KeyPress and _answers(event) and not event.isAutoRepeat():
            self._last = event.key(), self.clock()
            if event.key() not in DECIDING:
                self._keep(event, FELL, may=True)

    def _keep(self, event: QKeyEvent, why: str, *, may: bool) -> None:
        decision = self.game.decision
        if self._same and may:
            self._kept = event.keyCombination()
            self._over.start(max(0, round((self._keys_from - self.clock()) * 1000)))
        elif decision is not None and self.answering.is_asked:
            self.services.status(why.format(decision.prompt), SAID)

    def _give(self) -> None:
        """Give the key that was kept, if its question still stands and nothing lies over it."""
        kept, self._kept = self._kept, None
        free = QApplication.activeModalWidget() is None and QApplication.activePopupWidget() is None
        if kept is not None and free and self.answering.is_asked:
            self.keys.press(kept)

    def _is_double(self, event: QMouseEvent) -> bool:
        at, before = event.globalPosition(), self._pressed
        self._pressed = at
        moved = before is not None and (at - before).manhattanLength() > MOVED
        return not moved and self.clock() < self._clicks_from

    def _asks(self, watched: QObject) -> bool:
        """Tell whether a press on a widget may answer the question."""
        if not isinstance(watched, QWidget) or is_typing(watched):
            return False
        here = any(place is watched or place.isAncestorOf(watched) for place in self._places)
        return here and self.answering.is_asked


def _answers(event: QKeyEvent) -> bool:
    """Tell whether a key may give an order: Space, Enter, or a letter."""
    plain = not event.modifiers() & CHORDS
    return plain and (event.key() in DECIDING or Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z)
