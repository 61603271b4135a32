"""A pytest plugin: which clauses of the catalogue are proved by passing tests marked with them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from rules.command_cards import charts as command_cards
from rules.company_scale import scenario as company_scale
from rules.files.clauses import Clause, in_scope, load_clauses, load_scope, within
from rules.striking_anvil import scenario as striking_anvil

PROPERTY = "clauses"
CATALOGUES = (company_scale.CLAUSES, command_cards.CLAUSES, striking_anvil.CLAUSES)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --clauses and --chapter, and how one run hands to the next what it has proved."""
    group = parser.getgroup("clauses", "coverage of the rules catalogue")
    group.addoption("--clauses", action="store_true", help="print clauses proved / in scope, fail if one is unproved")
    group.addoption("--clauses-into", metavar="FILE", type=Path, help="write there which clauses were proved")
    group.addoption(
        "--clauses-from", metavar="FILE", type=Path, help="with --clauses: count what was proved there, too"
    )
    group.addoption("--chapter", metavar="N", help="with --clauses: look at this chapter or section only, such as 8.5")


def pytest_configure(config: pytest.Config) -> None:
    """Start the ledger in the process that sees all reports."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Ledger(config), "clause-ledger")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Write each test's clauses where its report carries them, even from a worker."""
    for item in items:
        names = [name for mark in item.iter_markers("clause") for name in mark.args]
        if names:
            item.user_properties.append((PROPERTY, names))


class Ledger:
    """Keep which clauses passed and print the table at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self.wanted: bool = config.getoption("--clauses")
        self.chapter: str | None = config.getoption("--chapter")
        self.into: Path | None = config.getoption("--clauses-into")
        before: Path | None = config.getoption("--clauses-from")
        self.proved: set[str] = set(json.loads(before.read_text("utf-8"))) if before and before.is_file() else set()
        self.tests: dict[str, set[str]] = defaultdict(set)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record the clauses of every test, and those of passed tests as proved."""
        for name in (name for key, names in report.user_properties if key == PROPERTY for name in names):
            self.tests[name].add(report.nodeid)
            if report.when == "call" and report.passed:
                self.proved.add(name)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail the run for a clause that does not exist or, if asked, for one without a proof; hand on what is."""
        if self.into is not None:
            self.into.parent.mkdir(parents=True, exist_ok=True)
            self.into.write_text(json.dumps(sorted(self.proved)), encoding="utf-8")
        failed = self.unknown() or (self.wanted and self.unproved())
        if failed and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the table if asked, and always the clauses that do not exist."""
        if self.wanted:
            terminalreporter.section("clauses")
            for line in table(self.clauses(), self.proved):
                terminalreporter.write_line(line)
        for name, tests in sorted(self.unknown().items()):
            terminalreporter.write_line(f"No clause is called {name}; it marks {', '.join(sorted(tests))}.", red=True)

    def clauses(self) -> list[Clause]:
        """List the clauses to be proved, of the chosen chapter if there is one."""
        wanted = [clause for folder in CATALOGUES for clause in in_scope(load_clauses(folder), load_scope(folder))]
        return [clause for clause in wanted if self.chapter is None or within(clause.section, self.chapter)]

    def unproved(self) -> list[str]:
        """List the clauses in scope that no passed test is marked with."""
        return [clause.id for clause in self.clauses() if clause.id not in self.proved]

    def unknown(self) -> dict[str, set[str]]:
        """List marked clauses that are not in the catalogue, with their tests."""
        if not self.tests:
            return {}
        catalogue = {clause.id for folder in CATALOGUES for clause in load_clauses(folder)}
        return {name: tests for name, tests in self.tests.items() if name not in catalogue}


def table(clauses: Sequence[Clause], proved: Iterable[str]) -> list[str]:
    """Return one line per section: proved / in scope, and the clauses without a test."""
    done = set(proved)
    sections: dict[str, list[Clause]] = defaultdict(list)
    for clause in clauses:
        sections[clause.section].append(clause)
    rows = [_row(name, [clause.id for clause in members], done) for name, members in sections.items()]
    return [
        "section           proved / in scope",
        *rows,
        _row("all", [clause.id for clause in clauses], done, listed=False),
    ]


def _row(name: str, ids: Sequence[str], done: set[str], listed: bool = True) -> str:
    missing = [one for one in ids if one not in done]
    row = f"{name:16}  {len(ids) - len(missing):6} / {len(ids)}"
    return f"{row:35}without a test: {', '.join(missing)}" if missing and listed else row
