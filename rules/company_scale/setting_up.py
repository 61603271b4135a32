"""The position at the start of a scenario."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules.company_scale.begin import Begin
from rules.company_scale.pieces import units_proper
from rules.company_scale.r05_command import on_track
from rules.company_scale.r28_rerolls import markers_of
from rules.company_scale.scenario import Scenario
from rules.company_scale.state import (
    AVAILABLE,
    CARRIED,
    FORTIFICATIONS,
    MAP,
    POOL,
    RESERVE,
    DivisionStatus,
    State,
    Token,
    Unit,
)
from rules.engine.frames import Frame
from rules.hexes.grid import hex_id

_STRESS: Final = ("pinned", "suppressed")
_FIRE: Final = ("no_opportunity_fire", "sustained_fire")


def start(scenario: Scenario) -> State:
    """Return the position at the start, at the first step of the first turn."""
    state = State(weather=scenario.weather or "clear")
    _place_units(scenario, state)
    for division in scenario.divisions:
        begin = scenario.division_setup.get(division)
        if begin is not None:
            status = DivisionStatus(begin.dispatch, begin.commands, begin.fatigue, begin.troop_quality)
            state.divisions[division] = on_track(status)
            if begin.air_support:
                state.air_support[division] = begin.air_support
        else:
            state.divisions[division] = DivisionStatus(troop_quality=scenario.divisions[division].max_troop_quality)
    for weapon in scenario.weapons:
        state.weapons[weapon] = _boxed(scenario.weapon_setup.get(weapon))
    for leader in scenario.leaders:
        state.leaders[leader] = _boxed(scenario.leader_setup.get(leader))
    _place_markers(scenario, state)
    for goal in scenario.victory.hexes:
        holders = {scenario.units[unit].side for unit in units_proper(scenario, state, goal.hex)}
        state.control[goal.hex] = next(iter(holders), "")
    state.rerolls = markers_of(scenario)
    if scenario.begin is not None:
        _go_on(scenario, scenario.begin, state)
    state.frames = [Frame("turn", "1")]
    return state


def _place_units(scenario: Scenario, state: State) -> None:
    """Put units on the map and in their boxes; those of a game under way lie in a hex in the order of the set-up."""
    due = {name for arrival in scenario.reinforcements for name in arrival.transports}
    for unit, printed in scenario.units.items():
        if printed.transport and unit not in scenario.setup:
            state.units[unit] = Unit(0, RESERVE if unit in due else POOL, False)  # 15.0
        else:
            state.units[unit] = Unit(0, RESERVE, printed.deployed is not None)
    for unit in scenario.units if scenario.begin is None else scenario.setup:
        place = scenario.setup.get(unit)
        if place is not None:
            state.units[unit] = Unit(0, RESERVE, place.deployed)
            state.place(unit, place.hex)
    for unit, place in scenario.setup.items():
        if place.carries:
            state.place(place.carries, 0, CARRIED)
            state.carried[place.carries] = unit


def _go_on(scenario: Scenario, begin: Begin, state: State) -> None:
    """Put a position right that begins in the middle of a game."""
    for piece, off in begin.off_map.items():
        if piece in state.units:
            up = state.units[piece].deployed if off.deployed is None else off.deployed
            state.units[piece] = Unit(0, off.box, up)
        else:
            tokens = state.weapons if piece in state.weapons else state.leaders
            tokens[piece] = Token(0, off.box)
    for hero, unit in begin.companions.items():
        state.leaders[hero] = Token(state.units[state.bearer(unit)].hex, MAP, unit=unit)
    for leader in begin.replaced:
        state.leaders[leader] = replace(state.leaders[leader], replaced=True)
    for here, stacking in begin.stacking.items():
        state.mark(here, excess=stacking.excess, mixed=stacking.mixed, waived=stacking.waived)
    state.abandoned, state.traffic_jam, state.rerolls = begin.abandoned, begin.traffic_jam, begin.rerolls
    state.points, state.scored, state.losses = dict(begin.points), dict(begin.scored), dict(begin.losses)
    state.attached, state.absorbed = dict(begin.attached), dict(begin.absorbed)


def _boxed(place: int | None) -> Token:
    return Token(0, AVAILABLE) if place == 0 else _token(place)


def _token(place: int | None) -> Token:
    return Token(place, MAP) if place is not None else Token(0, RESERVE)


def _place_markers(scenario: Scenario, state: State) -> None:
    for marker in scenario.markers:
        kind, value = marker.kind, marker.value
        if kind == "dg":
            state.mark(marker.hex, dg=int(value or 1))
        elif kind in _STRESS:
            state.mark(marker.hex, stress=kind)
        elif kind in _FIRE:
            state.mark(marker.hex, fire_marker=kind)
        elif kind in FORTIFICATIONS:
            state.mark(marker.hex, fortification=kind)
        elif kind == "concentrated_fire":
            state.mark(marker.hex, concentrated=True, concentrated_on=hex_id(str(value)) if value else 0)
        elif kind == "ridge":
            state.mark(marker.hex, ridge=True)
        elif kind == "barrage":
            state.barrages[marker.hex] = str(value)
        elif kind == "illumination":
            state.illuminated = (*state.illuminated, marker.hex)
        elif kind == "on_fire":
            state.on_fire = (*state.on_fire, marker.hex)
        elif kind == "prepared_assault":
            there = state.assault_markers.get(marker.hex, ())
            state.assault_markers[marker.hex] = tuple(sorted({*there, str(value)}))
        elif kind == "fire_cleared":
            state.fire_cleared = (*state.fire_cleared, marker.hex)
