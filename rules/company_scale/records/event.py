"""What happened, as records made of the events of the log: what many of them have in common."""

from __future__ import annotations

from dataclasses import field
from typing import Final

from rules.engine.frozen import frozen, none_as

NO_TEXT: Final = none_as("")
"""Metadata of a field whose empty text is None."""


class Event:
    """Something that happened; what an older record of a game does not tell has its default."""

    __slots__ = ()


@frozen
class About:
    """What a die was rolled for: a unit, hero, division, side or hex, and the value it was held against."""

    seat: str | None = field(default=None, metadata=NO_TEXT)
    side: str | None = field(default=None, metadata=NO_TEXT)
    division: str | None = field(default=None, metadata=NO_TEXT)
    hero: str | None = field(default=None, metadata=NO_TEXT)
    unit: str | None = field(default=None, metadata=NO_TEXT)
    hex: str | None = field(default=None, metadata=NO_TEXT)
    value: int | None = None


@frozen
class OfUnit(Event):
    """Something that happened to a unit."""

    unit: str


@frozen
class UnitInHex(OfUnit):
    """Something that happened to a unit in a hex."""

    hex: str


@frozen
class OfUnits(OfUnit):
    """Something that happened to a unit; in a condensed log, to several `units` at once."""

    units: tuple[str, ...] = ()


@frozen
class OfDivision(Event):
    """Something that happened to a division; `value` is what one of its values is now."""

    division: str
    value: int = 0


@frozen
class PointsGained(OfDivision):
    """A division gained points, by a die."""

    gain: int = 0
    die: int | None = None


@frozen
class FireOutcome(Event):
    """The die of a fire or an air attack and the entry of the table, None for no effect; `harmless`: a barrage only."""

    hex: str
    die: int
    result: str | None = field(default=None, metadata=NO_TEXT)
    harmless: bool = False


@frozen
class Carried(OfUnit):
    """Something that happened to a unit on a tank or transport, its `carrier`."""

    carrier: str


@frozen
class AboardTransport(UnitInHex):
    """A unit and the transport it gets on or off."""

    transport: str


@frozen
class OfLeader(Event):
    """Something that happened to a leader."""

    name: str
    leader: str


@frozen
class OfWeapon(Event):
    """Something that happened to a support weapon."""

    weapon: str


@frozen
class OfMarker(Event):
    """A marker on a hex: its kind, and its level, size or owner if it has one."""

    hex: str
    kind: str
    value: int | str | None = None


@frozen
class Check(Event):
    """A die against troop quality in a hex."""

    hex: str
    die: int
    quality: int | None = None
    passed: bool = False
