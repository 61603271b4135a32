"""The record of an unfinished game with hidden hands: sealed on the disk, opened at its end, never lost."""

from __future__ import annotations

import json
import os
import random
import re
import stat
import subprocess
import sys
import zlib
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.command_cards.system import SYSTEM
from rules.engine import record as recording
from rules.engine.folders import user_data_dir
from rules.engine.proving import unproved
from rules.engine.record import RecordError, RecordWriter, save_as, writer_of
from rules.engine.record_lines import read
from rules.engine.record_reading import load_record, verify
from rules.engine.sealing import KEY_FILE, unsealed
from rules.engine.session import Session
from rules.testing.bots import bots_for, play_out

ROOT = Path(__file__).resolve().parents[3]
SEED = 20260704190153


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a table of its own."""
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def begun(path: Path, steps: int = 60, scenario: str = "last-attack", seed: int = SEED) -> Session:
    """Return a game of some steps whose record is sealed."""
    writer = RecordWriter(path, options={"seed": seed}, seals=True)
    session = Session.new(SYSTEM, SYSTEM.load(scenario), seed=seed, listeners=[writer], source=scenario)
    play_out(session, bots_for(SYSTEM.seats, ["rare"], 1), steps)
    return session


def finished(session: Session) -> Session:
    """Play a game to its end."""
    play_out(session, bots_for(SYSTEM.seats, ["regular"], 1), 3000)
    assert session.is_over
    return session


def readable(raw: bytes) -> Iterator[bytes]:
    """Yield all that can be read in a file without a key: its bytes, what is base64 in it, what is packed."""
    yield raw
    for word in re.findall(rb"[A-Za-z0-9+/]{16,}={0,2}", raw):
        for start in range(4):
            text = word[start:]
            decoded = b64decode(text[: len(text) // 4 * 4])
            yield decoded
            for bits in (15, 31, -15):
                try:
                    yield zlib.decompressobj(bits).decompress(decoded)
                except zlib.error:
                    continue


def secrets_of(session: Session) -> set[bytes]:
    """Return what nobody may read: cards of either hand, of the deck and of each draw, and the seed."""
    drawn = {str(entry.answer["draw"]) for entry in session.log if entry.seat == "nature" and "draw" in entry.answer}
    assert len(drawn) > 10
    return {card.encode() for card in drawn if len(card) > 3} | {str(SEED).encode()}


def test_the_record_of_an_unfinished_game_tells_no_card_no_draw_and_no_seed(tmp_path: Path) -> None:
    session = begun(tmp_path / "game.chitpull")
    save_as(session, tmp_path / "copy.chitpull", seals=True)
    plain = tmp_path / "plain.chitpull"
    save_as(session, plain)
    hidden = secrets_of(session)
    assert not session.is_over and all(any(name in text for text in readable(plain.read_bytes())) for name in hidden)
    for name in ("game.chitpull", "copy.chitpull"):
        texts = list(readable((tmp_path / name).read_bytes()))
        assert [name for name in hidden if any(name in text for text in texts)] == []
        assert not any(b'"events"' in text or b'"nature"' in text for text in texts)


def test_the_length_of_a_line_tells_no_card(tmp_path: Path) -> None:
    begun(tmp_path / "game.chitpull")
    opened = unsealed((tmp_path / "game.chitpull").read_bytes())
    inside, lines = opened.text.splitlines(), opened.raw.splitlines()
    drawn = [len(raw) for raw, text in zip(lines, inside, strict=True) if b'"nature":{"draw"' in text]
    assert len(drawn) > 10 and len(set(drawn)) == 1


def test_a_game_goes_on_from_its_sealed_record_and_verifies(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = begun(path)
    loaded = load_record(path)
    assert loaded.notices == [] and loaded.log == session.log and loaded.digest() == session.digest()
    assert verify(loaded, path) == []
    assert [doubt.mark for doubt in unproved(loaded)] == ["seed chosen", "end not proved"]
    play_out(loaded, bots_for(SYSTEM.seats, ["rare"], 2), 20)
    loaded.take_back(loaded.seq - 5)
    again = load_record(path, attach=False)
    assert again.log == loaded.log and again.notices == [] and path.read_bytes().count(b'"key"') == 1


def test_a_finished_game_lies_open_and_verifies(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = finished(begun(path))
    assert writer_of(session).seal is None  # type: ignore[union-attr]
    header = json.loads(path.read_bytes().splitlines()[0])
    assert header["container"] == 1 and header["nature"]["seed"] == SEED
    loaded = load_record(path)
    assert verify(loaded, path) == [] and loaded.log == session.log and loaded.notices == []
    (user_data_dir() / KEY_FILE).unlink()
    assert load_record(path).log == session.log
    save_as(session, tmp_path / "copy.chitpull", seals=True)
    assert (tmp_path / "copy.chitpull").read_bytes() == path.read_bytes()


def test_a_record_that_could_not_be_opened_at_the_end_is_opened_with_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.chitpull"
    session = begun(path)
    with monkeypatch.context() as patch:
        patch.setattr(recording, "write_whole", _full)
        finished(session)
    assert b'"sealed"' in path.read_bytes()
    save_as(session, tmp_path / "copy.chitpull", seals=True)
    assert b'"sealed"' not in (tmp_path / "copy.chitpull").read_bytes()
    loaded = load_record(path)
    assert loaded.log == session.log and b'"sealed"' not in path.read_bytes()
    assert verify(load_record(path), path) == []


def _full(*_: object, **__: object) -> None:
    raise RecordError("The disk is full.")


def test_a_kill_at_any_byte_loses_no_command_that_was_whole(tmp_path: Path) -> None:
    path, cut = tmp_path / "game.chitpull", tmp_path / "cut.chitpull"
    begun(path, 12)
    raw, inside = path.read_bytes(), unsealed(path.read_bytes())
    ends = inside.ends[:-1]
    for end in (*ends[2:], *(random.Random(4).randrange(ends[2], len(raw)) for _ in range(20))):
        cut.write_bytes(raw[:end])
        whole = sum(at <= end for at in ends)
        told = [json.loads(line) for line in inside.text.splitlines()[:whole] if not line.startswith(b'{"snapshot"')]
        loaded = load_record(cut)
        assert loaded.seq >= max(line.get("n", 0) for line in told)
        assert load_record(cut).log == loaded.log
        assert not [text for text in loaded.notices if "half written" not in text]


def test_a_process_killed_while_it_plays_loses_nothing_it_has_shown(tmp_path: Path) -> None:
    path, rng = tmp_path / "game.chitpull", random.Random(7)
    for seed in range(3):
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.rules.command_cards.helpers.sealed_play", str(path), str(seed)],
            cwd=ROOT, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert child.stdout is not None
        told = "".join(child.stdout.readline() for _ in range(rng.randrange(2, 9)))
        child.kill()
        told += child.communicate()[0]
        seq, shown = told[: told.rindex("\n")].splitlines()[-1].split()
        session = load_record(path, attach=False)
        assert session.seq >= int(seq) and session.at(int(seq)).digest() == shown
    assert verify(load_record(path), path) == []


def test_without_its_key_a_record_stays_as_it_is_and_one_sentence_says_why(tmp_path: Path) -> None:
    path, key = tmp_path / "game.chitpull", user_data_dir() / KEY_FILE
    log = begun(path).log
    raw, mine = path.read_bytes(), key.read_bytes()
    key.unlink()
    for other in (None, b"00" * 32 + b"\n"):
        if other is not None:
            key.write_bytes(other)
        with pytest.raises(RecordError) as caught:
            load_record(path)
        assert str(caught.value) == (
            f"game.chitpull is sealed until its game is over: the key is not in {key}, "
            "so the game only opens on the computer that started it."
        )
    key.write_bytes(b"00" * 32 + b"\n" + mine)
    assert path.read_bytes() == raw and load_record(path).log == log


@pytest.mark.parametrize("content", [b"", b"abc\n", b"zz" * 32, b"00" * 31, b"\xff" * 64])
def test_a_damaged_key_is_never_written_over(content: bytes, tmp_path: Path) -> None:
    key = user_data_dir() / KEY_FILE
    key.write_bytes(content)
    with pytest.raises(RecordError, match=r"^The game cannot be sealed: the key in .* is damaged; restore it, or move"):
        begun(tmp_path / "game.chitpull")
    assert key.read_bytes() == content and not (tmp_path / "game.chitpull").exists()


def test_the_key_lies_apart_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    begun(tmp_path / "game.chitpull", 2)
    key = user_data_dir() / KEY_FILE
    assert key.read_text().strip().encode() not in (tmp_path / "game.chitpull").read_bytes()
    assert os.name == "nt" or stat.S_IMODE(key.stat().st_mode) == 0o600


def test_a_flipped_bit_is_mended_and_a_damaged_line_is_that_line_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    session = begun(path)
    raw = path.read_bytes()
    lines = raw.splitlines(keepends=True)
    for number in (0, len(lines) - 1):
        flipped = bytearray(lines[number])
        flipped[150] ^= 4
        path.write_bytes(b"".join([*lines[:number], bytes(flipped), *lines[number + 1 :]]))
        loaded = load_record(path, attach=False)
        assert loaded.log == session.log and (number == 0 or "A single damaged bit" in loaded.notices[0])
    path.write_bytes(b"".join([*lines[:-3], lines[-3][:100] + b"A" * 40 + lines[-3][140:], *lines[-2:]]))
    contents = read(path)
    assert contents.damaged == [len(lines) - 2] and contents.altered == []
    damaged = path.read_bytes()
    loaded = load_record(path)
    assert path.with_name("game.chitpull.damaged").read_bytes() == damaged and b'"key"' in path.read_bytes()[:60]
    assert load_record(path, attach=False).log == loaded.log


def test_lines_of_another_game_or_out_of_order_are_found(tmp_path: Path) -> None:
    path, other = tmp_path / "game.chitpull", tmp_path / "other.chitpull"
    begun(path)
    begun(other, seed=4)
    lines, foreign = (file.read_bytes().splitlines(keepends=True) for file in (path, other))
    path.write_bytes(b"".join([*lines[:-1], foreign[-1]]))
    assert read(path).damaged == [len(lines)]
    path.write_bytes(b"".join([*lines[:-2], lines[-1], lines[-2]]))
    contents = read(path)
    assert contents.altered or contents.damaged


def test_an_older_record_in_the_clear_goes_on_in_the_clear(tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    save_as(begun(tmp_path / "sealed.chitpull"), path)
    loaded = load_record(path)
    play_out(loaded, bots_for(SYSTEM.seats, ["rare"], 2), 10)
    assert b'"sealed"' not in path.read_bytes() and load_record(path, attach=False).log == loaded.log
