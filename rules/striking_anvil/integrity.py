"""All frames by name, what must hold in every position, and what a saved one can say at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine.frames import Die, odd_frames, outside, registry, unknown
from rules.striking_anvil.r01_1_map import CONTROL, FIGHTERS
from rules.striking_anvil.r01_3_4_ffi import FFI_ATTEMPT, FfiPhase
from rules.striking_anvil.r01_3_units import counter_of, fighters, units_of
from rules.striking_anvil.r01_5_fortresses import SURRENDER_ATTEMPT, SurrenderPhase
from rules.striking_anvil.r02_sequence import CONCLUSION, TURN
from rules.striking_anvil.r03_activation import ActivationChoice
from rules.striking_anvil.r03_impulses import IMPULSE, Order
from rules.striking_anvil.r04_march import MARCH, LeadOn
from rules.striking_anvil.r05_3_mobile import Strike
from rules.striking_anvil.r05_4_reactions import ReactionChoice
from rules.striking_anvil.r05_8_hits import Payment
from rules.striking_anvil.r05_battle import COMBAT_COURSE, DIE
from rules.striking_anvil.r06_bombing import BOMBING, BombingPhase
from rules.striking_anvil.r08_paradrops import DROPS
from rules.striking_anvil.r09_bridges import BRIDGE
from rules.striking_anvil.r10_planning import Planning
from rules.striking_anvil.scenario import ALLIED, CD, SIDES, SUPPORT, TRAIN, Scenario
from rules.striking_anvil.state import DUE, ELIMINATED, NOWHERE, Anvil, State

# --- All frames of Striking the Anvil, collected by name -----------------------------------------------------------

KINDS: Final = registry(
    TURN, CONCLUSION, Planning(), FfiPhase(), FFI_ATTEMPT, BombingPhase(), BOMBING, DROPS, IMPULSE, Order(),
    ActivationChoice(), MARCH, LeadOn(), Strike(), ReactionChoice(), COMBAT_COURSE, Payment(), BRIDGE, SurrenderPhase(),
    SURRENDER_ATTEMPT, Die("die", DIE),
)  # fmt: skip

# --- What a kept position can say at all: units, areas and markers of its scenario, numbers within bounds ----------

MOST_POINTS: Final = 10_000
LONGEST_WAIT: Final = 6  # 9: activations until a bridge stands


def odd_values(scenario: Scenario, state: State) -> Iterator[str]:
    """Yield what no position of this scenario can say, each in one sentence that begins with the field."""
    yield from outside("turn", [state.turn], 1, scenario.turns)
    yield from outside("passes", [state.passes], 0, len(SIDES))
    yield from unknown("active", [state.active], SIDES, "a side")
    yield from _units(scenario, state)
    yield from _areas(scenario, state)
    yield from _odd_markers(scenario, state)
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


def _odd_markers(scenario: Scenario, state: State) -> Iterator[str]:
    yield from unknown("forts", state.forts, scenario.charts.fortifications, "a fortified area")
    sites = {name for name, border in scenario.map.borders.items() if border.is_site}
    yield from unknown("bridges", state.bridges, sites, "a bridge site")
    yield from outside("bridges", state.bridges.values(), 0, LONGEST_WAIT)
    yield from unknown("bombing", state.bombing, scenario.charts.bombing, "a bombing marker")
    yield from outside("points", state.points.values(), 0, MOST_POINTS)


# --- What must hold in every position: `check` returns all violations ----------------------------------------------

QUIET: Final = ("order", "activation", "ffi", "bombing_phase", "surrender", "planning")  # nothing is half done then


def check(game: Anvil) -> list[str]:
    """Return every violated invariant of a position, each in one sentence."""
    scenario, state = game.scenario, game.state
    found = [*_places(scenario, state), *_markers(scenario, state), *_counters(game)]
    top = state.frames[-1].kind if state.frames else ""
    if top in QUIET and not any(frame.kind in ("march", "combat") for frame in state.frames):
        found += [*_company(game), *_control(game)]
    return found


def _places(scenario: Scenario, state: State) -> Iterator[str]:
    known = {DUE, ELIMINATED, *scenario.map.areas, *scenario.map.boxes}
    for unit, piece in state.units.items():
        if piece.at not in known:
            yield f"{unit} is in {piece.at}, which does not exist."
        if unit not in state.stack(piece.at):
            yield f"{unit} is in {piece.at} but not in its stack."
    for place, units in state.stacks.items():
        yield from (
            f"{unit} is in the stack of {place} but stands elsewhere."
            for unit in units
            if unit not in state.units or state.units[unit].at != place
        )
        if len(set(units)) != len(units) or not units:
            yield f"the stack of {place} is empty or holds a unit twice."


def _counters(game: Anvil) -> Iterator[str]:
    for unit, piece in game.state.units.items():
        counter = counter_of(game, unit)
        if piece.reduced and counter.steps < 2:
            yield f"{unit} has no reduced side."
        if piece.disorganized and piece.at == DUE:
            yield f"{unit} is still to arrive but Disorganized."
        box = game.scenario.map.boxes.get(piece.at)
        if box is not None and box.side != counter.side:
            yield f"{unit} is in {box.id}, a box of the other side."
        if counter.kind == CD and box is not None:
            yield f"{unit} never moves."
        area = game.scenario.map.areas.get(piece.at)
        if counter.kind == TRAIN and area is not None and not (area.coastal or area.rhone):
            yield f"{unit} is off the railway in {piece.at}."


def _markers(scenario: Scenario, state: State) -> Iterator[str]:
    if list(state.allied) != sorted(set(state.allied)):
        yield "the Allied areas are not in order."
    for area, level in state.forts.items():
        if not 0 <= level < len(scenario.charts.fortifications[area]):
            yield f"the level of {area} is {level}."
    for border, waits in state.bridges.items():
        if border not in scenario.map.borders or not scenario.map.borders[border].is_site or not 0 <= waits <= 6:
            yield f"the bridge {border} is not possible."
    if not 0 <= state.passes <= len(SIDES) or not 1 <= state.turn <= scenario.turns:
        yield f"turn {state.turn}, {state.passes} passes."


def _company(game: Anvil) -> Iterator[str]:
    for area in game.scenario.map.areas:
        for side in SIDES:
            alone = [unit for unit in units_of(game, area, side) if counter_of(game, unit).kind == SUPPORT]
            if alone and not fighters(game, area, side):
                yield f"{alone[0]} is alone in {area}."


def _control(game: Anvil) -> Iterator[str]:
    state = game.state
    if set(state.ffi) != set(state.allied):
        yield f"FFI markers lie in {sorted(state.ffi)}, Allied are {list(state.allied)}."
    for area, level in state.forts.items():
        if level and state.controller(area) == ALLIED:
            yield f"{area} is Allied although it has fortifications."
