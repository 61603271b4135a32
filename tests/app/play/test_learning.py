"""A little help for a player who learns."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.dialogs.players import PlayersDialog
from app.play.controller import GameController
from app.play.players import Players
from app.play.seat import LEARNING_KEY, LittleHelp
from app.settings import Settings
from app.systems.base import presentation_of
from rules.engine.seat import seats_of
from rules.engine.session import Session
from rules.systems import find


def test_who_wants_it_is_warned_before_a_likely_mistake_and_may_go_ahead(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system, name = find("drome-banks")
    game, settings = GameController(told_in=presentation_of), Settings(tmp_path / "settings.json")
    session = Session.new(system, system.load(name), seed=3)
    assert session.decision is not None
    seat = seats_of(session)[session.decision.seat]
    game.play(seat)
    game.warning = LittleHelp(settings).warning
    monkeypatch.setattr(type(system.evaluator), "warning", lambda self, position, decision, command: "It is idle.")
    heard, answers = list[str](), iter([False, True])

    def anyway(words: str) -> bool:
        heard.append(words)
        return next(answers)

    game.anyway = anyway
    decision = game.decision
    assert decision is not None
    order, seq = next(iter(decision.options)), game.seq
    settings.set(LEARNING_KEY, True)
    assert not game.submit(order) and game.seq == seq and heard == ["It is idle."]
    assert game.submit(order) and game.seq > seq and len(heard) == 2
    settings.set(LEARNING_KEY, False)
    assert game.warning(seat, decision, order) is None


def test_it_is_chosen_where_players_are(qtbot: QtBot, tmp_path: Path) -> None:
    system, _ = find("drome-banks")
    settings = Settings(tmp_path / "settings.json")
    dialog = PlayersDialog(system, {}, Players(), settings)
    qtbot.addWidget(dialog)
    assert not dialog.help.isChecked()
    dialog.help.setChecked(True)
    dialog.accept()
    assert settings.get(LEARNING_KEY, False) is True
    again = PlayersDialog(system, {}, Players(), settings)
    qtbot.addWidget(again)
    assert again.help.isChecked()
