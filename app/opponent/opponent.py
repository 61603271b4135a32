"""The computer opponent of one window: it asks for a thought and gives the order in time."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.opponent.worker import GameSource, Worker
from app.play.controller import GameController
from app.settings import Settings
from rules.engine.evaluator import Manner
from rules.engine.record import RecordError

if TYPE_CHECKING:
    from rules.opponent.planner import PlanningProgress, Thought

# --- How quickly the computer's orders follow each other, as the player prefers ------------------------------------

KEY = "staff_pace"
AT_ONCE, BRIEF, SLOW, STEP = "at_once", "brief", "slow", "step"


class OpponentPace(NamedTuple):
    """A pace: its name, the length of motions against the player's own, the pause after what was shown.

    The pause is in milliseconds; one of -1 lasts until the player goes on.
    """

    name: str
    speed: float
    pause: int


PACES = {
    AT_ONCE: OpponentPace("Instant", 0.0, 0),
    BRIEF: OpponentPace("Fast", 0.6, 250),
    SLOW: OpponentPace("Slow", 1.0, 1200),
    STEP: OpponentPace("Step by step (Space continues)", 0.8, -1),
}


def chosen(settings: Settings) -> str:
    """Return the player's choice; without one orders follow briefly, off screen at once."""
    choice = settings.get(KEY, "")
    return choice if choice in PACES else AT_ONCE if QApplication.platformName() == "offscreen" else BRIEF


def pace(settings: Settings) -> OpponentPace:
    """Return the pace the player prefers."""
    return PACES[chosen(settings)]


# --- The computer opponent of one window: it asks for a thought when its seat decides, and gives the order in time ---

RETRY = 100
"""Milliseconds after which an order that must not be given yet is tried again."""
ONCE = "The computer stopped responding ({why}) and was restarted."
BY_HAND = "The computer stopped responding again ({why}). You now play its side; {players} gives it back."


class OpponentState(Enum):
    """What the opponent does."""

    IDLE = "idle"
    THINKING = "thinking"
    READY = "ready"
    """It knows its order, which is given as soon as the table is ready."""
    PAUSED = "paused"


class OpenDecision(NamedTuple):
    """A decision that is thought about."""

    number: int
    seat: str
    seq: int


class Opponent(QObject):
    """Play the seats of the computer. The game is changed by its controller only.

    `ask_hint` asks what it would do at another seat: `hinted` carries the thought, `hint_failed` half a sentence.

    `may_play` tells whether an order may be given now; `go_on` has it tried again. `turned()`: the state has changed;
    `told` carries progress, `played` a thought whose order was given and its events, `fell_silent` half a sentence and
    whether people must play on by hand. `giving` is the thought whose order is just being given. `hindrance` says why
    it paused by itself: the game cannot be kept.
    """

    turned = Signal()
    told = Signal(object)
    played = Signal(object, list)
    fell_silent = Signal(str, bool)
    hinted = Signal(object)
    hint_failed = Signal(str)

    def __init__(self, game: GameController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game = game
        self.worker = Worker(self)
        self.may_play: Callable[[], bool] = lambda: True
        self.table: GameSource | None = None
        self.paused = False
        self.hindrance = ""
        self.question: OpenDecision | None = None
        self.ready: Thought | None = None
        self.progress: PlanningProgress | None = None
        self.giving: Thought | None = None
        self._hint = 0
        self._failures = 0
        self._begun = False
        self._soon = _timer(self, 0, self._settle)
        self._again = _timer(self, RETRY, self.go_on)
        self.worker.progressed.connect(self._progressed)
        self.worker.thought.connect(self._thought)
        self.worker.failed.connect(self._failed)
        self._follows = False
        game.replaced.connect(self._gone_back)
        game.looked.connect(self.go_on)

    @property
    def state(self) -> OpponentState:
        """Return what the opponent does."""
        if not self.game.staff:
            return OpponentState.IDLE
        if self.paused:
            return OpponentState.PAUSED
        return OpponentState.READY if self.ready is not None else OpponentState.THINKING

    def begin(self, table: GameSource | None) -> None:
        """Turn to another game, or to none."""
        self.table, self._failures, self.paused, self.hindrance = table, 0, False, ""
        if not self.game.players.any:
            self.worker.close()
        self.forget()

    def forget(self) -> None:
        """Drop what is thought about: another position lies on the table, or others play."""
        self._follow(bool(self.game.players.computers))
        self._drop()
        self._hint = 0
        self._begun = False
        self._soon.start()

    def _follow(self, on: bool) -> None:
        """Hear of each order while the computer plays a seat; a game of people needs none of that."""
        if on != self._follows:
            self._follows = on
            (self.game.changed.connect if on else self.game.changed.disconnect)(self._changed)

    def _changed(self, events: object) -> None:
        self._soon.start()

    def _gone_back(self) -> None:
        """Take up another position; where nobody plays, whoever went back there wants to look at it."""
        self.paused = self.paused or self.game.is_watched
        self.forget()

    def pause(self, paused: bool) -> None:
        """Stop playing until it is told to go on; what it thinks about is dropped."""
        self.paused, self.hindrance = paused, ""
        self._drop()
        self._settle()

    def stop(self) -> None:
        """Give the best order found so far."""
        if self.question is not None and self.ready is None:
            self.worker.stop(self.question.number)

    def close(self) -> None:
        """End the process."""
        self._soon.stop()
        self._again.stop()
        self._drop()
        self.worker.close()

    def _drop(self) -> None:
        if self.question is not None and self.ready is None:
            self.worker.stop(self.question.number)
        self.question = self.ready = self.progress = None
        self._again.stop()

    def _settle(self) -> None:
        """Begin to think if the computer decides, and nothing is thought about yet."""
        game, seat = self.game, self.game.staff
        present = game.present
        if seat and present is not None and not self.paused and self.table is not None:
            if self.question is None or self.question[1:] != (seat, present.seq):
                self._drop()
                self._ask(seat)
        elif not seat:
            self._drop()
        self.turned.emit()

    def _ask(self, seat: str) -> None:
        self.question = self._put(seat, self.game.players.computers[seat])

    def _put(self, seat: str, manner: Manner, *, anew: bool = False) -> OpenDecision:
        """Put the present question to the process, as the seat knows the position."""
        assert self.table is not None
        if not self._begun or not self.worker.is_running:
            self.worker.begin(self.table)
            self._begun = True
        known = self.game.known_to(seat)
        return OpenDecision(self.worker.think(seat, known.seq, manner, known.state, anew=anew), seat, known.seq)

    def ask_hint(self, seat: str, manner: Manner, *, anew: bool) -> None:
        """Ask what it would do in the place of a player who is asked; `anew` if he has not followed the last hint."""
        if self.table is not None:
            self._hint = self._put(seat, manner, anew=anew).number

    def _progressed(self, number: int, progress: PlanningProgress) -> None:
        if self.question is not None and number == self.question.number:
            self.progress = progress
            self.told.emit(progress)

    def _thought(self, number: int, thought: Thought) -> None:
        if number == self._hint:
            self._hint = 0
            self.hinted.emit(thought)
        if self.question is None or number != self.question.number:
            return
        self.ready = thought
        self.go_on()

    def go_on(self) -> None:
        """Give the order that is ready, if it may be given now."""
        thought, question = self.ready, self.question
        if thought is None or question is None:
            return
        if self.game.looks_back:
            return
        if not self.may_play():
            self._again.start()
            return
        self._drop()
        self.giving = thought
        try:
            events = self.game.answer(question.seat, question.seq, thought.command)
        except RecordError as error:
            self._hinder(str(error))
            return
        finally:
            self.giving = None
        if events is None:
            self._fall_silent("it gave an illegal order")
            return
        self._failures = 0
        self.played.emit(thought, events)

    def _hinder(self, why: str) -> None:
        """Pause until a player has seen to it that the game can be kept."""
        self.paused, self.hindrance = True, why
        self.turned.emit()

    def _failed(self, number: int, why: str) -> None:
        self._begun = False
        if self.question is None:
            hint, self._hint = self._hint, 0
            if hint:
                self.hint_failed.emit(why)
            return
        self._fall_silent(why)

    def _fall_silent(self, why: str) -> None:
        """Ask once more, in a line of play of its own; after the second failure people play on by hand."""
        self._begun = False
        self._failures += 1
        self._drop()
        by_hand = self._failures > 1
        self.fell_silent.emit(why, by_hand)
        if not by_hand:
            self._soon.start()


def _timer(parent: QObject, milliseconds: int, does: Callable[[], object]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(does)
    return timer
