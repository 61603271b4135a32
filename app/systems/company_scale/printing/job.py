"""A print job: a scenario at its start or a game in progress, on which paper, in colour or grey."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from app.printing.paper import PAPERS, Paper
from app.systems.company_scale.printing.map_art import MapArt
from app.systems.company_scale.text.names import TURNS, side
from rules.company_scale.pieces import day_of, turn_name
from rules.company_scale.scenario import SIDES, Scenario

__all__ = ["SIDES", "Job", "side"]


@dataclass
class Job:
    """Hold the scenario, the view of the position, and how to print it; `fresh` means a game not begun."""

    scenario: Scenario
    view: Mapping[str, Any]
    fresh: bool = True
    events: tuple[Mapping[str, Any], ...] = ()
    paper: Paper = PAPERS["A4"]
    grey: bool = False
    fitted: bool = False
    units: dict[str, Mapping[str, Any]] = field(init=False)

    def __post_init__(self) -> None:
        self.units = {str(unit["id"]): unit for unit in self.view.get("units", ())}

    @cached_property
    def map(self) -> MapArt:
        """Return the drawn map, laid out once."""
        return MapArt(self.scenario, self.grey)

    @property
    def title(self) -> str:
        """Return the heading of the sheets."""
        if self.fresh:
            return self.scenario.title
        turn = self.view["turn"]
        return f"{self.scenario.title}, {self.turn_words(turn['index'])}"

    def sides(self) -> list[str]:
        """Return the sides that have divisions in the scenario."""
        return [name for name in SIDES if any(d.side == name for d in self.scenario.divisions.values())]

    def day(self, turn: int) -> date:
        """Return the date of a turn."""
        return date.fromisoformat(str(self.scenario.date)) + timedelta(days=day_of(self.scenario, turn))

    def turn_words(self, turn: int, of: str = "") -> str:
        """Return a turn in words: "turn 3, 22 August 1100"; `of` follows its number."""
        name = turn_name(self.scenario, turn)
        return f"turn {turn}{of}, {day_words(self.day(turn))} {TURNS.get(name, name).lower()}"

    def hex_of(self, unit: str) -> str | None:
        """Return where a unit stands, or None off the map."""
        facts = self.units.get(unit, {})
        return str(facts["hex"]) if facts.get("hex") and facts.get("place", "map") == "map" else None


def day_words(day: date) -> str:
    """Return a date as "22 August"."""
    return f"{day.day} {day:%B}"
