"""Files that another program holds for a moment are tried again; what is refused for good is said in plain words."""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.engine import bounded
from rules.engine.bounded import read_ordinary
from rules.engine.record import RecordError, write_whole


def held(winerror: int = 32) -> OSError:
    """Return what Python raises on Windows, with a reason in the language of the system."""
    error = PermissionError(errno.EACCES, "Der Prozess kann nicht auf die Datei zugreifen")
    error.winerror = winerror  # type: ignore[attr-defined,unused-ignore]
    return error


class Busy:
    """Refuses a function a number of times, as a virus scanner does."""

    def __init__(self, function: Callable[..., object], times: int, error: OSError) -> None:
        self.function, self.left, self.error, self.tries = function, times, error, 0

    def __call__(self, *args: object, **more: object) -> object:
        self.tries += 1
        if self.left:
            self.left -= 1
            raise self.error
        return self.function(*args, **more)


@pytest.fixture(autouse=True)
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses made, none of which takes time."""
    made: list[float] = []
    monkeypatch.setattr(bounded, "sleep", made.append)
    return made


@pytest.mark.parametrize("winerror", bounded.HELD_BY_WINDOWS)
def test_a_file_held_for_a_moment_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waits: list[float], winerror: int
) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"old")
    monkeypatch.setattr(bounded.os, "replace", Busy(os.replace, bounded.TRIES - 1, held(winerror)))
    bounded.write_file(path, b"new")
    assert path.read_bytes() == b"new" and sum(waits) == pytest.approx(0.25)


def test_a_file_held_for_good_stays_and_the_sentence_names_the_other_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"old")
    monkeypatch.setattr(bounded.os, "replace", Busy(os.replace, 99, held()))
    with pytest.raises(RecordError, match="cannot be saved: another program has the file open"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["game"]


def test_what_nobody_holds_is_refused_at_once(tmp_path: Path, waits: list[float]) -> None:
    with pytest.raises(FileNotFoundError):
        bounded.replace(tmp_path / "none", tmp_path / "other")
    assert waits == []


def test_a_record_held_for_a_moment_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"a game")
    busy = Busy(os.open, 2, held())
    monkeypatch.setattr(bounded.os, "open", busy)
    assert read_ordinary(path) == b"a game" and busy.tries == 3


def test_the_system_speaks_english() -> None:
    assert bounded.why(OSError(errno.ENOSPC, "Es steht nicht genug Speicherplatz zur Verfügung")) == os.strerror(
        errno.ENOSPC
    )
    assert bounded.why(held()) == bounded.HELD
    assert bounded.why(ValueError("embedded null byte")) == "embedded null byte"


def kernel(changed: int, answer: int = 1) -> Callable[..., int]:
    """Return a stand-in for GetFileInformationByHandleEx that tells a time of change."""

    def ask(handle: ctypes.c_void_p, kind: int, info: object, size: int) -> int:
        assert handle.value == 77 and kind == 0, "FileBasicInfo of this file"
        assert size == ctypes.sizeof(bounded.BasicInfo) == 40, "as Windows lays it out"
        told = bounded.BasicInfo(1, 2, 3, changed, 32)
        ctypes.memmove(ctypes.cast(info, ctypes.c_void_p), ctypes.byref(told), size)
        return answer

    return ask


def test_windows_tells_the_time_of_change_and_fat_none() -> None:
    assert bounded.windows_change_time(kernel(133_000_000_000_000_007), 77) == 133_000_000_000_000_007
    assert bounded.windows_change_time(kernel(0), 77) is None
    assert bounded.windows_change_time(kernel(9, answer=0), 77) is None
