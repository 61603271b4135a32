"""Notes and bookmarks: kept in the record, sealed, and nothing to the game itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.history import LONGEST, Note
from rules.engine.record import RecordError, save_as
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import OnlyLooking, Seat
from rules.engine.session import Session
from rules.engine.system import register
from tests.rules.engine.helpers.records import facts, forge, lines, recorded, roam
from tests.rules.engine.helpers.toy_cards import CARDS


def texts(session: Session, seat: str | None = None) -> list[str]:
    return [note.text for note in session.history.notes.shown(seat)]


@pytest.fixture
def game(tmp_path: Path) -> Session:
    """Return a recorded game of some moves."""
    return roam(recorded(tmp_path / "game.chitpull", every=7), 20)


def test_a_note_comes_back_with_the_game_and_changes_neither_position_nor_proof(game: Session, tmp_path: Path) -> None:
    path, before = tmp_path / "game.chitpull", facts(game)
    Seat(game).write_note("Hold the bridge <at all costs> & wait", 5)
    Seat(game).write_note("Here it went wrong", 12, bookmark=True)
    assert facts(game) == before
    again = load_record(path)
    assert facts(again) == before and again.notices == [] and verify(again, path) == []
    assert again.history.notes.every == [
        Note(1, 5, "Hold the bridge <at all costs> & wait"),
        Note(2, 12, "Here it went wrong", bookmark=True),
    ]
    roam(again, 5)
    assert load_record(path).notices == []


def test_a_note_is_rewritten_and_removed(game: Session, tmp_path: Path) -> None:
    seat = Seat(game)
    first, second = seat.write_note("a", 3), seat.write_note("b", 2)
    seat.write_note("a better one", 3, number=first.id)
    assert texts(game) == ["b", "a better one"]
    seat.write_note("", 2, number=second.id)
    assert texts(game) == texts(load_record(tmp_path / "game.chitpull")) == ["a better one"]
    assert seat.write_note("c", 1).id == 3


def test_its_line_is_sealed_like_the_others(game: Session, tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    Seat(game).write_note("as written", 5)
    path.write_bytes(path.read_bytes().replace(b"as written", b"as forged!"))
    assert any("note 1" in notice for notice in load_record(path).notices)


def test_a_copy_and_a_record_written_anew_hold_the_notes(game: Session, tmp_path: Path) -> None:
    Seat(game).write_note("keep me", 5)
    save_as(game, tmp_path / "copy.chitpull")
    save_as(game, tmp_path / "anew.chitpull", nature={"kind": "sealed"})
    for name in ("copy.chitpull", "anew.chitpull"):
        assert texts(load_record(tmp_path / name)) == ["keep me"]


def test_after_a_take_back_a_note_is_about_where_the_game_stands(game: Session, tmp_path: Path) -> None:
    Seat(game).write_note("too late", game.seq)
    Seat(game).write_note("early", 3)
    game.take_back(10)
    at = {note.text: note.at for note in game.history.notes.every}
    assert at == {"too late": 10, "early": 3}
    roam(game, 8)
    again = load_record(tmp_path / "game.chitpull")
    assert {note.text: note.at for note in again.history.notes.every} == at


def test_a_game_that_branches_off_takes_the_notes_so_far_along(game: Session) -> None:
    Seat(game).write_note("before", 3)
    Seat(game).write_note("after", 15)
    assert texts(game.at(10)) == ["before"] and texts(game) == ["before", "after"]


def test_where_hands_are_hidden_only_the_writer_reads_it() -> None:
    register(CARDS)
    game = Session.new(CARDS, CARDS.load("hands"), seed=5, source="hands")
    Seat(game, "red").write_note("I hold the ace", 0)
    assert [note.text for note in Seat(game, "red").notes()] == ["I hold the ace"]
    assert Seat(game, "blue").notes() == Seat(game).notes() == []


def test_what_is_too_long_or_cannot_be_written_is_refused_and_leaves_nothing(game: Session) -> None:
    with pytest.raises(ValueError, match=f"{LONGEST} characters; this one has {LONGEST + 1}"):
        Seat(game).write_note("x" * (LONGEST + 1), 0)
    game.listeners.append(OnlyLooking("Another window plays this game."))
    with pytest.raises(RecordError, match="Another window"):
        Seat(game).write_note("x", 0)
    assert texts(game) == []


@pytest.mark.parametrize(
    "raw",
    [
        {"note": 1},
        {"note": "1", "at": 0, "text": ""},
        {"note": 1, "at": -1, "text": ""},
        {"note": 1, "at": 0, "text": 5},
    ],
)
def test_a_line_that_is_no_note_is_damage(game: Session, tmp_path: Path, raw: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        Note.from_json(raw)
    path = tmp_path / "game.chitpull"
    forge(path, [*lines(path), raw])
    assert load_record(path).notices and texts(load_record(path)) == []
