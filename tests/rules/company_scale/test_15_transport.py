"""Transport: the pool, loading, unloading, and fire at those who do (15.0)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.integrity import check
from rules.company_scale.scenario import Reinforcement, Setup
from rules.company_scale.setting_up import start
from rules.company_scale.state import decode
from rules.engine.command import cmd
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.lorries import NEAR, depot, halftrack, riding, seen, truck
from tests.rules.company_scale.helpers.moves import next_chit, result
from tests.rules.company_scale.helpers.tables import ge, named, scenario_of, us
from tests.rules.company_scale.helpers.turns import OPEN, quiet_game, quiet_turn, told

# --- the pool ---


@pytest.mark.clause("CSS-15.0-01")
def test_transports_begin_in_the_pool_or_loaded_on_the_map() -> None:
    scenario = scenario_of(OPEN, {"a": us("10.30"), "truck": truck(), "b": us("11.30"), "half": halftrack(hex="11.30")})
    setup = {"a": scenario.setup["a"], "half": Setup(1130, False, carries="b")}
    state = start(replace(scenario, setup=setup))
    assert (state.units["truck"].place, state.units["half"].place, state.units["b"].place) == ("pool", "map", "carried")
    assert state.carried == {"b": "half"} and check(scenario, state) == []
    assert decode(state.to_plain()) == state


@pytest.mark.clause("CSS-15.0-01")
def test_transports_that_arrive_enter_the_pool() -> None:
    due = Reinforcement(turn=1, hex=1230, units=(), transports=("truck", "half"))
    pieces = {"a": us("10.30"), "x": ge("21.33"), "truck": truck(), "half": halftrack()}
    table = quiet_game(*quiet_turn(9, 9), pieces=pieces, reinforcements=(due,))
    before = start(table.session.scenario)
    assert {before.units[name].place for name in ("truck", "half")} == {"reserve"}
    assert [e["unit"] for e in told(table, "TransportArrived")] == ["truck", "half"]
    assert {table.unit(name).place for name in ("truck", "half")} == {"pool"}
    assert table.state.stacks == before.stacks


# --- which transport is active ---


@pytest.mark.clause("CSS-15.0-02")
def test_a_transport_acts_under_the_chit_of_its_formation_or_division() -> None:
    pieces = {"a": us("12.31"), "b": us("13.31", formation="r142")}
    table = depot(pieces)
    table.do("load", unit="a", transport="truck")
    assert table.state.carried == {"a": "truck"}
    table = depot(pieces, chit="division:d36")
    assert {c.get("unit") for c in table.offered("load")} == {"a", "hq"}
    table = depot(pieces, chit="formation:r142")
    assert "5.1" in table.refused("load", unit="a", transport="truck")


@pytest.mark.clause("CSS-15.0-02", "CSS-15.0-04")
def test_under_a_direct_command_chit_one_command_pays_for_the_transport() -> None:
    table = depot({"a": us("12.31")}, chit="command:allied")
    assert "5.1" in table.refused("load", unit="a", transport="truck")
    before = table.state.divisions["d36"].commands
    table.do("activate", unit="truck")
    table.do("load", unit="a", transport="truck")
    assert table.state.divisions["d36"].commands == before - 1
    assert "5.1" in table.refused("move", units=("truck",))
    assert "15.0" in table.refused("activate", unit="a")


@pytest.mark.clause("CSS-15.0-01", "CSS-15.0-03")
def test_a_transport_in_its_pool_does_nothing_but_load() -> None:
    table = depot({"a": us("12.31")})
    orders: dict[str, dict[str, Any]] = {
        "move": {"units": ("truck",)}, "fire": {"unit": "truck", "hex": "12.31"}, "rally": {"unit": "truck"},
        "smoke": {"unit": "truck", "hex": "12.31"}, "change_formation": {"unit": "truck"},
        "pass_unit": {"unit": "truck"},
    }  # fmt: skip
    assert {verb: table.refused(verb, **args)[0] for verb, args in orders.items()} == dict.fromkeys(orders, "15.0")
    named_in = {c.verb for c in table.decision.options if "truck" in (c.get("unit"), c.get("transport"))}
    assert named_in == {"load"}


# --- loading ---


@pytest.mark.clause("CSS-15.0-03")
def test_a_transport_takes_units_of_its_own_formation_and_a_white_one_any_of_its_division() -> None:
    pieces = {"a": us("12.31"), "b": us("13.31", formation="r142"), "w": us("14.31", formation="", division="d36"),
              "n": us("15.31", formation="", division="d36", stripe="none"), "c": us("16.31", formation="cav117"),
              "white": truck(formation="", division="d36")}  # fmt: skip
    table = depot(pieces, chit="division:d36")
    takes = {t: {c.get("unit") for c in table.offered("load") if c.get("transport") == t} for t in ("truck", "white")}
    assert takes == {"truck": {"a", "n", "hq"}, "white": {"a", "b", "w", "n", "hq"}}
    assert table.refused("load", unit="b", transport="truck") == ["15.0"]
    assert table.refused("load", unit="c", transport="white") == ["15.0"]


@pytest.mark.clause("CSS-15.0-03")
def test_of_several_transports_alike_one_is_offered_and_any_may_be_taken() -> None:
    table = depot({"a": us("14.32"), "t2": truck(), "half": halftrack(formation="r142")}, chit="division:d36")
    assert {(c.get("unit"), c.get("transport")) for c in table.offered("load") if c.get("unit") == "a"} == {
        ("a", "truck")
    }
    table.do("load", unit="a", transport="t2")
    assert table.state.carried == {"a": "t2"}


@pytest.mark.clause("CSS-15.0-03")
def test_only_deployed_units_are_loaded_and_they_need_not_be_active() -> None:
    table = depot({"a": us("12.31", deployed=False), "b": us("13.31", formation="", division="d36", stripe="none")})
    assert table.refused("load", unit="a", transport="truck") == ["15.0"]
    assert table.refused("load", unit="nobody", transport="truck") == ["15.0"]
    assert "15.0" in table.refused("load", unit="b", transport="hq")
    white = depot({"b": us("13.31", formation="r142"), "white": truck(formation="", division="d36", stripe="none")})
    assert "b" not in white.state.activity
    white.do("load", unit="b", transport="white")
    assert white.where("white") == "13.31" and white.where("b") == "carried"


@pytest.mark.clause("CSS-15.0-04")
def test_loading_is_the_whole_movement_action() -> None:
    table = depot({"a": us("12.31")}, divisions={})
    table.do("load", unit="a", transport="truck")
    assert table.state.activity["truck"].used == 1
    assert table.where("truck") == "12.31" and not table.unit("truck").deployed
    assert "15.0" in table.refused("load", unit="hq", transport="truck")


@pytest.mark.clause("CSS-15.0-07")
@pytest.mark.parametrize("move", ["tracked", "wheeled"])
def test_vehicles_are_not_carried(move: str) -> None:
    table = depot({"a": us("12.31", move=(move, 12))})
    assert table.refused("load", unit="a", transport="truck") == ["15.0"]
    guns = depot({"a": us("12.31", move=("leg", None))})
    guns.do("load", unit="a", transport="truck")
    assert guns.where("a") == "carried"


@pytest.mark.clause("CSS-15.0-03", "CSS-8.8.1-03")
def test_no_transport_comes_to_a_hex_on_fire() -> None:
    woods = board("\n".join(["..w........."] * 4), first="10.30")
    table = depot({"a": us("12.31"), "b": us("13.31")}, ground=woods, markers=[("12.31", "on_fire", None)])
    assert {c.get("unit") for c in table.offered("load")} == {"b", "hq"}
    assert table.refused("load", unit="a", transport="truck") == ["8.8.1"]


# --- unloading ---


@pytest.mark.clause("CSS-15.0-05", "CSS-15.0-06")
def test_unloading_leaves_the_unit_deployed_and_the_transport_in_the_pool() -> None:
    table = riding(chit="division:d36", cup=("formation:r141",))
    table.do("unload", unit="a")
    assert table.where("a") == "14.31" and table.unit("a").deployed
    assert table.where("truck") == "pool" and table.state.activity["truck"].used == 1
    assert table.refused("pass_unit", unit="a") == ["15.0"]
    assert table.refused("change_formation", unit="a") == ["15.0"]
    assert not seen(table, "a").active
    next_chit(table, "formation:r141")
    table.do("change_formation", unit="a")
    table.do("move", units=("a",))


@pytest.mark.clause("CSS-15.0-04", "CSS-15.0-05")
def test_what_is_no_load_and_what_no_passenger() -> None:
    table = riding("14.31", more={"b": us("16.31"), "r": us("16.32", place="routed"), "t2": truck(),
                                  "c": us("18.31")},
                   chit="division:d36")  # fmt: skip
    assert {c.get("unit") for c in table.offered("unload")} == {"a"}
    assert table.refused("unload", unit="b") == table.refused("unload", unit="nobody") == ["15.0"]
    white = depot({"w": us("14.31", formation="", division="d36"), "lorry": truck(formation="", division="butler")},
                  chit="division:d36")  # fmt: skip
    for transport, whose in (("truck", "its own formation"), ("lorry", "its own division")):
        reasons = white.session.explain("allied", cmd("load", unit="w", transport=transport))
        assert any(f"can carry only units of {whose}" in reason.text for reason in reasons)
    for unit in ("a", "r", "nobody"):  # aboard another, routed, unknown
        assert table.refused("load", unit=unit, transport="t2") == ["15.0"]
    assert table.refused("load", unit="b", transport="c") == ["15.0"]
    assert table.refused("load", unit="b", transport="nobody")
    events = table.do("unload", unit="a")
    assert named(events, "TransportCame") == [] and len(named(events, "TransportLeft")) == 1


@pytest.mark.clause("CSS-15.0-02", "CSS-15.0-05")
def test_a_transport_that_is_not_active_or_has_no_action_left_does_not_unload() -> None:
    table = riding(chit="formation:r142", more={"b": us("12.31", formation="r142")})
    assert "unload" not in table.verbs() and table.refused("unload", unit="a") == ["5.1"]
    table = riding(chit="division:pz11", more={"x": ge("21.33")})
    assert table.refused("unload", unit="a") == ["5.1"]  # the enemy's
    table = riding()
    for _ in range(2):
        table.do("pass_unit", unit="truck")
    assert table.refused("unload", unit="a") == ["5.1"]
    table = riding(chit="command:allied")
    assert table.refused("unload", unit="a") == ["5.1"]
    table.do("activate", unit="truck")
    table.do("unload", unit="a")


@pytest.mark.clause("CSS-15.0-06")
def test_an_unloaded_unit_does_not_fire_before_a_later_chit() -> None:
    table = riding("14.32", more={"x": ge("14.33", fire=None, column_fire=None)}, cup=("division:d36",))
    table.do("unload", unit="a")
    assert table.refused("fire", unit="a", hex="14.33") == ["15.0"]
    next_chit(table, "division:d36")
    if table.decision.kind != "activation":  # 9.2
        table.do("done")
    table.do("fire", unit="a", hex="14.33")


# --- opportunity fire ---


@pytest.mark.clause("CSS-15.0-11", "CSS-8.6-07")
def test_loading_and_unloading_provoke_fire() -> None:
    table = depot({"a": us("12.32"), **NEAR})
    table.do("load", unit="a", transport="truck")
    assert table.asked == ("german", "opportunity_fire") and "about to load" in table.decision.prompt
    table.do("hold")
    assert table.asked == ("german", "opportunity_fire") and "has loaded" in table.decision.prompt
    table.do("hold")
    assert table.asked[1] == "activation" and table.state.carried == {"a": "truck"}
    table = riding("12.32", more=NEAR)
    table.do("unload", unit="a")
    assert table.asked == ("german", "opportunity_fire") and "about to unload" in table.decision.prompt
    table.do("hold")
    assert table.asked == ("german", "opportunity_fire") and "have unloaded" in table.decision.prompt


@pytest.mark.clause("CSS-15.0-11")
def test_another_deployed_unit_screens_loading_and_the_passenger_does_not() -> None:
    table = depot({"a": us("12.32"), "b": us("12.32"), **NEAR})
    table.do("load", unit="a", transport="truck")
    assert table.asked[1] == "activation" and table.state.carried == {"a": "truck"}
    table = riding("12.32", more={"b": us("12.32"), **NEAR})
    table.do("unload", unit="a")
    assert table.asked[1] == "activation" and table.where("truck") == "pool"


@pytest.mark.clause("CSS-15.0-12")
def test_the_firer_chooses_to_fire_before_or_after_the_unloading() -> None:
    table = riding("12.32", more=NEAR)
    table.do("unload", unit="a")
    table.do("fire", unit="x", hex="12.32")
    assert [p["text"] for p in table.decision.subject["modifiers"] if p["rule"] == "8.3.1"] == ["Defense of truck"]  # type: ignore[index]
    table.do("cancel")
    table.do("hold")
    assert table.where("a") == "12.32" and table.where("truck") == "12.32"
    table.do("fire", unit="x", hex="12.32")
    assert [p["text"] for p in table.decision.subject["modifiers"] if p["rule"] == "8.3.1"] == ["Defense of a"]  # type: ignore[index]
    table.do("confirm")
    assert table.asked == ("allied", "target_unit")
    assert {c.get("unit") for c in table.offered("choose")} == {"a", "truck"}
    table.dice(9).do("choose", unit="a")
    assert table.asked[1] == "activation" and table.where("truck") == "pool"


@pytest.mark.clause("CSS-15.0-12")
def test_a_hex_fires_before_or_after_not_both_even_with_sustained_fire() -> None:
    table = riding("12.32", more={"x": ge("12.33", fire=("red", 1, 3), sustained_fire=True)})
    table.do("unload", unit="a")
    table.do("fire", unit="x", hex="12.32")
    table.dice(5).do("confirm")
    assert table.asked[1] == "activation" and table.where("a") == "12.32"
    assert table.hex("12.33").fire_marker == "sustained_fire"


@pytest.mark.clause("CSS-15.0-13")
def test_the_transport_stays_for_the_fire_and_leaves_without_its_markers() -> None:
    table = riding("12.32", carrier=halftrack(), more=NEAR, charts=result("DG2"))
    table.do("unload", unit="a")
    table.do("hold")
    table.do("fire", unit="x", hex="12.32")
    assert "g" in {p["letter"] for p in table.decision.subject["modifiers"]}  # type: ignore[index]
    table.dice(0).do("confirm")
    if table.decision.kind == "target_unit":
        table.do("choose", unit="a")
    assert table.hex("12.32").dg == 2 and table.where("truck") == "pool" and table.where("a") == "12.32"


@pytest.mark.clause("CSS-15.0-11", "CSS-15.0-12")
def test_who_is_pinned_before_the_unloading_stays_aboard_and_before_the_loading_behind() -> None:
    table = riding("12.32", more=NEAR, charts=result("S"))
    table.do("unload", unit="a")
    table.do("fire", unit="x", hex="12.32")
    table.dice(0).do("confirm")
    assert table.state.carried == {"a": "truck"} and table.where("truck") == "12.32"
    assert table.refused("unload", unit="a") != []
    table = depot({"a": us("12.32"), **NEAR}, charts=result("S"))
    table.do("load", unit="a", transport="truck")
    table.do("fire", unit="x", hex="12.32")
    table.do("confirm")
    table.dice(0).do("choose", unit="a")
    assert table.where("truck") == "pool" and table.where("a") == "12.32"


@pytest.mark.clause("CSS-15.0-11", "CSS-15.0-12")
@pytest.mark.parametrize(("hit", "left"), [("a", "truck"), ("truck", "a")])
def test_who_is_lost_before_the_loading_is_not_loaded_and_the_other_goes_its_way(hit: str, left: str) -> None:
    table = depot({"a": us("12.32"), **NEAR}, charts=result("E"))
    table.do("load", unit="a", transport="truck")
    table.do("fire", unit="x", hex="12.32")
    table.do("confirm")
    table.dice(0).do("choose", unit=hit)
    assert table.asked[1] == "activation" and table.state.carried == {}
    assert table.where(hit) == "eliminated" and table.where(left) == ("pool" if left == "truck" else "12.32")
    assert check(table.session.scenario, table.state) == []


@pytest.mark.clause("CSS-15.0-11", "CSS-15.0-12")
def test_after_an_unloading_that_fire_has_stopped_nobody_fires_again() -> None:
    table = riding("12.32", more={**NEAR, "z": ge("12.31", fire=("red", 8, 3))}, charts=result("S"))
    table.do("unload", unit="a")
    table.do("fire", unit="x", hex="12.32")
    table.dice(0).do("confirm")
    if table.asked[1] == "opportunity_fire":
        table.do("hold")
    assert table.asked[1] == "activation" and table.state.carried == {"a": "truck"}


@pytest.mark.clause("CSS-15.0-13", "CSS-8.5.1-04")
def test_markers_go_when_the_unit_is_lost_and_its_transport_has_left() -> None:
    table = riding("12.32", more=NEAR, charts=result("E"), markers=[("12.32", "dg", 1)])
    table.do("unload", unit="a")
    table.do("hold")
    table.do("fire", unit="x", hex="12.32")
    table.do("confirm")
    table.dice(0).do("choose", unit="a")
    assert (table.where("a"), table.where("truck")) == ("eliminated", "pool") and 1232 not in table.state.hexes


# --- second actions ---


@pytest.mark.clause("CSS-15.0-16", "CSS-15.0-18")
def test_after_loading_a_second_action_moves_but_does_not_unload() -> None:
    table = depot({"a": us("12.31")})
    before = table.state.divisions["d36"].commands
    table.do("load", unit="a", transport="truck")
    assert table.refused("unload", unit="a") == ["15.0"]
    table.do("move", units=("truck",))
    table.step("13.31", "14.32")
    table.do("stop")
    assert table.where("truck") == "14.32" and seen(table, "a").hex == "14.32"
    assert table.state.divisions["d36"].commands == before - 1
    assert "15.0" in table.refused("unload", unit="a")


@pytest.mark.clause("CSS-15.0-16", "CSS-15.0-18")
def test_after_moving_a_second_action_unloads_and_the_transport_loads_no_more() -> None:
    table = riding("12.31", more={"b": us("11.31")})
    table.do("move", units=("truck",))
    table.step("13.31")
    table.do("stop")
    table.do("unload", unit="a")
    assert table.where("a") == "13.31" and table.state.activity["truck"].used == 2
    table = riding("12.31", more={"b": us("11.31")})
    table.do("unload", unit="a")
    assert "15.0" in table.refused("load", unit="b", transport="truck")


@pytest.mark.clause("CSS-15.0-18")
def test_a_new_activation_allows_the_other_of_the_two() -> None:
    table = depot({"a": us("12.31")}, cup=("division:d36",))
    table.do("load", unit="a", transport="truck")
    next_chit(table, "division:d36")
    table.do("unload", unit="a")
    assert table.where("a") == "12.31"


def test_a_pinned_hex_neither_loads_nor_unloads() -> None:
    table = depot({"a": us("12.31")}, markers=[("12.31", "pinned", None)])
    assert table.refused("load", unit="a", transport="truck") == ["10.2.2"]
    table = riding("12.31", markers=[("12.31", "suppressed", None)])
    assert table.refused("unload", unit="a") == ["10.2.1"]


@pytest.mark.clause("CSS-15.0-06")
def test_an_unloaded_mortar_next_to_an_enemy_is_not_active_and_stays_deployed() -> None:
    mortar = us("14.32", formation="", division="d36", fire=("black", 3, 6), column_fire=("red", 1, 1))
    table = riding("14.32", unit=mortar, more={"b": us("13.31", deployed=False), "x": ge("14.33", fire=None)})
    table.do("unload", unit="a")
    table.do("move", units=("b",))
    table.step("12.31")
    table.do("stop")
    assert table.unit("a").deployed
