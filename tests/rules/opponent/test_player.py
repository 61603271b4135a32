"""The opponent gets positions and nothing else, and answers every decision with one of its options."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from rules.engine.command import Plain
from rules.engine.evaluator import Manner
from rules.engine.frames import Request
from rules.engine.nature import SeededNature
from rules.engine.seat import Seat, seats_of
from rules.engine.session import Session
from rules.engine.system import System
from rules.opponent.levels import LEVELS, Level, evaluator_of
from rules.opponent.planner import Thought
from rules.opponent.self_play import position_of
from rules.opponent.working import Player
from rules.systems import systems
from rules.testing.bots import bots_for, play_out
from tests.rules.engine.helpers.toy_system import TOY

SCENARIOS = {"company_scale": "first-light", "command_cards": "last-attack", "striking_anvil": "anvil-historical"}


class Guarded(SeededNature):
    """Dice that must not be asked for while the opponent thinks."""

    thinking = False

    def answer(self, request: Request, counts: Any) -> Plain:
        """Return the outcome, unless the opponent is thinking."""
        assert not self.thinking, "the opponent asked for the dice of the game"
        return super().answer(request, counts)


def levels() -> list[tuple[str, str]]:
    """Return every level of every system."""
    return [(name, level) for name in SCENARIOS for level in evaluator(systems()[name]).levels]


def evaluator(system: System) -> Any:
    """Return the evaluator of a system."""
    return evaluator_of(system, Manner())


def begun(name: str, seed: int, decisions: int) -> tuple[Session, Guarded]:
    """Return a game some decisions after its start."""
    system, source = systems()[name], SCENARIOS[name]
    nature = Guarded(seed)
    session = Session.new(system, system.load(source), nature=nature, source=source)
    play_out(session, bots_for(system.seats, ["regular"], seed), decisions)
    return session, nature


@pytest.mark.parametrize(("name", "level"), levels())
def test_it_thinks_without_the_dice_of_the_game_and_answers_with_an_option(name: str, level: str) -> None:
    session, nature = begun(name, 5, 60)
    players = {seat: Player(evaluator(session.system), Manner(level)) for seat in session.system.seats}
    seats = seats_of(session)
    for _ in range(12):
        decision = session.decision
        assert decision is not None
        nature.thinking = True
        thought = players[decision.seat].choose(position_of(seats[decision.seat]), decision, session.seq)
        nature.thinking = False
        assert thought.command in decision.options
        assert Thought.of(thought.to_plain()).to_plain() == thought.to_plain()
        session.submit(decision.seat, session.seq, thought.command)


@pytest.mark.parametrize(("name", "level"), levels())
def test_the_same_position_gets_the_same_answer_whatever_seed_its_dice_have(name: str, level: str) -> None:
    session, _ = begun(name, 6, 75)
    decision = session.decision
    assert decision is not None
    answers = set()
    for seed in range(5):
        other = Session(session.system, session.scenario, session.state, SeededNature(seed), session.source)
        other.resume()
        assert other.decision is not None
        player = Player(evaluator(session.system), Manner(level))
        answers.add(player.choose(position_of(Seat(other, decision.seat)), other.decision).command)
    assert len(answers) == 1


def test_an_earlier_position_begins_anew() -> None:
    session, _ = begun("company_scale", 4, 90)
    decision = session.decision
    assert decision is not None
    position = position_of(Seat(session, decision.seat))
    fresh = Player(evaluator(session.system), Manner()).choose(position, decision, 3).command
    used = Player(evaluator(session.system), Manner())
    used.choose(position, decision, 90)
    assert used.choose(position, decision, 3).command == fresh


@pytest.mark.parametrize(
    ("name", "scenario", "seed", "decisions"),
    [
        ("company_scale", "first-light", 1, 300), ("command_cards", "bonlieu", 1, 200),
        ("striking_anvil", "anvil-example-2", 1, 120), ("striking_anvil", "anvil-redeploy", 2, 560),
    ],
)  # fmt: skip
def test_it_goes_on_with_what_somebody_else_began(name: str, scenario: str, seed: int, decisions: int) -> None:
    system = systems()[name]
    session = Session.new(system, system.load(scenario), nature=SeededNature(seed), source=scenario)
    rare, seats = bots_for(system.seats, ["rare"], seed), seats_of(session)
    manners = [Manner(level) for level in ("recruit", "regular", "regular")]
    players = {(seat, manner): Player(evaluator(system), manner) for seat in seats for manner in manners}
    asked: Counter[str] = Counter()
    for _ in range(decisions):
        decision = session.decision
        if decision is None:
            break
        asked[decision.kind] += 1
        if asked[decision.kind] <= 30:
            for manner in manners:
                player = players[decision.seat, manner]
                thought = player.choose(position_of(seats[decision.seat]), decision, session.seq)
                assert thought.command in decision.options
        command = rare[decision.seat].choose(seats[decision.seat], decision)
        session.submit(decision.seat, session.seq, command)
    assert len(asked) > 3


def test_a_position_tells_its_decision() -> None:
    session, _ = begun("company_scale", 4, 40)
    assert session.decision is not None
    for seat in session.system.seats:
        asked = position_of(Seat(session, seat)).decision()
        assert (asked is not None) == (seat == session.decision.seat)
        assert asked is None or list(asked.options) == list(session.decision.options)


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_plays_every_level_whether_players_are_offered_it_or_not(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    least = LEVELS[level]._replace(rollouts=min(LEVELS[level].rollouts, 4))
    monkeypatch.setitem(cast(dict[str, Level], LEVELS), level, least)
    session, _ = begun(name, 5, 0)
    play_out(session, bots_for(session.system.seats, [f"{level}:bold", "random"], 5), 30)
    assert sum(entry.seat == session.system.seats[0] for entry in session.log) > 3


def test_what_nobody_has_taught_is_refused_in_words() -> None:
    system = systems()["company_scale"]
    with pytest.raises(LookupError, match="The computer can't play"):
        evaluator_of(TOY, Manner())
    with pytest.raises(LookupError, match=r"Company Scale System has no level nobody\. Levels: .*regular"):
        evaluator_of(system, Manner("nobody"))
    with pytest.raises(LookupError, match=r"has no style wild\. Styles: plain"):
        evaluator_of(system, Manner("regular", "wild"))
