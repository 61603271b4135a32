"""Records that answers of several systems are made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from rules.engine.frozen import frozen, none_as


@frozen
class Cause:
    """Why a value is what it is: words, by how much or how it changes as text ("" if they say so), and the rule."""

    text: str
    change: str
    rule: str | None = field(metadata=none_as(""))


@frozen
class ValueRow:
    """A line of a card of values: its name, the printed value if there is one, the present one, and why."""

    name: str
    printed: str | None = field(metadata=none_as(""))
    now: str
    why: tuple[Cause, ...]


def value_row(name: str, printed: str | None, now: str, why: Iterable[Cause]) -> ValueRow:
    """Make a line of a card of values."""
    return ValueRow(name, printed, now, tuple(why))


def cause(text: str, change: int | str, rule: str | None) -> Cause:
    """Make a reason for a value; a change in figures gets its sign."""
    return Cause(text, f"{change:+d}" if isinstance(change, int) else change, rule)
