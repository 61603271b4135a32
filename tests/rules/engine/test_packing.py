"""Packed records open, prove and go on as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.bounded import NotOrdinary
from rules.engine.record import RecordError
from rules.engine.record_form import is_packed, packed, unpacked
from rules.engine.record_reading import load_record, verify
from rules.engine.steps import steps_in
from tests.rules.engine.helpers.records import facts, recorded, roam


def test_what_is_packed_is_had_again() -> None:
    text = b"a line of a record\n" * 1000
    assert is_packed(packed(text)) and len(packed(text)) < 200
    assert unpacked(packed(text)) == text == unpacked(text)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (packed(b"a line\n" * 100)[:-9], "its end is missing"),
        (packed(b"a line\n" * 100)[:10] + b"\xff" * 20, "damaged"),
        (packed(bytes(1_000_001)), "larger than 1 MB"),
    ],
)
def test_what_cannot_be_unpacked_is_told(raw: bytes, words: str) -> None:
    with pytest.raises(NotOrdinary, match=words):
        unpacked(raw, 1_000_000)


def test_a_packed_record_opens_proves_and_goes_on_in_the_clear(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = roam(recorded(path), 20)
    told = steps_in(path)
    path.write_bytes(packed(path.read_bytes()))
    assert steps_in(path) == told
    looked = load_record(path, attach=False)
    assert facts(looked) == facts(session) and verify(looked, path) == [] and is_packed(path.read_bytes())
    again = roam(load_record(path), 3)
    assert again.notices == [] and not is_packed(path.read_bytes())
    assert facts(load_record(path, attach=False)) == facts(again)


def test_a_packed_record_that_was_cut_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    roam(recorded(path), 5)
    path.write_bytes(packed(path.read_bytes())[:-20])
    with pytest.raises(RecordError, match="its end is missing"):
        load_record(path)
