"""Frozen records compare, hash and read as Python's own dataclasses do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.engine.frozen import frozen


@frozen
class Gun:
    """A record of three fields, one of which is not compared and one not shown."""

    where: str
    shells: int = field(default=3, repr=False)
    note: str = field(default="", compare=False)


@frozen
class Howitzer(Gun):
    """A record that inherits another's fields."""

    reach: tuple[int, ...] = ()


@frozen
class Nothing:
    """A record without fields."""


@frozen
class Own:
    """A record that compares and reads in its own way."""

    a: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own)

    def __hash__(self) -> int:
        return 7

    def __repr__(self) -> str:
        return "own"


@dataclass(slots=True, unsafe_hash=True)
class Plain:
    """What Python makes of the same fields."""

    where: str
    shells: int = field(default=3, repr=False)
    note: str = field(default="", compare=False)


@pytest.mark.parametrize(
    ("one", "other"),
    [(("a",), ("a",)), (("a",), ("b",)), (("a", 3, "x"), ("a", 3, "y")), (("a", 2), ("a", 3)), (("a", 2), ("a", 2.0))],
)
def test_equality_and_hash_are_those_of_a_dataclass(one: tuple[Any, ...], other: tuple[Any, ...]) -> None:
    assert (Gun(*one) == Gun(*other)) is (Plain(*one) == Plain(*other))
    assert (hash(Gun(*one)) == hash(Gun(*other))) is (hash(Plain(*one)) == hash(Plain(*other)))


def test_records_of_different_classes_differ() -> None:
    assert Gun("a") != Howitzer("a") and Howitzer("a") != Gun("a") and Gun("a") != Plain("a")
    assert Howitzer("a", reach=(1,)) == Howitzer("a", reach=(1,)) != Howitzer("a", reach=(2,))
    assert Nothing() == Nothing() and len({Nothing(), Nothing()}) == 1


def test_text_is_that_of_a_dataclass() -> None:
    assert repr(Gun("a", 2, "x")) == repr(Plain("a", 2, "x")).replace("Plain", "Gun") == "Gun(where='a', note='x')"
    assert repr(Nothing()) == "Nothing()"
    round_about = Howitzer("a", reach=[])  # type: ignore[arg-type]
    round_about.reach.append(round_about)  # type: ignore[attr-defined]
    assert "reach=[...]" in repr(round_about)


def test_what_a_class_has_of_its_own_stays() -> None:
    assert Own(1) == Own(2) and hash(Own(1)) == 7 and repr(Own(1)) == "own"


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(AttributeError):
        Gun("a").range = 3  # type: ignore[attr-defined]
