"""Load scenarios: YAML files or a whole document given in code become a Scenario, or a list of problems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from rules.files.documents import Document, passes, plain, read_file
from rules.files.problems import Problem, ScenarioError, unknown
from rules.files.schema_check import schema_problems
from rules.striking_anvil.loading.building import build
from rules.striking_anvil.loading.checks import chart_problems, counter_problems, map_problems, scenario_problems
from rules.striking_anvil.loading.files import SYSTEM, kind_of, referred, schema_of, shipped
from rules.striking_anvil.loading.ground_checks import ground_problems
from rules.striking_anvil.scenario import Scenario

INLINE: Final = {
    "format": "anvil-scenario/1", "system": SYSTEM, "id": "inline", "title": "A position", "map": "provence",
    "counters": "dragoon", "date": "1944-08-15", "turns": 8, "setup": {},
}  # fmt: skip
_OWN: Final[Mapping[str, Callable[[Document], Iterable[Problem]]]] = {
    "map": map_problems, "counters": counter_problems, "charts": chart_problems, "ground": ground_problems,
}  # fmt: skip


def load_scenario(source: str | Path | Mapping[str, object]) -> Scenario:
    """Return a scenario by the id of a shipped one, by a path, or from a document given in code; raise ScenarioError.

    In a document `map`, `counters` and `charts` may be mappings instead of ids.
    """
    scenario = document_of(source)
    ground, counters, charts = open_all(scenario)
    return build(scenario.mapping, ground.mapping, counters.mapping, charts.mapping)


def document_of(source: str | Path | Mapping[str, object]) -> Document:
    """Return the document of a scenario; raise ScenarioError if there is none."""
    if isinstance(source, Mapping):
        return Document({**INLINE, **plain(source)})
    if isinstance(source, Path) or source.endswith((".yaml", ".yml")):
        return read_file(Path(source))
    found = {path.stem: path for path in shipped()}
    if source not in found:
        raise ScenarioError([Problem("", 0, "", unknown("scenario", source, found))])
    return read_file(found[source])


def open_all(scenario: Document) -> tuple[Document, Document, Document]:
    """Return map, counters and charts of a scenario, all checked; raise ScenarioError with every problem."""
    stop_at(checked(scenario, "scenario"))
    parts = referred(scenario, "map"), referred(scenario, "counters"), referred(scenario, "charts")
    stop_at([problem for kind, part in zip(("map", "counters", "charts"), parts, strict=True)
             for problem in checked(part, kind)])  # fmt: skip
    stop_at(scenario_problems(scenario, *(part.mapping for part in parts)))
    return parts


def stop_at(problems: Iterable[Problem]) -> None:
    """Raise ScenarioError if there are problems."""
    found = list(problems)
    if found:
        raise ScenarioError(found)


def checked(document: Document, kind: str) -> list[Problem]:
    """Return the problems of one document taken alone."""
    if f"anvil-{kind}" in document.passed:
        return []
    problems = schema_problems(document, schema_of(kind))
    if not problems and kind in _OWN:
        problems = list(_OWN[kind](document))
    if not problems:
        passes(document, f"anvil-{kind}")
    return problems


def list_scenarios() -> list[dict[str, Any]]:
    """Return what can be opened, scenarios before examples; files that cannot be read are left out."""
    found = []
    for path in shipped():
        try:
            document = read_file(path)
        except ScenarioError:
            continue
        if kind_of(document) == "scenario":
            data = document.mapping
            texts = {key: str(data.get(key, "")) for key in ("title", "date", "playing_time", "note")}
            turns = data.get("turns", 0)
            found.append({"id": path.stem, "turns": turns if isinstance(turns, int) else 0,
                          "kind": str(data.get("kind", "scenario")), **texts})  # fmt: skip
    return sorted(found, key=lambda told: (told["kind"] == "example", ORDER.get(told["id"], 9), told["id"]))


ORDER: Final = {"anvil-historical": 0, "anvil-june": 1, "anvil-redeploy": 2}
