"""Dice among events, each with its result."""

from __future__ import annotations

from collections.abc import Iterable

from app.text.words import DieRoll, Event
from rules.striking_anvil.events import (
    EVENTS,
    Bombed,
    BridgeBlown,
    BridgeWorkFailed,
    BridgingBegan,
    CombatResult,
    DieRolled,
    Dropped,
    FfiAttempted,
    SurrenderSought,
)

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
