"""Who helps a fire: support weapons, leaders, other units, concentrated fire (8.3.2, 8.3.4, 8.3.6)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.counters import Stripe
from rules.company_scale.scenario import DivisionStart
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.fires import aims_of, compose, entry, firers, parts, shoot, value
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, leader, named, tank, us, weapon

OPEN = board("......\n......\n......\n......\n......\n", first="10.30")
US = "formation:r141"
SOFT = {"x": ge("13.32")}
POOR = {"butler": DivisionStart(0, 9, 0, 5), "pz11": DivisionStart(0, 9, 0, 5)}


def aimed(*, a: Piece | None = None, weapons: Any = (), leaders: Any = (), chit: str = US, **pieces: Piece) -> TableTop:
    """Compose a fire of the company in 12.32 at 13.32, with weapons and leaders in its hex."""
    table = activation(
        OPEN, {"a": a or us("12.32"), **(pieces or SOFT)}, chit,
        weapons={w.id: ("12.32", w) for w in weapons}, leaders={x.id: ("12.32", x) for x in leaders},
    )  # fmt: skip
    return compose(table, "a", "13.32")


@pytest.mark.clause("CSS-8.3.2-01")
def test_one_support_weapon_at_most() -> None:
    table = aimed(weapons=[weapon("two", ("red", 2, 1)), weapon("three", ("red", 3, 1))])
    assert value(table) == 4
    table.do("use_weapon", weapon="two")
    table.do("use_weapon", weapon="three")
    assert parts(table) == {"": 4, "b": 3}
    table.do("use_weapon", weapon="three")
    assert parts(table) == {"": 4}


@pytest.mark.clause("CSS-8.3.2-01")
def test_a_weapon_of_another_hex_cannot_be_used() -> None:
    table = activation(OPEN, {"a": us("12.32"), "b": us("12.31"), **SOFT}, US,
                       weapons={"w": ("12.31", weapon("w", ("red", 2, 1)))})  # fmt: skip
    assert compose(table, "a", "13.32").refused("use_weapon", weapon="w") == ["8.3.2"]
    assert table.refused("use_weapon", weapon="") == ["8.3.2"]


@pytest.mark.clause("CSS-8.3.2-02", "CSS-3.2-17", "CSS-7.2-07")
def test_a_unit_in_column_has_a_leader_and_a_hero_but_no_weapon() -> None:
    leaders = [leader("one", 1, 0), leader("two", 1, 0), leader("hero", 2, 0, hero=True)]
    table = aimed(a=us("12.32", deployed=False), weapons=[weapon("w", ("red", 2, 1))], leaders=leaders)
    assert table.refused("use_weapon", weapon="w") == ["8.3.2"]
    table.do("use_leader", leader="one")
    table.do("use_leader", leader="hero")
    assert table.refused("use_leader", leader="two") == ["8.3.2"]
    assert parts(table) == {"": 3, "b": 3}
    table.do("use_leader", leader="one")
    table.do("use_leader", leader="two")
    assert parts(table) == {"": 3, "b": 3}


@pytest.mark.clause("CSS-8.3.2-03", "CSS-3.2-13")
def test_helpers_belong_to_the_formation_of_the_firing_unit() -> None:
    mg, no_stripe = ("red", 1, 1), {"stripe": Stripe.NONE}
    weapons = [weapon("own", mg), weapon("other", mg, formation="r142"), weapon("division", mg, stripe=Stripe.WHITE),
               weapon("all", mg, **no_stripe)]  # fmt: skip
    leaders = [leader("own_l", 1, 0), leader("other_l", 1, 0, formation="r142"),
               leader("butler", 1, 0, formation="cav117"),
               leader("all_l", 1, 0, formation="", division="d36", **no_stripe)]  # fmt: skip
    table = aimed(weapons=weapons, leaders=leaders)
    assert {c.get("weapon") for c in table.offered("use_weapon")} == {"own", "all"}
    assert {c.get("leader") for c in table.offered("use_leader")} == {"own_l", "all_l"}
    assert table.refused("use_weapon", weapon="other") == ["8.3.2"]
    assert table.refused("use_leader", leader="other_l") == ["8.3.2"]
    pure = aimed(a=us("12.32", formation="", division="d36"), weapons=weapons, chit="division:d36")
    assert {c.get("weapon") for c in pure.offered("use_weapon")} == {"division", "all"}


@pytest.mark.clause("CSS-8.3.2-04", "CSS-3.2-15")
def test_a_weapon_of_another_type_makes_the_whole_fire_its_type() -> None:
    table = aimed(weapons=[weapon("at", ("blue", 3, 1))], x=ge("13.32"), t=tank("13.32", defense=0))
    assert table.decision.subject["type"] == "small_arms"
    table.do("use_weapon", weapon="at")
    assert (value(table), table.decision.subject["type"], table.decision.subject["aim"]) == (7, "armor_piercing", "t")
    assert table.refused("aim", target="hex") == ["8.1"]
    assert table.refused("fire_type", type="small_arms") == ["3.2"]
    table.do("use_weapon", weapon="at")
    assert table.decision.subject["type"] == "small_arms"


@pytest.mark.clause("CSS-8.3.2-04")
def test_a_leader_never_changes_the_type_and_a_white_weapon_leaves_a_choice() -> None:
    table = aimed(weapons=[weapon("w", ("white", 2, 1))], leaders=[leader("l", 1, 0)],
                  t=tank("13.32"), x=ge("13.32"))  # fmt: skip
    table.do("use_leader", leader="l")
    assert table.decision.subject["types"] == ["small_arms"]
    table.do("aim", target="t")
    table.do("use_weapon", weapon="w")
    assert table.decision.subject["type"] == "armor_piercing"
    table.do("fire_type", type="high_explosive")
    assert table.decision.subject["type"] == "high_explosive"


@pytest.mark.clause("CSS-8.3.2-04")
def test_a_weapon_changes_the_aim_only_where_its_type_requires_it() -> None:
    weapons = [weapon("mg", ("red", 1, 1)), weapon("at", ("blue", 3, 1))]
    table = aimed(weapons=weapons, x=ge("13.32"), t=tank("13.32"), t2=tank("13.32"))
    table.do("use_weapon", weapon="mg")
    assert table.decision.subject["aim"] == "hex"
    table.do("aim", target="t2")
    table.do("use_weapon", weapon="at")
    assert table.decision.subject["aim"] == "t2"


@pytest.mark.clause("CSS-8.3.2-02")
def test_a_leader_of_another_hex_does_not_help() -> None:
    table = activation(OPEN, {"a": us("12.32"), "b": us("12.31"), **SOFT}, US,
                       leaders={"l": ("12.31", leader("l", 1, 0))})  # fmt: skip
    assert compose(table, "a", "13.32").refused("use_leader", leader="l") == ["8.3.2"]
    assert table.refused("use_leader", leader="nobody") == ["8.3.2"]


@pytest.mark.clause("CSS-8.3.2-05")
def test_a_weapon_of_shorter_range_than_the_unit_cannot_be_added_even_next_door() -> None:
    table = aimed(a=us("12.32", fire=("red", 4, 2)),
                  weapons=[weapon("short", ("red", 2, 1)), weapon("long", ("red", 2, 2))])  # fmt: skip
    assert table.refused("use_weapon", weapon="short") == ["8.3.2"]
    table.do("use_weapon", weapon="long")
    assert value(table) == 6


@pytest.mark.clause("CSS-8.3.4-01")
def test_two_deployed_units_at_most_add_1_each() -> None:
    more = {name: us("12.32") for name in ("b", "c", "d")}
    table = aimed(**more, e=us("12.32", deployed=False), x=ge("13.32"))
    assert table.refused("support", unit="e") == ["8.3.4"]
    table.do("support", unit="b")
    table.do("support", unit="c")
    assert table.refused("support", unit="d") == ["8.3.4"]
    assert parts(table) == {"": 4, "d": 2}
    table.do("support", unit="b")
    table.do("support", unit="d")
    assert parts(table) == {"": 4, "d": 2}


@pytest.mark.clause("CSS-8.3.4-01")
def test_nobody_adds_to_the_fire_of_a_column_or_from_another_hex() -> None:
    column = aimed(a=us("12.32", deployed=False), b=us("12.32"), x=ge("13.32"))
    assert column.refused("support", unit="b") == ["8.3.4"]
    apart = aimed(b=us("12.31"), x=ge("13.32"))
    assert apart.refused("support", unit="b") == ["8.3.4"]


@pytest.mark.clause("CSS-8.3.4-02", "CSS-2.0-23")
def test_adding_to_a_fire_is_the_action_of_the_unit_that_adds() -> None:
    hq = us("11.32", formation="", division="d36", hq="division", command_range=5)
    table = activation(OPEN, {"a": us("12.32"), "b": us("12.32"), "c": us("12.32"), "hq": hq, **SOFT}, "division:d36",
                       markers=[("12.32", "dg", 1)])  # fmt: skip
    compose(table, "a", "13.32").do("support", unit="b")
    assert table.state.activity["b"].used == 0  # nothing is spent before the confirm
    table.dice(9).do("confirm")
    assert {u: table.state.activity[u].used for u in "abc"} == {"a": 1, "b": 1, "c": 0}
    before = table.state.divisions["d36"].commands
    table.do("rally", unit="b")  # a second action
    assert table.state.divisions["d36"].commands == before - 1
    assert "5.1" in table.refused("rally", unit="b")


@pytest.mark.clause("CSS-8.3.4-03")
def test_an_added_unit_reaches_as_far_as_the_firing_unit() -> None:
    far = tank("12.32", us, fire=("white", 5, 3))
    with_tank = aimed(a=far, b=us("12.32"), x=ge("13.32"))
    assert with_tank.refused("support", unit="b") == ["8.3.4"]
    with_infantry = aimed(b=far, x=ge("13.32"))
    with_infantry.do("support", unit="b")
    assert value(with_infantry) == 5


@pytest.mark.clause("CSS-8.3.4-03")
def test_units_without_a_direct_fire_add_nothing() -> None:
    table = aimed(b=us("12.32", fire=("black", 4, 22)), c=us("12.32", fire=None), x=ge("13.32"))
    assert table.refused("support", unit="b") == ["8.3.4"]
    assert table.refused("support", unit="c") == ["8.3.4"]


@pytest.mark.clause("CSS-8.3.4-01")
def test_units_of_another_formation_may_add() -> None:
    table = aimed(b=us("12.32", formation="r142"), x=ge("13.32"), chit="division:d36")
    table.do("support", unit="b")
    assert value(table) == 5


@pytest.mark.clause("CSS-8.3.6-01")
def test_concentrated_fire_adds_1_for_a_deployed_unit_only() -> None:
    table = aimed()
    assert "concentrate" in table.verbs()
    table.do("concentrate")
    assert parts(table) == {"": 4, "f": 1}
    table.do("concentrate")
    assert parts(table) == {"": 4}
    column = aimed(a=us("12.32", deployed=False))
    assert "concentrate" not in column.verbs()
    assert column.refused("concentrate") == ["8.3.6"]


@pytest.mark.clause("CSS-8.3.6-02", "CSS-8.3.6-03", "CSS-10.0-05")
def test_the_concentrated_fire_marker_stays_until_a_unit_of_the_hex_becomes_active() -> None:
    pieces = {"a": us("12.32"), "b": us("12.32", formation="r142"), "z": us("10.30", formation="cav117"), **SOFT}
    cup = ("division:butler", "formation:r142")
    table = activation(OPEN, pieces, US, cup=cup, divisions={"d36": DivisionStart(0, 9, 0, 5)} | POOR)
    compose(table, "a", "13.32").do("concentrate")
    assert not table.hex("12.32").concentrated
    events = table.dice(9, "division:butler").do("confirm")
    assert [(e["hex"], e["kind"]) for e in named(events, "MarkerPlaced")] == [("12.32", "concentrated_fire")]
    assert table.hex("12.32").concentrated
    table.do("end_activation")
    assert table.decision.subject["chit"] == "division:butler"
    table.dice("formation:r142").do("end_activation")
    assert table.decision.subject["chit"] == "formation:r142"
    assert not table.hex("12.32").concentrated


@pytest.mark.clause("CSS-8.3.6-03")
def test_a_payment_under_a_direct_command_chit_removes_the_marker_too() -> None:
    table = activation(OPEN, {"a": us("12.32"), "b": us("12.32"), **SOFT}, "command:allied",
                       markers=[("12.32", "concentrated_fire", None)])  # fmt: skip
    assert table.hex("12.32").concentrated
    table.do("activate", unit="b")
    assert not table.hex("12.32").concentrated


@pytest.mark.clause("CSS-8.3.6-04")
def test_a_hex_under_the_marker_has_no_opportunity_fire_and_no_fire_zone() -> None:
    pieces = {"m": us("12.32", deployed=False), "x": ge("13.32", sustained_fire=True), "y": ge("13.32")}
    gun = {"mg": ("13.32", weapon("mg", ("red", 1, 1), formation="pg110", sustained_fire=True))}
    table = activation(OPEN, pieces, US, weapons=gun, markers=[("13.32", "concentrated_fire", None)])
    assert table.session.query("fire_zone", unit="x").hexes == ()
    table.do("move", units=("m",))
    table.step("11.32")
    assert table.asked == ("allied", "movement")


@pytest.mark.clause("CSS-8.3.6-04")
def test_after_concentrated_fire_the_hex_does_not_fire_again_in_the_activation() -> None:
    hq = us("11.32", formation="", division="d36", hq="division", command_range=5)
    table = activation(OPEN, {"a": us("12.32"), "b": us("12.32"), "hq": hq, **SOFT}, "division:d36")
    compose(table, "a", "13.32").do("concentrate")
    table.dice(9).do("confirm")
    assert firers(table) == set()
    assert table.refused("fire", unit="a", hex="13.32") == ["8.3.6"]


@pytest.mark.clause("CSS-8.3.2-01", "CSS-8.3.6-01")
def test_what_was_composed_before_a_cancel_is_forgotten_and_unpaid() -> None:
    table = aimed(b=us("12.32"), weapons=[weapon("w", ("red", 2, 1))], x=ge("13.32"))
    table.do("use_weapon", weapon="w")
    table.do("support", unit="b")
    table.do("concentrate")
    table.do("cancel")
    assert not table.hex("12.32").concentrated
    assert {a.used for a in table.state.activity.values()} == {0}
    compose(table, "a", "13.32")
    assert parts(table) == {"": 4}
    assert aims_of(table) == {"hex"}


@pytest.mark.clause("CSS-8.3.4-02")
def test_a_unit_that_has_acted_cannot_add_to_a_first_action() -> None:
    table = activation(OPEN, {"a": us("12.32"), "b": us("12.32"), **SOFT}, US, markers=[("12.32", "dg", 1)],
                       charts=entry("S"))  # fmt: skip
    table.do("rally", unit="b")
    assert compose(table, "a", "13.32").refused("support", unit="b") == ["8.2"]
    table.do("cancel")
    shoot(table, "a", "13.32", 9)
