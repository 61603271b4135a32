"""Garbage: left alone while a program starts, and the program itself is never taken for any."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from rules.engine.memory import collect_again, collect_later


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
