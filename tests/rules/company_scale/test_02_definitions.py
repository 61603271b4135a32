"""Definitions: pieces, tracks, days, displays (2.0)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r05_command import on_track, set_division
from rules.company_scale.records.view import DivisionView
from rules.company_scale.scenario import DivisionStart
from rules.company_scale.setting_up import start
from rules.company_scale.state import FORTIFICATIONS, DivisionStatus
from rules.engine.command import cmd
from rules.files.problems import ScenarioError
from tests.rules.company_scale.helpers import tables
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.rosters import roster
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, named, scenario_of, us, weapon
from tests.rules.company_scale.helpers.turns import ALL_EMPTY, EMPTY, OPEN, quiet_game, quiet_turn, start_of, told

WIDE = board("\n".join(["." * 12] * 10))
HQ: dict[str, Any] = {"formation": "", "hq": "division", "command_range": 4}


def display(table: TableTop, division: str, seat: str = "german") -> DivisionView:
    """Return what a seat sees of a division's display."""
    found: DivisionView = next(d for d in table.session.view(seat).divisions if d.id == division)
    return found


def small(**changes: Any) -> dict[str, Any]:
    """Return a whole scenario document: one American and one German company on open ground."""
    return {
        "map": {"columns": [10, 13], "rows": [30, 31], "terrain": {30: "....", 31: "...."},
                "levels": {30: "1111", 31: "1111"}},
        "forces": [{
            "divisions": [{"id": "tf", "side": "allied", "chart": "tf_butler"},
                          {"id": "ge", "side": "german", "chart": "ge_11pz"}],
            "formations": [{"id": "cav", "division": "tf"}, {"id": "pg", "division": "ge"}],
            "units": [{"id": "a", "type": "us_rifle_company", "formation": "cav"},
                      {"id": "x", "type": "ge_panzergrenadier", "formation": "pg"}],
        }],
        "setup": {"a": {"hex": "10.30", "side": "deployed"}, "x": {"hex": "11.30", "side": "deployed"}},
        **changes,
    }  # fmt: skip


def problems(document: dict[str, Any]) -> str:
    """Return what is said against a document."""
    with pytest.raises(ScenarioError) as raised:
        load_scenario(document)
    return str(raised.value)


# --- actions ---


def test_an_unmarked_deployed_company_may_fire_dig_or_pass_and_moves_only_in_column() -> None:
    table = activation(OPEN, {"a": us("11.30"), "x": ge("12.30")}, "formation:r141")
    others = {"smoke", "build", "pass_unit", "change_formation", "place_assault", "end_activation"}
    assert table.verbs() == {"fire", *others}
    assert table.refused("rally", unit="a") == ["10.1"]
    assert table.refused("move", units=("a",)) == ["3.2"]
    table.do("change_formation", unit="a")
    assert cmd("move", units=("a",)) in table.decision.options


# --- stripes, formations, divisions ---


@pytest.mark.clause("CSS-2.0-09")
def test_the_same_stripe_on_another_background_is_another_formation(monkeypatch: pytest.MonkeyPatch) -> None:
    same = replace(tables.FORMATIONS["cav117"], stripe=tables.FORMATIONS["r141"].stripe)
    monkeypatch.setitem(tables.FORMATIONS, "cav117", same)
    monkeypatch.setitem(tables.DIVISIONS, "butler", replace(tables.DIVISIONS["butler"], colour="#335577"))
    pieces = {"a": us("11.30"), "twin": us("12.30"), "c": us("11.30", formation="cav117"), "x": ge("21.33")}
    table = activation(OPEN, pieces, "formation:r141", divisions={"d36": start_of(), "butler": EMPTY, "pz11": EMPTY})
    shown = {unit.id: unit for unit in table.session.view(None).units}
    assert shown["a"].stripe == shown["c"].stripe == shown["twin"].stripe
    assert shown["a"].colour == shown["twin"].colour != shown["c"].colour
    assert {u for u, unit in shown.items() if unit.active} == {"a", "twin"}
    table.do("end_activation")
    assert table.hex("11.30").dg == 1  # two formations share the hex
    assert table.hex("12.30").dg == 0


@pytest.mark.clause("CSS-2.0-09")
def test_two_formations_of_a_division_cannot_have_the_same_stripe_or_a_white_one() -> None:
    document = small()
    forces = document["forces"][0]
    forces["formations"] = [{"id": "cav", "division": "tf", "stripe": "#102030"},
                            {"id": "inf", "division": "tf", "stripe": "#102030"},
                            {"id": "pg", "division": "ge", "stripe": "#102030"}]  # fmt: skip
    assert problems(document).count("has this stripe") == 1
    forces["formations"][1]["stripe"] = "#ffffff"
    assert "white stripe" in problems(document)


@pytest.mark.clause("CSS-2.0-25")
def test_every_coloured_unit_has_one_formation_and_every_formation_one_division() -> None:
    for scenario in (roster(), load_scenario("first-light")):
        for unit in scenario.units.values():
            assert bool(unit.formation) is (unit.stripe.value == "coloured")
            assert not unit.formation or scenario.formations[unit.formation].division == unit.division
        assert {formation.division for formation in scenario.formations.values()} <= set(scenario.divisions)


@pytest.mark.clause("CSS-2.0-25")
@pytest.mark.parametrize(
    ("key", "value", "said"),
    [("formation", "nowhere", "no formation"), ("division", "tf", "either a formation, or a division")],
)
def test_a_unit_of_no_formation_or_of_two_owners_is_refused(key: str, value: str, said: str) -> None:
    document = small()
    document["forces"][0]["units"][0][key] = value
    assert said in problems(document)


@pytest.mark.clause("CSS-2.0-20")
def test_task_force_butler_is_a_division_with_its_own_track() -> None:
    scenario = load_scenario("first-light")
    assert set(scenario.divisions) == {"tf_butler", "ge_11pz"}
    assert {u.division for u in scenario.units.values() if u.side == "allied"} == {"tf_butler"}
    assert start(scenario).divisions["tf_butler"] == DivisionStatus(4, 6, 2, 5)
    assert len({f.id for f in scenario.formations.values() if f.division == "tf_butler"}) == 2


@pytest.mark.clause("CSS-2.0-20")
def test_all_counters_of_a_division_have_its_background_colour() -> None:
    table = activation(OPEN, {"a": us("10.30"), "w": us("10.31", formation="", division="d36"), "x": ge("21.33")},
                       "division:d36")  # fmt: skip
    colours = {unit.id: unit.colour for unit in table.session.view(None).units}
    assert colours["a"] == colours["w"] == display(table, "d36").colour != colours["x"]


@pytest.mark.clause("CSS-2.0-21")
@pytest.mark.parametrize("seat", ["german", "allied"])
def test_either_player_may_look_at_every_display(seat: str) -> None:
    pieces = {"a": us("10.30"), "gone": us("10.30", place="routed"), "dead": us("10.30", place="eliminated"),
              "x": ge("21.33")}  # fmt: skip
    weapons = {"gun": ("10.30", weapon("gun", ("red", 1, 1)))}
    divisions = {"d36": DivisionStart(3, 7, 2, 4), "pz11": DivisionStart(1, 2, 3, 5)}
    table = activation(OPEN, pieces, "formation:r141", weapons=weapons, divisions=divisions)
    for division, (dispatch, commands, fatigue, quality) in {"d36": (3, 7, 2, 4), "pz11": (1, 2, 3, 5)}.items():
        shown = display(table, division, seat)
        assert shown.dispatch == dispatch and shown.commands == commands
        assert shown.fatigue == fatigue and shown.troop_quality == quality
    view = table.session.view(seat)
    assert {u.id: u.place for u in view.units} == {
        "a": "map", "gone": "routed", "dead": "eliminated", "x": "map",
    }  # fmt: skip
    assert [(w.id, w.place) for w in view.weapons] == [("gun", "map")]
    other = {"german": "allied", "allied": "german"}[seat]
    assert view == table.session.view(other)


# --- tracks ---


@pytest.mark.clause("CSS-2.0-29", "CSS-2.0-18", "CSS-2.0-14")
@pytest.mark.parametrize(
    ("value", "kept"),
    [((10, 20, 20, 20), (9, 19, 19, 19)), ((-1, -1, -1, -1), (0, 0, 0, 0)), ((9, 19, 0, 8), (9, 19, 0, 8))],
)
def test_values_stay_on_the_general_records_track(
    value: tuple[int, int, int, int], kept: tuple[int, int, int, int]
) -> None:
    assert on_track(DivisionStatus(*value)) == DivisionStatus(*kept)
    scenario = scenario_of(OPEN, {"x": ge("21.33")}, divisions={"pz11": DivisionStart(*value)})
    assert start(scenario).divisions["pz11"] == DivisionStatus(*kept)
    table = activation(OPEN, {"x": ge("21.33")}, "formation:pg110")
    names = ("dispatch", "commands", "fatigue", "troop_quality")
    set_division(table.game, "pz11", **dict(zip(names, value, strict=True)))
    assert table.state.divisions["pz11"] == DivisionStatus(*kept)


@pytest.mark.clause("CSS-2.0-18")
@pytest.mark.parametrize(("before", "die", "after"), [(8, 0, 9), (9, 0, 9), (9, 9, 9), (6, 0, 9), (5, 0, 8)])
def test_dispatch_points_above_nine_are_lost(before: int, die: int, after: int) -> None:
    divisions = {**ALL_EMPTY, "pz11": DivisionStart(before, 0, 0, 2)}
    table = quiet_game(*quiet_turn(9, die), divisions=divisions)
    assert table.state.divisions["pz11"].dispatch == after


# --- turns and days ---


@pytest.mark.clause("CSS-2.0-27", "CSS-2.0-28")
def test_a_game_day_has_ten_turns_and_ends_with_the_second_night_turn() -> None:
    outcomes = [outcome for _ in range(10) for outcome in quiet_turn(9, 9)]
    tired = dict.fromkeys(ALL_EMPTY, DivisionStart(0, 0, 19, 2))
    table = quiet_game(*outcomes, 5, *quiet_turn(9, 9), first_turn="0700", turns=11, divisions=tired)
    names = [event["name"] for event in told(table, "TurnBegan")]
    day = ["0700", "0900", "1100", "1300", "1500", "1700", "1900", "2100", "night_1", "night_2"]
    assert names == [*day, "0700"]
    days = [event["event"] for event in told(table, "TurnBegan", "DayBegan")]
    assert days == ["TurnBegan"] * 10 + ["DayBegan", "TurnBegan"]
    turn = table.session.view(None).turn
    assert (turn.name, turn.date, turn.night) == ("0700", "1944-08-23", False)


TURN_NAMES = ("0700", "0900", "1100", "1300", "1500", "1700", "1900", "2100", "night_1", "night_2")


@pytest.mark.clause("CSS-2.0-27", "CSS-2.0-28")
@pytest.mark.parametrize("first", TURN_NAMES)
@pytest.mark.parametrize("later", [0, 1, 2, 9, 10, 19, 20])
def test_the_clock_and_the_calendar(first: str, later: int) -> None:
    scenario = scenario_of(OPEN, {"a": us("10.30"), "x": ge("21.33")}, first_turn=first, turns=30)
    table = activation(OPEN, {"a": us("10.30"), "x": ge("21.33")}, "formation:r141", first_turn=first, turns=30)
    table.state.turn = 1 + later
    turn = table.session.view(None).turn
    place = TURN_NAMES.index(first) + later
    assert turn.name == TURN_NAMES[place % 10]
    assert turn.date == (date.fromisoformat(scenario.date) + timedelta(days=place // 10)).isoformat()
    assert turn.night is (place % 10 >= 8)


# --- markers ---


@pytest.mark.clause("CSS-2.0-15")
def test_disorganization_acts_on_every_unit_of_the_hex() -> None:
    trio = {"a": us("11.30"), "b": us("11.30", deployed=False), "c": us("11.30"),
            "d": us("14.30"), "e": us("14.30", deployed=False)}  # fmt: skip
    table = activation(OPEN, {**trio, "x": ge("21.33")}, "formation:r141", markers=[("11.30", "dg", 2)])
    marked = {u.id: u for u in table.session.query("stack", hex="11.30").units}
    clean = {u.id: u for u in table.session.query("stack", hex="14.30").units}
    for unit, like in (("a", "d"), ("b", "e"), ("c", "d")):
        assert marked[unit].fire_now == clean[like].fire_now - 1
        assert marked[unit].troop_quality_now == clean[like].troop_quality_now - 1
    assert marked["b"].mp_now == clean["e"].mp_now - 1


@pytest.mark.clause("CSS-2.0-16")
@pytest.mark.parametrize(("before", "extra", "lost"), [(3, 1, 0), (3, 2, 1), (4, 1, 1)])
def test_a_hex_never_shows_more_than_four_points(before: int, extra: int, lost: int) -> None:
    pieces = {f"u{n}": us("11.30") for n in range(3 + extra)}
    table = activation(OPEN, {**pieces, "x": ge("21.33")}, "formation:r141", markers=[("11.30", "dg", before)])
    table.do("end_activation")
    for _ in range(lost):
        assert table.asked == ("allied", "lose_unit")
        table.do("choose", unit=table.state.stack(1130)[0])
    assert table.hex("11.30").dg == 4
    assert [m.value for m in table.session.view(None).markers if m.kind == "dg"] == [4]
    assert sum(record.place == "eliminated" for record in table.state.units.values()) == lost


@pytest.mark.clause("CSS-2.0-26")
@pytest.mark.parametrize("kind", ["foxhole", "trench", "pillbox", "bunker"])
def test_the_four_fortifications_protect_with_the_value_of_the_charts(kind: str) -> None:
    assert set(FORTIFICATIONS) == {"foxhole", "trench", "pillbox", "bunker"}
    charts = {"fortification": {name: {"defense": -n, "troop_quality": 0} for n, name in enumerate(FORTIFICATIONS, 1)}}
    scenario = load_scenario(small(charts=charts, markers=[{"hex": "11.30", "kind": kind}]))
    state = start(scenario)
    assert state.status(1130).fortification == kind
    table = activation(OPEN, {"a": us("10.30"), "x": ge("11.30")}, "formation:r141",
                       charts=scenario.charts, markers=[("11.30", kind, None)])  # fmt: skip
    table.do("fire", unit="a", hex="11.30")
    parts: Any = table.decision.subject["modifiers"]
    assert [p["value"] for p in parts if kind in p["text"]] == [-1 - FORTIFICATIONS.index(kind)]


@pytest.mark.clause("CSS-2.0-26")
def test_nothing_else_is_a_fortification_and_none_is_without_values() -> None:
    assert "cave" in problems(small(markers=[{"hex": "11.30", "kind": "cave"}]))
    said = problems(small(markers=[{"hex": "11.30", "kind": "bunker"}]))
    assert "no values for a bunker" in said and "markers.0.kind" in said


@pytest.mark.clause("CSS-2.0-43")
@pytest.mark.parametrize("kind", ["pinned", "suppressed", "dg", "foxhole"])
def test_markers_never_run_out(kind: str) -> None:
    hexes = [f"{10 + n % 10}.{30 + n // 10}" for n in range(100)]
    pieces = {f"u{n}": us(hex) for n, hex in enumerate(hexes)}
    table = activation(WIDE, {**pieces, "x": ge("21.39")}, "formation:r141",
                       markers=[(hex, kind, 1 if kind == "dg" else None) for hex in hexes])  # fmt: skip
    shown = [m.hex for m in table.session.view(None).markers if m.kind == kind]
    assert sorted(shown) == sorted(hexes)
    assert table.session.check() == []


# --- units and markers ---


@pytest.mark.clause("CSS-2.0-48")
def test_headquarters_are_units_and_support_weapons_are_not() -> None:
    pieces = {"a": us("11.30"), "b": us("11.30"), "hq": us("11.30", hq="formation", command_range=4), "x": ge("21.33")}
    weapons = {name: ("11.30", weapon(name, ("red", 3, 1))) for name in ("w1", "w2", "w3")}
    table = activation(OPEN, pieces, "formation:r141", weapons=weapons)
    assert {c.get("unit") for c in table.offered("pass_unit")} == {"a", "b", "hq"}
    for verb in ("pass_unit", "rally", "change_formation"):
        assert table.refused(verb, unit="w1")
    table.do("end_activation")
    assert table.hex("11.30").dg == 0  # three units and three markers
    crowd = activation(OPEN, {**pieces, "c": us("11.30")}, "formation:r141")
    events = crowd.do("end_activation")
    assert [(e["hex"], e["points"]) for e in named(events, "StackingPenalty")] == [("11.30", 1)]


@pytest.mark.clause("CSS-2.0-48")
@pytest.mark.parametrize(("value", "said"), [("+3", "whole number"), (-1, "out of range")])
def test_a_counter_with_a_sign_in_its_fire_power_box_is_no_unit(value: Any, said: str) -> None:
    face = {"fire": ["red", value, 1], "defense": 0}
    assert said in problems(small(charts={"unit_types": {"us_rifle_company": {"deployed": face}}}))


@pytest.mark.parametrize(
    ("charts", "said"),
    [
        ({"weather": {"rain": [8, 11], "after_rain_modifier": 1}}, "weather.rain"),
        ({"weather": {"rain": [8], "after_rain_modifier": 1}}, "weather.rain"),
        ({"air_support": {"allied": {"count": 6, "fire": 6, "type": "green", "air_combat_hits_on": 6}}}, "green"),
        ({"air_support": {"allied": {"count": 6, "fire": 6, "type": "white"}}}, "air_combat_hits_on"),
        ({"air_support": {"swiss": {"count": 1, "fire": 6, "type": "white", "air_combat_hits_on": 6}}}, "swiss"),
    ],
)
def test_weather_and_aircraft_are_checked_like_all_charts(charts: dict[str, Any], said: str) -> None:
    assert said in problems(small(charts=charts))
