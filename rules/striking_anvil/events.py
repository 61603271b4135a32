"""The events of the log that a table reads, as frozen records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from rules.engine.events import EventKinds
from rules.engine.frozen import frozen, none_as


@frozen
class TurnBegan:
    """A turn begins."""

    turn: int


@frozen
class PhaseBegan:
    """A phase begins."""

    phase: str


@frozen
class TurnEnded:
    """A turn ends: everybody is in Good Order again; `cut_off` are the areas of each side out of supply."""

    cut_off: Mapping[str, tuple[str, ...]]


@frozen
class GameEnded:
    """The last turn has ended."""

    turn: int


@frozen
class SuddenVictory:
    """A side has won at once."""

    side: str


@frozen
class Arrived:
    """Reinforcements arrive in a box."""

    units: tuple[str, ...]
    box: str


@frozen
class Activated:
    """An area is activated for an action of its units."""

    seat: str
    area: str
    units: tuple[str, ...]
    action: str


@frozen
class Passed:
    """A side passes."""

    seat: str


@frozen
class Moved:
    """A group moves one area or box."""

    units: tuple[str, ...]
    area: str
    to: str


@frozen
class MustStop:
    """A group with points left had to stop in an enemy area."""

    units: tuple[str, ...]
    area: str


@frozen
class Exited:
    """A unit leaves the map by a box."""

    unit: str
    box: str


@frozen
class Shipped:
    """A unit waits in the box of a port."""

    unit: str
    box: str


@frozen
class Dropped:
    """Units jump over an area; by the modified die they land in Good Order or not."""

    units: tuple[str, ...]
    area: str
    modified: int
    good: bool


@frozen
class ControlChanged:
    """An area is a side's now."""

    area: str
    side: str


@frozen
class FfiAttempted:
    """The FFI may have risen: the marker it brought, if any."""

    area: str
    marker: str | None = field(metadata=none_as(""))


@frozen
class FfiRemoved:
    """An FFI marker is taken off."""

    area: str


@frozen
class MarkerPlaced:
    """A bombing marker is placed."""

    marker: str
    area: str


@frozen
class Bombed:
    """Fortifications are bombed: levels lost, and whether the marker stays for support."""

    marker: str
    area: str
    levels: int
    stays: bool


@frozen
class FortLevel:
    """Fortifications have another level."""

    area: str
    level: int


@frozen
class SurrenderSought:
    """A fortress of a level is called upon to surrender."""

    area: str
    level: int
    surrendered: bool


@frozen
class BridgeBlown:
    """A bridge is blown."""

    bridge: str


@frozen
class BridgeFinished:
    """A bridge stands again."""

    bridge: str


@frozen
class BridgingBegan:
    """Work on a bridge begins; so many activations are to wait."""

    bridge: str
    waits: int


@frozen
class BridgeWorkFailed:
    """Work on a bridge, "demolish" or "repair", failed."""

    bridge: str
    work: str


@frozen
class CombatBegan:
    """A side attacks in an area: how, with whom, its strength and what is added to the die."""

    kind: str
    seat: str
    area: str
    units: tuple[str, ...]
    strength: int
    modifier: int


@frozen
class CombatResult:
    """The die of an attack, its row and column of the table, the hits of both sides."""

    die: int
    row: int
    column: int
    attacker: int
    defender: int
    natural: bool


@frozen
class HitsPaid:
    """Hits are paid in some way by a unit; by none where a fortress loses a level."""

    unit: str | None = field(metadata=none_as(""))
    how: str
    hits: int


@frozen
class Disorganized:
    """Units are Disorganized."""

    units: tuple[str, ...]


@frozen
class Reduced:
    """A unit is reduced, willingly when it leaves its trenches."""

    unit: str
    willingly: bool


@frozen
class Eliminated:
    """A unit is gone, and why."""

    unit: str
    area: str
    why: str


@frozen
class DieSubject:
    """Where a die is rolled: in an area, or for a bridge."""

    area: str | None = None
    bridge: str | None = None


@frozen
class DieRolled:
    """A die falls."""

    die: int
    purpose: str
    subject: DieSubject


EVENTS: Final = EventKinds(
    TurnBegan, PhaseBegan, TurnEnded, GameEnded, SuddenVictory, Arrived, Activated, Passed, Moved, MustStop, Exited,
    Shipped, Dropped, ControlChanged, FfiAttempted, FfiRemoved, MarkerPlaced, Bombed, FortLevel, SurrenderSought,
    BridgeBlown, BridgeFinished, BridgingBegan, BridgeWorkFailed, CombatBegan, CombatResult, HitsPaid, Disorganized,
    Reduced, Eliminated, DieRolled,
)  # fmt: skip
