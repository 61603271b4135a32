"""Bots for tests, measurements and balance: two without judgement, the opponent's levels, versions in other folders.

A bot of another version speaks the lines of `rules/opponent/working.py` and gets what a seat may know; it must read
the same positions.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from rules.engine.command import Command
from rules.engine.compiling import mypyc_attr
from rules.engine.evaluator import Manner
from rules.engine.options import Decision
from rules.engine.seat import Seat, seats_of
from rules.engine.session import Session
from rules.engine.system import System
from rules.opponent.levels import LEVELS, evaluator_of
from rules.opponent.self_play import LIMIT, position_of
from rules.opponent.working import Player
from rules.testing.gear import CoverageBias, gear_of

# --- The opponent of another version of the program, which thinks in its own folder: "regular@../chitpull-0.1" -----

WORK: Final = (
    "import sys; from rules.systems import register_shipped; from rules.opponent.working import work; "
    "register_shipped(); sys.exit(work(sys.stdin.buffer, sys.stdout.buffer))"
)
SIDES_BY_SIDE: Final = 4
"""How many folders have a process at a time."""


class FolderBot:
    """Plays one seat through one game by what the version in a folder thinks."""

    def __init__(self, folder: str, manner: Manner) -> None:
        self._folder, self._manner = folder, manner
        self._begun = False

    def choose(self, seat: Seat, decision: Decision) -> Command:
        """Return what the other version chooses; raise LookupError with a sentence if it cannot play this game."""
        process = _process(self._folder)
        game = seat.think()
        if not self._begun:
            self._begun = True
            process.begin(seat.system, game.base)
        asked = {"seq": seat.seq, "seat": decision.seat, "level": self._manner.level, "temper": self._manner.temper}
        return process.think({**asked, "anew": False, "state": game.state.to_plain()})


class _Process:
    """The process in one folder: one line to it, one line back."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        path = Path(folder)
        if not (path / "rules" / "opponent" / "working.py").is_file():
            raise LookupError(
                f"{folder} holds no version of Chitpull with an opponent: it needs rules/opponent/working.py."
            )
        own = path / ".venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        command = [str(own if own.exists() else sys.executable), "-c", WORK]
        self._process = subprocess.Popen(command, cwd=path, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def begin(self, system: System, scenario: Any) -> None:
        """Turn to a game; nothing planned before counts."""
        ready = self._ask({"begin": {"system": system.id, "scenario": scenario.id}})
        if ready.get("ready") != scenario.hash:
            raise LookupError(f"The version in {self._folder} has another scenario {scenario.id}: {_why(ready)}.")

    def think(self, asked: Mapping[str, Any]) -> Command:
        """Return the command that is chosen."""
        answer = self._ask({"think": {"n": 1, **asked}})
        while "thought" not in answer and "failed" not in answer:  # how far it has come
            answer = self._read()
        if "failed" in answer:
            raise LookupError(f"The version in {self._folder} cannot play this game: {_why(answer)}.")
        return Command.from_json(answer["thought"]["command"])

    def _ask(self, line: Mapping[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(line, default=dict).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:  # it has ended; what it said, or that it said nothing, is read below
            pass
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise LookupError(f"The version in {self._folder} has stopped; see its message above.")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _why(answer: Mapping[str, Any]) -> str:
    return str(answer.get("failed", "its contents differ")).rstrip(".")


@lru_cache(maxsize=SIDES_BY_SIDE)
def _process(folder: str) -> _Process:
    return _Process(folder)


# --- Bots for tests, measurements and balance: two that play without judgement, and the opponent at every level ----
# They go by name: "random", "rare", "regular", "general:bold"; "regular@DIR" is the
# opponent of the version of the program in another folder.


class Bot(Protocol):
    """Chooses commands for one seat and sees no more than the player there."""

    def choose(self, seat: Seat, decision: Decision) -> Command:
        """Return one of the decision's options."""
        ...


@mypyc_attr(allow_interpreted_subclasses=True)
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
        coverage_bias = gear_of(seat.system).coverage_bias or _NONE
        groups = decision.options.by_verb()
        preferred = coverage_bias.prefer(seat, groups, self.random)
        return preferred if preferred is not None else self._rarest(decision.kind, groups, coverage_bias.put_off)

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
            self._player = Player(evaluator_of(seat.system, self._manner), self._manner, self._seed)
        return self._player.choose(position_of(seat), decision, seat.seq).command


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
_NONE: Final = CoverageBias({}, lambda seat, groups, random: None)


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
