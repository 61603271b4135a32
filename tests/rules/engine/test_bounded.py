"""Outside input is measured before anything is built from it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rules.engine import bounded
from rules.engine.bounded import DEPTH, NotOrdinary, TooMuch, inside, read_json, read_ordinary


def test_what_is_within_the_limits_is_read() -> None:
    assert read_json(b'{"a": [1, -2.5, "[[[[", null, true]}') == {"a": [1, -2.5, "[[[[", None, True]}
    assert read_json(b"[" * DEPTH + b"]" * DEPTH)
    assert read_json(b'"' + b'\\"[' * 30_000 + b'"') == '"[' * 30_000
    assert read_json(b'{"digest":"' + b"1" * 64 + b'"}') == {"digest": "1" * 64}, "digits in a text are no number"


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"[" * (DEPTH + 1) + b"]" * (DEPTH + 1), "nested more than 64 deep"),
        (b"[" * 3_000_000, "values"),
        (b'{"a":' * 100_000, "nested"),
        (b"[" + b"1," * 1_000_000 + b"1]", "more than 200,000 values"),
        (b"9" * 41, "more than 40 digits"),
        (b'{"a": ' + b"9" * 4_000 + b"}", "more than 40 digits"),
        (b'"' + b"x" * 100_001 + b'"', "more than 100,000 characters"),
        (b'"' * 3_999_999, "characters|delimiter|Extra"),
        (b'"\\' * 1_999_999, "characters"),
        (b" " * 4_000_001, "longer than 4 MB"),
    ],
)
def test_what_is_too_much_is_refused(raw: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_json(raw)


def test_what_is_too_much_is_measured_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded.json, "loads", lambda *args, **more: pytest.fail("it was read"))
    with pytest.raises(TooMuch):
        read_json(b"[[]" * 100_000)


@pytest.mark.parametrize(
    "raw", [b"NaN", b"[Infinity]", b'{"a": -Infinity}', b"1e999", b"-1e999", b"\xff", "1".encode("utf-16")]
)
def test_what_is_no_number_or_no_text_is_refused(raw: bytes) -> None:
    with pytest.raises(ValueError):
        read_json(raw)


def test_only_ordinary_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"text")
    assert read_ordinary(file) == b"text"
    with pytest.raises(NotOrdinary, match="a folder"):
        read_ordinary(tmp_path)
    with pytest.raises(NotOrdinary, match="larger than 0 MB"):
        read_ordinary(file, 3)
    with pytest.raises(FileNotFoundError):
        read_ordinary(tmp_path / "none")
    if os.name == "posix":
        os.mkfifo(tmp_path / "pipe")
        for special in (tmp_path / "pipe", Path("/dev/zero")):
            with pytest.raises(NotOrdinary, match="not an ordinary file"):
                read_ordinary(special)


def test_a_link_that_leads_out_is_not_inside(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "out").write_bytes(b"")
    (home / "in").write_bytes(b"")
    assert inside(home / "in", home) and not inside(home / ".." / "out", home)
    (home / "link").symlink_to(tmp_path / "out")
    (home / "circle").symlink_to(home / "circle")
    assert not inside(home / "link", home)
    assert not inside(Path("a\0b"), home)
