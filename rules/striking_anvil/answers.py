"""What questions about a position are answered with: frozen records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from rules.engine.command import Reason, ValueRow
from rules.engine.frozen import frozen, named, none_as
from rules.striking_anvil.r05_battle import Modifier, Outcome, StrengthPart
from rules.striking_anvil.r_victory import ScoreLine
from rules.striking_anvil.scenario import ALLIED
from rules.striking_anvil.view import Arrival


@frozen
class ReachedPlace:
    """A place in reach: points spent on the whole way, the place before it, whether the move must stop there."""

    to: str
    spent: int
    before: str
    stops: bool


@frozen
class Reach:
    """Where units can go together from `start` with what they have spent already.

    `pursuit` are the places in which the enemy would be asked whether he pursues when they leave.
    """

    start: str = field(metadata=named("from"))
    capacity: int
    spent: int
    places: tuple[ReachedPlace, ...]
    pursuit: tuple[str, ...]


@frozen
class Unreachable:
    """Why units cannot reach a place, nothing if they can."""

    to: str
    reasons: tuple[Reason, ...]


@frozen
class MeetingWay:
    """A way of meeting enemies: its verb, and what stands against it."""

    verb: str
    reasons: tuple[Reason, ...]


@frozen
class Onto:
    """How units can meet those in a place; `enemies` tells whether there is anything to attack."""

    to: str
    enemies: bool
    ways: tuple[MeetingWay, ...]

    def against(self, verb: str) -> tuple[Reason, ...]:
        """Return what stands against a way."""
        return next(way.reasons for way in self.ways if way.verb == verb)


@frozen
class ExpectedHits:
    """Hits of each side over all faces of the die, and how many faces there are."""

    attacker: tuple[int, int]
    defender: tuple[int, int]


@frozen
class AttackOdds:
    """The sums of an attack and what each face brings; `column` of the table, None if nobody can fight."""

    kind: str
    side: str
    area: str
    units: tuple[str, ...]
    parts: tuple[StrengthPart, ...]
    total: int
    strength: int
    modifiers: tuple[Modifier, ...]
    modifier: int
    column: int | None = field(metadata=none_as(0))
    faces: tuple[Outcome, ...]
    expected: ExpectedHits


@frozen
class SideSupply:
    """The areas a side supplies, where the line of each of its own leads, None from a source, and those cut off."""

    areas: tuple[str, ...]
    lines: Mapping[str, str | None]
    cut_off: tuple[str, ...]

    def to_plain(self) -> dict[str, Any]:
        """Return it as plain data, in which a source leads to ''."""
        lines = {area: to or "" for area, to in self.lines.items()}
        return {"areas": list(self.areas), "lines": lines, "cut_off": list(self.cut_off)}


@frozen
class Supplies:
    """The supply of both sides."""

    allied: SideSupply
    german: SideSupply

    def of(self, side: str) -> SideSupply:
        """Return the supply of a side."""
        return self.allied if side == ALLIED else self.german


@frozen
class PursuitSums:
    """What a pursuit out of an area would compare, and whether it is allowed."""

    area: str
    pursuer: int
    rearguard: int
    allowed: bool


@frozen
class Places:
    """Areas that answer a question."""

    areas: tuple[str, ...]


@frozen
class RiverBorder:
    """A river between two areas: points to cross, modifier of mobile combat over it, its bridge if it is a site."""

    border: str
    name: str
    river: str
    site: bool
    bridged: bool
    waits: int | None = field(metadata=none_as(0))
    cost: int
    die: int


@frozen
class Rivers:
    """All borders with a river."""

    borders: tuple[RiverBorder, ...]


@frozen
class SideActors:
    """The places in which a side can still activate somebody, and its Good Order units."""

    places: tuple[str, ...]
    units: tuple[str, ...]


@frozen
class Actors:
    """Who can still act on both sides."""

    allied: SideActors
    german: SideActors

    def of(self, side: str) -> SideActors:
        """Return those of a side."""
        return self.allied if side == ALLIED else self.german


@frozen
class Payer:
    """A unit that can take hits: how many by each way of paying."""

    unit: str
    name: str
    ways: Mapping[str, int]


@frozen
class HitsToPay:
    """What is left to pay in an area and by whom; `level` is that of a fortress that can pay, too."""

    area: str
    left: int
    units: tuple[Payer, ...]
    fort: bool
    level: int
    complete: bool


@frozen
class Together:
    """Whom of a side one command would choose."""

    side: str
    units: tuple[str, ...]


@frozen
class Values:
    """The rows of a card of values."""

    card: tuple[ValueRow, ...]


@frozen
class VictoryWorth:
    """The running score, the level of victory it would be, its lines, and what each area is worth."""

    score: int
    level: str
    lines: tuple[ScoreLine, ...]
    areas: Mapping[str, int]


@frozen
class Arrivals:
    """What is still to arrive."""

    arrivals: tuple[Arrival, ...]
