"""Who belongs to whom in a scenario: pieces by side, formation and turn of arrival, worked out once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.company_scale.counters import Counter

if TYPE_CHECKING:
    from rules.company_scale.scenario import Reinforcement


@dataclass(frozen=True, slots=True)
class Roster:
    """Ids of units, in the order of the scenario, by what they belong to."""

    sides: Mapping[str, tuple[str, ...]]
    divisions: Mapping[str, tuple[str, ...]]
    formations: Mapping[str, tuple[str, ...]]
    headquarters: Mapping[str, tuple[Counter, ...]]  # by division
    arrivals: Mapping[int, frozenset[str]]  # by turn (18.0)
    ambushers: tuple[str, ...]  # 23.2


def roster_of(units: Mapping[str, Counter], reinforcements: Iterable[Reinforcement]) -> Roster:
    """Return the roster of the units and the reinforcement schedule of a scenario."""
    sides: dict[str, list[str]] = defaultdict(list)
    divisions: dict[str, list[str]] = defaultdict(list)
    formations: dict[str, list[str]] = defaultdict(list)
    headquarters: dict[str, list[Counter]] = defaultdict(list)
    arrivals: dict[int, set[str]] = defaultdict(set)
    for name, unit in units.items():
        sides[unit.side].append(name)
        divisions[unit.division].append(name)
        if unit.formation:
            formations[unit.formation].append(name)
        if unit.hq:
            headquarters[unit.division].append(unit)
    for due in reinforcements:
        arrivals[due.turn].update(due.units)
    return Roster(
        {key: tuple(names) for key, names in sides.items()},
        {key: tuple(names) for key, names in divisions.items()},
        {key: tuple(names) for key, names in formations.items()},
        {key: tuple(counters) for key, counters in headquarters.items()},
        {turn: frozenset(names) for turn, names in arrivals.items()},
        tuple(name for name, unit in units.items() if unit.ambush),
    )
