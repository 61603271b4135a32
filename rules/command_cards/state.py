"""The static part of a game, and everything that changes in it, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from rules.command_cards.charts import Card, Charts, UnitType, as_played
from rules.engine.command import Plain
from rules.engine.frames import Frame
from rules.engine.game import Game, Steady

# --- The static part of a game: map, sides, units as they begin, objectives and what is special --------------------

SEATS: Final = ("allied", "german")


def other(seat: str) -> str:
    """Return the enemy."""
    return "german" if seat == "allied" else "allied"


@dataclass(frozen=True, slots=True)
class BattleMap:
    """The ground of every hex, the roads between hexes, and names."""

    id: str
    title: str
    terrain: Mapping[str, str]
    roads: frozenset[tuple[str, str]]  # both ways
    courses: tuple[tuple[str, ...], ...]
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Side:
    """One player's edge of the board, cards and medals to win."""

    seat: str
    edge: str
    hand: int
    medals: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A unit as it begins: `round` 0 on the board, else when it arrives."""

    kind: str
    seat: str
    hex: str
    round: int = 0
    entries: tuple[str, ...] = ()
    figures: int = 0  # 0 if it is whole


@dataclass(frozen=True, slots=True)
class Objective:
    """Hexes worth medals to a side; `keep` says whether they stay when the hexes are left."""

    name: str
    seat: str
    hexes: tuple[str, ...]
    medals: int
    keep: bool
    need_all: bool = False


@dataclass(frozen=True, slots=True)
class Exit:
    """Hexes by which a side's units may leave for medals."""

    seat: str
    hexes: tuple[str, ...]
    medals: int


@dataclass(frozen=True, slots=True)
class Change:
    """Terrain that becomes another at the start of a round."""

    round: int
    hexes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Medal:
    """One medal: for a "unit", an "objective" (its place in the scenario's list) or an "exit"."""

    source: str
    name: str
    place: int = 0

    def to_plain(self) -> dict[str, Plain]:
        """Return the medal as plain data."""
        return {"source": self.source, "name": self.name, "place": self.place}


@dataclass(frozen=True, slots=True)
class Begin:
    """Where a battle begins in the middle of a game: whose turn of which round; a hand not told is dealt."""

    round: int
    side: str
    hands: Mapping[str, tuple[str, ...]]
    discards: tuple[str, ...]
    lying: Mapping[str, str]
    medals: Mapping[str, tuple[Medal, ...]]


@dataclass(frozen=True, slots=True)
class Scenario:
    """Hold what never changes in a game.

    `document` holds all of a scenario whose file is not shipped: its game records include it.
    """

    id: str
    title: str
    hash: str
    note: str
    date: str
    north: str
    first: str
    map: BattleMap
    sides: Mapping[str, Side]
    units: Mapping[str, Placed]
    obstacles: Mapping[str, str]
    bunkers: Mapping[str, str]  # hex to the side a bunker serves
    objectives: tuple[Objective, ...]
    exits: tuple[Exit, ...]
    changes: tuple[Change, ...]
    set_aside: tuple[str, ...]
    night_until: int
    night_distance: int
    rounds: int
    limit_winner: str
    per_edge: bool
    charts: Charts
    begin: Begin | None = None
    document: Mapping[str, object] | None = field(default=None, repr=False, compare=False)

    @property
    def places(self) -> tuple[str, ...]:
        """The hexes of the board."""
        return tuple(self.map.terrain)

    def figures(self, unit: str) -> int:
        """Return how many figures a unit has when it is whole."""
        return self.charts.units[self.units[unit].kind].figures

    def changed_before(self, begin: Begin) -> dict[str, str]:
        """Return the terrain of the hexes that have changed when a turn begins."""
        last = begin.round - (begin.side == self.first)
        return {place: kind for change in self.changes if change.round <= last for place, kind in change.hexes.items()}


# --- Everything that changes in a game, as plain data --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the board."""

    kind: str
    seat: str
    hex: str
    figures: int

    def to_plain(self) -> dict[str, Plain]:
        """Return the unit as plain data."""
        return {"kind": self.kind, "seat": self.seat, "hex": self.hex, "figures": self.figures}


@dataclass(frozen=True, slots=True)
class Ordered:
    """What an ordered unit has done this turn.

    `moved` counts the hexes entered, `road` tells whether all of the move has followed a road, `halted` what ended it
    ("terrain", "other", ''), `barred` the terrain entered that forbids battle. `acted` is a special action.
    """

    moved: int = 0
    road: bool = True
    halted: str = ""
    barred: str = ""
    battled: bool = False
    acted: str = ""

    def to_plain(self) -> dict[str, Plain]:
        """Return it as plain data."""
        return {
            "moved": self.moved,
            "road": self.road,
            "halted": self.halted,
            "barred": self.barred,
            "battled": self.battled,
            "acted": self.acted,
        }


@dataclass(slots=True)
class State(Steady):
    """Everything that changes. The deck is a count of each card: it has no order."""

    frames: list[Frame] = field(default_factory=list[Frame])
    round: int = 0
    seat: str = ""
    units: dict[str, Unit] = field(default_factory=dict[str, Unit])
    due: tuple[str, ...] = field(default_factory=tuple[str, ...])
    obstacles: dict[str, str] = field(default_factory=dict[str, str])
    terrain: dict[str, str] = field(default_factory=dict[str, str])
    orders: dict[str, Ordered] = field(default_factory=dict[str, Ordered])
    deck: dict[str, int] = field(default_factory=dict[str, int])
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    discards: tuple[str, ...] = field(default_factory=tuple[str, ...])
    played: str = ""
    stand_in: bool = False
    lying: dict[str, str] = field(default_factory=dict[str, str])
    medals: dict[str, tuple[Medal, ...]] = field(default_factory=dict[str, tuple[Medal, ...]])
    winner: str = ""
    ending: str = ""

    def copy(self) -> State:
        """Return a copy that shares only what never changes."""
        return State(
            self.frames[:], self.round, self.seat, self.units.copy(), self.due, self.obstacles.copy(),
            self.terrain.copy(), self.orders.copy(), self.deck.copy(), self.hands.copy(), self.discards, self.played,
            self.stand_in, self.lying.copy(), self.medals.copy(), self.winner, self.ending,
        )  # fmt: skip

    def to_plain(self) -> dict[str, Plain]:
        """Return the state as plain data."""
        return {
            "frames": [frame.to_plain() for frame in self.frames],
            "round": self.round,
            "seat": self.seat,
            "units": {name: unit.to_plain() for name, unit in self.units.items()},
            "due": list(self.due),
            "obstacles": dict(self.obstacles),
            "terrain": dict(self.terrain),
            "orders": {name: order.to_plain() for name, order in self.orders.items()},
            "deck": dict(self.deck),
            "hands": {seat: list(hand) for seat, hand in self.hands.items()},
            "discards": list(self.discards),
            "played": self.played,
            "stand_in": self.stand_in,
            "lying": dict(self.lying),
            "medals": {seat: [medal.to_plain() for medal in won] for seat, won in self.medals.items()},
            "winner": self.winner,
            "ending": self.ending,
        }

    def face_down(self) -> tuple[str, ...]:
        """Return the cards of the deck, each as often as it is there, in the order of their names."""
        return tuple(card for card, left in sorted(self.deck.items()) for _ in range(left))


Table: TypeAlias = Game[State, Scenario]


# --- What the charts say of what is in play --------------------------------------------------------------------------


def type_of(game: Table, unit: Unit) -> UnitType:
    """Return what kind of unit one is."""
    return game.scenario.charts.units[unit.kind]


def cls_of(game: Table, unit: Unit) -> str:
    """Return whether a unit is infantry, armor or artillery."""
    return game.scenario.charts.units[unit.kind].cls


def title_of(game: Table, card: str) -> str:
    """Return the title of a card, or its id in quotes if there is none."""
    found = game.scenario.charts.cards.get(card)
    return f'"{card}"' if found is None else found.title


def card_in_play(game: Table) -> Card:
    """Return the card of this turn as it works."""
    return as_played(game.scenario.charts.cards[game.state.played], game.state.stand_in)
