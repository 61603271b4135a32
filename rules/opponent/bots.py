"""The opponent as a bot, for matches, fuzzing and measurements: "regular", "general:bold", "greedy-1"."""

from __future__ import annotations

from rules.engine.bots import Bot, register_bot
from rules.engine.command import Command
from rules.engine.judgement import Manner
from rules.engine.options import Decision
from rules.engine.seat import Seat
from rules.opponent.levels import LEVELS, YARDSTICK, judgement_of
from rules.opponent.player import Player
from rules.opponent.position import Position


class PlayerBot:
    """The opponent as a bot, for matches, fuzzing and measurements."""

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


def register_levels() -> None:
    """Register every level, and the yardstick, as a kind of bot."""
    for level in (*LEVELS, YARDSTICK):
        register_bot(level, _bot)


def _bot(name: str, seed: int) -> Bot:
    return PlayerBot(manner_of(name), seed)
