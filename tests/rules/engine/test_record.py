"""Records: everything accepted is in the file before it is shown, and comes back as it was."""

from __future__ import annotations

import re
from pathlib import Path
from typing import IO, Any

import pytest

from rules.engine.command import cmd
from rules.engine.nature import ManualNature, ScriptedNature, SeededNature, describe, driver_of
from rules.engine.record import RecordError, RecordWriter, save_as
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from tests.rules.engine.helpers.playing import CLOSE, asked, play
from tests.rules.engine.helpers.records import facts, lines, recorded, roam
from tests.rules.engine.helpers.toy_system import CROWD, DUEL, TOY


def test_the_file_says_what_happened(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = recorded(path, options={"undo": "free"})
    play(session, "rest")
    header, *rest = lines(path)
    assert all(len(told.pop("chain")) == 8 for told in (header, *rest) if "snapshot" not in told)
    assert header.pop("created").endswith("+00:00") and re.fullmatch("[0-9a-f]{16}", header.pop("game"))
    assert header == {
        "chitpull": "record",
        "container": 1,
        "system": "toy",
        "schema": 2,
        "rules": 1,
        "scenario": {"id": "duel", "hash": TOY.load("duel").hash},
        "options": {"undo": "free"},
        "seats": ["red", "blue"],
        "nature": {"kind": "seeded", "seed": 3},
    }
    assert [next(iter(told)) for told in rest] == [
        *("snapshot", "n", "events", "snapshot", "digest", "digest"),
        *("n", "n", "events"),
    ]
    assert rest[-3:-1] == [{"n": 2, "seat": "red", "command": {"do": "rest"}}, {"n": 3, "nature": {"draw": "blue"}}]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 8, 13, 21, 34, 200])
@pytest.mark.parametrize("source", ["duel", CROWD], ids=["shipped", "inline"])
def test_a_game_comes_back_as_it_was(tmp_path: Path, count: int, source: Any) -> None:
    path = tmp_path / "game.chitpull"
    session = roam(recorded(path, source=source, every=7), count)
    again = load_record(path)
    assert facts(again) == facts(session)
    assert again.notices == []
    assert verify(again, path) == []


def test_a_game_saved_in_the_middle_of_an_interrupt_goes_on_there(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    nature = ScriptedNature(["blue", 9, "red"])
    source = {**DUEL, "pieces": CLOSE}
    session = Session.new(TOY, TOY.load(source), nature=nature, listeners=[RecordWriter(path)], source=source)
    play(session, "march", unit="b1", to=3)
    again = load_record(path)
    assert asked(again).kind == "watch"
    play(again, "snipe", unit="r2")
    assert "b1" not in again.state.pieces
    assert facts(load_record(path)) == facts(again)


def test_a_game_that_others_heard_nothing_of_yet_keeps_the_position_it_started_from(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    source = {**DUEL, "pieces": CLOSE}
    writer = RecordWriter(path)
    session = Session.new(TOY, TOY.load(source), nature=ScriptedNature(["blue"]), listeners=[writer], source=source)
    before = path.read_bytes()
    writer.go_on(session, b"")
    assert path.read_bytes() == before
    again = load_record(path)
    assert again.notices == [] and verify(again, path) == []


def test_undo_and_take_back_go_on_working_after_a_load(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = recorded(path, source={**DUEL, "pieces": {**CLOSE, "b2": {"side": "blue", "at": 4}}})
    start = session.digest()
    while asked(session).seat != "blue":
        play(session, "rest")
    before = session.digest()
    play(session, "shoot", unit="b1", target="r2")
    play(session, "help", unit="b2")
    again = load_record(path)
    again.undo()
    assert again.undo() < session.seq and again.digest() == before and not again.can_undo
    roam(again, 30)
    later = load_record(path)
    later.take_back(1)
    assert later.digest() == start
    assert facts(load_record(path)) == facts(later)


def test_every_position_can_be_had_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = roam(recorded(path, source=CROWD), 120)
    again = load_record(path, attach=False)
    assert len(again.history.saves) > 3
    for seq in range(session.seq + 1):
        assert again.state_at(seq).to_plain() == session.state_at(seq).to_plain()


def test_a_loaded_game_goes_on_with_the_same_dice(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    whole = roam(recorded(one), 30, seed=5)
    part = roam(recorded(two), 12, seed=5)
    assert part.log == whole.log[: part.seq]
    again = load_record(two)
    for entry in whole.log[part.seq :]:
        if entry.seat != "nature":
            again.submit(entry.seat, again.seq, entry.answer)
    assert facts(again) == facts(whole)


def test_dice_rolled_by_hand_are_waited_for_after_a_load(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = Session.new(TOY, TOY.load("duel"), nature=ManualNature(), listeners=[RecordWriter(path)])
    again = load_record(path)
    assert again.request is not None and again.request == session.request
    again.nature({"draw": "blue"})
    assert load_record(path).decision is not None


@pytest.mark.parametrize("driver", [SeededNature(4), ScriptedNature([1, "red"]), ManualNature(), ManualNature(9)])
def test_the_header_describes_nature(driver: Any) -> None:
    assert describe(driver_of(describe(driver))) == describe(driver)


def test_a_command_that_cannot_be_written_is_refused_and_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.chitpull"
    session = roam(recorded(path), 3)
    before, size = facts(session), path.stat().st_size

    def half(self: RecordWriter, file: IO[bytes], text: bytes) -> None:
        file.write(text[:7])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(RecordError, match=r"cannot be saved: No space left on dev"):
        patch.setattr(RecordWriter, "_write", half)
        roam(session, 1)
    assert (facts(session), path.stat().st_size) == (before, size)
    roam(session, 5)
    assert facts(load_record(path)) == facts(session)


def test_two_programs_cannot_write_one_record(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    one = recorded(path)
    two = load_record(path)
    play(two, "rest")
    with pytest.raises(RecordError, match="changed by another program"):
        play(one, "rest")
    assert facts(load_record(path)) == facts(two)


def test_a_record_that_is_taken_away_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = recorded(path, sync=True)
    play(session, "rest")
    path.unlink()
    with pytest.raises(RecordError, match="cannot be saved: No such file"):
        play(session, "rest")
    save_as(session, path)
    assert facts(load_record(path)) == facts(session)


def test_a_record_that_cannot_be_begun_says_why(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be saved: No such file or directory"):
        recorded(tmp_path / "missing" / "game.chitpull")


def test_save_as_writes_a_copy_that_goes_its_own_way(tmp_path: Path) -> None:
    path, copy = tmp_path / "game.chitpull", tmp_path / "copy.chitpull"
    session = roam(recorded(path), 9)
    save_as(session, copy)
    before = facts(session)
    roam(session, 5)
    assert facts(load_record(copy)) == before and facts(load_record(path)) == facts(session)
    assert not list(tmp_path.glob("*.part"))


def test_a_game_that_is_not_recorded_can_be_saved(tmp_path: Path) -> None:
    session = roam(Session.new(TOY, TOY.load(CROWD), seed=3, source=CROWD), 40)
    session.take_back(session.seq - 5)
    save_as(session, tmp_path / "copy.chitpull")
    again = load_record(tmp_path / "copy.chitpull")
    assert facts(again)[:4] == facts(session)[:4]


def test_an_older_scripted_game_keeps_the_rest_of_its_script(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = Session.new(TOY, TOY.load("duel"), nature=ScriptedNature(["red", "blue", "blue"]), source="duel")
    play(session, "rest")
    save_as(session, path)
    play(load_record(path), "rest")
    again = load_record(path)
    assert asked(again).seat == "blue" and again.seq == 5


def test_entries_of_a_take_back_are_left_in_the_file_but_not_in_the_game(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = roam(recorded(path), 10)
    session.take_back(4)
    play(session, "rest")
    assert [told["agreed"] for told in lines(path) if told.get("back") == 4] == [True]
    assert facts(load_record(path)) == facts(session)


def test_commands_are_written_as_they_are_typed(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = recorded(path, source={**DUEL, "pieces": {**CLOSE, "Höhe „300“": {"side": "red", "at": 0}}})
    if asked(session).seat != "red":
        play(session, "rest")
    session.submit("red", session.seq, cmd("march", unit="Höhe „300“", to=1))
    assert path.read_bytes().isascii()
    assert load_record(path).state.pieces["Höhe „300“"].at == 1
