"""Shrinking a failing game as far as possible and saving it as a record that can be opened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.engine.command import Command, Plain
from rules.engine.history import NATURE
from rules.engine.record import RecordWriter
from rules.engine.session import Session
from rules.engine.system import System
from rules.testing.contract import ERRORS, Checker, Fault

ATTEMPTS: Final = 400


class Failure(NamedTuple):
    """A fault, the commands that lead to the position where it shows, and the command that triggers it."""

    fault: Fault
    commands: tuple[Command, ...]
    last: Command | None
    session: Session


class Setting(NamedTuple):
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


def failure_of(setting: Setting, commands: Sequence[Command], kind: str = "") -> Failure | None:
    """Play commands, skipping those that are refused; return the first fault (of `kind`, if given).

    Only the final position is checked in full; before it only a command that cannot be carried out is a fault.
    """
    session, done = setting.start(), list[Command]()
    for command in commands:
        decision = session.decision
        if decision is None:
            break
        last = command is commands[-1]
        checker = Checker(session.fork()) if last and command in decision.options else None
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
    checker = Checker(session.fork())
    if session.is_over:
        checker.end()
    first = _first(checker.faults, kind)
    return None if first is None else Failure(first, tuple(done), None, session)


def _first(faults: Sequence[Fault], kind: str) -> Fault | None:
    return next((fault for fault in faults if not kind or fault.kind == kind), None)


def shrink(setting: Setting, failure: Failure, attempts: int = ATTEMPTS) -> Failure:
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
