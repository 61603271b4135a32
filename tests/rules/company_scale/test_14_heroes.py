"""Heroes: named ones (14.1) and those of the moment (14.0, 14.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.counters import LeaderCounter, Replacement, Stripe
from rules.company_scale.integrity import check
from rules.company_scale.r05_command import command_range, in_command
from rules.company_scale.r08_5_4_status import division_quality, troop_quality
from rules.company_scale.r13_leaders import lose_leader
from rules.company_scale.r14_1_rolin import ask_lights
from rules.company_scale.scenario import DivisionStart, Reinforcement
from rules.company_scale.setting_up import start
from rules.company_scale.system import SYSTEM
from rules.engine.frames import Frame
from rules.engine.nature import ScriptedNature
from rules.engine.session import Session
from rules.hexes.ids import hex_id
from tests.rules.company_scale.assaults import attack
from tests.rules.company_scale.boards import board
from tests.rules.company_scale.fires import compose, entry, parts, shoot, value
from tests.rules.company_scale.moves import end
from tests.rules.company_scale.preparing import go, prepared
from tests.rules.company_scale.tables import Piece, TableTop, activation, ge, leader, named, scenario_of, us
from tests.rules.company_scale.turns import ALL_EMPTY, quiet_game, told

OPEN = board("\n".join(["............"] * 8))
US, OTHER, BOTH = "formation:r141", "formation:r142", "division:d36"
GE, PANZER = "formation:pg110", "division:pz11"
HERE = "12.32"
FAR: dict[str, Piece] = {
    "far": us("21.37", formation="r142", fire=None), "away": ge("20.30", formation="pg111", fire=None),
}  # fmt: skip
Leaders = dict[str, tuple[str, LeaderCounter]]


def hero(kind: str, *, fire: int = 0, quality: int = 0, leaves_on: int = -1, **changes: Any) -> LeaderCounter:
    """Return a named hero of the 141st; in these tests it stands for the regiment he really belongs to."""
    return leader(kind, fire, quality, hero=True, type=kind, leaves_on=leaves_on, **changes)


def marker(name: str = "brave", side: str = "allied", **changes: Any) -> LeaderCounter:
    """Return an unnamed hero: fire +2, troop quality +1, defense -2."""
    plain = leader(name, 2, 1, hero=True, type="marker", leaves_on=4, defense=-2, stripe=Stripe.NONE)
    return replace(plain, side=side, division="", formation="", **changes)


GREGG = {"gregg": ("available", hero("gregg", leaves_on=5))}
ADAMS = {"adams": ("available", hero("adams", leaves_on=9))}
MURPHY = {"murphy": ("available", hero("murphy", fire=1, quality=2, leaves_on=1))}
DEPUTY = Replacement("Deputy", 1, 2)
CHIEF = leader("chief", 1, 3, formation="pg110", division="pz11", stripe=Stripe.NONE, replacement=DEPUTY)
CHIEF = replace(CHIEF, formation="")
VON = replace(hero("wietersheim", fire=2, formation="pg110", stripe=Stripe.NONE), formation="")
ROLIN = {"rolin": ("available", replace(hero("rolin", formation="pg110", stripe=Stripe.NONE), formation=""))}


def active(pieces: dict[str, Piece], leaders: Leaders, chit: str = US, **facts: Any) -> TableTop:
    """Start an activation with heroes in their boxes or on the map."""
    return activation(facts.pop("ground", OPEN), {**pieces, **FAR}, chit, leaders=leaders, **facts)


def places(table: TableTop) -> dict[str, str]:
    """Return where the leaders and heroes are."""
    return {n: t.place if t.place != "map" else f"{t.hex // 100}.{t.hex % 100}" for n, t in table.state.leaders.items()}


def beside(table: TableTop, name: str, unit: str) -> TableTop:
    """Let a hero on the map accompany a unit from the start."""
    state = table.session.state
    state.leaders[name] = replace(state.leaders[name], unit=unit)
    table.session.resume()
    return table


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


# --- Murphy ---


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


# --- von Wietersheim ---


def panzers(pieces: dict[str, Piece], place: str = "available", *, chit: str = PANZER, chief: str = "14.34",
            **facts: Any) -> TableTop:  # fmt: skip
    """Start an activation of the 11th Panzer at step b; its leader stands in 14.34 with its headquarters."""
    hq = ge("14.34", formation="", division="pz11", stripe="none", hq="division", command_range=4)
    leaders = {"chief": (chief, CHIEF), "wietersheim": (place, VON)}
    return active({"dhq": hq, **pieces}, leaders, chit, step="2.C.iii.b", **facts)


@pytest.mark.clause("CSS-14.1-14", "CSS-14.1-15")
@pytest.mark.parametrize("chit", [PANZER, GE])
def test_von_wietersheim_is_brought_on_and_the_leader_is_replaced(chit: str) -> None:
    pieces = {"y": ge(HERE), "z": ge("12.34", formation="pg111")}
    table = panzers(pieces, chit=chit)
    shown = {x["id"]: x for x in table.session.view(None)["leaders"]}
    assert (shown["chief"]["name"], shown["chief"]["fire"], shown["chief"]["troop_quality"]) == ("chief", 1, 3)
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


# --- Rolin ---


@pytest.mark.clause("CSS-14.1-21")
@pytest.mark.parametrize(("formation", "weather", "fire"), [("pg110", "clear", 4), ("gr305", "clear", 3),
                                                            ("pg110", "rain", 3)])  # fmt: skip
def test_the_night_does_not_hinder_rolins_division(formation: str, weather: str, fire: int) -> None:
    pieces = {"y": ge(HERE, formation=formation), "a": us("12.33", fire=None), "x": ge("18.30", formation="gr305")}
    table = active(pieces, ROLIN, f"formation:{formation}", first_turn="night_1", weather=weather)
    compose(table, "y", "12.33")
    assert value(table) == fire


@pytest.mark.clause("CSS-14.1-20", "CSS-14.1-22", "CSS-14.1-24")
def test_rolin_lights_three_hexes_as_a_night_turn_begins() -> None:
    pieces = {"y": ge(HERE), "a": us("12.33", fire=None)}
    table = active(pieces, ROLIN, GE, first_turn="night_1")
    game = table.game
    ask_lights(game)
    table.session.resume()
    assert table.asked == ("german", "hero_lights")
    assert {"12.35", "13.35", "14.36"} <= {str(c.get("hex")) for c in table.offered("light")}
    table.do("light", hex="15.33")
    assert table.refused("light", hex="15.33") == ["14.1"]  # lit
    table.session.undo()
    for hex in ("12.35", "13.35", "14.36"):
        assert not named(table.do("light", hex=hex), "DieRolled")
    assert table.state.illuminated == (1235, 1335, 1436)
    assert table.refused("light", hex="13.33") == ["14.1"]
    table.do("done")
    assert table.asked[1] != "hero_lights"
    assert places(table) == {"rolin": "available"}
    assert table.state.activity["y"].used == 0


@pytest.mark.clause("CSS-14.1-22")
@pytest.mark.parametrize(("turn", "asked"), [("night_1", "hero_lights"), ("0900", "")])
def test_he_is_asked_before_the_first_draw_of_a_night_turn_only(turn: str, asked: str) -> None:
    scenario = scenario_of(OPEN, {"y": ge(HERE), **FAR}, leaders=ROLIN, first_turn=turn, turns=1, divisions=ALL_EMPTY)
    session = Session(SYSTEM, scenario, start(scenario), nature := ScriptedNature([9, 9]))
    session.state.put("rolin", 0, "available")
    nature.add("wind")
    if not asked:
        nature.add("event", 5, "command:german", "command:allied")
    session.resume()
    kind = session.decision.kind if session.decision else ""
    assert kind == asked
    assert session.state.cup == (() if not asked else tuple(sorted(session.state.cup)))
    assert bool(session.state.played) is not bool(asked)


@pytest.mark.clause("CSS-14.1-23")
def test_rolin_assaults_at_once_for_the_usual_price() -> None:
    pieces = {"y": ge(HERE, deployed=False), "z": ge(HERE, deployed=False), "a": us("12.33", fire=None)}
    table = active(pieces, ROLIN, GE, first_turn="night_1", divisions={"pz11": DivisionStart(1, 5, 0, 5)})
    assert {c.get("hex") for c in table.offered("assault_at_once")} == {"12.33"}
    table.dice(9, 0)
    table.do("assault_at_once", hero="rolin", hex="12.33")
    assert table.state.divisions["pz11"].dispatch == 0
    assert [e["hex"] for e in told(table, "AssaultBegun")] == ["12.33"]
    assert [e["hex"] for e in told(table, "MarkerPlaced") if e["kind"] == "prepared_assault"] == ["12.33"]
    day = active(pieces, ROLIN, GE)
    assert "14.1" in day.refused("assault_at_once", hero="rolin", hex="12.33")
    poor = active(pieces, ROLIN, GE, first_turn="night_1", divisions={"pz11": DivisionStart(0, 5, 0, 5)})
    assert poor.refused("assault_at_once", hero="rolin", hex="12.33") == ["9.2"]
    assert poor.refused("assault_at_once", hero="rolin", hex="16.36") == ["9.2", "14.1"]


@pytest.mark.clause("CSS-14.1-23")
def test_units_that_acted_before_rolins_assault_keep_what_they_have_left() -> None:
    pieces = {"y": ge(HERE, deployed=False), "q": ge("18.30"), "a": us("12.33", fire=None)}
    table = active(pieces, ROLIN, GE, first_turn="night_1", markers=[("18.30", "dg", 1)])
    table.do("rally", unit="q")
    table.dice(9, 0).do("assault_at_once", hero="rolin", hex="12.33")
    assert (table.state.activity["q"].used, table.state.activity["q"].finished) == (1, False)
    assert table.state.activity["y"].finished
    assert table.refused("place_assault", hex="18.31")[0] == "9.2"  # somebody has acted


@pytest.mark.clause("CSS-14.1-23")
def test_who_has_acted_does_not_take_part_in_rolins_assault() -> None:
    pieces = {"y": ge(HERE, deployed=False), "z": ge(HERE, deployed=False), "q": ge("13.32", deployed=False),
              "a": us("12.33", fire=None)}  # fmt: skip
    table = active(pieces, ROLIN, GE, first_turn="night_1")
    table.do("pass_unit", unit="z")
    table.do("pass_unit", unit="q")
    table.dice(9, 0).do("assault_at_once", hero="rolin", hex="12.33")
    assert [e["units"] for e in told(table, "AssaultBegun")] == [["y"]]


@pytest.mark.clause("CSS-14.1-23")
def test_without_a_unit_that_has_not_acted_rolin_does_not_assault() -> None:
    table = active({"y": ge(HERE, deployed=False), "a": us("12.33", fire=None)}, ROLIN, GE, first_turn="night_1")
    table.do("pass_unit", unit="y")
    assert table.refused("assault_at_once", hero="rolin", hex="12.33") == ["9.3"]


# --- unnamed heroes (14.0, 14.2) ---


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
