"""What the script tells about its orders: a sentence for each, in words that a player reads."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from rules.company_scale.bot.activation import Activation
from rules.company_scale.bot.fire import effect_chance
from rules.company_scale.bot.position_evaluation import PositionEvaluation
from rules.company_scale.bot.reasons import USUAL, kept, nothing_left, usual_why, why
from rules.company_scale.bot.script import CompanyScript
from rules.company_scale.bot.shots import Shots
from rules.company_scale.bot.unit_actions import unit_of
from rules.company_scale.bot.value import Offer, key_of
from rules.company_scale.bot.weights import POINT, weights_of
from rules.company_scale.pieces import units_on_map
from rules.company_scale.r08_3_composition import shot_of
from rules.company_scale.r08_4_resolution import outcomes
from rules.engine.command import cmd
from rules.engine.evaluator import BotChoice, Manner
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.systems import systems
from rules.testing.bots import bots_for, play_out

COMPANY = systems()["company_scale"]
RULES = Path(__file__).parents[4] / "rules" / "company_scale"


def choices(scenario: str, count: int) -> list[BotChoice]:
    """Return the first choices of both sides in a game of the script against itself."""
    session = Session.new(COMPANY, COMPANY.load(scenario), seed=5)
    scripts = {seat: CompanyScript(n, Manner()) for n, seat in enumerate(session.system.seats)}
    made: list[BotChoice] = []
    while session.decision is not None and len(made) < count:
        seat = session.decision.seat
        made.append(scripts[seat].choose(Seat(session, seat).think(), session.decision))
        session.submit(seat, session.seq, made[-1].command)
    return made


@pytest.mark.parametrize("scenario", ["first-light", "the-feint"])
def test_every_order_has_a_sentence_that_is_whole(scenario: str) -> None:
    for choice in choices(scenario, 150):
        assert choice.text[:1].isupper() and choice.text.endswith("."), choice
        assert all(other.text.endswith(".") for other in choice.others), choice


WHOLE_GAMES: Final = [("first-light", 51), ("strike-to-the-east", 5), ("the-feint", 7)]


@pytest.mark.parametrize(("scenario", "seed"), WHOLE_GAMES)
def test_the_chance_told_is_that_of_the_odds(scenario: str, seed: int) -> None:
    """In every fire of a game, as it is laid in the end; what was told when it was ordered is that too."""
    session = Session.new(COMPANY, COMPANY.load(scenario), seed=seed)
    scripts, fires, told = {seat: CompanyScript(n, Manner()) for n, seat in enumerate(COMPANY.seats)}, 0, ""
    while (decision := session.decision) is not None:
        game = Seat(session, decision.seat).think()
        choice = scripts[decision.seat].choose(game, decision)
        if choice.command.verb == "fire":
            told = choice.text
        if decision.kind == "fire" and choice.command.verb == "confirm":
            chance = 1 - float(outcomes(game).get("no effect", 0))
            assert effect_chance(game, shot_of(game.state.frames[-1])) == pytest.approx(chance)
            assert f"{chance:.0%} chance of a result" in told, session.seq
            fires += 1
        session.submit(decision.seat, session.seq, choice.command)
    assert fires > 25


@pytest.mark.parametrize(("scenario", "seed"), WHOLE_GAMES)
def test_parts_add_up_and_nothing_better_is_unnamed(scenario: str, seed: int) -> None:
    """In every activation of a game, whatever the kind of the order, and whoever could do something better."""
    session = Session.new(COMPANY, COMPANY.load(scenario), seed=seed)
    scripts = {seat: CompanyScript(n, Manner(tells=True)) for n, seat in enumerate(COMPANY.seats)}
    told = later = 0
    while (decision := session.decision) is not None:
        game, script = Seat(session, decision.seat).think(), scripts[decision.seat]
        choice = script.choose(game, decision)
        if decision.kind == "activation" and choice.parts and choice.command.verb != "activate":
            acting = Activation(script.mind, Shots(script.mind))
            worth, offers = sum(part.points for part in choice.parts), acting.all_offers(game, decision)
            same = [offer.worth / POINT for offer in offers if offer.command == choice.command]
            assert not same or any(abs(worth - one) < 0.01 for one in same), session.seq
            for offer in offers:
                tried = (
                    key_of(game, unit_of(offer.command)) in script.mind.done or offer.command not in decision.options
                )
                if offer.command != choice.command and not tried and offer.worth / POINT > worth + 0.01:
                    assert choice.others[0].worth >= offer.worth / POINT - 0.01, session.seq
                    assert "Something else is worth more" in choice.text
                    later += 1
            told += 1
        session.submit(decision.seat, session.seq, choice.command)
    assert told > 100 and later > 20


def test_comparing_with_all_else_changes_no_order() -> None:
    games = []
    for tells in (False, True):
        session = Session.new(COMPANY, COMPANY.load("first-light"), seed=9)
        scripts = {seat: CompanyScript(n, Manner(tells=tells)) for n, seat in enumerate(COMPANY.seats)}
        orders = []
        while (decision := session.decision) is not None:
            orders.append(scripts[decision.seat].choose(Seat(session, decision.seat).think(), decision).command)
            session.submit(decision.seat, session.seq, orders[-1])
        games.append(orders)
    assert games[0] == games[1]


def test_a_move_names_the_victory_hex_it_is_for_and_its_parts_add_up() -> None:
    session = Session.new(COMPANY, COMPANY.load("first-light"), seed=5)
    play_out(session, bots_for(COMPANY.seats, ["regular"], 5), 40)
    game, told = Seat(session).think(), 0
    names = {goal.hex: goal.name for goal in game.scenario.victory.hexes}
    for seat in COMPANY.seats:
        evaluation = PositionEvaluation(game, seat, weights_of(Manner()))
        for unit in units_on_map(game, seat):
            errand = evaluation.errand(unit)
            march = errand.move()
            if march is None:
                continue
            march = errand.account(march)
            assert sum(points for _, points in march.parts) == pytest.approx(march.gain, abs=2)
            reason = why(game, Offer(march.gain, cmd("move", units=(unit,)), march), 0.0, ())
            assert sum(part.points for part in reason.parts) == pytest.approx(march.gain / POINT, abs=0.005)
            if march.goal:
                told += 1
                assert names[march.goal] in reason.text
    assert told


def test_what_is_worth_more_but_comes_later_is_told() -> None:
    game = Seat(Session.new(COMPANY, COMPANY.load("first-light"), seed=5)).think()
    rally, later = Offer(POINT / 2, cmd("rally", unit="a")), Offer(POINT, cmd("build", unit="a", what="foxhole"))
    assert "Something else is worth more (1.00)" in why(game, rally, 0.0, [later]).text
    assert "worth more" not in why(game, later, 0.0, [rally]).text


def test_a_usual_reason_belongs_to_a_decision_and_an_order_that_there_are() -> None:
    """The rule modules name both, each in quotation marks."""
    rules = "".join(path.read_text(encoding="utf-8") for path in RULES.glob("r*.py"))
    for kind, verb in USUAL:
        assert f'"{kind}"' in rules and f'"{verb}"' in rules, (kind, verb)


def test_what_is_worth_nothing_is_told_without_figures() -> None:
    assert nothing_left(0.0).text == "It has nothing useful left to do."
    assert "0.50 points" in nothing_left(POINT / 2).text
    assert kept(0.0, POINT).text == "No fire would have any effect now."
    assert kept(POINT, 2 * POINT).text == "The best fire gains 1.0 points; holding fire is worth 2.0."
    assert usual_why("fire", "unheard_of").text == ""
