"""A game at a host in this window: its copy follows step by step, orders go to the host and come back as steps.

The link works in a thread of its own; everything here happens in the window's. Nothing is shown before the host has
told of it. While a request is on its way steps wait, so that all that it led to is shown as one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from time import monotonic
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from app.online.both import OwnDice
from app.online.far_seat import Standing
from app.online.far_table import FarTable
from app.online.following import NO_GOING_ON, READ, Change, Doubts, Following, OtherRules, Whole
from app.online.link import JOIN, Link
from app.online.links import FollowedLink
from app.online.messages import (
    Answer,
    Garbled,
    Joined,
    LinkState,
    OrdersOutcome,
    SentRecord,
    SentStep,
    SentSteps,
    reads,
    taken,
)
from app.play.controller import GameController
from rules.engine.command import Command, MalformedCommand
from rules.engine.events import as_record
from rules.engine.parts import ANEW
from rules.engine.session import Listener, Session
from rules.engine.steps import OutOfStep, Told

RETRY: Final = 30
"""Milliseconds after which a step that cannot be shown yet is tried again."""
ELSEWHERE: Final = "The first {} steps of this game were made elsewhere; their dice cannot be proved."
ANOTHER_COMPUTER: Final = "{} is played from another computer from here on; its part of the dice begins anew."
FETCHED: Final = "This computer's copy was not the game that the host plays, so it was fetched anew."
AT_ONCE: Final = 3
"""How many missed steps are shown one by one; of more only what has come of them."""


class State(Enum):
    """How this computer stands to the host."""

    CONNECTING = "connecting"
    WAITING = "waiting for players"
    FOLLOWING = "following"
    AWAY = "connection lost"
    REFUSED = "refused"


class FarGame(FarTable):
    """Follow one seat of a game at a host.

    `begun(session)`: there is a copy to be put on the table. `caught_up(count)`: so many steps were missed. `is_ready`
    tells whether the next step can be shown now.
    """

    begun = Signal(object)
    caught_up = Signal(int)
    _heard = Signal(str, object)

    def __init__(
        self,
        game: GameController,
        link: FollowedLink,
        listeners: Callable[[Any], Iterable[Listener]],
        parent: QObject | None = None,
        *,
        dice: OwnDice | None = None,
    ) -> None:
        """`dice` are this computer's part of them, for a host that does not make them alone."""
        super().__init__(game, link, parent)
        self._listeners = listeners
        self.is_ready: Callable[[], bool] = lambda: True
        self.state, self.why, self.has_other_rules = State.CONNECTING, "", False
        self.system, self.scenario = "", ""
        self.is_known = bool(link.commitment)
        """Whether the host has said that this link leads to a game there."""
        self._steps: deque[SentStep] = deque()
        self.are_both, self._doubts = False, Doubts()
        self._early: SentSteps | None = None
        self._doubted: Answer | None = None
        self._record: Mapping[str, Any] | None = None
        self.load: Callable[[Whole], Session | None] = lambda whole: None
        """Keeps the record of a game that the host has sent, and returns the game, None where that fails."""
        self._acts |= {
            "link": reads(LinkState, self._linked),
            "looked": lambda _: self._looked(),
            "answer": lambda told: self._answered(Answer.of(told)),
            "step": lambda told: self._step(SentStep.of(told)),
            "steps": lambda told: self._missed(SentSteps.of(told)),
            "whole": self._sent_whole,
            "replaced": lambda _: self._replaced(),
        }
        self._heard.connect(self._hear)
        self._soon = QTimer(self, singleShot=True, interval=RETRY)
        self._soon.timeout.connect(self._go_on)
        self._link = self._made(link, dice)

    def _made(self, link: FollowedLink, dice: OwnDice | None) -> Link:
        return Link(
            link.url,
            link.token,
            self._heard.emit,
            lambda: self.copy.held if self.copy is not None else (0, ""),
            invitation=link.invitation,
            nonce=link.nonce,
            commitment=link.commitment,
            whole=True,
            dice=dice,
            ahead=lambda told: {READ: Whole.of(taken(SentRecord, told))},
        )

    def begin(self, session: Session | None = None, told: Iterable[Told] = ()) -> None:
        """Join; with the game of this computer's record and its steps, go on from there."""
        if session is not None:
            self.copy = Following(session.system, session.source, listeners=self._listeners)
            self.copy.go_on_from(session, told)
            self._put()
        self._link.start()

    @property
    def is_away(self) -> bool:
        """Tell whether the connection of a game on the table is lost."""
        return self.state is State.AWAY

    @property
    def trip(self) -> float:
        """Return the seconds that the host and the way to it take for a sign of life, 0 where that is not known."""
        return self._link.trip

    def end(self) -> None:
        """Leave the host; the game goes on there."""
        self._soon.stop()
        self._acts.clear()  # what was heard and waits in the event loop still comes
        self._link.end()

    # --- what the host tells ---------------------------------------------------------------------------------------

    def _hear(self, method: str, told: Mapping[str, Any]) -> None:
        act = self._acts.get(method)
        try:
            if act is not None and self._link.counts(method, told):
                act(told)
        except (Garbled, MalformedCommand, LookupError, TypeError, AttributeError):  # garbled on its way
            self._link.join_again()

    def _linked(self, link: LinkState) -> None:
        if not link.on and self.state is not State.REFUSED:
            self.state, self.why = State.AWAY if self._on_table else State.CONNECTING, link.why
            self.here, self._early, self._record = (), None, None
            self.turned.emit()

    def _looked(self) -> None:
        self.is_known = True

    def _answered(self, answer: Answer) -> None:
        if answer.id == JOIN:
            self._refuse(answer.words) if answer.is_refused else self._joined(taken(Joined, answer.result))
        elif answer.id == self._request:
            self._done(answer)
        else:
            then = self._wanted.pop(answer.id, None)
            if answer.is_refused:
                self.noted.emit(answer.words)
            elif then is not None:
                then(answer.result)

    def _joined(self, joined: Joined) -> None:
        """Sit down where the host says, unless this program plays other rules."""
        try:
            copy = self._doubts.joined(joined, listeners=self._listeners)
        except OtherRules as error:
            self.has_other_rules, self.seat, self.system = True, joined.seat, joined.system
            self._refuse(str(error))
            return
        self.seat, self.system, self.scenario, self.hints = joined.seat, joined.system, joined.scenario, joined.hints
        self.here, self.missing, self.recall = joined.here, joined.missing, joined.recall
        self.standing = {each.kind: Standing(Command.from_json(each.do), each.only) for each in joined.standing}
        self.copy = self.copy or copy
        self.over, self.ways, self.notices, self.are_both = joined.over, joined.ways, joined.notify, joined.both
        if joined.clock is not None:
            self.clock, self.clock_told = joined.clock, monotonic()
        self.proposal = joined.proposed or self.proposal
        self.state, self.why = State.WAITING if self.missing else State.FOLLOWING, ""
        early, self._early = self._early, None
        if early is not None:
            self._missed(early)
        if self._doubted is not None and not self._link.is_cut:
            self._answered(self._doubted)
        self.turned.emit()

    def _refuse(self, words: str) -> None:
        self.state, self.why = State.REFUSED, words
        self._link.end()
        self.turned.emit()

    def _replaced(self) -> None:
        self._refuse("This seat is now played from another computer, by a new link.")

    # --- steps -----------------------------------------------------------------------------------------------------

    def _step(self, step: SentStep) -> None:
        for name in (name for name in step.parts if name.startswith(ANEW)):
            self.noted.emit(ANOTHER_COMPUTER.format(name.removeprefix(ANEW).replace("_", " ").capitalize()))
        self._steps.append(step)
        self._go_on()

    def _missed(self, told: SentSteps) -> None:
        """Take the steps after what this copy has; all of them if the host plays another game than this copy is."""
        steps, copy = told.steps, self.copy
        if copy is None:  # the answer to joining, which tells of what game they are, comes after them
            self._early = told
            return
        if told.rev == 0 and steps and steps[0].before:
            self.noted.emit(ELSEWHERE.format(steps[0].before))
        self._take_whole(copy, told.rev)
        rev, chain = copy.held
        self._steps.clear()
        if told.rev == 0 < rev and (len(steps) < rev or steps[rev - 1].chain != chain):
            copy.forget()
            self._on_table = False
            self.noted.emit(FETCHED)
        new = [step for step in steps if step.rev > copy.held[0]]
        if self._on_table and len(new) <= AT_ONCE:
            self._steps.extend(new)
            self._go_on()
            return
        try:
            copy.catch_up(step.plain for step in new)
        except OutOfStep as error:
            self._mend(error)
            return
        if copy.session is not None and not self._on_table:
            self._show(None)
        elif new:
            self.game.catch_up()
            self.caught_up.emit(len(new))

    def _sent_whole(self, told: Mapping[str, Any]) -> None:
        self._record = told

    def _take_whole(self, copy: Following, rev: int) -> None:
        """Go on from the record that the host has sent, which is quicker than all steps of a long game."""
        told, self._record = self._record, None
        if told is None or self.are_both:
            return
        whole: Whole | None = told[READ]
        session = self.load(whole) if whole is not None and len(whole.steps) == rev else None
        if whole is None or session is None:  # garbled on its way, or it cannot be kept here
            self._link.join_again(whole=False)
            return
        if copy.held[0]:
            self.noted.emit(FETCHED)
        self._steps.clear()
        self._on_table = False
        copy.go_on_from(session, whole.steps)

    def _put(self) -> None:
        assert self.copy is not None
        self._on_table = True
        self.begun.emit(self.copy.session)

    def _go_on(self) -> None:
        """Show the next step, as soon as nothing else is shown and no request is on its way."""
        while self._steps and not self._request:
            if self._on_table and not self.is_ready():
                self._soon.start()
                return
            self._follow(self._steps.popleft())

    def _follow(self, step: SentStep) -> None:
        copy = self.copy
        if copy is None or step.rev <= copy.held[0]:
            return
        back, session = step.cut if step.back is None else step.back, copy.session
        self.proposal = None
        try:
            if session is not None and self._on_table and back is not None and back < session.seq:
                with self.game.follow_back(back, undone=not step.agreed):
                    copy.follow(step.plain)
                return
            change = copy.follow(step.plain)
        except OutOfStep as error:
            self._mend(error)
            return
        self._show(change)

    def _show(self, change: Change | None) -> None:
        if not self._on_table:
            self.state, self.missing = State.FOLLOWING, ()
            self._put()
        elif change is not None:
            self.game.follow(change.events)

    def _mend(self, error: OutOfStep) -> None:
        """Fetch the whole game again: this copy is of no use."""
        assert self.copy is not None
        if self._doubts.are_too_many(error, self.copy.held[0]):
            self._refuse(NO_GOING_ON.format(error))
            return
        self.copy.forget()
        self._steps.clear()
        self._on_table = False
        self.noted.emit(f"{error} The game is fetched again.")
        self._link.join_again()

    def _done(self, answer: Answer) -> None:
        """Show what a request has led to, or why it was refused; once this copy has the steps that it led to."""
        if self._is_ahead(answer) and answer is not self._doubted:
            self._doubted = answer
            self._link.join_again()
            return
        self._doubted = None
        self._request, self.game.is_sending = 0, False
        then, self._then = self._then, ()
        if answer.is_refused:
            self.turned.emit()
            self.game.refused.emit(list(answer.reasons))
            self._go_on()
            return
        carried = taken(OrdersOutcome, answer.result)
        with self.game.together():
            while self._steps and self._steps[0].rev <= carried.rev:
                self._follow(self._steps.popleft())
        session = self.copy.session if self.copy is not None else None
        if carried.wait and session is not None and session.request is None:
            self.noted.emit("Your other orders wait until the other player has answered.")
        elif carried.left and not carried.wait:
            self.left.emit(len(carried.left))
        if then:
            self.send_orders(then)
        self.turned.emit()
        self._soon.start()

    def _is_ahead(self, answer: Answer) -> bool:
        """Tell whether a request has led to a step that was not told before its answer, so that was garbled."""
        carried = as_record(OrdersOutcome, answer.result)
        told = self._steps[-1].rev if self._steps else self._rev
        return not answer.is_refused and (carried is None or carried.rev > told)
