"""YAML with line numbers: what the values become, and where they stood."""

from __future__ import annotations

import pytest

from rules.files.yaml_lines import HexText, YamlFault, read_yaml


def test_plain_values_become_what_they_look_like() -> None:
    data, _ = read_yaml("{a: 12, b: -1.5, c: true, d: null, e: word, f: ~, g: , h: 0}")
    assert data == {"a": 12, "b": -1.5, "c": True, "d": None, "e": "word", "f": None, "g": None, "h": 0}


def test_hours_dates_and_hexes_stay_text() -> None:
    data, _ = read_yaml('{a: 0700, b: 1944-08-22, c: 18.40, d: "18.40", e: "12", f: 12:30, g: yes}')
    assert data == {"a": "0700", "b": "1944-08-22", "c": "18.40", "d": "18.40", "e": "12", "f": "12:30", "g": "yes"}
    assert isinstance(data["c"], HexText)


def test_keys_are_text() -> None:
    assert read_yaml("34: x\n35: y\n")[0] == {"34": "x", "35": "y"}


def test_every_value_has_its_line() -> None:
    _, lines = read_yaml("a: 1\nb:\n  - c: 2\n  - [x,\n     y]\n")
    assert lines[("a",)] == 1
    assert lines[("b", 0, "c")] == 3
    assert lines[("b", 1)] == 4
    assert lines[("b", 1, 1)] == 5


def test_an_empty_text_is_nothing() -> None:
    assert read_yaml("# nothing\n")[0] is None


def test_an_alias_bomb_is_refused() -> None:
    layers = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    layers += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 8)]
    with pytest.raises(YamlFault, match="too much"):
        read_yaml("\n".join(layers))
