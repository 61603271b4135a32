"""The turn from weather to the end phase (4.0)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.command import Plain
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import DIVISIONS, activation, game_from_start, ge, named, us
from tests.rules.company_scale.helpers.turns import (
    ALL_EMPTY,
    EMPTY,
    OPEN,
    QUIET_CUP,
    TWO,
    quiet_game,
    quiet_turn,
    sit_out,
    start_of,
    story,
    told,
)

LONG = board("...........")


@pytest.mark.clause("CSS-4.0-01")
def test_a_turn_is_preparation_action_and_end_phase() -> None:
    table = quiet_game(*quiet_turn(9, 9), *quiet_turn(9, 9), turns=2)
    assert [event.get("phase", event.get("turn")) for event in told(table, "PhaseBegan", "TurnBegan")] == [
        1, "preparation", "action", "end", 2, "preparation", "action", "end",
    ]  # fmt: skip


def purposes(events: list[dict[str, Any]]) -> list[object]:
    """Return what the dice were rolled for."""
    return [event["purpose"] for event in events if event["event"] == "DieRolled"]


@pytest.mark.clause("CSS-4.0-02")
def test_preparation_at_0900_is_spending_then_fatigue_then_dispatch_points() -> None:
    divisions = {"pz11": start_of(fatigue=1), "d36": start_of(fatigue=1)}
    table = game_from_start(OPEN, TWO, divisions=divisions)
    assert story(table)[1:] == [{"event": "PhaseBegan", "phase": "preparation"}]  # no weather, no fatigue check
    table.do("buy_chit", chit="division:pz11")
    table.do("done")
    table.dice(9, 9)
    events = table.do("done")
    assert [e["event"] for e in events if e["event"] != "DieRolled"] == [
        "FatigueChanged", "FatigueChanged", "DispatchGained", "DispatchGained", "PhaseBegan",
    ]  # fmt: skip
    assert purposes(story(table)) == ["dispatch", "dispatch"]
    assert table.state.divisions["d36"].troop_quality == 5


@pytest.mark.clause("CSS-4.0-02")
def test_preparation_at_0700_begins_with_weather_and_the_fatigue_check() -> None:
    table = game_from_start(OPEN, TWO, 3, first_turn="0700", weather="",
                            divisions={"pz11": start_of(), "d36": start_of()})  # fmt: skip
    table.do("buy_chit", chit="division:pz11")
    table.do("done")
    table.dice(9, 9)
    table.do("done")
    kinds = [e["event"] for e in story(table) if e["event"] not in ("DieRolled", "TurnBegan", "PhaseBegan")]
    assert kinds == [
        "WeatherSet", "TroopQualityChanged", "TroopQualityChanged", "ChitBought", "FatigueChanged", "DispatchGained",
        "DispatchGained",
    ]  # fmt: skip
    assert purposes(story(table)) == ["weather", "dispatch", "dispatch"]


@pytest.mark.clause("CSS-4.0-03")
def test_rain_at_0700_lasts_through_the_night_and_is_rolled_for_again_next_morning() -> None:
    day = [outcome for _ in range(10) for outcome in quiet_turn(9, 9)]
    tired = dict.fromkeys(ALL_EMPTY, replace(EMPTY, fatigue=19))
    whole_day = quiet_game(8, *day, turns=10, first_turn="0700", weather="", divisions=tired)
    assert told(whole_day, "TurnBegan")[-1]["name"] == "night_2"
    assert whole_day.state.weather == "rain"
    assert purposes(story(whole_day)).count("weather") == 1
    next_day = quiet_game(8, *day, 0, *quiet_turn(9, 9), turns=11, first_turn="0700", weather="", divisions=tired)
    assert purposes(story(next_day)).count("weather") == 2
    assert next_day.state.weather == "clear"


@pytest.mark.clause("CSS-4.0-03")
def test_a_later_first_turn_has_the_weather_of_the_scenario_or_clear() -> None:
    rolled = {}
    for weather in ("", "rain"):
        table = quiet_game(*quiet_turn(9, 9), weather=weather, first_turn="1100")
        rolled[weather] = table.state.weather
        assert "weather" not in purposes(story(table))
    assert rolled == {"": "clear", "rain": "rain"}


@pytest.mark.clause("CSS-4.0-05")
@pytest.mark.parametrize(
    ("yesterday", "die", "total", "today"),
    [("rain", 4, 5, "clear"), ("clear", 4, 4, "clear"), ("rain", 7, 8, "rain"), ("clear", 7, 7, "clear"),
     ("clear", 8, 8, "rain"), ("rain", 9, 10, "rain"), ("rain", 6, 7, "clear")],
)  # fmt: skip
def test_after_rain_the_next_weather_roll_gets_one_more(yesterday: str, die: int, total: int, today: str) -> None:
    table = quiet_game(*quiet_turn(9, 9), die, *quiet_turn(9, 9), first_turn="night_2", turns=2, weather=yesterday)
    assert [(e["total"], e["weather"]) for e in told(table, "WeatherSet")] == [(total, today)]
    assert table.state.weather == today


@pytest.mark.clause("CSS-4.0-04")
@pytest.mark.parametrize(("weather", "seen", "modifiers"), [("clear", 8, []), ("rain", 3, [-1])])
def test_clear_weather_neither_shortens_sight_nor_weakens_fire(weather: str, seen: int, modifiers: list[int]) -> None:
    pieces = {"a": us("10.30"), "x": ge("11.30"), "far": ge("20.30")}
    table = activation(LONG, pieces, "formation:r141", weather=weather)
    clear = [n for n in range(1, 11) if table.session.query("los", a="10.30", b=f"{10 + n}.30").clear]
    assert clear == list(range(1, seen + 1))
    table.do("fire", unit="a", hex="11.30")
    parts: Any = table.decision.subject["modifiers"]
    assert [part["value"] for part in parts if part["rule"] == "8.3.7"] == modifiers


FATIGUE = [
    (3, 5, 6), (0, 5, 6), (3, 7, 7), (0, 0, 1), (4, 5, 5), (4, 0, 0), (4, 7, 7), (5, 4, 3), (19, 1, 0), (9, 0, 0),
]  # fmt: skip


@pytest.mark.clause("CSS-4.0-07", "CSS-4.0-08", "CSS-4.0-09")
@pytest.mark.parametrize("division", ["pz11", "butler"])
@pytest.mark.parametrize(("fatigue", "quality", "expected"), FATIGUE)
def test_at_0700_rest_restores_troop_quality_and_fatigue_lowers_it(
    division: str, fatigue: int, quality: int, expected: int
) -> None:
    start = {"dispatch": 0, "fatigue": fatigue, "troop_quality": quality}
    pieces = {"a": us("10.30", formation="cav117"), "x": ge("21.33")}
    table = quiet_game(*quiet_turn(9, 9), pieces=pieces, first_turn="0700",
                       divisions={**ALL_EMPTY, division: start_of(**start)})  # fmt: skip
    if table.session.decision is not None:  # the free chit
        sit_out(table)
    assert DIVISIONS[division].max_troop_quality == 7
    assert table.state.divisions[division].troop_quality == expected


@pytest.mark.clause("CSS-4.0-07", "CSS-4.0-08")
@pytest.mark.parametrize(("fatigue", "quality"), [(0, 5), (9, 5)])
def test_no_fatigue_check_after_0700(fatigue: int, quality: int) -> None:
    divisions = dict.fromkeys(ALL_EMPTY, start_of(dispatch=0, fatigue=fatigue, troop_quality=quality))
    table = quiet_game(*quiet_turn(9, 9), first_turn="2100", divisions=divisions)
    assert table.state.divisions["pz11"].troop_quality == quality


@pytest.mark.clause("CSS-4.0-17", "CSS-4.0-18")
@pytest.mark.parametrize(
    ("turn", "bought", "before", "after"),
    [
        ("1500", ["division:pz11"], 2, 3),
        ("night_1", ["division:pz11"], 2, 4),
        ("night_2", ["division:pz11", "formation:pg110"], 2, 4),
        ("1500", ["division:pz11"], 19, 19),
        ("night_1", ["division:pz11"], 18, 19),
        ("1500", ["formation:pg110", "formation:pg111"], 3, 2),
        ("night_1", ["formation:pg110"], 3, 2),
        ("1500", [], 3, 2),
        ("1500", ["formation:pg110"], 0, 0),
    ],
)
def test_fatigue_rises_with_the_division_chit_and_falls_without(
    turn: str, bought: list[str], before: int, after: int
) -> None:
    pieces = {"a": us("10.30"), "x": ge("21.33"), "y": ge("21.32", formation="pg111")}
    divisions = {"pz11": start_of(fatigue=before), "d36": EMPTY}
    table = game_from_start(OPEN, pieces, divisions=divisions, first_turn=turn)
    for chit in bought:
        table.do("buy_chit", chit=chit)
    assert table.state.divisions["pz11"].fatigue == before  # step E comes later
    chits = [chit for chit in ("formation:pg110", "formation:pg111", "division:pz11") if chit in bought]
    table.dice(9, 9, *chits, *QUIET_CUP).do("done")
    assert table.state.divisions["pz11"].fatigue == after


@pytest.mark.clause("CSS-4.0-17", "CSS-4.0-18")
def test_fatigue_is_kept_for_each_division() -> None:
    pieces = {"a": us("10.30"), "x": ge("21.33"), "y": ge("21.32", formation="gr305")}
    divisions = dict.fromkeys(("pz11", "d198"), start_of(fatigue=3)) | {"d36": EMPTY}
    table = game_from_start(OPEN, pieces, divisions=divisions)
    table.do("buy_chit", chit="division:d198")
    table.dice(9, 9, 9).do("done")
    assert {d: table.state.divisions[d].fatigue for d in ("pz11", "d198", "d36")} == {"pz11": 2, "d198": 4, "d36": 0}


@pytest.mark.clause("CSS-4.0-17")
@pytest.mark.parametrize(("turn", "added", "after"), [("1500", True, 4), ("night_1", True, 5), ("1500", False, 2)])
def test_the_free_chit_tires_like_any_division_chit(turn: str, added: bool, after: int) -> None:
    pieces = {"a": us("10.30", formation="cav117"), "x": ge("21.33")}
    divisions = {"butler": start_of(dispatch=0, fatigue=3), "pz11": EMPTY}
    table = game_from_start(OPEN, pieces, divisions=divisions, first_turn=turn)
    if added:
        table.do("add_chit", chit="division:butler")
        table.dice(9, 9, "division:butler")
    else:
        table.dice(9, 9, *QUIET_CUP)
    table.do("done")
    assert table.state.divisions["butler"].fatigue == after


@pytest.mark.clause("CSS-4.0-18", "CSS-4.0-19")
def test_a_division_without_counters_in_play_neither_rests_nor_gains_points() -> None:
    pieces = {**TWO, "gone": ge("20.30", formation="gr305", place="reserve")}
    divisions = {**ALL_EMPTY, "d198": start_of(dispatch=0, fatigue=3)}
    table = quiet_game(*quiet_turn(9, 9), pieces=pieces, divisions=divisions)  # two dispatch dice, not three
    assert (table.state.divisions["d198"].fatigue, table.state.divisions["d198"].dispatch) == (3, 0)
    assert {e["division"] for e in told(table, "DispatchGained")} == {"pz11", "d36"}


@pytest.mark.clause("CSS-4.0-19", "CSS-2.0-19")
@pytest.mark.parametrize(("rating", "die", "gain"), [(5, 5, 3), (5, 6, 1), (6, 6, 3), (6, 7, 1), (0, 0, 3), (6, 9, 1)])
def test_a_dispatch_roll_up_to_the_rating_gives_three_points_else_one(rating: int, die: int, gain: int) -> None:
    rated = {"pz11": replace(DIVISIONS["pz11"], dispatch_rating=rating)}
    table = quiet_game(*quiet_turn(9, die), ratings=rated)  # the 36th Division rolls first
    assert table.state.divisions["pz11"].dispatch == gain
    assert table.state.divisions["d36"].dispatch == 1


@pytest.mark.clause("CSS-4.0-19")
def test_each_division_rolls_its_own_dispatch_die() -> None:
    rated = {name: replace(DIVISIONS[name], dispatch_rating=5) for name in ("pz11", "d36")}
    table = quiet_game(*quiet_turn(5, 6), ratings=rated)
    gained = {e["division"]: (e["die"], e["gain"]) for e in told(table, "DispatchGained")}
    assert sorted(gained.values()) == [(5, 3), (6, 1)]
    assert {d: table.state.divisions[d].dispatch for d in gained} == {d: gain for d, (_, gain) in gained.items()}


@pytest.mark.clause("CSS-4.0-19")
def test_points_gained_now_come_too_late_for_the_cup_but_pay_for_immediate_play() -> None:
    divisions = {"pz11": start_of(dispatch=0), "d36": EMPTY}
    table = game_from_start(OPEN, TWO, 9, 0, divisions=divisions)  # nobody could buy for the Cup: straight to the dice
    assert table.asked == ("german", "purchase")
    assert table.state.divisions["pz11"].dispatch == 3
    table.do("buy_now", chit="formation:pg110")
    assert table.state.divisions["pz11"].dispatch == 1


@pytest.mark.clause("CSS-4.0-43")
def test_after_the_last_turn_the_game_is_over() -> None:
    table = quiet_game(*quiet_turn(9, 9), turns=1)
    assert table.session.is_over
    assert table.state.turn == 1
    assert [e["event"] for e in story(table)][-2:] == ["PhaseBegan", "GameOver"]
    over = table.session.view(None).over
    assert over is not None and over.winner == table.state.winner


@pytest.mark.clause("CSS-4.0-43")
def test_the_end_phase_of_an_earlier_turn_begins_the_next() -> None:
    divisions = {"pz11": start_of(dispatch=0), "d36": EMPTY}
    table = quiet_game(*quiet_turn(9, 9), turns=2, divisions=divisions)
    assert table.asked == ("german", "preparation")
    assert (table.state.turn, table.state.phase, table.state.winner) == (2, "preparation", "")
    assert (table.state.cup, table.state.played) == ((), ())
    assert named(story(table), "GameOver") == []
    outcomes: list[Plain] = [9, 9]
    sit_out(table, *outcomes, until="purchase")
    sit_out(table, *QUIET_CUP)
    assert table.session.is_over


def test_lights_of_the_night_go_out_at_0700_after_the_preparation() -> None:
    markers = (("12.30", "illumination", None), ("13.30", "illumination", None))
    divisions = {"pz11": start_of(fatigue=4), "d36": start_of(fatigue=4)}
    table = game_from_start(OPEN, TWO, first_turn="0700", markers=markers, divisions=divisions)
    assert len(table.state.illuminated) == 2
    table.do("done")
    events = table.dice(9, 9).do("done")
    kinds = [e["event"] for e in events]
    assert kinds.index("PhaseBegan") < kinds.index("MarkerRemoved")
    assert {e["hex"] for e in named(events, "MarkerRemoved")} == {"12.30", "13.30"}
    assert table.state.illuminated == ()


def test_lights_stay_in_other_turns_until_the_wind() -> None:
    divisions = {"pz11": start_of(), "d36": start_of()}
    table = game_from_start(OPEN, TWO, first_turn="night_2", markers=(("12.30", "illumination", None),),
                            divisions=divisions)  # fmt: skip
    table.do("done")
    table.dice(9, 9).do("done")
    assert table.state.phase == "action"
    assert len(table.state.illuminated) == 1
