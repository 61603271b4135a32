"""Fire, air attacks and assaults, and what they do to units and hexes (5 to 11, 16, 18, 22)."""

from __future__ import annotations

from dataclasses import field

from rules.company_scale.records.event import (
    NO_TEXT,
    Check,
    Event,
    FireOutcome,
    OfDivision,
    OfMarker,
    OfUnit,
    OfUnits,
    UnitInHex,
)
from rules.engine.frozen import frozen, named


@frozen
class UnitActivated(OfUnit):
    """A unit was activated by a direct command."""


@frozen
class UnitMoved(OfUnits):
    """A unit took a step."""

    start: str = field(default="", metadata=named("from"))
    to: str = ""


@frozen
class FormationChanged(OfUnits):
    """A unit deployed or went into column."""

    deployed: bool = False


@frozen
class UnitArrived(OfUnits):
    """A reinforcement arrived (18.0)."""

    hex: str | None = field(default=None, metadata=NO_TEXT)


@frozen
class UnitReturned(UnitInHex):
    """A unit came back from the box of routed units (8.5.2)."""


@frozen
class UnitRouted(UnitInHex):
    """A unit routed (8.5)."""


@frozen
class UnitEliminated(OfUnit):
    """A unit was eliminated, on the map or off it; a headquarters goes to another `place` (8.5)."""

    hex: str | None = field(default=None, metadata=NO_TEXT)
    place: str | None = field(default=None, metadata=NO_TEXT)


@frozen
class UnitExited(UnitInHex):
    """A unit left the map (22.3)."""


@frozen
class GunsAbandoned(OfUnit):
    """A unit left its guns for good (21.2)."""


@frozen
class Rallied(UnitInHex):
    """A rally `removed` a marker, or some levels of it (10.2)."""

    removed: str
    value: int | None = None


@frozen
class FireDeclared(UnitInHex):
    """A fire was declared at a hex, or at the hard target in it that `aim` names."""

    value: int
    aim: str = "hex"
    type: str = ""
    opportunity_fire: bool = False


@frozen
class IndirectFireDeclared(UnitInHex):
    """An indirect fire at a hex was declared; a `harmless` one leaves no more than a barrage."""

    value: int
    harmless: bool = False


@frozen
class AirAttackDeclared(Event):
    """An air attack was declared at a hex, or at the hard target in it that `aim` names (16.2)."""

    division: str
    hex: str
    value: int
    aim: str = "hex"


@frozen
class Fired(FireOutcome):
    """A fire was resolved."""


@frozen
class IndirectFired(FireOutcome):
    """An indirect fire was resolved."""


@frozen
class AirAttacked(FireOutcome):
    """An air attack was resolved."""


@frozen
class RoutChecked(UnitInHex):
    """A unit passed or failed a rout check (8.5.1)."""

    die: int
    passed: bool = False
    result: str | None = field(default=None, metadata=NO_TEXT)


@frozen
class SmokePlaced(UnitInHex):
    """A unit put smoke in a hex (8.7.2)."""


@frozen
class IlluminationFired(UnitInHex):
    """A unit fired an illumination round (8.7.3)."""

    die: int
    lit: bool = False


@frozen
class ForcedFromPosition(UnitInHex):
    """An enemy came next to a unit that fires indirectly (8.7.5)."""


@frozen
class MarkerPlaced(OfMarker):
    """A marker was placed."""


@frozen
class MarkerRemoved(OfMarker):
    """A marker was removed."""


@frozen
class MarkersCleared(Event):
    """An empty hex lost its markers."""

    hex: str


@frozen
class StackingPenalty(Event):
    """A hex was penalized for too many or mixed units (6.1)."""

    hex: str
    points: int
    units: int = 0
    mixed: bool = False


@frozen
class Building(UnitInHex):
    """A unit began to dig in (11.0)."""

    what: str


@frozen
class TrenchesChecked(Check):
    """Engineers rolled for a trench (11.0)."""


@frozen
class FireBlown(Event):
    """The wind did something to a fire (8.8.1)."""

    hex: str
    die: int
    came: str


@frozen
class AssaultDeclared(Event):
    """Units assault a hex from others; both sums (9.4)."""

    hex: str
    attacker: int
    defender: int
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


@frozen
class AssaultFought(Event):
    """An assault was decided: both totals, who lost ("tie" for nobody) and by how much."""

    hex: str
    attacker: int
    defender: int
    outcome: str
    difference: int = 0


@frozen
class AssaultBegun(Event):
    """An assault on a hex began (9.1)."""

    hex: str
    seat: str
    units: tuple[str, ...] = ()
    empty: bool = False


@frozen
class AssaultCalledOff(Event):
    """An assault was called off (9.1)."""

    hex: str
    seat: str


@frozen
class AssaultAvoided(Event):
    """The defenders left a hex before an assault (9.1)."""

    hex: str
    to: str


@frozen
class AirSupportArrived(Event):
    """Aircraft arrived for both sides (16.1)."""

    allied: int
    german: int


@frozen
class AirCombat(Event):
    """A shot in air combat (16.1)."""

    side: str
    die: int
    hit: bool = False
    left: int = 0


@frozen
class AirSupportPlaced(OfDivision):
    """A division got air support (16.1)."""


@frozen
class AirSupportRemoved(Event):
    """Nightfall ended all air support."""
