"""Random events: the table, the chooser, the effect, and when nothing comes of it (20.0)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.battle_map import BattleMap, Label
from rules.company_scale.r04_cup import BuyNow
from rules.company_scale.scenario import DivisionStart
from rules.company_scale.setting_up import start as begin
from rules.company_scale.state import Battle, Unit
from rules.engine.command import Plain, cmd
from rules.engine.frames import Frame
from rules.engine.game import Game
from rules.engine.nature import ManualNature, ScriptedNature
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.hexes.grid import hex_id
from rules.testing.bots import bot
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.heroes import marker
from tests.rules.company_scale.helpers.tables import (
    DIVISIONS,
    HOUSE,
    SYSTEM,
    Piece,
    TableTop,
    ge,
    in_action_phase,
    named,
    scenario_of,
    us,
)
from tests.rules.company_scale.helpers.turns import EMPTY, OPEN, quiet_game, told

POOR = dict.fromkeys(("pz11", "d198", "d36", "butler"), DivisionStart(0, 0, 0, 2))
EVERYBODY: dict[str, Piece] = {
    "a": us("10.30"), "c": us("10.32", formation="cav117"), "x": ge("21.30"), "z": ge("21.32", formation="gr305"),
}  # fmt: skip
PAIR: dict[str, Piece] = {"a": us("10.30"), "x": ge("21.30")}


def start(**values: int) -> DivisionStart:
    """Return starting values, all 0 but troop quality 2 unless told otherwise."""
    return DivisionStart(**{"troop_quality": 2, **values})


def drawn(die: int, *more: Plain, pieces: dict[str, Piece] = EVERYBODY, ground: BattleMap = OPEN,
          cup: tuple[str, ...] = (), support: dict[str, int] | None = None, **facts: Any) -> TableTop:  # fmt: skip
    """Put a table where the event chit has just been drawn, with a die for it; the rest of the Cup is `cup`."""
    scenario = scenario_of(ground, pieces, **{"divisions": POOR, "turns": 1, "charts": HOUSE, **facts})
    state = begin(scenario)
    for name, piece in pieces.items():
        if piece.place != "map":
            state.units[name] = Unit(0, piece.place, piece.deployed)
    state.cup, state.air_support = cup, dict(support or {})
    return in_action_phase(scenario, state, "event", Frame("random_event", "20.roll"), dice=(die, *more))


def event(table: TableTop) -> str:
    """Return which event has happened, "none" for no event."""
    name: str = told(table, "RandomEvent")[0]["name"]
    return name


def chosen(table: TableTop) -> set[str]:
    """Return the divisions that can be chosen."""
    return {str(command.get("division")) for command in table.offered("choose")}


@pytest.mark.clause("CSS-20.0-01", "CSS-4.0-28")
def test_the_event_chit_comes_every_turn_and_one_die_decides() -> None:
    table = quiet_game(9, 9, "event", 6, "wind", "command:german", "command:allied", charts=HOUSE)
    assert [e["die"] for e in told(table, "DieRolled") if e["purpose"] == "random_event"] == [6]
    assert event(table) == "supply_shortage"
    manual = Session.new(SYSTEM, scenario_of(OPEN, PAIR, divisions=POOR), nature=ManualNature())
    for _ in range(2):
        manual.nature({"die": 9})
    assert manual.request is not None and manual.request.items.count("event") == 1


@pytest.mark.clause("CSS-20.0-02")
@pytest.mark.parametrize(("before", "after"), [(5, 8), (8, 9)])
def test_event_0_gives_an_american_division_three_dispatch_points(before: int, after: int) -> None:
    table = drawn(0, divisions={**POOR, "d36": start(dispatch=before)})
    assert (table.asked, event(table)) == (("allied", "event"), "american_officer")
    assert chosen(table) == {"d36", "butler"}
    assert table.refused("choose", division="pz11") == ["20.0"]
    events = table.do("choose", division="d36")
    assert table.state.divisions["d36"].dispatch == after
    assert [(e["track"], e["change"]) for e in named(events, "TrackChanged")] == [("dispatch", after - before)]


@pytest.mark.clause("CSS-20.0-02", "CSS-20.0-11")
def test_points_go_to_divisions_with_units_left_wherever_these_are_and_quality_is_lost_on_the_map() -> None:
    pieces = {**EVERYBODY, "b": us("10.31", place="eliminated"), "c": us("10.32", formation="cav117", place="routed")}
    assert chosen(drawn(0, pieces=pieces)) == {"d36", "butler"}
    table = drawn(7, pieces=pieces, divisions={**POOR, "d36": start(troop_quality=5)})
    assert table.state.divisions["d36"].troop_quality == 4  # the only one on the map


@pytest.mark.clause("CSS-20.0-02", "CSS-20.0-11")
@pytest.mark.parametrize(("die", "track"), [(0, "dispatch"), (7, "troop_quality")])
def test_events_0_and_7_name_american_divisions_or_by_the_switch_all_allied_ones(die: int, track: str) -> None:
    """The French Combat Command Sudre, in place of Task Force Butler, is Allied and not American."""
    french = {"butler": replace(DIVISIONS["butler"], nation="french")}
    table = drawn(die, pieces=EVERYBODY, ratings=french)
    assert [e["division"] for e in told(table, "TrackChanged") if e["track"] == track] == ["d36"]  # nobody is asked
    table = drawn(die, pieces=EVERYBODY, ratings=french, rules={"american_divisions": "allied"})
    assert chosen(table) == {"d36", "butler"}


@pytest.mark.clause("CSS-20.0-03")
@pytest.mark.parametrize(("before", "after"), [(10, 14), (17, 19)])
def test_event_1_gives_a_german_division_four_direct_commands(before: int, after: int) -> None:
    table = drawn(1, divisions={**POOR, "d198": start(commands=before)})
    assert table.asked == ("allied", "event") and chosen(table) == {"pz11", "d198"}
    table.do("choose", division="d198")
    assert table.state.divisions["d198"].commands == after


@pytest.mark.clause("CSS-20.0-03")
def test_event_1_is_the_german_players_choice_by_a_switch() -> None:
    table = drawn(1, rules={"german_officer": "german"})
    assert table.asked == ("german", "event") and chosen(table) == {"pz11", "d198"}
    for die, seat in ((0, "allied"), (8, "allied"), (9, "german")):  # the other events keep their players
        assert drawn(die, rules={"german_officer": "german"}).asked == (seat, "event")


def test_one_division_alone_is_not_asked_about() -> None:
    table = drawn(1, pieces=PAIR)
    assert table.session.is_over and table.state.divisions["pz11"].commands == 4


@pytest.mark.clause("CSS-20.0-10")
def test_event_6_takes_german_chits_out_of_the_cup_and_bars_purchases_for_the_turn() -> None:
    cup = ("command:german", "division:pz11", "formation:gr305", "formation:pg110", "formation:r141")
    rich = {"pz11": start(dispatch=5, troop_quality=5), "d198": start(troop_quality=5), "d36": EMPTY}
    table = drawn(6, "formation:r141", pieces={**PAIR, "z": ge("21.32", formation="gr305")},
                  cup=cup, divisions=rich, turns=2)  # fmt: skip
    assert told(table, "ChitsRemoved")[0]["chits"] == ["division:pz11", "formation:gr305", "formation:pg110"]
    assert table.asked == ("allied", "activation") and table.state.cup == ("command:german",)
    assert table.session.view("german").cup.shortage == ("german",)
    table.dice("command:german", 9, 9, 9).do("end_activation")
    assert table.asked == ("german", "preparation")  # of the next turn: nothing was offered, and nothing refunded
    assert table.state.shortage == () and table.state.divisions["pz11"].dispatch == 5
    assert told(table, "ChitBought") == []


@pytest.mark.clause("CSS-20.0-10")
def test_a_purchase_for_immediate_play_is_refused_during_a_shortage() -> None:
    scenario = scenario_of(OPEN, PAIR, divisions={"pz11": start(dispatch=5, troop_quality=5), "d36": EMPTY})
    state = begin(scenario)
    state.phase, state.cup = "action", ("wind",)
    state.frames = [Frame("turn", "3.A"), Frame("action_phase", "2.C.i")]
    session = Session(SYSTEM, scenario, state, ScriptedNature(()))
    session.resume()
    assert session.decision is not None and cmd("buy_now", chit="formation:pg110") in session.decision.options
    session.state.shortage = ("german",)
    game: Battle = Game(SYSTEM.kinds, scenario, session.state)
    assert [r.rule for r in BuyNow().reasons(game, cmd("buy_now", chit="formation:pg110"))] == ["20.0"]


@pytest.mark.clause("CSS-20.0-11")
@pytest.mark.parametrize(("before", "after"), [(5, 4), (0, 0)])
def test_event_7_costs_an_american_division_on_the_map_a_point_of_troop_quality(before: int, after: int) -> None:
    table = drawn(7, divisions={**POOR, "d36": DivisionStart(0, 0, 0, before)})
    assert table.asked == ("german", "event") and chosen(table) == {"d36", "butler"}
    table.do("choose", division="d36")
    assert table.state.divisions["d36"].troop_quality == after


@pytest.mark.clause("CSS-20.0-11")
def test_event_7_passes_over_divisions_that_are_not_on_the_map() -> None:
    table = drawn(7, pieces={**EVERYBODY, "c": us("10.32", formation="cav117", place="routed")})
    assert event(table) == "out_of_contact"
    assert table.state.divisions["d36"].troop_quality == 1  # the only one left: nobody is asked


@pytest.mark.clause("CSS-20.0-12")
def test_event_8_costs_a_german_division_its_formation_chits() -> None:
    table = drawn(8, cup=("wind",), divisions={**POOR, "d198": start(dispatch=5, troop_quality=4)})
    assert table.asked == ("allied", "event") and chosen(table) == {"pz11", "d198"}
    table.dice("wind").do("choose", division="d198")
    assert table.state.divisions["d198"].troop_quality == 3
    assert table.session.is_over  # the formation chit it could have bought with 4 is not offered
    table = drawn(8, cup=("wind",), divisions={**POOR, "d198": start(dispatch=5, troop_quality=4)})
    table.do("choose", division="pz11")
    assert table.asked == ("german", "purchase")


@pytest.mark.clause("CSS-20.0-13")
@pytest.mark.parametrize(("division", "after"), [("d36", 0), ("d198", 7)])
def test_event_9_adds_to_a_german_division_or_takes_from_an_allied_one(division: str, after: int) -> None:
    table = drawn(9, divisions={**POOR, "d36": start(dispatch=2), "d198": start(dispatch=4)})
    assert table.asked == ("german", "event") and chosen(table) == {"pz11", "d198", "d36", "butler"}
    table.do("choose", division=division)
    assert table.state.divisions[division].dispatch == after


@pytest.mark.parametrize(
    ("die", "said"),
    [
        (0, "gains 3 dispatch points?"),
        (1, "gains 4 direct commands?"),
        (7, "loses 1 point of troop quality?"),
        (9, "gains 3 DP, or which Allied one loses 3?"),
    ],
)
def test_the_question_of_an_event_says_how_much(die: int, said: str) -> None:
    decision = drawn(die).decision
    assert decision is not None and decision.prompt.endswith(said)


@pytest.mark.clause("CSS-20.0-14")
def test_an_event_that_cannot_be_applied_is_no_event() -> None:
    table = drawn(8, pieces={"a": us("10.30"), "x": ge("21.30", place="routed")})
    assert event(table) == "none" and told(table, "TrackChanged") == []
    table = drawn(3)
    assert event(table) == "none" and table.state.traffic_jam == 0  # no Montélimar on this map


@pytest.mark.clause("CSS-20.0-04")
@pytest.mark.parametrize("facts", [{"weather": "rain"}, {"first_turn": "night_1"}])
def test_event_2_does_not_happen_in_rain_or_at_night(facts: dict[str, str]) -> None:
    table = drawn(2, **facts)
    assert event(table) == "none" and table.state.air_support == {}


# ---- evacuation panic and the traffic jam ----

CITY = replace(
    board("..CC....\n..CCC...\n........\nwCw.....", first="10.30"),
    labels=(Label("Montélimar", "city", hex_id("13.31")),),
)
NEAR: dict[str, Piece] = {"a": us("10.30"), "x": ge("17.33")}


@pytest.mark.clause("CSS-20.0-05", "CSS-22.1-01")
def test_event_3_jams_the_city_then_rolls_for_the_evacuation() -> None:
    table = drawn(3, 6, pieces=NEAR, ground=CITY)
    kinds = ("RandomEvent", "MarkerPlaced", "DieRolled", "EvacuationRolled", "EvacuationRoadChecked")
    order = [(e["event"], e.get("purpose") or e.get("kind") or e.get("hex")) for e in told(table, *kinds)]
    assert order == [
        ("DieRolled", "random_event"), ("RandomEvent", None), ("MarkerPlaced", "traffic_jam"),
        ("DieRolled", "evacuation"), ("EvacuationRolled", "11.60"), ("EvacuationRoadChecked", None),
    ]  # fmt: skip
    assert table.state.traffic_jam == hex_id("13.31")
    assert table.session.scenario.city == {1230, 1330, 1231, 1331, 1431}  # the lone city hex in the south is no part


@pytest.mark.clause("CSS-20.0-06")
@pytest.mark.parametrize(("die", "hex"), [(0, "11.60"), (6, "11.60"), (7, "03.60"), (8, "03.60"), (9, "01.12")])
def test_the_second_die_of_event_3_names_the_hex(die: int, hex: str) -> None:
    table = drawn(3, die, pieces=NEAR, ground=CITY)
    assert [e["hex"] for e in told(table, "EvacuationRolled")] == [hex]


# ---- heroes ----

HEROES = {"brave": ("reserve", marker()), "foe": ("reserve", marker("foe", "german"))}


@pytest.mark.clause("CSS-20.0-08")
def test_event_4_gives_the_allied_player_a_hero_for_any_of_his_units() -> None:
    table = drawn(4, pieces=EVERYBODY, leaders=HEROES)
    assert (table.asked, event(table)) == (("allied", "hero_event"), "allied_hero")
    assert {c.get("unit") for c in table.offered("place_hero")} == {"a", "c"}
    table.do("place_hero", unit="c")
    assert table.state.leaders["brave"].unit == "c" and table.state.leaders["foe"].place == "reserve"


@pytest.mark.clause("CSS-20.0-08", "CSS-20.0-14")
def test_without_a_free_hero_event_4_is_no_event() -> None:
    assert event(drawn(4, pieces=EVERYBODY, leaders={"foe": HEROES["foe"]})) == "none"


@pytest.mark.clause("CSS-20.0-09")
def test_event_5_gives_the_german_player_a_hero_for_any_of_his_units() -> None:
    table = drawn(5, pieces=EVERYBODY, leaders=HEROES)
    assert (table.asked, event(table)) == (("german", "hero_event"), "german_hero")
    assert {c.get("unit") for c in table.offered("place_hero")} == {"x", "z"}
    table.do("place_hero", unit="x")
    assert table.state.leaders["foe"].unit == "x"


@pytest.mark.parametrize(("side", "division"), [("allied", "d198"), ("german", "pz11")])
def test_the_bot_gives_what_event_1_brings_to_the_weakest_german_division_but_its_own_to_the_strongest(
    side: str, division: str
) -> None:
    table = drawn(1, pieces={**EVERYBODY, "more": ge("21.33")}, rules={"german_officer": side})
    assert bot("regular", 1).choose(Seat(table.session, side), table.decision) == cmd("choose", division=division)
