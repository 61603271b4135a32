"""What a kept position can say at all: units, areas and markers of its scenario, numbers within bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine.bounds import odd_frames, outside, unknown
from rules.striking_anvil.kinds import KINDS
from rules.striking_anvil.r01_6_control import CONTROL, FIGHTERS
from rules.striking_anvil.scenario import SIDES, Scenario
from rules.striking_anvil.state import NOWHERE, State

MOST_POINTS: Final = 10_000
LONGEST_WAIT: Final = 6  # 9: activations until a bridge stands


def odd_values(scenario: Scenario, state: State) -> Iterator[str]:
    """Yield what no position of this scenario can say, each in one sentence that begins with the field."""
    yield from outside("turn", [state.turn], 1, scenario.turns)
    yield from outside("passes", [state.passes], 0, len(SIDES))
    yield from unknown("active", [state.active], SIDES, "a side")
    yield from _units(scenario, state)
    yield from _areas(scenario, state)
    yield from _markers(scenario, state)
    yield from odd_frames(state.frames, KINDS)


def _units(scenario: Scenario, state: State) -> Iterator[str]:
    places = {*NOWHERE, *scenario.map.areas, *scenario.map.boxes}
    yield from unknown("units", (piece.at for piece in state.units.values()), places, "a place")
    yield from unknown("stacks", state.stacks, places, "a place")
    for place, stack in state.stacks.items():
        yield from unknown(f"stacks.{place}", stack, scenario.counters, "a unit")
    yield from unknown("groups", [*state.groups, *state.groups.values()], scenario.counters, "a unit")


def _areas(scenario: Scenario, state: State) -> Iterator[str]:
    for name in ("allied", "ffi", "forts", "ports"):
        yield from unknown(name, getattr(state, name), scenario.map.areas, "an area")
    yield from unknown("ffi", state.ffi.values(), (CONTROL, FIGHTERS), "an FFI marker")
    yield from outside("ports", state.ports.values(), 0, scenario.turns)
    yield from unknown("bombing", state.bombing.values(), scenario.map.areas, "an area")


def _markers(scenario: Scenario, state: State) -> Iterator[str]:
    yield from unknown("forts", state.forts, scenario.charts.fortifications, "a fortified area")
    sites = {name for name, border in scenario.map.borders.items() if border.is_site}
    yield from unknown("bridges", state.bridges, sites, "a bridge site")
    yield from outside("bridges", state.bridges.values(), 0, LONGEST_WAIT)
    yield from unknown("bombing", state.bombing, scenario.charts.bombing, "a bombing marker")
    yield from outside("points", state.points.values(), 0, MOST_POINTS)
