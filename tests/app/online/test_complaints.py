"""Every line of the table of complaints in docs/online.md names tests that are there."""

from __future__ import annotations

import re

import pytest

from tests.packaging.test_contents import ROOT

HEADING = "## What users of other programs complain of"
NAMED = re.compile(r"`((?:[\w/]+/)?test_\w+\.py)(?:::(test_\w+))?`")
NOT_DONE = "not attempted"


def rows() -> list[list[str]]:
    """Return the cells of the table, without its head."""
    text = (ROOT / "docs" / "online.md").read_text(encoding="utf-8").partition(HEADING)[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_the_table_goes_through_what_was_read() -> None:
    assert len(rows()) >= 20 and all(len(row) == 3 for row in rows())


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0].partition(":")[0])
def test_a_complaint_is_answered_by_tests_that_are_there(row: list[str]) -> None:
    _, here, shown = row
    named = NAMED.findall(shown)
    assert bool(named) != (here == NOT_DONE), "a line names its tests, unless nothing was attempted"
    for file, name in named:
        path = ROOT / file if "/" in file else ROOT / "tests" / "app" / "online" / file
        assert path.is_file(), f"{file} is not there"
        assert not name or f"\ndef {name}(" in path.read_text(encoding="utf-8"), f"{file} has no {name}"
    assert shown.count(".py") == len(named), "a name is written in another way"
