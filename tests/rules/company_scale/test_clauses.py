"""The clause catalogue is whole: numbers, links and the list of clauses that wait for a later chapter."""

from __future__ import annotations

import pytest
import yaml

from rules.company_scale import scenario
from rules.files.clauses import LOADER, Clause, Scope, in_scope, load_clauses, load_scope, within

CLAUSES = load_clauses(scenario.CLAUSES)
SCOPE = load_scope(scenario.CLAUSES)


def test_every_clause_is_there_once() -> None:
    ids = [clause.id for clause in CLAUSES]
    assert len(ids) == len(set(ids)) == 883


def test_a_clause_is_numbered_by_its_section() -> None:
    assert [clause.id for clause in CLAUSES if not clause.id.startswith(f"CSS-{clause.section}-")] == []


def test_every_clause_says_how_to_check_it() -> None:
    assert [clause.id for clause in CLAUSES if not (clause.title and clause.text and clause.check)] == []
    assert {clause.kind for clause in CLAUSES} == {"rule", "definition", "data", "example"}


def test_links_lead_to_clauses() -> None:
    known = {clause.id for clause in CLAUSES}
    items = [item for part in scenario.CLAUSES.glob("part*.yaml") for item in yaml.load(part.read_bytes(), LOADER)]
    assert {name for item in items for name in item.get("depends", ())} - known == set()


def test_deferred_clauses_belong_to_the_chapters_and_wait_for_a_later_one() -> None:
    sections = {clause.id: clause.section for clause in CLAUSES}
    for name, later in SCOPE.deferred.items():
        assert any(within(sections[name], chapter) for chapter in SCOPE.chapters), name
        assert later in sections.values(), name
        assert not any(within(later, chapter) for chapter in SCOPE.chapters), name


@pytest.mark.parametrize(
    ("section", "chapter", "inside"),
    [("8.5.1", "8.5", True), ("8.5", "8.5", True), ("8.50", "8.5", False), ("10.2", "10", True), ("1.0", "10", False)],
)
def test_sections_within_chapters(section: str, chapter: str, inside: bool) -> None:
    assert within(section, chapter) is inside


def test_scope_leaves_out_later_chapters_and_deferred_clauses() -> None:
    clauses = [Clause(f"CSS-{s}-01", s, "t", "t", "rule", "c") for s in ("2.0", "8.5.1", "8.7", "9.0", "10.1")]
    scope = Scope(("2", "8.5", "10"), {"CSS-10.1-01": "9.3"})
    assert [clause.id for clause in in_scope(clauses, scope)] == ["CSS-2.0-01", "CSS-8.5.1-01"]
