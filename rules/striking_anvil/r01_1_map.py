"""The map: areas, boxes, exits, control and supply (1.1, 1.2, 1.6 to 1.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from rules.engine.command import Reason
from rules.striking_anvil.r01_3_units import fighters, label, units_of
from rules.striking_anvil.scenario import ALLIED, EXIT, GERMAN, PORT, Border, Box, Scenario, other_side
from rules.striking_anvil.state import Anvil

# --- The map: areas, what separates them, boxes, Italy (1.1, 1.2, 1.7) ---------------------------------------------


def area_name(game: Anvil, place: str) -> str:
    """Return a place as players read it: 07 Draguignan-Le Muy."""
    area = game.scenario.map.areas.get(place)
    if area is not None:
        return f"{area.id} {area.name}"
    box = game.scenario.map.boxes.get(place)
    return box.name if box is not None else place


def is_area(game: Anvil, place: str) -> bool:
    """Tell whether a place is an area of the map (1.1)."""
    return place in game.scenario.map.areas


def box_of(game: Anvil, place: str) -> Box | None:
    """Return a box off the map, or None."""
    return game.scenario.map.boxes.get(place)


def is_exit(game: Anvil, place: str) -> bool:
    """Tell whether who goes there has left the game: Italy, the northern edge (1.1)."""
    box = box_of(game, place)
    return box is not None and box.kind == EXIT


def exits(game: Anvil, side: str, area: str) -> list[str]:
    """Return the boxes by which a side may leave the map from an area (1.1)."""
    boxes = game.scenario.map.boxes.values()
    return [box.id for box in boxes if box.kind == EXIT and box.side == side and area in box.areas]


def border_of(game: Anvil, a: str, b: str) -> Border | None:
    """Return the border between two areas; None from or into a box (1.1)."""
    return game.scenario.map.border(a, b)


def is_bridged(game: Anvil, border: Border) -> bool:
    """Tell whether a bridge stands on a border: all are down but those with a finished marker (9)."""
    return game.state.bridges.get(border.id) == 0


# --- Leaving the map: who came by an entry box stays until it has fought, or until a turn (1.1, VIC) ---------------


def bind(game: Anvil, unit: str, box: str) -> None:
    """Remember that a unit comes onto the map by a box, if that keeps it there (VIC)."""
    turn = game.scenario.charts.victory.leave_from.get(box, 0)
    if game.state.turn < turn:
        game.state.bound[unit] = turn


def leaves_from(game: Anvil, unit: str) -> int:
    """Return the turn from which a unit may leave the map, 0 for any (VIC)."""
    at = game.state.units[unit].at
    return game.state.bound.get(unit, game.scenario.charts.victory.leave_from.get(at, 0))


def release(game: Anvil, units: Iterable[str]) -> None:
    """Let units that have fought leave the map (VIC)."""
    for unit in units:
        game.state.bound.pop(unit, None)


def leave_reasons(game: Anvil, units: Iterable[str], to: str) -> Iterator[Reason]:
    """Yield why units cannot leave the map by a box yet (VIC)."""
    for unit in units:
        turn = leaves_from(game, unit)
        if game.state.turn < turn:
            name = f"{label(game, unit)} can't leave the map ({area_name(game, to)})"
            yield Reason(f"{name} before turn {turn} unless it fights.", "VIC")


# --- Control: whose area it is, and when it changes hands (1.6) ----------------------------------------------------

CONTROL: Final = "control"  # the sides of an FFI marker (1.3.4)
FIGHTERS: Final = "fighters"  # the other


def is_friendly(game: Anvil, side: str, area: str) -> bool:
    """Tell whether a side controls an area, whatever units stand in it (1.6)."""
    return (area in game.state.allied) == (side == ALLIED)


def fort_level(game: Anvil, area: str) -> int:
    """Return the fortification level of an area, 0 where there is none (1.5)."""
    return game.state.forts.get(area, 0)


def taker(game: Anvil, area: str) -> str:
    """Return who takes an area at a check now, or '' if it stays with its owner (1.6)."""
    owner = game.state.controller(area)
    rival = other_side(owner)
    arrived = fighters if game.scenario.rules.only_combat_units_take_control else units_of
    if not arrived(game, area, rival) or units_of(game, area, owner):
        return ""
    if owner == GERMAN and fort_level(game, area):  # 1.5: a fortification level keeps it
        return ""
    return rival


def check_control(game: Anvil) -> None:
    """Give each area to the side that alone has units in it; the marker goes with the area (1.3.4, 1.6)."""
    for area in [place for place in game.state.stacks if place in game.scenario.map.areas]:
        side = taker(game, area)
        if side:
            give(game, area, side)


def give(game: Anvil, area: str, side: str, marker: str = CONTROL) -> None:
    """Put an area under a side's control, with an FFI marker for the Allies, without one for the Germans (1.3.4)."""
    state = game.state
    if side == ALLIED:
        state.allied = tuple(sorted({*state.allied, area}))
        state.ffi.setdefault(area, marker)  # 1.3.4: a marker that lies there stays as it is
        if any(area in box.areas for box in game.scenario.map.boxes.values() if box.kind == PORT):
            state.ports[area] = state.turn
    else:
        state.allied = tuple(one for one in state.allied if one != area)
        state.ffi.pop(area, None)
        state.ports.pop(area, None)
    game.emit("ControlChanged", area=area, side=side)


# --- Supply: chains of friendly areas from a source (1.8) ----------------------------------------------------------


class Supply(NamedTuple):
    """What is supplied for a side: the areas, and of each friendly one where its line leads ('' from a source)."""

    areas: frozenset[str]
    lines: dict[str, str]


def sources(scenario: Scenario, side: str) -> frozenset[str]:
    """Return the areas that are a source for a side while it controls them, or that touch one (1.8)."""
    ports = frozenset(scenario.charts.fortifications)
    if side == ALLIED:
        return ports | {area.id for area in scenario.map.areas.values() if area.landing}
    return ports | _edges(scenario)


def _edges(scenario: Scenario) -> frozenset[str]:
    boxes = scenario.map.boxes.values()
    return frozenset(area for box in boxes if box.kind == EXIT for area in box.areas)


def always(scenario: Scenario, side: str) -> frozenset[str]:
    """Return the areas in which a unit of a side needs no friendly area at all: on the beach, beside the edge (1.8)."""
    if side == ALLIED:
        return frozenset(area.id for area in scenario.map.areas.values() if area.landing)
    return _edges(scenario)


def trace(scenario: Scenario, side: str, allied: Iterable[str]) -> Supply:
    """Work out what is supplied for a side if the Allies control these areas (1.8)."""
    theirs = set(allied)
    friendly = theirs if side == ALLIED else set(scenario.map.areas) - theirs
    lines = {area: "" for area in sorted(sources(scenario, side)) if area in friendly}
    todo = list(lines)
    for area in todo:
        for near in scenario.map.neighbours[area]:
            if near in friendly and near not in lines:
                lines[near] = area
                todo.append(near)
    beside = {near for area in lines for near in scenario.map.neighbours[area]}  # 1.8: its own need not be friendly
    return Supply(frozenset(lines) | beside | always(scenario, side), lines)


def supply(game: Anvil, side: str) -> Supply:
    """Return what is supplied for a side now: it follows from control alone, at once (1.8)."""
    allied, scenario = game.state.allied, game.scenario
    return scenario.cached(("supply", side, allied), lambda: trace(scenario, side, allied))


def is_supplied(game: Anvil, side: str, place: str) -> bool:
    """Tell whether units of a side in a place are in supply; in boxes they are (1.8)."""
    return not is_area(game, place) or place in supply(game, side).areas


def cut_off(game: Anvil, side: str) -> list[str]:
    """Return the areas with units of a side that get its out-of-supply marker (1.8)."""
    counters = game.scenario.counters
    held = {piece.at for unit, piece in game.state.units.items() if counters[unit].side == side}
    return sorted(area for area in held if is_area(game, area) and not is_supplied(game, side, area))
