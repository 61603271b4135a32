"""Victory hexes given away."""

from __future__ import annotations

import pytest

from rules.company_scale.blunders.moves import VictoryHexLeft
from rules.company_scale.scenario import VictoryHex
from tests.rules.company_scale.helpers.leaving import US, column
from tests.rules.company_scale.helpers.preparing import OPEN
from tests.rules.company_scale.helpers.tables import activation, ge, us
from tests.rules.company_scale.helpers.watched import Watched

HILL = VictoryHex(1232, "The hill", "red", {"allied": 4})


@pytest.mark.parametrize(("enemy", "seen"), [("20.33", 1), ("21.33", 0)])  # 8 and 9 hexes away
def test_walking_off_with_the_enemy_near_is_counted(enemy: str, seen: int) -> None:
    pieces = {"a": column("12.32"), "x": ge(enemy)}
    eye = Watched(activation(OPEN, pieces, US, victory=[HILL]), VictoryHexLeft())
    assert eye.march("a", "12.33") == []
    assert [one.text for one in eye.end()] == ["12.32 (The hill) by a, 8 from the enemy, 4 points"] * seen


def test_not_if_somebody_stays_or_comes() -> None:
    pieces = {"a": column("12.32"), "b": us("12.32"), "x": ge("14.32")}
    eye = Watched(activation(OPEN, pieces, US, victory=[HILL]), VictoryHexLeft())
    eye.march("a", "12.33")
    assert eye.end() == []
    pieces = {"a": column("12.32"), "b": column("12.31"), "x": ge("17.32")}
    eye = Watched(activation(OPEN, pieces, US, victory=[HILL]), VictoryHexLeft())
    eye.march("a", "12.33")
    eye.march("b", "12.32")
    assert eye.end() == []


def test_assaulting_off_it_is_counted_though_nobody_can_act_any_more() -> None:
    marker = [("12.33", "prepared_assault", "allied")]
    table = activation(OPEN, {"a": us("12.32"), "x": ge("15.33")}, US, victory=[HILL], markers=marker)
    assert table.asked == ("allied", "assaults")
    eye = Watched(table, VictoryHexLeft())
    (seen,) = eye.do("confirm")
    assert table.where("a") == "12.33" and table.state.activity == {}
    assert seen.text == "12.32 (The hill) by a, 3 from the enemy, 4 points"
