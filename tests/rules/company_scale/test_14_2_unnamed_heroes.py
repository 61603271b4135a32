"""Heroes: with whom those of the moment stand, and when one of either kind does not help (14.0 to 14.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.company_scale.r14_1_rolin import ask_lights
from tests.rules.company_scale.fires import compose, entry, shoot, value
from tests.rules.company_scale.tables import TableTop, activation, ge, us
from tests.rules.company_scale.test_14_heroes import (
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
    parts,
    places,
)


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
    assert decision.prompt.startswith("Under fire: shall ") and " help " in decision.prompt


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
