"""The charts of a scenario that is being made: those of the house, and what a draft's own charts lay over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final, TypeAlias

from rules.files.documents import laid_over
from rules.files.problems import Data, Route

Raw: TypeAlias = Mapping[str, Data]


@dataclass(frozen=True, slots=True)
class ChartsOfDraft:
    """The house charts, and the draft's own that lie over them; `document` holds these, "" for none yet.

    They stand in the scenario itself if `document` is the scenario's. `tables` are the charts that a scenario can have
    otherwise, `head` what a new file of them begins with.
    """

    house: Raw
    own: Raw
    document: str
    tables: Sequence[str]
    head: Raw

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


def with_charts(documents: Raw, name: str, charts: ChartsOfDraft, after: Raw) -> dict[str, Raw]:
    """Return the documents of a draft that are to be put so that its scenario is played by the charts `after`.

    Only what differs from the house charts is written, each row of a chart whole, into the draft's own charts.
    """
    base, scenario = PurePosixPath(name).stem, documents[name]
    differing = _differing(charts, after)
    if charts.document == name and isinstance(scenario, Mapping):
        return {name: {**scenario, "charts": differing}}
    if charts.document:
        return {charts.document: differing}
    path, number = PurePosixPath(name).parent / "charts" / f"{base}.yaml", 1
    while str(path) in documents:
        number += 1
        path = path.with_name(f"{base}-{number}.yaml")
    own = {**charts.head, "id": path.stem, **differing}
    return {str(path): own, name: {**(scenario if isinstance(scenario, Mapping) else {}), "charts": path.stem}}


def _differing(charts: ChartsOfDraft, after: Raw) -> dict[str, Data]:
    """Return what of charts is to be written: what differs, and what the own ones say besides their values."""
    found = {key: value for key, value in charts.own.items() if key not in charts.tables}
    for chart in charts.tables:
        value, printed = after.get(chart), charts.house.get(chart)
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
