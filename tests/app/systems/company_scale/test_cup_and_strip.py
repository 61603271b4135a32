"""The Cup as a tray of chits, and the strip of turn and victory: what they tell, and how they do with little room."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.panels.strip import Stake, TurnBoxes
from app.play.players import NewGame
from app.sides import Side
from app.systems.company_scale.panels.chits import ChitLooks
from app.systems.company_scale.panels.cup import CupPanel, in_play
from app.systems.company_scale.panels.turns import TurnStrip
from app.systems.company_scale.text.names import CompanyScaleNames
from app.window.main_window import MainWindow
from rules.company_scale.records.view import ChitView, CupView
from tests.app.systems.company_scale.helpers.positions import position
from tests.app.systems.company_scale.test_first_lesson import Pupil, to_the_activation


def cup_of(qtbot: QtBot, width: int, **values: Any) -> CupPanel:
    panel = CupPanel()
    qtbot.addWidget(panel)
    panel.resize(width, 80)
    view = position(**values)
    panel.show_view(view, ChitLooks(view), CompanyScaleNames(view))
    panel.show()
    return panel


def test_the_cup_tells_what_may_come(qtbot: QtBot) -> None:
    panel = cup_of(qtbot, 1500)
    assert len(panel.chits.chits) == 4 and (panel.count.text(), panel.chance.text()) == ("4 chits", "1 in 4")
    qtbot.mouseMove(panel.chits, panel.chits.boxes()[2].center().toPoint())
    name = panel.chits.chits[2].name
    assert panel.chits.toolTip().startswith(name) and "1 chance in 4" in panel.chits.toolTip()
    assert "117th Cavalry Squadron" in in_play(position().chit, CompanyScaleNames())
    assert not {chit.name for chit in panel.past.chits} & {str(position().chit.name)}


@pytest.mark.parametrize("width", [1600, 1180, 900])
def test_many_chits_overlap_but_stay_in_the_tray(qtbot: QtBot, width: int) -> None:
    many = tuple(ChitView(f"division:{n}", f"Division {n}", "division", "german") for n in range(24))
    panel = cup_of(qtbot, width, phase="action", cup=CupView(24, many, (), (), ()))
    boxes = panel.chits.boxes()
    assert boxes[0].left() >= 0 and boxes[-1].right() <= panel.chits.width() + 1
    assert panel.handles.geometry().right() < width and panel.chance.text() == "1 in 24"


def test_chits_lie_apart_again_once_the_window_is_larger(window: MainWindow, qtbot: QtBot) -> None:
    pupil = Pupil(window)
    to_the_activation(pupil)
    row = window.playmat.cup.chits
    for theme in ("dark", "light"):
        window.resize(1280, 720)
        qtbot.waitUntil(lambda: row.height() < 60)
        window.look.set_theme(theme)
        QApplication.processEvents()
        window.resize(1600, 1000)
        qtbot.waitUntil(lambda: row.height() > 60)
        qtbot.waitUntil(lambda: all(not a.intersects(b) for a, b in pairwise(row.boxes())))


def test_a_handle_of_the_tray_asks_for_its_division(qtbot: QtBot) -> None:
    panel = cup_of(qtbot, 1500)
    with qtbot.waitSignal(panel.asked) as signal:
        qtbot.mouseClick(panel.handles.buttons[0], Qt.MouseButton.LeftButton)
    assert signal.args == [position().divisions[0].id]


def strip_of(qtbot: QtBot, width: int) -> TurnStrip:
    strip = TurnStrip()
    qtbot.addWidget(strip)
    strip.resize(width, 40)
    strip.show_view(position())
    strip.show()
    return strip


def test_the_strip_tells_turn_points_and_victory_hexes(qtbot: QtBot) -> None:
    strip, view = strip_of(qtbot, 1600), position()
    assert str(view.turn.index) in strip.day.text() and "1944" in strip.day.text()
    assert strip.turns.names[strip.turns.now] == view.turn.name
    shown, named = strip.stakes.pills()
    assert named and len(shown) == len(view.victory.hexes)
    with qtbot.waitSignal(strip.stakes.asked) as signal:
        qtbot.mouseClick(strip.stakes, Qt.MouseButton.LeftButton, pos=shown[0][0].center().toPoint())
    assert signal.args == [f"hex:{view.victory.hexes[0].hex}"]


def test_the_strip_shows_no_figure_without_its_name_and_counts_the_rest(qtbot: QtBot) -> None:
    strip = strip_of(qtbot, 900)
    goals = [Stake("2", f"Hill 29{n}", Side("German")) for n in range(9)]
    strip.stakes.show_stakes(goals)
    QApplication.processEvents()
    shown, named = strip.stakes.pills()
    assert named and 1 <= len(shown) < 9 and strip.stakes.geometry().right() <= 900
    for box, _ in shown:
        assert box.left() >= -0.5 and box.right() <= strip.stakes.width() + 0.5
    with qtbot.waitSignal(strip.stakes.more_asked):
        strip.stakes.show_stakes(goals * 9)
        QApplication.processEvents()
        last = strip.stakes.pills()[0][-1][0].right()
        qtbot.mouseClick(strip.stakes, Qt.MouseButton.LeftButton, pos=QPoint(int(last) + 12, 10))


@pytest.mark.parametrize("now", [0, 3, 40, 86])
def test_of_many_turns_the_strip_shows_eight_around_now(qtbot: QtBot, now: int) -> None:
    boxes = TurnBoxes()
    qtbot.addWidget(boxes)
    boxes.resize(560, 26)
    boxes.show_turns(["0700", "Night 1"] * 43 + ["0900"], now)
    assert len(boxes.shown()) == 8 and now in boxes.shown() and boxes.shown()[-1] < 87
    before, after = boxes.more()
    assert before + 8 + after == 87  # none is left out without a word
    boxes.grab()


@pytest.mark.parametrize("scenario", ["first-light", "montelimar-campaign"])
def test_the_victory_list_is_never_cut(window: MainWindow, scenario: str) -> None:
    assert window.new_game(NewGame("company_scale", scenario, 7))
    QTest.mouseClick(window.playmat.strip.score, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    drawer, panel = window.docks.docks["turn"], window.playmat.turn
    assert drawer.isVisible() and drawer.height() < window.pages.height()
    for label in panel.lines.findChildren(QLabel):
        corner = label.mapTo(drawer, label.rect().bottomRight())
        assert drawer.rect().contains(corner), label.text()
    assert len(window.playmat.strip.stakes.stakes) == len(window.game.view.victory.hexes)
