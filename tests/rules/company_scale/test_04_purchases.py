"""Chits bought for the Cup in step D, and formation chits bought for immediate play (4.0)."""

from __future__ import annotations

import pytest

from tests.rules.company_scale.helpers.tables import game_from_start, ge, named, us
from tests.rules.company_scale.helpers.turns import (
    ARMIES,
    BUTLER,
    EMPTY,
    OPEN,
    QUIET_CUP,
    WARRING,
    at_purchase,
    chits,
    sit_out,
    start_of,
    to_action_phase,
    told,
    war,
)

# --- step D: purchases for the Cup ---


@pytest.mark.clause("CSS-4.0-11", "CSS-2.0-17")
def test_a_division_chit_costs_two_dispatch_points() -> None:
    poor = war(pz11=start_of(dispatch=1))
    assert "4.0" in poor.refused("buy_chit", chit="division:pz11")
    table = war(pz11=start_of(dispatch=2), d36=start_of())
    table.do("buy_chit", chit="division:pz11")
    assert table.state.divisions["pz11"].dispatch == 0
    to_action_phase(table)
    assert sorted(table.state.cup) == ["command:allied", "command:german", "division:pz11", "event", "wind"]


@pytest.mark.clause("CSS-4.0-12")
def test_formation_chits_cost_one_dispatch_point_each() -> None:
    table = war(pz11=start_of(dispatch=3), d36=start_of())
    table.do("buy_chit", chit="formation:pg110")
    table.do("buy_chit", chit="formation:pg111")
    assert table.state.divisions["pz11"].dispatch == 1
    to_action_phase(table)
    assert [chit for chit in table.state.cup if "formation" in chit] == ["formation:pg110", "formation:pg111"]


@pytest.mark.clause("CSS-4.0-12")
def test_the_last_point_buys_no_second_chit() -> None:
    table = war(pz11=start_of(dispatch=1))
    table.do("buy_chit", chit="formation:pg110")
    assert "4.0" in table.refused("buy_chit", chit="formation:pg111")


@pytest.mark.clause("CSS-4.0-11", "CSS-4.0-12")
@pytest.mark.parametrize("chit", ["division:pz11", "formation:pg110"])
def test_no_chit_is_bought_twice(chit: str) -> None:
    table = war(pz11=start_of(dispatch=9))
    table.do("buy_chit", chit=chit)
    assert table.refused("buy_chit", chit=chit) == ["4.0"]


@pytest.mark.clause("CSS-4.0-13")
def test_only_the_division_that_owns_a_chit_pays() -> None:
    table = war(pz11=start_of(dispatch=0), d198=start_of(dispatch=9))
    assert chits(table.offered("buy_chit")) == {"division:d198", "formation:gr305"}
    for chit in ("division:pz11", "formation:pg110"):
        assert table.refused("buy_chit", chit=chit) == ["4.0"]
    table.do("buy_chit", chit="formation:gr305")
    assert table.state.divisions["d198"].dispatch == 8
    assert table.state.divisions["pz11"].dispatch == 0


@pytest.mark.clause("CSS-4.0-13")
def test_nobody_buys_the_chits_of_the_other_side() -> None:
    table = war(pz11=start_of(), d36=start_of())
    assert table.asked == ("german", "preparation")
    for chit in ("division:d36", "formation:r141", "command:german", "wind", "no such chit"):
        assert table.refused("buy_chit", chit=chit) == ["4.0"]


@pytest.mark.clause("CSS-4.0-15", "CSS-4.0-16")
@pytest.mark.parametrize(
    ("quality", "expected"),
    [(4, {"division:pz11", "formation:pg110", "formation:pg111"}), (3, {"division:pz11"}), (2, set()), (0, set())],
)
def test_low_troop_quality_bars_chits(quality: int, expected: set[str]) -> None:
    table = war(pz11=start_of(dispatch=9, troop_quality=quality), d198=start_of())
    assert {c for c in chits(table.offered("buy_chit")) if "pz11" in c or "pg11" in c} == expected
    for chit in {"division:pz11", "formation:pg110", "formation:pg111"} - expected:
        assert table.refused("buy_chit", chit=chit) == ["4.0"]


@pytest.mark.clause("CSS-4.0-15", "CSS-4.0-16")
@pytest.mark.parametrize(("quality", "offered"), [(4, {"formation:pg110", "formation:pg111"}), (3, set()), (2, set())])
def test_low_troop_quality_bars_immediate_play_too(quality: int, offered: set[str]) -> None:
    table = war(pz11=start_of(dispatch=9, troop_quality=quality), d198=start_of())
    to_action_phase(table)
    assert table.asked == ("german", "purchase")
    assert {c for c in chits(table.offered("buy_now")) if "pg11" in c} == offered


@pytest.mark.clause("CSS-4.0-15")
def test_troop_quality_counts_as_it_stands_when_the_chit_is_bought() -> None:
    tired = start_of(dispatch=9, fatigue=5, troop_quality=4)  # 3 after the check at 0700
    table = game_from_start(OPEN, ARMIES, divisions={**dict.fromkeys(WARRING, EMPTY), "pz11": tired}, first_turn="0700")
    assert table.state.divisions["pz11"].troop_quality == 3
    assert chits(table.offered("buy_chit")) == {"division:pz11"}


@pytest.mark.clause("CSS-4.0-16")
def test_the_free_chit_stays_available_at_low_troop_quality() -> None:
    table = war(pieces=BUTLER, butler=start_of(dispatch=9, troop_quality=0))
    assert table.asked == ("allied", "preparation")
    assert {(c.verb, c.get("chit")) for c in table.decision.options} == {
        ("add_chit", "division:butler"), ("done", ""),
    }  # fmt: skip
    table.do("add_chit", chit="division:butler")
    events = table.dice(9, 9, 9, 9, "division:butler").do("done")
    assert [e["chit"] for e in named(events, "ChitDrawn")] == ["division:butler"]


@pytest.mark.clause("CSS-4.0-22")
def test_the_allied_player_adds_the_task_force_butler_chit_free_of_cost() -> None:
    table = war(pieces=BUTLER, butler=start_of(dispatch=0))
    table.do("add_chit", chit="division:butler")
    assert table.refused("add_chit", chit="division:butler") == ["4.0"]
    events = table.dice(9, 9, 9, 9, "division:butler").do("done")
    assert [e["chit"] for e in named(events, "ChitDrawn")] == ["division:butler"]
    assert table.state.divisions["butler"].dispatch == 1  # the point of step F: nothing was paid


@pytest.mark.clause("CSS-4.0-22")
def test_the_free_chit_may_be_left_out() -> None:
    table = war(pieces=BUTLER, butler=start_of(dispatch=0))
    table.dice(9, 9, 9, 9, *QUIET_CUP).do("done")
    assert table.session.is_over
    assert "division:butler" not in {e["chit"] for e in told(table, "ChitDrawn")}


@pytest.mark.clause("CSS-4.0-22")
def test_other_division_chits_are_not_free_and_the_free_one_is_not_for_sale() -> None:
    table = war(pieces=BUTLER, butler=start_of(), d36=start_of())
    assert table.refused("add_chit", chit="division:d36") == ["4.0"]
    assert table.refused("add_chit", chit="formation:cav117") == ["4.0"]
    assert table.refused("buy_chit", chit="division:butler") == ["4.0"]


def test_purchases_can_be_undone_until_the_side_is_done() -> None:
    table = war(pz11=start_of(dispatch=2))
    before = table.session.digest()
    table.do("buy_chit", chit="division:pz11")  # nothing is left to buy, yet it can be taken back
    assert table.asked == ("german", "preparation")
    table.session.undo()
    assert table.session.digest() == before
    assert (table.state.added, table.state.divisions["pz11"].dispatch) == ((), 2)


# --- step 2C: immediate play ---


@pytest.mark.clause("CSS-4.0-24", "CSS-2.0-17")
def test_a_formation_chit_is_played_at_once_for_two_points_without_a_draw() -> None:
    table = at_purchase(pz11=start_of(dispatch=1))
    cup = table.state.cup
    assert table.asked == ("german", "purchase")
    assert table.state.divisions["pz11"].dispatch == 2
    events = table.do("buy_now", chit="formation:pg110")
    assert table.state.divisions["pz11"].dispatch == 0
    assert table.state.cup == cup
    assert named(events, "ChitDrawn") == []
    assert table.asked == ("german", "activation")
    assert set(table.state.activity) == {"x"}


@pytest.mark.clause("CSS-4.0-24")
def test_one_point_is_too_little_for_immediate_play() -> None:
    table = war(9, 9, *QUIET_CUP, pieces={"x": ge("21.30"), "a": us("10.30")},
                pz11=start_of(dispatch=0))  # fmt: skip
    assert table.state.divisions["pz11"].dispatch == 1
    assert table.session.is_over  # nobody was asked


@pytest.mark.clause("CSS-4.0-25", "CSS-2.0-17")
def test_what_is_in_the_cup_or_was_played_cannot_be_bought_at_once_and_division_chits_never() -> None:
    table = war(pz11=start_of(dispatch=9), d198=start_of())
    table.do("buy_chit", chit="formation:pg110")
    to_action_phase(table)
    assert chits(table.offered("buy_now")) == {"formation:pg111", "formation:gr305"}
    assert table.refused("buy_now", chit="formation:pg110") == ["4.0"]  # in the Cup
    assert "4.0" in table.refused("buy_now", chit="division:pz11")
    table.do("buy_now", chit="formation:pg111")
    table.do("end_activation")
    assert table.state.divisions["pz11"].dispatch >= 2
    assert table.refused("buy_now", chit="formation:pg111") == ["4.0"]  # played


@pytest.mark.clause("CSS-4.0-25")
def test_a_chit_that_has_been_drawn_cannot_be_bought_the_same_turn() -> None:
    table = war(pz11=start_of(dispatch=9))
    table.do("buy_chit", chit="formation:pg110")
    to_action_phase(table)
    table.dice("formation:pg110").do("pass")
    table.do("end_activation")
    assert table.asked == ("german", "purchase")
    assert table.state.divisions["pz11"].dispatch >= 2
    assert chits(table.offered("buy_now")) == {"formation:pg111"}
    assert set(table.refused("buy_now", chit="formation:pg110")) == {"4.0"}


@pytest.mark.clause("CSS-4.0-25")
def test_the_free_chit_may_be_bought_again_once_it_has_been_drawn_and_only_once() -> None:
    table = war(pieces=BUTLER, butler=start_of(dispatch=6))
    table.do("add_chit", chit="division:butler")
    to_action_phase(table)
    assert table.asked == ("allied", "purchase")
    assert table.refused("buy_now", chit="division:butler") == ["29.0"]  # still in the Cup
    table.dice("division:butler").do("pass")
    table.do("end_activation")
    points, fatigue = table.state.divisions["butler"].dispatch, table.state.divisions["butler"].fatigue
    table.do("buy_now", chit="division:butler")
    assert set(table.state.activity) == {"c"}
    assert table.state.divisions["butler"].dispatch == points - 2
    assert table.state.divisions["butler"].fatigue == fatigue
    table.do("end_activation")
    assert table.refused("buy_now", chit="division:butler") == ["29.0"]


@pytest.mark.clause("CSS-4.0-25")
def test_the_free_chit_may_be_bought_without_having_been_in_the_cup() -> None:
    table = at_purchase(pieces=BUTLER, butler=start_of(dispatch=6, fatigue=3))
    assert chits(table.offered("buy_now")) == {"division:butler", "formation:cav117"}
    table.do("buy_now", chit="division:butler")
    assert set(table.state.activity) == {"c"}
    assert table.state.divisions["butler"].fatigue == 2
    table.do("end_activation")
    assert table.refused("buy_now", chit="division:butler") == ["29.0"]


@pytest.mark.clause("CSS-4.0-15", "CSS-4.0-25")
def test_bought_the_free_chit_counts_as_a_formation_chit_for_troop_quality() -> None:
    table = at_purchase(pieces=BUTLER, butler=start_of(dispatch=6, troop_quality=3), d36=start_of(dispatch=6))
    assert table.refused("buy_now", chit="division:butler") == ["4.0"]


@pytest.mark.clause("CSS-4.0-26", "CSS-2.0-32")
@pytest.mark.parametrize("initiative", ["german", "allied"])
def test_the_initiative_player_is_asked_first_and_again_after_every_activation(initiative: str) -> None:
    other = {"german": "allied", "allied": "german"}[initiative]
    own = {"german": ["formation:pg110", "formation:pg111"], "allied": ["formation:r141", "formation:r142"]}
    rich = {"pz11": start_of(dispatch=9), "d36": start_of(dispatch=9)}
    table = game_from_start(OPEN, ARMIES, initiative=initiative, divisions={**dict.fromkeys(WARRING, EMPTY), **rich})
    to_action_phase(table)
    assert table.asked == (initiative, "purchase")
    table.do("buy_now", chit=own[initiative][0])
    assert table.asked == (initiative, "activation")  # the reaction player was not asked
    table.do("end_activation")
    assert table.asked == (initiative, "purchase")
    table.do("pass")
    assert table.asked == (other, "purchase")
    table.do("buy_now", chit=own[other][0])
    assert table.asked == (other, "activation")
    table.do("end_activation")
    assert table.asked == (initiative, "purchase")
    assert told(table, "ChitDrawn") == []
    table.do("pass")
    events = table.dice("wind").do("pass")  # both pass in succession: a draw
    assert [e["chit"] for e in named(events, "ChitDrawn")] == ["wind"]
    assert table.asked == (initiative, "purchase")


@pytest.mark.clause("CSS-4.0-26")
def test_any_number_of_chits_may_be_played_before_a_draw() -> None:
    table = at_purchase(pz11=start_of(dispatch=9), d36=start_of())
    for chit in ("formation:pg110", "formation:pg111"):
        table.do("buy_now", chit=chit)
        table.do("end_activation")
    assert told(table, "ChitDrawn") == []
    assert [e["chit"] for e in told(table, "ChitBought")] == ["formation:pg110", "formation:pg111"]


def test_an_immediate_purchase_can_be_undone_before_anything_was_drawn() -> None:
    table = at_purchase(pz11=start_of(dispatch=9))
    before = table.session.digest()
    table.do("buy_now", chit="formation:pg110")
    table.session.undo()
    assert table.session.digest() == before
    table.dice("wind").do("pass")
    assert not table.session.can_undo  # the draw has been seen


@pytest.mark.clause("CSS-4.0-42")
def test_with_an_empty_cup_the_reaction_player_may_still_buy_before_the_end_phase() -> None:
    table = at_purchase(d36=start_of(dispatch=5))
    table.dice(*QUIET_CUP)
    while table.state.cup:
        assert table.asked == ("allied", "purchase")
        table.do("pass")
    assert table.asked == ("allied", "purchase")
    assert table.state.phase == "action"
    table.do("buy_now", chit="formation:r141")
    assert table.asked == ("allied", "activation")
    table.do("end_activation")
    assert table.state.phase == "action"
    table.do("buy_now", chit="formation:r142")
    table.do("end_activation")
    assert table.session.is_over  # no points left: nobody buys, the Cup is empty


@pytest.mark.clause("CSS-4.0-42")
def test_an_empty_cup_and_two_passes_lead_to_the_end_phase() -> None:
    table = at_purchase(pz11=start_of(dispatch=5), d36=start_of(dispatch=5))
    table.dice(*QUIET_CUP)
    while table.state.cup:
        table.do("pass")
    assert [table.asked, table.state.phase] == [("german", "purchase"), "action"]
    table.do("pass")
    assert [table.asked, table.state.phase] == [("allied", "purchase"), "action"]
    events = table.do("pass")
    assert [e["phase"] for e in named(events, "PhaseBegan")] == ["end"]


@pytest.mark.clause("CSS-4.0-25")
def test_in_the_next_turn_the_chits_are_open_again() -> None:
    starts = {**dict.fromkeys(WARRING, EMPTY), "pz11": start_of(dispatch=9)}
    table = game_from_start(OPEN, ARMIES, divisions=starts, turns=2)
    to_action_phase(table)
    table.do("buy_now", chit="formation:pg110")
    table.do("end_activation")
    sit_out(table, *QUIET_CUP, until="preparation")
    assert "formation:pg110" in chits(table.offered("buy_chit"))
    to_action_phase(table)
    assert "formation:pg110" in chits(table.offered("buy_now"))
