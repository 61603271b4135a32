"""The position at the start of a scenario."""

from __future__ import annotations

from rules.engine.frames import Frame
from rules.striking_anvil.scenario import GERMAN, PORT, Scenario
from rules.striking_anvil.state import DUE, State


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
    state.turn, state.active, state.phase = begin.turn, begin.side, "operations"
    state.frames = [Frame("turn", "operations")]
    if begin.hits:
        state.frames.append(Frame("payment", "", {
            "seat": begin.side, "area": begin.area, "hits": begin.hits, "paid": 0, "units": (), "everybody": True,
            "disorganize": True, "fort": begin.side == GERMAN,
        }))  # fmt: skip
