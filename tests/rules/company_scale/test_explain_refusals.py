"""Every forbidden command is explained in words, with the number of the rule (chapters 2 to 30)."""

from __future__ import annotations

import re

import pytest

from rules.company_scale.scenario import CLAUSES
from rules.engine.command import IllegalCommand, NotYourDecision
from rules.files.clauses import load_clauses
from tests.rules.company_scale.helpers import (
    refusals_assault,
    refusals_carrying,
    refusals_fire,
    refusals_guns,
    refusals_moving,
    refusals_people,
    refusals_special,
)
from tests.rules.company_scale.helpers.refusing import Refusal, reasons

CASES = [
    *refusals_moving.CASES, *refusals_fire.CASES, *refusals_guns.CASES, *refusals_assault.CASES,
    *refusals_people.CASES, *refusals_carrying.CASES, *refusals_special.CASES,
]  # fmt: skip
CHAPTERS = range(2, 31)
REFUSES = re.compile(r"refus|reject|illegal|not offered|offers nothing|not eligible", re.IGNORECASE)
NO_COMMAND = {  # nobody can ask for these
    "CSS-2.0-01",  # a draw from an empty Cup
    "CSS-3.3-01",  # a missing chart
    "CSS-20.0-10",  # who is short of supplies is not asked whether he buys
    "CSS-23.3-01",  # the option is a scenario of its own
}
RULE = re.compile(r"\d+\.\d+(\.\d+)*( [a-z])?")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_refusal_is_explained_in_words_with_its_rule(case: Refusal) -> None:
    table = case.position()
    told = reasons(case, table)
    fitting = [reason.text.lower() for reason in told if reason.rule == case.rule]
    assert any(all(word in text for word in case.words.lower().split()) for text in fitting), told


def test_every_clause_that_refuses_something_is_in_the_table() -> None:
    clauses = {clause.id: clause for clause in load_clauses(CLAUSES)}
    told = {clause for case in CASES for clause in case.clauses}
    assert told <= set(clauses)
    refusing = {
        name for name, clause in clauses.items()
        if clause.section.partition(".")[0].isdigit() and int(clause.section.partition(".")[0]) in CHAPTERS
        and REFUSES.search(f"{clause.text} {clause.check}")
    }  # fmt: skip
    assert refusing - told == NO_COMMAND


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_reason_is_a_sentence_with_a_rule_number(case: Refusal) -> None:
    for reason in reasons(case, case.position()):
        assert RULE.fullmatch(reason.rule), reason
        assert reason.text.rstrip()[-1] in ".?!", reason


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_explained_as_forbidden_is_refused_and_changes_nothing(case: Refusal) -> None:
    table = case.position()
    before = table.session.digest()
    with pytest.raises((IllegalCommand, NotYourDecision)):
        table.session.submit(case.seat or table.decision.seat, table.session.seq, case.command)
    assert table.session.digest() == before
