"""What the table is told of sight, stacks, and fire and assaults being composed, as frozen records (7.0 to 9.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, TypeAlias

from rules.company_scale.records.view import ModifierView, SumView
from rules.engine.command import ValueRow
from rules.engine.frozen import LEFT_OUT, frozen, none_as

# --- A line of sight and a hex --------------------------------------------------------------------------------------


@frozen
class SightPart:
    """What lies on a line of sight, and whether it blocks or is ignored, with its rule (7.1)."""

    kind: str
    at: str
    terrain: str
    level: int
    blocks: bool
    ignored: bool
    why: str
    rule: str


@frozen
class Sight:
    """The line of sight between two hexes, with all that lies on it in order (7.1); `decides` is a place in `line`."""

    clear: bool
    distance: int
    reason: str
    rule: str
    line: tuple[SightPart, ...]
    decides: int | None = field(default=None, metadata=LEFT_OUT)

    @property
    def block(self) -> SightPart | None:
        """Return what blocks the line, None if it is clear or too long."""
        return None if self.decides is None else self.line[self.decides]


@frozen
class SeenHexes:
    """The hexes a hex or side sees, and those within the limit that it does not (7.1)."""

    hexes: tuple[str, ...]
    dead_ground: tuple[str, ...]


@frozen
class FireHexes:
    """The hexes of a fire zone (7.2), or of a rail gun's fire line, nearest first (25.0)."""

    hexes: tuple[str, ...]


@frozen
class Targets:
    """Every hex a unit may shell, light up or put smoke in with its activation now (8.7)."""

    indirect_fire: tuple[str, ...] = ()
    illuminate: tuple[str, ...] = ()
    smoke: tuple[str, ...] = ()

    def of(self, verb: str) -> tuple[str, ...]:
        """Return the hexes for an order, none for other orders."""
        hexes: tuple[str, ...] = getattr(self, verb, ())
        return hexes


@frozen
class Abandoning:
    """The units that would leave their guns for good (21.2)."""

    units: tuple[str, ...]


@frozen
class UnitNow:
    """A unit's values as they are now, with a card that says why; a passenger has none of its own (15.0)."""

    id: str
    fire_now: int | None = None
    mp_now: float = 0
    troop_quality_now: int | None = None
    card: tuple[ValueRow, ...] | None = field(default=None, metadata=LEFT_OUT)
    carried_by: str | None = field(default=None, metadata=LEFT_OUT)


@frozen
class Arrivals:
    """What is still to come to a hex in a turn (18.0)."""

    turn: int
    name: str
    side: str
    units: tuple[str, ...]
    weapons: tuple[str, ...]
    leaders: tuple[str, ...]


@frozen
class HexNow:
    """The ground of a hex, the present values of its units, and what will arrive there."""

    hex: str
    terrain: str
    level: int
    name: str
    defense: int
    units: tuple[UnitNow, ...]
    arrivals: tuple[Arrivals, ...]
    card: tuple[ValueRow, ...]

    def unit(self, name: str) -> UnitNow | None:
        """Return a unit of the stack, None if it is elsewhere."""
        return next((unit for unit in self.units if unit.id == name), None)


@frozen
class Ending:
    """Which units burn by hex (8.8.1), and which leave the map (22.3), if the activation ends now."""

    burn: Mapping[str, tuple[str, ...]]
    leave: tuple[str, ...]


@frozen
class NewFace:
    """What follows if a die is rolled again and shows this face, up to the next die, draw or decision (28.0)."""

    die: int
    events: tuple[Mapping[str, Any], ...]


@frozen
class NewDie:
    """What each face would bring, and those that serve the side that is asked better than the die does (28.0)."""

    faces: tuple[NewFace, ...]
    better: tuple[int, ...]


# --- Chances --------------------------------------------------------------------------------------------------------

Chance: TypeAlias = tuple[int, int]
"""A chance in lowest terms: so many in how many."""


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
    """A term of the value of a rout check; `of` is "quality" or "die" as the value counts (8.5.1)."""

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
    attacker: SumView
    defender: SumView
    differences: tuple[DifferenceOdds, ...]
    results: tuple[ResultOdds, ...]
    also: Mapping[str, Chance]
