"""A scenario that is being made: what lies on its table although it has faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.engine.game import Game
from rules.files.checking import Remains
from rules.files.documents import Document
from rules.files.draft_shelf import DraftShelf
from rules.files.problems import Data, Problem, ScenarioError, list_in, table_in
from rules.files.schema_check import schema_problems
from rules.striking_anvil.integrity import KINDS
from rules.striking_anvil.loading.checks import referred, schema_of
from rules.striking_anvil.loading.gestures import Known
from rules.striking_anvil.loading.scenarios import INLINE, PARTS, build, checked, look, whole
from rules.striking_anvil.scenario import EXIT, Scenario, border_id
from rules.striking_anvil.state import start
from rules.striking_anvil.view import View, view

Raw = Mapping[str, Data]


@dataclass(frozen=True, slots=True)
class Laid:
    """A draft as it lies on the table: its scenario and view without what cannot be shown, and all it may name."""

    scenario: Scenario
    view: View
    known: Known


class Drafting:
    """Lay out one scenario of a draft again and again."""

    def __init__(self, folder: Path, name: str) -> None:
        """Take the folder of the draft and the name of the scenario's document, such as "striking_anvil/june.yaml"."""
        self.name, self._shelf = name, DraftShelf(folder)

    def laid(self, documents: Mapping[str, Data]) -> Laid:
        """Return what lies on the table; raise ScenarioError where the files cannot be understood at all."""
        document = self._shelf.document(documents, self.name)
        rest, problems = Remains(document, INLINE), checked(document, "scenario")
        if not rest.reduce(problems, lambda left: schema_problems(left, schema_of("scenario"))):
            raise ScenarioError(problems)
        data = rest.left.mapping
        known = _known(rest.left)
        shown = {**data, **_fitting(data, known)}
        parts = known.ground, known.counters, known.charts
        try:
            return _set_up(shown, parts, known)
        except (LookupError, ValueError):  # it begins in the middle of a game, with what is not there
            return _set_up({key: value for key, value in shown.items() if key != "begin"}, parts, known)

    def source(self, documents: Mapping[str, Data]) -> Mapping[str, Data]:
        """Return the scenario as one document, from which a game of it can be loaded wherever its files are.

        Raises ScenarioError with every fault.
        """
        document = self._shelf.document(documents, self.name)
        problems, parts = look(document)
        if parts is None:
            raise ScenarioError(problems)
        return whole(document, parts)


def _known(scenario: Document) -> Known:
    """Return all that a scenario may name; raise ScenarioError with the faults of its map, counters and charts."""
    parts, problems = [referred(scenario, kind) for kind in PARTS], list[Problem]()
    for kind, part in zip(PARTS, parts, strict=True):
        problems += checked(part, kind)
    if problems:
        raise ScenarioError(problems)
    return Known(*(part.mapping for part in parts))


def _set_up(data: Raw, parts: tuple[Raw, Raw, Raw], known: Known) -> Laid:
    scenario = build(data, *parts)
    state = start(scenario)
    coming = [(lot.box, lot.units) for lot in scenario.lots] + [(drop.area, drop.units) for drop in scenario.drops]
    for at, units in coming:  # who is still to come is seen where he will
        for unit in units:
            state.place(unit, at)
    return Laid(scenario, view(Game(KINDS, scenario, state)), known)


def _fitting(data: Raw, known: Known) -> dict[str, Data]:
    """Return the parts of a scenario with what cannot be shown left out: strangers, and whoever is there twice."""
    areas, boxes, counters = known.ground["areas"], known.ground["boxes"], known.counters["counters"]
    sites = {border_id(*border["areas"]) for border in known.ground["borders"] if border["road"] and "river" in border}
    seen: set[str] = set()

    def new(units: Any) -> list[str]:
        found = [unit for unit in dict.fromkeys(units) if unit in counters and unit not in seen]
        seen.update(found)
        return found

    setup = {at: units for at, raw in data["setup"].items() if at in areas or at in boxes if (units := new(raw))}
    entries = {box for box, raw in boxes.items() if raw["kind"] != EXIT}
    fitting: dict[str, Data] = {
        "setup": setup,
        "reduced": [unit for unit in list_in(data, "reduced") if unit in counters and known.has_reduced_side(unit)],
        "disorganized": [unit for unit in list_in(data, "disorganized") if any(unit in at for at in setup.values())],
        "ffi": {area: side for area, side in table_in(data, "ffi").items() if area in areas},
        "fortifications": {
            area: min(level, known.levels(area))
            for area, level in table_in(data, "fortifications").items()
            if known.levels(area)
        },
        "intact_bridges": [bridge for bridge in list_in(data, "intact_bridges") if bridge in sites],
    }
    for key, where, among in (("reinforcements", "box", entries), ("paradrops", "area", areas)):
        lots = [lot for lot in list_in(data, key) if lot[where] in among]
        fitting[key] = [{**lot, "units": units} for lot in lots if (units := new(lot["units"]))]
    return {key: value for key, value in fitting.items() if key in data}
