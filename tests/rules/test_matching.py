"""Matches of bots: pairs with sides swapped, intervals, an early end, and going on where one stopped."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.matching import ENOUGH, Interval, Pair, is_decided, lead, match, play_pair, read_log, told
from rules.systems import find

BOTS = ("greedy-1", "random")


def pairs(*shares: float) -> list[Pair]:
    return [Pair(seed, (share, share), (4.0 * share, -1.0)) for seed, share in enumerate(shares)]


def test_an_interval_is_that_of_the_mean() -> None:
    assert Interval.of([0.0, 1.0, 1.0, 0.0]) == Interval(
        0.5, pytest.approx(0.5 - 0.5658, abs=1e-3), pytest.approx(1.0658, abs=1e-3)
    )
    assert Interval.of([0.3]) == Interval(0.3, -inf, inf)


def test_a_match_is_decided_only_after_enough_pairs_and_beyond_doubt() -> None:
    assert not is_decided(pairs(*[1.0] * (ENOUGH - 1)))
    assert is_decided(pairs(*[1.0] * ENOUGH)) and is_decided(pairs(*[0.0] * ENOUGH))
    assert not is_decided(pairs(*[0.0, 1.0] * ENOUGH))


def test_the_lead_is_told_where_a_result_counts_by_seat() -> None:
    assert lead({"points": {"german": 7, "allied": 9}}, "allied") == 2
    assert lead({"medals": {"german": 6, "allied": 2}}, "allied") == -4
    assert lead({"points": 12, "winner": "allied"}, "allied") is None and lead({}, "allied") is None


def test_a_pair_is_played_with_sides_swapped_and_the_same_each_time() -> None:
    once = play_pair("command_cards", "last-attack", BOTS, 3)
    assert once == play_pair("command_cards", "last-attack", BOTS, 3)
    assert once.won == (1.0, 1.0) and once.lead is not None and min(once.lead) > 0  # greedy wins on either side
    again = play_pair("command_cards", "last-attack", ("random", "greedy-1"), 3)
    assert again.won == (0.0, 0.0)


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    log, said = tmp_path / "pairs.jsonl", list[str]()
    system, source = find("last-attack", "")
    first = match(system, source, BOTS, range(1, 3), jobs=1, log=log, say=said.append)
    assert [pair.seed for pair in first] == [1, 2] and len(log.read_text().splitlines()) == 2
    with log.open("a") as file:
        file.write('{"torn\n{"match": ["toy", "x", "a", "b"], "seed": 3}\n')
    more = match(system, source, BOTS, range(1, 4), jobs=1, log=log, say=said.append)
    assert more[:2] == first and [pair.seed for pair in more] == [1, 2, 3]
    assert "2 pairs of this match are in" in " ".join(said)
    assert len(read_log(log, "command_cards", str(source), BOTS)) == 3
    assert read_log(log, "command_cards", str(source), ("random", "greedy-1")) == []


def test_the_line_tells_share_and_margin_with_their_intervals() -> None:
    assert told(BOTS, pairs(*[1.0, 0.0] * 50)) == (
        "100 pairs: greedy-1 wins 50% [40%, 60%] of the games against random, +0.5 points [+0.3, +0.7]"
    )


def test_the_command_says_how_the_match_stands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "greedy-1", "random", "--scenario", "last-attack", "--pairs", "1", "--jobs", "1"]) == 0
    assert "last-attack: 1 pairs: greedy-1 wins 100%" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["greedy-1", "nobody"], ["greedy-1", "random", "--pairs", "0"]])
def test_bad_words_get_a_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *words, "--scenario", "last-attack"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
