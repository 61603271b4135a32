"""What a player sees of a position, as frozen records; `frozen.to_plain` makes the JSON of the protocol of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from rules.engine.frozen import LEFT_OUT, SPREAD, frozen, named, none_as


@frozen
class ScenarioView:
    """The scenario being played and its map."""

    id: str
    title: str
    map: str


@frozen
class TurnView:
    """The turn: its number from 1 `of` how many, its name, date (ISO) and whether it is a night turn."""

    index: int
    of: int
    name: str
    date: str
    night: bool


@frozen
class ChitView:
    """A chit; the wind and random event chits are of no side."""

    id: str
    name: str
    kind: str
    side: str | None = field(default=None, metadata=none_as(""))


@frozen
class CupView:
    """The Cup: how many chits are in it and which, those played and bought this turn, sides that can buy no more."""

    count: int
    may_still_come: tuple[ChitView, ...]
    played: tuple[ChitView, ...]
    bought: tuple[ChitView, ...]
    shortage: tuple[str, ...]


@frozen
class DivisionView:
    """A division: its colours, ratings, and the four values on its track (2.0)."""

    id: str
    name: str
    side: str
    colour: str
    ink: str
    dispatch: int
    commands: int
    fatigue: int
    troop_quality: int
    max_troop_quality: int
    command_rating: int
    dispatch_rating: int


@frozen
class TrackView:
    """The four values on a general records track (2.0)."""

    dispatch: int
    commands: int
    fatigue: int
    troop_quality: int


@frozen
class AttachedView:
    """A formation attached to a division (26.0)."""

    id: str
    name: str


@frozen
class BoxesView:
    """The ids of what lies in the boxes of a division display; `air_support` is a number of markers (19.0)."""

    weapons_available: tuple[str, ...]
    weapons_reallocating: tuple[str, ...]
    routed: tuple[str, ...]
    transport_pool: tuple[str, ...]
    air_support: int
    heroes: tuple[str, ...]
    attached: tuple[AttachedView, ...]

    @property
    def pieces(self) -> tuple[tuple[str, ...], ...]:
        """Return the boxes that hold pieces by their ids."""
        return self.weapons_available, self.weapons_reallocating, self.routed, self.transport_pool, self.heroes


@frozen
class DisplayView:
    """A division display (19.0); a `disbanded` division has left the game."""

    id: str
    name: str
    side: str
    disbanded: bool
    command_rating: int
    dispatch_rating: int
    max_troop_quality: int
    track: TrackView
    boxes: BoxesView


@frozen
class RerollView:
    """The re-roll marker of a side: whether it is left today, and whether the side wants to be asked (28.0)."""

    side: str
    name: str
    available: bool
    asked: bool


@frozen
class ScoreLine:
    """What a side has so many victory points for."""

    side: str
    points: int
    text: str


@frozen
class FireView:
    """A fire power: the colour of its box, its value (of a support weapon the signed addition), its range (3.2)."""

    box: str
    value: int
    range: int


@frozen
class MoveView:
    """A movement allowance in movement points, and how the unit moves (6.0)."""

    by: str = field(metadata=named("class"))
    allowance: int


@frozen
class FaceView:
    """One side of a unit counter (3.2); `indirect` is the fire power of a gun that fires indirectly too (8.7, 21.1)."""

    fire: FireView | None
    indirect: FireView | None
    defense: int
    move: MoveView | None


@frozen
class UnitView:
    """A unit: where it is, what it does, what is printed on it, and the side it shows.

    A passenger is in the hex of its carrier (15.0). One that is set down in this activation is not active.
    """

    id: str
    hex: str | None
    place: str
    carried_by: str | None = field(metadata=none_as(""))
    carries: str | None = field(metadata=none_as(""))
    active: bool
    actions_used: int
    in_command: bool
    name: str
    label: str
    long_name: str
    side: str
    division: str
    formation: str
    stripe: str
    colour: str
    ink: str
    edge: str
    short: str
    symbol: str
    size: str
    armor: str
    engineer: bool
    sustained_fire: bool
    rail_only: bool
    hq: bool
    command_range: int
    deployed: bool
    face: FaceView = field(metadata=SPREAD)
    other_face: FaceView | None

    @property
    def is_out_of_command(self) -> bool:
        """Tell whether being out of command matters: on the map, not in a box or on a transport (5.1)."""
        return self.place == "map" and not self.in_command


@frozen
class WeaponView:
    """A support weapon (12.0)."""

    id: str
    name: str
    side: str
    active: bool
    hex: str | None
    place: str
    fire: FireView
    defense: int
    sustained_fire: bool
    one_use: bool


@frozen
class LeaderView:
    """A leader or hero (13.0, 14.0); `replaced` shows the back of the counter."""

    id: str
    name: str
    side: str
    active: bool
    hex: str | None
    place: str
    fire: int
    troop_quality: int
    hero: bool
    replaced: bool


PieceView: TypeAlias = UnitView | WeaponView | LeaderView
"""A piece that can lie in a box of a division display (19.0)."""


@frozen
class MarkerView:
    """A marker in a hex.

    `value` is the level of disorganization (8.5.4), the size of a barrage (8.7.2), the side of an assault (9.2), or the
    hex of concentrated fire (8.3.6); a Kampfgruppe has a `radius` (24.0).
    """

    hex: str
    kind: str
    value: int | str | None = None
    radius: int | None = field(default=None, metadata=LEFT_OUT)


@frozen
class ModifierView:
    """One part of a sum: its letter in the rulebook's list, what it is, its value, its rule number."""

    letter: str
    text: str
    value: int
    rule: str


@frozen
class SumView:
    """The terms of a sum, and the sum."""

    lines: tuple[ModifierView, ...]
    total: int


@frozen
class AssaultSideView(SumView):
    """One side's sum in an assault and its die, None before it is rolled (9.5)."""

    die: int | None


@frozen
class AssaultView:
    """The assault under way; `seat` attacks (9.0)."""

    hex: str
    seat: str
    step: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attacker: AssaultSideView
    defender: AssaultSideView


@frozen
class VictoryHexView:
    """A victory hex, its holder, and its points by side (27.2)."""

    hex: str
    name: str
    colour: str
    held_by: str | None = field(metadata=none_as(""))
    points: Mapping[str, int]


@frozen
class VictoryView:
    """Victory points and hexes.

    Where nothing can be won there is no `german_margin`; without a track of points (27.1) there is no last number.
    """

    points: Mapping[str, int]
    hexes: tuple[VictoryHexView, ...]
    lines: tuple[ScoreLine, ...]
    eliminated: Mapping[str, int]
    german_margin: int | None
    track: int | None


@frozen
class OverView:
    """The end of a game; without victory conditions there is no winner, nor an `automatic` victory (27.1)."""

    winner: str | None = field(metadata=none_as(""))
    points: Mapping[str, int]
    lines: tuple[ScoreLine, ...]
    text: str
    automatic: bool | None = field(default=None, metadata=LEFT_OUT)


@frozen
class View:
    """What a player sees of a position: everything but the order of future draws (2.0)."""

    scenario: ScenarioView
    turn: TurnView
    weather: str
    phase: str
    chit: ChitView | None
    cup: CupView
    divisions: tuple[DivisionView, ...]
    displays: tuple[DisplayView, ...]
    rerolls: tuple[RerollView, ...]
    units: tuple[UnitView, ...]
    weapons: tuple[WeaponView, ...]
    leaders: tuple[LeaderView, ...]
    markers: tuple[MarkerView, ...]
    assault: AssaultView | None
    victory: VictoryView
    over: OverView | None

    def unit(self, name: str) -> UnitView | None:
        """Return a unit, None if there is none of that name."""
        return next((unit for unit in self.units if unit.id == name), None)

    @property
    def tokens(self) -> tuple[WeaponView | LeaderView, ...]:
        """Return support weapons and leaders."""
        return (*self.weapons, *self.leaders)

    @property
    def pieces(self) -> tuple[PieceView, ...]:
        """Return units, support weapons and leaders."""
        return (*self.units, *self.weapons, *self.leaders)
