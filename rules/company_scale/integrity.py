"""What must hold in every position; `check` returns all violations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rules.company_scale.pieces import units_proper
from rules.company_scale.r05_command import MAX_COMMANDS, MAX_DISPATCH
from rules.company_scale.r08_5_4_status import MAX_DG
from rules.company_scale.r08_7_2_barrages import SIZES
from rules.company_scale.scenario import SIDES, Scenario
from rules.company_scale.state import (
    AVAILABLE,
    CARRIED,
    MAP,
    OFF_MAP,
    OUT,
    PINNED,
    POOL,
    REALLOCATING,
    RESERVE,
    ROUTED,
    SUPPRESSED,
    State,
)  # fmt: skip
from rules.hexes.grid import neighbours
from rules.hexes.ids import hex_name

TOKEN_PLACES: Final = (MAP, AVAILABLE, REALLOCATING, OUT, OFF_MAP, RESERVE)


def check(scenario: Scenario, state: State) -> list[str]:
    """Return every violated invariant of a position, each in one sentence.

    A game ended at once by an automatic victory (27.1) has no frames: what was under way is not tidied up.
    """
    return [
        *_places(scenario, state), *_carried(scenario, state), *_statuses(state), *_tracks(state),
        *_tokens(scenario, state), *_fires(scenario, state), *_assault_markers(scenario, state),
    ]  # fmt: skip


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


def _carried(scenario: Scenario, state: State) -> Iterator[str]:
    """Yield what is wrong with passengers, transports and abandoned guns (15.0, 21.2, 30.0)."""
    for unit, record in state.units.items():
        if (record.place == CARRIED) != (unit in state.carried):
            yield f"{unit} is {record.place}; its carrier is {state.carried.get(unit, 'unknown')}."
        if scenario.units[unit].transport and record.place in (ROUTED, CARRIED):
            yield f"{unit} is a transport and {record.place}."
        elif record.place == POOL and not scenario.units[unit].transport:
            yield f"{unit} is in a transport pool but is no transport."
    for unit, carrier in state.carried.items():
        if carrier not in state.units or state.units[carrier].place != MAP:
            yield f"{unit} rides on {carrier}, which is not on the map."
        elif scenario.units[carrier].transport and not state.units[unit].deployed:
            yield f"{unit} is carried by {carrier} in column."
        if unit in state.activity:
            yield f"{unit} rides on {carrier} and is active."
    if len(set(state.carried.values())) != len(state.carried):
        yield "A transport or tank carries more than one unit."
    loading = {str(frame.get("transport")) for frame in state.frames if frame.kind == "loading"}
    for unit, record in state.units.items():
        alone = record.place == MAP and scenario.units[unit].transport and unit not in state.carried.values()
        if alone and unit not in loading and state.frames:
            yield f"{unit} is on the map without a passenger."
    for unit in state.abandoned:
        if state.units[unit].deployed and state.units[unit].place == MAP:
            yield f"{unit} has abandoned its guns but is deployed."


def _statuses(state: State) -> Iterator[str]:
    for hex_id, status in state.hexes.items():
        name = hex_name(hex_id)
        if not 0 <= status.dg <= MAX_DG:
            yield f"{name} is disorganized {status.dg}."
        if status.stress not in ("", PINNED, SUPPRESSED):
            yield f"{name} has the unknown state {status.stress!r}."
        if hex_id not in state.stacks and state.frames:
            yield f"{name} has status markers but no units."
        if status.concentrated_on and not status.concentrated:
            yield f"{name} concentrates its fire on {hex_name(status.concentrated_on)} without a marker."
    for hex_id, size in state.barrages.items():
        if size not in SIZES:
            yield f"{hex_name(hex_id)} has an unknown barrage, {size!r}."
    if len(set(state.illuminated)) != len(state.illuminated):
        yield "A hex is illuminated twice."


def _tracks(state: State) -> Iterator[str]:
    for division, status in state.divisions.items():
        if not 0 <= status.dispatch <= MAX_DISPATCH:
            yield f"{division} has {status.dispatch} dispatch points."
        if not 0 <= status.commands <= MAX_COMMANDS:
            yield f"{division} has {status.commands} direct commands."
        if not 0 <= status.fatigue <= 19 or not 0 <= status.troop_quality <= 19:
            yield f"{division} is off its track."


def _tokens(scenario: Scenario, state: State) -> Iterator[str]:
    settling = {str(frame.get("leader")) for frame in state.frames if frame.kind == "left_alone"}
    removing = [frame.get("hex") for frame in state.frames if frame.kind == "excess_weapons"]
    settling |= {weapon for weapon, token in state.weapons.items() if token.hex in removing}
    for kind, tokens in (("weapons", state.weapons), ("leaders", state.leaders)):
        for piece, token in tokens.items():
            if (token.place == MAP) != bool(token.hex) or token.place not in TOKEN_PLACES:
                yield f"{piece} is {token.place} with the hex {token.hex}."
            elif token.place == MAP and piece not in settling and state.frames:
                stack = units_proper(scenario, state, token.hex)
                if not stack:
                    yield f"{piece} is in {hex_name(token.hex)} without a unit."
                elif scenario.units[stack[0]].side != getattr(scenario, kind)[piece].side:
                    yield f"{piece} is in {hex_name(token.hex)} with units of the enemy."
                elif token.unit and state.bearer(token.unit) not in stack:
                    yield f"{piece} is not with {token.unit}."
    held = Counter(token.hex for token in state.weapons.values() if token.place == MAP)
    for hex_id, weapons in held.items():
        units = len(units_proper(scenario, state, hex_id))
        if weapons > units and hex_id not in removing and state.frames:  # 12.1
            yield f"{hex_name(hex_id)} holds {weapons} support weapons for {units} units."
    for unit in state.activity:
        if unit not in state.units:
            yield f"{unit} is active but unknown."
    if set(state.units) != set(scenario.units):
        yield "The units are not those of the scenario."


def _fires(scenario: Scenario, state: State) -> Iterator[str]:
    for name in ("on_fire", "kindled", "fire_cleared"):
        hexes = getattr(state, name)
        if len(set(hexes)) != len(hexes) or not set(hexes) <= set(scenario.map.hexes):
            yield f"The hexes of {name} are not hexes of the map, each once."
    if not set(state.kindled) <= set(state.on_fire):
        yield "A fire lit under this chit does not burn."
    if set(state.fire_cleared) & set(state.on_fire):
        yield "A hex cleared by fire burns again."


def _assault_markers(scenario: Scenario, state: State) -> Iterator[str]:
    for hex_id, sides in state.assault_markers.items():
        name = hex_name(hex_id)
        if not sides or list(sides) != sorted(set(sides)) or not set(sides) <= set(SIDES):
            yield f"The prepared assault markers of {name} belong to {', '.join(sides) or 'nobody'}."
        for side in sides:
            near = (unit for h in neighbours(hex_id) for unit in state.stack(h))
            if not any(scenario.units[unit].side == side for unit in near):  # 9.2
                yield f"The {side} prepared assault marker in {name} has no unit of its side next to it."
