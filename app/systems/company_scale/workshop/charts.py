"""What the workshop's page of charts is told of the Company Scale System's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtGui import QPixmap

from app.systems.company_scale.board.counters.face import Mark
from app.systems.company_scale.board.counters.layer import render
from app.systems.company_scale.printing import counter_art
from app.workshop.editor import DraftEditor
from rules.company_scale.loading.drafting import Drafting
from rules.company_scale.loading.own_charts import CHARTS, ChartsOfDraft, as_printed, charts_in, event_of, with_charts
from rules.company_scale.scenario import Scenario
from rules.files.problems import Data, Route

PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "fire": ("Box", "Value", "Range"),
    "indirect": ("Box", "Value", "Range"),
    "move": ("Class", "Allowance"),
    "clear": ("Lowest roll", "Highest roll"),
    "rain": ("Lowest roll", "Highest roll"),
}
"""What the entries of short lists are, by the field they stand in (3.2, 4.1)."""
ROLLED: Final = ("combat_results", "random_events")
"""Charts whose lists have an entry for each roll of the die (8.5, 20.0)."""


class CompanyScaleCharts:
    """The charts of a draft; see `app.workshop.charts_page.ChartsSource`."""

    schema = "company_scale/charts/own.yaml"
    charts: Sequence[str] = CHARTS
    growing: Sequence[str] = ("unit_types", "support_weapon_types", "leader_types", "hero_types", "divisions")

    def __init__(self, editor: DraftEditor, drafting: Drafting, scenario: Callable[[], Scenario | None]) -> None:
        """Take a draft, and what gives its scenario as it lies on the table."""
        self._editor, self._drafting, self._scenario = editor, drafting, scenario

    def read(self) -> ChartsNow:
        """Return the charts in force; raise ScenarioError."""
        documents = self._editor.draft.documents
        return ChartsNow(charts_in(self._drafting, documents), documents, self._editor.name)

    def place(self, route: Route, value: object) -> str:
        """Return what the entry of a list is: a roll of the die, or a part of a value on a counter."""
        place = int(route[-1])
        if route[0] in ROLLED:
            event = event_of(value).replace("_", " ")
            return f"Roll {place}: {event}" if event else f"Roll {place}"
        names = PLACES.get(str(route[-2]), ())
        return names[place] if place < len(names) else f"{place + 1}"

    def pictures(self, row: Route, size: int) -> Sequence[QPixmap] | None:
        """Return both sides of a counter of a unit type, [] if the forces have none, None for another chart."""
        if row[0] != "unit_types":
            return None
        scenario = self._scenario()
        units = {**scenario.units, **scenario.transports}.values() if scenario is not None else ()
        unit = next((unit for unit in units if unit.type == row[1]), None)
        if unit is None or scenario is None:
            return []
        sides = [up for up, side in ((True, unit.deployed), (False, unit.column)) if side is not None]
        return [render(counter_art.face(scenario, unit, up), Mark.NONE, size) for up in sides]


class ChartsNow:
    """Charts of a draft as they are now; see `app.workshop.charts_page.Charts`."""

    def __init__(self, charts: ChartsOfDraft, documents: Mapping[str, Data], name: str) -> None:
        self._charts, self._documents, self._name = charts, documents, name
        self.in_force = charts.in_force

    def is_own(self, route: Route) -> bool:
        """Tell whether a value is another than the printed one."""
        return self._charts.is_own(route)

    def as_printed(self, route: Route) -> Mapping[str, Data]:
        """Return the charts with the value at a route as it is printed."""
        return as_printed(self._charts, route)

    def put(self, after: Mapping[str, Data]) -> Mapping[str, Mapping[str, Data]]:
        """Return the documents of the draft that are to be put so that these charts are in force."""
        return with_charts(self._documents, self._name, self._charts, after)
