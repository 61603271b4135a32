"""Find and load scenarios: YAML files or a whole document given in code become a Scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from rules.company_scale.house_rules import HOUSE_RULES
from rules.company_scale.loading.beginning import position_problems
from rules.company_scale.loading.files import Bundle, find_scenario, kind_of
from rules.company_scale.loading.opening import open_bundle
from rules.company_scale.loading.scenario_building import build_scenario
from rules.company_scale.scenario import Scenario, scenario_folder
from rules.engine.bounded import inside
from rules.engine.house_rules import ScenarioRow
from rules.files.documents import Document, is_overlay, overlaid, plain, read_file, readable, scenario_row
from rules.files.problems import Data, Problem, ScenarioError, unknown

INLINE_DEFAULTS: Final[Mapping[str, Data]] = {
    "id": "inline",
    "title": "A position",
    "date": "1944-08-22",
    "first_turn": "0700",
    "turns": 1,
    "initiative": "german",
    "setup": {},
}
_INLINE_MAP: Final[Mapping[str, Data]] = {"id": "inline", "title": "A piece of ground"}


def load_scenario(source: str | Path | Mapping[str, object], root: Path | None = None) -> Scenario:
    """Return a scenario by the id of a shipped one, by a path, or from a whole document given in code.

    In a document `map`, `charts` and the entries of `forces` may be mappings instead of ids; charts given as a
    mapping replace only what they name. A document with `scenario` names one to be played with other `rules`.
    Raises ScenarioError with every problem found.
    """
    home = root or scenario_folder()
    bundle = open_bundle(scenario_document(source, home), home)
    path = bundle.scenario.path
    if path is None or inside(path, home):
        return built(bundle)
    return built(replace(bundle, forces=tuple(map(_alone, bundle.forces))), whole(bundle))


def built(bundle: Bundle, document: Mapping[str, Data] | None = None) -> Scenario:
    """Return the scenario of checked documents; raise ScenarioError if the position it begins with cannot be."""
    scenario = build_scenario(bundle, document)
    if problems := position_problems(bundle.scenario, scenario):
        raise ScenarioError(problems)
    return scenario


def whole(bundle: Bundle) -> dict[str, Data]:
    """Return a scenario with everything in its files, as one document."""
    data = bundle.scenario.mapping
    charts = {"charts": bundle.charts} if data.get("charts", "house") != "house" else {}
    return {**data, "map": bundle.map.mapping, "forces": [_alone(part).mapping for part in bundle.forces], **charts}


def _alone(forces: Document) -> Document:
    """Return a forces document without what it needs, for a list that holds that too."""
    return replace(forces, data={key: value for key, value in forces.mapping.items() if key != "needs"})


def list_scenarios(root: Path | None = None) -> list[ScenarioRow]:
    """Return what can be opened, scenarios before examples; files that cannot be read are left out."""
    home = root or scenario_folder()
    paths = [*sorted(home.glob("*.yaml")), *sorted((home / "examples").glob("*.yaml"))]
    rows = [scenario_row(each) for each in readable(paths) if kind_of(each) == "scenario"]
    return sorted(rows, key=lambda row: (row.kind == "example", row.date, row.id))


def scenario_document(source: str | Path | Mapping[str, object], root: Path) -> Document:
    """Return the document of a scenario by id, path or from code, with the rules asked for; raise ScenarioError."""
    if isinstance(source, Mapping):
        if is_overlay(source):
            return overlaid(
                source,
                lambda name: scenario_document(name, root),
                HOUSE_RULES,
                example="first-light",
                also=("rules_version",),
            )
        data = {**INLINE_DEFAULTS, **plain(source)}
        if isinstance(data.get("map"), Mapping):
            data["map"] = {**_INLINE_MAP, **data["map"]}
        return Document(data)
    if isinstance(source, Path) or source.endswith((".yaml", ".yml")):
        return read_file(Path(source))
    path = find_scenario(source, root)
    if path is None:
        ids = {row.id: None for row in list_scenarios(root)}
        raise ScenarioError([Problem("", 0, "", unknown("scenario", source, ids))])
    return read_file(path)
