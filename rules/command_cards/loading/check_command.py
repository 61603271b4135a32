"""The command `check` for the files of this system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.command_cards.charts import house_charts, scenario_folder
from rules.command_cards.loading.advice import advice_on
from rules.command_cards.loading.scenarios import checked_charts, checked_map, kind_of, load_scenario, look
from rules.files.checking import Checker, id_problems
from rules.files.documents import Document
from rules.files.problems import Problem

_NO_FORMAT: Final = (
    'The first line must say what this is, such as "format: chitpull-cards-scenario/1" (or map, charts).'
)


def _problems(document: Document) -> Sequence[Problem]:
    kind = kind_of(document)
    if not kind:
        return [document.problem(("format",), _NO_FORMAT)]
    if kind == "map":
        return checked_map(document, house_charts()) + id_problems(document)
    if kind == "charts":
        return checked_charts(document) + id_problems(document)
    return look(document)[0] + id_problems(document)


def problems_in(document: Document) -> list[Problem]:
    """Return every fault of a document and of what it names, or, if it is a scenario without any, advice."""
    found = list(_problems(document))
    return found if found or kind_of(document) != "scenario" else advice_on(document, load_scenario(document))


def _counts(document: Document) -> Counter[str]:
    kind = kind_of(document)
    return Counter([kind] if kind != "charts" else [])


CHECKER: Final = Checker(lambda: [scenario_folder()], _problems, _counts)
