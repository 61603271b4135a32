"""Games between bots, checked or not, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from rules.engine.command import Command
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.engine.system import load
from rules.testing.bots import LIMIT, bots_for, play_out
from rules.testing.contract import Checker, Fault
from rules.testing.coverage import Coverage
from rules.testing.shrinking import Failure, Setting, commands_of, failure_of, save_failure, shrink


@dataclass(frozen=True, slots=True)
class Played:
    """One game between bots: its seed, how many decisions and seconds it took, how it ended, what was wrong."""

    seed: int
    decisions: int
    seconds: float
    result: dict[str, Any] | None
    digest: str
    faults: tuple[Fault, ...] = ()
    record: Path | None = None


def play_one(setting: Setting, bots: Sequence[str], *, limit: int = LIMIT, coverage: Coverage | None = None) -> Played:
    """Play one game to its end and count its commands in `coverage`; a game that does not end is a fault."""
    session = setting.start()
    players = bots_for(setting.system.seats, list(bots), setting.seed)
    if coverage is not None:
        players = coverage.watching(players)
    start = perf_counter()
    made = play_out(session, players, limit)
    return _played(setting, session, made, perf_counter() - start, _endless(session, made, limit))


def check_one(
    setting: Setting, bots: Sequence[str], *, limit: int = LIMIT, folder: Path | None = None, skip: int = 0,
    enough: int = LIMIT, every: int = 1, coverage: Coverage | None = None,
) -> Played:  # fmt: skip
    """Play one game with the contract checked at every step, or every `every`-th; a failure is shrunk and saved.

    The first `skip` decisions of a long game are not checked, and it is left after `enough` checked ones; a game
    that ends sooner is checked from its start.
    """
    start, session = perf_counter(), setting.start()
    players = bots_for(setting.system.seats, list(bots), setting.seed)
    if coverage is not None:
        players = coverage.watching(players)
    skipped = play_out(session, players, skip)
    if skip and session.is_over:
        return check_one(setting, bots, limit=limit, folder=folder, enough=enough, every=every, coverage=coverage)
    checker = Checker(session, setting.seed, every)
    command, seats = None, seats_of(session)
    while not checker.faults and checker.steps < min(limit, enough) and (decision := session.decision) is not None:
        command = players[decision.seat].choose(seats[decision.seat], decision)
        checker.submit(command)
    endless = _endless(session, checker.steps, limit)
    if not checker.faults and not endless:
        command = None
        checker.end()
    faults = (*checker.faults, *endless)
    record = _shrunk(setting, session, command, faults, folder) if faults and folder else None
    return _played(setting, session, skipped + checker.steps, perf_counter() - start, faults, record)


def _endless(session: Session, made: int, limit: int) -> tuple[Fault, ...]:
    if session.is_over or made < limit:
        return ()
    return (Fault("endless", f"the game is not over after {made} decisions"),)


def _played(
    setting: Setting,
    session: Session,
    made: int,
    seconds: float,
    faults: tuple[Fault, ...],
    record: Path | None = None,
) -> Played:
    return Played(setting.seed, made, seconds, session.result, session.digest(), faults, record)


def _shrunk(setting: Setting, session: Session, command: Command | None, faults: Sequence[Fault], folder: Path) -> Path:
    """Shrink a failure if replaying its commands reproduces it; save it in any case."""
    commands = commands_of(session)
    if command is not None and (not commands or commands[-1] is not command):
        commands = (*commands, command)  # the command could not be carried out
    failure = failure_of(setting, commands, faults[0].kind)
    failure = Failure(faults[0], commands, command, session) if failure is None else shrink(setting, failure)
    path = folder / f"{setting.scenario.id}-{setting.seed}-{faults[0].kind}.chitpull"
    save_failure(failure, path)
    return path


def games(system: Any, source: Any, seeds: Sequence[int]) -> Iterator[Setting]:
    """Yield the settings of games that differ only in their seeds; the scenario is loaded once."""
    scenario = load(system, source)
    for seed in seeds:
        yield Setting(system, scenario, source, seed)
