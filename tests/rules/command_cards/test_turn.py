"""The course of a turn."""

from __future__ import annotations

import pytest

from rules.command_cards.system import SYSTEM
from rules.engine.session import Session
from tests.rules.command_cards.helpers.boards import HAND, Board, board


def pass_turn(b: Board, card: str = "staff-officer") -> None:
    """Play a card and order nobody."""
    b.do("choose", card=card).do("confirm")


@pytest.mark.clause("CMD-turn-01")
def test_a_turn_has_five_steps_in_order() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card")
    pass_turn(b, "push-centre")
    steps = [(told["seat"], told["step"]) for told in b.heard("StepBegan") if told["seat"] == "german"]
    assert [step for _, step in steps] == ["order", "move", "battle", "draw"]  # the card step began with the position
    first = [told["step"] for _, told in b.session.events if told["event"] == "StepBegan"][:5]
    assert first == ["card", "order", "move", "battle", "draw"]
    assert b.state.seat == "allied" and b.state.round == 1


def test_a_round_is_a_turn_of_each_and_the_limit_ends_the_game() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card", limit={"rounds": 2, "winner": "allied"})
    for turn in ((1, "german"), (1, "allied"), (2, "german"), (2, "allied")):
        assert (b.state.round, b.state.seat) == turn
        pass_turn(b, b.state.hands[b.state.seat][0])
    assert b.session.is_over and b.session.result is not None
    assert (b.session.result["winner"], b.session.result["why"]) == ("allied", "limit")


@pytest.mark.clause("CMD-turn-02")
def test_no_unit_moves_once_the_battles_have_begun() -> None:
    b = board({"G5": "infantry", "E5": "infantry"}, {"D5": "infantry"}, at="move").do("done")
    assert b.asked == "battling" and "CMD-turn-02" in b.rules("move", unit="G5", to="F5")
    b.do("battle", "star", "star", "star", unit="E5", target="D5")
    assert "CMD-turn-02" in b.rules("move", unit="G5", to="F5")
    assert "CMD-turn-02" in board({"E5": "infantry"}, {"D5": "infantry"}, at="move").rules(
        "battle", unit="E5", target="D5"
    )


@pytest.mark.clause("CMD-turn-03")
def test_range_is_checked_before_sight_and_dice() -> None:
    b = board({"E5": "infantry"}, {"E9": "infantry", "E7": "infantry"}, terrain={"E9": "woods"})
    assert b.rules("battle", unit="E5", target="E9") == ["CMD-range-04"] and b.rolled() == 0
    b = board({"E5": "infantry"}, {"E8": "infantry"}, terrain={"E8": "woods", "E6": "woods"})
    assert b.rules("battle", unit="E5", target="E8") == ["CMD-los-03", "CMD-battle-10"]


@pytest.mark.clause("CMD-turn-04")
def test_a_unit_of_the_bottom_player_retreats_downward() -> None:
    b = board({"E5": "armor"}, {"D5": "infantry"})
    b.do("battle", "flag", "star", "star", unit="E5", target="D5")
    assert b.asked == "way_back" and b.offers("retreat", "to") == ["C5", "C6"]
    b = board({"E5": "armor"}, {"D5": "infantry"}, sides={
        "allied": {"edge": "bottom", "hand": 5, "medals": 6}, "german": {"edge": "top", "hand": 5, "medals": 6},
    })  # fmt: skip
    b.do("battle", "flag", "star", "star", unit="E5", target="D5")
    assert b.at("E6") is not None and b.at("D5") is None  # past the attacker in E5, which is its only way


def test_each_side_is_dealt_the_hand_of_the_scenario() -> None:
    scenario = SYSTEM.load("drome-flood")
    session = Session.new(SYSTEM, scenario, seed=1)
    assert {seat: len(hand) for seat, hand in session.state.hands.items()} == {
        seat: side.hand for seat, side in scenario.sides.items()
    }


def test_a_hand_stays_as_long_as_it_was() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card")
    assert b.state.hands["german"] == HAND
    pass_turn(b, "push-left")
    assert len(b.state.hands["german"]) == 5


def test_a_command_of_another_moment_is_told_when_it_is_possible() -> None:
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card")
    for verb, args in {
        "retreat": {"to": "E5"}, "ignore": {}, "take_ground": {}, "overrun": {"target": "C5"}, "spring": {},
        "throw": {"card": "wings"}, "done": {}, "leave": {"unit": "G5"}, "clear_wire": {"unit": "G5"},
    }.items():  # fmt: skip
        told = b.why(verb, **args)
        assert told[0] == ("CMD-card-01", told[0][1]) and "First answer" in told[0][1]
        assert told[1][0].startswith("CMD-") and len(told) == 2


def test_reinforcements_wait_for_a_free_hex_and_may_be_ordered_at_once() -> None:
    arriving = {"side": "german", "round": 2, "hexes": ["I5", "I6"], "units": ["armor", "infantry", "artillery"]}
    b = board({"I5": "infantry"}, {"C5": "infantry"}, at="card", reinforcements=[arriving])
    assert len(b.state.due) == 3 and b.at("I6") is None
    pass_turn(b, "push-centre")
    pass_turn(b, "push-centre")
    assert b.state.round == 2 and b.at("I6") is not None and b.at("I6").kind == "armor" and len(b.state.due) == 2  # type: ignore[union-attr]
    b.do("choose", card="advance-centre")
    assert "I6" in b.offers("order", "unit")


def test_ground_changes_at_the_start_of_its_round() -> None:
    flood = [{"round": 2, "hexes": {"D7": "ford"}}]
    b = board({"G5": "infantry"}, {"C5": "infantry"}, at="card", terrain={"D7": "river"}, changes=flood)
    assert b.state.terrain == {}
    pass_turn(b, "push-centre")
    assert b.state.terrain == {}
    pass_turn(b, "push-centre")
    assert b.state.terrain == {"D7": "ford"}


def test_reinforcements_arrive_in_their_own_turn_only() -> None:
    arriving = {"side": "allied", "round": 2, "hexes": ["A5"], "units": ["armor"]}
    b = board({"I5": "infantry"}, {"C5": "infantry"}, at="card", reinforcements=[arriving])
    pass_turn(b, "push-centre")
    pass_turn(b, "push-centre")
    assert (b.state.round, b.state.seat) == (2, "german") and b.at("A5") is None
    pass_turn(b, "advance-centre")
    assert b.state.seat == "allied" and b.at("A5") is not None
