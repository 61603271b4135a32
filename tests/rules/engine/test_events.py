"""Events of the log as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

import pytest

from rules.engine.events import EventKinds
from rules.engine.frozen import LEFT_OUT, frozen, named, none_as


@frozen
class Subject:
    unit: str | None = None
    target: str | None = None


@frozen
class Fired:
    unit: str
    dice: tuple[str | int, ...]
    subject: Subject
    hexes: Mapping[str, str]
    why: str | None = field(metadata=none_as(""))
    only: str | None = field(metadata=LEFT_OUT)
    start: str = field(default="A1", metadata=named("from"))


KINDS = EventKinds(Fired)
LOGGED: dict[str, Any] = {
    "event": "Fired", "unit": "a", "dice": ["hit", 3], "subject": {"unit": "a"}, "hexes": {"a": "A1"}, "why": "",
    "later": 1,
}  # fmt: skip


def test_an_event_becomes_its_record() -> None:
    assert KINDS.read(LOGGED) == Fired("a", ("hit", 3), Subject("a"), {"a": "A1"}, None, None)
    assert KINDS.read({**LOGGED, "dice": (), "why": "x", "only": "red", "from": "B2"}) == Fired(
        "a", (), Subject("a"), {"a": "A1"}, "x", "red", "B2"
    )


@pytest.mark.parametrize(
    "wrong", [{"event": "Missed"}, {"unit": 5}, {"dice": "hit"}, {"dice": [True]}, {"hexes": {"a": 1}}, {"subject": []}]
)
def test_what_does_not_fit_is_no_record(wrong: dict[str, Any]) -> None:
    assert KINDS.read({**LOGGED, **wrong}) is None


def test_a_field_without_a_default_must_be_there() -> None:
    assert KINDS.read({key: value for key, value in LOGGED.items() if key != "unit"}) is None
