"""The command `check` for the files of this system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.files.checking import Checker, id_problems
from rules.files.documents import Document
from rules.files.problems import Problem
from rules.striking_anvil.loading.checks import home, kind_of
from rules.striking_anvil.loading.scenarios import checked, open_all
from rules.striking_anvil.scenario import CHARTS

_NO_FORMAT: Final = (
    'The first line must say what this is, such as "format: anvil-scenario/1" (or map, counters, charts, ground).'
)
_COUNTED: Final = {"map": {"area": "areas", "border": "borders"}, "counters": {"counter": "counters"}}


def _problems(document: Document) -> Sequence[Problem]:
    kind = kind_of(document)
    if not kind:
        return [document.problem(("format",), _NO_FORMAT)]
    found = checked(document, kind)
    if kind == "scenario" and not found:
        open_all(document)
    return found or id_problems(document)


def _counts(document: Document) -> Counter[str]:
    kind = kind_of(document)
    counts = Counter({noun: len(document.mapping[key]) for noun, key in _COUNTED.get(kind, {}).items()})
    if kind == "scenario":
        counts["example" if document.mapping.get("kind") == "example" else "scenario"] += 1
    return counts


CHECKER: Final = Checker(lambda: [home(), CHARTS], _problems, _counts)
