"""Games side by side: in this process or in others, and no further once nobody listens."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from threading import Event

import pytest

from rules.tools.parallel import TaskProgress, each, loaded, workers


def test_one_job_is_done_in_this_process_and_more_in_others() -> None:
    with workers(1) as one, workers(2) as two:
        assert isinstance(one, ThreadPoolExecutor) and isinstance(two, ProcessPoolExecutor)
        assert list(each(one, abs, [-2, 1, -3])) == list(each(two, abs, [-2, 1, -3])) == [2, 1, 3]


def test_what_is_not_listened_to_any_more_is_not_played() -> None:
    played, gate = list[int](), Event()

    def play(task: int) -> int:
        played.append(task)
        assert not task or gate.wait(60)
        return task

    with ThreadPoolExecutor(1) as pool:
        results = each(pool, play, range(1000))
        assert next(results) == 0
        results.close()
        gate.set()
    assert len(played) <= 2


def test_an_error_comes_out() -> None:
    with workers(1) as pool, pytest.raises(ZeroDivisionError):
        list(each(pool, lambda task: 1 // task, [1, 0]))


def test_a_scenario_is_loaded_once() -> None:
    system, scenario = loaded("command_cards", "last-attack")
    assert loaded("command_cards", "last-attack") == (system, scenario)
    assert loaded("command_cards", "last-attack")[1] is scenario


def test_progress_tells_what_is_left() -> None:
    times = iter([0.0, 30.0, 60.0, 90.0])
    progress = TaskProgress(10, lambda: next(times))
    assert [progress.told() for _ in range(3)] == ["1 of 10, 4 min left", "2 of 10, 4 min left", "3 of 10, 4 min left"]
    times = iter([0.0, 3.0])
    assert TaskProgress(4, lambda: next(times)).told() == "1 of 4, 9 s left"


def test_without_the_package_a_cluster_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(LookupError, match=r'needs the extra "cluster": python -m pip install'), workers(0, "tcp://x"):
        pass
