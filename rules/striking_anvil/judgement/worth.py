"""What draws an army: distances, goals, the pull of the goals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.striking_anvil.scenario import Scenario

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
