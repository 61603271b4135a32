"""The conditions of victory, which are ours, and the scenarios."""

from __future__ import annotations

import pytest

from rules.striking_anvil.r_victory import level_of, outcome, score
from tests.rules.striking_anvil.table import SYSTEM, Table, position


@pytest.mark.clause("STA-VIC-01")
def test_the_score() -> None:
    table = Table({"28": ["de-gr308"]}, allied="04 09 10 11 15")
    game = table.game
    game.state.points = {"german": 21, "NE": 13, "IT": 7, "allied": 18}
    assert score(game) == 19 + 10 - 3 - 1 - 4
    game.state.forts["10"] = 1
    assert score(game) == 21 - 5


@pytest.mark.clause("STA-VIC-02")
@pytest.mark.parametrize(("scenario", "shift"), [("anvil-historical", 0), ("anvil-june", 8), ("anvil-redeploy", 3)])
def test_the_levels(scenario: str, shift: int) -> None:
    game = position(scenario, 3).game
    assert game.scenario.victory_shift == shift
    bounds = dict(game.scenario.charts.victory.levels)
    for name, least in bounds.items():
        assert level_of(game, least + shift) == name and level_of(game, least + shift - 1) != name
    assert level_of(game, -99) == "german_decisive"
    levels = {"anvil-historical": "draw", "anvil-june": "german_decisive", "anvil-redeploy": "german_marginal"}
    assert level_of(game, 22) == levels[scenario]


@pytest.mark.clause("STA-VIC-03", "STA-2-10")
def test_a_sudden_end() -> None:
    table = Table({"07": ["us-7ir"], "12": ["de-gr933"], "11": ["us-15ir"]}, allied="01 02 06 07 09 10 11", dice=[6],
                  reduced=["de-gr933"], disorganized=["de-gr933"])  # fmt: skip
    table.act("11").do("mobile", target="12").go("12").do("carry_out").do("eliminate", unit="de-gr933")
    assert table.session.is_over and table.session.result is not None
    assert table.session.result["level"] == "allied_decisive" and table.session.result["sudden"]
    assert table.session.result["winner"] == "allied"


@pytest.mark.clause("STA-VIC-03", "STA-1.5-08")
def test_a_surrender_can_end_the_game_at_once() -> None:
    table = Table({"09": ["fr-4rts", "de-gr918", "de-cd09"]}, allied="01 02 10", fortifications={"09": 1}, dice=[1])
    table.pass_both().do("demand", area="09")
    assert table.session.is_over and table.session.result is not None and table.session.result["sudden"]


@pytest.mark.clause("STA-VIC-03")
@pytest.mark.parametrize(("waiting", "over"), [("box", True), ("due", False)])
def test_units_in_a_box_do_not_prevent_it_units_due_do(waiting: str, over: bool) -> None:
    lots = [] if waiting == "box" else [{"turn": 5, "box": "WEST", "units": ["de-pzr15"]}]
    setup = {"07": ["us-7ir"], "WEST": ["de-pzr15"] if waiting == "box" else []}
    table = Table(setup, allied="01 02 06 07 09 10", reinforcements=lots).march("07", ["us-7ir"], "08")
    if not over and table.decision.kind == "way":
        table.do("stop")
    assert table.session.is_over is over


@pytest.mark.clause("STA-VIC-04")
def test_leaving_by_the_northern_edge() -> None:
    table = Table({"26": ["de-pzr15"], "27": ["us-7ir"]}, side="german", allied="27")
    rows = {row["to"]: row["spent"] for row in table.query("reach", units=["de-pzr15"])["places"]}
    assert rows["28"] == 2 and rows["NE"] == 3
    table.act("26").do("move").go("28", "NE")
    assert table.at("de-pzr15") == "NE" and table.state.points["NE"] == 5
    assert "NE" not in {row["to"] for row in table.query("reach", units=["us-7ir"])["places"]}
    enemy = Table({"29": ["de-gr308", "us-7ir"]}, side="german", allied="29", disorganized=["us-7ir"])
    assert {row["to"]: row["spent"] for row in enemy.query("reach", units=["de-gr308"])["places"]}["NE"] == 2


@pytest.mark.clause("STA-VIC-04")
def test_who_came_by_the_west_leaves_from_turn_4_or_once_it_has_fought() -> None:
    table = Table({"WEST": ["de-pzr15"], "07": ["us-7ir"]}, side="german", turn=2, allied="07")
    assert "NE" not in {row["to"] for row in table.query("reach", units=["de-pzr15"])["places"]}
    table.march("WEST", ["de-pzr15"], "30")
    assert "PzR15/11PzD can't leave the map (the north) before turn 4 unless it fights. (VIC)" in table.refused(
        "step", to="NE"
    )


@pytest.mark.clause("STA-VIC-04")
def test_a_unit_of_the_west_that_has_fought_may_leave_at_once() -> None:
    table = Table({"WEST": ["de-pzr15"], "30": ["us-7ir"], "07": ["us-15ir"]}, side="german", turn=2, dice=[4],
                  allied="07 30", disorganized=["us-7ir"])  # fmt: skip
    table.act("WEST", "de-pzr15").do("mobile", target="30").go("30")
    assert table.state.bound == {"de-pzr15": 4}
    table.do("carry_out")
    assert table.state.bound == {}


@pytest.mark.clause("STA-VIC-04")
@pytest.mark.parametrize(("turn", "free"), [(3, False), (4, True)])
def test_the_west_is_free_from_turn_4(turn: int, free: bool) -> None:
    table = Table({"WEST": ["de-pzr15"], "07": ["us-7ir"]}, side="german", turn=turn, allied="07")
    assert ("NE" in {row["to"] for row in table.query("reach", units=["de-pzr15"])["places"]}) is free


def test_a_position_of_schema_1_binds_nobody() -> None:
    state = Table({"28": ["de-gr308"]}).state.to_plain()
    del state["bound"]
    scenario = SYSTEM.load("anvil-historical")
    assert SYSTEM.decode(scenario, SYSTEM.migrations[1].state(state)).bound == {}


def test_a_finished_game_is_told_in_words() -> None:
    told = outcome(Table({"28": ["de-gr308"]}, allied="04").game)
    assert told.winner == "german" and told.text == "German decisive victory, 2 points"


@pytest.mark.clause("STA-SCN-01", "STA-SCN-02", "STA-SCN-03")
def test_three_scenarios() -> None:
    shown = [(one.id, one.date, one.turns) for one in SYSTEM.scenarios() if one.kind == "scenario"]
    assert shown == [
        ("anvil-historical", "1944-08-15", 8),
        ("anvil-june", "1944-06-06", 10),
        ("anvil-redeploy", "1944-08-15", 8),
    ]
    redeployed = SYSTEM.load("anvil-redeploy").setup["06"]
    assert {"de-pzr33", "de-gr308", "de-gr326", "de-pzj50", "de-haa1196"} == set(redeployed)
