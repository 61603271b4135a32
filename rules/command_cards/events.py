"""The events of the log that a table reads, as frozen records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final

from rules.engine.events import EventKinds
from rules.engine.frozen import frozen


@frozen
class TurnBegan:
    """A side's turn begins."""

    seat: str
    round: int


@frozen
class StepBegan:
    """A step of a turn begins; an `idle` one has nothing to do."""

    step: str
    idle: bool = False


@frozen
class CardPlayed:
    """A card is played; as a `stand_in` it can order nobody and orders any one unit."""

    seat: str
    card: str
    stand_in: bool = False


@frozen
class UnitsOrdered:
    """Units are ordered; `hexes` tells where each stood."""

    units: tuple[str, ...]
    hexes: Mapping[str, str] = field(default_factory=dict)


@frozen
class UnitMoved:
    """A unit moves one hex."""

    unit: str
    start: str
    to: str


@frozen
class UnitLeft:
    """A unit leaves the board by an exit."""

    unit: str
    hex: str


@frozen
class UnitArrived:
    """A reinforcement arrives."""

    unit: str
    hex: str


@frozen
class BattleDeclared:
    """A unit battles another: from where, at which hex, firing or in close assault, with how many dice."""

    unit: str
    target: str
    start: str
    to: str
    mode: str
    dice: int
    overrun: bool
    reaction: bool


@frozen
class DieSubject:
    """Who rolls a die, and against whom."""

    unit: str | None = None
    target: str | None = None


@frozen
class DieRolled:
    """A battle die falls."""

    die: str
    purpose: str
    subject: DieSubject


@frozen
class DiceCounted:
    """What dice come to against a target; older versions did not tell its class."""

    target: str
    rolled: tuple[str, ...]
    hits: int
    flags: int
    cls: str | None = None


@frozen
class FiguresLost:
    """A unit loses figures."""

    unit: str
    hex: str
    lost: int
    left: int
    why: str


@frozen
class UnitEliminated:
    """A unit is gone."""

    unit: str
    hex: str


@frozen
class FiguresRestored:
    """A unit gets figures back."""

    unit: str
    hex: str
    back: int
    left: int


@frozen
class UnitStruck:
    """A card strikes at a unit."""

    unit: str
    hex: str
    dice: int


@frozen
class RetreatBlocked:
    """A unit has no hex to retreat into."""

    unit: str
    hex: str


@frozen
class UnitRetreated:
    """A unit retreats one hex."""

    unit: str
    start: str
    to: str


@frozen
class FlagIgnored:
    """A unit disregards the first flag."""

    unit: str


@frozen
class GroundTaken:
    """A unit takes the hex it has battled for."""

    unit: str
    start: str
    to: str


@frozen
class ObstaclePlaced:
    """An obstacle is built."""

    hex: str
    obstacle: str


@frozen
class ObstacleRemoved:
    """An obstacle is gone."""

    hex: str
    obstacle: str


@frozen
class GroundChanged:
    """Hexes become other terrain."""

    hexes: Mapping[str, str]


@frozen
class MedalWon:
    """A side wins a medal: for a "unit", an "objective" or an "exit"; `medals` is how many it has now."""

    seat: str
    source: str
    name: str
    medals: int


@frozen
class MedalReturned:
    """A side hands back a medal."""

    seat: str
    name: str


@frozen
class HandDealt:
    """A side is dealt its hand."""

    seat: str
    cards: int


@frozen
class HandGrew:
    """A side draws; it holds so many cards now."""

    seat: str
    cards: int


@frozen
class DeckRenewed:
    """The discards become the deck."""

    cards: int


@frozen
class CardDrawn:
    """A seat draws a card, and nobody else hears which."""

    seat: str
    card: str


@frozen
class CardLies:
    """A card lies in wait."""

    seat: str
    card: str


@frozen
class CardExpired:
    """A card that lay in wait is discarded unused."""

    seat: str
    card: str


@frozen
class CardThrown:
    """A side throws a card away."""

    seat: str
    card: str


@frozen
class CardSprung:
    """A card that lay in wait lets a unit battle first."""

    seat: str
    card: str
    unit: str


@frozen
class GameOver:
    """A side has won."""

    winner: str
    why: str


EVENTS: Final = EventKinds(
    TurnBegan, StepBegan, CardPlayed, UnitsOrdered, UnitMoved, UnitLeft, UnitArrived, BattleDeclared, DieRolled,
    DiceCounted, FiguresLost, UnitEliminated, FiguresRestored, UnitStruck, RetreatBlocked, UnitRetreated, FlagIgnored,
    GroundTaken, ObstaclePlaced, ObstacleRemoved, GroundChanged, MedalWon, MedalReturned, HandDealt, HandGrew,
    DeckRenewed, CardDrawn, CardLies, CardExpired, CardThrown, CardSprung, GameOver,
)  # fmt: skip
