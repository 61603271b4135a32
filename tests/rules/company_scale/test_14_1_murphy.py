"""Murphy: his help in fire, in checks and in assaults, and when he is gone (14.1)."""

from __future__ import annotations

import pytest

from rules.company_scale.scenario import DivisionStart
from tests.rules.company_scale.helpers.assaults import attack
from tests.rules.company_scale.helpers.fires import compose, entry, parts, shoot, value
from tests.rules.company_scale.helpers.heroes import BOTH, GE, HERE, MURPHY, active, places
from tests.rules.company_scale.helpers.preparing import go, prepared
from tests.rules.company_scale.helpers.tables import ge, named, us


@pytest.mark.clause("CSS-14.1-10", "CSS-14.1-12")
def test_murphy_helps_the_direct_fire_of_his_regiment_and_no_other() -> None:
    pieces = {"a": us(HERE), "b": us(HERE, formation="r142"), "y": ge("12.33", fire=None)}
    table = active(pieces, MURPHY, BOTH)
    compose(table, "a", "12.33").do("use_leader", leader="murphy")
    assert (value(table), parts(table)["b"]) == (5, 1)
    table.do("cancel")
    compose(table, "b", "12.33")
    assert table.refused("use_leader", leader="murphy") == ["8.3.2"]


@pytest.mark.clause("CSS-14.1-12")
def test_murphy_helps_opportunity_fire_and_no_mortar() -> None:
    pieces = {"m": ge("12.33", deployed=False), "a": us(HERE)}
    table = active(pieces, MURPHY, GE)
    table.do("move", units=("m",))
    table.step("12.34")
    compose(table, "a", "12.33").do("use_leader", leader="murphy")
    assert parts(table)["b"] == 1
    mortar = us(HERE, fire=None, indirect=("black", 3, 6), symbol="mortar")
    table = active({"m": mortar, "o": us("12.34"), "y": ge("12.35", fire=None)}, MURPHY)
    table.do("indirect_fire", unit="m", hex="12.35")
    assert table.decision.subject["fire_value"] == 3
    assert "use_leader" not in table.verbs()


@pytest.mark.clause("CSS-14.1-13", "CSS-14.1-24")
@pytest.mark.parametrize(("die", "box"), [(1, "out"), (2, "available"), (4, "available")])
def test_murphy_is_gone_on_a_1_after_use(die: int, box: str) -> None:
    table = active({"a": us(HERE), "y": ge("12.33", fire=None)}, MURPHY)
    compose(table, "a", "12.33").do("use_leader", leader="murphy")
    table.dice(9, die).do("confirm")
    assert places(table) == {"murphy": box}
    table = active({"a": us(HERE), "y": ge("12.33", fire=None)}, MURPHY)
    events = shoot(table, "a", "12.33", 9)
    assert [e["purpose"] for e in named(events, "DieRolled")] == ["fire"]  # not used, no die


@pytest.mark.clause("CSS-14.1-11")
@pytest.mark.parametrize(("quality", "die", "stays"), [(5, 7, True), (5, 8, False), (7, 8, True), (3, 6, False)])
def test_murphy_raises_troop_quality_by_2_to_8_at_most(quality: int, die: int, stays: bool) -> None:
    pieces = {"a": us(HERE, deployed=False, column_defense=0), "y": ge("12.33", fire=("red", 9, 1))}
    table = active(pieces, MURPHY, GE, charts=entry("R"), divisions={"d36": DivisionStart(0, 0, 0, quality)})
    shoot(table, "y", HERE, 1)
    assert table.asked == ("allied", "hero")
    table.dice(die, 5).do("use_hero", hero="murphy")
    assert (table.where("a") == HERE) is stays


@pytest.mark.clause("CSS-14.1-11", "CSS-14.1-13")
@pytest.mark.parametrize(("quality", "adds"), [(5, 2), (7, 1), (8, 0)])
def test_murphy_raises_the_troop_quality_of_his_own_men_in_an_assault(quality: int, adds: int) -> None:
    pieces = {"a": us("14.32"), "x": ge("14.31", fire=None)}
    starts = {"d36": DivisionStart(0, 0, 0, quality)}
    table = prepared(pieces, leaders=MURPHY, divisions=starts)
    go(table, "assault_modifiers")
    assert "f" not in attack(table)  # without a word he does not help
    table.do("use_leader", leader="murphy")
    assert attack(table).get("f", 0) == adds
    assert attack(table)["h"] == quality


@pytest.mark.clause("CSS-14.1-11", "CSS-9.5-09")
def test_murphy_adds_the_same_to_men_who_are_disorganized() -> None:
    pieces = {"a": us("14.32"), "x": ge("14.31", fire=None)}
    table = prepared(pieces, leaders=MURPHY, markers=[("14.32", "dg", 3)])
    go(table, "assault_modifiers")
    table.do("use_leader", leader="murphy")
    assert (attack(table)["e"], attack(table)["f"], attack(table)["h"]) == (-1, 2, 5)


@pytest.mark.clause("CSS-14.1-11")
def test_murphy_does_not_raise_the_lowest_troop_quality_if_that_is_of_another_regiment() -> None:
    pieces = {"a": us("14.32"), "b": us("14.32", formation="r142", troop_quality=4), "x": ge("14.31", fire=None)}
    table = prepared(pieces, chit=BOTH, leaders=MURPHY)
    go(table, "assault_modifiers")
    table.do("use_leader", leader="murphy")
    assert (attack(table)["h"], "f" in attack(table)) == (4, False)


@pytest.mark.clause("CSS-14.1-13")
def test_without_a_word_murphy_does_not_help() -> None:
    pieces = {"a": us(HERE, deployed=False, column_defense=0), "y": ge("12.33", fire=("red", 9, 1))}
    table = active(pieces, MURPHY, GE, charts=entry("R"))
    shoot(table, "y", HERE, 1)
    events = table.dice(6).do("no_hero")
    assert [e["purpose"] for e in named(events, "DieRolled")] == ["rout_check"]
    assert table.where("a") != HERE
