"""Everything that changes in a game, as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TypeAlias

from rules.command_cards.charts import UnitType, unit_types
from rules.command_cards.scenario import Scenario
from rules.engine.command import Plain
from rules.engine.frames import Frame
from rules.engine.game import Game, Steady


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the board."""

    kind: str
    seat: str
    hex: str
    figures: int

    @property
    def type(self) -> UnitType:
        """Return what kind of unit it is."""
        return unit_types()[self.kind]

    @property
    def cls(self) -> str:
        """Return infantry, armor or artillery."""
        return unit_types()[self.kind].cls


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


@dataclass(frozen=True, slots=True)
class Medal:
    """One medal: for a "unit", an "objective" (its place in the scenario's list) or an "exit"."""

    source: str
    name: str
    place: int = 0


@dataclass(slots=True)
class State(Steady):
    """Everything that changes. The deck is a count of each card: it has no order."""

    frames: list[Frame] = field(default_factory=list)
    round: int = 0
    seat: str = ""
    units: dict[str, Unit] = field(default_factory=dict)
    due: tuple[str, ...] = ()
    obstacles: dict[str, str] = field(default_factory=dict)
    terrain: dict[str, str] = field(default_factory=dict)
    orders: dict[str, Ordered] = field(default_factory=dict)
    deck: dict[str, int] = field(default_factory=dict)
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    discards: tuple[str, ...] = ()
    played: str = ""
    stand_in: bool = False
    lying: dict[str, str] = field(default_factory=dict)
    medals: dict[str, tuple[Medal, ...]] = field(default_factory=dict)
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
            "units": {name: asdict(unit) for name, unit in self.units.items()},
            "due": list(self.due),
            "obstacles": dict(self.obstacles),
            "terrain": dict(self.terrain),
            "orders": {name: asdict(order) for name, order in self.orders.items()},
            "deck": dict(self.deck),
            "hands": {seat: list(hand) for seat, hand in self.hands.items()},
            "discards": list(self.discards),
            "played": self.played,
            "stand_in": self.stand_in,
            "lying": dict(self.lying),
            "medals": {seat: [asdict(medal) for medal in won] for seat, won in self.medals.items()},
            "winner": self.winner,
            "ending": self.ending,
        }

    def face_down(self) -> tuple[str, ...]:
        """Return the cards of the deck, each as often as it is there, in the order of their names."""
        return tuple(card for card, left in sorted(self.deck.items()) for _ in range(left))


Table: TypeAlias = Game[State, Scenario]
