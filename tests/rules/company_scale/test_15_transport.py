"""Transport: the pool, loading, unloading, the pair as one unit, fire at it (15.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.counters import Stripe
from rules.company_scale.integrity import check
from rules.company_scale.r05_command import units_of_chit
from rules.company_scale.r06_1_stacking import excess_of
from rules.company_scale.r27_victory import points
from rules.company_scale.scenario import Reinforcement, Setup
from rules.company_scale.setting_up import start
from rules.company_scale.state import decode
from rules.engine.command import cmd
from rules.hexes.ids import hex_id
from tests.rules.company_scale.boards import board
from tests.rules.company_scale.moves import HQ, aboard, next_chit, result
from tests.rules.company_scale.tables import (
    SYSTEM,
    Piece,
    TableTop,
    activation,
    ge,
    leader,
    named,
    scenario_of,
    us,
    weapon,
)
from tests.rules.company_scale.turns import OPEN, quiet_game, quiet_turn, told

NEAR = {"x": ge("12.33", fire=("red", 8, 3))}
BIG = board("\n".join("." * 8 for _ in range(14)), first="10.30")


def truck(hex: str = "", **changes: Any) -> Piece:
    """Return a truck of the 141st Regiment in its pool: red 1 range 1, defense 2, wheeled 18."""
    plain: dict[str, Any] = {"transport": True, "deployed": False, "column_fire": ("red", 1, 1), "column_defense": 2,
                             "move": ("wheeled", 18), "place": "pool"}  # fmt: skip
    return us(hex, **{**plain, **changes})


def halftrack(**changes: Any) -> Piece:
    """Return a half-track of the 141st Regiment: red 2, defense 0, hard, tracked 14."""
    return truck(**{"column_fire": ("red", 2, 1), "column_defense": 0, "move": ("tracked", 14), "armor": "hard",
                    **changes})  # fmt: skip


def depot(pieces: Mapping[str, Piece], *, chit: str = "formation:r141", ground: Any = OPEN, **facts: Any) -> TableTop:
    """Put a chit into play with a truck in the pool, a headquarters in 10.30 and an enemy far off in 21.33."""
    plain = {"hq": us("10.30", **HQ), "truck": truck()}
    far = {} if "x" in pieces else {"x": ge("21.33")}
    if ground is BIG:
        far = {}
    return activation(ground, {**plain, **far, **pieces}, chit, **facts)


def loaded(pieces: Mapping[str, Piece], carried: Mapping[str, str], **facts: Any) -> TableTop:
    """Begin with units on transports: `carried` maps a transport (with its hex in `pieces`) to its passenger."""
    return aboard(depot(pieces, **facts), {unit: transport for transport, unit in carried.items()})


def riding(hex: str = "14.31", unit: Piece | None = None, more: Mapping[str, Piece] | None = None,
           carrier: Piece | None = None, **facts: Any) -> TableTop:  # fmt: skip
    """Begin with company "a" on the truck in a hex."""
    base = carrier or truck()
    return loaded({"truck": replace(base, hex=hex, place="map"), "a": unit or us(hex), **(more or {})}, {"truck": "a"},
                  **facts)  # fmt: skip


def seen(table: TableTop, unit: str) -> dict[str, Any]:
    """Return a unit as the players see it."""
    found: dict[str, Any] = next(u for u in table.session.view("allied")["units"] if u["id"] == unit)
    return found


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
    assert not seen(table, "a")["active"]
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
        assert any(f"carries units of {whose} only" in reason.text for reason in reasons)
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


# --- one unit ---


@pytest.mark.clause("CSS-15.0-08")
def test_a_loaded_transport_is_always_in_column() -> None:
    table = riding()
    assert table.refused("change_formation", unit="truck") == ["15.0"]
    assert table.refused("change_formation", unit="a") == ["15.0"]
    assert table.unit("a").deployed


@pytest.mark.clause("CSS-15.0-08")
def test_in_a_hex_of_loaded_transports_the_firer_picks_the_target_and_a_failed_check_routs_it() -> None:
    table = loaded({"truck": truck("14.32", place="map"), "half": halftrack(hex="14.32", place="map"), "a": us("14.32"),
                    "b": us("14.32"), "x": ge("14.33", fire=("red", 8, 1)), "hx": ge("10.33", **HQ)},
                   {"truck": "a", "half": "b"}, chit="formation:pg110", charts=result("R"))  # fmt: skip
    table.do("fire", unit="x", hex="14.32")
    table.do("confirm")
    assert table.asked == ("german", "target_unit")
    assert {c.get("unit") for c in table.offered("choose")} == {"truck", "half"}
    table.dice(0, 9).do("choose", unit="truck")
    if table.decision.kind == "rout_unit":
        table.do("choose", unit="truck")
    assert table.where("truck") == "pool" and table.where("a") == "routed"


@pytest.mark.clause("CSS-15.0-09")
def test_the_values_of_the_transport_count() -> None:
    table = riding("14.32", carrier=halftrack(), more={"x": ge("14.33")}, chit="formation:pg110")
    table.do("fire", unit="x", hex="14.32")
    subject = table.decision.subject
    assert subject["aims"] == ["truck"]
    assert [p["value"] for p in subject["modifiers"] if p["rule"] == "8.3.1"] == [0]  # type: ignore[index]
    shown = seen(table, "truck")
    assert shown["move"] == {"class": "tracked", "allowance": 14} and shown["armor"] == "hard"


@pytest.mark.clause("CSS-15.0-10")
def test_three_loaded_transports_are_three_units() -> None:
    trucks = {name: truck("14.32", place="map") for name in ("truck", "t2", "t3")}
    pieces = {**trucks, "a": us("14.32"), "b": us("14.32"), "c": us("14.32")}
    table = loaded(pieces, {"truck": "a", "t2": "b", "t3": "c"})
    assert excess_of(table.game, hex_id("14.32")) == 0
    table.do("end_activation")
    assert table.hex("14.32").dg == 0


@pytest.mark.clause("CSS-15.0-08", "CSS-15.0-10")
def test_a_passenger_screens_nobody_fires_nothing_and_has_no_zone() -> None:
    table = riding("14.32", more={"b": us("14.32", deployed=False), "x": ge("14.33", fire=("red", 8, 1))})
    table.do("move", units=("b",))
    table.do("step", to="14.31", by="terrain")
    assert table.asked == ("german", "opportunity_fire")
    table.do("hold")
    assert table.refused("fire", unit="a", hex="14.33") != []


@pytest.mark.clause("CSS-15.0-19")
def test_a_passenger_is_shown_under_its_own_transport() -> None:
    trucks = {name: truck("14.32", place="map") for name in ("truck", "t2")}
    pieces = {**trucks, "a": us("14.32"), "b": us("14.32")}
    table = loaded(pieces, {"truck": "b", "t2": "a"})
    stack = table.session.query("stack", hex="14.32")["units"]
    assert [entry["id"] for entry in stack] == ["truck", "b", "t2", "a"]
    assert (seen(table, "b")["carried_by"], seen(table, "truck")["carries"]) == ("truck", "b")
    assert seen(table, "b")["hex"] == "14.32" and seen(table, "b")["place"] == "carried"


# --- opportunity fire ---


@pytest.mark.clause("CSS-15.0-11", "CSS-8.6-07")
def test_loading_and_unloading_provoke_fire() -> None:
    table = depot({"a": us("12.32"), **NEAR})
    table.do("load", unit="a", transport="truck")
    assert table.asked == ("german", "opportunity_fire") and "about to load" in table.decision.prompt
    table.do("hold")
    assert table.asked == ("german", "opportunity_fire") and "having loaded" in table.decision.prompt
    table.do("hold")
    assert table.asked[1] == "activation" and table.state.carried == {"a": "truck"}
    table = riding("12.32", more=NEAR)
    table.do("unload", unit="a")
    assert table.asked == ("german", "opportunity_fire") and "about to unload" in table.decision.prompt
    table.do("hold")
    assert table.asked == ("german", "opportunity_fire") and "having unloaded" in table.decision.prompt


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


# --- support weapons and leaders ---


@pytest.mark.clause("CSS-15.0-14")
def test_one_support_weapon_and_any_leaders_ride_with_a_unit_and_none_alone() -> None:
    guns = {"g1": ("14.32", weapon("g1", ("red", 1, 1))), "g2": ("14.32", weapon("g2", ("red", 1, 1)))}
    men = {"l1": ("14.32", leader("l1", 1, 1)), "l2": ("14.32", leader("l2", 1, 1))}
    table = riding("14.32", more={"b": us("14.32")}, weapons=guns, leaders=men)
    table.do("move", units=("truck",))
    table.step("14.31")
    assert [w for w in guns if table.state.weapons[w].hex == hex_id("14.31")] == ["g1"]  # the other is left to "b"
    both = riding("14.32", more={"b": us("14.32"), "c": us("14.32")}, weapons=guns, leaders=men)
    both.do("move", units=("truck",))
    for name in ("g1", "g2", "l1", "l2"):
        both.do("take" if name in guns else "take_leader", **{"weapon" if name in guns else "leader": name})
    assert both.decision.subject["carried"] == ["g2", "l1", "l2"]  # one weapon, any number of leaders
    both.step("14.31")
    assert (both.state.weapons["g1"].hex, both.state.weapons["g2"].hex) == (hex_id("14.32"), hex_id("14.31"))
    assert {token.hex for token in both.state.leaders.values()} == {hex_id("14.31")}
    table = riding("14.32", weapons={"g1": guns["g1"]}, leaders=men)
    table.do("move", units=("truck",))
    table.step("14.31")
    assert {t.hex for t in (*table.state.weapons.values(), *table.state.leaders.values())} == {hex_id("14.31")}
    table = depot({"a": us("12.31")}, weapons={"g1": ("12.31", weapon("g1", ("red", 1, 1)))})
    assert table.refused("load", unit="g1", transport="truck") == ["15.0"]


# --- losses ---


@pytest.mark.clause("CSS-15.0-15")
def test_an_eliminated_transport_takes_its_passenger_along_as_one_loss_and_never_returns() -> None:
    table = riding("14.32", carrier=halftrack(), more={"x": ge("14.33", fire=("red", 8, 1))}, chit="formation:pg110",
                   charts=result("E"))  # fmt: skip
    table.do("fire", unit="x", hex="14.32")
    events = table.dice(0).do("confirm")
    assert table.where("truck") == "eliminated" and table.where("a") == "eliminated"
    assert named(events, "PassengerLost")[0]["unit"] == "a"
    assert table.state.losses == {"allied": 1} and points(table.game)["german"] == 1
    assert table.state.carried == {} and check(table.session.scenario, table.state) == []


@pytest.mark.clause("CSS-15.0-12", "CSS-27.4-01")
def test_a_transport_lost_beside_its_passenger_is_a_loss_of_its_own() -> None:
    table = riding("12.32", more=NEAR, charts=result("E"))
    table.do("unload", unit="a")
    table.do("hold")
    table.do("fire", unit="x", hex="12.32")
    table.do("confirm")
    table.dice(0).do("choose", unit="truck")
    assert (table.where("truck"), table.where("a")) == ("eliminated", "12.32")
    assert table.state.losses == {"allied": 1} and points(table.game)["german"] == 1


@pytest.mark.clause("CSS-15.0-17")
def test_a_transport_that_routs_returns_to_the_pool_and_its_passenger_to_the_routed_box() -> None:
    table = riding("14.32", more={"x": ge("14.33", fire=("red", 8, 1))}, chit="formation:pg110", charts=result("R"))
    table.do("fire", unit="x", hex="14.32")
    table.dice(0, 9).do("confirm")
    assert table.where("truck") == "pool" and table.where("a") == "routed"
    assert table.state.losses.get("allied", 0) == 0


@pytest.mark.clause("CSS-15.0-17", "CSS-15.0-15")
def test_a_transport_that_cannot_reach_a_headquarters_is_eliminated_with_its_passenger() -> None:
    table = riding("14.32", more={"x": ge("14.33", fire=("red", 8, 1)), "hq": us("21.33", formation="cav117")},
                   chit="formation:pg110", charts=result("R"))  # fmt: skip
    table.do("fire", unit="x", hex="14.32")
    table.dice(0, 9).do("confirm")
    assert table.where("truck") == "eliminated" and table.where("a") == "eliminated"


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
    assert table.where("truck") == "14.32" and seen(table, "a")["hex"] == "14.32"
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


@pytest.mark.clause("CSS-21.2-03")
def test_guns_carried_by_transport_keep_their_guns() -> None:
    guns = us("12.31", fire=("white", 7, 4), move=("leg", None), abandons_guns=True)
    table = depot({"a": guns}, cup=("division:d36",))
    table.do("load", unit="a", transport="truck")
    table.do("move", units=("truck",))
    table.step("13.31")
    table.do("stop")
    next_chit(table, "division:d36")
    table.do("unload", unit="a")
    assert table.unit("a").deployed and table.state.abandoned == ()
    assert seen(table, "a")["fire"] == {"box": "white", "value": 7, "range": 4}


def test_a_pinned_hex_neither_loads_nor_unloads() -> None:
    table = depot({"a": us("12.31")}, markers=[("12.31", "pinned", None)])
    assert table.refused("load", unit="a", transport="truck") == ["10.2.2"]
    table = riding("12.31", markers=[("12.31", "suppressed", None)])
    assert table.refused("unload", unit="a") == ["10.2.1"]


def test_a_position_with_passengers_is_the_same_after_saving() -> None:
    table = riding()
    raw = table.state.to_plain()
    assert SYSTEM.decode(table.session.scenario, raw) == table.state


@pytest.mark.clause("CSS-15.0-02")
def test_a_kampfgruppe_reaches_loaded_transports_within_two_hexes_and_no_pool() -> None:
    lorry = replace(truck(), side="german", formation="pg110")
    there = {name: replace(lorry, hex=at, place="map") for name, at in (("t", "14.31"), ("far", "19.31"))}
    table = loaded({**there, "p": lorry, "a": ge("14.31"), "c": ge("19.31"), "x": ge("21.33")}, {"t": "a", "far": "c"})
    table.state.kampfgruppe = hex_id("14.32")
    assert units_of_chit(table.game, "kampfgruppe:pz11") == ["t"]


@pytest.mark.clause("CSS-15.0-06")
def test_an_unloaded_mortar_next_to_an_enemy_is_not_active_and_stays_deployed() -> None:
    mortar = us("14.32", formation="", division="d36", fire=("black", 3, 6), column_fire=("red", 1, 1))
    table = riding("14.32", unit=mortar, more={"b": us("13.31", deployed=False), "x": ge("14.33", fire=None)})
    table.do("unload", unit="a")
    table.do("move", units=("b",))
    table.step("12.31")
    table.do("stop")
    assert table.unit("a").deployed


@pytest.mark.clause("CSS-14.2-01", "CSS-15.0-14")
def test_a_hero_rides_with_his_unit_and_gets_off_with_it() -> None:
    brave = replace(leader("brave", 2, 1, hero=True, type="marker", leaves_on=4, stripe=Stripe.NONE), division="",
                    formation="")  # fmt: skip
    pieces = {"a": us("14.31"), "b": us("14.31"), "x": ge("21.33", fire=None)}
    table = depot(pieces, leaders={"brave": ("14.31", brave)}, cup=("formation:r141",))
    table.state.leaders["brave"] = replace(table.state.leaders["brave"], unit="a")
    table.session.resume()
    table.do("load", transport="truck", unit="a")
    assert check(table.session.scenario, table.state) == []
    table.do("move", units=("truck",))
    assert table.decision.subject["carried"] == ["brave"]
    table.step("14.32")
    table.do("stop")
    assert (table.state.leaders["brave"].hex, table.state.leaders["brave"].unit) == (1432, "a")
    next_chit(table, "formation:r141")
    table.do("unload", unit="a")
    assert (table.where("truck"), table.state.leaders["brave"].hex, table.state.leaders["brave"].unit) == (
        "pool", 1432, "a",
    )  # fmt: skip


@pytest.mark.clause("CSS-14.0-01", "CSS-15.0-13")
def test_a_hero_who_joined_a_lorry_stays_with_its_passenger_when_it_leaves() -> None:
    brave = leader("brave", 2, 1, hero=True)
    table = riding("14.32", leaders={"brave": ("14.32", brave)})
    table.state.leaders["brave"] = replace(table.state.leaders["brave"], unit="truck")
    table.session.resume()
    table.do("unload", unit="a")
    assert (table.state.leaders["brave"].hex, table.state.leaders["brave"].unit) == (1432, "a")
    assert check(table.session.scenario, table.state) == []


@pytest.mark.clause("CSS-15.0-15", "CSS-27.1-04")
def test_a_headquarters_lost_on_its_transport_goes_to_the_routed_box() -> None:
    table = riding("14.32", unit=us("14.32", hq="formation"), more={"x": ge("14.33", fire=("red", 8, 1))},
                   chit="formation:pg110", charts=result("E"))  # fmt: skip
    table.do("fire", unit="x", hex="14.32")
    table.dice(0).do("confirm")
    assert table.where("truck") == "eliminated" and table.where("a") == "routed"
    assert points(table.game)["german"] == 1 and check(table.session.scenario, table.state) == []


@pytest.mark.clause("CSS-13.1-07", "CSS-15.0-15")
def test_a_leader_whose_last_unit_dies_on_a_transport_of_the_division_is_out() -> None:
    white = truck("14.32", place="map", formation="", division="d36")
    pieces = {"w": white, "a": us("14.32", formation="r142"), "b": us("10.33"), "x": ge("14.33", fire=("red", 8, 1))}
    men = {"boss": ("off_map", leader("boss", 1, 1, formation="r142"))}
    table = loaded(pieces, {"w": "a"}, chit="formation:pg110", charts=result("E"), leaders=men)
    table.do("fire", unit="x", hex="14.32")
    table.dice(0).do("confirm")
    assert table.where("a") == "eliminated" and table.state.leaders["boss"].place == "out"
