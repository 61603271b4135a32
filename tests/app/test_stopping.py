"""Stopping the process that really thinks, at a level that plays its plans out in its head first."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.play.players import NewGame, Players
from app.window.main_window import MainWindow
from rules.company_scale.bot.chits import RACED
from rules.engine.evaluator import Manner
from rules.engine.history import NATURE
from rules.opponent.levels import LEVELS
from rules.opponent.planner import SAME, PlanningProgress, Thought
from rules.systems import systems
from tests.app.helpers.against import LEFT, until

LEVEL = "slowest-general"
ROLLOUTS = round(LEVELS[LEVEL].rollouts * RACED.share)


def made(progress: PlanningProgress | None) -> int:
    """Return how many rollouts have been made."""
    return round(progress.share * ROLLOUTS) if progress is not None else 0


def test_stop_plays_the_best_so_far_and_the_process_lives_on(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(systems()["company_scale"].evaluator), "levels", (LEVEL,))
    players = Players(dict.fromkeys(("german", "allied"), Manner(LEVEL)))
    assert window.new_game(NewGame("company_scale", "first-light", 7, players=players))
    opponent, stop = window.players.opponent, window.prompt.staff.buttons["stop"]
    thoughts: list[Thought] = []
    opponent.played.connect(lambda thought, _: thoughts.append(thought))

    def is_far_on() -> bool:
        """Tell whether plans are left that differ from the usual one: then all rollouts are made if nobody stops."""
        progress = opponent.progress
        return progress is not None and made(progress) > SAME * progress.plans and stop.isVisible()

    until(qtbot, is_far_on)
    process, seq, before = opponent.worker._process, window.session.seq, made(opponent.progress)
    assert len(thoughts) == sum(entry.seat != NATURE for entry in window.session.log)
    QTest.mouseClick(stop, LEFT)
    until(qtbot, lambda: window.session.seq > seq)
    thought = next(thought for thought in thoughts if thought.seq == seq)
    assert before <= sum(plan.samples for plan in thought.plans) < ROLLOUTS
    assert window.session.log[seq].seat == thought.seat
    assert opponent.worker._process is process and not opponent.worker._stopped
