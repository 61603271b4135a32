"""What must hold of copies of a game on other computers: they are the game, or what a seat knows of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from rules.engine.adopted import AdoptedSession, SeatStep, SeatStream
from rules.engine.digest import canonical
from rules.engine.frozen import to_plain
from rules.engine.options import Decision
from rules.engine.record_form import whole
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.steps import OutOfStep, Replica, Step, Told, steps_of

EVERY: Final = 40
"""Of this many steps of a long game, one is looked at closely."""


def not_copied(session: Session) -> Iterator[str]:
    """Yield how copies that are fed by all steps of a game differ from it, for open and for hidden hands."""
    replica = Replica(session.system, session.scenario, source=session.source)
    copies: list[AdoptedCopy] = []
    told = steps_of(whole(session, {}))
    for n, one in enumerate(told):
        try:
            replica.apply(Step.from_json(_travelled(one.step.to_json())), one.chain)
        except OutOfStep as error:
            yield str(error)
            return
        if session.system.hides:
            copies = copies or [AdoptedCopy(replica.session, name) for name in (*session.system.seats, None)]
            for copy in copies:
                yield from copy.follow(one, deep=n % EVERY == 0 or n + 1 == len(told))
    yield from different(session, replica.session)


def different(game: Session, copy: Session) -> Iterator[str]:
    """Yield in what a copy differs from a game."""
    if copy.digest() != game.digest():
        yield "the copy has another position"
    if question(copy.pending) != question(game.pending):
        yield f"the copy asks {question(copy.pending)} and not {question(game.pending)}"
    if copy.log != game.log or canonical(list(map(list, copy.events))) != canonical(list(map(list, game.events))):
        yield "the copy has another line of entries and events"
    if copy.history.counts != game.history.counts:
        yield f"the copy has seen {copy.history.counts} and not {game.history.counts}"


class AdoptedCopy:
    """What one seat is sent of a game (None: what everybody may see), adopted as on that player's computer."""

    def __init__(self, game: Session, seat: str | None) -> None:
        self.stream = SeatStream(game, seat)
        self.copy = AdoptedSession(game.system, game.scenario, game.source)
        self.game, self.seat = game, seat

    def follow(self, told: Told, *, deep: bool = True) -> Iterator[str]:
        """Adopt a step that the game has just made; yield in what the seat's copy differs from the seat."""
        step = self.stream.step(told.step, told.events)
        if step is None:
            return
        self.copy.adopt(SeatStep.from_json(_travelled(step.to_json())), self.stream.chain)
        if deep:
            yield from (f"for {self.seat or 'everybody'} {text}" for text in self._different(step))

    def _different(self, step: SeatStep) -> Iterator[str]:
        mine, copied = Seat(self.game, self.seat), Seat(self.copy, self.seat)
        if canonical(to_plain(mine.view())) != canonical(to_plain(copied.view())):
            yield "the view of the copy differs"
        if (mine.asked, question(mine.decision)) != (copied.asked, question(copied.decision)):
            yield f"the copy asks {question(copied.decision)} and not {question(mine.decision)}"
        if mine.can_undo != copied.can_undo:
            yield f"undo is {copied.can_undo} and not {mine.can_undo}"
        if mine.log() != [entry._replace(only=own.only) for entry, own in zip(copied.log(), mine.log(), strict=True)]:
            yield "the log of the copy differs"
        if canonical([list(one) for one in mine.events_at()]) != canonical([list(one) for one in copied.events_at()]):
            yield "the events of the copy differ"
        system, scenario = self.game.system, self.game.scenario
        elsewhere = system.redeal_hidden(scenario, self.game.state, self.seat, 99)
        again = system.redeal_hidden(scenario, elsewhere, self.seat, 0).to_plain()
        if canonical(again) != canonical(step.state):
            yield "what is sent depends on what the seat cannot see"


def question(pending: Any) -> tuple[Any, ...]:
    """Return what is asked in a form that can be compared: a decision with its options, or a die or draw."""
    if isinstance(pending, Decision):
        return pending.seat, pending.kind, pending.prompt, canonical(pending.subject), tuple(map(str, pending.options))
    return () if pending is None else (pending.kind, pending.purpose, canonical(list(pending.items)))


def _travelled(told: Any) -> Any:
    return json.loads(json.dumps(told, default=dict))
