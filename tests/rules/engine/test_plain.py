"""States are read strictly from plain data: anything that does not fit is refused with its path."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.engine.frames import Frame
from rules.engine.plain import read


@dataclass(frozen=True)
class Man:
    at: int
    name: str = ""
    tired: bool = False


@dataclass(frozen=True)
class Stack:
    men: tuple[str, ...] = ()
    marker: str | None = None


@dataclass
class Position:
    turn: int
    winner: str | None = None
    frames: list[Frame] = field(default_factory=list)
    men: dict[str, Man] = field(default_factory=dict)
    stacks: dict[int, Stack] = field(default_factory=dict)
    rows: tuple[tuple[int, ...], ...] = ()
    cup: tuple[str, ...] = ()


WHOLE: dict[str, Any] = {
    "turn": 3,
    "winner": None,
    "frames": [["move", "begin", {"unit": "a", "path": [1, [2]]}]],
    "men": {"a": {"at": 4, "name": "Ann", "tired": True}, "b": {"name": "", "at": 0, "tired": False}},
    "stacks": {"1130": {"men": ["a", "b"], "marker": "dg"}, "-1": {"men": [], "marker": None}},
    "rows": [[1, 2], []],
    "cup": ["x"],
}


def test_a_whole_position_is_read_with_its_records() -> None:
    frames = [Frame("move", "begin", {"unit": "a", "path": (1, (2,))})]
    men = {"a": Man(4, "Ann", True), "b": Man(0)}
    stacks = {1130: Stack(("a", "b"), "dg"), -1: Stack()}
    assert read(Position, WHOLE) == Position(3, None, frames, men, stacks, ((1, 2), ()), ("x",))


def test_empty_collections_are_read() -> None:
    empty = {**WHOLE, "frames": [], "men": {}, "stacks": {}, "rows": [], "cup": []}
    assert read(Position, empty) == Position(3)


def changed(**fields: Any) -> dict[str, Any]:
    return {**WHOLE, **fields}


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (changed(turn="abc"), 'state.turn: "abc" is not a whole number.'),
        (changed(turn=True), "state.turn: true is not a whole number."),
        (changed(turn=1.0), "state.turn: 1.0 is not a whole number."),
        (changed(winner=[1]), "state.winner: [1] is not a text or null."),
        (changed(cup="x"), 'state.cup: "x" is not a list.'),
        (changed(cup=["x", None]), "state.cup[1]: null is not a text."),
        (changed(rows=[[1], [2, "3"]]), 'state.rows[1][1]: "3" is not a whole number.'),
        (changed(men=[]), "state.men: [] is not an object."),
        (changed(men={"a": 5}), "state.men.a: 5 is not an object."),
        (changed(men={"a": {"at": 1, "name": 2, "tired": False}}), "state.men.a.name: 2 is not a text."),
        (changed(men={"a": {"at": 1, "name": ""}}), "state.men.a.tired: the field is missing."),
        (
            changed(men={"a": {"at": 1, "name": "", "tired": False, "fed": True}}),
            "state.men.a.fed: unknown field; the fields are at, name, tired.",
        ),
        (changed(men={"a": {"at": 1, "name": "", "fed": True}}), "state.men.a.tired: the field is missing."),
        (changed(stacks={"x": {"men": [], "marker": None}}), 'state.stacks.x: "x" is not a whole number.'),
        (changed(stacks={"07": {"men": [], "marker": None}}), 'state.stacks.07: "07" is not a whole number.'),
        (changed(stacks={"7": {"men": [7], "marker": None}}), "state.stacks.7.men[0]: 7 is not a text."),
        (changed(frames=[["move", "begin"]]), "is not a frame: its kind, its step and what it holds."),
        (changed(frames=[["move", 1, {}]]), 'state.frames[0]: ["move", 1, {}] is not a frame'),
        (changed(cup="x" * 99), f'state.cup: "{"x" * 38}… is not a list.'),
        ({**WHOLE, "wether": "fair"}, "state.wether: unknown field; the fields are turn, winner"),
        ({name: value for name, value in WHOLE.items() if name != "turn"}, "state.turn: the field is missing."),
        ([], "state: [] is not an object."),
    ],
)
def test_what_does_not_fit_is_refused_with_its_path(raw: Any, sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        read(Position, raw)
    assert sentence in str(refused.value)


def test_a_kind_that_is_not_plain_is_a_mistake_of_the_author() -> None:
    with pytest.raises(TypeError, match="cannot be read from plain data"):
        read(set, [])
