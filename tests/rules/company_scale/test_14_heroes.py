"""Named heroes: how they arrive and are called, Gregg, Adams and and von Wietersheim (14.0, 14.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.r05_command import command_range, in_command
from rules.company_scale.r08_5_4_status import division_quality, troop_quality
from rules.company_scale.r13_leaders import lose_leader
from rules.company_scale.scenario import DivisionStart, Reinforcement
from rules.engine.frames import Frame
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.fires import compose, entry, value
from tests.rules.company_scale.helpers.heroes import (
    BOTH,
    CHIEF,
    GE,
    GREGG,
    HERE,
    OPEN,
    OTHER,
    PANZER,
    US,
    VON,
    active,
    beside,
    hero,
    panzers,
    places,
)
from tests.rules.company_scale.helpers.tables import activation, ge, leader, named, us
from tests.rules.company_scale.helpers.turns import quiet_game, told

ADAMS = {"adams": ("available", hero("adams", leaves_on=9))}


# --- arrival (14.0, 14.1) ---


@pytest.mark.clause("CSS-14.0-01", "CSS-14.1-01", "CSS-14.1-07", "CSS-14.1-10", "CSS-14.1-20")
@pytest.mark.parametrize("kind", ["gregg", "adams", "murphy", "rolin"])
def test_heroes_arrive_in_their_boxes_by_the_schedule(kind: str) -> None:
    due = Reinforcement(1, hex_id("10.30"), ("r",), heroes=(kind,))
    pieces = {"a": us("12.30"), "x": ge("21.33"), "r": us("10.30", place="reserve")}
    table = quiet_game(9, 9, "wind", "event", 5, "command:german", "command:allied", pieces=pieces,
                       reinforcements=[due], leaders={kind: ("reserve", hero(kind))})  # fmt: skip
    assert table.state.leaders[kind].place == "available"
    assert [e["hero"] for e in told(table, "HeroArrived")] == [kind]


@pytest.mark.clause("CSS-14.1-01", "CSS-14.1-07")
@pytest.mark.parametrize(("chit", "called"), [(US, True), (BOTH, True), (OTHER, False), ("command:allied", False)])
def test_a_hero_is_called_with_his_regiment_or_division(chit: str, called: bool) -> None:
    pieces = {"a": us(HERE), "b": us("12.30", formation="r142"), "y": ge("12.33", fire=None)}
    table = active(pieces, {**GREGG, **ADAMS}, chit)
    assert bool(table.offered("demand_surrender")) is called
    assert bool(table.offered("request_surrender")) is called
    if not called:
        assert table.refused("demand_surrender", hero="gregg", unit="y") == ["14.1"]


# --- Gregg ---


@pytest.mark.clause("CSS-14.1-02")
def test_gregg_makes_one_unit_next_to_his_regiment_surrender() -> None:
    pieces = {"a": us(HERE), "y": ge("12.33", fire=None), "z": ge("12.33", fire=None), "w": ge("14.36", fire=None)}
    table = active(pieces, GREGG)
    for wrong in ("w", "a", "nobody"):
        assert table.refused("demand_surrender", hero="gregg", unit=wrong)
    events = table.dice(6).do("demand_surrender", hero="gregg", unit="y")
    assert [e["unit"] for e in named(events, "UnitEliminated")] == ["y"]
    assert [e["purpose"] for e in named(events, "DieRolled")] == ["hero"]
    assert (table.where("y"), table.where("z")) == ("eliminated", "12.33")
    assert table.state.losses == {"german": 1}
    assert table.state.activity["a"].used == 0


@pytest.mark.clause("CSS-14.1-03")
@pytest.mark.parametrize("use", [True, False])
def test_gregg_turns_the_roll_of_a_mortar_into_a_0(use: bool) -> None:
    mortar = us(HERE, fire=None, indirect=("black", 3, 6), symbol="mortar")
    pieces = {"m": mortar, "o": us("12.34"), "y": ge("12.35", fire=None)}
    table = active(pieces, GREGG, charts=entry("S"))
    table.do("indirect_fire", unit="m", hex="12.35")
    table.dice(9).do("confirm")
    assert table.asked == ("allied", "hero")
    if use:
        events = table.dice(6).do("use_hero", hero="gregg")
        assert named(events, "IndirectFired")[0]["die"] == 0
        assert table.hex("12.35").stress == "suppressed" and 1235 in table.state.barrages
    else:
        table.do("no_hero")
        assert table.hex("12.35").stress == "" and not table.state.barrages
    assert places(table) == {"gregg": "available"}


@pytest.mark.clause("CSS-14.1-04")
def test_gregg_takes_all_markers_off_a_hex() -> None:
    pieces = {"a": us(HERE), "b": us("14.33"), "c": us("14.33", formation="r142"), "d": us("15.35")}
    pieces |= {f"more{n}": us("15.35") for n in range(3)}
    marks: list[tuple[str, str, Any]] = [(h, "dg", 3) for h in (HERE, "14.33", "15.35")]
    table = active(pieces, GREGG, markers=[*marks, (HERE, "suppressed", None)])
    assert table.refused("clear_markers", hero="gregg", hex="14.33") == ["14.1"]
    assert table.refused("clear_markers", hero="gregg", hex="15.35") == ["14.1"]
    assert table.refused("clear_markers", hero="gregg", hex="16.30") == ["14.1"]
    table.dice(6).do("clear_markers", hero="gregg", hex=HERE)
    assert (table.hex(HERE).dg, table.hex(HERE).stress) == (0, "")
    assert table.refused("clear_markers", hero="gregg", hex=HERE) == ["14.1"]


@pytest.mark.clause("CSS-14.1-05", "CSS-14.1-24")
@pytest.mark.parametrize(("die", "box"), [(5, "out"), (6, "available"), (4, "out")])
def test_gregg_is_gone_on_a_5(die: int, box: str) -> None:
    pieces = {"a": us(HERE), "y": ge("12.33", fire=None), "z": ge("12.33", fire=None)}
    table = active(pieces, GREGG)
    table.dice(die).do("demand_surrender", hero="gregg", unit="y")
    assert places(table) == {"gregg": box}
    assert bool(table.offered("demand_surrender")) is (box == "available")


@pytest.mark.clause("CSS-14.1-06")
def test_units_that_came_over_from_another_division_are_greggs_too() -> None:
    pieces = {"a": us("17.33"), "b": us(HERE, formation="cav117"), "y": ge("12.33", fire=None)}
    table = active(pieces, GREGG)
    assert not table.offered("demand_surrender")
    table.session.state.absorbed = {"butler": "r141"}
    table.session.state.units_belong_to_others()
    table.session.resume()
    assert {c.get("unit") for c in table.offered("demand_surrender")} == {"y"}


# --- Adams ---


@pytest.mark.clause("CSS-14.1-08", "CSS-14.1-09", "CSS-14.1-24")
@pytest.mark.parametrize(("die", "lost"), [(6, True), (5, False), (0, False), (9, True)])
def test_adams_asks_a_hex_to_surrender_once(die: int, lost: bool) -> None:
    pieces = {"a": us(HERE), "y": ge("12.33", fire=None), "z": ge("12.33", fire=None), "w": ge("14.36", fire=None)}
    table = active(pieces, ADAMS)
    assert table.refused("request_surrender", hero="adams", hex="14.36") == ["14.1"]
    assert table.refused("request_surrender", hero="adams", hex="15.30") == ["14.1"]
    events = table.dice(die).do("request_surrender", hero="adams", hex="12.33")
    assert [e["purpose"] for e in named(events, "DieRolled")] == ["surrender"]
    assert {table.where("y"), table.where("z")} == ({"eliminated"} if lost else {"12.33"})
    assert places(table) == {"adams": "out"}


# --- von Wietersheim ---


@pytest.mark.clause("CSS-14.1-14", "CSS-14.1-15")
@pytest.mark.parametrize("chit", [PANZER, GE])
def test_von_wietersheim_is_brought_on_and_the_leader_is_replaced(chit: str) -> None:
    pieces = {"y": ge(HERE), "z": ge("12.34", formation="pg111")}
    table = panzers(pieces, chit=chit)
    shown = {x.id: x for x in table.session.view(None).leaders}
    assert (shown["chief"].name, shown["chief"].fire, shown["chief"].troop_quality) == ("chief", 1, 3)
    joins = {c.get("unit") for c in table.offered("bring_hero")}
    assert joins == ({"dhq", "y", "z", "away"} if chit == PANZER else {"dhq", "y"})
    table.do("bring_hero", hero="wietersheim", unit="y")
    assert places(table)["wietersheim"] == HERE
    assert table.state.leaders["chief"].replaced
    assert table.refused("bring_hero", hero="wietersheim", unit="y") == ["14.1"]
    assert table.refused("bring_hero", hero="chief", unit="y") == ["14.1"]


@pytest.mark.clause("CSS-14.1-15")
def test_he_cannot_be_brought_on_once_the_leader_is_replaced() -> None:
    table = panzers({"y": ge(HERE)})
    state = table.session.state
    state.leaders["chief"] = replace(state.leaders["chief"], replaced=True)
    table.session.resume()
    assert table.refused("bring_hero", hero="wietersheim", unit="y")


@pytest.mark.clause("CSS-14.1-15")
def test_von_wietersheim_does_not_come_while_a_leader_left_alone_looks_for_company() -> None:
    pieces = {"y": ge(HERE), "z": ge("14.33"), "w": ge("15.35"), "a": us("12.33")}
    leaders = {"l": (HERE, leader("l", 1, 1, formation="pg110")), "chief": ("15.35", CHIEF),
               "wietersheim": ("available", VON)}  # fmt: skip
    table = active(pieces, leaders, GE, markers=[(HERE, "dg", 4)], charts=entry("DG1"))
    table.do("change_formation", unit="y")
    table.do("move", units=("y",))
    table.session.state.frames.append(Frame("gain_dg", "8.5.3.add", {"hex": hex_id(HERE), "points": 1}))
    table.session.resume()
    assert (table.where("y"), table.asked) == ("eliminated", ("german", "leaders"))
    assert table.verbs() == {"relocate"}
    assert table.refused("bring_hero", hero="wietersheim", unit="z") == ["14.1"]


@pytest.mark.clause("CSS-14.1-16")
def test_on_the_map_he_moves_like_a_leader() -> None:
    table = panzers({"y": ge(HERE), "z": ge("16.34", formation="pg111")}, place=HERE)
    assert {c.get("hex") for c in table.offered("relocate") if c.get("leader") == "wietersheim"} >= {"14.34", "16.34"}
    table.do("relocate", leader="wietersheim", hex="16.34")
    assert (places(table)["wietersheim"], table.state.leaders["wietersheim"].unit) == ("16.34", "z")


@pytest.mark.clause("CSS-14.1-17")
def test_the_replaced_leader_of_his_division_has_no_other_and_he_stays() -> None:
    table = panzers({"y": ge(HERE)})
    table.do("bring_hero", hero="wietersheim", unit="y")
    lose_leader(table.game, "chief")
    assert places(table) == {"chief": "out", "wietersheim": HERE}


@pytest.mark.clause("CSS-14.1-18")
def test_with_the_headquarters_he_widens_its_range_and_raises_the_quality() -> None:
    quality = {"pz11": DivisionStart(5, 5, 0, 7)}
    for place, reach, worth in (("14.34", 6, 8), (HERE, 4, 7)):
        table = panzers({"y": ge(HERE), "w": ge("20.34")}, place=place, chief="reserve", divisions=quality)
        game = table.game
        assert command_range(game, game.scenario.units["dhq"]) == reach
        assert (division_quality(game, "pz11"), troop_quality(game, "y")) == (worth, worth)
        assert in_command(game, "w") is (reach == 6)
        assert table.state.divisions["pz11"].troop_quality == 7


@pytest.mark.clause("CSS-14.1-19")
def test_with_another_unit_he_adds_2_to_its_fire() -> None:
    pieces = {"y": ge(HERE), "z": ge(HERE), "a": us("12.33", fire=None)}
    table = panzers(pieces, place=HERE)
    beside(table, "wietersheim", "y")
    while table.asked[1] != "activation":
        table.do("done")
    compose(table, "y", "12.33")
    assert value(table) == 6
    table.do("cancel")
    compose(table, "z", "12.33")
    assert value(table) == 4
    assert table.refused("use_leader", leader="wietersheim") == ["14.1"]
    events = table.do("cancel")
    events = compose(table, "y", "12.33").dice(0, 0).do("confirm")
    assert "hero" not in [e["purpose"] for e in named(events, "DieRolled")]  # he stays (14.1-24)
    assert places(table)["wietersheim"] == HERE


# --- unnamed heroes (14.0, 14.2) ---


@pytest.mark.clause("CSS-14.0-04", "CSS-14.1-16")
def test_von_wietersheim_left_alone_joins_any_unit_of_his_division() -> None:
    pieces = {"y": ge(HERE, fire=None), "z": ge("20.36", formation="pg111", fire=None), "a": us("12.33"),
              "other": ge("18.31", formation="gr305", fire=None)}  # fmt: skip
    table = beside(activation(OPEN, pieces, US, leaders={"wietersheim": (HERE, VON)}, charts=entry("E")),
                   "wietersheim", "y")  # fmt: skip
    compose(table, "a", HERE).dice(1).do("confirm")
    assert table.where("y") == "eliminated"
    assert (places(table), table.state.leaders["wietersheim"].unit) == ({"wietersheim": "20.36"}, "z")


@pytest.mark.clause("CSS-14.1-16", "CSS-14.1-19")
def test_von_wietersheim_may_go_along_with_another_unit_and_then_helps_that_one() -> None:
    pieces = {"y": ge(HERE), "z": ge(HERE, deployed=False)}
    table = beside(active(pieces, {"wietersheim": (HERE, VON)}, GE), "wietersheim", "y")
    table.do("move", units=("z",))
    assert table.decision.subject["carried"] == []
    table.do("take_leader", leader="wietersheim")
    table.step("12.33")
    assert (places(table), table.state.leaders["wietersheim"].unit) == ({"wietersheim": "12.33"}, "z")
