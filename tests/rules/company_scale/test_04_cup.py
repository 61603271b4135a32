"""The Cup: what goes in, what is drawn, what the players may know of it (2.0, 3.2, 4.0)."""

from __future__ import annotations

import pytest

from rules.company_scale.scenario import DivisionStart
from rules.engine.command import MalformedCommand, cmd
from rules.engine.nature import ManualNature, SeededNature
from rules.engine.session import Session
from tests.rules.company_scale.helpers.tables import SYSTEM, ge, scenario_of, us
from tests.rules.company_scale.helpers.turns import ARMIES, EMPTY, OPEN, QUIET_CUP, WARRING, chits, start_of, told, war

FREE = ["command:allied", "command:german", "event", "wind"]


@pytest.mark.clause("CSS-4.0-21")
def test_bought_chits_and_the_four_free_ones_go_into_the_cup() -> None:
    table = war(pz11=start_of(dispatch=4), d198=start_of(dispatch=1), d36=start_of(dispatch=5))
    bought = {
        "german": ["division:pz11", "formation:pg110", "formation:pg111", "formation:gr305"],
        "allied": ["formation:r141"],
    }
    for _ in range(2):
        for chit in bought[table.asked[0]]:
            table.do("buy_chit", chit=chit)
        table.dice(9, 9, 9).do("done")
    assert table.asked == ("allied", "purchase")
    assert sorted(table.state.cup) == sorted([*bought["german"], *bought["allied"], *FREE])
    assert len(table.state.cup) == 9


@pytest.mark.clause("CSS-4.0-21", "CSS-3.2-20")
def test_without_purchases_the_cup_holds_exactly_four_chits() -> None:
    exhausted = {d: DivisionStart(0, 0, 19, 0) for d in WARRING}
    manual = Session.new(SYSTEM, scenario_of(OPEN, ARMIES, divisions=exhausted), nature=ManualNature())
    for _ in range(3):
        manual.nature({"die": 9})
    assert manual.request is not None
    assert sorted(str(item) for item in manual.request.items) == FREE
    kinds = {chit.kind for chit in manual.view("allied").cup.may_still_come}
    assert kinds == {"direct_command", "wind", "event"}


@pytest.mark.clause("CSS-3.2-20")
def test_there_are_division_and_formation_chits_for_what_is_in_play() -> None:
    pieces = {
        **ARMIES, "gone": ge("20.30", formation="pz15", place="reserve"),
        "art": us("10.31", formation="", division="d36"),
    }  # fmt: skip
    table = war(pieces=pieces, **dict.fromkeys(WARRING, start_of(dispatch=9)))
    assert chits(table.offered("buy_chit")) == {
        "division:pz11", "division:d198", "formation:pg110", "formation:pg111", "formation:gr305",
    }  # fmt: skip
    table.do("done")
    assert chits(table.offered("buy_chit")) == {
        "division:d36", "formation:r141", "formation:r142",
    }  # fmt: skip


@pytest.mark.clause("CSS-2.0-01")
def test_every_chit_comes_out_once_and_then_the_cup_is_empty() -> None:
    scenario = scenario_of(OPEN, ARMIES, turns=1,
                           divisions={**dict.fromkeys(WARRING, EMPTY), "pz11": start_of(dispatch=2)})  # fmt: skip
    orders = set()
    for seed in range(12):
        session = Session.new(SYSTEM, scenario, nature=SeededNature(seed))
        for chit in ("formation:pg110", "formation:pg111"):
            session.submit("german", session.seq, cmd("buy_chit", chit=chit))
        while session.decision is not None:
            answer = {"preparation": "done", "purchase": "pass", "activation": "end_activation"}
            session.submit(session.decision.seat, session.seq, cmd(answer[session.decision.kind]))
        drawn = [event["chit"] for _, event in session.events if event["event"] == "ChitDrawn"]
        assert sorted(drawn) == sorted([*FREE, "formation:pg110", "formation:pg111"])
        assert session.is_over and session.state.cup == ()
        orders.add(tuple(drawn))
    assert len(orders) > 6  # at random


@pytest.mark.clause("CSS-2.0-01")
def test_only_a_chit_that_is_in_the_cup_can_be_drawn() -> None:
    manual = Session.new(SYSTEM, scenario_of(OPEN, ARMIES, divisions=dict.fromkeys(WARRING, EMPTY)),
                         nature=ManualNature())  # fmt: skip
    for _ in range(3):
        manual.nature({"die": 9})
    manual.nature({"draw": "wind"})
    for chit in ("wind", "division:pz11"):
        with pytest.raises(MalformedCommand):
            manual.nature({"draw": chit})


@pytest.mark.clause("CSS-2.0-07")
@pytest.mark.parametrize("seat", ["german", "allied", None])
def test_the_view_shows_what_may_still_come_but_not_in_which_order(seat: str | None) -> None:
    shown = []
    for order in (["formation:pg111", "formation:pg110"], ["formation:pg110", "formation:pg111"]):
        for seed in (1, 2, 3):
            starts = {**dict.fromkeys(WARRING, EMPTY), "pz11": start_of(dispatch=6), "d36": start_of()}
            scenario = scenario_of(OPEN, ARMIES, divisions=starts)
            session = Session.new(SYSTEM, scenario, nature=SeededNature(seed))
            for chit in order:
                session.submit("german", session.seq, cmd("buy_chit", chit=chit))
            session.submit("german", session.seq, cmd("done"))
            session.submit("allied", session.seq, cmd("done"))
            assert session.decision is not None and session.decision.kind == "purchase"
            cup = session.view(seat).cup
            assert cup.count == 6
            shown.append([chit.id for chit in cup.may_still_come])
    assert all(one == shown[0] for one in shown)
    assert sorted(shown[0]) == sorted([*FREE, "formation:pg110", "formation:pg111"])


@pytest.mark.clause("CSS-4.0-23")
def test_each_chit_is_drawn_and_resolved_before_the_end_phase() -> None:
    table = war(9, 9, 9, *QUIET_CUP)
    assert [(e["chit"], e["left"]) for e in told(table, "ChitDrawn")] == [
        ("wind", 3), ("event", 2), ("command:german", 1), ("command:allied", 0),
    ]  # fmt: skip
    phases = [e.get("phase", "draw") for e in told(table, "PhaseBegan", "ChitDrawn")]
    assert phases == ["preparation", "action", "draw", "draw", "draw", "draw", "end"]
