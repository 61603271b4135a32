"""What must hold in every position: `check` returns all violations."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.r05_command import MAX_COMMANDS, MAX_DISPATCH
from rules.company_scale.r08_5_4_status import MAX_DG
from rules.company_scale.scenario import Scenario
from rules.company_scale.state import MAP, PINNED, SUPPRESSED, State
from rules.hexes.ids import hex_name


def check(scenario: Scenario, state: State) -> list[str]:
    """Return every violated invariant of a position, each in one sentence."""
    return [*_places(scenario, state), *_statuses(state), *_tracks(state), *_tokens(scenario, state)]


def _places(scenario: Scenario, state: State) -> Iterator[str]:
    mirrored: dict[int, set[str]] = {}
    for unit, record in state.units.items():
        if record.place != MAP:
            if record.hex:
                yield f"{unit} is {record.place} but has the hex {hex_name(record.hex)}."
            continue
        mirrored.setdefault(record.hex, set()).add(unit)
        if record.hex not in scenario.map.hexes:
            yield f"{unit} is in {hex_name(record.hex)}, which is not in play."
        printed = scenario.units[unit]
        if (printed.deployed if record.deployed else printed.column) is None:
            yield f"{unit} shows a side it does not have."
    if mirrored != {hex_id: set(stack) for hex_id, stack in state.stacks.items()}:
        yield "The stacks do not mirror the units."
    for hex_id, stack in mirrored.items():
        if len({scenario.units[unit].side for unit in stack}) > 1:
            yield f"{hex_name(hex_id)} holds units of both sides."


def _statuses(state: State) -> Iterator[str]:
    for hex_id, status in state.hexes.items():
        name = hex_name(hex_id)
        if not 0 <= status.dg <= MAX_DG:
            yield f"{name} is disorganized {status.dg}."
        if status.stress not in ("", PINNED, SUPPRESSED):
            yield f"{name} has the unknown state {status.stress!r}."
        if hex_id not in state.stacks:
            yield f"{name} has status markers but no units."


def _tracks(state: State) -> Iterator[str]:
    for division, status in state.divisions.items():
        if not 0 <= status.dispatch <= MAX_DISPATCH:
            yield f"{division} has {status.dispatch} dispatch points."
        if not 0 <= status.commands <= MAX_COMMANDS:
            yield f"{division} has {status.commands} direct commands."
        if not 0 <= status.fatigue <= 19 or not 0 <= status.troop_quality <= 19:
            yield f"{division} is off its track."


def _tokens(scenario: Scenario, state: State) -> Iterator[str]:
    for weapon, token in state.weapons.items():
        if token.place == MAP and token.hex not in state.stacks:
            yield f"{weapon} is in {hex_name(token.hex)} without a unit."
    for unit in state.activity:
        if unit not in state.units:
            yield f"{unit} is active but unknown."
    if set(state.units) != set(scenario.units):
        yield "The units are not those of the scenario."
