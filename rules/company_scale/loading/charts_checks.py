"""Check that a scenario's charts hold everything the rules look up: unprinted values must be data (3.0, 3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.files.documents import Document
from rules.files.problems import Problem
from rules.files.values import Data

TABLES: Final[Mapping[str, str]] = {
    "combat_results": "the combat results table",
    "weather": "the weather table",
    "barrage": "the values of barrage markers",
    "fortification": "the values of fortifications",
    "prepared_assault": "the values of prepared assault markers",
    "divisions": "the ratings of the division displays",
    "unit_types": "the printed values of units",
    "support_weapon_types": "the printed values of support weapons",
    "leader_types": "the printed values of leaders",
}
_ROWS: Final[Mapping[tuple[str, ...], tuple[str, ...]]] = {
    ("combat_results",): ("hex", "hard_target"),
    ("combat_results", "hex"): ("small_arms", "high_explosive", "indirect"),
    ("combat_results", "hard_target"): ("small_arms", "high_explosive", "armor_piercing"),
    ("weather",): ("rain", "after_rain_modifier"),
    ("barrage",): ("smoke", "light", "medium", "heavy"),
    ("fortification",): ("foxhole", "trench"),
    ("prepared_assault",): ("german", "allied"),
}
_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "barrage": ("fire", "troop_quality", "movement"),
    "fortification": ("defense", "troop_quality"),
    "prepared_assault": ("defense", "troop_quality"),
}


def chart_problems(charts: Mapping[str, Data], source: Document) -> Iterator[Problem]:
    """Yield every table, row or value missing from the charts taken together; `source` is where they are."""
    for key, what in TABLES.items():
        if key not in charts:
            yield source.problem((), f'"{key}" is missing: without {what} no game can be played. Add it to the charts.')
    for route, names in _ROWS.items():
        yield from _missing(charts, route, names, source)
    for key, names in _COLUMNS.items():
        for row in charts.get(key, {}):
            yield from _missing(charts, (key, row), names, source)


def _missing(
    charts: Mapping[str, Data], route: tuple[str, ...], names: tuple[str, ...], source: Document
) -> Iterator[Problem]:
    table: Data = charts
    for step in route:
        if step not in table:
            return
        table = table[step]
    held = [route[:n] for n in range(len(route), -1, -1) if _holds(source, route[:n])]
    for name in names:
        if name not in table:
            full = ".".join((*route, name))
            yield source.problem(held[0], f'"{full}" is missing from the charts. Add a line "{name}: ...".')


def _holds(source: Document, route: tuple[str, ...]) -> bool:
    data: Data = source.data
    for step in route:
        if not isinstance(data, Mapping) or step not in data:
            return False
        data = data[step]
    return True
