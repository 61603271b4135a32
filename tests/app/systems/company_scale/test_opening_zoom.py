"""A game opens where its first units stand, large enough to read; the whole map is a key away."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.board.hexes import center
from app.play.players import NewGame
from app.systems.company_scale.playmat import OPENING_ZOOM, CompanyScaleTable
from app.systems.company_scale.questions import question
from app.window.main_window import MainWindow


def opened(window: MainWindow, scenario: str) -> CompanyScaleTable:
    window.new_game(NewGame("company_scale", scenario, seed=3))
    assert isinstance(window.playmat, CompanyScaleTable)
    return window.playmat


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 720)])
@pytest.mark.parametrize("scenario", ["first-light", "rolins-night", "montelimar-campaign"])
def test_a_game_opens_at_the_units_of_the_side_that_decides(
    window: MainWindow, scenario: str, size: tuple[int, int]
) -> None:
    window.resize(*size)
    mat = opened(window, scenario)
    view, decision = mat.board.view, window.game.decision
    assert view.scale_now == pytest.approx(OPENING_ZOOM) and decision is not None
    where = mat.board.position.where
    own = [u.id for u in window.game.view.units if u.side == decision.seat and u.id in where]
    seen = [unit for unit in own if view.visible.contains(center(where[unit]))]
    assert len(seen) >= min(len(own), 5)


def test_all_of_a_force_that_has_room_in_the_window_is_in_view(window: MainWindow) -> None:
    window.resize(1600, 1000)
    mat = opened(window, "first-light")
    where, visible = mat.board.position.where, mat.board.view.visible.adjusted(40, 40, -40, -40)
    own = [unit.id for unit in window.game.view.units if unit.side == "german" and unit.id in where]
    assert len(own) == 14 and all(visible.contains(center(where[unit])) for unit in own)


def test_the_whole_map_is_a_key_away(window: MainWindow) -> None:
    view = opened(window, "first-light").board.view
    assert not view.visible.contains(view.board)
    QTest.keyClick(window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert view.visible.contains(view.board) and view.fitted


@pytest.mark.parametrize("scenario", ["first-light", "montelimar-campaign"])
def test_what_to_do_is_not_cut_in_a_small_window(window: MainWindow, scenario: str) -> None:
    window.resize(1280, 720)
    opened(window, scenario)
    window.show()
    QApplication.processEvents()
    hint, decision = window.prompt.hint, window.game.decision
    assert decision is not None
    todo = question(decision.kind).hint
    said, cut, _ = hint.text().partition(todo)
    assert cut and hint.fontMetrics().horizontalAdvance(said + todo) <= hint.width()
