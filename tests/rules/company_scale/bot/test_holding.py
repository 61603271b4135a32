"""Who must not leave a victory hex: Hill 300 is not left empty for an assault downhill (27.2)."""

from __future__ import annotations

from rules.company_scale.bot.assault import goal_points, is_only_guard, leaves_goal
from rules.company_scale.bot.weights import weights_of
from rules.company_scale.scenario import VictoryHex
from rules.engine.evaluator import Manner
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, us

OPEN = board("\n".join(["............"] * 6), first="10.30")
US = "formation:r141"
HILL = VictoryHex(1432, "The hill", "red", {"allied": 4, "german": 2})
WEIGHTS = weights_of(Manner())


def table(**pieces: Piece) -> TableTop:
    """Return a position with a hill worth six points."""
    return activation(OPEN, pieces, US, victory=[HILL])


def test_the_last_unit_stays_while_an_enemy_is_near() -> None:
    game = table(a=us("14.32"), x=ge("16.32")).game
    assert goal_points(game, 1432) == 6 and goal_points(game, 1433) == 0
    assert is_only_guard(game, "a", WEIGHTS)


def test_it_may_go_where_nobody_comes_or_a_friend_stays() -> None:
    assert not is_only_guard(table(a=us("14.32")).game, "a", WEIGHTS)
    both = table(a=us("14.32"), b=us("14.32"), x=ge("16.32")).game
    assert not is_only_guard(both, "a", WEIGHTS) and leaves_goal(both, 1432, ["a", "b"], WEIGHTS)


def test_nobody_guards_a_hex_that_counts_for_nothing() -> None:
    assert not is_only_guard(table(a=us("13.32"), x=ge("16.32")).game, "a", WEIGHTS)
