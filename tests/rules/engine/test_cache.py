"""The cache: what is kept comes back, what is damaged does not, and nothing grows without end."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from rules.engine import cache
from rules.engine.folders import cache_dir


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path))


STEP = 100
"""The nanoseconds that NTFS counts by."""


@pytest.fixture(autouse=True)
def _dates_as_ntfs_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.utime

    def rounded(path: Path, ns: tuple[int, int]) -> None:
        real(path, ns=(ns[0] // STEP * STEP, ns[1] // STEP * STEP))

    monkeypatch.setattr(os, "utime", rounded)


def test_what_is_kept_comes_back() -> None:
    key = cache.digest(b"a", b"b")
    assert cache.recall("things", key) is None
    cache.keep("things", key, b"body")
    assert cache.recall("things", key) == b"body"
    assert [path.name for path in (cache_dir() / "things").iterdir()] == [key]


def test_keys_tell_parts_apart() -> None:
    assert len({cache.digest(b"ab"), cache.digest(b"a", b"b"), cache.digest(b"", b"ab"), cache.digest(b"ab", b"")}) == 4


@pytest.mark.parametrize("damage", [b"", b"chitpull-cache/1\n", b"something else", None])
def test_what_is_damaged_is_as_if_it_were_not_there(damage: bytes | None) -> None:
    cache.keep("things", "k", b"a long body")
    place = cache_dir() / "things" / "k"
    whole = place.read_bytes()
    for content in [damage] if damage is not None else [whole[:-1], whole[:-1] + b"?", whole + b"?", whole[1:]]:
        place.write_bytes(content)
        assert cache.recall("things", "k") is None
    cache.keep("things", "k", b"a long body")
    assert cache.recall("things", "k") == b"a long body"


def test_the_oldest_things_are_forgotten() -> None:
    for i in range(150):
        cache.keep("things", f"{i:03}", b"")
        os.utime(cache_dir() / "things" / f"{i:03}", ns=(i * STEP, i * STEP))
    assert len(list((cache_dir() / "things").iterdir())) <= 129
    assert cache.recall("things", "000") is None
    assert cache.recall("things", "149") == b""


def test_large_things_leave_room_for_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_BYTES", 1000)
    for i in range(6):
        cache.keep("things", str(i), bytes(250))
        os.utime(cache_dir() / "things" / str(i), ns=(i * STEP, i * STEP))
    assert sorted(path.name for path in (cache_dir() / "things").iterdir()) == ["3", "4", "5"]
    cache.keep("things", "whole", bytes(2000))
    assert [path.name for path in (cache_dir() / "things").iterdir()] == ["whole"]


def test_a_home_that_cannot_be_written_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "file"))
    cache.keep("things", "k", b"body")
    assert cache.recall("things", "k") is None


def test_a_fingerprint_changes_with_a_file(tmp_path: Path) -> None:
    before = cache.fingerprint(tmp_path)
    (tmp_path / "module.py").write_text("x")
    assert cache.fingerprint(tmp_path) != before
    assert cache.fingerprint(tmp_path / "nowhere") == cache.fingerprint()


def test_a_file_that_another_program_deletes_meanwhile_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"x")
    real = os.scandir

    def vanishing(folder: Path) -> Any:
        with real(folder) as entries:
            seen = list(entries)
        os.unlink(tmp_path / "a")
        return nullcontext(seen)

    monkeypatch.setattr(os, "scandir", vanishing)
    assert cache.fingerprint(tmp_path) != b"[]"
    (tmp_path / "a").write_bytes(b"x")
    cache._prune(tmp_path)
    monkeypatch.setattr(os, "scandir", real)
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


def test_what_was_prepared_is_found_after_the_player_s_own_and_never_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.keep("things", "k", b"prepared")
    cache_dir().rename(tmp_path / "prepared")
    monkeypatch.setenv("CHITPULL_PREPARED", str(tmp_path / "prepared"))
    assert cache.recall("things", "k") == b"prepared"
    cache.keep("things", "k", b"own")
    assert cache.recall("things", "k") == b"own"
    (cache_dir() / "things" / "k").write_bytes(b"damaged")
    assert cache.recall("things", "k") == b"prepared"
    (tmp_path / "prepared" / "things" / "k").write_bytes(b"damaged")
    assert cache.recall("things", "k") is None
    assert [path.name for path in (tmp_path / "prepared" / "things").iterdir()] == ["k"]
