"""The computer at a seat of a hosted game: it follows the game like any player's program, and orders when asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from queue import Queue
from time import sleep
from typing import Any, Final

from app.online.both import OwnDice
from app.online.following import Following
from app.online.link import JOIN, Link
from app.online.links import FollowedLink
from app.online.messages import Answer, Garbled, Joined, Proposal, SentStep, SentSteps, taken
from rules.engine.command import NotYourDecision
from rules.engine.evaluator import Manner
from rules.engine.seat import Seat
from rules.engine.steps import OutOfStep
from rules.opponent.levels import evaluator_of
from rules.opponent.planner import Position
from rules.opponent.player import Player

_NONE: Final = 0
REST: Final = 0.2
"""Seconds after which it tries again when an order was refused."""


class ComputerSeat:
    """Plays one seat at a host until the game is over.

    It knows no more of the game than a player at that seat: it thinks about positions as the seat may know them.
    """

    def __init__(self, link: FollowedLink, manner: Manner, dice: OwnDice | None = None) -> None:
        """`dice` are this seat's part of them, for a host that does not make them alone."""
        self._manner = manner
        self._heard: Queue[tuple[str, Mapping[str, Any]]] = Queue()
        self._copy: Following | None = None
        self._early: SentSteps | None = None
        self._player: Player | None = None
        self._seat = ""
        self._request = _NONE
        self._ended = False
        self._link = Link(
            link.url,
            link.token,
            lambda *told: self._heard.put(told),
            lambda: self._copy.held if self._copy is not None else (0, ""),
            invitation=link.invitation,
            dice=dice,
        )

    def run(self) -> None:
        """Play; raise NotYourDecision or OtherRules with a sentence if the host does not let it."""
        self._link.start()
        try:
            while not self._is_over:
                self._take(*self._heard.get())
                if self._heard.empty():
                    self._order()
        finally:
            self._link.end()

    @property
    def _is_over(self) -> bool:
        return self._ended or (self._copy is not None and self._copy.session is not None and self._copy.session.is_over)

    def _take(self, method: str, told: Mapping[str, Any]) -> None:
        try:
            self._act(method, told)
        except Garbled:
            self._mend()

    def _act(self, method: str, told: Mapping[str, Any]) -> None:
        if method == "answer":
            self._answered(Answer.of(told))
        elif method == "steps":
            self._catch_up(SentSteps.of(told))
        elif method == "step":
            self._follow([SentStep.of(told)])
        elif method == "over":
            self._ended = True
        elif method == "proposed":
            self._agree(taken(Proposal, told))

    def _answered(self, answer: Answer) -> None:
        if answer.id == JOIN:
            self._join(answer)
        elif answer.id == self._request:
            self._request = _NONE
            if answer.is_refused:  # too many orders at once, or a position that is no more: it thinks afresh
                sleep(REST)

    def _agree(self, proposal: Proposal) -> None:
        if proposal.seat != self._seat:  # it minds nothing, but it plays to the end
            self._link.ask("answer", {"id": proposal.id, "yes": proposal.what != "draw"})

    def _join(self, answer: Answer) -> None:
        if answer.is_refused:
            raise NotYourDecision(answer.words)
        joined = taken(Joined, answer.result)
        if joined.seat is None:
            raise NotYourDecision("This link is only for watching; the computer needs a link to a seat.")
        self._seat, self._ended = joined.seat, joined.over is not None
        self._copy = self._copy or Following.joined(joined)
        self._player = self._player or Player(evaluator_of(self._copy.system, self._manner), self._manner)
        early, self._early = self._early, None
        if early is not None:
            self._catch_up(early)

    def _catch_up(self, told: SentSteps) -> None:
        if self._copy is None:
            self._early = told
            return
        if told.rev == 0:
            self._copy.forget()
        self._follow(told.steps)

    def _follow(self, steps: Sequence[SentStep]) -> None:
        assert self._copy is not None
        try:
            for step in steps:
                self._copy.follow(step.plain)
        except OutOfStep:
            self._mend()

    def _mend(self) -> None:
        """Fetch the whole game again."""
        if self._copy is not None:
            self._copy.forget()
        self._link.join_again()

    def _order(self) -> None:
        """Order what the player here thinks best, if the seat is asked and nothing is on its way."""
        session = self._copy.session if self._copy is not None else None
        if session is None or self._request or self._player is None or self._copy is None:
            return
        seat = Seat(session, self._seat)
        decision = seat.decision
        if decision is None or decision.seat != self._seat:
            return
        position = Position(seat.system, seat.scenario, seat.think().state, self._seat)
        thought = self._player.choose(position, decision, seat.seq, lambda progress: self._heard.empty())
        order = {"rev": self._copy.held[0], "command": thought.command.to_json()}
        self._request = self._link.ask("submit", order)
