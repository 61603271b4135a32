"""Copies of a game on other computers: what must hold of them after every step, and of what is made of a record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from rules.engine.adopted import AdoptedSession, SeatStep, SeatStream
from rules.engine.frozen import to_plain
from rules.engine.options import Decision
from rules.engine.plain import canonical
from rules.engine.record import RecordWriter
from rules.engine.record_form import whole
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.engine.steps import OutOfStep, Replica, Step, Told, steps_in, steps_of

CLOSELY: Final = 60
"""So many steps of a game are looked at closely; of a longer one, evenly many."""
BACK: Final = 0.1
"""How likely undo, and a way back, are after each step."""


def unlike(session: Session, random: Random) -> Iterator[str]:
    """Yield how copies that are fed by a game differ from it; the game is played anew with undo and ways back."""
    told = [one.step for one in steps_of(whole(session, {}))]
    with TemporaryDirectory() as folder:
        try:
            host = FollowedGame(session, Path(folder))
            yield from host.play(told, random)
            yield from host.end(session)
        except OutOfStep as error:
            yield str(error)


class FollowedGame:
    """A game that is played anew from its steps, its record, and the copies that follow it elsewhere."""

    def __init__(self, session: Session, folder: Path) -> None:
        system, scenario, source = session.system, session.scenario, session.source
        self.file, self.copied = folder / "host.chitpull", folder / "copy.chitpull"
        self.host = Replica(system, scenario, source=source, listeners=[RecordWriter(self.file, seals=system.hides)])
        self.replica = Replica(system, scenario, source=source, listeners=[RecordWriter(self.copied)])
        self.adopted: list[AdoptedCopy] = []

    def play(self, steps: list[Step], random: Random) -> Iterator[str]:
        """Carry out steps, some of them more than once; yield in what a copy differs after any of them."""
        every, at, after = 1 + len(steps) // CLOSELY, 0, dict[int, int]()
        while at < len(steps):
            self.host.apply(steps[at])
            at += 1
            yield from self.follow(deep=at % every == 0 or at == len(steps))
            game, chosen = self.host.session, random.random()
            if game.decision is not None:
                after[game.seq] = at
            if chosen < BACK and game.can_undo:
                game.undo()
            elif chosen > 1 - BACK and len(after) > 1 and game.decision is not None:
                game.take_back(random.choice([seq for seq in after if seq < game.seq][-6:]))
            else:
                continue
            yield from self.follow(deep=True)
            at = after[game.seq]
            after = {seq: number for seq, number in after.items() if seq <= game.seq}

    def follow(self, *, deep: bool) -> Iterator[str]:
        """Let all copies follow what the game has done; yield in what they differ."""
        game = self.host.session
        for told in self.host.steps.told[self.replica.rev :]:
            self.replica.apply(Step.from_json(_travelled(told.step.to_json())), told.chain)
            if game.system.hides:
                self.adopted = self.adopted or self._copies(game)
                for copy in self.adopted:
                    yield from copy.follow(told, deep=deep)
        if deep:
            yield from different(game, self.replica.session)

    def end(self, session: Session) -> Iterator[str]:
        """Yield in what the game, its records and what is sent anew after a restart differ from what was."""
        told = self.host.steps.told
        if self.host.session.digest() != session.digest():
            yield "played anew with undo and ways back between the game comes to another position"
        for file, whose in ((self.file, "the host"), (self.copied, "the copy")):
            if [(one.step, one.chain) for one in steps_in(file)] != [(one.step, one.chain) for one in told]:
                yield f"the record of {whose} tells other steps than were made"
        if self.adopted:
            yield from self._sent_again(session)

    def _sent_again(self, session: Session) -> Iterator[str]:
        again = Replica(session.system, session.scenario, source=session.source)
        streams: list[SeatStream] = []
        for told in steps_in(self.file):
            again.apply(told.step, told.chain)
            streams = streams or [SeatStream(again.session, copy.seat) for copy in self.adopted]
            for stream in streams:
                stream.step(told.step, told.events)
        for stream, copy in zip(streams, self.adopted, strict=True):
            if stream.chain != copy.stream.chain:
                yield f"made again from the record, {copy.seat or 'everybody'} is sent something else"

    @staticmethod
    def _copies(game: Session) -> list[AdoptedCopy]:
        return [AdoptedCopy(game, name) for name in (*game.system.seats, None)]


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
        log = mine.log()
        if log != [entry._replace(only=own.only) for entry, own in zip(copied.log(), log, strict=True)]:
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
