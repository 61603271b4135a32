"""Notes of the table that a game keeps: in its record, through saving and opening, whatever is undone."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.record import save_as
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import OnlyLooking
from tests.rules.engine.helpers.playing import play
from tests.rules.engine.helpers.records import lines, recorded


def test_a_note_comes_back_with_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = recorded(path)
    session.keep("lesson", {"step": "one"})
    play(session, "rest")
    session.keep("lesson", {"step": "two"})
    again = load_record(path)
    assert again.kept == {"lesson": {"step": "two"}}
    assert again.notices == [] and verify(again, path) == []


def test_undo_leaves_notes_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = recorded(path)
    play(session, "rest")
    session.keep("place", "18.43")
    session.take_back(0)
    assert session.kept == {"place": "18.43"} == load_record(path).kept


def test_the_same_note_is_written_once(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = recorded(path)
    for _ in range(3):
        session.keep("place", "18.43")
    assert sum("kept" in told for told in lines(path)) == 1


@pytest.mark.parametrize("recording", [True, False])
def test_a_copy_has_the_notes(tmp_path: Path, recording: bool) -> None:
    session = recorded(tmp_path / "game.chitpull")
    if not recording:
        session.listeners.clear()
    session.keep("place", "18.43")
    save_as(session, tmp_path / "copy.chitpull")
    assert load_record(tmp_path / "copy.chitpull").kept == {"place": "18.43"}


def test_who_only_looks_keeps_notes_for_himself(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    recorded(path)
    session = load_record(path, attach=False)
    session.listeners.append(OnlyLooking("Somebody else plays."))
    session.keep("place", "18.43")
    assert session.kept == {"place": "18.43"} and load_record(path).kept == {}


def test_a_damaged_note_is_told_and_costs_no_entry(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = recorded(path)
    play(session, "rest")
    session.keep("place", "18.43")
    path.write_bytes(path.read_bytes().replace(b'{"kept":{', b'{"kept":[{', 1))
    again = load_record(path)
    assert again.seq == session.seq and again.kept == {} and "damaged at line" in again.notices[0]
