"""Results of games between computers: intervals, and the files they are kept in."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from rules.opponent.self_play import GamesLog, Interval


def test_an_interval_is_that_of_the_mean() -> None:
    found = Interval.of([0.0, 1.0, 1.0, 0.0])
    assert (found.mean, found.low, found.high) == pytest.approx((0.5, 0.5 - 0.5658, 1.0658), abs=1e-3)
    assert Interval.of([0.3]) == Interval(0.3, -inf, inf)


def test_groups_weigh_the_same_whatever_their_size() -> None:
    found = Interval.together([[1.0, 0.0] * 2, [1.0, 1.0, 1.0, 0.0] * 25])
    assert found.mean == pytest.approx(0.625)
    wide, narrow = Interval.of([1.0, 0.0] * 2), Interval.of([1.0, 1.0, 1.0, 0.0] * 25)
    halves = [(one.high - one.mean) / 2 for one in (wide, narrow)]
    assert found.high - found.mean == pytest.approx((halves[0] ** 2 + halves[1] ** 2) ** 0.5)
    assert Interval.together([[1.0, 0.0], [1.0]]) == Interval(0.75, -inf, inf)


def test_a_share_has_an_interval_within_0_and_1_even_at_the_ends() -> None:
    found = Interval.of_share(58, 100)
    assert (found.mean, found.low, found.high) == pytest.approx((0.58, 0.482, 0.672), abs=1e-3)
    none = Interval.of_share(0, 10)
    assert (none.mean, none.low) == (0, 0) and none.high == pytest.approx(0.278, abs=1e-3)


def test_intervals_in_words() -> None:
    assert str(Interval(0.59, 0.52, 1.2)) == "59% [52%, 100%]"
    assert Interval(0.7, -0.1, 1.5).signed() == "+0.7 [-0.1, +1.5]"
    assert Interval.of([0.7]).signed() == "+0.7"


def test_a_run_finds_its_own_results_again_and_passes_over_all_else(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    log = GamesLog(path, "match", ["toy", "duel", "a", "b"])
    assert log.read(lambda entry: entry["seed"]) == []
    log.add({"seed": 1})
    GamesLog(path, "match", ["toy", "duel", "b", "a"]).add({"seed": 2})
    GamesLog(path, "balance", ["toy", "duel", "a", "b"]).add({"seed": 3})
    with path.open("a") as file:
        file.write('{"torn\n[1]\n{"match": ["toy", "duel", "a", "b"]}\n')
    log.add({"seed": 4})
    assert log.read(lambda entry: entry["seed"]) == [1, 4]


def test_a_line_torn_at_the_end_takes_no_other_with_it(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b'{"match": ["toy"], "title": "caf\xc3')
    log = GamesLog(path, "match", ["toy"])
    log.add({"seed": 1})
    log.add({"seed": 2})
    assert log.read(lambda entry: entry["seed"]) == [1, 2] and path.read_bytes().count(b"\n") == 3


def test_no_file_keeps_nothing() -> None:
    log = GamesLog(None, "match", [])
    log.add({"seed": 1})
    assert log.read(lambda entry: entry) == []
