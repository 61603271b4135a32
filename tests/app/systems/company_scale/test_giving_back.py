"""A game that is put away leaves nothing behind."""

from __future__ import annotations

import weakref
from collections.abc import Callable

from pytestqt.qtbot import QtBot

from app.play.players import NewGame
from app.systems.company_scale.playmat import CompanyScaleTable
from app.window.main_window import MainWindow
from rules.engine.memory import collect_later


def test_the_map_of_a_game_that_is_put_away_is_given_up(open_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_window()
    window.new_game(NewGame("company_scale", "first-light", seed=3))
    assert isinstance(window.playmat, CompanyScaleTable) and window.playmat.ground is not None
    before = weakref.ref(window.playmat.ground)
    with collect_later():
        window.new_game(NewGame("company_scale", "first-light", seed=4))
        qtbot.waitUntil(lambda: before() is None)
