"""Task Force Butler: its free chit, its end on 24 August; Combat Command Sudre (29.0; 5.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.counters import Stripe
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r04_chits_in_play import chits_of
from rules.company_scale.r05_command import activates, has_division_hq
from rules.company_scale.r08_5_4_status import current_troop_quality
from rules.company_scale.r19_displays import is_gone
from rules.company_scale.scenario import DivisionStart, Reinforcement
from rules.company_scale.setting_up import start as begin
from rules.company_scale.system import SYSTEM
from rules.engine.command import Plain
from rules.engine.frames import Frame
from rules.engine.nature import ScriptedNature
from rules.engine.session import Session
from tests.rules.company_scale.helpers.tables import DIVISIONS, Piece, TableTop, ge, leader, scenario_of, us, weapon
from tests.rules.company_scale.helpers.turns import BUTLER, OPEN, at_purchase, chits, start_of, told, war

ENDING = {"butler": replace(DIVISIONS["butler"], ends=("1944-08-24", "0700"), joins="r142")}
LEAVING = {"butler": replace(DIVISIONS["butler"], ends=("1944-08-23", "night_1"))}
FORCE: dict[str, Piece] = {
    "a": us("10.30"), "b": us("10.31", formation="r142"), "c": us("10.32", formation="cav117"),
    "white": us("11.32", formation="", division="butler"), "routed": us("11.33", formation="cav117", place="routed"),
    "hq": us("11.30", formation="", division="butler", hq="division", command_range=8), "x": ge("21.30"),
}  # fmt: skip


def turn(ratings: dict[str, Any], *dice: Plain, turns_before: int, pieces: dict[str, Piece] = FORCE, support: int = 0,
         **facts: Any) -> TableTop:  # fmt: skip
    """Start with the end of a turn: 22 August 0700 is turn 1, and 10 turns make a day."""
    scenario = scenario_of(OPEN, pieces, ratings=ratings, first_turn="0700", turns=40, **facts)
    state = begin(scenario)
    for name, piece in pieces.items():
        if piece.place != "map":
            state.place(name, 0, piece.place)
    state.turn = turns_before
    if support:
        state.air_support = {"butler": support}
    state.frames = [Frame("turn", "3.B")]
    nature = ScriptedNature(dice)
    session = Session(SYSTEM, scenario, state, nature)
    session.resume()
    return TableTop(session, nature)


# ---- the chit ----


@pytest.mark.clause("CSS-29.0-01")
def test_the_chit_is_added_free_until_the_task_force_is_disbanded() -> None:
    table = war(pieces=BUTLER, butler=DivisionStart(0, 0, 0, 5))
    assert table.asked == ("allied", "preparation") and chits(table.offered("add_chit")) == {"division:butler"}
    table.do("add_chit", chit="division:butler")
    assert table.state.divisions["butler"].dispatch == 0
    assert table.refused("add_chit", chit="division:butler") == ["4.0"]


@pytest.mark.clause("CSS-29.0-02")
@pytest.mark.parametrize(("added", "after"), [(True, 4), (False, 2)])
def test_added_it_counts_as_a_division_activation_for_fatigue(added: bool, after: int) -> None:
    table = war(pieces=BUTLER, butler=start_of(fatigue=3))
    if added:
        table.do("add_chit", chit="division:butler")
    table.dice(9, 9, 9, 9).do("done")
    assert table.state.divisions["butler"].fatigue == after


@pytest.mark.clause("CSS-29.0-03", "CSS-29.0-05")
def test_once_drawn_it_may_be_bought_for_two_points_and_acts_again() -> None:
    table = war(pieces=BUTLER, butler=start_of(dispatch=3, fatigue=3))
    table.do("add_chit", chit="division:butler")
    table.dice(9, 9, 9, 9).do("done")
    assert table.asked == ("allied", "purchase")
    assert "29.0" in table.refused("buy_now", chit="division:butler")  # still in the Cup
    table.dice("division:butler").do("pass")
    assert table.asked == ("allied", "activation") and "c" in table.state.activity
    table.do("end_activation")
    before = table.state.divisions["butler"]
    assert "division:butler" in chits(table.offered("buy_now")) and before.fatigue == 4
    table.do("buy_now", chit="division:butler")
    after = table.state.divisions["butler"]
    assert (after.dispatch, after.fatigue) == (before.dispatch - 2, 4) and "c" in table.state.activity
    table.do("end_activation")
    assert "29.0" in table.refused("buy_now", chit="division:butler")  # one purchase a turn


@pytest.mark.clause("CSS-29.0-04")
def test_it_may_be_bought_without_having_been_added() -> None:
    table = at_purchase(pieces=BUTLER, butler=start_of(dispatch=2, fatigue=3))
    assert table.asked == ("allied", "purchase") and "division:butler" in chits(table.offered("buy_now"))
    table.do("buy_now", chit="division:butler")
    status = table.state.divisions["butler"]
    assert (status.dispatch, status.fatigue) == (1, 2)  # one gained in step F; no division activation
    assert "c" in table.state.activity


@pytest.mark.clause("CSS-29.0-06")
def test_combat_command_sudre_has_the_same_free_chit() -> None:
    scenario = load_scenario("montelimar-campaign-sudre")
    assert scenario.divisions["cc_sudre"].free_chit
    assert load_scenario("montelimar-campaign").divisions["tf_butler"].free_chit


# ---- the end ----


@pytest.mark.clause("CSS-29.0-07")
def test_on_24_august_at_0700_all_of_it_belongs_to_the_143rd() -> None:
    before = turn(ENDING, turns_before=19)
    assert before.state.absorbed == {}
    table = turn(ENDING, 9, turns_before=20, support=2,
                 leaders={"butler_": ("10.32", leader("butler_", 1, 3, formation="cav117"))},
                 weapons={"gun": ("10.32", weapon("gun", ("blue", 3, 1), formation="cav117"))})  # fmt: skip
    assert told(table, "DivisionDisbanded")[0] == {
        "event": "DivisionDisbanded", "division": "butler", "formation": "r142", "heir": "d36",
    }  # fmt: skip
    known = table.game.scenario
    for name in ("c", "white", "routed", "hq"):
        piece = known.units[name]
        assert (piece.division, piece.formation, piece.stripe) == ("d36", "r142", Stripe.COLOURED)
        assert activates(known, "formation:r142", piece)
    assert known.leaders["butler_"].formation == known.weapons["gun"].formation == "r142"
    assert current_troop_quality(table.game, "c") == table.state.divisions["d36"].troop_quality
    assert table.where("routed") == "routed"
    assert known.units["hq"].hq == "formation" and not has_division_hq(table.game, "d36")
    assert vars_of(table, "butler") == (0, 0, 0, 0)


def vars_of(table: TableTop, division: str) -> tuple[int, int, int, int]:
    """Return the four values of a division."""
    status = table.state.divisions[division]
    return status.dispatch, status.commands, status.fatigue, status.troop_quality


@pytest.mark.clause("CSS-29.0-07")
def test_a_game_disbands_exactly_once_and_reads_back_the_same() -> None:
    table = turn(ENDING, 9, turns_before=20)
    again = SYSTEM.decode(table.session.scenario, table.state.to_plain())
    assert again.absorbed == {"butler": "r142"}
    assert len(told(table, "DivisionDisbanded")) == 1


@pytest.mark.clause("CSS-29.0-08")
def test_its_chit_leaves_the_game() -> None:
    before, after = turn(ENDING, turns_before=19), turn(ENDING, 9, turns_before=20)
    assert "division:butler" in chits_of(before.game, "allied")
    assert set(chits_of(after.game, "allied")) == {"division:d36", "formation:r141", "formation:r142"}
    assert all(c.get("chit") != "division:butler" for c in after.offered("add_chit"))


@pytest.mark.clause("CSS-29.0-09")
def test_combat_command_sudre_leaves_at_night_on_23_august() -> None:
    facts: dict[str, Any] = {
        "reinforcements": (Reinforcement(30, 1033, ("late",)),),
        "leaders": {"sudre": ("10.32", leader("sudre", 1, 3, formation="cav117"))},
        "weapons": {"gun": ("10.32", weapon("gun", ("blue", 3, 1), formation="cav117"))},
    }
    pieces = {**FORCE, "late": us("10.33", formation="cav117", place="reserve")}
    before = turn(LEAVING, turns_before=17, pieces=pieces, **facts)
    assert before.where("c") == "10.32"
    table = turn(LEAVING, turns_before=18, pieces=pieces, support=1, **facts)
    assert {table.where(name) for name in ("c", "white", "routed", "hq", "late")} == {"exited"}
    assert (table.state.leaders["sudre"].place, table.state.weapons["gun"].place) == ("out", "out")
    assert table.where("a") == "10.30" and table.state.losses == {} and table.state.air_support == {}
    assert "division:butler" not in chits_of(table.game, "allied")
    assert [is_gone(t.game, "butler") for t in (before, table)] == [False, True]
    assert table.session.check() == []


# ---- the divisions of the game ----


@pytest.mark.clause("CSS-5.3-02")
def test_eight_divisions_take_part_and_never_both_the_task_force_and_the_combat_command() -> None:
    rest = {"us_3", "us_36", "us_45", "ge_11pz", "ge_189", "ge_198", "ge_338"}
    for name, ours in (("montelimar-campaign", "tf_butler"), ("montelimar-campaign-sudre", "cc_sudre")):
        displays = {d for d, known in load_scenario(name).divisions.items() if known.has_display}
        assert displays == rest | {ours}


@pytest.mark.clause("CSS-29.0-02")
def test_added_by_night_it_costs_two_points_of_fatigue() -> None:
    scenario = scenario_of(OPEN, BUTLER, first_turn="night_1", turns=1, divisions={"butler": start_of(fatigue=3)})
    nature = ScriptedNature((9, 9, 9, 9))
    table = TableTop(Session.new(SYSTEM, scenario, nature=nature), nature)
    while table.decision.kind == "preparation":
        if table.offered("add_chit"):
            table.do("add_chit", chit="division:butler")
        table.do("done")
    assert table.state.divisions["butler"].fatigue == 5


@pytest.mark.clause("CSS-29.0-07")
def test_aircraft_and_transports_of_the_task_force_go_to_the_36th() -> None:
    lorry = us("", formation="", division="butler", transport=True, deployed=False, move=("wheeled", 18), place="pool")
    table = turn(ENDING, 9, turns_before=20, pieces={**FORCE, "lorry": lorry}, support=2)
    assert "butler" not in table.state.air_support
    assert table.state.air_support == {"d36": 2} and table.where("lorry") == "pool"
    assert table.game.scenario.units["lorry"].division == "d36"
    boxes = next(d for d in table.session.view("allied").displays if d.id == "d36").boxes
    assert boxes.transport_pool == ("lorry",) and boxes.routed == ("routed",) and boxes.air_support == 2


@pytest.mark.clause("CSS-29.0-09")
def test_status_markers_of_hexes_that_the_combat_command_leaves_go_with_it() -> None:
    table = turn(LEAVING, turns_before=18, markers=[("10.32", "dg", 2), ("10.30", "dg", 1)])
    assert table.hex("10.32").dg == 0 and table.hex("10.30").dg == 1
    assert table.session.check() == []
