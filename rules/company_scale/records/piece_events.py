"""Support weapons, leaders, heroes, transports, riders and the order of battle (12 to 15, 20 to 23, 26, 29, 30)."""

from __future__ import annotations

from dataclasses import field

from rules.company_scale.records.event import (
    NO_TEXT,
    AboardTransport,
    Carried,
    Check,
    Event,
    OfLeader,
    OfUnit,
    OfWeapon,
    UnitInHex,
)
from rules.engine.frozen import frozen, named


@frozen
class WeaponAttached(OfWeapon):
    """A support weapon was attached."""

    hex: str | None = field(default=None, metadata=NO_TEXT)


@frozen
class WeaponAvailable(OfWeapon):
    """A support weapon can be attached again."""


@frozen
class WeaponRemoved(OfWeapon):
    """A support weapon left the map for a box, or the game."""

    place: str | None = field(default=None, metadata=NO_TEXT)


@frozen
class LeaderMoved(OfLeader):
    """A leader went to a hex, from another or from off the map."""

    hex: str
    start: str | None = field(default=None, metadata=named("from", NO_TEXT))


@frozen
class LeaderLeft(OfLeader):
    """A leader has nobody left to lead; `out` of the game, or waiting."""

    out: bool = False


@frozen
class LeaderLost(Event):
    """A leader was lost; who replaces him, if anybody."""

    leader: str
    name: str | None = field(default=None, metadata=NO_TEXT)
    replacement: str | None = field(default=None, metadata=NO_TEXT)


@frozen
class HeroArrived(Event):
    """A hero arrived in his box."""

    name: str


@frozen
class HeroPlaced(Event):
    """A hero joined a unit."""

    name: str
    unit: str
    hex: str


@frozen
class HeroUsed(Event):
    """A hero did something, `what`."""

    name: str
    hex: str
    what: str = ""


@frozen
class HeroChecked(Event):
    """A die told whether a hero stays after use."""

    name: str
    die: int
    stays: bool = False


@frozen
class SurrenderChecked(Check):
    """A hero demanded the surrender of a hex."""


@frozen
class TransportArrived(OfUnit):
    """A transport arrived in its pool."""


@frozen
class TransportCame(UnitInHex):
    """A transport came for a unit."""

    passenger: str


@frozen
class TransportLeft(OfUnit):
    """An empty transport went back to its pool."""


@frozen
class UnitLoaded(AboardTransport):
    """A unit was loaded."""


@frozen
class UnitUnloaded(AboardTransport):
    """A unit was unloaded."""


@frozen
class PassengerLost(Carried):
    """A unit was lost with its carrier."""


@frozen
class PassengerRouted(Carried):
    """A unit routed with its carrier."""


@frozen
class UnitMounted(Carried):
    """A unit mounted a tank."""

    hex: str


@frozen
class RiderDismounted(Carried):
    """A unit got off a tank; why, if it had to."""

    hex: str
    why: str | None = field(default=None, metadata=NO_TEXT)


@frozen
class FormationAttached(Event):
    """A formation was attached to a division (26.0)."""

    formation: str
    division: str


@frozen
class DivisionDisbanded(Event):
    """A division was disbanded: all it has belongs to a formation of its heir (29.0)."""

    division: str
    formation: str
    heir: str


@frozen
class DivisionLeft(Event):
    """A division left the battle (29.0)."""

    division: str


@frozen
class EvacuationRolled(Event):
    """The hex was rolled from which an evacuation begins (20.0)."""

    die: int
    hex: str


@frozen
class EvacuationPlaced(UnitInHex):
    """An evacuation marker was placed (22.2)."""


@frozen
class EvacuationRemoved(UnitInHex):
    """An evacuation marker left the map until a later event (22.2)."""


@frozen
class EvacuationRoadChecked(Event):
    """It was checked whether the Evacuation Road is open (20.0)."""

    open: bool = False


@frozen
class AmbushTakenUp(UnitInHex):
    """An ambush unit was taken up, to be used elsewhere (23.2)."""


@frozen
class AmbushAttempted(UnitInHex):
    """An ambush was attempted (23.2)."""

    die: int
    placed: bool = False
