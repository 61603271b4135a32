"""The charts of a scenario that is being made: the house charts, and what a draft's own charts lay over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final, TypeAlias

from rules.company_scale.loading.drafting import Drafting, own_document
from rules.company_scale.loading.files import house_charts, referred
from rules.company_scale.loading.opening import laid_over
from rules.company_scale.scenario import scenario_folder
from rules.files.problems import Data, Route

Raw: TypeAlias = Mapping[str, Data]
CHARTS: Final = (
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


@dataclass(frozen=True, slots=True)
class ChartsOfDraft:
    """The house charts, and the draft's own that lie over them; `document` holds these, "" for none yet.

    They stand in the scenario itself if `document` is the scenario's.
    """

    house: Raw
    own: Raw
    document: str

    @property
    def in_force(self) -> Raw:
        """What the scenario is played by."""
        return laid_over(self.house, self.own)

    def is_own(self, route: Route) -> bool:
        """Tell whether a value is another than the house charts have there, or none of theirs."""
        return _at(self.in_force, route) != _at(self.house, route)


_NOTHING: Final = object()


def _at(data: object, route: Route) -> object:
    for key in route:
        if isinstance(data, Mapping):
            data = data.get(key, _NOTHING)
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            return _NOTHING
    return data


def charts_in(drafting: Drafting, documents: Raw) -> ChartsOfDraft:
    """Return the charts of the scenario of a draft; raise ScenarioError where they cannot be found or read."""
    document, name = drafting.document(documents), drafting.name
    house, given = house_charts(scenario_folder()).mapping, document.mapping.get("charts", "house")
    if given == "house":
        return ChartsOfDraft(house, {}, "")
    if isinstance(given, Mapping):
        return ChartsOfDraft(house, given, name)
    own = referred(document, "charts", ("charts",), scenario_folder()).mapping
    return ChartsOfDraft(house, own, own_document(documents, name, "charts", "charts"))


def event_of(row: object) -> str:
    """Return the name of the random event in a row of its chart, "" if it is no such row (20.0)."""
    return str(row.get("name", "")) if isinstance(row, Mapping) else ""


def with_charts(documents: Raw, name: str, charts: ChartsOfDraft, after: Raw) -> dict[str, Raw]:
    """Return the documents of a draft that are to be put so that its scenario is played by the charts `after`.

    Only what differs from the house charts is written, each row of a chart whole, into the draft's own charts.
    """
    base, scenario = PurePosixPath(name).stem, documents[name]
    differing = _differing(charts.house, after, charts.own)
    if charts.document == name and isinstance(scenario, Mapping):
        return {name: {**scenario, "charts": differing}}
    if charts.document:
        return {charts.document: differing}
    path, number = PurePosixPath(name).parent / "charts" / f"{base}.yaml", 1
    while str(path) in documents:
        number += 1
        path = path.with_name(f"{base}_{number}.yaml")
    own = {"format": "chitpull-charts/1", "id": path.stem, **differing}
    return {str(path): own, name: {**(scenario if isinstance(scenario, Mapping) else {}), "charts": path.stem}}


def _differing(house: Raw, after: Raw, own: Raw) -> dict[str, Data]:
    """Return what of charts is to be written: what differs, and what the own ones say besides their values."""
    found = {key: value for key, value in own.items() if key not in CHARTS}
    for chart in CHARTS:
        value, printed = after.get(chart), house.get(chart)
        if value is None or value == printed:
            continue
        if isinstance(value, Mapping) and isinstance(printed, Mapping):
            value = {key: row for key, row in value.items() if key not in printed or row != printed[key]}
        found[chart] = value
    return found


def as_printed(charts: ChartsOfDraft, route: Route) -> Raw:
    """Return the charts in force with the value at a route as in the house charts; a row that these lack goes whole."""
    lacking = (route[:depth] for depth in range(1, len(route)) if _at(charts.house, route[:depth]) is _NOTHING)
    route = next(lacking, route)
    after: Raw = _put(charts.in_force, route, _at(charts.house, route))
    return after


def _put(data: Data, route: Route, value: object) -> Data:
    """Return data with a value at a route that it has; _NOTHING takes away what is there."""
    key, below = route[0], route[1:]
    new = _put(data[key], below, value) if below else value
    if isinstance(data, Mapping):
        return {name: new if name == key else each for name, each in data.items() if name != key or new is not _NOTHING}
    return [new if place == key else each for place, each in enumerate(data) if place != key or new is not _NOTHING]
