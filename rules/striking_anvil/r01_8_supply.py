"""Supply: chains of friendly areas from a source (1.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.striking_anvil.r01_1_map import is_area
from rules.striking_anvil.scenario import ALLIED, EXIT, Scenario
from rules.striking_anvil.state import Anvil


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
    return scenario.once(("supply", side, allied), lambda: trace(scenario, side, allied))


def is_supplied(game: Anvil, side: str, place: str) -> bool:
    """Tell whether units of a side in a place are in supply; in boxes they are (1.8)."""
    return not is_area(game, place) or place in supply(game, side).areas


def cut_off(game: Anvil, side: str) -> list[str]:
    """Return the areas with units of a side that get its out-of-supply marker (1.8)."""
    counters = game.scenario.counters
    held = {piece.at for unit, piece in game.state.units.items() if counters[unit].side == side}
    return sorted(area for area in held if is_area(game, area) and not is_supplied(game, side, area))
