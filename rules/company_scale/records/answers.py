"""What the table is told of fire and assaults that are being composed, as frozen records (8.0, 9.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import TypeAlias

from rules.company_scale.records.view import AssaultSideView, ModifierView
from rules.engine.frozen import LEFT_OUT, frozen, none_as

Chance: TypeAlias = tuple[int, int]
"""A chance in lowest terms: so many in how many."""


def chance_of(value: Fraction) -> Chance:
    """Return a fraction as a chance."""
    return value.numerator, value.denominator


@frozen
class ResultOdds:
    """What may happen, in words; "" is no effect."""

    text: str
    chance: Chance


@frozen
class DieResult:
    """The result that a face of the die brings, "" for none (8.4)."""

    die: int
    result: str


@frozen
class CheckPart:
    """A term of the value of a rout check; `of` is "unit" or "die" as the value counts (8.5.1)."""

    text: str
    value: int
    of: str


@frozen
class CheckOdds:
    """A rout check that may come: after which result, of which unit, at which disorganization, up to which face."""

    result: str
    unit: str
    dg: int
    needs: int
    parts: tuple[CheckPart, ...]


@frozen
class BarrageOdds:
    """The barrage that an indirect fire may leave, and the one there before (8.7.2)."""

    size: str
    before: str | None = field(metadata=none_as(""))
    chance: Chance


@frozen
class FireOdds:
    """The fire being composed: its value, the first term of which is the base, the table, and what it may bring.

    `row` is empty until a type of fire is chosen. Only indirect fire has what follows `checks` (8.7.1).
    """

    fire_value: int
    base: int
    type: str
    aim: str
    hex: str
    modifiers: tuple[ModifierView, ...]
    table: tuple[DieResult, ...]
    row: tuple[str, ...]
    results: tuple[ResultOdds, ...]
    checks: tuple[CheckOdds, ...]
    strength: int | None = field(default=None, metadata=LEFT_OUT)
    harmless: bool | None = field(default=None, metadata=LEFT_OUT)
    barrage: BarrageOdds | None = field(default=None, metadata=LEFT_OUT)
    on_fire: Chance | None = field(default=None, metadata=LEFT_OUT)


@frozen
class DifferenceOdds:
    """The chance of a difference of both sums; a positive one is the attacker's (9.4)."""

    difference: int
    chance: Chance


@frozen
class AssaultOdds:
    """The sums of an assault and the chance of each difference, result, and what else may come of it (9.4, 9.5)."""

    hex: str
    seat: str
    attacker: AssaultSideView
    defender: AssaultSideView
    differences: tuple[DifferenceOdds, ...]
    results: tuple[ResultOdds, ...]
    also: Mapping[str, Chance]
