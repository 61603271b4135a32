"""Evacuation: markers, the Evacuation Road, and the way out by 29.01 (22.2, 22.3, 27.3, 20.0)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.counters import Counter, Division
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r05_command import units_near
from rules.company_scale.r06_1_stacking import remove_unit
from rules.company_scale.r09_1_defense import retreat_reasons
from rules.company_scale.r18_reinforcements import zone_reasons
from rules.company_scale.r27_victory import points
from rules.company_scale.scenario import Scenario, Setup
from rules.company_scale.setting_up import start
from rules.company_scale.state import EXITED, RESERVE, Battle
from rules.engine.frames import Frame
from rules.engine.game import Game
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import (
    HOUSE,
    SYSTEM,
    Piece,
    TableTop,
    acting,
    ge,
    in_action_phase,
    leader,
    named,
    scenario_of,
    tank,
    us,
    weapon,
)

ROAD = "29.01 29.02 29.03 29.04 29.05 29.06"
ROADS = {"evacuation": [ROAD], "trail": ["29.04 30.04 31.03"], "railroad": ["28.03 28.04 28.05"]}
GROUND = board("\n".join(["......"] * 7), first="27.01", roads=ROADS)
COLUMNS = Division("evacuation", "Nineteenth Army", "german", "#888888", "#000000", 0, 0, 4, chits=())
VALUES = {"out": 3, "taken": 2, "road": 1}
PIECES: dict[str, Piece] = {"x": ge("27.07", deployed=False), "a": us("32.07")}


@cache
def printed_marker() -> Counter:
    """Return a marker as the campaign has it."""
    return load_scenario("montelimar-campaign").units["evacuation_1"]


def with_markers(*hexes: str, ground: BattleMap = GROUND, pieces: dict[str, Piece] = PIECES, **facts: Any) -> Scenario:
    """Return a scenario with three evacuation markers, some of them set up."""
    plain = scenario_of(ground, pieces, **{"charts": HOUSE, **facts})
    found = printed_marker()
    markers: dict[str, Counter] = {f"ev{n}": replace(found, id=f"ev{n}", name=f"Column {n}") for n in (1, 2, 3)}
    placed = {f"ev{n}": Setup(hex_id(where), False) for n, where in enumerate(hexes, 1)}
    return replace(
        plain, units={**plain.units, **markers}, divisions={**plain.divisions, "evacuation": COLUMNS},
        setup={**plain.setup, **placed}, victory=replace(plain.victory, exits=1, evacuation=VALUES),
    )  # fmt: skip


def table_at(frame: Frame, *hexes: str, chit: str = "command:german", **facts: Any) -> TableTop:
    """Put a table at a frame in the middle of an action phase."""
    scenario = with_markers(*hexes, **facts)
    return in_action_phase(scenario, start(scenario), chit, frame)


def direct_command(*hexes: str, **facts: Any) -> TableTop:
    """Draw the German direct command chit."""
    return table_at(Frame("direct_command", "22.2", {"seat": "german"}), *hexes, **facts)


def placing(where: str, *hexes: str) -> TableTop:
    """Let the event place a marker in a hex."""
    return table_at(Frame("evacuation_marker", "22.2.find", {"hex": where}), *hexes)


@pytest.mark.clause("CSS-22.2-01")
def test_the_campaign_has_three_markers_and_the_event_places_one() -> None:
    scenario = load_scenario("montelimar-campaign")
    assert sum(known.marker for known in scenario.units.values()) == 3
    table = placing("28.05", "29.03")
    assert {table.where(f"ev{n}") for n in (1, 2, 3)} == {"29.03", "28.05", "reserve"}
    assert not any(table.unit(f"ev{n}").deployed for n in (1, 2) if table.unit(f"ev{n}").place == "map")
    assert table.session.check() == []


@pytest.mark.clause("CSS-22.2-02", "CSS-27.3-02")
def test_with_all_three_in_play_the_allied_player_may_take_one_up() -> None:
    table = placing("28.05", "29.02", "29.03", "29.04")
    assert table.asked == ("allied", "take_up")
    assert table.refused("take_up", unit="x") == ["22.2"]
    assert {c.get("unit") for c in table.offered("take_up")} == {"ev1", "ev2", "ev3"}
    table.do("take_up", unit="ev1")
    assert table.where("ev1") == "28.05"
    assert points(table.game)["allied"] == 2


@pytest.mark.clause("CSS-22.2-02")
def test_he_may_also_leave_all_three() -> None:
    table = placing("28.05", "29.02", "29.03", "29.04")
    table.do("leave_markers")
    assert table.asked[1] != "take_up"
    assert [table.where(f"ev{n}") for n in (1, 2, 3)] == ["29.02", "29.03", "29.04"]
    assert points(table.game)["allied"] == 0


def test_no_marker_is_placed_on_enemies_or_off_the_map() -> None:
    for where in ("32.07", "11.60"):
        table = placing(where)
        assert {table.where(f"ev{n}") for n in (1, 2, 3)} == {"reserve"}


@pytest.mark.clause("CSS-22.2-03", "CSS-4.0-38")
def test_markers_move_at_the_direct_command_chit_before_any_unit_is_paid_for() -> None:
    table = direct_command("29.05")
    assert table.asked == ("german", "evacuation_moves")
    assert table.refused("activate", unit="x")
    table.do("move", units=("ev1",))
    table.step("29.04", "29.03", by="paved")
    table.do("stop")
    assert table.where("ev1") == "29.03" and "ev1" not in table.state.activity
    assert table.session.decision is None or table.decision.kind != "evacuation_moves"


@pytest.mark.clause("CSS-22.2-03")
def test_each_marker_moves_once_and_may_stay() -> None:
    table = direct_command("29.05", "28.04")
    assert table.refused("move", units=("ev1", "ev2")) == table.refused("move", units=("x",)) == ["22.2"]
    table.do("move", units=("ev1",))
    table.step("29.04", by="paved")
    table.do("stop")
    assert table.refused("move", units=("ev1",)) == ["22.2"]
    before = table.state.divisions["pz11"].commands
    table.do("done")
    assert table.where("ev2") == "28.04"
    assert table.state.divisions["pz11"].commands == before
    assert not table.state.activity
    if table.session.decision is not None and table.decision.kind == "activation":
        assert table.refused("move", units=("ev2",))[0] == "22.2"


def test_only_the_german_chit_moves_them() -> None:
    table = table_at(Frame("direct_command", "22.2", {"seat": "allied"}), "29.05")
    assert table.decision.kind != "evacuation_moves"


@pytest.mark.clause("CSS-22.2-04")
def test_a_marker_takes_no_other_action() -> None:
    table = direct_command("29.05")
    assert table.verbs() == {"move", "done"}
    table.do("done")
    assert table.asked == ("german", "activation")
    for verb, args in (("activate", {"unit": "ev1"}), ("rally", {"unit": "ev1"}), ("pass_unit", {"unit": "ev1"})):
        assert table.refused(verb, **args)[0] == "22.2"


@pytest.mark.clause("CSS-22.2-05")
@pytest.mark.parametrize(("to", "by"), [("30.04", "trail"), ("30.05", "terrain"), ("29.03", "terrain")])
def test_a_marker_keeps_to_roads_and_railroads(to: str, by: str) -> None:
    table = direct_command("29.04")
    table.do("move", units=("ev1",))
    assert "22.2" in table.refused("step", to=to, by=by)
    table.step("29.03", by="paved")


@pytest.mark.clause("CSS-22.2-05")
def test_a_marker_may_follow_a_railroad() -> None:
    table = direct_command("28.05")
    table.do("move", units=("ev1",))
    table.step("28.04", "28.03", by="railroad")
    assert table.where("ev1") == "28.03"


@pytest.mark.clause("CSS-22.2-06")
def test_in_the_jam_a_marker_pays_the_doubled_terrain_and_stays_on_the_road() -> None:
    from rules.company_scale.battle_map import Label

    city = board("\n".join(["..C..."] * 7), first="27.01", roads={"evacuation": [ROAD]})
    city = replace(city, labels=(Label("Montélimar", "city", hex_id("29.04")),))
    table = direct_command("29.06", ground=city)
    table.state.traffic_jam = hex_id("29.04")
    table.do("move", units=("ev1",))
    assert table.decision.subject["points"] == [16]
    assert "22.2" in table.refused("step", to="29.05", by="terrain")
    table.step("29.05", by="paved")  # wheeled in a city 4, doubled 8: all it has
    assert table.where("ev1") == "29.05" and not any(frame.kind == "movement" for frame in table.state.frames)
    free = direct_command("29.06", ground=city)
    free.do("move", units=("ev1",))
    free.step("29.05", by="paved")
    assert free.decision.subject["points"] == [15]


@pytest.mark.clause("CSS-22.2-07", "CSS-27.3-01")
def test_a_marker_that_gets_out_scores_and_can_be_placed_again() -> None:
    table = direct_command("29.02")
    table.do("move", units=("ev1",))
    events = table.step("29.01", by="paved")
    assert named(events, "UnitExited")
    assert table.state.units["ev1"].place == RESERVE
    assert points(table.game)["german"] == 3


@pytest.mark.clause("CSS-22.3-01", "CSS-27.3-01")
def test_a_unit_that_enters_29_01_is_off_the_map_and_scores() -> None:
    table = _in_activation({"x": ge("29.02", deployed=False), "a": us("32.07")})
    table.do("move", units=("x",))
    table.step("29.01", by="paved")
    assert table.state.units["x"].place == EXITED
    assert 2901 not in table.state.stacks
    assert points(table.game)["german"] == 1


def _in_activation(pieces: dict[str, Piece]) -> TableTop:
    return table_at(acting("german"), chit="division:pz11", pieces=pieces)


@pytest.mark.clause("CSS-22.3-02")
def test_who_has_left_never_returns() -> None:
    table = _in_activation({"x": ge("29.02", deployed=False), "y": ge("27.07"), "a": us("32.07")})
    table.do("move", units=("x",))
    table.step("29.01", by="paved")
    assert not any(command.get("unit") == "x" for command in table.decision.options)
    assert table.refused("return_unit", unit="x", hex="27.06", deployed=True)
    assert "division:pz11" in set(_chits(table.game))
    remove_unit(game := table.game, "y", "eliminated")
    assert "division:pz11" not in set(_chits(game))


def _chits(game: Battle) -> list[str]:
    from rules.company_scale.r04_chits_in_play import chits_of

    return list(chits_of(game, "german"))


@pytest.mark.clause("CSS-22.3-03")
def test_allied_units_stay_four_hexes_from_the_exit() -> None:
    scenario = with_markers()
    game: Battle = Game(SYSTEM.kinds, scenario, start(scenario))
    assert [r.rule for r in zone_reasons(game, "allied", hex_id("29.05"), hex_id("29.04"))] == ["22.3"]
    assert not list(zone_reasons(game, "allied", hex_id("29.06"), hex_id("29.05")))
    assert not list(zone_reasons(game, "german", hex_id("29.05"), hex_id("29.04")))


@pytest.mark.clause("CSS-20.0-07")
def test_the_open_road_scores_and_a_watched_one_does_not() -> None:
    frame = Frame("evacuation_road", "20.road")
    far = table_at(frame, pieces={"x": ge("27.07"), "a": us("32.07")})
    assert points(far.game)["german"] == 1
    near = table_at(frame, pieces={"x": ge("27.07"), "a": us("30.06")})
    assert points(near.game)["german"] == 0
    beside = table_at(frame, pieces={"x": ge("27.07"), "a": us("31.03", deployed=False, column_fire=None)})
    assert points(beside.game)["german"] == 1  # on the trail
    on_it = table_at(frame, pieces={"x": ge("27.07"), "a": us("29.06", deployed=False, column_fire=None)})
    assert points(on_it.game)["german"] == 0


@pytest.mark.clause("CSS-20.0-07")
def test_without_an_evacuation_road_there_is_none_to_be_open() -> None:
    plain = board("\n".join(["......"] * 7), first="27.01", roads={"paved": [ROAD]})
    table = table_at(Frame("evacuation_road", "20.road"), pieces={"x": ge("27.07"), "a": us("32.07")}, ground=plain)
    assert points(table.game)["german"] == 0


def test_a_lost_marker_never_scores_and_can_be_placed_again() -> None:
    table = direct_command("29.05")
    game = table.game
    remove_unit(game, "ev1", "eliminated")
    assert game.state.units["ev1"].place == RESERVE
    assert points(game) == {"german": 0, "allied": 0}


@pytest.mark.clause("CSS-22.2-05")
def test_a_marker_that_is_assaulted_retreats_by_road_or_not_at_all() -> None:
    table = direct_command("29.04")
    found = {to: [r.rule for r in retreat_reasons(table.game, hex_id("29.04"), hex_id(to), "german")]
             for to in ("29.03", "29.05", "30.04", "28.04")}  # fmt: skip
    assert found["29.03"] == found["29.05"] == []
    assert "22.2" in found["30.04"] and "22.2" in found["28.04"]  # by trail, across country


@pytest.mark.clause("CSS-22.2-03", "CSS-22.2-04")
def test_a_kampfgruppe_does_not_move_markers() -> None:
    table = direct_command("27.06")
    table.state.kampfgruppe = hex_id("27.06")
    assert units_near(table.game, "german") == ["x"]


@pytest.mark.clause("CSS-22.2-01", "CSS-30.0-08")
def test_a_marker_placed_within_10_hexes_makes_riders_get_off() -> None:
    pieces = {**PIECES, "x": ge("27.01"), "a": us("32.07"), "t": tank("32.07", us)}
    scenario = with_markers(pieces=pieces)
    state = start(scenario)
    state.place("a", 0, "carried")
    state.carried["a"] = "t"
    game: Battle = Game(SYSTEM.kinds, scenario, state)
    game.push("evacuation_marker", "22.2.find", hex="28.05")
    game.run(depth=len(state.frames) - 1)
    assert state.units["ev1"].hex == hex_id("28.05") and state.carried == {} and state.units["a"].hex == hex_id("32.07")


@pytest.mark.clause("CSS-22.3-03")
def test_a_routed_allied_unit_does_not_return_near_the_exit() -> None:
    pieces = {"x": ge("27.07"), "hq": us("29.05", formation="", division="d36", hq="division", command_range=5),
              "r": us("29.05", deployed=False), "a": us("32.07")}  # fmt: skip
    scenario = with_markers(pieces=pieces)
    state = start(scenario)
    state.place("r", 0, "routed")
    table = in_action_phase(scenario, state, "division:d36", acting("allied"))
    around = {"29.05", "29.06", "28.05", "28.06", "30.05", "30.06"}
    assert {str(c.get("hex")) for c in table.offered("return_unit")} == around
    assert table.refused("return_unit", unit="r", hex="29.04", deployed=True) == ["22.3"]


@pytest.mark.clause("CSS-22.3-01")
def test_who_comes_to_29_01_is_gone_before_aircraft_can_attack_him() -> None:
    frame = acting("german")
    table = table_at(frame, chit="division:pz11", pieces={"x": ge("29.02", deployed=False), "a": us("29.05")})
    table.state.air_support = {"d36": 2}
    table.do("move", units=("x",))
    table.step("29.01", by="paved")
    assert table.state.units["x"].place == EXITED and table.asked[1] != "interdiction"


@pytest.mark.clause("CSS-22.3-01", "CSS-22.3-02", "CSS-27.3-01")
def test_a_transport_leaves_with_all_it_carries_and_scores_as_one_unit() -> None:
    lorry = ge("29.02", transport=True, deployed=False, move=("wheeled", 18))
    scenario = with_markers(
        pieces={"t": lorry, "x": ge("29.02"), "a": us("32.07")},
        weapons={"mg": ("29.02", weapon("mg", ("red", 1, 1), formation="pg110"))},
        leaders={"boss": ("29.02", leader("boss", 1, 1, formation="pg110"))},
    )  # fmt: skip
    state = start(scenario)
    state.place("x", 0, "carried")
    state.carried["x"] = "t"
    table = in_action_phase(scenario, state, "division:pz11", acting("german"))
    table.do("move", units=("t",))
    table.step("29.01", by="paved")
    assert {table.where("t"), table.where("x")} == {EXITED} and table.state.carried == {}
    assert points(table.game)["german"] == 1
    assert (table.state.weapons["mg"].place, table.state.leaders["boss"].place) == ("out", "out")
    assert table.session.check() == []


@pytest.mark.clause("CSS-22.2-02")
def test_a_leader_left_behind_by_a_marker_that_is_taken_up_looks_for_company() -> None:
    scenario = with_markers("29.02", "29.03", "29.04",
                            leaders={"boss": ("29.02", leader("boss", 1, 1, formation="pg110"))})  # fmt: skip
    state = start(scenario)
    table = in_action_phase(scenario, state, "event", Frame("evacuation_marker", "22.2.find", {"hex": "28.05"}))
    table.do("take_up", unit="ev1")
    assert table.where("ev1") == "28.05" and table.state.leaders["boss"].hex == hex_id("27.07")
    assert table.session.check() == []


@pytest.mark.clause("CSS-20.0-05", "CSS-20.0-07")
def test_the_evacuation_rolls_then_places_the_marker_then_looks_at_the_road() -> None:
    scenario = with_markers(pieces={"x": ge("27.07"), "a": us("32.07")})
    hexes = ("27.04",) * 7 + ("28.05",) * 3
    frame = Frame("evacuation", "22.2.roll", {"hexes": hexes})
    table = in_action_phase(scenario, start(scenario), "event", frame, dice=(7,))
    told = [e for _, e in table.session.events if e["event"].startswith(("Evacuation", "VictoryPoints"))]
    assert [e["event"] for e in told] == [
        "EvacuationRolled", "EvacuationPlaced", "EvacuationRoadChecked", "VictoryPoints",
    ]  # fmt: skip
    assert (told[0]["die"], told[1]["hex"], told[2]["open"], told[3]["points"]) == (7, "28.05", True, 1)


@pytest.mark.clause("CSS-22.2-04")
def test_a_marker_that_is_pinned_does_not_move() -> None:
    table = direct_command("29.04", "28.04", markers=[("29.04", "pinned", None)])
    assert {c.get("units") for c in table.offered("move")} == {("ev2",)}
    assert table.refused("move", units=("ev1",)) == ["10.2.2"]


def test_a_marker_in_the_way_of_fire_or_of_an_assault_is_taken_off_and_scores_for_nobody() -> None:
    pieces = {"a": us("30.06"), "x": ge("27.01")}
    table = table_at(acting("allied"), "29.06", chit="division:d36",
                     pieces=pieces, markers=[("29.06", "prepared_assault", "allied")])  # fmt: skip
    table.dice(9, 0).do("confirm")
    assert (table.where("ev1"), table.where("a")) == ("reserve", "29.06")
    assert points(table.game) == {"german": 0, "allied": 0} and table.session.check() == []


def test_a_marker_does_not_assault() -> None:
    frame = acting("german")
    table = table_at(frame, "29.06", chit="division:pz11", pieces={"a": us("30.06"), "x": ge("30.05")},
                     markers=[("30.06", "prepared_assault", "german")])  # fmt: skip
    [marked] = table.decision.subject["markers"]  # type: ignore[misc]
    assert marked["units"] == marked["assigned"] == ["x"]  # type: ignore[index]
