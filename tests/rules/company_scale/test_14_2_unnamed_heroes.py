"""Heroes: with whom those of the moment stand, and when one of either kind does not help (14.0 to 14.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.integrity import check
from rules.company_scale.r14_1_rolin import ask_lights
from tests.rules.company_scale.helpers.fires import compose, entry, parts, shoot, value
from tests.rules.company_scale.helpers.heroes import (
    BOTH,
    GE,
    GREGG,
    HERE,
    MURPHY,
    OPEN,
    ROLIN,
    active,
    beside,
    marker,
    panzers,
    places,
)
from tests.rules.company_scale.helpers.moves import end
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, named, us


def event(table: TableTop) -> TableTop:
    """Let the hero of an event of the Allied side appear."""
    table.game.push("hero_event", seat="allied")
    table.session.resume()
    return table


@pytest.mark.clause("CSS-14.0-01", "CSS-20.0-08")
def test_an_event_brings_one_hero_on_and_no_named_one() -> None:
    gregg = {"gregg": ("reserve", GREGG["gregg"][1])}
    table = event(active({"a": us(HERE), "r": us(HERE, place="routed")}, gregg))
    assert table.asked == ("allied", "activation")
    two = {**gregg, "brave": ("reserve", marker()), "second": ("reserve", marker("second"))}
    table = event(active({"a": us(HERE), "r": us(HERE, place="routed")}, two))
    assert table.refused("place_hero", unit="r") == ["14.2"]
    table.do("place_hero", unit="a")
    assert table.asked == ("allied", "activation")
    assert places(table) == {"gregg": "reserve", "brave": HERE, "second": "reserve"}


@pytest.mark.clause("CSS-14.2-01", "CSS-14.0-04")
def test_a_hero_stays_with_his_own_unit_when_another_is_lost() -> None:
    pieces = {"a": us(HERE, deployed=False), "b": us(HERE, deployed=False), "c": us(HERE, deployed=False),
              "y": ge("12.33", fire=("red", 9, 1))}  # fmt: skip
    table = beside(active(pieces, {"brave": (HERE, marker())}, GE, charts=entry("E")), "brave", "c")
    compose(table, "y", HERE).do("confirm")
    table.do("choose", unit="a")
    while table.asked[1] == "hero":
        table.dice(1).do("no_hero")
    assert table.where("a") == "eliminated" and table.state.leaders["brave"].unit == "c"


@pytest.mark.clause("CSS-14.0-04")
def test_a_hero_joins_one_of_his_formation_before_others_of_the_hex() -> None:
    pieces = {"a": us(HERE, deployed=False), "b": us(HERE, deployed=False, formation="r142"),
              "c": us(HERE, deployed=False), "y": ge("12.33", fire=("red", 9, 1))}  # fmt: skip
    table = beside(active(pieces, {"brave": (HERE, marker())}, GE, charts=entry("E")), "brave", "a")
    compose(table, "y", HERE).do("confirm")
    table.do("choose", unit="a")
    while table.asked[1] == "hero":
        table.dice(1).do("no_hero")
    assert table.where("a") == "eliminated" and table.state.leaders["brave"].unit == "c"


@pytest.mark.clause("CSS-14.0-02", "CSS-14.2-02")
def test_the_heroes_who_could_help_are_offered_and_no_others() -> None:
    pieces = {"a": us(HERE), "b": us("12.31"), "y": ge("12.33")}
    table = active(pieces, {"brave": (HERE, marker()), "other": ("12.31", marker("other"))}, GE)
    beside(beside(table, "brave", "a"), "other", "b")
    compose(table, "y", HERE).do("confirm")
    assert {c.get("hero") for c in table.offered("use_hero")} == {"brave"}
    assert table.refused("use_hero", hero="other") == ["14.0"]
    decision = table.session.decision
    assert decision is not None and decision.subject["hex"] == HERE
    assert decision.prompt.startswith("Under fire: use ") and " for " in decision.prompt


@pytest.mark.clause("CSS-14.1-10", "CSS-14.1-13")
def test_murphy_once_gone_or_not_yet_come_helps_nobody() -> None:
    for place in ("out", "reserve"):
        table = active({"a": us(HERE), "y": ge("12.33", fire=None)}, {"murphy": (place, MURPHY["murphy"][1])})
        compose(table, "a", "12.33")
        assert "use_leader" not in table.verbs() or not table.offered("use_leader")
    pieces = {"a": us(HERE, deployed=False, column_defense=0), "y": ge("12.33", fire=("red", 9, 1))}
    table = active(pieces, {"murphy": ("out", MURPHY["murphy"][1])}, GE, charts=entry("R"))
    shoot(table, "y", HERE, 1, 0)
    assert table.session.decision is None or table.asked[1] != "hero"


@pytest.mark.clause("CSS-14.1-20", "CSS-14.1-21")
def test_rolin_does_not_lift_the_night_before_he_has_come() -> None:
    pieces = {"y": ge(HERE), "a": us("12.33", fire=None)}
    for place, fire in (("reserve", 3), ("available", 4)):
        table = active(pieces, {"rolin": (place, ROLIN["rolin"][1])}, GE, first_turn="night_1")
        compose(table, "y", "12.33")
        assert value(table) == fire


@pytest.mark.clause("CSS-14.1-22")
def test_rolin_lights_what_his_division_would_see_by_day() -> None:
    pieces = {"y": ge(HERE), "a": us("12.33", fire=None)}
    table = activation(OPEN, pieces, GE, leaders=ROLIN, first_turn="night_1")
    ask_lights(table.game)
    table.session.resume()
    assert table.refused("light", hex="21.37") == ["14.1"]  # 9 hexes away
    assert "20.36" in {str(c.get("hex")) for c in table.offered("light")}  # 8


@pytest.mark.clause("CSS-14.1-23")
def test_rolin_assaults_once_in_a_night_turn_and_only_from_his_box() -> None:
    pieces = {"y": ge(HERE, deployed=False), "z": ge("13.35", deployed=False), "a": us("12.33", fire=None),
              "b": us("13.36", fire=None)}  # fmt: skip
    table = active(pieces, ROLIN, GE, first_turn="night_1")
    assert {c.get("hex") for c in table.offered("assault_at_once")} == {"12.33", "13.36"}
    table.dice(9, 0).do("assault_at_once", hero="rolin", hex="12.33")
    assert table.asked == ("german", "activation") and table.offered("assault_at_once") == []
    assert table.refused("assault_at_once", hero="rolin", hex="13.36") == ["14.1"]
    absent = active(pieces, {"rolin": ("reserve", ROLIN["rolin"][1])}, GE, first_turn="night_1")
    assert absent.refused("assault_at_once", hero="rolin", hex="12.33") == ["14.1"]


@pytest.mark.clause("CSS-14.1-18", "CSS-14.1-19")
def test_von_wietersheim_adds_nothing_to_the_fire_of_the_headquarters() -> None:
    table = panzers({"y": ge(HERE), "a": us("14.35", fire=None)}, place="14.34", chief="reserve")
    beside(table, "wietersheim", "dhq")
    while table.asked[1] != "activation":
        table.do("done")
    compose(table, "dhq", "14.35")
    assert parts(table).get("b", 0) == 0
    assert table.refused("use_leader", leader="wietersheim") == ["14.1"]


@pytest.mark.clause("CSS-14.0-02", "CSS-14.2-02")
def test_a_hero_of_the_hex_helps_one_unit_of_any_formation_of_his_side() -> None:
    pieces = {"a": us(HERE), "b": us(HERE, formation="r142"), "y": ge("12.33", fire=None)}
    table = beside(active(pieces, {"brave": (HERE, replace(marker(), fire=3))}, BOTH), "brave", "a")
    compose(table, "a", "12.33").do("use_leader", leader="brave")
    assert parts(table)["b"] == 3


@pytest.mark.clause("CSS-14.1-10", "CSS-14.1-11", "CSS-2.0-38")
@pytest.mark.parametrize(("stripe", "helps"), [("none", True), ("white", False)])
def test_murphy_helps_units_without_a_stripe_as_members_of_his_regiment(stripe: str, helps: bool) -> None:
    pieces = {"n": us(HERE, formation="", division="d36", stripe=stripe), "y": ge("12.33", fire=None)}
    table = active(pieces, MURPHY, BOTH)
    compose(table, "n", "12.33")
    assert bool(table.offered("use_leader")) is helps


@pytest.mark.clause("CSS-14.0-04", "CSS-2.0-38")
@pytest.mark.parametrize(("stripe", "where"), [("none", "19.36"), ("white", "off_map")])
def test_a_hero_left_alone_may_join_a_unit_without_a_stripe(stripe: str, where: str) -> None:
    pieces = {"a": us(HERE, deployed=False), "n": us("19.36", formation="", division="d36", stripe=stripe),
              "r": us("10.30", place="routed"), "y": ge("12.33", fire=("red", 9, 1))}  # fmt: skip
    table = beside(active(pieces, {"brave": (HERE, marker())}, GE, charts=entry("E")), "brave", "a")
    compose(table, "y", HERE).do("confirm")
    table.dice(1).do("no_hero")
    assert places(table) == {"brave": where}


@pytest.mark.clause("CSS-14.2-01", "CSS-14.0-01")
def test_a_hero_goes_where_his_unit_goes() -> None:
    pieces = {"a": us(HERE, deployed=False), "b": us(HERE, deployed=False)}
    table = active(pieces, {"brave": (HERE, marker())})
    beside(table, "brave", "a")
    table.do("move", units=("b",))
    assert table.decision.subject["carried"] == []
    assert table.refused("take_leader", leader="brave") == ["14.2"]
    table.step("12.33")
    table.do("stop")
    table.do("move", units=("a",))
    assert table.decision.subject["carried"] == ["brave"]
    table.step("13.32")
    assert places(table) == {"brave": "13.32"}


@pytest.mark.clause("CSS-14.2-01", "CSS-14.0-01")
def test_a_hero_appears_with_a_unit_of_his_players_choice() -> None:
    heroes = {"brave": ("reserve", marker()), "foe": ("reserve", marker("foe", "german"))}
    table = active({"a": us(HERE), "b": us("14.34")}, heroes)
    table.game.push("hero_event", seat="allied")
    table.session.resume()
    assert table.asked == ("allied", "hero_event")
    assert {c.get("unit") for c in table.offered("place_hero")} == {"a", "b", "far"}
    assert table.refused("place_hero", unit="away") == ["14.2"]
    assert table.refused("place_hero", unit="nobody")
    table.do("place_hero", unit="b")
    assert (places(table)["brave"], table.state.leaders["brave"].unit) == ("14.34", "b")
    table.game.push("hero_event", seat="allied")  # nobody is left to come
    table.session.resume()
    assert table.asked == ("allied", "activation")


@pytest.mark.clause("CSS-14.2-02", "CSS-14.2-03", "CSS-14.1-24")
@pytest.mark.parametrize(("die", "box"), [(4, "out"), (5, HERE)])
def test_a_hero_adds_to_one_fire_and_may_be_gone(die: int, box: str) -> None:
    pieces = {"a": us(HERE), "b": us(HERE, formation="r142"), "y": ge("12.33", fire=None)}
    table = beside(active(pieces, {"brave": (HERE, marker())}, BOTH), "brave", "a")
    compose(table, "b", "12.33").do("use_leader", leader="brave")  # any one unit of the hex
    assert (value(table), parts(table)["b"]) == (6, 2)
    table.dice(9, die).do("confirm")
    assert places(table) == {"brave": box}


@pytest.mark.clause("CSS-14.2-02", "CSS-14.2-03")
def test_a_hero_may_lend_his_defense_or_not() -> None:
    pieces = {"a": us(HERE), "y": ge("12.33")}
    for use, fire in ((True, 2), (False, 4)):
        table = beside(active(pieces, {"brave": (HERE, marker())}, GE), "brave", "a")
        compose(table, "y", HERE).do("confirm")
        assert table.asked == ("allied", "hero")
        table.dice(9, *([5] if use else []))
        events = table.do("use_hero", hero="brave") if use else table.do("no_hero")
        assert named(events, "FireDeclared")[0]["value"] == fire
        assert len(named(events, "DieRolled")) == (2 if use else 1)


@pytest.mark.clause("CSS-14.2-02")
@pytest.mark.parametrize(("use", "stays"), [(True, True), (False, False)])
def test_a_hero_may_help_in_a_check(use: bool, stays: bool) -> None:
    pieces = {"a": us(HERE, deployed=False, column_defense=0), "y": ge("12.33", fire=("red", 9, 1))}
    table = beside(active(pieces, {"brave": (HERE, marker())}, GE, charts=entry("R")), "brave", "a")
    compose(table, "y", HERE).do("confirm")
    table.dice(1).do("no_hero")  # his defense
    assert table.asked == ("allied", "hero")
    table.dice(6, *([9] if use else []))
    table.do("use_hero", hero="brave") if use else table.do("no_hero")
    assert (table.where("a") == HERE) is stays


@pytest.mark.clause("CSS-14.0-02")
def test_one_hero_in_one_fire() -> None:
    pieces = {"a": us(HERE), "y": ge("12.33", fire=None)}
    table = beside(active(pieces, {"brave": (HERE, marker()), **MURPHY}), "brave", "a")
    compose(table, "a", "12.33").do("use_leader", leader="murphy")
    assert table.refused("use_leader", leader="brave") == ["8.3.2"]


EACH: dict[str, object] = {"heroes_in_combat": "each_side"}


@pytest.mark.clause("CSS-14.0-02")
@pytest.mark.parametrize(("rules", "murphy", "times"), [(EACH, True, 2), ({}, True, 0), ({}, False, 1)])
def test_one_hero_of_both_sides_helps_in_a_fire_with_its_rout_check_or_by_the_switch_one_of_each(
    rules: dict[str, object], murphy: bool, times: int
) -> None:
    heroes = {"brave": ("12.33", marker(side="german")), **MURPHY}
    pieces = {"a": us(HERE, fire=("red", 9, 1)), "y": ge("12.33", fire=None, deployed=False)}
    table = beside(active(pieces, heroes, rules=rules, charts=entry("R")), "brave", "y")
    compose(table, "a", "12.33")
    if murphy:
        table.do("use_leader", leader="murphy")
    table.dice(1, 9, 9, 9, 9).do("confirm")
    asked = 0
    while table.asked == ("german", "hero"):
        asked += 1
        table.do("use_hero", hero="brave")
    assert asked == times


def bereft(others: dict[str, Piece], **facts: Any) -> TableTop:
    """Eliminate the company that a hero is with in 12.32."""
    pieces = {"a": us(HERE, deployed=False), "y": ge("12.33", fire=("red", 9, 1)), **others}
    table = beside(active(pieces, {"brave": (HERE, marker())}, GE, charts=entry("E"), **facts), "brave", "a")
    compose(table, "y", HERE).do("confirm")
    while table.asked[1] == "target_unit":
        table.do("choose", unit="a")
    table.dice(1).do("no_hero")
    return table


@pytest.mark.clause("CSS-14.0-04")
def test_a_hero_left_alone_joins_his_formation_without_a_way() -> None:
    ring = {f"e{n}": ge(at, fire=("red", 3, 1)) for n, at in enumerate(("11.31", "11.32", "12.31", "13.31", "13.32"))}
    table = bereft({"b": us("19.36"), "c": us("12.30", formation="r142"), **ring})
    assert (places(table), table.state.leaders["brave"].unit) == ({"brave": "19.36"}, "b")
    table = bereft({"b": us("19.36"), "c": us("16.36")})
    assert table.asked == ("allied", "leaders")
    table.do("relocate", leader="brave", hex="16.36")
    assert table.state.leaders["brave"].unit == "c"


@pytest.mark.clause("CSS-14.0-03")
def test_a_hero_waits_off_the_map_for_his_formation() -> None:
    hq = us("18.32", formation="", division="d36", hq="division")
    table = bereft({"r": us("10.30", place="routed"), "hq": hq}, cup=(BOTH,))
    assert places(table) == {"brave": "off_map"}
    table.dice(BOTH)
    end(table)
    while table.asked[1] != "activation":
        table.do("pass" if table.asked[1] == "purchase" else "done")
    table.do("return_unit", unit="r", hex="19.32", deployed=True)
    assert (places(table), table.state.leaders["brave"].unit) == ({"brave": "19.32"}, "r")


@pytest.mark.clause("CSS-14.0-04")
def test_a_hero_stays_with_others_in_his_hex() -> None:
    table = bereft({"b": us(HERE)})
    assert (places(table), table.state.leaders["brave"].unit) == ({"brave": HERE}, "b")


@pytest.mark.clause("CSS-14.0-04")
def test_a_hero_whose_unit_is_the_first_of_two_lost_is_with_another_at_once() -> None:
    pieces = {"a": us(HERE, fire=None), "b": us(HERE, fire=None), "c": us(HERE, fire=None), "y": ge("12.33")}
    table = beside(active(pieces, {"brave": (HERE, marker())}, GE, charts=entry("DG2"), markers=[(HERE, "dg", 4)]),
                   "brave", "a")  # fmt: skip
    compose(table, "y", HERE).dice(0).do("confirm")
    while table.asked != ("allied", "lose_unit"):
        table.do("no_hero") if table.asked[1] == "hero" else table.do("choose", unit="a")
    table.do("choose", unit="a")
    assert table.asked == ("allied", "lose_unit")  # the second one
    assert table.state.leaders["brave"].unit in ("b", "c")
    assert check(table.session.scenario, table.state) == []
