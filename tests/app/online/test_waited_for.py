"""One line tells who is asked, what, since when and whether he is here, in the game of every system."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.online.messages import ClockNow
from rules.engine.seat import Seat
from tests.app.online.helpers.host_process import FIRST, HostProcess
from tests.app.online.test_hints import asked_of
from tests.app.online.test_window import Player, play, sit_down, together


@pytest.fixture
def players(tmp_path: Path, qtbot: QtBot) -> list[Player]:
    """Two players with a home each."""
    return [Player(tmp_path / name, qtbot) for name in ("alice", "bob")]


@pytest.mark.parametrize("system", FIRST)
def test_whoever_waits_reads_who_is_asked_what_since_when_and_whether_he_is_here(
    system: str, players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, system, qtbot)
    for _ in range(4):
        play(players, 3, qtbot)
        together(players, qtbot)
        asked = asked_of(players)
        (waits,) = (player for player in players if player is not asked)
        session = waits.window.session
        assert session is not None
        decision = Seat(session, waits.seat).decision
        prompt = waits.window.prompt
        assert prompt.words.text() == f"Waiting for the {waits.window.game.side(asked.seat).name} player."
        assert prompt.hint.text().startswith("at the table")
        question = f"“{decision.prompt}”" if decision is not None else ""
        assert prompt.hint.text().endswith(question) and ("“" in prompt.hint.text()) is bool(question)
        assert asked.window.prompt.words.text() == asked.window.game.decision.prompt  # type: ignore[union-attr]
    far = waits.window.online.far
    assert far is not None
    far.clock = ClockNow(asked.seat, 7300, False)
    asked.window.close()
    qtbot.waitUntil(lambda: prompt.hint.text().startswith("away, asked for 2 h 1 min"), timeout=20_000)
