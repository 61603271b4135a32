"""Garbage is left alone while a program starts, the program itself is never taken for any; numpy starts no threads."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.engine.memory import (
    collect_again,
    collect_later,
    evict_oldest,
    pause_collecting,
    peak_memory,
    peak_text,
    resume_collecting,
    return_memory,
)

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.enable()
    gc.unfreeze()


def test_a_start_leaves_garbage_until_it_has_ended() -> None:
    with collect_later():
        assert not gc.isenabled()
        collect_again()
        assert gc.isenabled()
    assert gc.isenabled()


def test_a_start_that_fails_leaves_no_garbage_for_ever() -> None:
    with pytest.raises(RuntimeError), collect_later():
        raise RuntimeError
    assert gc.isenabled()


def test_what_stands_at_the_end_of_a_start_is_never_looked_at_again() -> None:
    stands = [object()]
    collect_again()
    assert gc.get_freeze_count() and not any(one is stands for one in gc.get_objects())


def test_what_refers_to_itself_is_given_back() -> None:
    class Knot:
        def __init__(self) -> None:
            self.me = self

    with collect_later():
        left = weakref.ref(Knot())
        assert left() is not None
        return_memory()
        assert left() is None


@pytest.mark.parametrize("given", [None, "3"])
def test_numpy_starts_no_threads_unless_somebody_asks_for_them(given: str | None) -> None:
    surroundings = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    if given is not None:
        surroundings["OPENBLAS_NUM_THREADS"] = given
    code = "import os; from rules.__main__ import main; main(['check']); print(os.environ['OPENBLAS_NUM_THREADS'])"
    done = subprocess.run([sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == (given or "1")


def test_the_oldest_makes_room_for_the_newest() -> None:
    kept = {1: "a", 2: "b", 3: "c"}
    evict_oldest(kept, 4)
    assert kept == {1: "a", 2: "b", 3: "c"}
    evict_oldest(kept, 2)
    assert kept == {3: "c"}


def test_windows_tells_no_peak_and_the_others_do(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "win32":
        assert (peak_memory() or 0) > 1e6 and peak_text().endswith(" MB at most")
    monkeypatch.setattr("sys.platform", "win32")
    assert peak_memory() is None and peak_text() == ""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts what started a program among its memory")
def test_the_memory_of_whoever_started_a_program_is_not_its_own() -> None:
    large = bytearray(200_000_000)
    asked = "from rules.engine.memory import peak_memory; print(peak_memory())"
    said = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert 0 < int(said) < len(large) // 2


def test_no_garbage_is_collected_until_the_last_thread_has_ended() -> None:
    one, other = object(), object()
    pause_collecting(one)
    pause_collecting(one)
    pause_collecting(other)
    assert not gc.isenabled()
    resume_collecting(one)
    assert not gc.isenabled()
    resume_collecting(other)
    assert gc.isenabled()
    resume_collecting(other)
    with collect_later():
        pause_collecting(one)
        resume_collecting(one)
        assert not gc.isenabled()  # as before


def test_a_start_that_ends_lets_no_garbage_be_collected_while_a_thread_works() -> None:
    one = object()
    with collect_later():
        pause_collecting(one)
    assert not gc.isenabled()
    collect_again()
    assert not gc.isenabled()
    resume_collecting(one)
    assert gc.isenabled()
