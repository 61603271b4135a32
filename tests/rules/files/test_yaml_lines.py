"""YAML with line numbers: what the values become, and on which line they were."""

from __future__ import annotations

import pytest

from rules.files.problems import YamlFault
from rules.files.yaml_lines import read_yaml


def test_plain_values_become_what_they_look_like() -> None:
    data, _ = read_yaml("{a: 12, b: -1.5, c: true, d: null, e: word, f: ~, g: , h: 0}")
    assert data == {"a": 12, "b": -1.5, "c": True, "d": None, "e": "word", "f": None, "g": None, "h": 0}


def test_hours_dates_and_hexes_stay_text() -> None:
    data, _ = read_yaml('{a: 0700, b: 1944-08-22, c: 18.40, d: "18.40", e: "12", f: 12:30, g: yes}')
    assert data == {"a": "0700", "b": "1944-08-22", "c": "18.40", "d": "18.40", "e": "12", "f": "12:30", "g": "yes"}


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


@pytest.mark.parametrize(
    "text",
    [
        "a: &a " + "x" * 99_000 + "\nb: [" + "*a," * 15_000 + "]\n",
        "a: &a\n" + "".join(f"  {n:0900}: 1\n" for n in range(100)) + "b: [" + "*a," * 900 + "]\n",
    ],
)
def test_a_long_text_behind_many_aliases_is_refused(text: str) -> None:
    with pytest.raises(YamlFault, match=r"more than 4 million characters here\. Use fewer aliases\."):
        read_yaml(text)


def test_aliases_stand_for_what_was_anchored_before() -> None:
    data, lines = read_yaml("a: &x {k: &y [1, 2], l: *y}\nb: [*x, *y]\nc: &x 5\nd: *x\n")
    assert data == {"a": {"k": [1, 2], "l": [1, 2]}, "b": [{"k": [1, 2], "l": [1, 2]}, [1, 2]], "c": 5, "d": 5}
    assert lines[("b", 0, "k")] == 1 and lines[("b",)] == 2


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("[" * 1_000_000, 1, "nested too deeply"),
        ("{a: " * 100_000, 1, "nested too deeply"),
        ("- " * 100_000, 1, "nested too deeply"),
        ("[" + "1," * 1_500_000 + "]", 1, "too much here"),
        ("\n" * 4_000_001, 0, "a file can hold 4 MB"),
        ("a: 1\nb: " + "9" * 5000, 2, "more than 40 digits"),
        ("a: " + "9" * 5000 + ".5", 1, "more than 40 digits"),
        ("a: 1\nb: " + "x" * 100_001, 2, "longer than 100,000 characters"),
        ("x" * 100_001 + ": 1", 1, "longer than 100,000 characters"),
        ("%TAG !a b\n" * 300_000, 1, "cannot start with %"),
        ("&a [*a]", 1, "refers to nothing defined before"),
        ("a: *b", 1, "refers to nothing defined before"),
        ("a: 1\n---\nb: 2\n", 2, "A second document starts here"),
        ("a: 1\nb: !!set {x}\n", 2, "The tag .* is not allowed"),
    ],
)
def test_what_is_too_much_or_no_plain_data_is_refused_with_its_line(text: str, line: int, sentence: str) -> None:
    with pytest.raises(YamlFault, match=sentence) as fault:
        read_yaml(text)
    assert fault.value.line == line
