"""Victory (27.1, 27.2, 27.4): the track, victory hexes, eliminations, the winner."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.company_scale.r06_1_stacking import remove_unit
from rules.company_scale.r27_victory import (
    check_hexes,
    date_of,
    decide_winner,
    hex_points,
    points,
    score,
    score_lines,
    update_control,
)
from rules.company_scale.scenario import Victory, VictoryHex
from rules.company_scale.state import ELIMINATED, ROUTED, Battle, decode
from rules.company_scale.system import SYSTEM
from rules.company_scale.view import outcome, over_view
from rules.engine.game import Game
from rules.engine.nature import ScriptedNature
from rules.engine.session import Session
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import result
from tests.rules.company_scale.helpers.preparing import prepared
from tests.rules.company_scale.helpers.tables import (
    Piece,
    TableTop,
    activation,
    game_from_start,
    ge,
    scenario_of,
    us,
    weapon,
)
from tests.rules.company_scale.helpers.turns import quiet_game, quiet_turn, sit_out, told
from tests.rules.company_scale.test_22_2_evacuation import placing

GROUND = board("\n".join(["............"] * 4), first="10.30")
PIECES: dict[str, Piece] = {"a": us("10.30"), "x": ge("20.30")}


def goal(where: str, **worth: int) -> VictoryHex:
    """Return a red victory hex."""
    return VictoryHex(hex_id(where), f"Hill {where}", "red", worth)


def track(german: int, allied: int, **facts: Any) -> TableTop:
    """Return a position in the middle of a chit with points on the track."""
    table = activation(GROUND, {**PIECES, "b": us("10.31")}, "division:d36", **facts)
    table.state.points.update(german=german, allied=allied)
    return table


@pytest.mark.clause("CSS-27.1-01")
def test_the_track_ends_at_29() -> None:
    table = track(german=0, allied=28)
    score(game := table.game, "allied", 1, "eliminated")
    assert points(game) == {"german": 0, "allied": 29}


@pytest.mark.clause("CSS-27.1-02")
def test_points_beyond_29_are_taken_from_the_opponent() -> None:
    table = track(german=5, allied=28)
    score(game := table.game, "allied", 3, "eliminated")
    assert points(game) == {"german": 3, "allied": 29}
    score(game, "allied", 10, "eliminated")
    assert points(game) == {"german": 0, "allied": 29}
    assert sum(line.points for line in score_lines(game) if line.side == "allied") == 29


@pytest.mark.clause("CSS-27.1-02", "CSS-27.2-02")
@pytest.mark.parametrize(("german", "final"), [(5, 3), (1, 0)])
def test_victory_hexes_held_at_the_end_count_on_the_track_too(german: int, final: int) -> None:
    table = track(german=german, allied=28, victory=[goal("10.30", allied=2), goal("10.31", allied=1)])
    assert points(table.game) == {"german": final, "allied": 29}
    table = track(german=german, allied=26, victory=[goal("10.30", allied=2), goal("10.31", allied=1)])
    assert points(table.game) == {"german": german, "allied": 29}


@pytest.mark.clause("CSS-27.1-02")
def test_a_scenario_may_do_without_the_track() -> None:
    scenario = scenario_of(GROUND, PIECES)
    assert scenario.victory.track
    state = SYSTEM.start(scenario)
    game: Battle = Game(SYSTEM.kinds, replace(scenario, victory=Victory(track=False)), state)
    state.points = {"german": 0, "allied": 28}
    score(game, "allied", 5, "eliminated")
    assert points(game) == {"german": 0, "allied": 33} and not state.winner
    goals = Victory((goal("10.30", allied=3),), track=False)
    assert points(Game(SYSTEM.kinds, replace(scenario, victory=goals), state)) == {"german": 0, "allied": 36}


@pytest.mark.clause("CSS-27.1-03")
def test_29_to_nothing_ends_the_game_at_once() -> None:
    weak = ge("11.30", column_defense=4, deployed=False)
    table = activation(GROUND, {**PIECES, "y": weak}, "division:d36", victory=[goal("20.30", german=5)])
    table.state.points.update(german=0, allied=28)
    table.dice(8)
    table.do("fire", unit="a", hex="11.30")
    table.do("confirm")
    assert table.session.is_over
    assert table.state.winner == "allied"
    result = table.session.result
    assert result is not None
    assert result["points"] == {"german": 0, "allied": 29}  # the hex with a German unit in it is not counted any more


@pytest.mark.clause("CSS-27.1-03")
def test_29_to_1_goes_on_until_the_last_point_is_gone() -> None:
    table = track(german=1, allied=29)
    game = table.game
    assert not game.state.winner
    score(game, "allied", 1, "eliminated")
    assert game.state.winner == "allied"
    score(game, "allied", 1, "eliminated")  # a second loss of the same fire
    assert game.run() is None
    assert game.state.frames == []
    assert [e["event"] for e in game.events].count("GameOver") == 1 and game.events[-1]["event"] == "GameOver"


@pytest.mark.clause("CSS-27.1-04", "CSS-27.4-01")
def test_an_eliminated_headquarters_scores_though_it_may_return() -> None:
    hq = ge("20.31", formation="", division="pz11", stripe="none", hq="division")
    table = activation(GROUND, {**PIECES, "hq": hq, "hq2": ge("20.32", hq="formation")}, "division:d36")
    game = table.game
    remove_unit(game, "hq", ELIMINATED)
    assert game.state.units["hq"].place == ROUTED
    assert points(game)["allied"] == 1
    remove_unit(game, "hq2", ROUTED)
    assert points(game)["allied"] == 1


@pytest.mark.clause("CSS-27.2-01")
def test_a_victory_hex_is_worth_what_its_date_says() -> None:
    hill = VictoryHex(hex_id("20.30"), "Hill", "red", {"german": 2}, (("1944-08-23", {"german": 5}),))
    assert hex_points(hill, "1944-08-22") == {"german": 2}
    assert hex_points(hill, "1944-08-23") == {"german": 5}
    assert hex_points(hill, "1944-08-25") == {"german": 5}
    scenario = scenario_of(GROUND, PIECES, first_turn="2100")
    assert [date_of(scenario, turn) for turn in (1, 2, 3, 4)] == ["1944-08-22"] * 3 + ["1944-08-23"]


@pytest.mark.clause("CSS-27.2-01")
def test_hexes_also_score_at_the_checks_of_the_scenario() -> None:
    facts: dict[str, Any] = {"first_turn": "night_2", "turns": 1, "victory": [goal("21.33", german=2)]}
    table = quiet_game(*quiet_turn(5, 5), **facts, checks=("1944-08-22",))
    sit_out(table)
    assert table.state.scored == {"german:hexes": 2}
    assert points(table.game)["german"] == 4  # at the check, and at the end


@pytest.mark.clause("CSS-27.2-02")
def test_an_empty_victory_hex_is_held_by_nobody() -> None:
    table = activation(
        GROUND, {**PIECES, "b": us("10.32", deployed=False)}, "division:d36", victory=[goal("10.32", allied=3)]
    )
    assert points(table.game)["allied"] == 3
    table.do("move", units=("b",))
    table.step("11.31")
    table.do("stop")
    assert points(table.game)["allied"] == 0


@pytest.mark.clause("CSS-27.4-01")
def test_allied_losses_score_only_where_the_scenario_says_so() -> None:
    table = activation(GROUND, {**PIECES, "b": us("10.31")}, "division:d36", eliminated={"allied": 1})
    game = table.game
    remove_unit(game, "b", ELIMINATED)
    remove_unit(game, "x", ELIMINATED)
    assert points(game) == {"german": 0, "allied": 1}
    kinds = ("UnitEliminated", "VictoryPoints")
    said = [(e["event"], e.get("unit") or e["side"]) for e in game.events if e["event"] in kinds]
    assert said == [("UnitEliminated", "b"), ("UnitEliminated", "x"), ("VictoryPoints", "allied")]  # why, then what for
    assert [(line.side, line.text) for line in score_lines(game)] == [("allied", "1 enemy unit eliminated")]


@pytest.mark.parametrize(("german", "allied", "winner"), [(11, 12, "allied"), (12, 11, "german"), (10, 10, "german")])
@pytest.mark.clause("CSS-27.4-02", "CSS-27.4-03")
def test_more_points_win_and_equal_ones_are_a_german_victory(german: int, allied: int, winner: str) -> None:
    goals = [goal("10.30", allied=allied), goal("21.33", german=german)]
    table = quiet_game(*quiet_turn(5, 5), victory=goals, margin=0)
    sit_out(table)
    assert table.state.winner == winner
    assert told(table, "GameOver")[-1]["points"] == {"german": german, "allied": allied}


@pytest.mark.parametrize(
    ("side", "german", "allied", "needed", "told"),
    [
        ("german", 12, 5, 1, "The German player wins, 12 victory points to 5."),
        ("allied", 8, 3, 6, "The Allied player wins: the German player leads only 8 to 3 and needed a lead of 6."),
        ("german", 10, 10, 1, "The German player wins: the Allied player isn't ahead and needed a lead of 1."),
    ],
)
def test_who_wins_with_fewer_points_is_told_with_the_lead_that_was_needed(
    side: str, german: int, allied: int, needed: int, told: str
) -> None:
    names = {"german": "German", "allied": "Allied"}
    assert outcome(side, {"german": german, "allied": allied}, needed, names) == told


@pytest.mark.parametrize(
    ("margin", "winner", "needed"),
    [(6, "Allied", "German player leads only 12 to 11"), (-2, "German", "Allied player leads only 12 to 11")],
)
def test_the_lead_that_was_needed_follows_from_the_margin(margin: int, winner: str, needed: str) -> None:
    german, allied = (12, 11) if winner == "Allied" else (11, 12)
    goals = [goal("10.30", allied=allied), goal("21.33", german=german)]
    table = quiet_game(*quiet_turn(5, 5), victory=goals, margin=margin)
    sit_out(table)
    game: Battle = Game(SYSTEM.kinds, table.session.scenario, table.state)
    over = over_view(game)
    assert over is not None and over.text == (
        f"The {winner} player wins: the {needed} and needed a lead of {margin if margin > 0 else 1 - margin}."
    )


@pytest.mark.clause("CSS-27.2-02")
def test_control_is_told_when_it_changes() -> None:
    table = game_from_start(GROUND, PIECES, victory=[goal("10.30", allied=1), goal("15.30", german=1)])
    assert table.state.control == {1030: "allied", 1530: ""}
    game: Battle = Game(SYSTEM.kinds, table.session.scenario, table.state.copy())
    update_control(game)
    assert game.events == []
    game.state.place("x", hex_id("15.30"))
    game.state.place("a", hex_id("11.30"))
    for _ in range(2):  # told once
        update_control(game)
    assert [(e["event"], e["hex"], e["side"]) for e in game.events] == [
        ("VictoryHexTaken", "10.30", ""), ("VictoryHexTaken", "15.30", "german"),
    ]  # fmt: skip
    assert game.state.control == {1030: "", 1530: "german"}


def anew(table: TableTop, *dice: int) -> TableTop:
    """Begin a record at the position of a table, with 28 points of the Allied side against none."""
    state, nature = table.state.copy(), ScriptedNature(dice)
    state.points.update(german=0, allied=28)
    session = Session(SYSTEM, table.session.scenario, state, nature)
    session.resume()
    return TableTop(session, nature)


def last_stand(*dice: int) -> TableTop:
    """Lose a German company that shares a hex with another and two support weapons; one more point is enough."""
    weak = ge("11.30", column_defense=4, deployed=False)
    guns = {name: ("11.30", weapon(name, ("red", 1, 1), formation="pg110")) for name in ("g1", "g2")}
    table = anew(activation(GROUND, {**PIECES, "y": weak, "z": weak}, "division:d36", charts=result("E"), weapons=guns),
                 *dice)  # fmt: skip
    table.do("fire", unit="a", hex="11.30")
    table.do("confirm")
    return table


@pytest.mark.clause("CSS-27.1-03")
def test_nobody_is_asked_anything_after_an_automatic_victory() -> None:
    table = last_stand(0)
    assert table.asked == ("allied", "target_unit")
    table.do("choose", unit="y")  # the other company cannot hold both weapons: which goes is no question any more
    assert table.session.is_over and table.state.winner == "allied" and table.state.frames == []
    assert table.session.check() == [] and len(told(table, "GameOver")) == 1


@pytest.mark.clause("CSS-27.1-03")
def test_a_game_that_ended_at_once_is_undone_and_read_back() -> None:
    table = last_stand(0, 0)
    before, where = table.session.digest(), table.session.seq
    table.do("choose", unit="y")
    after = table.session.digest()
    raw = table.state.to_plain()
    assert decode(raw) == table.state
    table.session.take_back(where)
    assert table.session.digest() == before and not table.session.is_over
    table.do("choose", unit="y")
    assert table.session.digest() == after and table.session.is_over


@pytest.mark.clause("CSS-27.1-03")
def test_an_automatic_victory_in_an_assault_ends_it() -> None:
    pieces = {"a": us("14.32"), "x": ge("14.31", deployed=False, column_fire=None), "b": ge("21.33")}
    table = prepared(pieces)
    table.state.points.update(german=0, allied=28)
    table.dice(9, 0)
    table.do("confirm")
    while not table.session.is_over:
        table.do({"retreat": "stand", "defensive_fire": "hold"}.get(table.decision.kind, "confirm"))
    assert table.state.winner == "allied" and table.session.check() == [] and table.where("a") == "14.32"


@pytest.mark.clause("CSS-27.1-03")
def test_a_game_that_ends_by_a_command_stays_ended_when_it_is_replayed() -> None:
    found = anew(placing("28.05", "29.02", "29.03", "29.04"))
    found.do("take_up", unit="ev1")
    assert found.session.is_over and found.state.winner == "allied"
    replayed = found.session.state_at(found.session.seq)
    assert SYSTEM.check(found.session.scenario, replayed) == []
    game: Battle = Game(SYSTEM.kinds, found.session.scenario, replayed)
    assert game.run() is None and replayed == found.state


@pytest.mark.clause("CSS-27.4-02", "CSS-27.3-01")
def test_a_scenario_about_withdrawal_alone_has_a_winner() -> None:
    scenario = scenario_of(GROUND, PIECES, eliminated={}, margin=1)
    for conditions in (Victory(exits=1), Victory(evacuation={"out": 2})):
        state = SYSTEM.start(scenario)
        game: Battle = Game(SYSTEM.kinds, replace(scenario, victory=conditions), state)
        state.points = {"german": 3}
        decide_winner(game)
        assert state.winner == "german"


@pytest.mark.clause("CSS-27.4-02")
def test_a_scenario_about_hexes_alone_has_a_winner_and_one_about_nothing_has_none() -> None:
    for victory, winner in (([goal("10.30", allied=2)], "allied"), ([], "nobody")):
        scenario = scenario_of(GROUND, PIECES, eliminated={}, margin=1, victory=victory)
        game: Battle = Game(SYSTEM.kinds, scenario, SYSTEM.start(scenario))
        decide_winner(game)
        assert game.state.winner == winner


@pytest.mark.clause("CSS-27.1-03", "CSS-27.2-01")
def test_hexes_counted_at_a_check_may_end_the_game_at_once() -> None:
    goals = [goal("10.30", allied=2)]
    scenario = scenario_of(GROUND, PIECES, first_turn="night_2", checks=("1944-08-22",), victory=goals)
    game: Battle = Game(SYSTEM.kinds, scenario, SYSTEM.start(scenario))
    game.state.points = {"german": 0, "allied": 27}
    check_hexes(game)
    assert game.state.winner == "allied"


@pytest.mark.clause("CSS-27.2-01")
@pytest.mark.parametrize(("turn", "scored"), [("2100", {}), ("night_1", {}), ("night_2", {"allied:hexes": 2})])
def test_hexes_score_once_a_day_after_its_last_turn(turn: str, scored: dict[str, int]) -> None:
    goals = [goal("10.30", allied=2)]
    scenario = scenario_of(GROUND, PIECES, first_turn=turn, checks=("1944-08-22",), victory=goals)
    game: Battle = Game(SYSTEM.kinds, scenario, SYSTEM.start(scenario))
    check_hexes(game)
    assert game.state.scored == scored


def test_the_lines_of_the_score_say_what_brought_the_points() -> None:
    table = track(german=0, allied=0)
    game = table.game
    for unit in ("a", "b"):
        remove_unit(game, unit, ELIMINATED)
    score(game, "german", 1, "exited")
    assert [line.text for line in score_lines(game)] == ["2 enemy units eliminated", "units withdrawn from the map"]


@pytest.mark.clause("CSS-27.2-01")
def test_hexes_do_not_score_on_other_days() -> None:
    facts: dict[str, Any] = {"first_turn": "night_2", "turns": 1, "victory": [goal("21.33", german=2)]}
    table = quiet_game(*quiet_turn(5, 5), **facts, checks=("1944-08-23",))
    sit_out(table)
    assert table.state.scored == {} and points(table.game)["german"] == 2


@pytest.mark.clause("CSS-27.1-03", "CSS-27.2-01")
def test_hexes_counted_at_one_time_give_nobody_the_game_before_the_other_has_his_points() -> None:
    goals = [goal("10.30", allied=2), goal("20.30", german=3)]
    scenario = scenario_of(GROUND, PIECES, first_turn="night_2", checks=("1944-08-22",), victory=goals)
    game: Battle = Game(SYSTEM.kinds, scenario, SYSTEM.start(scenario))
    game.state.points = {"german": 0, "allied": 27}
    check_hexes(game)
    assert not game.state.winner and game.state.points == {"german": 3, "allied": 29}
    game.state.points = {"german": 0, "allied": 29}
    check_hexes(game)
    assert not game.state.winner
