"""The line of a game as a seat knows it: the last order given at this table, what goes back with it."""

from __future__ import annotations

from typing import Any

from app.play.players import Players
from app.play.seat import SeatLike
from app.text.names import Names
from app.text.words import Words
from rules.engine.command import Command
from rules.engine.history import NATURE
from rules.engine.options import Decision


def last_order(seat: SeatLike, players: Players) -> int | None:
    """Return the position of the last order given at this table, or of anybody's where nobody plays here."""
    here = players.here(seat.system.seats) if players.any else []
    passed = {NATURE, *players.computers, *players.far} if here else {NATURE}
    log = seat.log()
    return next((seq for seq in range(len(log) - 1, -1, -1) if log[seq].seat not in passed), None)


def before_answers(seat: SeatLike, players: Players) -> int | None:
    """Return the position of the last order given here, if only open answers of the computer have followed it."""
    seq, log = last_order(seat, players), seat.log() if players.any else []
    if seq is None or seq >= len(log) - 1 or seat.system.hides:
        return None
    return None if any(entry.seat == NATURE for entry in log[seq:]) else seq


def is_answered(seat: SeatLike, players: Players) -> bool:
    """Tell whether the computer has given the last order, after one that was given here."""
    log = seat.log() if players.any else []
    return bool(log) and log[-1].seat in players.computers and last_order(seat, players) != len(log) - 1


def answers_given(seat: SeatLike, decision: Decision, words: Words) -> list[Command]:
    """Return the orders that answered a question and may each be put back, oldest first."""
    entries = seat.log()
    first = len(entries)
    while first and entries[first - 1].seat == decision.seat and _is_put_back(entries[first - 1].answer, words):
        first -= 1
    return [entry.answer for entry in entries[first:]]


def _is_put_back(answer: object, words: Words) -> bool:
    return isinstance(answer, Command) and bool(words.verb(answer.verb).put_back)


def told_back(seat: SeatLike, seq: int, words: Words, names: Names) -> dict[str, Any]:
    """Return what a take-back to a position removes, for the log that every seat reads."""
    if seat.system.hides:
        return {"event": "TakenBack", "what": "the last order", "dice": []}
    command = seat.log()[seq].answer
    dice = [cast.face for cast in words.casts([event for at, event in seat.events_at() if at > seq])]
    return {"event": "TakenBack", "what": words.describe(command, names), "dice": dice}
