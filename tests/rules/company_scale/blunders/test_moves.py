"""Moves that make no sense."""

from __future__ import annotations

import pytest

from rules.company_scale.blunders.moves import ColumnUnderFire, HeadquartersNear, ThereAndBack
from rules.company_scale.scenario import VictoryHex
from tests.rules.company_scale.helpers.ambushes import FFI, INFANTRY, ffi, with_ambushers
from tests.rules.company_scale.helpers.leaving import OPEN, US, column
from tests.rules.company_scale.helpers.moves import next_chit
from tests.rules.company_scale.helpers.tables import DIVISIONS, activation, ge, us
from tests.rules.company_scale.helpers.watched import Watched

HQ = us("17.35", hq="formation", command_range=9, deployed=False, formation="r141")


@pytest.mark.parametrize(("value", "seen"), [(5, 1), (4, 0)])
def test_a_move_that_ends_in_column_under_fire_is_counted(value: int, seen: int) -> None:
    pieces = {"a": column("12.32"), "x": ge("12.35", fire=("red", value, 2))}
    eye = Watched(activation(OPEN, pieces, US), ColumnUnderFire())
    assert eye.march("a", "12.33") == []
    assert [one.text for one in eye.end()] == [f"a from 12.32 to 12.33, {value} points"] * seen


@pytest.mark.parametrize(("friend", "seen"), [("10.30", 0), ("12.33", 1)])
def test_one_that_takes_a_victory_hex_is_not_but_one_that_joins_a_friend_there_is(friend: str, seen: int) -> None:
    pieces = {"a": column("12.32"), "b": us(friend), "x": ge("12.35", fire=("red", 9, 2))}
    hill = VictoryHex(1233, "The hill", "red", {"allied": 4})
    eye = Watched(activation(OPEN, pieces, US, victory=[hill]), ColumnUnderFire())
    eye.march("a", "12.33")
    assert len(eye.end()) == seen


def test_one_that_stays_or_has_deployed_is_not() -> None:
    pieces = {"a": column("12.33"), "b": us("13.33"), "x": ge("12.35", fire=("red", 9, 2))}
    assert Watched(activation(OPEN, pieces, US), ColumnUnderFire()).end() == []
    eye = Watched(activation(OPEN, {**pieces, "a": column("12.32"), "hq": HQ}, US), ColumnUnderFire())
    eye.march("a", "12.33")
    eye.do("change_formation", unit="a")
    assert eye.end() == []


@pytest.mark.parametrize(("to", "seen"), [("14.35", 1), ("18.35", 0)])
def test_headquarters_that_drive_to_the_enemy_are_counted(to: str, seen: int) -> None:
    way = {"14.35": ["16.35", "15.34", "14.35"], "18.35": ["18.35"]}[to]
    eye = Watched(activation(OPEN, {"hq": HQ, "x": ge("12.34")}, US), HeadquartersNear())
    eye.march("hq", *way)
    assert len(eye.end()) == seen


def test_an_ambush_on_the_way_is_not_the_fault_of_headquarters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DIVISIONS, "ffi", FFI)
    hidden = {"amb1": ffi("24.20", never_column=True, place="reserve")}
    lonely = ge("26.23", hq="formation", command_range=9, deployed=False)
    eye = Watched(with_ambushers({"x": lonely, "i": INFANTRY, **hidden}), HeadquartersNear())
    eye.do("move", units=("x",))
    eye.do("step", to="27.23", by="terrain")
    eye.table.dice(0)
    eye.do("ambush", hex="28.24", unit="amb1")
    eye.do("stop")
    assert eye.table.where("amb1") == "28.24" and eye.end() == []


def test_a_move_that_takes_the_last_one_back_is_counted() -> None:
    pieces = {"a": column("12.32"), "hq": HQ, "x": ge("19.30")}
    eye = Watched(activation(OPEN, pieces, US, cup=("division:d36",)), ThereAndBack())
    assert eye.march("a", "12.33") == []
    next_chit(eye.table, "division:d36")
    assert eye.march("a", "12.32") == [("allied", "a from 12.33 back to 12.32", 1)]
    assert eye.march("a", "12.33") == [("allied", "a from 12.32 back to 12.33", 1)]


def test_one_that_goes_on_elsewhere_is_not() -> None:
    eye = Watched(activation(OPEN, {"a": column("12.32"), "hq": HQ}, US), ThereAndBack())
    assert eye.march("a", "12.33") == [] and eye.march("a", "12.34") == []
