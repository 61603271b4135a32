"""The greedy bot borrows the judgement of a system, and plays at random where there is none."""

from __future__ import annotations

import pytest

from rules.engine import bots
from rules.engine.bots import RandomBot, bots_for, play_out, register_judgement
from rules.engine.command import Command
from rules.engine.options import Decision
from rules.engine.session import Session
from tests.rules.engine.toy_system import TOY


class First:
    """Takes the first option."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, session: Session, decision: Decision) -> Command:
        """Return the first option."""
        return next(iter(decision.options))


def game() -> Session:
    return Session.new(TOY, TOY.load("duel"), seed=1)


def test_without_a_judgement_the_greedy_bot_plays_at_random() -> None:
    session, other = game(), game()
    play_out(session, bots_for(TOY.seats, ["greedy"], 3), 20)
    play_out(other, {seat: RandomBot(303 + place) for place, seat in enumerate(TOY.seats)}, 20)
    assert session.digest() == other.digest()


def test_with_a_judgement_it_plays_by_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_JUDGEMENTS", {})
    register_judgement(TOY.id, First)
    session, other = game(), game()
    play_out(session, bots_for(TOY.seats, ["greedy"], 3), 20)
    play_out(other, {seat: First(0) for seat in TOY.seats}, 20)
    assert session.digest() == other.digest()
