"""Keys in the window, in their order of precedence; and the moment in which a new question takes no answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPlainTextEdit, QWidget

from app.panels.widgets import ENTER, RuleChip
from app.play.controller import GameController
from app.play.passing import PassForMe
from app.window.actions import Actions
from app.window.event_filter import MODIFIERS, PRESSES
from app.window.frame import Frame
from app.window.hot_seat import HotSeat
from app.window.services import Services
from app.window.table_host import TableHost
from rules.engine.command import cmd

# --- What Space, Enter, Escape and the keys of orders mean at the moment -------------------------------------------


class AnswerKeys(QObject):
    """Answer the present question of one window by a key. `score_asked()`: the game is over, Space shows the score."""

    score_asked = Signal()

    def __init__(
        self,
        game: GameController,
        services: Services,
        host: TableHost,
        hot_seat: HotSeat,
        passing: PassForMe,
        frame: Frame,
    ) -> None:
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


# --- Space and Enter: the one place that decides what they do, whatever has the focus ------------------------------

DECIDING = (*ENTER, Qt.Key.Key_Space)


class DecidingKeys(QObject):
    """Give Space and Enter to the window while something is asked.

    Space does what the prompt's first button says. Enter gives what is marked, be it a row or the button that has the
    focus. The board keeps its own: it pans with Space held, and picks up with Enter. Where words are typed, in menus
    and in dialogs, the keys mean what they always mean. Escape needs no help: whatever does not want it passes it on.
    """

    def __init__(
        self, game: GameController, services: Services, host: TableHost, answering: AnswerKeys, menus: Actions
    ) -> None:
        super().__init__(services)
        self.window, self.game, self.host, self.answering, self.menus = services.window, game, host, answering, menus

    def takes(self, watched: QObject, event: QEvent) -> bool:
        """Take the key where it decides something."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent) or not self._decides(watched):
            return False
        modified = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() not in DECIDING or modified or event.isAutoRepeat():
            return False
        return self._act(Qt.Key(event.key()), watched)

    def _decides(self, watched: QObject) -> bool:
        """Tell whether a key that goes to a widget may be about the question: it is in this window and nobody types."""
        if not isinstance(watched, QWidget) or is_typing(watched):
            return False
        middle = self.host.pages.currentWidget()
        if watched.window() is not self.window or QApplication.activePopupWidget() or QApplication.activeModalWidget():
            return False
        on_board = watched is middle or middle.isAncestorOf(watched)
        return self.answering.is_asked and not on_board

    def _act(self, key: Qt.Key, watched: QObject) -> bool:
        if key == Qt.Key.Key_Space:
            self.answering.forward()
        elif isinstance(watched, QAbstractButton) and not isinstance(watched, RuleChip):
            return False  # the button that has the focus is what is marked
        else:
            self.answering.enter()
        return True

    def press(self, pressed: QKeyCombination) -> None:
        """Do what a key of an order means, that was pressed a moment ago."""
        sequence = QKeySequence(pressed)
        if pressed.key() == Qt.Key.Key_Space:
            self.answering.forward()
        elif pressed.key() in ENTER:
            self.answering.enter()
        else:
            actions = self.menus.by_id.values()
            action = next((one for one in actions if one.isEnabled() and sequence in one.shortcuts()), None)
            if action is not None:
                action.trigger()

    def explain(self, event: QKeyEvent) -> bool:
        """Say why the order of a key cannot be given now, where the system explains it; return whether it does."""
        game, mat = self.game, self.host.table
        verbs = game.words.explained.get(game.decision.kind, ()) if game.decision is not None else ()
        pressed = QKeySequence(event.keyCombination())
        verb = next((name for name in verbs if QKeySequence(game.words.verb(name).key) == pressed), "")
        if not verb or mat is None:
            return False
        mat.give(verb)
        return True


def is_typing(watched: QWidget) -> bool:
    """Tell whether keys that go to a widget are words."""
    return isinstance(watched, QLineEdit | QPlainTextEdit)


# --- The order of Tab: the map, the orders, what lies beside and below it, the prompt, the log; each as it is read ---

FORTH, BACK = Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason


def in_order(window: QWidget, regions: Sequence[QWidget]) -> list[QWidget]:
    """Return what Tab reaches in a window: region after region, then the rest, each from top to bottom."""

    def rank(widget: QWidget) -> tuple[int, int, int]:
        around = (n for n, part in enumerate(regions) if part is widget or part.isAncestorOf(widget))
        region = next(around, len(regions))
        at = widget.mapTo(window, QPoint())
        return region, at.y(), at.x()

    return sorted(filter(_is_reached, window.findChildren(QWidget)), key=rank)


def _is_reached(widget: QWidget) -> bool:
    able = widget.isVisible() and widget.isEnabled() and widget.focusProxy() is None
    return able and not widget.isWindow() and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def step(window: QWidget, regions: Sequence[QWidget], *, on: bool) -> bool:
    """Give the keyboard to the next control or the one before; return whether there is one."""
    reached = in_order(window, regions)
    now = QApplication.focusWidget()
    if not reached:
        return False
    at = reached.index(now) if now in reached else -1 if on else 0
    wanted = reached[(at + (1 if on else -1)) % len(reached)]
    wanted.setFocus(FORTH if on else BACK)
    return True


# --- The moment a new question takes no answer, so that a double click never runs through two decisions ------------

MOMENT = 0.25
"""In seconds."""
MOVED = 6
"""How far the pointer has to move to be taken for another click, in pixels."""
GUARDED = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
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
        self, game: GameController, services: Services, answering: AnswerKeys, keys: DecidingKeys, pages: QWidget
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
        if isinstance(event, QMouseEvent) and event.type() in GUARDED and self._asks(watched):
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
