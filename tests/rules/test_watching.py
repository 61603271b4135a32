"""The command `silly`: a table of what people would laugh at, with examples."""

from __future__ import annotations

import re

import pytest

from rules.__main__ import main
from rules.engine.silly import ENDLESS, Act, Watched
from rules.systems import find
from rules.watching import silly, table


class Dance(Act):
    name = "dances"
    wanted = 1


class Idle(Act):
    name = "idle units"
    wanted = None
    is_share = True


def games() -> list[Watched]:
    one = Watched(1, {("dances", "red"): 3, ("idle units", "blue"): 1}, {("idle units", "blue"): 4})
    return [one, Watched(2, {("dances", "blue"): 1, (ENDLESS, "red"): 1}, seconds={"red": [0.001, 0.002, 0.1]})]


def test_each_act_is_told_a_game_beside_its_limit() -> None:
    lines = [line.split() for line in table(("red", "blue"), [Dance(), Idle()], games())]
    assert lines[0] == ["in", "a", "game", "red", "blue", "both", "wanted"]
    assert lines[1] == ["dances", "1.50", "0.50", "2.00", "≤", "1", "(more)"]
    assert lines[2] == ["idle", "units", "-", "25%", "25%", "-"]


def test_thinking_is_told_for_the_seats_that_did() -> None:
    *_, last = table(("red", "blue"), [], games())
    assert last == "red: 2 decisions a game; one takes 2.00 ms in the median, 100.0 in 95 %, 100 at most."


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_are_the_same_however_many_are_played_side_by_side(jobs: int) -> None:
    system, source = find("07-1-2-line-of-sight")
    found = silly(system, source, ["greedy-1"], range(3, 6), jobs=jobs, say=lambda line: None)
    assert [game.seed for game in found] == [3, 4, 5]
    again = silly(system, source, ["greedy-1"], range(3, 6), jobs=1, say=lambda line: None)
    assert [(game.counts, game.examples) for game in found] == [(game.counts, game.examples) for game in again]


def test_the_command_prints_table_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["silly", "greedy-1", "--scenario", "first-light", "--games", "1", "--jobs", "1", "--examples", "1"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert re.search(r"^direct commands left at the end +\d+\.00 +\d+\.00 +\d+\.00  ≤ 10 \(more\)$", out, re.M)
    assert re.search(r"^  seed 1 \[\d+\] (allied|german): .+ ends with \d+ direct commands$", out, re.M)
    assert re.search(r"^games that do not end +0\.00 +0\.00 +0\.00  ≤ 0$", out, re.M)


def test_a_game_cut_short_is_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["silly", "random", "greedy-1", "--scenario", "first-light", "--games", "1", "--jobs", "1", "--limit", "9"]
    assert main(words) == 1
    assert "≤ 0 (more)" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["nobody"], ["random", "--games", "0"], ["random", "random", "random"]])
def test_bad_words_get_a_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["silly", *words, "--scenario", "first-light"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
