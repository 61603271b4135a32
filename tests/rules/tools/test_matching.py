"""Matches of bots: pairs with sides swapped, an early end, going on where one stopped, and anywhere the same."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.opponent.self_play import lead
from rules.systems import find
from rules.tools.matching import ENOUGH, Pair, PairTask, errors_at, is_decided, match, play_pair, told, told_together
from rules.tools.parallel import workers

BOTS = ("regular", "random")
SEATS = ("allied", "german")


def pairs(*shares: float) -> list[Pair]:
    return [Pair(seed, (share, share), (4.0 * share, -1.0)) for seed, share in enumerate(shares)]


def played(pool: Executor, seeds: range, **more: Any) -> tuple[list[Pair], list[str]]:
    said = list[str]()
    return match(pool, *find("last-attack", ""), BOTS, seeds, say=said.append, **more), said


class Scripted(Executor):
    """Has the first bot win every game."""

    def submit(self, play: Any, task: PairTask) -> Future[Pair]:
        """Return a pair at once."""
        future: Future[Pair] = Future()
        future.set_result(Pair(task.seed, (1.0, 1.0), None))
        return future


def test_a_match_is_decided_only_after_enough_pairs_and_beyond_doubt() -> None:
    assert not is_decided(pairs(*[1.0] * (ENOUGH - 1)))
    assert is_decided(pairs(*[1.0] * ENOUGH)) and is_decided(pairs(*[0.0] * ENOUGH))
    assert not is_decided(pairs(*[0.0, 1.0] * ENOUGH))


def test_looking_after_every_pair_costs_wider_intervals_at_first_and_in_the_long_run() -> None:
    widths = [errors_at(count) for count in (ENOUGH, 100, 10_000)]
    assert widths == pytest.approx([3.26, 3.04, 3.59], abs=0.01)


def test_equals_are_seldom_decided_for_one_of_them() -> None:
    random, wrong = Random(1), 0
    for _ in range(200):
        shares = [random.choice((0.0, 0.5, 0.5, 1.0)) for _ in range(120)]
        looks = (pairs(*shares[:count]) for count in range(ENOUGH, 121, 5))
        wrong += any(is_decided(look) for look in looks)
    assert wrong <= 0.05 * 200


def test_bots_as_good_as_even_are_decided_too() -> None:
    assert not is_decided(pairs(*[0.0, 0.5, 0.5, 1.0] * 25))
    assert is_decided(pairs(*[0.0, 0.5, 0.5, 1.0] * 150))


def test_the_lead_is_told_where_a_result_counts_by_seat() -> None:
    assert lead({"points": {"german": 7, "allied": 9}}, "allied") == 2
    assert lead({"medals": {"german": 6, "allied": 2}}, "allied") == -4
    assert lead({"points": -3, "leads": {"german": 3, "allied": -3}}, "german") == 3
    assert lead({"points": 12, "winner": "allied"}, "allied") is None and lead({}, "allied") is None


def test_a_pair_is_played_with_sides_swapped_and_the_same_each_time() -> None:
    task = PairTask("command_cards", "last-attack", BOTS, 3)
    once = play_pair(task)
    assert once == play_pair(task)
    assert once.won == (1.0, 1.0) and once.lead is not None and min(once.lead) > 0  # greedy wins on either side
    assert play_pair(task._replace(bots=("random", "regular"))).won == (0.0, 0.0)


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    log = tmp_path / "pairs.jsonl"
    with workers(1) as pool:
        first, _ = played(pool, range(1, 3), log=log)
        assert [pair.seed for pair in first] == [1, 2] and len(log.read_text().splitlines()) == 2
        more, said = played(pool, range(1, 4), log=log)
    assert more[:2] == first and [pair.seed for pair in more] == [1, 2, 3]
    assert said[0] == f"2 pairs of this match already in {log}." and said[1].startswith(
        "last-attack, 1 of 1, 0 s left: 3 pairs"
    )


def test_any_executor_plays_the_same_pairs() -> None:
    with workers(1) as one, workers(2) as two, ThreadPoolExecutor(3) as threads:
        found = [played(pool, range(1, 4))[0] for pool in (one, two, threads)]
    assert found[0] == found[1] == found[2]


def test_a_match_ends_once_it_is_decided_and_is_not_gone_on_with(tmp_path: Path) -> None:
    log = tmp_path / "pairs.jsonl"
    first, said = played(Scripted(), range(1, 31), log=log)
    assert len(first) == ENOUGH and said[-1] == "Decided."
    again, said = played(Scripted(), range(1, 41), log=log)
    assert again == first and len(said) == 1
    assert len(played(Scripted(), range(1, 31), early=False)[0]) == 30


def test_the_line_tells_share_sides_and_margin_with_their_intervals() -> None:
    assert told(BOTS, pairs(*[1.0, 0.0] * 50), SEATS) == (
        "100 pairs: regular wins 50% [40%, 60%] of the games against random (allied 50%, german 50%), "
        "+0.5 [+0.3, +0.7] points"
    )
    assert told(BOTS, [Pair(1, (1.0, 0.0), None)], SEATS) == (
        "1 pair: regular wins 50% [0%, 100%] of the games against random (allied 100%, german 0%)"
    )


def test_scenarios_weigh_the_same_together() -> None:
    line = told_together(BOTS, [pairs(*[1.0] * 20), pairs(*[0.0] * 100)])
    assert line == (
        "120 pairs over 2 scenarios: regular wins 50% [50%, 50%] of the games against random, +0.5 [+0.5, +0.5] points"
    )
    assert "points" not in told_together(BOTS, [pairs(1.0, 0.0)] * 2, alike=False)
