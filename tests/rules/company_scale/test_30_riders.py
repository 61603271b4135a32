"""Infantry riding on tanks (30.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.company_scale.r06_1_stacking import excess_of
from rules.company_scale.r30_riders import riders_under_attack, shake_off
from rules.company_scale.state import Battle, Unit
from rules.engine.game import Game
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import HQ, aboard, next_chit
from tests.rules.company_scale.helpers.tables import (
    SYSTEM,
    Piece,
    TableTop,
    activation,
    ge,
    leader,
    named,
    tank,
    us,
    weapon,
)
from tests.rules.company_scale.test_16_airpower import air

PLAIN = board("\n".join("." * 4 for _ in range(18)), first="10.30")
ENEMY = {"x": ge("10.30")}


def panzer(hex: str, **changes: Any) -> Piece:
    """Return an American tank company of the 141st Regiment in column."""
    return tank(hex, us, **{"deployed": False, **changes})


def park(pieces: Mapping[str, Piece], *, chit: str = "formation:r141", **facts: Any) -> TableTop:
    """Put a chit into play with an enemy in 10.30 and a headquarters in 13.47."""
    return activation(PLAIN, {**ENEMY, "hq": us("13.47", **HQ), **pieces}, chit, **facts)


def ridden(pieces: Mapping[str, Piece], riders: Mapping[str, str], **facts: Any) -> TableTop:
    """Begin with riders on tanks: `riders` maps a unit to its tank."""
    return aboard(park(pieces, **facts), riders)


# --- who rides on what ---


@pytest.mark.clause("CSS-30.0-01")
def test_leg_units_ride_on_tanks_only() -> None:
    pieces = {"t": panzer("10.45"), "half": panzer("10.45", armor="hard"), "a": us("10.45"),
              "wheels": us("10.45", move=("wheeled", 12)), "gun": us("10.45", move=("leg", None))}  # fmt: skip
    table = park(pieces)
    assert table.refused("mount", unit="a", tank="half") == ["30.0"]
    assert table.refused("mount", unit="wheels", tank="t") == ["30.0"]
    assert table.refused("mount", unit="gun", tank="t") == ["30.0"]
    assert table.refused("mount", unit="hq", tank="t") == ["30.0"]
    assert table.refused("mount", unit="nobody", tank="t") == ["30.0"]
    assert [(c.get("unit"), c.get("tank")) for c in table.offered("mount")] == [("a", "t")]


@pytest.mark.clause("CSS-30.0-02")
def test_a_tank_carries_its_own_formation_and_a_white_one_its_whole_division() -> None:
    pieces = {"t": panzer("10.45"), "w": panzer("10.45", formation="", division="d36"), "a": us("10.45"),
              "b": us("10.45", formation="r142"), "c": us("10.45", formation="cav117")}  # fmt: skip
    table = park(pieces, chit="division:d36")
    assert table.refused("mount", unit="b", tank="t") == ["30.0"]
    assert table.refused("mount", unit="c", tank="w") == ["30.0"]
    assert {(c.get("unit"), c.get("tank")) for c in table.offered("mount")} == {("a", "t"), ("a", "w"), ("b", "w")}


# --- on and off ---


@pytest.mark.clause("CSS-30.0-03")
@pytest.mark.parametrize("deployed", [True, False])
def test_climbing_aboard_costs_an_action_of_the_tank_and_the_unit_keeps_its_side(deployed: bool) -> None:
    white = panzer("10.45", formation="", division="d36", stripe="none")
    table = park({"t": white, "a": us("10.45", formation="r142", deployed=deployed)})
    assert "a" not in table.state.activity
    table.do("mount", unit="a", tank="t")
    assert table.where("a") == "carried" and table.state.carried == {"a": "t"}
    assert table.state.activity["t"].used == 1 and table.unit("a").deployed is deployed
    assert "30.0" in table.refused("mount", unit="hq", tank="t")


@pytest.mark.clause("CSS-30.0-04")
def test_getting_off_costs_an_action_and_the_unit_cannot_act_in_that_activation() -> None:
    table = ridden({"t": panzer("10.45"), "a": us("10.45")}, {"a": "t"}, chit="division:d36", cup=("formation:r141",))
    assert table.refused("unload", unit="a") == ["15.0"]  # a tank is no transport
    assert {c.get("unit") for c in table.offered("dismount")} == {"a"}
    table.do("dismount", unit="a")
    assert table.where("a") == "10.45" and table.state.activity["t"].used == 1
    assert table.refused("pass_unit", unit="a") == ["30.0"]
    assert table.refused("move", units=("a",)) == ["30.0", "3.2"]
    next_chit(table, "formation:r141")
    table.do("pass_unit", unit="a")


@pytest.mark.clause("CSS-30.0-05")
def test_one_direct_command_moves_tank_and_rider() -> None:
    table = ridden({"t": panzer("10.41"), "a": us("10.41")}, {"a": "t"}, chit="command:allied")
    before = table.state.divisions["d36"].commands
    assert "30.0" in table.refused("activate", unit="a")
    table.do("activate", unit="t")
    table.do("move", units=("t",))
    table.step("10.42", "10.43", "10.44", "10.45")
    table.do("stop")
    assert table.state.carried == {"a": "t"} and table.where("t") == "10.45"
    shown = {u.id: u for u in table.session.view("allied").units}
    assert shown["a"].hex == "10.45" and shown["t"].carries == "a"
    assert table.state.divisions["d36"].commands == before - 1


@pytest.mark.clause("CSS-30.0-06")
def test_tank_and_rider_stack_as_one() -> None:
    pieces = {"t": panzer("10.45"), "u": panzer("10.45"), "a": us("10.45"), "b": us("10.45"), "c": us("10.45")}
    table = ridden(pieces, {"a": "t", "b": "u"})
    assert len(table.state.stack(hex_id("10.45"))) == 3 and excess_of(table.game, hex_id("10.45")) == 0


@pytest.mark.clause("CSS-30.0-07")
def test_nobody_climbs_on_within_10_hexes_of_an_enemy() -> None:
    near = park({"t": panzer("10.40"), "a": us("10.40")})
    assert near.refused("mount", unit="a", tank="t") == ["30.0"]
    far = park({"t": panzer("10.41"), "a": us("10.41")})
    far.do("mount", unit="a", tank="t")


@pytest.mark.clause("CSS-30.0-08")
def test_riders_get_off_when_an_enemy_comes_within_10_hexes() -> None:
    table = ridden({"t": panzer("10.41"), "a": us("10.41"), "x": ge("10.30", deployed=False)}, {"a": "t"},
                   chit="formation:pg110")  # fmt: skip
    table.do("move", units=("x",))
    events = table.step("10.31")
    assert named(events, "RiderDismounted")[0]["why"] == "enemy"
    assert table.where("a") == "10.41" and table.state.carried == {} and table.hex("10.41").dg == 0
    assert "a" not in table.state.activity


@pytest.mark.clause("CSS-30.0-08")
def test_riders_get_off_in_the_first_hex_near_an_enemy_and_the_tank_goes_on() -> None:
    table = ridden({"t": panzer("10.42"), "a": us("10.42")}, {"a": "t"})
    table.do("move", units=("t",))
    table.step("10.41")
    assert table.where("a") == "carried"
    table.step("10.40")
    assert table.where("a") == "10.40"
    table.step("10.39")
    table.do("stop")
    assert table.where("t") == "10.39" and table.where("a") == "10.40"
    assert table.refused("pass_unit", unit="a") == ["30.0"]


@pytest.mark.clause("CSS-30.0-09")
def test_on_and_off_in_one_activation_is_not_allowed() -> None:
    table = park({"t": panzer("10.45"), "a": us("10.45")}, cup=("division:d36",))
    table.do("mount", unit="a", tank="t")
    assert table.refused("dismount", unit="a") == ["30.0"]
    next_chit(table, "division:d36")
    table.do("dismount", unit="a")
    assert table.refused("mount", unit="a", tank="t") == ["30.0"]


@pytest.mark.clause("CSS-30.0-09")
def test_an_enemy_near_makes_riders_get_off_in_the_activation_they_got_on() -> None:
    table = park({"t": panzer("10.41"), "a": us("10.41")})
    table.do("mount", unit="a", tank="t")
    table.do("move", units=("t",))
    table.step("10.40")
    assert table.where("a") == "10.40"


# --- what comes along ---


@pytest.mark.clause("CSS-30.0-10")
def test_one_support_weapon_rides_along() -> None:
    guns = {name: ("10.45", weapon(name, ("red", 1, 1))) for name in ("g1", "g2")}
    table = park({"t": panzer("10.45"), "a": us("10.45")}, weapons=guns)
    table.do("mount", unit="a", tank="t")
    assert table.asked == ("allied", "lose_weapon")
    table.do("choose", weapon="g2")
    table.do("move", units=("t",))
    table.step("10.46")
    assert table.state.weapons["g1"].hex == hex_id("10.46")


# --- attacks ---


RIDERS: dict[str, Piece] = {"t": panzer("10.45"), "a": us("10.45")}


def struck(aim: str) -> TableTop:
    """Strike a tank with a rider in 10.45, alone there, from the air."""
    table = air({**ENEMY, "dhq": ge("11.30", hq="division", command_range=5), "hq": us("13.47", **HQ), **RIDERS},
                {"pz11": 1}, "division:pz11", ground=PLAIN)  # fmt: skip
    table.state.place("a", 0, "carried")
    table.state.carried["a"] = "t"
    table.session.resume()
    table.do("air_strike", hex="10.45", target=aim)
    return table


@pytest.mark.clause("CSS-30.0-11")
def test_riders_get_off_as_their_tank_is_struck_and_the_hex_is_disorganized_by_1() -> None:
    table = struck("t")
    assert set(table.state.stack(hex_id("10.45"))) == {"t", "a"}
    assert table.hex("10.45").dg == 1 and table.asked == ("german", "rider_aim")


@pytest.mark.clause("CSS-30.0-12")
def test_the_strike_may_then_be_aimed_at_the_hex_or_at_the_tank() -> None:
    table = struck("t")
    assert {c.get("target") for c in table.offered("aim")} == {"hex", "t"}
    assert table.refused("aim", target="a") == ["30.0"]
    events = table.dice(9).do("aim", target="t")
    assert named(events, "AirAttackDeclared")[0]["aim"] == "t"
    table = struck("t")
    table.do("aim", target="hex")
    assert table.asked[1] == "target_unit"
    assert {c.get("unit") for c in table.offered("choose")} == {"a", "t"}


@pytest.mark.clause("CSS-30.0-11", "CSS-30.0-12")
def test_riders_get_off_under_indirect_fire_which_goes_at_the_hex() -> None:
    gun = ge("10.30", fire=("black", 5, 20), column_fire=("red", 1, 1), move=("leg", None))
    spotter = ge("10.34", formation="", division="pz11")
    table = activation(PLAIN, {"x": gun, "o": ge("10.35", hq="formation", command_range=9), "s": spotter,
                               "hq": us("13.47", **HQ), **RIDERS}, "formation:pg110")  # fmt: skip
    table.state.place("a", 0, "carried")
    table.state.carried["a"] = "t"
    game: Battle = Game(SYSTEM.kinds, table.session.scenario, table.state.copy())
    game.push("indirect_resolution", unit="x", hex=hex_id("10.45"), support=(), concentrate=False, seat="german",
              origin=hex_id("10.30"), aim="hex", movers=(), target="", chosen="")  # fmt: skip
    decision = game.run()
    assert game.state.status(hex_id("10.45")).dg == 1
    assert getattr(decision, "kind", "") == "target_unit"
    assert set(decision.subject["units"]) == {"a", "t"}  # type: ignore[union-attr, arg-type]


def test_smoke_of_their_own_side_leaves_riders_aboard() -> None:
    table = ridden(RIDERS, {"a": "t"})
    assert riders_under_attack(table.game, "allied", hex_id("10.45"), ()) == []
    assert riders_under_attack(table.game, "german", hex_id("10.45"), ()) == ["a"]
    assert riders_under_attack(table.game, "german", hex_id("10.45"), ("hq",)) == []


@pytest.mark.clause("CSS-30.0-13")
def test_after_getting_off_they_stack_as_two() -> None:
    pieces = {"t": panzer("10.45"), "u": panzer("10.45"), "a": us("10.45"), "b": us("10.45"), "c": us("10.45")}
    table = ridden(pieces, {"a": "t", "b": "u"})
    table.do("dismount", unit="a")
    table.do("dismount", unit="b")
    table.do("end_activation")
    assert table.hex("10.45").dg == 2


def test_a_tank_lost_leaves_its_rider_behind() -> None:
    pieces = {"t": panzer("10.45"), "u": panzer("10.45"), "a": us("10.45"), "b": us("10.45"), "c": us("10.45")}
    table = ridden({**pieces, "d": us("10.45")}, {"a": "t"}, markers=[("10.45", "dg", 4)])
    table.do("end_activation")
    assert table.asked == ("allied", "lose_unit")
    table.do("choose", unit="t")
    assert table.where("t") == "eliminated" and table.where("a") == "10.45" and table.state.carried == {}


@pytest.mark.clause("CSS-30.0-04", "CSS-30.0-08")
def test_a_rider_forced_off_an_inactive_tank_is_not_paid_for_under_the_same_chit() -> None:
    table = ridden({"t": panzer("10.45"), "a": us("10.45")}, {"a": "t"}, chit="command:allied")
    table.state.units["x"] = Unit(0, "reserve", True)
    game = table.game
    game.state.place("x", hex_id("10.40"))  # as an ambush lies there all at once
    shake_off(game, ("x",))
    table.session.resume()
    assert table.where("a") == "10.45"
    assert "5.1" in table.refused("activate", unit="a")


@pytest.mark.clause("CSS-30.0-03")
def test_a_tank_carries_one_unit() -> None:
    table = ridden({"t": panzer("10.45"), "a": us("10.45"), "b": us("10.45")}, {"a": "t"})
    assert table.offered("mount") == []
    assert table.refused("mount", unit="b", tank="t") == ["30.0"]


@pytest.mark.clause("CSS-30.0-08", "CSS-30.0-10")
def test_what_rode_with_a_unit_gets_off_with_it() -> None:
    guns = {"g1": ("10.41", weapon("g1", ("red", 1, 1)))}
    table = ridden({"t": panzer("10.41"), "a": us("10.41")}, {"a": "t"}, weapons=guns,
                   leaders={"boss": ("10.41", leader("boss", 1, 1))})  # fmt: skip
    table.do("move", units=("t",))
    table.step("10.40")
    assert table.where("a") == "10.40" and table.decision.subject["carried"] == []
    table.step("10.39")
    assert table.where("t") == "10.39"
    assert table.state.weapons["g1"].hex == table.state.leaders["boss"].hex == hex_id("10.40")
    assert table.session.check() == []


def test_nobody_gets_on_or_off_in_a_pinned_hex() -> None:
    pinned = [("10.45", "pinned", None)]
    table = park({"t": panzer("10.45"), "a": us("10.45")}, markers=pinned)
    assert table.refused("mount", unit="a", tank="t") == ["10.2.2"]
    table = ridden({"t": panzer("10.45"), "a": us("10.45")}, {"a": "t"}, markers=pinned)
    assert table.refused("dismount", unit="a") == ["10.2.2"]
