"""Direct commands and dispatch points thrown away."""

from __future__ import annotations

from rules.company_scale.blunders.moves import CommandsLeft, DispatchLeft, PaidForNothing
from tests.rules.company_scale.helpers.leaving import OPEN
from tests.rules.company_scale.helpers.tables import activation, us
from tests.rules.company_scale.helpers.turns import start_of
from tests.rules.company_scale.helpers.watched import Watched

PIECES = {"a": us("12.32"), "b": us("13.33"), "hq": us("11.31", hq="division", command_range=9)}


def direct() -> Watched:
    table = activation(OPEN, PIECES, "command:allied", dice=(4,))
    return Watched(table, PaidForNothing())


def test_what_is_left_at_the_end_is_counted_for_each_division_in_play() -> None:
    starts = {"d36": start_of(commands=7, dispatch=2), "pz11": start_of(commands=9)}
    game = activation(OPEN, PIECES, "formation:r141", divisions=starts).game
    assert [(seen.seat, seen.times) for seen in CommandsLeft().end(game)] == [("allied", 7)]
    assert [(seen.seat, seen.times) for seen in DispatchLeft().end(game)] == [("allied", 2)]


def test_a_unit_paid_for_that_passes_is_counted() -> None:
    eye = direct()
    assert eye.do("activate", unit="a") == []
    (seen,) = eye.do("pass_unit", unit="a")
    assert seen == ("allied", "a, 12.32", 1)


def test_so_is_one_that_is_left_when_the_activation_ends() -> None:
    eye = direct()
    eye.do("activate", unit="b")
    assert [seen.text for seen in eye.end()] == ["b, 13.33"]


def test_one_that_changes_formation_or_acts_is_not() -> None:
    eye = direct()
    eye.do("activate", unit="a")
    eye.do("change_formation", unit="a")
    assert eye.do("pass_unit", unit="a") == []
    eye.do("activate", unit="b")
    eye.do("change_formation", unit="b")
    assert eye.march("b", "13.34") == [] and eye.end() == []
