"""The words of Striking the Anvil."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

from app.systems.striking_anvil.seen import as_view
from app.systems.striking_anvil.text.tell import AnvilNames, tell
from app.systems.striking_anvil.verbs import QUESTIONS, VERBS
from app.text import words
from app.text.names import Names
from app.text.words import DieRoll, Event
from rules.engine.command import cmd
from rules.engine.frames import Request
from rules.engine.options import Decision
from rules.striking_anvil.events import (
    EVENTS,
    Bombed,
    BridgeBlown,
    BridgeWorkFailed,
    BridgingBegan,
    CombatResult,
    DieRolled,
    Disorganized,
    Dropped,
    Eliminated,
    FfiAttempted,
    FortLevel,
    HitsPaid,
    Reduced,
    SurrenderSought,
)

SOUNDS: Mapping[str, str] = {
    **dict.fromkeys(("CombatResult", "Bombed", "BridgeBlown", "Eliminated"), "shot"),
    "DieRolled": "die",
    **dict.fromkeys(("ControlChanged", "Disorganized", "Reduced", "FortLevel", "MarkerPlaced", "Passed"), "marker"),
    **dict.fromkeys(("Moved", "Dropped", "Shipped", "Arrived"), "step"),
}
"""The sound that goes with each kind of event."""
PURPOSES = {
    "FFI": "FFI",
    "combat": "combat",
    "paradrop": "paradrop",
    "bombing": "bombing",
    "surrender": "surrender",
    "demolish": "blowing a bridge",
    "repair": "repairing a bridge",
    "bridging": "building time",
}
LOW = ("FFI", "paradrop", "bridging")
"""What dice are rolled for where low is good for who rolls; everywhere else high is."""


def casts(events: Iterable[Event]) -> list[DieRoll]:
    """Return the dice among events; the event that follows tells the result of each."""
    dice: list[DieRoll] = []
    for event in map(EVENTS.read, events):
        if isinstance(event, DieRolled):
            dice.append(DieRoll(event.die, PURPOSES.get(event.purpose, event.purpose)))
        elif dice and not dice[-1].result and (told := result(event)):
            dice[-1] = dice[-1]._replace(result=told)
    return dice


def result(event: object) -> str:
    """Return the result of a die as an event tells it, or ""."""
    match event:
        case CombatResult():
            return f"{event.attacker}/{event.defender} hits"
        case FfiAttempted():
            return event.marker or "nothing"
        case Dropped():
            return "Good Order" if event.good else "Disorganized"
        case Bombed():
            return f"−{event.levels}" if event.levels else "no effect"
        case SurrenderSought():
            return "surrender" if event.surrendered else "holds out"
        case BridgeWorkFailed():
            return "fails"
        case BridgeBlown():
            return "blown"
        case BridgingBegan():
            return f"{event.waits} to wait"
    return ""


class AnvilWords(words.Words):
    """How Striking the Anvil reads."""

    verbs = VERBS
    questions = QUESTIONS
    sounds = SOUNDS
    kinds = EVENTS
    named = AnvilNames
    requests = (("Roll a die.", "Roll a die"),) * 2
    tell = staticmethod(tell)
    casts = staticmethod(casts)

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
        return -1 if isinstance(record, DieRolled) and record.purpose in LOW else 1

    def period(self, view: object) -> object:
        """Return the number of the present turn, None before the first game."""
        return as_view(view).turn.number or None

    def purpose(self, request: Request, names: Names) -> str:
        """Return what a die is for."""
        place = request.about("area") or request.about("bridge")
        told = PURPOSES.get(request.purpose, request.purpose)
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
