"""Pages read beside the game: they lie where they hide nothing that is marked, and stay where they are put."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QSize
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.play.players import NewGame
from app.window.main_window import MainWindow
from app.window.thoughts import free_corner, show_beside

ROOM, PAGE = QRect(100, 100, 900, 600), QSize(300, 250)


def test_the_corner_is_one_that_hides_no_mark() -> None:
    lower_right, lower_left = QRect(900, 600, 40, 40), QRect(150, 600, 40, 40)
    assert free_corner(ROOM, PAGE, []) == QPoint(693, 443)
    assert free_corner(ROOM, PAGE, [lower_right]) == QPoint(106, 443)
    assert free_corner(ROOM, PAGE, [lower_right, lower_left]) == QPoint(693, 106)


def test_of_corners_that_hide_no_mark_it_is_the_one_with_the_fewest_pieces() -> None:
    lower_left = QRect(150, 600, 40, 40)
    pieces = [QPoint(x, y) for x, y in ((900, 600), (150, 150), (160, 150), (900, 150), (900, 160))]
    assert free_corner(ROOM, PAGE, [lower_left], pieces) == QPoint(693, 443)
    assert free_corner(ROOM, PAGE, [], pieces) == QPoint(106, 443)


def test_where_every_corner_hides_something_it_is_the_least() -> None:
    marks = [QRect(x, y, 40, 40) for x in (150, 900) for y in (150, 600)]
    assert free_corner(ROOM, PAGE, [*marks, QRect(800, 600, 40, 40)]) == QPoint(106, 443)


def test_a_page_gives_way_to_a_mark_and_otherwise_stays(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 7))
    page = QLabel("Suggestion", window)
    page.setWindowFlag(page.windowFlags().Tool)
    page.resize(PAGE)
    show_beside(page, window.host.middle, window.pages)
    view = window.playmat.board.view
    board = QRect(view.mapToGlobal(QPoint()), view.size())
    assert board.contains(page.frameGeometry())
    page.move(board.topLeft() + QPoint(200, 150))
    moved = page.frameGeometry()
    show_beside(page, window.host.middle, window.pages)
    assert page.frameGeometry() == moved
    view.show_pointed([view.mapToScene(view.viewport().mapFromGlobal(moved.center()))])
    show_beside(page, window.host.middle, window.pages)
    marked = view.mapToGlobal(view.mapFromScene(view.pointed[0].pos()))
    assert not page.frameGeometry().contains(marked) and board.contains(page.frameGeometry())
    page.close()


def test_a_mark_out_of_view_is_brought_into_view(window: MainWindow) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 7))
    view, page = window.playmat.board.view, QLabel("Why?", window)
    view.zoom_by(6.0, at_once=True)
    far = view.board.bottomRight() - QPointF(300, 300)
    view.centre(view.board.topLeft())
    assert not view.visible.contains(far)
    view.show_pointed([far])
    show_beside(page, window.host.middle, window.pages)
    assert view.visible.contains(far)
    page.close()
