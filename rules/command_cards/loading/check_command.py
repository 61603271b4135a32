"""The command `check` for the files of this system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.command_cards.charts import Charts, house_charts, scenario_folder
from rules.command_cards.loading.advice import advice_on
from rules.command_cards.loading.scenarios import (
    charts_of,
    checked_charts,
    checked_map,
    kind_of,
    load_scenario,
    look,
    map_of,
)
from rules.files.checking import Checker, id_problems
from rules.files.documents import Document
from rules.files.problems import Problem, ScenarioError

_NO_FORMAT: Final = (
    'The first line must say what this is, such as "format: chitpull-cards-scenario/1" (or map, charts).'
)


def _problems(document: Document) -> Sequence[Problem]:
    kind = kind_of(document)
    if not kind:
        return [document.problem(("format",), _NO_FORMAT)]
    if kind == "map":
        found = (each for charts in _charts_of_users(document) for each in checked_map(document, charts))
        return list(dict.fromkeys(found)) + id_problems(document)
    if kind == "charts":
        return checked_charts(document) + id_problems(document)
    return look(document)[0] + id_problems(document)


def _charts_of_users(ground: Document) -> list[Charts]:
    """Return the charts of the scenarios beside a map that use it, those of the house if none does."""
    found: list[Charts] = []
    for folder in (ground.path.parent, ground.path.parent.parent) if ground.path else ():
        for name in ground.shelf.names(folder):
            try:
                scenario = ground.shelf.read(folder / f"{name}.yaml")
                is_user = kind_of(scenario) == "scenario" and map_of(scenario).path == ground.path
            except (ScenarioError, LookupError):
                continue
            charts = charts_of(scenario) if is_user else None
            if charts is not None and charts not in found:
                found.append(charts)
    return found or [house_charts()]


def problems_in(document: Document) -> list[Problem]:
    """Return every fault of a document and of what it names, or, if it is a scenario without any, advice."""
    found = list(_problems(document))
    return found if found or kind_of(document) != "scenario" else advice_on(document, load_scenario(document))


def _counts(document: Document) -> Counter[str]:
    kind = kind_of(document)
    return Counter([kind] if kind != "charts" else [])


CHECKER: Final = Checker(lambda: [scenario_folder()], _problems, _counts)
