"""One program writes a record: what others do to the file is noticed, and a failed write leaves no trace."""

from __future__ import annotations

import os
from pathlib import Path
from time import sleep
from typing import IO, Any

import pytest

from rules.engine.command import NotYourDecision
from rules.engine.record import RecordError, RecordWriter, save_as
from rules.engine.record_lines import read
from rules.engine.record_reading import load_record
from rules.engine.seat import OnlyLooking
from tests.rules.engine.helpers.playing import asked, play
from tests.rules.engine.helpers.records import facts, recorded, roam

CHANGED = "changed by another program"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.chitpull"


def test_a_file_exchanged_for_one_of_the_same_length_is_noticed(path: Path) -> None:
    session = recorded(path)
    text = path.read_bytes()
    path.unlink()
    path.write_bytes(text[:-9] + b"0" * 8 + text[-1:])
    with pytest.raises(RecordError, match=CHANGED):
        play(session, "rest")
    path.write_bytes(text)
    play(session, "rest")
    assert facts(load_record(path)) == facts(session), "one that holds the same is as good"


def test_a_file_changed_within_is_noticed(path: Path) -> None:
    session = recorded(path)
    text, status = path.read_bytes(), path.stat()
    path.write_bytes(text.replace(b"red", b"rad"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000))
    with pytest.raises(RecordError, match=CHANGED):
        play(session, "rest")


def test_a_file_changed_within_whose_length_and_date_were_set_back_is_noticed(path: Path) -> None:
    session = recorded(path)
    text, status = path.read_bytes(), path.stat()
    sleep(0.05)  # longer than the clock of a file system ticks
    path.write_bytes(text.replace(b"red", b"rad"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)
    with pytest.raises(RecordError, match=CHANGED):
        play(session, "rest")


def test_where_no_time_of_the_change_is_kept_the_file_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.engine.record.change_time", lambda number, status: None)  # as on a stick with FAT
    session = roam(recorded(path), 6)
    text, status = path.read_bytes(), path.stat()
    with path.open("r+b") as file:
        file.write(text.replace(b"red", b"rad"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    with pytest.raises(RecordError, match=CHANGED):
        roam(session, 1)
    path.write_bytes(text)
    roam(session, 3)
    assert facts(load_record(path)) == facts(session)


def test_nothing_is_cut_that_was_written_after_the_reading(path: Path) -> None:
    one = roam(recorded(path), 5)
    contents = read(path)
    roam(one, 3)
    text = path.read_bytes()
    with pytest.raises(RecordError, match=CHANGED):
        RecordWriter(path).reopen(contents.text, contents.end, len(contents.history.log), contents.chain)
    assert path.read_bytes() == text


def test_a_take_back_that_cannot_be_written_asks_nobody_for_the_dice(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = roam(recorded(path), 6)
    before, text = facts(session), path.read_bytes()

    def full(self: RecordWriter, file: IO[bytes], text: bytes) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(RecordWriter, "_write", full)
        with pytest.raises(RecordError, match="No space left"):
            session.take_back(0)
    assert facts(session) == before and session.request is None and path.read_bytes() == text
    with pytest.raises(NotYourDecision):
        session.nature({"draw": "red"})
    roam(session, 2)
    assert facts(load_record(path)) == facts(session), "nothing of the failed take-back is written later"


def test_who_only_looks_changes_nothing(path: Path) -> None:
    roam(recorded(path), 6)
    session = load_record(path, attach=False)
    session.listeners.append(OnlyLooking("Another window plays this game."))
    before, text = facts(session), path.read_bytes()
    with pytest.raises(RecordError, match="Another window plays"):
        session.submit(asked(session).seat, session.seq, next(iter(asked(session).options)))
    with pytest.raises(RecordError, match="Another window plays"):
        session.take_back(1)
    assert facts(session)[:5] == before[:5] and path.read_bytes() == text


@pytest.mark.parametrize("lies", ["link", "file", "folder"])
def test_what_lies_where_a_file_is_prepared_is_not_written_through(path: Path, lies: str) -> None:
    part, other = path.with_name(path.name + ".part"), path.with_name("other")
    other.write_bytes(b"mine")
    if lies == "link":
        part.symlink_to(other)
    elif lies == "file":
        part.write_bytes(b"left over")
    else:
        part.mkdir()
        with pytest.raises(RecordError, match=r"cannot be saved: game.chitpull.part beside it is a folder\."):
            recorded(path)
        assert part.is_dir() and not path.exists()
        return
    recorded(path)
    assert other.read_bytes() == b"mine" and not part.exists() and path.is_file()


@pytest.mark.parametrize("name", ["", ".", "..", "a\0b", "x" * 300, "x" * 252, "\ud800"])
def test_a_name_that_is_none_is_told_in_a_sentence(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session: Any = recorded(tmp_path / "game")
    monkeypatch.chdir(tmp_path)
    for target in (Path(name), tmp_path / name):
        with pytest.raises(RecordError, match="cannot be saved"):
            save_as(session, target)
    with pytest.raises(RecordError, match="cannot be opened"):
        load_record(tmp_path / name)


def test_a_file_that_is_there_stays_unless_it_is_to_be_replaced(tmp_path: Path) -> None:
    session, target = recorded(tmp_path / "game"), tmp_path / "other"
    target.write_bytes(b"mine")
    with pytest.raises(RecordError, match="already exists"):
        save_as(session, target, overwrite=False)
    assert target.read_bytes() == b"mine"
    save_as(session, target)
    assert load_record(target, attach=False).seq == session.seq
    (tmp_path / "missing").mkdir()
    with pytest.raises(RecordError, match="not an ordinary file"):
        save_as(session, tmp_path / "missing")
