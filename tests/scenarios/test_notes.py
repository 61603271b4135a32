"""The notes of the shipped scenarios: history first, then the same headings in the same order."""

from __future__ import annotations

import re

import pytest

from rules.engine.house_rules import ScenarioRow
from rules.systems import SHIPPED, shipped

ORDER = (
    "Set-up", "Scoring", "German player", "Allied player", "Simplified", "Credits", "Solitaire", "Balance",
)  # fmt: skip
BATTLES = [info for name in SHIPPED for info in shipped(name).scenarios() if info.kind != "example"]


@pytest.mark.parametrize("info", BATTLES, ids=lambda info: info.id)
def test_a_note_tells_its_history_and_then_keeps_to_the_headings(info: ScenarioRow) -> None:
    heads = [re.match(r"(?:([A-Z][\w-]*(?: \w+)?): )?", line)[1] for line in info.note.split("\n") if line]  # type: ignore[index]
    headed = [head for head in heads if head]
    assert heads[0] is None and heads[heads.count(None) :] == headed
    assert headed == [head for head in ORDER if head in headed] and headed[-1] == "Balance"
