"""What a player sees of a position, as frozen records; `frozen.to_plain` makes the JSON of the protocol of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from rules.engine.frozen import LEFT_OUT, frozen, none_as


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
    units: tuple[Mapping[str, Any], ...]
    weapons: tuple[Mapping[str, Any], ...]
    leaders: tuple[Mapping[str, Any], ...]
    markers: tuple[Mapping[str, Any], ...]
    assault: Mapping[str, Any] | None
    victory: VictoryView
    over: OverView | None
