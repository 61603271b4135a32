"""Plans for a turn: what is compared, how a position is valued, and that nothing hidden is looked at."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import cast

import pytest

from rules.command_cards.bot.evaluator import EVALUATOR
from rules.command_cards.bot.hand import HandEvaluation, deed_of
from rules.command_cards.bot.plans import MOST, turn_plans
from rules.command_cards.bot.weights import Stakes, usual, weights_of
from rules.command_cards.state import Scenario, State
from rules.command_cards.system import SYSTEM
from rules.engine.evaluator import Manner
from rules.engine.game import Game
from rules.engine.session import Session
from rules.opponent.levels import LEVELS, Level
from rules.opponent.planner import Position
from rules.opponent.working import Player
from rules.testing.bots import bots_for, play_out
from tests.rules.command_cards.helpers.boards import HAND, board


def begun(scenario: str, seed: int, decisions: int) -> Session:
    """Return a game whose next decision is a card."""
    session = Session.new(SYSTEM, SYSTEM.load(scenario), seed=seed, source=scenario)
    bots = bots_for(SYSTEM.seats, ["regular"], seed)
    play_out(session, bots, decisions)
    while session.decision is not None and (session.decision.kind != "staging" or session.decision.subject["card"]):
        play_out(session, bots, 1)
    return session


def hidden_otherwise(session: Session, seat: str, seed: int) -> Position:
    """Return the position with other cards in the enemy's hand, as the state really has them."""
    state = session.state.copy()
    enemy = next(name for name in SYSTEM.seats if name != seat)
    pool = [*state.face_down(), *state.hands[enemy]]
    Random(seed).shuffle(pool)
    size = len(state.hands[enemy])
    state.hands[enemy] = tuple(sorted(pool[:size]))
    state.deck = dict.fromkeys(state.deck, 0)
    for card in pool[size:]:
        state.deck[card] += 1
    assert SYSTEM.check(session.scenario, state) == []
    return Position(SYSTEM, session.scenario, state, seat)


def less(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let levels play out less in their heads, and never end for want of time."""
    for name in names:
        level = LEVELS[name]._replace(rollouts=min(LEVELS[name].rollouts, 4), seconds=1e6)
        monkeypatch.setitem(cast(dict[str, Level], LEVELS), name, level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("scenario", "decisions"), [("bonlieu", 40), ("sauzet-night", 75)])
def test_the_cards_it_cannot_see_change_neither_what_it_does_nor_what_it_thinks(
    level: str, scenario: str, decisions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    less(monkeypatch, "general", "slow-general", "slowest-general")
    session = begun(scenario, 4, decisions)
    decision = session.decision
    assert decision is not None
    dealt = [hidden_otherwise(session, decision.seat, seed) for seed in range(3)]
    assert len({position.state.hands[seat] for position in dealt for seat in SYSTEM.seats if seat != decision.seat}) > 1
    thoughts = []
    for position in dealt:
        asked = position.decision()
        assert asked is not None
        thoughts.append(replace(Player(EVALUATOR, Manner(level), 1).choose(position, asked), seconds=0.0))
    assert len({str(thought.to_plain()) for thought in thoughts}) == 1
    assert bool(thoughts[0].plans) == bool(LEVELS[level].rollouts)


@pytest.mark.parametrize("level", ["regular", "general"])
def test_through_a_whole_turn_the_hand_it_cannot_see_changes_nothing(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    less(monkeypatch, "general")
    session = begun("last-attack", 3, 60)
    assert session.decision is not None
    seat, turn = session.decision.seat, session.state.round
    players = [Player(EVALUATOR, Manner(level), 1) for _ in range(3)]
    kinds = set()
    while session.decision is not None and session.decision.seat == seat and session.state.round == turn:
        kinds.add(session.decision.kind)
        answers = set()
        for seed, player in enumerate(players):
            position = hidden_otherwise(session, seat, seed)
            asked = position.decision()
            assert asked is not None
            answers.add(player.choose(position, asked, session.seq).command)
        (command,) = answers
        session.submit(seat, session.seq, command)
    assert "staging" in kinds and len(kinds) > 1


def test_a_sample_deals_the_same_cards_for_every_plan() -> None:
    session = begun("bonlieu", 4, 40)
    assert session.decision is not None
    seat = session.decision.seat
    one, other = (hidden_otherwise(session, seat, seed) for seed in (1, 2))
    for sample in range(5):
        assert one.dealt(sample).hands == other.dealt(sample).hands
    assert len({str(one.dealt(sample).hands) for sample in range(5)}) > 1


def test_the_moment_is_the_choice_of_a_card_until_the_enemy_has_answered_twice() -> None:
    b = board({"E5": "infantry"}, {"C5": "infantry"}, at="card")
    decision = b.session.decision
    assert decision is not None
    moment = EVALUATOR.moment(b.game, decision)
    assert moment is not None and not moment.is_over(b.game) and not moment.is_far_enough(b.game)
    later = b.state.copy()
    later.seat = "allied"
    assert moment.is_over(_game(b.session, later)) and not moment.is_far_enough(_game(b.session, later))
    later.seat, later.round = "german", 2
    assert not moment.is_far_enough(_game(b.session, later))
    later.round = 3
    assert moment.is_far_enough(_game(b.session, later))
    b.do("choose", card="push-centre")
    assert b.session.decision is not None and EVALUATOR.moment(b.game, b.session.decision) is None


def test_the_plans_are_the_usual_one_and_each_card_with_one_thing_done_otherwise() -> None:
    session = begun("drome-banks", 4, 40)
    assert session.decision is not None
    seat, state = session.decision.seat, session.state
    game: Game[State, Scenario] = Game(SYSTEM.kinds, session.scenario, state)
    weights = weights_of(Manner())
    hand = HandEvaluation(game, seat, weights, Stakes(weights))
    plans = turn_plans(game, seat, weights, Stakes(weights))
    assert plans[0] == hand.plans()[0] and len(plans) <= MOST
    cards = {plan.card for plan in plans}
    assert hand.plans()[1].card in cards and cards <= set(state.hands[seat])
    deeds = [frozenset(deed_of(task.candidate) for task in plan.tasks) for plan in plans if plan.card == plans[0].card]
    assert any(len(deeds[0] - other) == 1 for other in deeds[1:])
    assert all(plan.worth <= plans[0].worth for plan in plans)


def test_no_strike_and_no_restoring_is_tried_at_its_best_target_only() -> None:
    hurt = {"E5": ("infantry", 2), "G2": ("infantry", 3), "H9": "infantry"}
    b = board(hurt, {"C5": "infantry", "A9": "armor"}, at="card", hands={"german": ("corps-guns", "stragglers")})
    weights = weights_of(Manner())
    plans = turn_plans(b.game, "german", weights, Stakes(weights))
    struck = [plan.targets for plan in plans if plan.card == "corps-guns"]
    restored = [plan.restored for plan in plans if plan.card == "stragglers"]
    assert len(struck) == len(set(struck)) == 2 and len(restored) == len(set(restored)) == 2


def _game(session: Session, state: object) -> Game[object, object]:
    return Game(SYSTEM.kinds, session.scenario, state)  # type: ignore[arg-type, type-var]


def test_the_first_plan_is_the_scripts_own_and_all_differ() -> None:
    session = begun("savasse-ridge", 2, 60)
    decision = session.decision
    assert decision is not None
    game = Game(SYSTEM.kinds, session.scenario, session.state)
    stances = EVALUATOR.stances(game, decision, Manner())
    usual = EVALUATOR.script(Manner(), 1).choose(game, decision)
    assert EVALUATOR.script(Manner(), 1, stances[0]).choose(game, decision).command == usual.command
    assert len({stance.text for stance in stances}) == len(stances) > 2
    for stance in stances[1:]:
        command = EVALUATOR.script(Manner(), 1, stance).choose(game, decision).command
        assert command.text("card") == stance.data.plan.card and command in decision.options


def test_a_value_is_the_lead_in_named_parts() -> None:
    b = board({"E5": "infantry"}, {"C5": "infantry"})
    own, enemys = (EVALUATOR.value(b.game, seat)[:3] for seat in ("german", "allied"))
    assert [part.points for part in own] == pytest.approx([-part.points for part in enemys])
    even, name = sum(part.points for part in own), b.id("C5")
    b.state.units[name] = replace(b.state.units[name], figures=1)
    parts = EVALUATOR.value(b.game, "german")[:3]
    assert sum(part.points for part in parts) > even + 0.4 and parts[0].text == "medals"


def test_cards_left_in_the_hand_count_in_a_value() -> None:
    b, worths = board({"E5": "infantry"}, {"C5": "infantry"}, at="card"), []
    for card in ("entrench", "fighter-bombers"):
        b.state.hands["german"] = (*HAND[:-1], card)
        worths += [part.points for part in EVALUATOR.value(b.game, "german") if part.text == "cards left"]
    poor, rich = worths
    more = usual()["fighter-bombers"] - usual()["entrench"]
    assert more > 1 and rich - poor == pytest.approx(weights_of(Manner()).cards_left * more)


def test_a_finished_game_is_valued_by_its_medals_and_who_won() -> None:
    (session,) = [begun("last-attack", 1, 20)]
    play_out(session, bots_for(SYSTEM.seats, ["regular"], 1))
    game = Game(SYSTEM.kinds, session.scenario, session.state)
    won, lost = (sum(p.points for p in EVALUATOR.value(game, seat)) for seat in SYSTEM.seats)
    assert won == -lost and (won > 0) == (session.result is not None and session.result["winner"] == "allied")
