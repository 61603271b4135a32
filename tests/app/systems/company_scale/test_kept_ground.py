"""The ground of a picture: kept, the same as painted, and painted again where counters make its names move."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import theme
from app.board.tiles import TiledItem
from app.play.players import NewGame
from app.systems.company_scale.board import laying
from app.systems.company_scale.board.ground.ground import CODE
from app.systems.company_scale.board.ground.scenery import LAYERS
from app.systems.company_scale.board.laying import draw
from app.systems.company_scale.playmat import CompanyScaleTable
from app.window.main_window import MainWindow
from rules.company_scale.system import SYSTEM
from rules.engine.folders import PACKAGE_ROOT
from rules.engine.nature import SeededNature
from rules.engine.seat import Seat
from rules.engine.session import Session

SIZE = QSize(500, 400)
BY_VALUE = {"app.systems.company_scale.board.stacks", "app.systems.company_scale.sides", "app.kept_pictures"}
"""What the first two give is part of what a picture is known by, and the last one keeps it."""


@pytest.fixture
def is_prepared() -> bool:
    return False


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path))


def seat(scenario: str = "first-light") -> Seat:
    return Seat(Session.new(SYSTEM, SYSTEM.load(scenario), nature=SeededNature(1), source=scenario))


def test_the_second_picture_is_the_first_and_paints_no_ground(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = draw(seat(), SIZE)
    monkeypatch.setattr(laying, "paint_sheet", lambda *_: pytest.fail("painted again"))
    assert first is not None and draw(seat(), SIZE) == first


def test_another_size_scale_or_position_of_counters_is_painted_anew(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []
    paint = laying.paint_sheet
    monkeypatch.setattr(laying, "paint_sheet", lambda *given: (painted.append("once"), paint(*given))[1])
    looked = seat()
    for size, zoom in ((SIZE, 0.0), (SIZE, 0.5), (QSize(501, 400), 0.0)):
        draw(looked, size, zoom)
    assert len(painted) == 3
    ground = laying.ground_of(looked.scenario)
    assert ground is not None
    ground.yield_to({})
    bare = ground.look()
    ground.yield_to({next(iter(looked.scenario.map.hexes)): 1})
    assert ground.look() != bare


def opened(open_window: Callable[[], MainWindow], qtbot: QtBot) -> MainWindow:
    """Return a window with First Light, drawn."""
    window = open_window()
    with qtbot.waitExposed(window):
        window.show()
    window.new_game(NewGame("company_scale", "first-light", seed=3))
    qtbot.waitUntil(lambda: window.is_settled)
    return window


def moved(window: MainWindow, qtbot: QtBot) -> QImage:
    """Let names make way for counters elsewhere, and return what the board shows then."""
    assert isinstance(window.playmat, CompanyScaleTable) and window.playmat.ground is not None
    at = sorted(window.playmat.ground.map.hexes)
    window.playmat.ground.yield_to(dict.fromkeys(at[::9], 2))
    window.playmat.middle.grab()  # asks for what has changed
    qtbot.waitUntil(lambda: window.is_settled)
    return window.playmat.middle.grab().toImage()


def test_a_window_takes_its_ground_from_the_cache_and_names_move_as_ever(
    open_window: Callable[[], MainWindow], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved(opened(open_window, qtbot), qtbot)  # Qt smooths letters a little otherwise the first time
    first = opened(open_window, qtbot)
    assert first.playmat is not None
    start, later = first.playmat.middle.grab().toImage(), moved(first, qtbot)
    with monkeypatch.context() as forbidden:
        forbidden.setattr(TiledItem, "_image", lambda *_: pytest.fail("drawn again"))
        second = opened(open_window, qtbot)
        assert second.playmat is not None and second.playmat.middle.grab().toImage() == start
    assert start != later == moved(second, qtbot)


def test_what_is_mended_where_names_move_is_as_if_drawn_from_nothing(
    open_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = opened(open_window, qtbot)
    assert isinstance(window.playmat, CompanyScaleTable) and window.playmat.ground is not None
    ground, middle = window.playmat.ground, window.playmat.middle
    at = sorted(ground.map.hexes)
    for step in (5, 7, 11):
        ground.yield_to(dict.fromkeys(at[step::step], 1))
        middle.grab()  # asks for what has changed
        qtbot.waitUntil(lambda: window.is_settled)
        mended = middle.grab().toImage()
        ground.set_theme(theme.current())
        middle.grab()
        qtbot.waitUntil(lambda: window.is_settled)
        assert middle.grab().toImage() == mended


def test_the_layers_are_laid_out_one_by_one_and_the_names_last(qapp: QApplication) -> None:
    ground = laying.ground_of(seat().scenario)
    assert ground is not None
    steps = 1
    while ground.lay_out_some():
        steps += 1
    assert steps >= len(LAYERS) and all(name in ground.scenery.__dict__ for name in LAYERS)
    assert "labels" in ground.__dict__ and not ground.lay_out_some()


def test_what_paints_the_ground_lies_in_the_folders_that_it_is_known_by() -> None:
    named = {
        name
        for module in CODE[0].glob("*.py")
        for name in re.findall(r"^\s*from (app\.[\w.]+) import", module.read_text(encoding="utf-8"), re.MULTILINE)
    }
    for name in named - BY_VALUE - {"app.systems.company_scale.board.ground"}:
        place = PACKAGE_ROOT / name.replace(".", "/")
        assert place in CODE or place.parent in CODE, name
