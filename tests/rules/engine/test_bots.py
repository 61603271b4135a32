"""The greedy bot uses the bot of a system, and plays at random if there is none."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from rules.engine.bots import Leaning, RandomBot, RareBot, bots_for, play_out
from rules.engine.command import Command
from rules.engine.options import Decision
from rules.engine.seat import Seat
from rules.engine.session import Session
from tests.rules.engine.helpers.toy_system import TOY


class First:
    """Takes the first option."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, seat: Seat, decision: Decision) -> Command:
        """Return the first option."""
        return next(iter(decision.options))


def game() -> Session:
    return Session.new(TOY, TOY.load("duel"), seed=1)


def test_without_a_bot_of_the_system_the_greedy_bot_plays_at_random() -> None:
    session, other = game(), game()
    play_out(session, bots_for(TOY.seats, ["greedy"], 3), 20)
    play_out(other, {seat: RandomBot(303 + place) for place, seat in enumerate(TOY.seats)}, 20)
    assert session.digest() == other.digest()


def test_with_a_bot_of_the_system_it_plays_by_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOY, "bot", First)
    session, other = game(), game()
    play_out(session, bots_for(TOY.seats, ["greedy"], 3), 20)
    play_out(other, {seat: First(0) for seat in TOY.seats}, 20)
    assert session.digest() == other.digest()


def test_the_bot_of_rare_commands_leans_as_the_system_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def prefer(seat: Seat, groups: Mapping[str, list[Command]], random: Random) -> Command | None:
        asked.append(sorted(groups))
        return next(iter(groups.values()))[-1]

    monkeypatch.setattr(TOY, "leaning", Leaning({}, prefer))
    session, rare = game(), RareBot(1)
    decision = session.decision
    assert decision is not None
    liked = next(iter(decision.options.by_verb().values()))[-1]
    chosen = [rare.choose(Seat(session, decision.seat), decision) for _ in range(20)]
    assert asked and chosen.count(liked) >= len(asked)


def test_a_verb_put_off_is_chosen_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    session, rare = game(), RareBot(1)
    decision = session.decision
    assert decision is not None
    verbs = sorted(decision.options.by_verb())
    monkeypatch.setattr(TOY, "leaning", Leaning({verbs[0]: 9}, lambda seat, groups, random: None))
    taken = [rare.choose(Seat(session, decision.seat), decision).verb for _ in range(60)]
    assert 0 < taken.count(verbs[0]) < 60 / len(verbs) / 2
