"""Bots for tests, measurements and balance: two that play without judgement, and the opponent at every level.

They go by name: "random", "rare", "regular", "general:bold"; "regular@DIR" is the
opponent of the version of the program in another folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, Protocol

from rules.engine.command import Command
from rules.engine.judgement import Manner
from rules.engine.options import Decision
from rules.engine.seat import Seat, seats_of
from rules.engine.session import Session
from rules.opponent.levels import LEVELS, judgement_of
from rules.opponent.player import Player
from rules.opponent.position import Position
from rules.testing.elsewhere import FolderBot
from rules.testing.gear import Leaning, gear_of

LIMIT: Final = 200_000


class Bot(Protocol):
    """Chooses commands for one seat and sees no more than the player there."""

    def choose(self, seat: Seat, decision: Decision) -> Command:
        """Return one of the decision's options."""
        ...


class RandomBot:
    """Chooses a verb, then one of its commands, each with equal chance."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, seat: Seat, decision: Decision) -> Command:
        """Return an option."""
        return self.random.choice(decision.options.of(self.random.choice(decision.options.offered())))


class RareBot(RandomBot):
    """Chooses its least used verb in a kind of decision, so that rare commands and interrupts come up more often."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._used: dict[tuple[str, str], int] = {}

    def choose(self, seat: Seat, decision: Decision) -> Command:
        """Return an option of the rarest verb, or what leads to rare cases; any option one time in eight."""
        if not self.random.randrange(8):
            return super().choose(seat, decision)
        leaning = gear_of(seat.system).leaning or _NONE
        groups = decision.options.by_verb()
        preferred = leaning.prefer(seat, groups, self.random)
        return preferred if preferred is not None else self._rarest(decision.kind, groups, leaning.put_off)

    def _rarest(self, kind: str, groups: Mapping[str, list[Command]], put_off: Mapping[str, int]) -> Command:
        verb = min(groups, key=lambda name: (self._used.get((kind, name), 0), self.random.random()))
        self._used[kind, verb] = self._used.get((kind, verb), 0) + put_off.get(verb, 1)
        return self.random.choice(groups[verb])


class PlayerBot:
    """The opponent as a bot."""

    def __init__(self, manner: Manner, seed: int) -> None:
        self._manner, self._seed = manner, seed
        self._player: Player | None = None

    def choose(self, seat: Seat, decision: Decision) -> Command:
        """Return an option; raise LookupError if the system has no opponent or not of this temper."""
        if self._player is None:
            self._player = Player(judgement_of(seat.system, self._manner), self._manner, self._seed)
        return self._player.choose(position_of(seat), decision, seat.seq).command


def position_of(seat: Seat) -> Position:
    """Return what a seat may know, hidden things dealt anew."""
    assert seat.name is not None
    game = seat.think()
    return Position(seat.system, game.base, game.state, seat.name)


def manner_of(name: str) -> Manner:
    """Return the manner that a bot's name tells, such as "general" or "general:bold"."""
    level, _, temper = name.partition(":")
    return Manner(level, temper or Manner().temper)


def _opponent(name: str, seed: int) -> Bot:
    return PlayerBot(manner_of(name), seed)


_BOTS: Final[dict[str, Callable[[str, int], Bot]]] = {
    "random": lambda name, seed: RandomBot(seed),
    "rare": lambda name, seed: RareBot(seed),
    **dict.fromkeys(LEVELS, _opponent),
}
_NONE: Final = Leaning({}, lambda seat, groups, random: None)


def register_bot(kind: str, make: Callable[[str, int], Bot]) -> None:
    """Register a kind of bot, made from its full name ("kind" or "kind:more") and a seed per game."""
    _BOTS[kind] = make


def bot(name: str, seed: int) -> Bot:
    """Return a bot by name; raise LookupError with a sentence if it is unknown."""
    here, _, folder = name.partition("@")
    if folder:
        return FolderBot(folder, manner_of(here))
    kind = name.partition(":")[0]
    if kind not in _BOTS:
        raise LookupError(f'Unknown bot "{name}". Known: {", ".join(sorted(_BOTS))}.')
    return _BOTS[kind](name, seed)


def bots_for(seats: tuple[str, ...], names: list[str], seed: int) -> dict[str, Bot]:
    """Return a bot for each seat; `names` follow the order of the seats, and a single name serves all."""
    if len(names) == 1:
        names = names * len(seats)
    if len(names) != len(seats):
        raise LookupError(f"Name one bot, or one for each of {', '.join(seats)}.")
    return {seat: bot(name, seed * 101 + place) for place, (seat, name) in enumerate(zip(seats, names, strict=True))}


def play_out(session: Session, bots: Mapping[str, Bot], limit: int = LIMIT) -> int:
    """Play a game to its end, or until `limit` decisions; return how many were made."""
    made, seats = 0, seats_of(session)
    while made < limit and (decision := session.decision) is not None:
        session.submit(decision.seat, session.seq, bots[decision.seat].choose(seats[decision.seat], decision))
        made += 1
    return made
