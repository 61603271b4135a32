"""Games between bots, checked or not: what came up, and failing ones shrunk and saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from rules.engine.command import Command, Plain
from rules.engine.frames import Choice
from rules.engine.history import NATURE
from rules.engine.options import Decision
from rules.engine.record import RecordWriter
from rules.engine.seat import Seat, seats_of
from rules.engine.session import Session
from rules.engine.system import System, load
from rules.opponent.self_play import LIMIT
from rules.testing.bots import Bot, bots_for, play_out
from rules.testing.contract import ERRORS, ContractChecker, Fault

# --- Counts which questions bots were asked and which commands they gave, to show what never came up ---------------


class Coverage:
    """Counts the commands that bots give, by question and verb."""

    def __init__(self, system: System) -> None:
        self.taken: Counter[tuple[str, str, str]] = Counter()  # frame, decision, verb
        choices = [kind for kind in system.kinds.values() if isinstance(kind, Choice)]
        self._known = [(choice.kind, action.verb) for choice in choices for action in choice.actions]

    def watching(self, bots: Mapping[str, Bot]) -> dict[str, Bot]:
        """Return bots that play like these and whose commands are counted."""
        return {seat: _Watched(bot, self.taken) for seat, bot in bots.items()}

    def never(self) -> list[tuple[str, str]]:
        """Return the system's questions and verbs that nobody has used."""
        used = {(frame, verb) for frame, _, verb in self.taken}
        return [pair for pair in self._known if pair not in used]

    def lines(self) -> Iterator[str]:
        """Yield a table: decision, verb and how often; then what never came up."""
        rows: Counter[tuple[str, str]] = Counter()
        for (_, kind, verb), count in self.taken.items():
            rows[kind, verb] += count
        yield f"{'decision':<24} {'verb':<22} {'taken':>9}"
        yield from (f"{kind:<24} {verb:<22} {count:>9,}" for (kind, verb), count in sorted(rows.items()))
        never = self.never()
        yield from (f"{kind:<24} {verb:<22} {'never':>9}" for kind, verb in never)
        yield f"{len(self._known) - len(never)} of {len(self._known)} commands came up."


class _Watched:
    def __init__(self, bot: Bot, taken: Counter[tuple[str, str, str]]) -> None:
        self._bot, self._taken = bot, taken

    def choose(self, seat: Seat, decision: Decision) -> Command:
        """Return what the bot chooses, and count it."""
        command = self._bot.choose(seat, decision)
        self._taken[seat.think().frame.kind, decision.kind, command.verb] += 1
        return command


# --- Shrinking a failing game as far as possible and saving it as a record that can be opened ----------------------

ATTEMPTS: Final = 400


class Failure(NamedTuple):
    """A fault, the commands that lead to the position where it shows, and the command that triggers it."""

    fault: Fault
    commands: tuple[Command, ...]
    last: Command | None
    session: Session


class FuzzSetting(NamedTuple):
    """What a game is started from, repeatedly."""

    system: System
    scenario: Any
    source: Any
    seed: int

    def start(self) -> Session:
        """Start the game."""
        return Session.new(self.system, self.scenario, seed=self.seed, source=self.source)


def commands_of(session: Session) -> tuple[Command, ...]:
    """Return the players' commands of a session, without nature's answers."""
    return tuple(entry.answer for entry in session.log if entry.seat != NATURE)


def failure_of(setting: FuzzSetting, commands: Sequence[Command], kind: str = "") -> Failure | None:
    """Play commands, skipping those that are refused; return the first fault (of `kind`, if given).

    Only the final position is checked in full; before it only a command that cannot be carried out is a fault.
    """
    session, done = setting.start(), list[Command]()
    for command in commands:
        decision = session.decision
        if decision is None:
            break
        last = command is commands[-1]
        checker = ContractChecker(session.fork()) if last and command in decision.options else None
        if checker is not None:
            checker.submit(command)
            first = _first(checker.faults, kind)
            if first is not None:
                return Failure(first, tuple(done), command, session)
        try:
            session.submit(decision.seat, session.seq, command)
        except ERRORS:
            continue
        except Exception as error:
            fault = Fault("crash", f"{command} was offered: {type(error).__name__}: {error}")
            return Failure(fault, tuple(done), command, session) if kind in ("", "crash") else None
        done.append(command)
    checker = ContractChecker(session.fork())
    if session.is_over:
        checker.end()
    first = _first(checker.faults, kind)
    return None if first is None else Failure(first, tuple(done), None, session)


def _first(faults: Sequence[Fault], kind: str) -> Fault | None:
    return next((fault for fault in faults if not kind or fault.kind == kind), None)


def shrink(setting: FuzzSetting, failure: Failure, attempts: int = ATTEMPTS) -> Failure:
    """Return a failure of the same kind with as few commands as `attempts` tries can find."""
    size = max(1, len(failure.commands) // 2)
    while size and attempts:
        at = 0
        while at < len(failure.commands) and attempts:
            attempts -= 1
            fewer = failure.commands[:at] + failure.commands[at + size :]
            again = failure_of(setting, (*fewer, *_last(failure)), failure.fault.kind)
            if again is not None and len(again.commands) < len(failure.commands):
                failure = again
            else:
                at += size
        size //= 2
    return failure


def _last(failure: Failure) -> tuple[Command, ...]:
    return () if failure.last is None else (failure.last,)


def save_failure(failure: Failure, path: Path) -> None:
    """Save the position where a fault shows as a record whose options name the fault and the command."""
    options: dict[str, Plain] = {"fault": str(failure.fault)}
    if failure.last is not None:
        options["command"] = failure.last.to_json()
    path.parent.mkdir(parents=True, exist_ok=True)
    RecordWriter(path, options=options).begin(failure.session)


# --- Games between bots, checked or not, one after another ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FuzzedGame:
    """One game between bots: its seed, how many decisions and seconds it took, how it ended, what was wrong."""

    seed: int
    decisions: int
    seconds: float
    result: dict[str, Any] | None
    digest: str
    faults: tuple[Fault, ...] = ()
    record: Path | None = None


def play_one(
    setting: FuzzSetting, bots: Sequence[str], *, limit: int = LIMIT, coverage: Coverage | None = None
) -> FuzzedGame:
    """Play one game to its end and count its commands in `coverage`; a game that does not end is a fault."""
    session = setting.start()
    players = bots_for(setting.system.seats, list(bots), setting.seed)
    if coverage is not None:
        players = coverage.watching(players)
    start = perf_counter()
    made = play_out(session, players, limit)
    return _played(setting, session, made, perf_counter() - start, _endless(session, made, limit))


def check_one(
    setting: FuzzSetting,
    bots: Sequence[str],
    *,
    limit: int = LIMIT,
    folder: Path | None = None,
    skip: int = 0,
    enough: int = LIMIT,
    every: int = 1,
    coverage: Coverage | None = None,
) -> FuzzedGame:
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
    checker = ContractChecker(session, setting.seed, every)
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
    setting: FuzzSetting,
    session: Session,
    made: int,
    seconds: float,
    faults: tuple[Fault, ...],
    record: Path | None = None,
) -> FuzzedGame:
    return FuzzedGame(setting.seed, made, seconds, session.result, session.digest(), faults, record)


def _shrunk(
    setting: FuzzSetting, session: Session, command: Command | None, faults: Sequence[Fault], folder: Path
) -> Path:
    """Shrink a failure if replaying its commands reproduces it; save it in any case."""
    commands = commands_of(session)
    if command is not None and (not commands or commands[-1] is not command):
        commands = (*commands, command)  # the command could not be carried out
    failure = failure_of(setting, commands, faults[0].kind)
    failure = Failure(faults[0], commands, command, session) if failure is None else shrink(setting, failure)
    path = folder / f"{setting.scenario.id}-{setting.seed}-{faults[0].kind}.chitpull"
    save_failure(failure, path)
    return path


def games(system: Any, source: Any, seeds: Sequence[int]) -> Iterator[FuzzSetting]:
    """Yield the settings of games that differ only in their seeds; the scenario is loaded once."""
    scenario = load(system, source)
    for seed in seeds:
        yield FuzzSetting(system, scenario, source, seed)
