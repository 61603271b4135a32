"""Random play beside other programs' work."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from rules.__main__ import main
from rules.systems import find
from rules.tools import bench
from rules.tools.bench import games_of, queue, random_play, rates


def test_without_python_chess_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    assert main(["bench", "--beside"]) == 2
    assert 'python-chess is not installed. "--beside" needs the extra "bench"' in capsys.readouterr().err


def test_every_rate_stands_beside_that_of_chess(monkeypatch: pytest.MonkeyPatch) -> None:
    speeds = {"chess": 8.0, "ours": 2.0, "queue": 80.0}
    monkeypatch.setattr(bench, "rate_of", lambda work, seed: speeds[work(seed)])
    monkeypatch.setattr(bench, "queue", lambda seed: "queue")
    ours: Any = lambda seed: "ours"  # noqa: E731
    chess: Any = lambda seed: "chess"  # noqa: E731
    found = list(rates([("a game", ours, 0.5)], chess))
    assert [(rate.rate, rate.share, rate.wanted) for rate in found] == [(8, 1, 0), (2, 0.25, 0.5), (80, 10, 0)]


def test_the_table_marks_what_stays_below_its_share(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = [bench.Rate("slow", 10.0, 0.25, 0.5), bench.Rate("quick", 20.0, 0.5, 0.5)]
    monkeypatch.setattr(bench, "chess_games", lambda: queue)
    monkeypatch.setattr(bench, "rates", lambda games, moves: iter(told))
    monkeypatch.setattr(bench, "calibration", lambda: 0.05)
    assert main(["bench", "--beside"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()][2:]
    assert lines == [["slow", "10", "0.25", "0.50", "below"], ["quick", "20", "0.5", "0.50"]]


def test_the_usual_games_have_a_share_of_chess_to_reach_and_others_none() -> None:
    assert [(name.split(",")[0], wanted) for name, _, wanted in games_of("")] == [
        ("first-light", 1 / 2), ("montelimar-campaign", 1 / 3),
    ]  # fmt: skip
    assert [wanted for _, _, wanted in games_of("rolins-night")] == [0.0]


def test_a_work_does_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "DECISIONS", 400)
    monkeypatch.setattr(bench, "ENTRIES", 1000)
    assert random_play(*find("first-light"))(1) == 400 and queue(1) == 1000
