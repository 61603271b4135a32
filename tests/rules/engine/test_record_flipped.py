"""One flipped bit anywhere in a record: the game goes on, and what was wrong is said."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rules.engine.history import LOST
from rules.engine.record_lines import read
from rules.engine.record_reading import load_record, verify
from tests.rules.engine.helpers.records import forge, lines, recorded, roam
from tests.rules.engine.helpers.toy_system import CROWD


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.chitpull"
    roam(recorded(path, source=CROWD, every=10), 40)
    return path


def flip(path: Path, place: int, bit: int) -> None:
    """Flip one bit of a file."""
    text = bytearray(path.read_bytes())
    text[place] ^= 1 << bit
    path.write_bytes(text)


def replaced(path: Path, number: int, old: bytes, new: bytes) -> None:
    """Replace a part of one line, counted from 1, without making its seal anew."""
    all_lines = path.read_bytes().split(b"\n")
    assert old in all_lines[number - 1]
    all_lines[number - 1] = all_lines[number - 1].replace(old, new, 1)
    path.write_bytes(b"\n".join(all_lines))


@pytest.mark.parametrize("seed", range(4))
def test_a_flipped_bit_anywhere_leaves_a_game_that_says_what_was_wrong(path: Path, seed: int) -> None:
    whole, text, rng = load_record(path, attach=False), path.read_bytes(), random.Random(seed)
    for _ in range(60):
        path.write_bytes(text)
        flip(path, rng.randrange(len(text)), rng.randrange(8))
        session = load_record(path, attach=False)
        assert session.notices or verify(session, path)
        as_played = zip(session.log, whole.log, strict=False)
        sound = len(session.log) <= len(whole.log) and all(one in (other, LOST) for one, other in as_played)
        assert sound or any("altered" in text for text in session.notices)


def test_any_flipped_bit_of_the_header_is_named_and_mended(path: Path) -> None:
    whole, text, rng = load_record(path, attach=False), path.read_bytes(), random.Random(1)
    for place in rng.sample(range(text.index(b"\n") + 1), 60):
        path.write_bytes(text)
        flip(path, place, rng.randrange(7))
        session = load_record(path, attach=False)
        assert session.log == whole.log and session.digest() == whole.digest()
        assert any("header" in text or "half written" in text or "damaged" in text for text in session.notices)


def test_the_field_of_the_header_is_named(path: Path) -> None:
    replaced(path, 1, b'"schema":2', b'"schema":6')
    assert load_record(path, attach=False).notices == [
        "A single damaged bit in the header of game.chitpull (line 1), in its field schema was repaired."
    ]


def test_a_version_in_one_line_that_nobody_announced_is_damage_of_that_line(path: Path) -> None:
    number = 1 + next(n for n, told in enumerate(lines(path)) if "digest" in told and "snapshot" not in told)
    replaced(path, number, b'"schema":2', b'"schema":6')
    contents = read(path)
    assert contents.mended == [number] and not contents.damaged
    replaced(path, number, b'"schema":6', b'"schema":9')  # more than one bit
    assert read(path).damaged == [number]
    assert load_record(path, attach=False).seq > 40


def test_a_version_in_a_position_is_damage_of_that_position(path: Path) -> None:
    whole = load_record(path, attach=False)
    number = max(n for n, told in enumerate(lines(path), 1) if "snapshot" in told)
    replaced(path, number, b'"schema":2', b'"schema":5')
    session = load_record(path, attach=False)
    assert session.log == whole.log and session.digest() == whole.digest()
    assert "damaged at line" in session.notices[0]


def test_a_header_that_says_another_version_than_the_first_position_is_read_by_that(path: Path) -> None:
    replaced(path, 1, b'"schema":2', b'"schema":2e0'.replace(b"2e0", b"95"))
    session = load_record(path, attach=False)
    assert "says version 95, but its first position says 2, which is right" in " ".join(session.notices)
    assert session.seq > 40


def test_a_lost_end_of_line_is_mended(path: Path) -> None:
    whole, text = load_record(path, attach=False), path.read_bytes()
    flip(path, text.index(b"\n"), 3)
    assert load_record(path, attach=False).log == whole.log


def test_a_forged_line_is_not_taken_for_a_flipped_bit(path: Path) -> None:
    told = lines(path)
    place = next(n for n, one in enumerate(told) if one.get("nature", {}).get("die", 9) < 9)
    told[place]["nature"]["die"] += 1
    forge(path, told)
    contents = read(path)
    assert contents.mended == contents.altered == []
