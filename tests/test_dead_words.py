"""Names of our own that gave way to the field's do not come back; those that docs/glossary.md explains are in use."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from rules.systems import SHIPPED

ROOT: Final = Path(__file__).resolve().parents[1]
DEAD: Final = {
    "Cast": "DieRoll",
    "Errand": "UnitEvaluator",
    "Findings": "DerivedState",
    "Grip": "DragSession",
    "Judgement": "Evaluator",
    "Leaning": "CoverageBias",
    "Mind": "ScriptMemory",
    "Needless": "AutoAnswer",
    "Outlook": "PositionEvaluation",
    "Playmat": "TableView",
    "Sense": "DropPreview",
    "disguise": "redeal_hidden",
    "give_back": "return_memory",
    "grip": "drag_session",
    "judgement": "evaluator",
    "needless": "auto_answer",
    "nothing_is_known": "forget_all",
    "outlook": "position_evaluation",
    "silly": "blunders",
    "yardstick": "against",
}
DEAD_MODULES: Final = {"deeds": "candidates, or unit_actions", "opening": "startup", "proving": "verification"}
"""Words that no module of the table and no bot has for a name; elsewhere they are plain English."""
GLOSSARY: Final = ROOT / "docs" / "glossary.md"


@cache
def names_of(path: Path) -> frozenset[str]:
    """Return the names in a module, its own and those of its folders."""
    with path.open("rb") as file:
        names = {token.string for token in tokenize.tokenize(file.readline) if token.type == tokenize.NAME}
    return frozenset(names | {path.stem, *path.relative_to(ROOT).parent.parts})


def modules(*tops: str) -> list[Path]:
    """Return the modules in some folders."""
    return sorted(path for top in tops for path in (ROOT / top).rglob("*.py"))


def terms() -> Iterator[str]:
    """Yield the terms that the glossary explains; a row may have several."""
    rows = re.findall(r"^\| ([^|]+) \|", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)
    for row in rows[1:]:
        yield from row.split(", ")


@pytest.mark.parametrize("top", ["app", "rules", "packaging"])
def test_no_name_is_a_dead_word(top: str) -> None:
    found = []
    for path in modules(top):
        found += [
            f"{path.relative_to(ROOT)}: {word}; write {DEAD[word]}" for word in sorted(names_of(path) & set(DEAD))
        ]
    assert found == []


def test_what_is_written_instead_is_a_name() -> None:
    names = frozenset[str]().union(*map(names_of, modules("app", "rules")))
    assert {word: instead for word, instead in DEAD.items() if instead not in names} == {}


def test_every_term_of_the_glossary_is_a_word_of_the_code() -> None:
    names = frozenset[str]().union(*map(names_of, modules("app", "rules")))
    words = {word.lower() for name in names for word in re.findall("[A-Z]?[a-z]+", name)}
    assert len(list(terms())) > 20 and [term for term in terms() if not words.issuperset(term.split())] == []


def test_no_page_names_code_by_a_dead_word() -> None:
    pages = [*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md"), ROOT / "packaging" / "README.md"]
    found = []
    for page in pages:
        if page.name != "CHANGELOG.md":  # it tells what a thing was called when it changed
            code = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`]+`", page.read_text(encoding="utf-8")))))
            found += [f"{page.relative_to(ROOT)}: {word}; write {DEAD[word]}" for word in sorted(code & set(DEAD))]
    assert found == [] and not set(terms()) & set(DEAD)


@pytest.mark.parametrize("top", ["app", *(f"rules/{name}/bot" for name in SHIPPED)])
def test_no_module_has_a_dead_name(top: str) -> None:
    found = [path for path in modules(top) if path.stem in DEAD_MODULES]
    assert [f"{path.relative_to(ROOT)}; write {DEAD_MODULES[path.stem]}" for path in found] == []
