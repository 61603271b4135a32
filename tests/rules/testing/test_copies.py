"""The contract holds copies of a game elsewhere against the game, and finds what makes them differ."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.engine.record import RecordWriter
from rules.engine.record_form import whole
from rules.engine.session import Session
from rules.engine.steps import steps_of
from rules.systems import systems
from rules.testing.bots import bots_for, play_out
from rules.testing.copies import FollowedGame, unlike
from tests.rules.engine.helpers.toy_cards import CARDS
from tests.rules.engine.helpers.toy_system import TOY

NAMES = sorted({*systems(), TOY.id, CARDS.id})


def played(name: str, seed: int = 3) -> Session:
    """Return the first 150 decisions of a system's first scenario."""
    system = systems()[name]
    source = system.scenarios()[0].id
    session = Session.new(system, system.load(source), seed=seed, source=source)
    play_out(session, bots_for(system.seats, ["random"], seed), 150)
    return session


@pytest.mark.parametrize("name", NAMES)
def test_copies_follow_a_game_with_undo_and_ways_back(name: str, tmp_path: Path) -> None:
    session, random = played(name), Random(1)
    game = FollowedGame(session, tmp_path)
    steps = [one.step for one in steps_of(whole(session, {}))]
    assert [*game.play(steps, random), *game.end(session)] == []
    told = [one.step for one in game.host.steps.told]
    assert {step.agreed for step in told if step.back is not None} == {True, False} and len(told) > len(steps)
    assert len(game.adopted) == (len(session.system.seats) + 1 if session.system.hides else 0)


def test_a_game_that_begins_otherwise_elsewhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    session, start, number = played("cards"), CARDS.start, count()

    def other(scenario: Any) -> Any:
        made = start(scenario)
        return replace(made, figures={**made.figures, "red": made.figures["red"] + next(number)})

    monkeypatch.setattr(CARDS, "start", other)
    assert "the copy has another position" in list(unlike(session, Random(1)))


def test_a_way_back_that_is_not_recorded_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played("striking_anvil")
    monkeypatch.setattr(RecordWriter, "taken_back", lambda *told, **more: None)
    assert list(unlike(session, Random(1))) == [
        f"the record of {whose} tells other steps than were made" for whose in ("the host", "the copy")
    ]


def test_a_deal_that_is_another_each_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    session, redeal, number = played("cards"), CARDS.redeal_hidden, count()
    monkeypatch.setattr(
        CARDS, "redeal_hidden", lambda scenario, state, seat, seed: redeal(scenario, state, seat, next(number))
    )
    faults = list(unlike(session, Random(1)))
    assert "for red what is sent depends on what the seat cannot see" in faults
    assert "made again from the record, everybody is sent something else" in faults
