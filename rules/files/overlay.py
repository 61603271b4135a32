"""A scenario played with other rules: `{"scenario": id, "rules": {name: value}}`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.engine.house_rules import HouseRules
from rules.files.documents import Document, plain
from rules.files.problems import Problem, ScenarioError, one_line, unknown
from rules.files.values import Data

_FIELDS: Final = ("rules", "scenario")


def is_overlay(source: object) -> bool:
    """Tell whether a source names a scenario to be played with other rules."""
    return isinstance(source, Mapping) and "scenario" in source


def overlaid(
    source: Mapping[str, object], document_of: Callable[[str], Document], house: HouseRules, *, example: str,
    also: tuple[str, ...] = (),
) -> Document:  # fmt: skip
    """Return the scenario named by id or path, with the rules asked for in place of its own; raise ScenarioError.

    `also` are more fields of a scenario that the source may replace.
    """
    asked = plain(source)
    name, rules = asked["scenario"], asked.get("rules", {})
    if not isinstance(name, str):
        raise _error(f"Name a scenario by its id, such as {example}.", "scenario")
    for stray in sorted(asked.keys() - {*_FIELDS, *also}):
        raise _error(unknown("field", stray, dict.fromkeys(sorted((*_FIELDS, *also)))), stray)
    base = document_of(name)
    if not isinstance(rules, Mapping):
        raise _error("Write rule switches as name: value.", "rules")
    wrong = [Problem("", 0, "", one_line(sentence)) for sentence in house.check(rules)]
    if wrong:
        raise ScenarioError(wrong)
    return _replaced(base, rules, {key: asked[key] for key in also if asked.get(key) is not None})


def _replaced(base: Document, rules: Mapping[str, Data], others: Mapping[str, Data]) -> Document:
    """Return a document with these rules over its own; the checks it has passed need not be done again."""
    data = {**base.mapping, "rules": {**base.mapping.get("rules", {}), **rules}, **others}
    if not data["rules"]:
        del data["rules"]
    passed = set() if others else set(base.passed)
    return Document(data, base.file, base.path, base.lines, base.base, passed)


def _error(sentence: str, field: str) -> ScenarioError:
    return ScenarioError([Problem("", 0, field, sentence)])
