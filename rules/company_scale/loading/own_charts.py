"""The charts of a scenario that is being made: the house charts, and what a draft's own charts lay over them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from rules.company_scale.loading.drafting import Drafting, own_document
from rules.company_scale.loading.files import house_charts, referred
from rules.company_scale.scenario import scenario_folder
from rules.files.own_charts import ChartsOfDraft
from rules.files.problems import Data

Raw: TypeAlias = Mapping[str, Data]
CHARTS: Final = (
    "series",
    "terrain",
    "hexsides",
    "roads",
    "turn_track",
    "combat_results",
    "unit_types",
    "support_weapon_types",
    "leader_types",
    "hero_types",
    "divisions",
    "weather",
    "random_events",
    "barrage",
    "fortification",
    "prepared_assault",
    "air_support",
    "hero_marker",
    "traffic_jam",
    "evacuation",
)
"""The charts that a scenario can have otherwise, in the order they are shown."""
HEAD: Final = {"format": "chitpull-charts/1"}


def charts_in(drafting: Drafting, documents: Raw) -> ChartsOfDraft:
    """Return the charts of the scenario of a draft; raise ScenarioError where they cannot be found or read."""
    document, name = drafting.document(documents), drafting.name
    house, given = house_charts(scenario_folder()).mapping, document.mapping.get("charts", "house")
    if given == "house":
        return ChartsOfDraft(house, {}, "", CHARTS, HEAD)
    if isinstance(given, Mapping):
        return ChartsOfDraft(house, given, name, CHARTS, HEAD)
    own = referred(document, "charts", ("charts",), scenario_folder()).mapping
    return ChartsOfDraft(house, own, own_document(documents, name, "charts", "charts"), CHARTS, HEAD)


def event_of(row: object) -> str:
    """Return the name of the random event in a row of its chart, "" if it is no such row (20.0)."""
    return str(row.get("name", "")) if isinstance(row, Mapping) else ""
