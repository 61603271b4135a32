"""Shortcuts for tests that play the toy."""

from __future__ import annotations

from typing import Any

from rules.engine.command import Arg, Plain, cmd
from rules.engine.nature import ManualNature, ScriptedNature
from rules.engine.options import Decision
from rules.engine.session import Session, Update
from tests.rules.engine.helpers.toy_system import DUEL, TOY

CLOSE: dict[str, Any] = {
    "r2": {"side": "red", "at": 3},
    "b1": {"side": "blue", "at": 5},
    "b2": {"side": "blue", "at": 6},
}


def scripted(*outcomes: Plain, document: Any = "duel", **changes: Any) -> Session:
    """Start a toy game with a script of draws and dice; `changes` alter the scenario document."""
    source = {**DUEL, **changes} if changes else document
    return Session.new(TOY, TOY.load(source), nature=ScriptedNature(outcomes), source=source)


def manual() -> Session:
    """Start a toy game whose dice are rolled by hand."""
    return Session.new(TOY, TOY.load("duel"), nature=ManualNature(), source="duel")


def play(session: Session, verb: str, **args: Arg) -> Update:
    """Submit a command for whoever decides."""
    return session.submit(asked(session).seat, session.seq, cmd(verb, **args))


def asked(session: Session) -> Decision:
    """Return the decision; fail if there is none."""
    assert session.decision is not None
    return session.decision


def events(update: Update) -> list[str]:
    """Return the names of the events."""
    return [event["event"] for event in update.events]
