"""The command `check` for the files of this system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.files.checking import Checker, id_problems
from rules.files.documents import Document
from rules.files.problems import Problem
from rules.striking_anvil.loading.advice import advice_on
from rules.striking_anvil.loading.checks import home, kind_of
from rules.striking_anvil.loading.places import located
from rules.striking_anvil.loading.scenarios import checked, load_scenario, look
from rules.striking_anvil.scenario import CHARTS

_NO_FORMAT: Final = (
    'The first line must say what this is, such as "format: anvil-scenario/1" (or map, counters, charts, ground).'
)
_COUNTED: Final = {"map": {"area": "areas", "border": "borders"}, "counters": {"counter": "counters"}}


def _problems(document: Document) -> Sequence[Problem]:
    kind = kind_of(document)
    if not kind:
        return [document.problem(("format",), _NO_FORMAT)]
    found = look(document)[0] if kind == "scenario" else checked(document, kind)
    return [*found, *id_problems(document)]


def problems_in(document: Document) -> list[Problem]:
    """Return every fault of a document and of what it names, or, if it is a scenario without any, advice."""
    found = list(_problems(document))
    if kind_of(document) != "scenario":
        return found
    found = found or advice_on(document, load_scenario(document))
    return [located(each, document.data) if each.file == document.file else each for each in found]


def _counts(document: Document) -> Counter[str]:
    kind = kind_of(document)
    counts = Counter({noun: len(document.mapping[key]) for noun, key in _COUNTED.get(kind, {}).items()})
    if kind == "scenario":
        counts["example" if document.mapping.get("kind") == "example" else "scenario"] += 1
    return counts


CHECKER: Final = Checker(lambda: [home(), CHARTS], _problems, _counts)
