"""Names from files hold no hidden or control characters."""

from __future__ import annotations

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.files.documents import Document
from rules.files.problems import ScenarioError
from rules.files.schema_check import text_problems
from rules.files.yaml_lines import read_yaml


@pytest.mark.parametrize(
    "sign", ["\u202e", "\u2066", "\u200f", "\x1b", "\x7f", "\x85", "\x00", "\r", "\u2028", "\ufeff", "\ud800"]
)
def test_a_steering_character_is_named_with_its_line(sign: str) -> None:
    text = f'units:\n  - id: a\n    name: "x\\u{ord(sign):04x}y"\n'
    data, lines = (
        read_yaml(text)
        if sign != "\ud800"
        else ({"units": [{"id": "a", "name": "x\ud800y"}]}, {("units", 0, "name"): 3})
    )
    problems = text_problems(Document(data, "own.yaml", lines=lines))
    assert [str(problem) for problem in problems] == [
        f"own.yaml:3: units.0.name: The text holds the control character U+{ord(sign):04X}; remove it."
    ]


def test_keys_are_looked_at_and_what_is_written_normally_passes() -> None:
    assert text_problems(Document({"a\u202eb": 1}))[0].field == ""
    assert (
        text_problems(Document({"note": "Condillac, Savasse:\n\tzwei Züge – “hold”", "n": 5, "l": ["é", None]})) == []
    )
    assert len(text_problems(Document(["\x07"] * 100))) == 20


def test_a_scenario_with_such_a_name_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"title: The text holds the control character U\+202E; remove it\."):
        load_scenario({"title": "a\u202eb", "map": "savasse", "forces": ["ge_flak"]})
