"""The guided first battle: each sentence that states a rule or a number names clauses, and tests prove those."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from rules.company_scale.scenario import CLAUSES
from rules.files.clauses import in_scope, load_clauses, load_scope
from rules.lessons.reading import lessons_folder

LESSON = yaml.safe_load((lessons_folder() / "first-light.yaml").read_text(encoding="utf-8"))
STEPS = [step for step in LESSON["steps"] if "rule" in step]
TESTS = Path(__file__).parents[1]
PLAYED = "played"
BATTLE = TESTS / "app" / "systems" / "company_scale" / "test_first_lesson.py"
NAMES = re.compile(r"\[[^\]]*\]|Hill 300|11th Panzer Division|Panzer-Aufklärungs-Abteilung 11|the 88s")
"""References and names hold figures that state nothing."""
STATES = re.compile(
    r"\d|\b(must|may|can|needs?|once|always|never|no die|for free|first|in reach|costs?|comes? before)\b", re.I
)
PROGRAM = re.compile(r"^(Nothing is spent|Wrong one|After detaching|It asks twice|You could buy)")
"""Sentences about the program, not about the rules."""


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a step."""
    yield from re.split(r"(?<=[.?!])\s+", " ".join(text.split()))


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step["id"])
def test_each_sentence_that_states_a_rule_or_a_number_has_its_clauses(step: dict[str, Any]) -> None:
    proofs = step.get("proofs", [])
    for sentence in sentences(step["text"]):
        if STATES.search(NAMES.sub("", sentence)) and not PROGRAM.match(sentence):
            assert any(proof["says"] in sentence for proof in proofs), sentence


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step["id"])
def test_what_is_proved_is_said_and_by_clauses_that_tests_prove(step: dict[str, Any]) -> None:
    clauses = {clause.id for clause in in_scope(load_clauses(CLAUSES), load_scope(CLAUSES))}
    marked = proved()
    for proof in step.get("proofs", []):
        assert proof["says"] in " ".join(step["text"].split())
        assert set(proof["by"]) <= clauses | {PLAYED}
        assert set(proof["by"]) - {PLAYED} <= marked


def proved() -> set[str]:
    """Return the clauses that tests are marked with, or that a table of refusals names."""
    found = set()
    for path in (TESTS / "rules" / "company_scale").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"CSS-[\d.]+-\d+", text))
    return found


def test_what_the_battle_shows_is_what_the_words_say() -> None:
    """The whole battle is played by another test; its figures are those of the words."""
    said = {proof["says"] for step in STEPS for proof in step.get("proofs", []) if PLAYED in proof["by"]}
    assert said == {
        "Three companies",
        "both totals are 6",
        "45 times in 100",
        "Your 2 made 8, their 0 made 6: you won by 2",
        "still on the hill, disorganized 4",
        "worth 6 victory points",
    }
    played = BATTLE.read_text(encoding="utf-8")
    for shown in ("== (6, 6)", "Fraction(45, 100)", "== (8, 6, 2)", '("dg", 4)', '["german"] == 6', '("dg", 2)'):
        assert shown in played
