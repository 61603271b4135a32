"""Why a command is refused: it is not the seat's turn, it is not what is asked for, or a rule forbids it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.engine.command import Command, IllegalCommand, MalformedCommand, NotYourDecision, Reason
from rules.engine.frames import Choice, Request
from rules.engine.game import Game
from rules.engine.options import Decision
from rules.engine.system import System


def check_turn(pending: Decision | Request | None, at: int, seat: str, seq: int) -> Decision:
    """Return the decision that a seat makes by a command for position `seq` of a game that is `at` another or this one.

    Raises NotYourDecision.
    """
    if pending is None:
        raise NotYourDecision("The game is over.")
    if isinstance(pending, Request):
        hidden = pending.only not in (None, seat)
        purpose = "" if hidden else f" for {pending.purpose}"
        raise NotYourDecision(f"First a {pending.kind} is needed{purpose}.")
    if seat != pending.seat:
        raise NotYourDecision(_not_yours(pending).text)
    if seq != at:
        raise NotYourDecision(f"The command is for position {seq}, but the game is at {at}.")
    return pending


def check_verb(system: System, now: Callable[[], Game[Any, Any]], decision: Decision, command: Command) -> None:
    """Check that a decision asks for such a command; `now` makes the game. Raises MalformedCommand, IllegalCommand."""
    if decision.options.asks_for(command.verb):
        return
    choices = (kind for kind in system.kinds.values() if isinstance(kind, Choice))
    if not any(choice.action(command.verb) is not None for choice in choices):
        raise MalformedCommand(f'This game has no command "{command.verb}".')
    raise IllegalCommand(_not_now(system, now, decision, command))


def explain(
    system: System, now: Callable[[], Game[Any, Any]], pending: Decision | Request | None, seat: str, command: Command
) -> list[Reason]:
    """Return every reason why a command of a seat would be refused; empty if it would be accepted."""
    if pending is None:
        return [Reason("The game is over.")]
    if isinstance(pending, Request):
        waits = [Reason("A die roll or draw comes first.")]
        return waits if pending.only not in (None, seat) else waits + _explained(system, now, command)
    reasons: list[Reason] = []
    if seat != pending.seat:
        reasons.append(_not_yours(pending))
        if pending.secret:
            return reasons
    if pending.options.asks_for(command.verb):
        return reasons + pending.options.reasons(command)
    return reasons + _not_now(system, now, pending, command)


def _not_now(system: System, now: Callable[[], Game[Any, Any]], decision: Decision, command: Command) -> list[Reason]:
    return _explained(system, now, command) or [Reason(f"First answer: {decision.prompt}", decision.rule)]


def _explained(system: System, now: Callable[[], Game[Any, Any]], command: Command) -> list[Reason]:
    try:
        return system.explain(now(), command)
    except MalformedCommand:
        return []


def _not_yours(decision: Decision) -> Reason:
    """Return the reason given to a seat while another one decides."""
    if decision.secret:
        return Reason(f"The {decision.seat} player must decide now.")
    return Reason(f"The {decision.seat} player must decide now: {decision.prompt}", decision.rule)
