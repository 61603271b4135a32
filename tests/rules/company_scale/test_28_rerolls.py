"""Bourbon and Cognac: who may have which die rolled again, in which order, how often (28.0; 4.0 step C)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.company_scale.r28_rerolls import markers_of
from rules.company_scale.system import SYSTEM
from rules.engine.command import Plain, cmd
from rules.engine.nature import ManualNature
from rules.engine.session import Session
from tests.rules.company_scale.helpers.fires import compose
from tests.rules.company_scale.helpers.tables import TableTop, activation, ge, named, scenario_of, us
from tests.rules.company_scale.helpers.turns import OPEN, TWO, quiet_game, start_of, story, told

BOTH = {"bourbon_and_cognac": "both"}
PIECES = {"a": us("10.30", fire=("red", 5, 2)), "x": ge("12.30")}
ALLIED, GERMAN = ("allied", "reroll"), ("german", "reroll")


def shot(*dice: Plain, rerolls: tuple[str, ...] = ("german", "allied"), **facts: Any) -> TableTop:
    """Fire with a value of 5 at a hex: any die up to 5 hits."""
    table = activation(OPEN, PIECES, "formation:r141", rules=BOTH, **facts)
    table.state.rerolls = rerolls
    compose(table, "a", "12.30")
    table.dice(*dice).do("confirm")
    return table


def dice(table: TableTop) -> list[int]:
    """Return the faces of the fire's dice, in order."""
    return [e["die"] for e in told(table, "DieRolled") if e["purpose"] == "fire"]


def fired(table: TableTop) -> list[int]:
    """Return the dice that stood."""
    return [e["die"] for e in told(table, "Fired")]


@pytest.mark.clause("CSS-28.0-01")
def test_each_side_has_its_marker_where_the_scenario_says_so() -> None:
    assert activation(OPEN, PIECES, "formation:r141", rules=BOTH).state.rerolls == ("german", "allied")
    assert activation(OPEN, PIECES, "formation:r141").state.rerolls == ()
    assert markers_of(scenario_of(OPEN, PIECES)) == ()


@pytest.mark.clause("CSS-28.0-01")
def test_a_marker_is_good_for_one_die_a_day() -> None:
    table = shot(9, 9)
    table.do("reroll")
    assert table.state.rerolls == ("german",)
    table.do("keep")
    other = shot(9, rerolls=("german",))
    assert other.asked == GERMAN  # the American is not asked again


@pytest.mark.clause("CSS-28.0-02")
def test_the_enemys_dice_may_be_rolled_again_too() -> None:
    pieces = {"a": us("10.30"), "x": ge("11.30", fire=("red", 5, 1))}
    table = activation(OPEN, pieces, "formation:pg110", rules=BOTH)
    table.do("done") if table.decision.kind == "assault_markers" else None
    compose(table, "x", "10.30")
    table.dice(2).do("confirm")
    assert table.asked == ALLIED and table.decision.subject["die"] == 2
    table.dice(9).do("reroll")
    table.do("keep")
    assert fired(table) == [9]


@pytest.mark.clause("CSS-28.0-03", "CSS-28.0-05")
def test_both_markers_may_be_used_on_one_roll_and_then_it_is_final() -> None:
    table = shot(7)
    assert table.asked == ALLIED
    table.dice(3).do("reroll")
    assert table.asked == GERMAN and table.decision.subject["die"] == 3
    table.dice(8).do("reroll")
    assert dice(table) == [7, 3, 8] and fired(table) == [8]
    assert table.state.rerolls == () and table.asked[1] != "reroll"
    assert [(e["side"], e["die"]) for e in told(table, "Rerolled")] == [("allied", 7), ("german", 3)]


@pytest.mark.clause("CSS-28.0-04")
def test_the_american_decides_first_and_the_game_waits() -> None:
    table = shot(7)
    assert table.asked == ALLIED and table.verbs() == {"reroll", "keep", "keep_for_turn"}
    assert fired(table) == []
    table.do("keep")
    assert table.asked == GERMAN
    table.do("keep")
    assert fired(table) == [7] and table.state.rerolls == ("german", "allied")


@pytest.mark.clause("CSS-28.0-06")
def test_when_the_american_declines_he_may_not_come_back() -> None:
    table = shot(7)
    table.do("keep")
    table.dice(2).do("reroll")
    assert dice(table) == [7, 2] and table.state.rerolls == ("allied",)
    assert fired(table) == [2]
    assert table.asked[1] != "reroll" or table.decision.subject["purpose"] != "fire"


@pytest.mark.clause("CSS-28.0-04")
def test_only_a_side_with_its_marker_is_asked() -> None:
    table = shot(7, rerolls=("german",))
    assert table.asked == GERMAN
    table.do("keep")
    assert fired(table) == [7]
    assert fired(shot(7, rerolls=())) == [7]


def test_a_side_that_keeps_for_the_turn_is_not_asked_again_until_the_next() -> None:
    manual = Session.new(SYSTEM, scenario_of(OPEN, TWO, rules=BOTH, turns=2, first_turn="0900",
                                             divisions={d: start_of(troop_quality=2) for d in ("d36", "pz11")}),
                         nature=ManualNature())  # fmt: skip
    manual.nature({"die": 9})
    asked = manual.decision
    assert asked is not None and (asked.seat, asked.kind) == ("allied", "reroll")
    submit(manual, "keep_for_turn")
    submit(manual, "keep_for_turn")
    manual.nature({"die": 9})
    for draw in ("wind", "event"):
        manual.nature({"draw": draw})
    assert manual.request is not None and manual.request.purpose == "random_event"
    manual.nature({"die": 5})
    manual.nature({"draw": "command:german"})
    manual.nature({"draw": "command:allied"})
    manual.nature({"die": 9})
    assert manual.state.turn == 2 and manual.decision is not None and manual.decision.kind == "reroll"


def submit(session: Session, verb: str) -> None:
    """Submit a bare command for whoever decides."""
    assert session.decision is not None
    session.submit(session.decision.seat, session.seq, cmd(verb))


@pytest.mark.clause("CSS-28.0-07", "CSS-4.0-10")
def test_both_markers_come_back_at_0700_and_do_not_add_up() -> None:
    for before in ((), ("german",), ("german", "allied")):
        scenario = scenario_of(OPEN, TWO, rules=BOTH, first_turn="0700", weather="clear",
                               divisions={d: start_of(troop_quality=2) for d in ("d36", "pz11")})  # fmt: skip
        state = SYSTEM.start(scenario)
        state.rerolls = before
        session = Session(SYSTEM, scenario, state, ManualNature())
        session.resume()
        assert sorted(session.state.rerolls) == ["allied", "german"]


@pytest.mark.clause("CSS-4.0-10", "CSS-28.0-07")
def test_the_markers_of_yesterday_serve_for_the_weather_of_today() -> None:
    scenario = scenario_of(OPEN, TWO, rules=BOTH, first_turn="0700", weather="",
                           divisions={d: start_of(troop_quality=2) for d in ("d36", "pz11")})  # fmt: skip
    state = SYSTEM.start(scenario)
    state.rerolls = ("allied",)
    session = Session(SYSTEM, scenario, state, ManualNature())
    session.resume()
    session.nature({"die": 9})
    assert session.decision is not None and session.decision.subject["purpose"] == "weather"
    submit(session, "reroll")
    session.nature({"die": 0})
    assert session.state.weather == "clear" and sorted(session.state.rerolls) == ["allied", "german"]
    events = [e["event"] for _, e in session.events]
    assert events.index("WeatherSet") < events.index("RerollsRenewed")


@pytest.mark.clause("CSS-28.0-08")
def test_the_bourbon_is_the_allied_players_whoever_fires() -> None:
    pieces = {"a": us("10.30", formation="cav117", fire=("red", 5, 2)), "x": ge("12.30")}
    table = activation(OPEN, pieces, "division:butler", rules=BOTH)
    compose(table, "a", "12.30")
    table.dice(9).do("confirm")
    assert table.asked == ALLIED and table.decision.subject["marker"] == "bourbon"


def test_the_odds_are_those_before_a_re_roll() -> None:
    table = activation(OPEN, PIECES, "formation:r141", rules=BOTH)
    compose(table, "a", "12.30")
    with_markers = table.session.query("odds")
    table.state.rerolls = ()
    assert with_markers == table.session.query("odds")


def test_without_markers_nothing_stands_between_a_die_and_its_use() -> None:
    table = quiet_game(9, 9, "wind", "event", 5, "command:german", "command:allied")
    assert table.session.is_over and named(story(table), "Rerolled") == []


@pytest.mark.clause("CSS-28.0-02")
def test_a_new_die_is_told_face_by_face_and_which_would_serve() -> None:
    table = shot(9)
    told_faces = table.session.query("new_die")
    results = [next(e["result"] for e in face.events if e["event"] == "Fired") for face in told_faces.faces]
    assert results == ["DG2 R", "R*", "DG1", "S", "DG1 R*", "DG1 R", "", "", "", ""]
    assert told_faces.better == (0, 1, 2, 3, 4, 5)  # the die is the American's own, and he is asked first
    before = table.session.digest()
    table.do("keep")
    assert table.asked == GERMAN and table.session.query("new_die").better == ()  # a miss serves him best
    table.do("keep")
    assert table.session.query("new_die") is None and before != table.session.digest()


@pytest.mark.clause("CSS-28.0-02")
def test_a_hit_on_oneself_is_bettered_by_the_faces_that_do_less() -> None:
    table = shot(2, rerolls=("german",))
    assert table.asked == GERMAN and table.session.query("new_die").better == (3, 4, 5, 6, 7, 8, 9)
