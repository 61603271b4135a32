"""What draws an army: distances, goals, the pull of the goals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.r01_3_units import fighters, strength
from rules.striking_anvil.r01_6_control import fort_level, is_friendly
from rules.striking_anvil.scenario import ALLIED, EXIT, GERMAN, Scenario
from rules.striking_anvil.state import Anvil

BY_ROAD: Final = 2
"""Areas a motorized unit is taken to make in a turn."""


def distances(scenario: Scenario) -> Mapping[str, Mapping[str, int]]:
    """Return the number of areas between each two areas."""
    return scenario.once("bot distances", lambda: {area: _from(scenario, (area,)) for area in scenario.map.areas})


def _from(scenario: Scenario, begin: tuple[str, ...]) -> dict[str, int]:
    found, todo = dict.fromkeys(begin, 0), list(begin)
    for area in todo:
        for near in scenario.map.neighbours[area]:
            if near not in found:
                found[near] = found[area] + 1
                todo.append(near)
    return found


def moves_to_exit(scenario: Scenario) -> Mapping[str, int]:
    """Return the moves of one area by which a unit leaves the map by the exit that counts most."""
    best = min(scenario.charts.victory.exited, key=lambda box: scenario.charts.victory.exited[box])
    areas = next(box.areas for box in scenario.map.boxes.values() if box.id == best and box.kind == EXIT)
    return scenario.once("bot exit", lambda: {area: n + 1 for area, n in _from(scenario, areas).items()})


def goals(game: Anvil, w: Weights) -> dict[str, float]:
    """Return what each area is worth to the Allies as a goal: less where enough of them stand already."""
    chart, found = game.scenario.charts.victory, {}
    for area in game.scenario.map.areas:
        level = fort_level(game, area)
        enemy = sum(strength(game, unit) for unit in fighters(game, area, GERMAN))
        if is_friendly(game, ALLIED, area) and not enemy:
            continue
        worth = w.taken + chart.areas.get(area, 0) + (chart.fortress if level else 0) + enemy * w.enemies
        own = sum(strength(game, unit) for unit in fighters(game, area, ALLIED))
        enough = own > 2 * enemy + 2 * level + 4
        found[area] = worth * (w.enough if enough else 1.0)
    return found


def pull(game: Anvil, wanted: Mapping[str, float], w: Weights) -> dict[str, float]:
    """Return how strongly goals draw from each area."""
    far = distances(game.scenario)
    return {area: sum(worth * w.fading ** far[area][goal] for goal, worth in wanted.items()) for area in far}


def point_of(side: str, w: Weights) -> float:
    """Return what a strength point lost costs its side."""
    return w.german_point if side == GERMAN else w.allied_point
