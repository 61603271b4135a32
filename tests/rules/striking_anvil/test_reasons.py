"""Every order of the bot has its reason, and the points told are those it chose by."""

from __future__ import annotations

from rules.engine.evaluator import BotChoice, Manner
from rules.engine.game import Game
from rules.engine.session import Session
from rules.striking_anvil.bot.answers import points_told
from rules.striking_anvil.bot.script import AnvilScript
from rules.systems import systems


def played(scenario: str, seed: int) -> list[BotChoice]:
    """Play a whole game and return every choice in it."""
    system = systems()["striking_anvil"]
    session = Session.new(system, system.load(scenario), seed=seed)
    scripts = {seat: AnvilScript(seed, Manner()) for seat in system.seats}
    choices = []
    while (decision := session.decision) is not None:
        game = Game(system.kinds, session.scenario, session.state)
        choices.append(scripts[decision.seat].choose(game, decision))
        session.submit(decision.seat, session.seq, choices[-1].command)
    return choices


def test_no_order_of_a_whole_game_is_without_a_reason() -> None:
    choices = played("anvil-historical", 6103)
    assert len(choices) > 500
    assert [choice for choice in choices if not choice.text.endswith(".")] == []
    for choice in choices:
        if choice.command.verb == "activate":
            assert f"worth {points_told(sum(part.points for part in choice.parts))}" in choice.text


def test_who_does_not_act_tells_the_best_that_was_left_and_that_it_does_not_pay() -> None:
    refusals = [c for c in played("anvil-historical", 6104) if c.command.verb in ("pass", "decline", "call_off")]
    told = [choice for choice in refusals if choice.others]
    assert {choice.command.verb for choice in told} >= {"pass", "decline"}
    for choice in told:
        assert all(other.worth <= 0.03 and other.text.endswith(".") for other in choice.others)
