"""What a designer should think of again in the pieces of a scenario: colors, leaders, columns under fire."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from rules.company_scale.counters import Counter
from rules.company_scale.pieces import is_night_in
from rules.company_scale.r07_line_of_sight import line_of_sight, sight_limit
from rules.company_scale.scenario import Scenario
from rules.files.documents import Document
from rules.files.problems import Problem
from rules.hexes.grid import distance

NAMES: Final = {"german": "Germans", "allied": "Allies"}
_ALIKE: Final = 40
"""How much the red, green and blue of two colors differ, of 255 each and together, that are hard to tell apart."""


def in_play(scenario: Scenario, side: str = "") -> list[Counter]:
    """Return the units that are set up or arrive, without transports in the pool and markers."""
    arriving = {unit for due in scenario.reinforcements for unit in due.units}
    named = {*scenario.setup, *arriving, *(start.carries for start in scenario.setup.values() if start.carries)}
    units = (scenario.units[name] for name in named if name in scenario.units)
    return sorted((u for u in units if not u.marker and side in ("", u.side)), key=lambda unit: unit.id)


def alike_divisions(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield divisions in play whose counters have nearly the same color (2.0)."""
    present = sorted({unit.division for unit in in_play(scenario)})
    for one, other in combinations([scenario.divisions[name] for name in present], 2):
        if sum(abs(a - b) for a, b in zip(_channels(one.colour), _channels(other.colour), strict=True)) < _ALIKE:
            text = f"The counters of {one.name} and {other.name} have nearly the same color; give one another."
            yield document.advice(("forces",), text, "2.0")


def _channels(colour: str) -> tuple[int, int, int]:
    digits = colour.removeprefix("#")
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def leaders(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield divisions without a leader where others have some (13.0)."""
    arriving = {name for due in scenario.reinforcements for name in due.leaders}
    named = (leader for name, leader in scenario.leaders.items() if name in scenario.leader_setup or name in arriving)
    led = {leader.division for leader in named if not leader.hero}
    for name in sorted({unit.division for unit in in_play(scenario)} - led) if led else ():
        text = f"No leader of {scenario.divisions[name].name} is set up or arrives, and other divisions have some."
        yield document.advice(("leaders",), text, "13.0")


def columns_under_fire(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield units that are set up in column where an enemy sees them and can fire at them in the first turn (8.5.1)."""
    standing = [unit for unit in in_play(scenario) if unit.id in scenario.setup]
    limit = sight_limit(scenario.weather, is_night_in(scenario.first_turn, 1))
    for unit in standing:
        start = scenario.setup[unit.id]
        if start.deployed or unit.deployed is None:
            continue
        enemies = (enemy for enemy in standing if enemy.side != unit.side and _fires_at(scenario, enemy, start.hex))
        seen = (e for e in enemies if line_of_sight(scenario.map, scenario.setup[e.id].hex, start.hex, limit).clear)
        if (enemy := next(seen, None)) is not None:
            text = f"{unit.name} starts in column under the fire of {enemy.name}."
            yield document.advice(("setup", unit.id), text, "8.5.1", places=[enemy.id])


def _fires_at(scenario: Scenario, unit: Counter, target: int) -> bool:
    """Tell whether a unit is set up to fire directly as far as a hex."""
    start, face = scenario.setup[unit.id], unit.deployed
    fires = start.deployed and face is not None and face.fire is not None
    return fires and face is not None and face.fire is not None and distance(start.hex, target) <= face.fire.range
