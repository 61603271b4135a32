"""Silly acts: what people laugh at in a computer player, seen from outside the bot and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from rules.engine.command import Command
from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.opponent.self_play import LIMIT
from rules.testing.bots import Bot
from rules.testing.gear import Blunder, BlunderCounter, DecisionStep

ILLEGAL: Final = "answers that are no option"
ENDLESS: Final = "games that do not end"
ALWAYS: Final[Mapping[str, float]] = {ILLEGAL: 0, ENDLESS: 0}
"""What is counted in every system, with how often it may happen."""
KEPT: Final = 20
"""Examples of one act kept of a game and seat."""


class Example(NamedTuple):
    """Where an act was seen: its name, the seed, the number of entries before it, whose it was, in words."""

    act: str
    seed: int
    seq: int
    seat: str
    text: str


@dataclass(slots=True)
class Watched:
    """A game watched: counts by act and seat, what shares are shares of, examples, and seconds a decision by seat."""

    seed: int
    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    bases: dict[tuple[str, str], int] = field(default_factory=dict)
    examples: list[Example] = field(default_factory=list)
    seconds: dict[str, list[float]] = field(default_factory=dict)

    def note(self, act: str, seq: int, seen: Iterable[Blunder]) -> None:
        """Count what was seen of an act."""
        for seat, text, times in seen:
            self.counts[act, seat] = self.counts.get((act, seat), 0) + times
            if sum((one.act, one.seat) == (act, seat) for one in self.examples) < KEPT:
                self.examples.append(Example(act, self.seed, seq, seat, text))


def watch(
    session: Session,
    bots: Mapping[str, Bot],
    counters: Sequence[BlunderCounter],
    seed: int,
    limit: int = LIMIT,
    clock: Callable[[], float] = process_time,
) -> Watched:
    """Play a game to its end, or until `limit` decisions, and return what was seen.

    An answer that is no option is counted, and one of the options is taken at random in its place.
    """
    watched, seats, random = Watched(seed), seats_of(session), Random(seed)
    for _ in range(limit):
        decision = session.decision
        if decision is None:
            break
        begun = clock()
        command = bots[decision.seat].choose(seats[decision.seat], decision)
        watched.seconds.setdefault(decision.seat, []).append(clock() - begun)
        if command not in decision.options:
            watched.note(ILLEGAL, session.seq, [Blunder(decision.seat, f"{decision.kind}: {command}")])
            command = random.choice(list(decision.options))
        step = _taken(session, decision, command)
        for act in counters:
            watched.note(act.name, step.seq, act.see(step))
    game = _game(session)
    if not session.is_over:
        asked = session.decision.seat if session.decision else session.system.seats[0]
        watched.note(ENDLESS, session.seq, [Blunder(asked, f"not over after {limit} decisions")])
    for act in counters:
        watched.note(act.name, session.seq, act.end(game))
        watched.bases.update({(act.name, seat): count for seat, count in act.base().items()})
    return watched


def _taken(session: Session, decision: Decision, command: Command) -> DecisionStep:
    seq, before = session.seq, _game(session)
    events = session.submit(decision.seat, seq, command).events
    return DecisionStep(seq, decision.seat, decision, command, before, _game(session), events)


def _game(session: Session) -> Game[Any, Any]:
    return Game(session.system.kinds, session.scenario, session.state)
