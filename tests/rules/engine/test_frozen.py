"""Frozen records and the plain JSON made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from enum import Enum
from types import MappingProxyType

import pytest

from rules.engine.frozen import LEFT_OUT, SPREAD, frozen, named, none_as, to_plain


class Colour(Enum):
    RED = "red"


@frozen
class Piece:
    id: str
    hex: str | None
    owner: str | None = field(default=None, metadata=none_as(""))
    carries: str | None = field(default=None, metadata=LEFT_OUT)
    start: str | None = field(default=None, metadata=named("from", LEFT_OUT))
    after: int = field(default=0, metadata=named("class"))


@frozen
class Board:
    pieces: tuple[Piece, ...]
    by_hex: Mapping[str, Piece]
    best: Piece | None = None
    staged: Piece | None = field(default=None, metadata=none_as({}))
    colour: Colour = Colour.RED


@frozen
class Stack:
    size: int
    top: Piece | None = field(metadata=SPREAD)
    open: bool


BARE = {"id": "a", "hex": None, "owner": "", "class": 0}


def test_none_is_null_or_the_value_named_or_left_out() -> None:
    assert to_plain(Piece("a", None)) == BARE
    assert to_plain(Piece("b", "0101", "red", "a", "0102", 3)) == {
        "id": "b", "hex": "0101", "owner": "red", "carries": "a", "from": "0102", "class": 3,
    }  # fmt: skip


def test_a_record_may_stand_spread_in_another() -> None:
    assert to_plain(Stack(2, Piece("a", None), True)) == {"size": 2, **BARE, "open": True}
    assert to_plain(Stack(0, None, False)) == {"size": 0, "open": False}


def test_records_are_made_plain_all_the_way_down() -> None:
    piece = Piece("a", None)
    board = Board((piece, piece), MappingProxyType({"0101": piece}))
    assert to_plain(board) == {
        "pieces": [BARE, BARE], "by_hex": {"0101": BARE}, "best": None, "staged": {}, "colour": "red",
    }  # fmt: skip
    assert to_plain([(1, True, 0.5, None)]) == [[1, True, 0.5, None]]


def test_records_have_slots_compare_and_can_be_keys() -> None:
    piece = Piece("a", None)
    assert piece == Piece("a", None) and len({piece, Piece("a", None)}) == 1
    assert [each.name for each in fields(Piece)] == list(Piece.__slots__)  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        piece.colour = "red"  # type: ignore[attr-defined]


def test_what_json_does_not_know_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot be plain data"):
        to_plain({1, 2})
