"""Printed values of the counters: units, support weapons, leaders, heroes, divisions, formations (3.2)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from rules.engine.compiling import native_dataclass

UNLIMITED: Final = 99
CHITS: Final = ("division", "formations")
AMERICAN: Final = "american"


class Box(StrEnum):
    """Colour of the fire power box (3.2)."""

    RED = "red"
    YELLOW = "yellow"
    BLACK = "black"
    WHITE = "white"
    BLUE = "blue"


class MoveClass(StrEnum):
    """Movement class, printed as a colour (2.0)."""

    LEG = "leg"
    WHEELED = "wheeled"
    TRACKED = "tracked"


class Armor(StrEnum):
    """Armor, shown by the box round the defense value (3.2): soft none, hard yellow, tank black."""

    SOFT = "soft"
    HARD = "hard"
    TANK = "tank"


class Stripe(StrEnum):
    """Kind of stripe (2.0): coloured for one formation, white for the division, none for each of its formations."""

    COLOURED = "coloured"
    WHITE = "white"
    NONE = "none"


@native_dataclass(frozen=True, slots=True)
class FirePower:
    """A fire power: box colour, value, range in hexes (UNLIMITED for rail guns)."""

    box: Box
    value: int
    range: int = 1


@native_dataclass(frozen=True, slots=True)
class Face:
    """One side of a unit counter; `move` is whole movement points or None where the side cannot move."""

    fire: FirePower | None
    defense: int
    move: int | None = None
    indirect: FirePower | None = None


def indirect_of(side: Face | None) -> FirePower | None:
    """Return the indirect fire power printed on a side of a counter, or None (3.2, 21.1)."""
    if side is None:
        return None
    if side.indirect is not None:
        return side.indirect
    return side.fire if side.fire is not None and side.fire.box is Box.BLACK else None


@dataclass(frozen=True, slots=True)
class Counter:
    """Printed facts of one unit; `column` is None for units that are never in column.

    It `is_leg` if it moves on foot: its movement value on either side is a leg value (2.0, 11.1, 12.1). `indirect` is
    the indirect fire power it has when deployed, or None (8.7).
    """

    id: str
    name: str
    label: str
    side: str
    division: str
    formation: str
    stripe: Stripe
    type: str
    deployed: Face | None
    column: Face | None
    move_class: MoveClass
    armor: Armor = Armor.SOFT
    engineer: bool = False
    sustained_fire: bool = False
    dual_purpose: bool = False
    flamethrower: bool = False
    abandons_guns: bool = False
    rail_only: bool = False
    transport: bool = False
    marker: bool = False
    ambush: bool = False
    hq: str = ""
    command_range: int = 0
    troop_quality: int | None = None
    symbol: str = "infantry"
    size: str = "company"
    is_leg: bool = field(init=False, repr=False, compare=False)
    indirect: FirePower | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        moves = any(side is not None and side.move is not None for side in (self.column, self.deployed))
        object.__setattr__(self, "is_leg", moves and self.move_class is MoveClass.LEG)
        object.__setattr__(self, "indirect", indirect_of(self.deployed))

    @property
    def is_hard(self) -> bool:
        """Tell whether the unit is a hard target (2.0)."""
        return self.armor is not Armor.SOFT

    def face(self, deployed: bool) -> Face:
        """Return the side of the counter that is up."""
        face = self.deployed if deployed else self.column
        if face is None:
            face = self.column if deployed else self.deployed
        assert face is not None
        return face


@native_dataclass(frozen=True, slots=True)
class WeaponCounter:
    """Printed facts of a support weapon: `fire.value` is the signed addition (3.2)."""

    id: str
    name: str
    side: str
    division: str
    formation: str
    stripe: Stripe
    type: str
    fire: FirePower
    defense: int = 0
    sustained_fire: bool = False
    one_use: bool = False
    flamethrower: bool = False


@native_dataclass(frozen=True, slots=True)
class Replacement:
    """The back of a leader counter: who takes over when the named leader is lost (3.2, 13.3)."""

    name: str
    fire: int
    troop_quality: int


@native_dataclass(frozen=True, slots=True)
class LeaderCounter:
    """Printed facts of a leader or hero: modifiers to fire and troop quality (3.2, 13, 14).

    For a hero `type` tells who he is; after use he leaves on a die of `leaves_on` or less, never if below 0.
    """

    id: str
    name: str
    side: str
    division: str
    formation: str
    stripe: Stripe
    fire: int
    troop_quality: int
    hero: bool = False
    replacement: Replacement | None = None
    type: str = ""
    leaves_on: int = -1
    defense: int = 0

    def turned(self) -> LeaderCounter:
        """Return the other side of the counter: the replacement, who has none himself (3.2, 13.3)."""
        assert self.replacement is not None
        new = self.replacement
        return replace(self, name=new.name, fire=new.fire, troop_quality=new.troop_quality, replacement=None)


@native_dataclass(frozen=True, slots=True)
class HeroCounter:
    """Printed facts of a named hero (14.1): after use he leaves on a die of `leaves_on` or less, never if below 0."""

    id: str
    name: str
    side: str
    division: str
    formation: str
    stripe: Stripe
    type: str
    fire: int = 0
    troop_quality: int = 0
    leaves_on: int = -1

    def marker(self) -> LeaderCounter:
        """Return the counter as the game keeps it among the leaders."""
        return LeaderCounter(self.id, self.name, self.side, self.division, self.formation, self.stripe, self.fire,
                             self.troop_quality, hero=True, type=self.type, leaves_on=self.leaves_on)  # fmt: skip


@native_dataclass(frozen=True, slots=True)
class Division:
    """A division with its ratings (2.0, 19); `chits` are the kinds of chit it has (3.2, 23.1, 24).

    `paid_by` names divisions, the first of which in the game pays its direct commands (23.1); `nation` tells
    French allies from American ones (8.3.6). It is disbanded at the start of the turn `ends` (date, turn): its pieces
    join the formation `joins`, or are taken off for good if that is '' (29). Its counters have the ground `colour`, the
    lettering `ink`, the shape `edge` of its army (square, round, notched, octagonal) and its name in `short`.
    """

    id: str
    name: str
    side: str
    colour: str
    ink: str
    command_rating: int
    dispatch_rating: int
    max_troop_quality: int
    free_chit: bool = False
    chits: tuple[str, ...] = CHITS
    paid_by: tuple[str, ...] = ()
    ends: tuple[str, str] | None = None
    joins: str = ""
    nation: str = ""
    short: str = ""
    edge: str = "round"

    @property
    def has_display(self) -> bool:
        """Tell whether it has a division display: the FFI and the evacuation markers, without chits, have none (19)."""
        return bool(self.chits)

    @property
    def is_american(self) -> bool:
        """Tell whether the division is American: allied and of no other nation."""
        return self.side == "allied" and self.nation in ("", AMERICAN)


@native_dataclass(frozen=True, slots=True)
class Formation:
    """A formation of a division with the colour of its stripe.

    An attachable one (26) has its own ground colour and ink; `division` is the one it starts with.
    """

    id: str
    name: str
    division: str
    stripe: str
    attachable: bool = False
    colour: str = ""
    ink: str = ""
