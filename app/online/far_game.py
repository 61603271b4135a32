"""A game at a host in this window: its copy follows step by step, orders go to the host and come back as steps.

The link works in a thread of its own; everything here happens in the window's. Nothing is shown before the host has
told of it. While a request is on its way steps wait, so that all that it led to is shown as one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from time import monotonic
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from app.online.far_seat import FarRequests, Proposal, Standing
from app.online.following import Change, Following, OtherRules
from app.online.link import Link
from app.online.links import FollowedLink
from app.online.page import unpacked
from app.play.controller import GameController
from rules.engine.command import Command, Reason
from rules.engine.session import Listener, Session
from rules.engine.steps import OutOfStep, Told, steps_of

RETRY: Final = 30
"""Milliseconds after which a step that cannot be shown yet is tried again."""
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


class FarGame(FarRequests):
    """Follow one seat of a game at a host.

    `begun(session)`: there is a copy to be put on the table. `said(seat, words)`: somebody has spoken, '' for a
    watcher. `left(count)`: so many orders of a request no longer fitted. `caught_up(count)`: so many steps were missed.
    `committed()`: the link knows now what the host has committed itself to. `declined(seat, what)`: somebody does not
    agree to what was proposed. `asked_for_link(by, seat)`: somebody has asked for a new link to a seat. `is_ready`
    tells whether the next step can be shown now.
    """

    begun = Signal(object)
    said = Signal(str, str)
    left = Signal(int)
    caught_up = Signal(int)
    committed = Signal()
    declined = Signal(str, str)
    asked_for_link = Signal(str, str)
    _heard = Signal(str, object)

    def __init__(
        self, game: GameController, link: FollowedLink, listeners: Callable[[Any], Iterable[Listener]],
        parent: QObject | None = None,
    ) -> None:  # fmt: skip
        super().__init__(game, link, parent)
        self._listeners = listeners
        self.is_ready: Callable[[], bool] = lambda: True
        self.state, self.why = State.CONNECTING, ""
        self.system, self.scenario = "", ""
        self.missing: Sequence[str] = ()
        self.over: Mapping[str, str] | None = None
        self.clock: Mapping[str, Any] = {}
        self.clock_told = 0.0
        """The moment (`time.monotonic`) at which the host told of the clock last."""
        self._steps: deque[Mapping[str, Any]] = deque()
        self._early: Mapping[str, Any] | None = None
        self._record: Mapping[str, Any] | None = None
        self.load: Callable[[bytes], Session | None] = lambda text: None
        """Keeps the record of a game that the host has sent, and returns the game, None where that fails."""
        self._acts: dict[str, Callable[[Mapping[str, Any]], None]] = {
            "link": self._linked, "answer": self._answered, "step": self._step, "steps": self._missed,
            "whole": self._sent_whole, "left": self._stopped, "here": self._presence, "chat": self._chat,
            "proposed": self._proposed, "declined": self._declined, "replaced": self._replaced,
            "new_link": self._link_asked, "clock": self._timed, "over": self._ended, "commitment": self._committed,
        }  # fmt: skip
        self._heard.connect(self._hear)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(RETRY)
        self._soon.timeout.connect(self._go_on)
        self._link = Link(
            link.url, link.token, self._heard.emit, lambda: self.copy.held if self.copy is not None else (0, ""),
            invitation=link.invitation, nonce=link.nonce, commitment=link.commitment, whole=True,
        )  # fmt: skip

    def begin(self, session: Session | None = None, told: Iterable[Told] = ()) -> None:
        """Join; with the game of this computer's record and its steps, go on from there."""
        if session is not None:
            self.copy = Following(session.system, session.source, listeners=self._listeners)
            self.copy.go_on_from(session, told)
            self._put()
        self._link.start()

    def end(self) -> None:
        """Leave the host; the game goes on there."""
        self._soon.stop()
        self._heard.disconnect(self._hear)
        self._link.end()

    # --- what the host tells ---------------------------------------------------------------------------------------

    def _hear(self, method: str, told: Mapping[str, Any]) -> None:
        act = self._acts.get(method)
        try:
            if act is not None:
                act(told)
        except (LookupError, TypeError, AttributeError):  # garbled on its way
            self._link.join_again()

    def _linked(self, told: Mapping[str, Any]) -> None:
        if not told["on"] and self.state is not State.REFUSED:
            self.state, self.why = State.AWAY if self._on_table else State.CONNECTING, str(told.get("why", ""))
            self.here = ()
            self.turned.emit()

    def _answered(self, told: Mapping[str, Any]) -> None:
        error = told.get("error")
        if told["id"] == 0:
            self._joined(told["result"]) if error is None else self._refuse(error["message"])
        elif told["id"] == self._request:
            self._done(told)
        else:
            then = self._wanted.pop(told["id"], None)
            if error is not None:
                self.noted.emit(str(error["message"]))
            elif then is not None:
                then(told["result"])

    def _joined(self, told: Mapping[str, Any]) -> None:
        """Sit down where the host says, unless this program plays other rules."""
        try:
            copy = Following.joined(told, listeners=self._listeners)
        except OtherRules as error:
            self._refuse(str(error))
            return
        self.seat, self.system, self.scenario = told["seat"], told["system"], told["scenario"]
        self.here, self.missing = told["here"], told["missing"]
        self.standing = {
            each["kind"]: Standing(Command.from_json(each["do"]), each["only"]) for each in told.get("standing", ())
        }
        self.copy = self.copy or copy
        self.over, self.ways, self.notices = told.get("over"), told.get("ways", {}), told.get("notify", {})
        if told.get("clock"):
            self.clock, self.clock_told = told["clock"], monotonic()
        if told.get("proposed"):
            self.proposal = Proposal(**told["proposed"])
        self.state, self.why = State.WAITING if self.missing else State.FOLLOWING, ""
        early, self._early = self._early, None
        if early is not None:
            self._missed(early)
        self.turned.emit()

    def _refuse(self, words: str) -> None:
        self.state, self.why = State.REFUSED, words
        self._link.end()
        self.turned.emit()

    def _presence(self, told: Mapping[str, Any]) -> None:
        self.here = told["here"]
        self.turned.emit()

    def _chat(self, told: Mapping[str, Any]) -> None:
        self.said.emit(told["seat"] or "", told["text"])

    def _proposed(self, told: Mapping[str, Any]) -> None:
        self.proposal = Proposal(told["id"], told["seat"], told["what"], told["to"])
        self.turned.emit()

    def _declined(self, told: Mapping[str, Any]) -> None:
        if told["seat"] != self.seat:
            self.declined.emit(told["seat"], told["what"])
        self._drop_proposal()

    def _stopped(self, told: Mapping[str, Any]) -> None:
        self.left.emit(int(told["count"]))

    def _timed(self, told: Mapping[str, Any]) -> None:
        self.clock, self.clock_told = told, monotonic()
        self.turned.emit()

    def _ended(self, told: Mapping[str, Any]) -> None:
        self.over, self.proposal = told, None
        self.turned.emit()

    def _replaced(self, told: Mapping[str, Any]) -> None:
        self._refuse("This seat is now played from another computer, by a new link.")

    def _link_asked(self, told: Mapping[str, Any]) -> None:
        self.asked_for_link.emit(told["by"], told["seat"])

    def _committed(self, told: Mapping[str, Any]) -> None:
        if self.followed.commitment != told["commitment"]:
            self.followed = replace(self.followed, commitment=told["commitment"], nonce=told["nonce"])
            self.committed.emit()

    # --- steps -----------------------------------------------------------------------------------------------------

    def _step(self, told: Mapping[str, Any]) -> None:
        self._steps.append(told)
        self._go_on()

    def _missed(self, told: Mapping[str, Any]) -> None:
        """Take the steps after what this copy has; all of them if the host plays another game than this copy is."""
        steps, copy = told["steps"], self.copy
        if copy is None:  # the answer to joining, which tells of what game they are, comes after them
            self._early = told
            return
        self._take_whole(copy)
        rev, chain = copy.held
        self._steps.clear()
        if told["rev"] == 0 < rev and (len(steps) < rev or steps[rev - 1]["chain"] != chain):
            copy.forget()
            self._on_table = False
            self.noted.emit(FETCHED)
        new = [step for step in steps if step["rev"] > copy.held[0]]
        if self._on_table and len(new) <= AT_ONCE:
            self._steps.extend(new)
            self._go_on()
            return
        try:
            for step in new:
                copy.follow(step)
        except OutOfStep as error:
            self._mend(error)
            return
        if copy.session is not None and not self._on_table:
            self._put()
        elif new:
            self.game.catch_up()
            self.caught_up.emit(len(new))

    def _sent_whole(self, told: Mapping[str, Any]) -> None:
        self._record = told

    def _take_whole(self, copy: Following) -> None:
        """Go on from the record that the host has sent, which is quicker than all steps of a long game."""
        told, self._record = self._record, None
        if told is None:
            return
        try:
            text = unpacked(told["record"])
            session = self.load(text)
            steps = steps_of(text) if session is not None else []
        except (ValueError, LookupError):  # garbled on its way
            session, steps = None, []
        if session is None or len(steps) != told["rev"]:
            self._link.join_again(whole=False)
            return
        if copy.held[0]:
            self.noted.emit(FETCHED)
        self._steps.clear()
        self._on_table = False
        copy.go_on_from(session, steps)

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

    def _follow(self, told: Mapping[str, Any]) -> None:
        copy = self.copy
        if copy is None or told["rev"] <= copy.held[0]:
            return
        back, session = told.get("back", told.get("cut")), copy.session
        self.proposal = None
        try:
            if session is not None and self._on_table and back is not None and back < session.seq:
                with self.game.follow_back(back, undone=not told.get("agreed", False)):
                    copy.follow(told)
                return
            change = copy.follow(told)
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
        self.copy.forget()
        self._steps.clear()
        self._on_table = False
        self.noted.emit(f"{error} The game is fetched again.")
        self._link.join_again()

    def _done(self, told: Mapping[str, Any]) -> None:
        """Show what a request has led to, or why it was refused."""
        self._request, self.game.is_sending = 0, False
        error, result = told.get("error"), told.get("result", {})
        then, self._then = self._then, ()
        if error is not None:
            self.game.refused.emit(_reasons(error))
            self.turned.emit()
            self._go_on()
            return
        with self.game.together():
            while self._steps and self._steps[0]["rev"] <= result["rev"]:
                self._follow(self._steps.popleft())
        if result.get("wait"):
            self.noted.emit("Your other orders wait until the other player has answered.")
        elif result.get("left"):
            self.left.emit(len(result["left"]))
        if then:
            self.send_orders(then)
        self.turned.emit()
        self._soon.start()


def _reasons(error: Mapping[str, Any]) -> list[Reason]:
    told = error.get("data", {}).get("reasons") or [{"text": error["message"]}]
    return [Reason(str(each["text"]), str(each.get("rule", ""))) for each in told]
