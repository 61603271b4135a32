"""Evacuation markers among their own: no units for stacking, formations and victory hexes (22.2, 6.1, 27.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.company_scale.r06_1_stacking import remove_unit, tidy
from rules.company_scale.r22_evacuation import remove_marker
from rules.company_scale.r27_victory import check_hexes, points, update_control
from rules.company_scale.scenario import VictoryHex
from rules.company_scale.setting_up import start
from rules.company_scale.state import Activity, Battle
from rules.engine.frames import Frame
from rules.engine.game import Game
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.moves import result
from tests.rules.company_scale.helpers.tables import (
    SYSTEM,
    Piece,
    TableTop,
    acting,
    ge,
    in_action_phase,
    leader,
    named,
    scenario_of,
    us,
    weapon,
)
from tests.rules.company_scale.test_22_2_evacuation import GROUND, table_at, with_markers

FAR: dict[str, Piece] = {"a": us("32.07")}
STACKING = acting("german", "2.C.iii.l")
MARCH = Frame("direct_command", "22.2", {"seat": "german"})
MINE = {"formation": "pg110"}


def with_company(frame: Frame, chit: str, *more: Frame) -> TableTop:
    """Put a column, a company with a machine gun, its leader and a hero into 29.05; another company is far away."""
    people = {
        "boss": ("29.05", leader("boss", 1, 1, **MINE)),
        "brave": ("29.05", leader("brave", 1, 1, hero=True, **MINE)),
    }
    scenario = with_markers("29.05", pieces={"x": ge("29.05", deployed=False), "y": ge("27.07"), **FAR}, leaders=people,
                            weapons={"mg": ("29.05", weapon("mg", ("red", 1, 1), **MINE))})  # fmt: skip
    state = start(scenario)
    state.leaders["brave"] = replace(state.leaders["brave"], unit="x")
    return in_action_phase(scenario, state, chit, frame, *more)


@pytest.mark.clause("CSS-6.1-01", "CSS-6.1-02", "CSS-22.2-01")
@pytest.mark.parametrize(("companies", "dg"), [(3, 0), (4, 1)])
def test_a_marker_takes_no_place_in_a_stack(companies: int, dg: int) -> None:
    stack = {f"x{n}": ge("29.05") for n in range(companies)}
    table = table_at(STACKING, "29.05", chit="division:pz11", pieces={**stack, **FAR})
    assert table.state.stack(hex_id("29.05"))[-1] == "ev1" and table.hex("29.05").dg == dg


@pytest.mark.clause("CSS-6.1-12", "CSS-22.2-01")
def test_no_marker_is_lost_in_the_place_of_a_unit_that_overstacks() -> None:
    stack = {f"x{n}": ge("29.05") for n in range(4)}
    table = table_at(STACKING, "29.05", chit="division:pz11", pieces={**stack, **FAR}, markers=[("29.05", "dg", 4)])
    assert table.asked == ("german", "lose_unit")
    assert {c.get("unit") for c in table.offered("choose")} == set(stack)
    assert table.refused("choose", unit="ev1") == ["8.5"]


@pytest.mark.clause("CSS-6.1-05", "CSS-22.2-01")
@pytest.mark.parametrize(("formation", "dg"), [("pg110", 0), ("pg111", 1)])
def test_a_marker_is_no_other_formation(formation: str, dg: int) -> None:
    pieces = {"x": ge("29.05"), "y": ge("29.05", formation=formation), **FAR}
    table = table_at(STACKING, "29.05", chit="division:pz11", pieces=pieces)
    assert table.hex("29.05").dg == dg


@pytest.mark.clause("CSS-24.0-07", "CSS-22.2-01")
def test_a_marker_among_the_units_of_a_kampfgruppe_changes_nothing() -> None:
    scenario = with_markers("29.05", pieces={"x": ge("29.05"), "y": ge("29.05", formation="gr305"), **FAR})
    state = start(scenario)
    here = state.kampfgruppe = hex_id("29.05")
    state.activity = {"x": Activity(here), "y": Activity(here)}
    table = in_action_phase(scenario, state, "kampfgruppe:pz11", STACKING)
    assert table.hex("29.05").dg == 0
    remove_marker(table.game, "ev1")  # it goes on
    table.game.push("stacking")
    table.session.resume()
    assert table.hex("29.05").dg == 0


@pytest.mark.clause("CSS-27.2-02", "CSS-22.2-01")
@pytest.mark.parametrize(("where", "gained"), [("27.01", 0), ("29.05", 4)])
def test_a_marker_holds_no_victory_hex_by_itself(where: str, gained: int) -> None:
    plain = with_markers("29.05", pieces={"x": ge(where), **FAR}, first_turn="night_2", checks=("1944-08-22",))
    goal = VictoryHex(hex_id("29.05"), "Bridge", "red", {"german": 4})
    game: Battle = Game(SYSTEM.kinds, replace(plain, victory=replace(plain.victory, hexes=(goal,))), start(plain))
    update_control(game)
    assert game.state.control.get(hex_id("29.05"), "") == ("german" if gained else "")
    assert points(game)["german"] == gained
    check_hexes(game)
    assert game.state.scored == ({"german:hexes": gained} if gained else {})


@pytest.mark.clause("CSS-22.3-01")
def test_who_advances_into_29_01_is_gone_at_once() -> None:
    frame = acting("german")
    pieces = {"x": ge("29.02", deployed=False), "y": ge("27.07", deployed=False), **FAR}
    marks = [("29.01", "prepared_assault", "german")]
    table = table_at(frame, chit="division:pz11", pieces=pieces, markers=marks)
    table.do("confirm")
    assert table.asked == ("german", "activation") and table.where("x") == "exited"
    assert points(table.game)["german"] == 1 and table.session.check() == []


@pytest.mark.clause("CSS-22.3-01", "CSS-8.5.2-02")
def test_who_returns_to_play_in_29_01_has_left_when_the_activation_ends() -> None:
    hq = ge("29.02", formation="", division="pz11", hq="division", command_range=5)
    scenario = with_markers(pieces={"x": ge("27.07"), "hq": hq, **FAR})
    state = start(scenario)
    state.place("x", 0, "routed")
    table = in_action_phase(scenario, state, "division:pz11", acting("german"))
    table.do("return_unit", unit="x", hex="29.01", deployed=True)
    table.do("end_activation")
    assert table.where("x") == "exited" and points(table.game)["german"] == 1


@pytest.mark.clause("CSS-22.3-01", "CSS-22.3-02")
def test_leaders_and_markers_go_with_who_leaves_though_others_of_their_command_stay() -> None:
    boss = {"boss": ("29.02", leader("boss", 1, 1, formation="pg110"))}
    gun = {"mg": ("29.02", weapon("mg", ("red", 1, 1), formation="pg110"))}
    hq = ge("27.06", formation="", division="pz11", hq="division", stripe="none", command_range=5)
    scenario = with_markers(pieces={"x": ge("29.02", deployed=False), "y": ge("27.07"), "hq": hq, **FAR},
                            leaders=boss, weapons=gun, markers=[("29.02", "dg", 1)])  # fmt: skip
    state = start(scenario)
    table = in_action_phase(scenario, state, "division:pz11", acting("german"))
    table.do("move", units=("x",))
    table.step("29.01", by="paved")
    assert table.where("x") == "exited" and "x" not in table.state.activity
    assert (table.state.leaders["boss"].place, table.state.weapons["mg"].place) == ("out", "out")
    assert hex_id("29.01") not in table.state.hexes


@pytest.mark.clause("CSS-14.2-01", "CSS-22.2-01")
def test_a_hero_of_the_moment_stands_with_no_marker() -> None:
    brave = leader("brave", 2, 1, hero=True, type="marker", formation="pg110")
    table = table_at(Frame("hero_event", "", {"seat": "german"}), "29.05", chit="event",
                     leaders={"brave": ("reserve", brave)})  # fmt: skip
    assert table.asked == ("german", "hero_event")
    assert {c.get("unit") for c in table.offered("place_hero")} == {"x"}
    assert table.refused("place_hero", unit="ev1") == ["14.2"]


@pytest.mark.clause("CSS-23.2-01", "CSS-22.3-03")
def test_a_marker_is_not_ambushed_nor_is_an_ambush_laid_near_the_exit() -> None:
    french = us("32.07", never_column=True)
    plain = with_markers("29.06", pieces={"x": ge("27.07"), "amb": french, **FAR})
    scenario = replace(plain, units={**plain.units, "amb": replace(plain.units["amb"], ambush=True)})
    state = start(scenario)
    state.place("amb", 0, "reserve")
    table = in_action_phase(scenario, state, "command:german", Frame("direct_command", "22.2", {"seat": "german"}))
    table.do("move", units=("ev1",))
    table.step("29.05", by="paved")
    assert table.asked == ("german", "movement")
    for here, asked in (("29.03", "activation"), ("29.07", "ambush")):
        state = start(scenario)
        state.place("amb", 0, "reserve")
        state.place("x", hex_id(here))
        question = Frame("ambush", "", {"unit": "x", "hex": hex_id(here)})
        table = in_action_phase(scenario, state, "division:pz11", acting("german"), question)
        assert table.asked[1] == asked  # every hex around 29.03 is within 3 of 29.01


@pytest.mark.clause("CSS-22.2-04", "CSS-12.1-05")
def test_a_marker_takes_no_weapon_and_no_leader_along() -> None:
    table = with_company(MARCH, "command:german")
    table.do("move", units=("ev1",))
    assert table.refused("take", weapon="mg") == table.refused("take_leader", leader="boss") == ["22.2"]
    table.step("29.04", by="paved")
    assert (table.state.weapons["mg"].hex, table.state.leaders["boss"].hex) == (2905, 2905)


@pytest.mark.clause("CSS-22.2-01", "CSS-12.1-05", "CSS-13.1-06")
def test_a_company_that_marches_off_leaves_neither_weapon_nor_leader_with_a_marker() -> None:
    table = with_company(acting("german"), "division:pz11")
    table.do("move", units=("x",))
    assert table.decision.subject["carried"] == ["mg", "boss", "brave"]
    assert table.refused("take", weapon="mg") == ["12.1"]
    assert table.refused("take_leader", leader="boss") == ["13.1"]


@pytest.mark.clause("CSS-22.2-01", "CSS-12.1-06", "CSS-13.1-06")
def test_what_a_lost_company_leaves_behind_does_not_stay_with_a_marker() -> None:
    table = with_company(acting("german"), "division:pz11")
    game = table.game
    remove_unit(game, "x", "eliminated")
    tidy(game, 2905)
    table.session.resume()
    assert table.where("ev1") == "29.05" and table.session.check() == []
    assert table.state.weapons["mg"].place in ("reallocating", "out")
    assert [table.state.leaders[who].hex for who in ("boss", "brave")] == [2707, 2707]
    assert table.state.leaders["brave"].unit == "y"


@pytest.mark.clause("CSS-22.2-01", "CSS-9.2-09")
def test_a_marker_keeps_no_prepared_assault_in_play() -> None:
    pieces = {"x": ge("29.05", deployed=False), "y": ge("27.07"), **FAR}
    scenario = with_markers("29.05", pieces=pieces, markers=[("28.05", "prepared_assault", "german")])
    table = in_action_phase(scenario, start(scenario), "command:german", MARCH)
    assert table.state.assault_markers == {2805: ("german",)}
    game = table.game
    remove_unit(game, "x", "eliminated")
    tidy(game, 2905)
    table.session.resume()
    assert table.where("ev1") == "29.05" and table.state.assault_markers == {}
    assert table.session.check() == []


@pytest.mark.clause("CSS-22.2-01", "CSS-12.1-05")
def test_a_marker_makes_no_room_for_a_second_weapon() -> None:
    guns = {
        "mg": ("29.05", weapon("mg", ("red", 1, 1), **MINE)),
        "new": ("available", weapon("new", ("red", 1, 1), **MINE)),
    }
    hq = ge("27.06", formation="", division="pz11", hq="division", stripe="none", command_range=5)
    scenario = with_markers("29.05", pieces={"x": ge("29.05"), "y": ge("27.07"), "hq": hq, **FAR}, weapons=guns)
    state = start(scenario)
    state.put("new", 0, "available")
    table = in_action_phase(scenario, state, "division:pz11", acting("german", "2.C.iii.c"))
    assert table.asked == ("german", "attach")
    assert table.refused("attach", weapon="new", hex="29.05") == ["12.1"]
    table.do("attach", weapon="new", hex="27.07")


@pytest.mark.clause("CSS-22.2-03")
def test_a_march_that_is_called_off_before_its_first_step_can_still_be_made() -> None:
    table = with_company(MARCH, "command:german")
    table.do("move", units=("ev1",))
    table.do("stop")
    table.do("move", units=("ev1",))
    table.step("29.04", by="paved")
    table.do("stop")
    assert table.asked == ("german", "activation") and table.state.activity == {}


@pytest.mark.clause("CSS-22.2-01", "CSS-8.8.1-03")
def test_no_marker_is_placed_in_a_fire() -> None:
    scenario = with_markers("29.05")
    state = start(scenario)
    state.on_fire = (2805,)
    table = in_action_phase(scenario, state, "event", Frame("evacuation_marker", "22.2.find", {"hex": "28.05"}))
    assert table.where("ev2") == "reserve" and not named([e for _, e in table.session.events], "EvacuationPlaced")


@pytest.mark.clause("CSS-22.3-01", "CSS-9.1-15")
def test_who_retreats_into_29_01_has_left_and_nothing_lies_there() -> None:
    pieces = {"x": ge("29.02", deployed=False), "y": ge("27.07"), **FAR}
    scenario = with_markers(pieces=pieces, markers=[("29.02", "dg", 1)])
    question = Frame("retreat", "", {"seat": "german", "hex": 2902})
    table = in_action_phase(scenario, start(scenario), "division:d36", acting("allied"), question)
    table.do("retreat", hex="29.01")
    assert table.where("x") == "exited" and 2901 not in table.state.hexes
    assert points(table.game)["german"] == 1 and table.session.check() == []


@pytest.mark.clause("CSS-22.2-03", "CSS-22.2-04")
def test_a_marker_shot_down_on_its_march_is_active_no_longer() -> None:
    enemies = {"a": us("30.05", fire=("red", 8, 1)), "x": ge("27.01")}
    table = table_at(MARCH, "29.05", "28.05", pieces=enemies, charts=result("E"))
    table.do("move", units=("ev1",))
    table.step("29.04", by="paved")
    table.dice(0).do("fire", unit="a", hex="29.05")
    table.do("confirm")
    assert table.where("ev1") == "reserve" and "ev1" not in table.state.activity
    assert table.asked == ("german", "evacuation_moves")
    assert {c.get("units") for c in table.offered("move")} == {("ev2",)}


@pytest.mark.clause("CSS-22.3-01")
def test_only_germans_leave_by_29_01() -> None:
    table = table_at(STACKING, chit="division:pz11", pieces={"x": ge("27.07"), "a": us("29.01")})
    assert table.where("a") == "29.01" and points(table.game) == {"german": 0, "allied": 0}


@pytest.mark.clause("CSS-22.2-01", "CSS-22.2-02")
def test_without_markers_in_the_game_the_event_asks_for_none() -> None:
    scenario = scenario_of(GROUND, {"x": ge("27.07"), "a": us("32.07")})
    table = in_action_phase(
        scenario, start(scenario), "event", Frame("evacuation_marker", "22.2.find", {"hex": "28.05"})
    )
    assert "take_up" not in [frame.kind for frame in table.state.frames]


@pytest.mark.clause("CSS-22.2-03")
@pytest.mark.parametrize("units", [(), ("nobody",), ("ev2",), ("ev1", "ev1")])
def test_only_a_marker_on_the_map_moves_at_the_chit(units: tuple[str, ...]) -> None:
    assert table_at(MARCH, "29.05").refused("move", units=units) == ["22.2"]


@pytest.mark.clause("CSS-22.2-02", "CSS-27.3-02")
def test_where_a_scenario_gives_nothing_for_evacuation_nobody_scores() -> None:
    plain = with_markers("29.02", "29.03", "29.04")
    scenario = replace(plain, victory=replace(plain.victory, evacuation={}))
    placing = Frame("evacuation_marker", "22.2.find", {"hex": "28.05"})
    table = in_action_phase(
        scenario, start(scenario), "command:german", MARCH, Frame("evacuation_road", "20.road"), placing
    )
    table.do("take_up", unit="ev3")
    table.do("move", units=("ev1",))
    table.step("29.01", by="paved")
    assert table.where("ev1") == "reserve" and points(table.game) == {"german": 0, "allied": 0}
