"""Questions that decide nothing, with their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from app.text.words import AutoAnswer, Event
from rules.company_scale.records.course_events import (
    ChitBought,
    ChitDrawn,
    CommandsGained,
    DieRolled,
    RandomEvent,
    TrackChanged,
)
from rules.company_scale.records.events import event_of
from rules.company_scale.records.piece_events import WeaponAttached
from rules.company_scale.records.view import View
from rules.engine.command import Command, cmd
from rules.engine.options import Decision

WORTH_ASKING = 4
"""From so many better faces on, of ten, a re-roll is asked about."""
IDLE = (DieRolled, RandomEvent, TrackChanged, CommandsGained)
"""What follows a draw without anybody's doing."""
OF_ITS_OWN = ("id", "name", "label")
"""What may differ between two pieces that are alike."""


def auto_answer(
    decision: Decision, view: View, query: Callable[..., Any], history: Callable[[], Iterable[Event]]
) -> AutoAnswer | None:
    """Return the answer to a question that decides nothing, or None."""
    if decision.kind == "reroll":
        brings = query("new_die")
        return AutoAnswer(cmd("keep")) if brings and len(brings["better"]) < WORTH_ASKING else None
    if decision.kind == "detach":
        fresh = attached_now(history())
        idle = all(command.text("weapon") in fresh for command in decision.options.by_verb().get("detach", ()))
        if idle:
            return AutoAnswer(cmd("done"), "all were attached just now")
        unwanted = not decision.subject.get("useful", True)
        return AutoAnswer(cmd("done"), "no other hex could use them") if unwanted else None
    if decision.kind == "purchase" and is_as_it_was(history()):
        return AutoAnswer(cmd("pass"), "nothing has happened since you were asked")
    choices = list(decision.options)
    if len(choices) > 1 and all(command.verb == "choose" for command in choices) and are_alike(choices, view):
        return AutoAnswer(choices[0], "they are identical")
    return None


def is_as_it_was(history: Iterable[Event]) -> bool:
    """Tell whether nobody has done anything since the last chit was drawn, before which both sides were asked."""
    for event in map(event_of, reversed(list(history))):
        if not isinstance(event, IDLE):
            return isinstance(event, ChitDrawn)
    return False


def attached_now(history: Iterable[Event]) -> set[str]:
    """Return the support weapons attached since the chit in play came."""
    fresh: set[str] = set()
    for event in map(event_of, history):
        if isinstance(event, ChitDrawn) or (isinstance(event, ChitBought) and event.now):
            fresh.clear()
        elif isinstance(event, WeaponAttached):
            fresh.add(event.weapon)
    return fresh


def are_alike(choices: Sequence[Command], view: View) -> bool:
    """Tell whether commands name pieces that differ in nothing but their names."""
    pieces = {str(piece["id"]): piece for piece in (*view.units, *view.weapons)}
    named = [pieces.get(str(value)) for command in choices for _, value in command.args]
    if len(named) != len(choices) or None in named:
        return False
    facts = [{key: value for key, value in piece.items() if key not in OF_ITS_OWN} for piece in named if piece]
    return all(other == facts[0] for other in facts[1:])
