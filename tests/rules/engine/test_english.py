"""English that is put together: nouns agree with their numbers, lists read as a player would say them."""

from __future__ import annotations

import pytest

from rules.engine.english import capital, counted, listed, signed, spelled


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (1, "hit", "1 hit"),
        (0, "hit", "0 hits"),
        (2, "hex", "2 hexes"),
        (3, "copy", "3 copies"),
        (4, "die", "4 dice"),
        (5, "hero", "5 heroes"),
        (1200, "hexside with a feature", "1,200 hexsides with a feature"),
    ],
)
def test_a_noun_agrees_with_its_number(number: int, noun: str, said: str) -> None:
    assert counted(number, noun) == said


def test_numbers_up_to_twelve_are_spelled() -> None:
    assert [spelled(n, "hex") for n in (0, 1, 2, 12, 13)] == [
        "no hexes",
        "one hex",
        "two hexes",
        "twelve hexes",
        "13 hexes",
    ]


def test_lists_have_a_last_word() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")] == [
        "",
        "a",
        "a and b",
        "a, b or c",
    ]


def test_signs_are_true_minus_signs_and_zero_has_none() -> None:
    assert [signed(n) for n in (-2, 0, 3)] == ["−2", "0", "+3"]


def test_only_the_first_letter_becomes_a_capital() -> None:
    assert capital("3rd Infantry") == "3rd Infantry" and capital("the HQ") == "The HQ" and capital("") == ""
