"""Overview, loupe, hidden counters and full screen, by mouse and keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.board.hexes import center
from app.board.overview import EDGE, Overview
from app.board.view import BoardView
from app.play.players import NewGame
from app.systems.command_cards.board.geometry import center as card_center
from app.window.main_window import MainWindow
from rules.engine.system import register
from tests.rules.engine.helpers.toy_system import TOY

FIRST_LIGHT, ATTACK = NewGame("company_scale", "first-light", 7), NewGame("command_cards", "last-attack", 7)
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(window: MainWindow) -> BoardView:
    """Return the view of First Light, zoomed in."""
    play(window, FIRST_LIGHT)
    view = window.playmat.board.view
    view.set_zoom(2.0)
    return view


def play(window: MainWindow, game: NewGame) -> None:
    window.resize(1400, 900)
    assert window.new_game(game)
    if window.game.awaited:
        window.open_curtain()


def overview(window: MainWindow) -> Overview:
    """Switch the overview on by its key."""
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_F10)
    assert window.looking.overview is not None and window.looking.overview.isVisible()
    return window.looking.overview


def inside(small: Overview, point: QPointF) -> QPoint:
    """Return where a scene point lies on the small map."""
    board = small.view.board
    scale = (small.width() - 2 * EDGE) / board.width()
    return QPoint(EDGE + round((point.x() - board.x()) * scale), EDGE + round((point.y() - board.y()) * scale))


def middle(view: BoardView) -> QPointF:
    return view.to_scene(QPointF(view.viewport().rect().center()))


def near(a: QPointF, b: QPointF) -> bool:
    return (a - b).manhattanLength() < 40


Pictures = Callable[[], QImage]


@pytest.fixture
def picture(window: MainWindow, qtbot: QtBot) -> Pictures:
    """Return a maker of pictures of the board, its map drawn to the end."""

    def taken() -> QImage:
        window.playmat.middle.grab()
        qtbot.waitUntil(lambda: window.is_settled)
        return window.playmat.middle.grab().toImage()

    return taken


# --- the overview ----------------------------------------------------------------------------------------------------


def test_a_press_and_a_drag_on_the_overview_move_the_view(window: MainWindow, view: BoardView) -> None:
    small = overview(window)
    QTest.mouseClick(small, LEFT, pos=inside(small, center(1645)))
    assert near(middle(view), center(1645))
    QTest.mousePress(small, LEFT, pos=inside(small, center(1645)))
    QTest.mouseMove(small, inside(small, center(2445)))
    QTest.mouseRelease(small, LEFT, pos=inside(small, center(2445)))
    assert near(middle(view), center(2445)) and not window.playmat.board.selection


def test_its_frame_is_what_the_view_shows(window: MainWindow, view: BoardView) -> None:
    small = overview(window)
    view.centre(center(2043))
    assert (small.frame.center().toPoint() - inside(small, middle(view))).manhattanLength() <= 2
    wide = small.frame.width()
    view.set_zoom(4.0)
    assert small.frame.width() == pytest.approx(wide / 2, abs=1)


def test_the_ground_is_drawn_once_and_counters_follow_the_game(
    window: MainWindow, view: BoardView, monkeypatch
) -> None:
    drawn: list[int] = []
    ground = view.contents.ground
    monkeypatch.setattr(view.contents, "ground", lambda size: drawn.append(1) or ground(size))
    small = overview(window)
    view.centre(center(1645))
    window.looking.refresh()
    assert len(drawn) == 1
    before = small.grab().toImage()
    monkeypatch.setattr(view.contents, "dots", lambda: ())
    window.looking.refresh()
    assert len(drawn) == 1 and small.grab().toImage() != before
    window.look.set_theme("dark")
    window.looking.refresh()
    assert len(drawn) == 2


def test_it_keeps_to_its_corner_and_is_remembered(window: MainWindow, view: BoardView) -> None:
    small = overview(window)
    corner = view.viewport().rect().topRight() - small.geometry().topRight()
    window.resize(1200, 800)
    QApplication.processEvents()
    assert view.viewport().rect().topRight() - small.geometry().topRight() == corner
    assert window.actions_["overview"].isChecked() and window.settings.get("overview") is True
    play(window, ATTACK)
    assert window.looking.overview.isVisible() and window.looking.overview.view is window.playmat.middle
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_F10)
    assert not window.looking.overview.isVisible() and window.settings.get("overview") is False


def test_a_system_without_a_board_has_no_overview(window: MainWindow) -> None:
    register(TOY)
    play(window, NewGame("toy", "duel", 3))
    assert not window.actions_["overview"].isEnabled() and window.looking.overview is None
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_F12)
    assert window.looking.held == ""


def test_striking_the_anvil_has_an_overview_a_loupe_and_a_bare_map(window: MainWindow, picture: Pictures) -> None:
    play(window, NewGame("striking_anvil", "anvil-historical", 7))
    small, view, sheet = overview(window), window.playmat.board.view, window.playmat.board.scene.sheet
    view.set_zoom(1.5)
    QTest.mouseClick(small, LEFT, pos=inside(small, sheet.center("16")))
    assert near(middle(view), sheet.center("16"))
    stacks = window.playmat.board.scene.stacks
    at = stacks.lying(stacks.stack("02", "german"))[0].at
    view.centre(at)
    QTest.mouseMove(view.viewport(), view.mapFromScene(at))
    before = picture()
    QTest.keyPress(view, Qt.Key.Key_F12)
    assert len(window.looking.loupe.shown) == 2 and all(one.lines for one in window.looking.loupe.shown)
    QTest.keyRelease(view, Qt.Key.Key_F12)
    QTest.keyPress(view, Qt.Key.Key_Backspace)
    assert picture() != before
    QTest.keyRelease(view, Qt.Key.Key_Backspace)
    assert picture() == before


# --- keys that are held ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "place"), [(FIRST_LIGHT, center(2445)), (ATTACK, card_center("C5"))])
def test_counters_are_gone_while_backspace_is_held(
    window: MainWindow, game: NewGame, place: QPointF, picture: Pictures
) -> None:
    play(window, game)
    view = window.playmat.board.view
    view.centre(place)
    before = picture()
    QTest.keyPress(view, Qt.Key.Key_Backspace)
    at = view.mapFromScene(place)
    assert picture().copy(at.x() - 15, at.y() - 8, 30, 30) != before.copy(at.x() - 15, at.y() - 8, 30, 30)
    QTest.keyRelease(view, Qt.Key.Key_Backspace)
    assert picture() == before


def test_they_come_back_when_the_window_is_left(window: MainWindow, view: BoardView, picture: Pictures) -> None:
    before = picture()
    QTest.keyPress(view, Qt.Key.Key_Backspace)
    assert picture() != before
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowDeactivate))
    assert picture() == before and window.looking.held == ""


def test_the_loupe_follows_the_pointer_from_counter_to_counter(window: MainWindow, view: BoardView) -> None:
    view.fit()
    QTest.mouseMove(view.viewport(), view.mapFromScene(center(2445)))
    QTest.keyPress(view, Qt.Key.Key_F12)
    loupe = window.looking.loupe
    assert loupe.isVisible() and [one.name for one in loupe.shown] == ["Troop B, 117th Cavalry"]
    assert any("Fire 3" in line for line in loupe.shown[0].lines)
    assert not loupe.geometry().contains(view.mapFromScene(center(2445)))
    QTest.mouseMove(view.viewport(), view.mapFromScene(center(1843)))
    assert [one.name for one in loupe.shown] == ["Company E, 143rd Infantry", "Heavy machine guns, Company H, 143rd"]
    QTest.mouseMove(view.viewport(), view.mapFromScene(center(2250)))
    assert not loupe.isVisible()
    QTest.keyRelease(view, Qt.Key.Key_F12)
    QTest.mouseMove(view.viewport(), view.mapFromScene(center(1843)))
    assert not loupe.isVisible()


def test_the_loupe_stays_inside_the_board(window: MainWindow, view: BoardView) -> None:
    for at in (1339, 1348, 2539):
        view.fit()
        QTest.mouseMove(view.viewport(), view.mapFromScene(center(at)))
        QTest.keyPress(view, Qt.Key.Key_F12)
        assert not window.looking.loupe.isVisible() or view.rect().contains(window.looking.loupe.geometry())
        QTest.keyRelease(view, Qt.Key.Key_F12)


def test_the_loupe_tells_the_values_of_battle_cards(window: MainWindow) -> None:
    play(window, ATTACK)
    view = window.playmat.board.view
    QTest.mouseMove(view.viewport(), view.mapFromScene(card_center("A5")))
    QTest.keyPress(view, Qt.Key.Key_F12)
    (tanks,) = window.looking.loupe.shown
    assert tanks.name == "Armor" and "Dice by distance: 3, 3, 3" in tanks.lines
    QTest.keyRelease(view, Qt.Key.Key_F12)


def test_backspace_in_a_field_of_words_is_a_letter(window: MainWindow, view: BoardView, picture: Pictures) -> None:
    before = picture()
    window.finding.find()
    QTest.keyClicks(window.finding.panel.field, "ab")
    QTest.keyPress(window.finding.panel.field, Qt.Key.Key_Backspace)
    assert window.finding.panel.field.text() == "a" and window.looking.held == ""
    QTest.keyClick(window.finding.panel.field, Qt.Key.Key_Escape)
    assert picture() == before


# --- the screen ------------------------------------------------------------------------------------------------------


def test_f11_fills_the_screen_and_gives_it_back(window: MainWindow, view: BoardView) -> None:
    QTest.keyClick(view, Qt.Key.Key_F11)
    assert window.isFullScreen() and view.isVisible()
    QTest.keyClick(view, Qt.Key.Key_F11)
    assert not window.isFullScreen()
