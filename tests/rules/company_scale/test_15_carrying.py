"""Transport and passenger as one unit: its values, who goes along, how both are lost (15.0)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.company_scale.counters import Stripe
from rules.company_scale.integrity import check
from rules.company_scale.r05_command import units_of_chit
from rules.company_scale.r06_1_stacking import excess_of
from rules.company_scale.r27_victory import points
from rules.company_scale.records.view import FireView, MoveView
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.lorries import NEAR, depot, halftrack, loaded, riding, seen, truck
from tests.rules.company_scale.helpers.moves import HQ, next_chit, result
from tests.rules.company_scale.helpers.tables import SYSTEM, ge, leader, named, us, weapon

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
    assert shown.face.move == MoveView("tracked", 14) and shown.armor == "hard"


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
    stack = table.session.query("stack", hex="14.32").units
    assert [entry.id for entry in stack] == ["truck", "b", "t2", "a"]
    assert (seen(table, "b").carried_by, seen(table, "truck").carries) == ("truck", "b")
    assert seen(table, "b").hex == "14.32" and seen(table, "b").place == "carried"


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
@pytest.mark.parametrize(("rules", "losses"), [({}, {}), ({"transport_losses": "units"}, {"allied": 1})])
def test_a_transport_lost_beside_its_passenger_is_a_marker_or_by_the_switch_a_unit(
    rules: dict[str, str], losses: dict[str, int]
) -> None:
    table = riding("12.32", more=NEAR, charts=result("E"), rules=rules)
    table.do("unload", unit="a")
    table.do("hold")
    table.do("fire", unit="x", hex="12.32")
    table.do("confirm")
    table.dice(0).do("choose", unit="truck")
    assert (table.where("truck"), table.where("a")) == ("eliminated", "12.32")
    assert table.state.losses == losses and points(table.game)["german"] == len(losses)


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
    assert seen(table, "a").face.fire == FireView("white", 7, 4)


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
