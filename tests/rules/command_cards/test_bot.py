"""What the computer opponent decides at single questions, each with a position of its own, and what it says of it."""

from __future__ import annotations

import pytest

from rules.command_cards.bot.evaluator import EVALUATOR
from rules.command_cards.bot.weights import WEIGHTS, Stakes, fall, usual, weights_of
from rules.command_cards.system import SYSTEM
from rules.engine.evaluator import BotChoice, Manner
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.opponent.planner import Thought
from rules.opponent.self_play import position_of
from rules.opponent.working import Player
from rules.testing.bots import bots_for, play_out
from rules.testing.fuzz import games
from tests.rules.command_cards.helpers.boards import HAND, Board, board

FAR = {"A1": "infantry"}
"""An enemy out of everybody's way."""


def answer(b: Board, level: str = "regular", seed: int = 1) -> BotChoice:
    """Return what a level decides now."""
    decision = b.session.decision
    assert decision is not None
    choice = EVALUATOR.script(Manner(level), seed).choose(b.game, decision)
    assert choice.command in decision.options
    return choice


def test_of_two_targets_it_takes_the_one_that_may_be_destroyed() -> None:
    b = board({"E5": "infantry"}, {"D5": "infantry", "D4": ("infantry", 1)})
    choice = answer(b)
    assert choice.command == b.command("battle", unit="E5", target="D4")
    assert "88% to destroy it" in choice.text and "worth" in choice.text
    assert len(choice.others) == 1 and choice.others[0].command == b.command("battle", unit="E5", target="D5")
    assert sum(part.points for part in choice.parts) > choice.others[0].worth


def test_a_unit_that_could_also_fight_another_leaves_a_sure_prey_to_the_one_that_cannot() -> None:
    b = board({"E5": "infantry", "E3": "infantry"}, {"D4": ("infantry", 1), "D5": ("infantry", 1)})
    first = answer(b).command
    b.do("battle", "grenade", "grenade", "grenade", unit=first.text("unit"), target=first.text("target"))
    while b.asked == "ground":
        b.do("stay")
    assert answer(b).command.text("target") in b.state.units


def test_the_last_medal_goes_before_a_better_battle() -> None:
    b = board({"E5": "armor"}, {"D5": "armor", "D4": ("infantry", 2)}, sides=_sides(1))
    assert answer(b).command == b.command("battle", unit="E5", target="D4")


def _sides(german: int) -> dict[str, dict[str, object]]:
    return {
        "allied": {"edge": "top", "hand": 5, "medals": 5}, "german": {"edge": "bottom", "hand": 5, "medals": german},
    }  # fmt: skip


def test_it_walks_onto_an_objective_that_stays_won() -> None:
    objective = {"hexes": ["E5"], "for": "german", "medals": 1, "keep": True, "name": "the mill"}
    b = board({"F5": "infantry"}, FAR, at="move", objectives=[objective])
    choice = answer(b)
    assert choice.command == b.command("move", unit="F5", to="E5")
    assert "goes to E5" in choice.text and sum(part.points for part in choice.parts) > 0.7


def test_it_does_not_leave_the_enemys_objective_to_him() -> None:
    objective = {"hexes": ["E5"], "for": "allied", "medals": 2, "keep": True, "name": "the mill"}
    b = board({"E5": ("infantry", 4)}, {"C4": "infantry", "C5": "infantry"}, at="move", objectives=[objective])
    assert answer(b).command.verb == "done"


def test_artillery_does_not_go_to_the_enemy() -> None:
    b = board({"G5": "artillery"}, {"E5": "infantry", "E4": "infantry"}, at="move")
    assert answer(b).command.verb == "done"


def test_a_weak_unit_does_not_take_ground_among_enemies_but_a_full_one_takes_an_objective() -> None:
    enemies = {"D5": ("infantry", 1), "C5": "infantry", "C4": "infantry", "D4": "infantry", "D6": "infantry"}
    b = board({"E5": ("infantry", 1)}, enemies)
    b.do("battle", "grenade", "star", "star", unit="E5", target="D5")
    assert answer(b).command.verb == "stay"
    objective = {"hexes": ["D5"], "for": "german", "medals": 1, "keep": True, "name": "the mill"}
    b = board({"E5": "infantry"}, enemies, objectives=[objective])
    b.do("battle", "grenade", "star", "star", unit="E5", target="D5")
    choice = answer(b)
    assert choice.command.verb == "take_ground"
    assert {part.text for part in choice.parts} == {"objectives", "ways", "danger"}


def test_a_second_battle_goes_to_the_weaker_enemy() -> None:
    b = board({"E5": "armor"}, {"D5": ("infantry", 1), "C5": ("infantry", 1), "C4": "infantry"})
    b.do("battle", "grenade", "star", "star", unit="E5", target="D5").do("take_ground")
    assert b.asked == "overrun" and answer(b).command == b.command("overrun", target="C5")


def test_a_flag_behind_sandbags_is_ignored_on_an_objective_and_obeyed_for_a_safer_town() -> None:
    stays = {"hexes": ["D5"], "for": "allied", "medals": 1, "keep": False, "name": "the mill"}
    b = board({"E5": "infantry"}, {"D5": "infantry"}, obstacles={"D5": "sandbags"}, objectives=[stays])
    b.do("battle", "flag", "star", unit="E5", target="D5")
    assert b.asked == "flag" and answer(b).command.verb == "ignore" and "worth at least as much" in answer(b).text
    near = dict.fromkeys(("E5", "E6", "F4", "F5", "F6"), "infantry")
    towns = {"C5": "town", "C6": "town"}
    b = board(near, {"D5": ("infantry", 1)}, obstacles={"D5": "sandbags"}, terrain=towns)
    b.do("battle", "flag", "star", unit="E5", target="D5")
    assert b.asked == "flag" and answer(b).command.verb == "obey"


def in_wait(b: Board) -> Board:
    """Let an Allied card lie in wait."""
    b.state.lying["allied"] = "lie-in-wait"
    b.state.deck["lie-in-wait"] -= 1
    return b


def test_a_lone_unit_does_not_go_at_a_card_that_lies_in_wait_and_go_back_to_it() -> None:
    """Savasse ridge, seed 6102: a lone Resistance unit is thrown back by the ambush, and comes again next turn."""
    sides = {"E5": "resistance"}, {"D5": "infantry"}
    assert answer(board(*sides)).command.verb == "battle"
    assert answer(in_wait(board(*sides))).command.verb == "done"


def test_an_assault_that_is_worth_the_ambush_is_told_with_its_cost() -> None:
    b = in_wait(board({"E5": "armor"}, {"D5": ("infantry", 1)}))
    choice = answer(b)
    assert choice.command.verb == "battle" and "card lying in wait" in choice.text
    assert any(part.text == "the card lying in wait" and part.points < 0 for part in choice.parts)


def test_hits_that_neither_destroy_nor_drive_back_are_told() -> None:
    objective = {"hexes": ["D5"], "for": "allied", "medals": 1, "keep": True, "name": "the mill"}
    b = board({"E5": "infantry"}, {"D5": "infantry"}, objectives=[objective], obstacles={"D5": "sandbags"})
    text = answer(b).text
    assert "0% to destroy it" in text and "1.0 of its figures lost on average" in text


def test_a_battle_that_is_worth_more_alone_is_not_shown_without_a_word_why_it_comes_later() -> None:
    told = 0
    for seed in range(6):
        session = Session.new(SYSTEM, SYSTEM.load("drome-flood"), seed=seed)
        bots, seats = bots_for(SYSTEM.seats, ["regular"], seed), seats_of(session)
        while (decision := session.decision) is not None:
            if decision.kind == "battling":
                choice = EVALUATOR.script(Manner(), 1).choose(seats[decision.seat].think(), decision)
                worth = sum(part.points for part in choice.parts)
                better = any(offer.worth > worth for offer in choice.others)
                assert better == ("all battles together" in choice.text)
                told += better
            session.submit(decision.seat, session.seq, bots[decision.seat].choose(seats[decision.seat], decision))
    assert told


def test_an_ambush_that_can_do_nothing_is_not_sprung() -> None:
    for terrain, verb in (({}, "spring"), ({"E5": "town"}, "spring")):
        b = board({"E5": "infantry"}, {"D5": "infantry"}, terrain=terrain)
        b.state.lying["allied"] = "lie-in-wait"
        b.state.deck["lie-in-wait"] -= 1
        b.do("battle", unit="E5", target="D5")
        assert b.asked == "ambush" and answer(b).command.verb == verb


def test_it_throws_the_card_away_that_promises_least() -> None:
    hand = ("entrench", "fighter-bombers", "outposts-centre", "staff-officer")
    b = board({"G7": "infantry"}, {"A3": "infantry"}, at="card", hands={"german": hand})
    b.do("choose", card="outposts-centre").do("confirm")
    while b.asked != "exchange":
        b.do("done")
    choice = answer(b)
    assert choice.command == b.command("throw", card="entrench") and sum(p.points for p in choice.parts) > 0


def test_the_unit_that_a_strike_may_order_is_ordered_if_it_can_fight() -> None:
    for card, dice in (("fighter-bombers", 3), ("corps-guns", 4)):
        hand = (card, "push-centre", "wings", "outposts-centre")
        b = board({"E5": "infantry", "H1": "infantry"}, {"D5": "infantry", **FAR}, at="card", hands={"german": hand})
        b.do("choose", card=card).do("aim", unit="A1").do("confirm", *["armor"] * dice)
        assert b.asked == "ordering"
        choice = answer(b)
        assert choice.command == b.command("order", unit="E5") and "battles the infantry in D5" in choice.text


def test_the_card_whose_units_can_fight_is_played_and_told_in_one_line() -> None:
    b = board({"E5": "infantry", "E6": "infantry", "H1": "infantry"}, {"D5": ("infantry", 2)}, at="card")
    choice = answer(b)
    assert choice.command.text("card") in ("advance-centre", "push-centre")
    assert "two units can battle" in choice.text and "next best is" in choice.text and "\n" not in choice.text
    assert any("battles the infantry in D5" in part.text for part in choice.parts)
    for offer in choice.others:
        assert sum(part.points for part in choice.parts) >= offer.worth and offer.text


def test_what_somebody_else_has_laid_out_is_put_right() -> None:
    bridge = {"hexes": ["H7"], "for": "allied", "medals": 2, "keep": True, "name": "the bridge"}
    own = {"E5": "infantry", "E6": "infantry", "H7": "infantry"}
    b = board(own, {"D5": ("infantry", 2)}, at="card", objectives=[bridge])
    card = answer(b).command.text("card")
    b.do("choose", card=card).do("order", unit="H7")
    script = EVALUATOR.script(Manner(), 1)
    verbs = []
    while b.asked == "staging":
        assert b.session.decision is not None
        command = script.choose(b.game, b.session.decision).command
        verbs.append(command.verb)
        b.session.submit("german", b.session.seq, command)
    assert verbs == ["release", "order", "order", "confirm"]
    assert {b.state.units[name].hex for name in b.state.orders} == {"E5", "E6"}


def test_two_units_on_one_weak_target_are_worth_less_than_twice_one() -> None:
    b = board({"E5": "infantry", "E6": "infantry"}, {"D5": ("infantry", 1)}, at="card")
    battles = [part.points for part in answer(b).parts if "battles" in part.text]
    assert len(battles) <= 1 or battles[1] < battles[0] / 2


def test_a_recruit_keeps_away_from_enemies_that_a_regular_approaches() -> None:
    b = board({"F5": ("infantry", 2)}, {"C5": "infantry", "C4": "infantry"}, at="move")
    assert answer(b).command == b.command("move", unit="F5", to="E6")
    assert answer(b, "recruit").command == b.command("move", unit="F5", to="F6")


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_every_decision_of_a_game_is_told_with_parts_that_are_finite(level: str) -> None:
    (setting,) = games(SYSTEM, "drome-flood", [3])
    session = setting.start()
    seats, players = seats_of(session), {seat: Player(EVALUATOR, Manner(level), 1) for seat in SYSTEM.seats}
    kinds = set()
    while (decision := session.decision) is not None:
        thought = players[decision.seat].choose(position_of(seats[decision.seat]), decision, session.seq)
        kinds.add(decision.kind)
        assert thought.behaviour != "chance" and thought.text and "\n" not in thought.text
        assert Thought.of(thought.to_plain()).to_plain() == thought.to_plain()
        session.submit(decision.seat, session.seq, thought.command)
    assert {"staging", "moving", "battling", "way_back"} <= kinds


def test_it_beats_the_bot_without_judgement() -> None:
    (setting,) = games(SYSTEM, "last-attack", [2])
    for names, place in ((["regular", "random"], 0), (["random", "regular"], 1)):
        session = setting.start()
        play_out(session, bots_for(SYSTEM.seats, names, 2))
        assert session.result is not None and session.result["winner"] == SYSTEM.seats[place]


def test_a_fall_of_dice_is_complete_and_an_enemy_without_a_way_back_loses_more() -> None:
    for dice in range(1, 6):
        for shut in (False, True):
            found = fall(dice, "infantry", 3, False, shut)
            assert found.lost + sum(found.stays) + sum(found.goes) == pytest.approx(1)
    stakes = Stakes(weights_of(Manner()))
    assert stakes.harm(2, "armor", 2, False, True)[0] > stakes.harm(2, "armor", 2, False, False)[0]


def test_weights_are_told_and_each_temper_changes_some() -> None:
    plain = weights_of(Manner())
    assert next(iter(WEIGHTS.tempers())) == "plain" and all(WEIGHTS.tempers().values())
    assert all(weights_of(Manner("regular", name)) != plain for name in WEIGHTS.tempers() if name != "plain")
    assert set(usual()) >= set(HAND)


@pytest.mark.parametrize(("scenario", "seed"), [("drome-banks", 0), ("savasse-ridge", 1)])
def test_a_card_that_strikes_or_brings_stragglers_back_also_orders_its_unit(scenario: str, seed: int) -> None:
    """What it is going to say in the moves is no answer to whom it orders first (CMD-order-02)."""
    session = Session.new(SYSTEM, SYSTEM.load(scenario), seed=seed)
    bots, seats, ordered = bots_for(SYSTEM.seats, ["regular"], seed), seats_of(session), 0
    while (decision := session.decision) is not None:
        command = bots[decision.seat].choose(seats[decision.seat], decision)
        if decision.kind == "ordering":
            ordered += command.verb == "order"
        session.submit(decision.seat, session.seq, command)
    assert ordered, f"{scenario} {seed} has no such card"
