"""The computer against itself in a process that gives way to all others, and the results of such games.

In:  `{"system", "scenario", "level"}`, then a line for each game: `{"seed"}`, with a `file` to keep the game in it.
Out: `{"ready": hash of the scenario}`, then `{"seed", "winner", "lead"}` for each game, or `{"failed": a sentence}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from math import inf, sqrt
from os import SEEK_END
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from rules.engine.bounded import DOCUMENT, read_json
from rules.engine.evaluator import Manner
from rules.engine.record import RecordWriter
from rules.engine.seat import Seat, seats_of
from rules.engine.session import Session
from rules.engine.system import System, system
from rules.opponent.levels import evaluator_of
from rules.opponent.planner import Position
from rules.opponent.working import Player

# --- The file of results, so that a long run can be gone on with ------------------------------------------------------

T = TypeVar("T")
UNREADABLE: Final = (ValueError, KeyError, TypeError, IndexError, OverflowError)
"""What decoding a line may raise that holds something else than a result."""


class GamesLog:
    """The results of one run in a file that may hold others' too: a line of JSON each; no file keeps nothing.

    `kind` and `run` name the run, as "match" and the system, scenario and bots.
    """

    def __init__(self, path: Path | None, kind: str, run: list[str]) -> None:
        self.path, self.kind, self.run = path, kind, run

    def read(self, decode: Callable[[dict[str, Any]], T]) -> list[T]:
        """Return the results of this run; what cannot be decoded is passed over."""
        found = []
        for entry in self.entries():
            with suppress(*UNREADABLE):
                if entry[self.kind] == self.run:
                    found.append(decode(entry))
        return found

    def entries(self) -> Iterator[dict[str, Any]]:
        """Yield the lines of this kind, whatever run they are of; a torn one is passed over."""
        if self.path is None or not self.path.exists():
            return
        for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
            with suppress(ValueError):
                entry = json.loads(line)
                if isinstance(entry, dict) and self.kind in entry:
                    yield entry

    def add(self, entry: dict[str, Any]) -> None:
        """Add a result; a torn line before it is ended."""
        if self.path is not None:
            with self.path.open("a+b") as file:
                whole = not file.tell() or (file.seek(-1, SEEK_END) and file.read(1) == b"\n")
                file.write(b"" if whole else b"\n")
                file.write(json.dumps({self.kind: self.run, **entry}).encode() + b"\n")


# --- One game ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game: who won, '' if nobody, and the lead of the first seat in points, or None."""

    seed: int
    winner: str
    lead: float | None


def outcome_of(seed: int, result: Mapping[str, Any] | None, seats: Sequence[str]) -> Outcome:
    """Return the outcome of a game by its result, None if it is not over."""
    told = result or {}
    winner = told.get("winner") or ""
    return Outcome(seed, winner if winner in seats else "", lead(told, seats[0]))


def lead(result: Mapping[str, Any], seat: str) -> float | None:
    """Return a seat's lead in points or medals at the end of a game, None where a result tells neither.

    A result counts points or medals by seat, or tells the leads themselves.
    """
    leads = result.get("leads")
    if isinstance(leads, Mapping) and seat in leads:
        return float(leads[seat])
    points = result.get("points", result.get("medals"))
    if not isinstance(points, Mapping) or seat not in points:
        return None
    return float(points[seat] - max(value for other, value in points.items() if other != seat))


# --- Means with their 95 % intervals, as matches and balance reports tell them -------------------------------------

SURE: Final = 1.96
"""Standard errors of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its interval."""

    mean: float
    low: float
    high: float

    @staticmethod
    def of(values: Sequence[float], errors: float = SURE) -> Interval:
        """Return the interval of independent values; that of fewer than two is boundless."""
        return Interval.together([values], errors)

    @staticmethod
    def together(groups: Sequence[Sequence[float]], errors: float = SURE) -> Interval:
        """Return the interval of the mean of several groups' means: each weighs the same, whatever its size."""
        means = [sum(values) / len(values) for values in groups]
        mean = sum(means) / len(means)
        if min(map(len, groups)) < 2:
            return Interval(mean, -inf, inf)
        variances = [
            sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values)
            for values, middle in zip(groups, means, strict=True)
        ]
        spread = errors * sqrt(sum(variances)) / len(groups)
        return Interval(mean, mean - spread, mean + spread)

    @staticmethod
    def of_share(won: int, games: int, errors: float = SURE) -> Interval:
        """Return the interval of a share of games (Wilson's, which holds near 0 and 1 too)."""
        share, weight = won / games, errors**2 / games
        middle = (share + weight / 2) / (1 + weight)
        spread = errors * sqrt(share * (1 - share) / games + weight / games / 4) / (1 + weight)
        return Interval(share, max(0.0, middle - spread), min(1.0, middle + spread))

    def __str__(self) -> str:
        """Return "59% [52%, 66%]", kept between 0 and 100 %."""
        return f"{self.mean:.0%} [{max(0.0, self.low):.0%}, {min(1.0, self.high):.0%}]"

    def signed(self) -> str:
        """Return "+0.7 [-0.1, +1.4]", without the interval if it is boundless."""
        if self.low == -inf:
            return f"{self.mean:+.1f}"
        return f"{self.mean:+.1f} [{self.low:+.1f}, {self.high:+.1f}]"


# --- The computer against itself, in a process that gives way to all others: it reads a seed -----------------------

LIMIT: Final = 200_000
"""Decisions after which a game that does not end is given up."""


class Endless(Exception):
    """A game did not end."""


def play_game(
    rules: System, scenario: Any, source: Any, level: str, seed: int, file: Path | None = None, limit: int = LIMIT
) -> Outcome:
    """Play a game with a level at every seat and return how it ended; raise Endless. `file` becomes its record."""
    writers = []
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        writers = [RecordWriter(file, options={"seed": seed, "own_dice": False})]
    session = Session.new(rules, scenario, seed=seed, listeners=writers, source=source)
    manner, seats = Manner(level), seats_of(session)
    players = {
        name: Player(evaluator_of(rules, manner), manner, seed * 101 + place) for place, name in enumerate(rules.seats)
    }
    for _ in range(limit):
        decision = session.decision
        if decision is None:
            return outcome_of(seed, session.result, rules.seats)
        thought = players[decision.seat].choose(position_of(seats[decision.seat]), decision, session.seq)
        session.submit(decision.seat, session.seq, thought.command)
    raise Endless(f"a game with seed {seed} did not end within {limit:,} decisions")


def position_of(seat: Seat) -> Position:
    """Return what a seat may know, hidden things dealt anew."""
    assert seat.name is not None
    game = seat.think()
    return Position(seat.system, game.base, game.state, seat.name)


def work(lines: IO[bytes], out: IO[bytes]) -> int:
    """Play the games asked for until the lines end; return the exit status."""

    def say(told: Mapping[str, Any]) -> None:
        out.write(json.dumps(told, ensure_ascii=True).encode("ascii") + b"\n")
        out.flush()

    try:
        first = read_json(lines.readline(DOCUMENT + 2))
        rules = system(str(first["system"]))
        scenario = rules.load(first["scenario"])
        say({"ready": scenario.hash})
        while raw := lines.readline(DOCUMENT + 2):
            asked = read_json(raw)
            file = Path(asked["file"]) if asked.get("file") else None
            seed = int(asked["seed"])
            try:
                outcome = play_game(rules, scenario, first["scenario"], str(first["level"]), seed, file)
            except Endless:  # nobody has won it
                outcome = Outcome(seed, "", None)
            say(asdict(outcome))
    except BrokenPipeError:  # nobody is listening
        return 0
    except Exception as error:  # whatever is wrong with a scenario is told in the window
        say({"failed": str(error) or type(error).__name__})
        return 1
    return 0
