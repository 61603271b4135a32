"""Bots are made by name; the bot of rare commands leans as its system says."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from rules.engine.command import Command
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.testing import bots
from rules.testing.bots import RandomBot, RareBot, bots_for, register_bot
from rules.testing.gear import KNOWN, CoverageBias, Gear
from tests.rules.engine.helpers.toy_system import TOY


def game() -> Session:
    return Session.new(TOY, TOY.load("duel"), seed=1)


def test_bots_are_found_by_the_first_word_of_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_BOTS", dict(bots._BOTS))
    made: list[tuple[str, int]] = []

    def make(name: str, seed: int) -> RandomBot:
        made.append((name, seed))
        return RandomBot(seed)

    register_bot("toy", make)
    bots_for(TOY.seats, ["toy:bold"], 3)
    assert made == [("toy:bold", 303 + place) for place in range(len(TOY.seats))]
    with pytest.raises(LookupError, match=r'Unknown bot "bold"\. Known: .*random, rare, .*toy'):
        bots_for(TOY.seats, ["bold"], 3)


def test_the_bot_of_rare_commands_leans_as_the_system_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def prefer(seat: Seat, groups: Mapping[str, list[Command]], random: Random) -> Command | None:
        asked.append(sorted(groups))
        return next(iter(groups.values()))[-1]

    monkeypatch.setitem(KNOWN, TOY.id, Gear(CoverageBias({}, prefer)))
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
    monkeypatch.setitem(KNOWN, TOY.id, Gear(CoverageBias({verbs[0]: 9}, lambda seat, groups, random: None)))
    taken = [rare.choose(Seat(session, decision.seat), decision).verb for _ in range(60)]
    assert 0 < taken.count(verbs[0]) < 60 / len(verbs) / 2
