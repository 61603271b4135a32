"""The command `blunders`: a table of what people would laugh at, with examples."""

from __future__ import annotations

import re

from rules.systems import find
from rules.testing.blunders import ENDLESS, Watched
from rules.testing.gear import BlunderCounter
from rules.tools.parallel import workers
from rules.tools.series import blunder_table, blunders


class Dance(BlunderCounter):
    name = "dances"
    wanted = 1


class Idle(BlunderCounter):
    name = "idle units"
    wanted = None
    is_share = True


def games() -> list[Watched]:
    one = Watched(1, {("dances", "red"): 3, ("idle units", "blue"): 1}, {("idle units", "blue"): 4})
    return [one, Watched(2, {("dances", "blue"): 1, (ENDLESS, "red"): 1}, seconds={"red": [0.001, 0.002, 0.1]})]


def test_each_act_is_told_a_game_beside_its_limit() -> None:
    lines = [line.split() for line in blunder_table(("red", "blue"), [Dance(), Idle()], games())]
    assert lines[0] == ["in", "a", "game", "red", "blue", "both", "wanted"]
    assert lines[1] == ["dances", "1.50", "0.50", "2.00", "≤", "1", "(more)"]
    assert lines[2] == ["idle", "units", "-", "25%", "25%", "-"]


def test_thinking_is_told_for_the_seats_that_did() -> None:
    *_, last = blunder_table(("red", "blue"), [], games())
    assert last == "red: 2 decisions per game, median 2.00 ms each, 95 % within 100.0, at most 100."


def test_games_are_the_same_however_many_are_played_side_by_side() -> None:
    with workers(1) as one, workers(2) as two:
        found, again = (
            blunders(pool, *find("07-1-2-line-of-sight"), ["regular"], range(3, 6), say=lambda line: None)
            for pool in (one, two)
        )
    assert [game.seed for game in found] == [3, 4, 5]
    assert [(game.counts, game.examples) for game in found] == [(game.counts, game.examples) for game in again]


def test_examples_are_told_act_by_act() -> None:
    said = list[str]()
    with workers(1) as pool:
        blunders(pool, *find("first-light"), ["random", "regular"], [1], limit=300, examples=1, say=said.append)
    assert said[-2] == "games that do not end:"
    assert re.fullmatch(r"  seed 1 \[\d+\] (german|allied): not over after 300 decisions", said[-1])
