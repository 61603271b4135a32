"""Chits that do nothing, and units made active for nothing."""

from __future__ import annotations

from rules.company_scale.blunders.activations import IdleUnits, WastedChits
from tests.rules.company_scale.helpers.leaving import OPEN, US, column
from tests.rules.company_scale.helpers.tables import activation, ge, us
from tests.rules.company_scale.helpers.watched import Watched

PIECES = {"a": column("12.32"), "b": us("13.34"), "x": ge("19.35")}


def test_a_chit_with_which_nobody_acts_is_counted() -> None:
    (seen,) = Watched(activation(OPEN, PIECES, US), WastedChits()).end()
    assert seen == ("allied", "141st Regiment: none of 2 units acts", 1)


def test_passing_is_not_acting() -> None:
    eye = Watched(activation(OPEN, PIECES, US), WastedChits())
    assert eye.do("pass_unit", unit="a") == []
    assert len(eye.end()) == 1


def test_one_unit_that_moves_or_changes_formation_is_enough() -> None:
    eye = Watched(activation(OPEN, PIECES, US), WastedChits())
    assert eye.march("a", "12.33") == [] and eye.end() == []
    eye = Watched(activation(OPEN, PIECES, US), WastedChits())
    assert eye.do("change_formation", unit="b") == [] and eye.end() == []


def test_so_is_an_assault_prepared() -> None:
    pieces = {"a": us("12.32"), "x": ge("12.33")}
    eye = Watched(activation(OPEN, pieces, US, prepare=True), WastedChits())
    assert eye.do("place_assault", hex="12.33") == []
    assert eye.end() == []


def test_a_chit_that_costs_nothing_is_not_counted() -> None:
    pieces = {"a": us("12.32", formation="cav117"), "x": ge("19.35")}
    assert Watched(activation(OPEN, pieces, "division:butler"), WastedChits()).end() == []


def test_idle_units_are_a_share_of_the_active_ones() -> None:
    act = IdleUnits()
    eye = Watched(activation(OPEN, PIECES, US), act)
    eye.march("a", "12.33")
    assert eye.end() == [("allied", "141st Regiment: 1 of 2", 1)]
    assert act.base() == {"allied": 2}
