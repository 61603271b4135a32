"""The words of Striking the Anvil."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from app.systems.striking_anvil.events import EVENTS
from app.systems.striking_anvil.seen import as_view
from app.systems.striking_anvil.text.tell import Names, roll_of
from app.systems.striking_anvil.verbs import QUESTIONS, VERBS
from app.text import words
from app.text.event_rows import HIGH
from app.text.names import Names as AnyNames
from app.text.words import Event
from rules.engine.command import cmd
from rules.engine.frames import Request
from rules.engine.options import Decision
from rules.striking_anvil.events import DieRolled, Disorganized, Eliminated, FortLevel, HitsPaid, Reduced


class AnvilWords(words.Words):
    """How Striking the Anvil reads."""

    verbs = VERBS
    questions = QUESTIONS
    events = EVENTS
    named = Names
    requests = (("Roll a die.", "Roll a die"),) * 2

    def condense(self, events: Iterable[Event]) -> list[Event]:
        """Leave out a loss that the payment told next was made with."""
        told = list(events)
        records = [*map(EVENTS.read, told), None]
        return [
            event
            for event, (record, later) in zip(told, pairwise(records), strict=True)
            if not _is_payment(record, later)
        ]

    def auto_answer(
        self, decision: Decision, view: object, query: Callable[..., Any], history: Callable[[], Iterable[Event]]
    ) -> words.AutoAnswer | None:
        """Return the pass of a side that has nobody left to act this turn."""
        return words.AutoAnswer(cmd("pass")) if _can_only_pass(decision) else None

    def wants(self, event: Event) -> int:
        """Return what was hoped for: low for risings, drops and bridging, high in combat, bombing and the rest."""
        record = EVENTS.read(event)
        return roll_of(record.purpose).wants if isinstance(record, DieRolled) else HIGH

    def period(self, view: object) -> object:
        """Return the number of the present turn, None before the first game."""
        return as_view(view).turn.number or None

    def purpose(self, request: Request, names: AnyNames) -> str:
        """Return what a die is for."""
        place = request.about("area") or request.about("bridge")
        told = roll_of(request.purpose).name
        return f"{told}, {names.of(place)}" if place else told


def _can_only_pass(decision: Decision) -> bool:
    return decision.kind == "order" and decision.options.offered() == ["pass"]


def _is_payment(event: object, later: object) -> bool:
    """Tell whether a loss is told by the payment that follows it."""
    if not isinstance(later, HitsPaid):
        return False
    match event:
        case Disorganized():
            return event.units == (later.unit,)
        case Eliminated() | Reduced():
            return event.unit == later.unit
        case FortLevel():
            return later.how == "level"
    return False


WORDS = AnvilWords()
