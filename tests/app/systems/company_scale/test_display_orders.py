"""The orders of a piece in a display, by hex and by box, and the order tried where there is none."""

from __future__ import annotations

from app.play.controller import GameController
from app.systems.base import presentation_of
from app.systems.company_scale.panels.display_orders import (
    Held,
    box_orders,
    choices_of,
    orders_by_hex,
    orders_of,
    tried,
    why_not,
)
from rules.engine.command import cmd
from rules.engine.options import Decision
from rules.hexes.grid import hex_id
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import position

WHERE = {"b_117": 1843, "r1": 1745}
ROUTED = Held("routed", ("r3",), "ge_11pz", "routed")
AIR = Held("air", ("air:tf_butler",), "tf_butler", "air_support")


def playing(decision: Decision) -> GameController:
    game = GameController(told_in=presentation_of)
    game.play(FakeSession(position(), decision))
    return game


def test_a_routed_unit_comes_back_deployed_or_in_column() -> None:
    orders = [cmd("return_unit", unit="r3", hex="17.46", deployed=state) for state in (True, False)]
    decision = decide("german", "activation", "Act.", *orders, cmd("move", units=("r1",)))
    assert orders_by_hex(decision, ROUTED, WHERE) == {1746: orders}
    choices = choices_of(playing(decision), ROUTED)
    assert [choice.words for choice in choices] == [
        "Return 3/AA 11 to 17.46, deployed",
        "Return 3/AA 11 to 17.46, in column",
    ]


def test_several_hexes_make_one_line_that_waits_for_the_map() -> None:
    orders = [cmd("return_unit", unit="r3", hex=at, deployed=True) for at in ("17.46", "16.46")]
    [choice] = choices_of(playing(decide("german", "activation", "Act.", *orders)), ROUTED)
    assert choice.words == "Return deployed: choose the hex on the map"
    assert set(choice.orders) == {1746, 1646}


def test_aircraft_strike_only_for_their_own_division() -> None:
    strikes = [cmd("air_strike", hex="17.45", target=name) for name in ("hex", "r1")]
    decision = decide("allied", "air_strikes", "Strikes?", *strikes, cmd("done"), division="tf_butler")
    assert orders_by_hex(decision, AIR, WHERE) == {1745: strikes}
    assert orders_of(decision, Held("air", ("air:us_36",), "us_36", "air_support")) == []


def test_aircraft_interdict_the_hex_of_the_column() -> None:
    order = cmd("interdict", division="tf_butler", target="hex")
    decision = decide("allied", "interdiction", "Interdict?", order, cmd("hold"), hex="17.45", units=["r1"])
    assert orders_by_hex(decision, AIR, WHERE) == {hex_id("17.45"): [order]}


def test_a_hero_goes_to_the_unit_he_is_for() -> None:
    hero = Held("hero", ("wietersheim",), "ge_11pz", "heroes")
    order = cmd("bring_hero", hero="wietersheim", unit="r1")
    assert orders_by_hex(decide("german", "leaders", "Leaders.", order, cmd("done")), hero, WHERE) == {1745: [order]}


def test_a_formation_is_attached_to_the_division_it_is_dropped_on() -> None:
    held = Held("formation", ("flak18",), "ge_11pz", "attached")
    order = cmd("change_attachment", formation="flak18", division="ge_198")
    decision = decide("german", "preparation", "Buy.", order, cmd("done"))
    assert box_orders(decision, held, "ge_198") == [order]
    assert box_orders(decision, held, "ge_338") == []


def test_any_truck_of_several_alike_may_load() -> None:
    trucks = Held("transport", ("t1", "t2"), "ge_11pz", "transport_pool")
    order = cmd("load", unit="r1", transport="t2")
    assert orders_by_hex(decide("german", "activation", "Act.", order), trucks, WHERE) == {1745: [order]}


def test_what_is_tried_asks_the_rules_for_their_reason() -> None:
    game = playing(decide("allied", "attach", "Attach.", cmd("done")))
    held = Held("weapon", ("mg",), "tf_butler", "weapons_available")
    assert tried(held, "18.43", "") == cmd("attach", weapon="mg", hex="18.43")
    assert "5.2" in why_not(game, held, 1843, "")
    assert why_not(game, Held("transport", ("t1",)), 1843, "") == "There is no unit in 18.43."
