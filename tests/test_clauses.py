"""The clause table counts what passed tests prove, and nothing else."""

from __future__ import annotations

import pytest

from rules.files.clauses import Clause
from tests.clauses import table

SAMPLE = """
import pytest

@pytest.mark.clause("CSS-10.0-01")
def test_right():
    pass

@pytest.mark.clause("{marked}")
def test_other():
    {body}
"""


def clause(section: str, number: int) -> Clause:
    return Clause(f"CSS-{section}-{number:02}", section, "title", "text", "rule", "check")


def test_table_names_what_is_missing() -> None:
    lines = table([clause("8.5", 1), clause("8.5", 2), clause("8.6", 1)], ["CSS-8.5-02", "CSS-8.6-01", "CSS-9.0-01"])
    assert [line.split() for line in lines[1:]] == [
        ["8.5", "1", "/", "2", "without", "a", "test:", "CSS-8.5-01"],
        ["8.6", "1", "/", "1"],
        ["all", "2", "/", "3"],
    ]


def run(pytester: pytest.Pytester, marked: str, body: str, *options: str) -> pytest.RunResult:
    pytester.makeini("[pytest]\nmarkers = clause: ids")
    pytester.makepyfile(SAMPLE.format(marked=marked, body=body))
    return pytester.runpytest_inprocess("-p", "tests.clauses", "-p", "no:pytest-qt", *options)


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["alone", "parallel"])
def test_only_passed_tests_prove(pytester: pytest.Pytester, workers: tuple[str, ...]) -> None:
    result = run(pytester, "CSS-10.0-02", "assert False", "--clauses", "--chapter", "10.0", *workers)
    result.stdout.fnmatch_lines(["10.0 * 1 / *without a test: CSS-10.0-02,*"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_unproved_clause_fails_the_run_only_if_asked(pytester: pytest.Pytester) -> None:
    assert run(pytester, "CSS-10.0-02", "pass", "--clauses", "--chapter", "10.0").ret == pytest.ExitCode.TESTS_FAILED
    assert run(pytester, "CSS-10.0-02", "pass").ret == pytest.ExitCode.OK


def test_unknown_clause_always_fails_the_run(pytester: pytest.Pytester) -> None:
    result = run(pytester, "CSS-10.0-99", "pass")
    result.stdout.fnmatch_lines(["No clause is called CSS-10.0-99; it marks *test_other."])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_what_one_run_has_proved_counts_in_the_next(pytester: pytest.Pytester) -> None:
    kept = str(pytester.path / "build" / "clauses.json")
    run(pytester, "CSS-10.0-02", "pass", "--clauses-into", kept, "-n", "1")
    asked = ("--clauses", "--chapter", "10.0", "-k", "none of them")
    missing = "10.0 * 2 / *without a test: *"
    run(pytester, "CSS-10.0-02", "pass", *asked, "--clauses-from", kept).stdout.fnmatch_lines([missing])
    run(pytester, "CSS-10.0-02", "pass", *asked).stdout.fnmatch_lines(["10.0 * 0 / *without a test: *"])
