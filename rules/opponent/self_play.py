"""The computer against itself, in a process that gives way to all others: it reads a seed and answers with a result.

In:  `{"system", "scenario", "level"}`, then a line for each game: `{"seed"}`, with a `file` to keep the game in it.
Out: `{"ready": hash of the scenario}`, then `{"seed", "winner", "lead"}` for each game, or `{"failed": a sentence}`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Final

from rules.engine.bounded import DOCUMENT, read_json
from rules.engine.evaluator import Manner
from rules.engine.record import RecordWriter
from rules.engine.seat import Seat, seats_of
from rules.engine.session import Session
from rules.engine.system import System, system
from rules.opponent.levels import evaluator_of
from rules.opponent.planner import Position
from rules.opponent.player import Player
from rules.opponent.results import Outcome, outcome_of

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
