"""Everything about a game that changes while it is played, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self, TypeAlias

from rules.engine.command import Plain
from rules.engine.frames import Frame, shown
from rules.engine.game import Game, Steady
from rules.engine.plain import read
from rules.striking_anvil.scenario import ALLIED, GERMAN, PORT, Scenario

DUE: Final = "due"  # place of units not in play yet
ELIMINATED: Final = "eliminated"  # place of units out of it
NOWHERE: Final = (DUE, ELIMINATED)


@dataclass(frozen=True, slots=True)
class Piece:
    """Where a unit is (an area, a box, due or eliminated), which side it shows, whether it is Disorganized (1.3)."""

    at: str
    reduced: bool = False
    disorganized: bool = False


@dataclass(slots=True)
class State(Steady):
    """A position. Records are frozen and replaced; `stacks` (place to unit ids) only mirrors `units`.

    `allied` are the areas of the Allies, in order, all others are German (1.6); `ffi` maps areas to the side the
    marker shows. `bridges` maps a border to the activations still to wait, 0 for a bridge; all others are down (9).
    `bombing` maps the air and naval marker to the area it supports in. `ports` maps an open port to the turn it was
    taken. `points` are strength points lost and exited (german, allied, NE, IT). `passes` counts passes in a row,
    `active` is the side of the present or next impulse. `groups` maps a unit to the combat unit its group is
    named after (10). `bound` maps a unit that has not fought to the turn from which it may leave the map (VIC). `ended`
    tells that the game ended at once.
    """

    turn: int = 1
    phase: str = ""
    active: str = ALLIED
    passes: int = 0
    frames: list[Frame] = field(default_factory=list)
    units: dict[str, Piece] = field(default_factory=dict)
    allied: tuple[str, ...] = ()
    ffi: dict[str, str] = field(default_factory=dict)
    forts: dict[str, int] = field(default_factory=dict)
    bridges: dict[str, int] = field(default_factory=dict)
    bombing: dict[str, str] = field(default_factory=dict)
    ports: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    bound: dict[str, int] = field(default_factory=dict)
    ended: bool = False
    stacks: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def copy(self) -> Self:
        """Return a copy that shares only frozen records."""
        return type(self)(
            self.turn, self.phase, self.active, self.passes, self.frames[:], self.units.copy(), self.allied,
            self.ffi.copy(), self.forts.copy(), self.bridges.copy(), self.bombing.copy(), self.ports.copy(),
            self.points.copy(), self.groups.copy(), self.bound.copy(), self.ended, self.stacks.copy(),
        )  # fmt: skip

    def to_plain(self) -> dict[str, Plain]:
        """Return the position as plain data."""
        return {
            "turn": self.turn,
            "phase": self.phase,
            "active": self.active,
            "passes": self.passes,
            "frames": [frame.to_plain() for frame in self.frames],
            "units": {
                unit: {"at": piece.at, "reduced": piece.reduced, "disorganized": piece.disorganized}
                for unit, piece in self.units.items()
            },
            "allied": list(self.allied),
            "ffi": dict(self.ffi),
            "forts": dict(self.forts),
            "bridges": dict(self.bridges),
            "bombing": dict(self.bombing),
            "ports": dict(self.ports),
            "points": dict(self.points),
            "groups": dict(self.groups),
            "bound": dict(self.bound),
            "ended": self.ended,
            "stacks": {place: list(units) for place, units in self.stacks.items()},
        }

    def controller(self, area: str) -> str:
        """Return whose area it is (1.6)."""
        return ALLIED if area in self.allied else GERMAN

    def stack(self, place: str) -> tuple[str, ...]:
        """Return the units of both sides in a place."""
        return self.stacks.get(place, ())

    def place(self, unit: str, at: str) -> None:
        """Put a unit in another place, the same side up."""
        piece = self.units.get(unit)
        if piece is not None:
            rest = tuple(u for u in self.stacks[piece.at] if u != unit)
            if rest:
                self.stacks[piece.at] = rest
            else:
                del self.stacks[piece.at]
        self.stacks[at] = (*self.stacks.get(at, ()), unit)
        self.units[unit] = replace(piece, at=at) if piece is not None else Piece(at)

    def turned(self, unit: str, **changes: Any) -> None:
        """Turn a counter: another side up, or another readiness."""
        self.units[unit] = replace(self.units[unit], **changes)


def decode(raw: Mapping[str, Any]) -> State:
    """Read a position from plain data; raise ValueError naming the field if it is not exactly one."""
    return read(State, dict(raw))


def with_bound(raw: dict[str, Any]) -> dict[str, Any]:
    """Return a position of schema 1 with the units that may not leave the map yet: none, as it was played then."""
    return {**raw, "bound": {}}


def match(state: State, scenario: Scenario) -> None:
    """Raise ValueError if a position is about other counters or areas than those of the scenario."""
    odd = sorted(set(state.units) ^ set(scenario.counters))
    odd += sorted({*state.allied, *state.ffi, *state.forts} - set(scenario.map.areas))
    if odd:
        raise ValueError(
            f'the scenario "{scenario.id}" has changed since this game was saved '
            f"({', '.join(map(shown, odd[:5]))}); it only opens with the data it was started with"
        )


Anvil: TypeAlias = Game[State, Scenario]


# --- The position at the start of a scenario -----------------------------------------------------------------------


def start(scenario: Scenario) -> State:
    """Return the position at the start: every area without an FFI marker is German (1.6), bridges are down (9)."""
    state = State(ffi=dict(scenario.ffi), allied=tuple(sorted(scenario.ffi)))
    state.forts = {area: scenario.fortifications.get(area, 0) for area in scenario.charts.fortifications}
    ports = {area for box in scenario.map.boxes.values() if box.kind == PORT for area in box.areas}
    state.ports = {area: 0 for area in state.allied if area in ports}
    state.bridges = dict.fromkeys(scenario.bridges, 0)
    places = {unit: area for area, units in scenario.setup.items() for unit in units}
    for unit in scenario.counters:
        state.place(unit, places.get(unit, DUE))
        if unit in scenario.reduced or unit in scenario.disorganized:
            state.turned(unit, reduced=unit in scenario.reduced, disorganized=unit in scenario.disorganized)
    _begin(scenario, state)
    return state


def _begin(scenario: Scenario, state: State) -> None:
    """Stand at the start of the first turn, or where the scenario begins."""
    begin = scenario.begin
    state.frames = [Frame("turn", "begin")]
    if begin is None:
        return
    for unit in begin.eliminated:
        state.place(unit, ELIMINATED)
    state.points, state.bound = dict(begin.points), dict(begin.bound)
    state.bridges.update(begin.building)
    state.ports.update(begin.ports)
    state.turn, state.active = begin.turn, begin.side
    if begin.is_turn:
        state.stacks.update(scenario.setup)  # in the order in which they lay
        return
    state.phase, state.frames = "operations", [Frame("turn", "operations")]
    if begin.hits:
        state.frames.append(Frame("payment", "", {
            "seat": begin.side, "area": begin.area, "hits": begin.hits, "paid": 0, "units": (), "everybody": True,
            "disorganize": True, "fort": begin.side == GERMAN,
        }))  # fmt: skip
