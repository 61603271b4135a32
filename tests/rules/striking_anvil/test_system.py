"""The system in the engine: the contract over random games, decoding, queries, refusals at the wrong moment, bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.engine.command import MalformedCommand, cmd
from rules.engine.frozen import to_plain
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.testing.bots import bots_for, play_out
from rules.testing.contract import ContractChecker
from rules.testing.fuzz import check_one, games
from tests.rules.striking_anvil.table import SYSTEM, Table, position

SCENARIOS = ("anvil-historical", "anvil-june", "anvil-redeploy")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_keep_the_contract(scenario: str, tmp_path: Path) -> None:
    for setting in games(SYSTEM, scenario, range(1, 4)):
        played = check_one(setting, ["random"], limit=10_000, folder=tmp_path, every=1)
        assert not played.faults and played.result is not None


def test_rare_commands_keep_the_contract() -> None:
    session = Session.new(SYSTEM, SYSTEM.load("anvil-redeploy"), seed=5, source="anvil-redeploy")
    checker, bots = ContractChecker(session, 5, every=7), bots_for(SYSTEM.seats, ["rare"], 5)
    seats = seats_of(session)
    for _ in range(700):
        decision = session.decision
        if decision is None or not checker.submit(bots[decision.seat].choose(seats[decision.seat], decision)):
            break
    assert not checker.faults


def test_the_variant_keeps_the_contract(tmp_path: Path) -> None:
    setup = {"07": ["us-7ir", "us-15ir", "us-756tkb", "us-180ir"], "06": ["de-gr308", "de-gr326", "de-pzj50"]}
    rules, ffi = {"planning_variant": True}, {"01": "control", "07": "control"}
    document = {"setup": setup, "ffi": ffi, "turns": 2, "rules": rules}
    for setting in games(SYSTEM, document, range(1, 6)):
        assert not check_one(setting, ["rare"], limit=3_000, folder=tmp_path, every=1).faults


def test_a_position_is_read_strictly() -> None:
    table = Table({"07": ["us-7ir"]}, allied="07")
    raw: dict[str, Any] = json.loads(json.dumps(table.state.to_plain()))
    scenario = table.session.scenario
    assert SYSTEM.decode(scenario, raw).to_plain() == table.state.to_plain()
    raw["units"]["us-7ir"]["at"] = 7
    with pytest.raises(ValueError, match=r"state.units.us-7ir.at: 7 is not a text"):
        SYSTEM.decode(scenario, raw)
    raw["units"]["us-7ir"]["at"] = "07"
    del raw["units"]["us-15ir"]
    with pytest.raises(ValueError, match="has changed since this game was saved"):
        SYSTEM.decode(scenario, raw)


def test_a_copy_goes_its_own_way() -> None:
    state = Table({"07": ["us-7ir"]}, allied="07").state
    other = state.copy()
    other.place("us-7ir", "08")
    other.ffi["08"] = other.bridges["x"] = "control"
    assert state.units["us-7ir"].at == "07" and "08" not in state.ffi and "x" not in state.bridges


def test_damage_is_seen_by_the_check() -> None:
    table = position("anvil-historical", 3)
    state = table.state.copy()
    state.units["de-eaa640"] = type(state.units["de-eaa640"])("11")
    state.forts["09"] = 13
    told = " ".join(SYSTEM.check(table.session.scenario, state))
    assert "de-eaa640 is in 11 but not in its stack" in told and "the level of 09 is 13" in told


def test_an_order_at_the_wrong_moment_is_explained() -> None:
    table = Table({"07": ["us-7ir"]}, allied="01 07")
    told = [str(reason) for reason in table.session.explain("allied", cmd("step", to="08"))]
    assert told[0].startswith("First answer: Allied impulse") and "once a move has started" in told[1]
    with pytest.raises(MalformedCommand, match='no command "dance"'):
        SYSTEM.explain(table.game, cmd("dance"))
    with pytest.raises(MalformedCommand, match='has no field "x"'):
        SYSTEM.explain(table.game, cmd("step", to="08", x="08"))


def test_questions() -> None:
    table = Table({"07": ["us-7ir", "us-trp1"], "06": ["de-gr308"]}, allied="01 07")
    assert table.query("actors")["allied"] == {"places": ["07"], "units": ["us-7ir", "us-trp1"]}
    assert table.query("victory")["score"] == 0 and table.query("victory")["areas"]["10"] == 8
    for name, args, told in (
        ("odds", {}, "No attack is being prepared"), ("odds", {"units": ["us-7ir", "de-gr308"]}, "of one side"),
        ("odds", {"units": ["nobody"]}, "Unknown unit"),
        ("odds", {"units": ["us-7ir"], "target": "99"}, "Unknown area"),
        ("reach", {}, "no activation is under way"), ("payment", {}, "No hits to pay"),
    ):  # fmt: skip
        with pytest.raises(MalformedCommand, match=told):
            table.query(name, **args)


def test_odds_are_those_of_the_roll() -> None:
    for die in range(1, 7):
        table = Table({"06": ["us-tfb", "us-753tkb", "de-gr308"]}, allied="01 06", dice=[die], disorganized=[])
        face = table.act("06").query("odds")["faces"][die - 1]
        result = table.do("attack").told("CombatResult")
        assert {key: result[key] for key in ("die", "row", "column", "attacker", "defender", "natural")} == face


def test_the_view_tells_the_table_what_it_needs() -> None:
    table = position("anvil-historical", 3)
    view = to_plain(table.session.view("allied"))
    assert view["turn"]["name"] == "15-16 Aug" and view["phase"] == "bombing"
    assert view["impulse"]["ready"] == {"allied": 9, "german": 20}
    toulon = next(area for area in view["areas"] if area["id"] == "09")
    assert toulon["fort"] == {"level": 12, "die": -5} and toulon["stacks"]["german"]["units"] == ["de-gr918", "de-cd09"]
    assert view["units"]["de-gr918"]["entrenched"] and view["units"]["us-7ir"]["at"] == "LZW"
    assert len(view["bridges"]) == 24 and view["arrivals"][0]["drop"] and view["over"] is None
    table.do("done").act("LZE", "us-141ir").do("mobile", target="02")
    assert [row.what for row in table.session.view(None).under_way] == ["march"]


@pytest.mark.parametrize("bots", [["regular", "random"], ["random", "regular"]])
def test_the_bot_beats_random_play(bots: list[str]) -> None:
    won = 0
    for seed in range(1, 5):
        session = Session.new(SYSTEM, SYSTEM.load("anvil-historical"), seed=seed)
        play_out(session, bots_for(SYSTEM.seats, bots, seed))
        assert session.result is not None
        won += session.result["winner"] == SYSTEM.seats[bots.index("regular")]
    assert won == 4


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_bot_plays_to_the_end_by_its_own_plans(scenario: str) -> None:
    session = Session.new(SYSTEM, SYSTEM.load(scenario), seed=2)
    play_out(session, bots_for(SYSTEM.seats, ["regular"], 2))
    names = {event["event"] for _, event in session.history.events}
    assert session.is_over and {"Moved", "CombatResult", "HitsPaid", "FfiAttempted", "Bombed", "Exited"} <= names
    kinds = {event["kind"] for _, event in session.history.events if event["event"] == "CombatBegan"}
    assert {"attack", "mobile", "counter"} <= kinds
