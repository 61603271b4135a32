"""Zoom and place are kept with the game; a file dropped on the window is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.board.zooming import ZoomView
from app.play.players import NewGame
from app.window.main_window import MainWindow
from app.window.table_host import MOST

FIRST = NewGame("company_scale", "first-light", 5)
LEFT = Qt.MouseButton.LeftButton


def view(window: MainWindow) -> ZoomView:
    middle = window.playmat.middle
    assert isinstance(middle, ZoomView)
    return middle


def looked_at(window: MainWindow) -> tuple[float, float, float]:
    at = view(window).visible.center()
    return round(view(window).scale_now, 3), round(at.x(), -1), round(at.y(), -1)


def look_closer(window: MainWindow) -> None:
    for _ in range(4):
        QTest.keyClick(view(window), Qt.Key.Key_Plus)
    view(window).centre(QPointF(600, 500))


def test_a_game_opens_where_it_was_looked_at(window: MainWindow, open_window: Callable[[], MainWindow]) -> None:
    assert window.new_game(FIRST)
    game = Path(window.settings.get("on_table"))
    look_closer(window)
    before = looked_at(window)
    assert window.new_game(NewGame("company_scale", "the-feint", 5)) and looked_at(window) != before
    assert window.open_game(game)
    assert looked_at(window) == before
    window.close()
    again = open_window()
    again.resize(window.size())
    again.show()
    QApplication.processEvents()
    assert again.open_game(game)
    assert looked_at(again) == before


def test_a_game_looked_at_whole_opens_so_and_very_old_ones_are_forgotten(window: MainWindow) -> None:
    window.settings.set("places", {f"old {n}": [1.0, 0, 0] for n in range(MOST)})
    assert window.new_game(FIRST)
    game = window.settings.get("on_table")
    look_closer(window)
    window.places.keep()
    kept = window.settings.get("places")
    assert len(kept) == MOST and game in kept and "old 0" not in kept
    QTest.keyClick(view(window), Qt.Key.Key_0)
    window.places.keep()
    window.put(window.session)
    assert view(window).fitted


@pytest.mark.parametrize("nonsense", [[1], "left", [1, 2, "x"], None])
def test_a_broken_place_is_no_place(window: MainWindow, nonsense: object) -> None:
    assert window.new_game(FIRST)
    game = window.settings.get("on_table")
    before = looked_at(window)
    window.settings.set("places", {game: nonsense})
    window.places.begin(game)
    assert looked_at(window) == before


def drop(window: MainWindow, *paths: Path) -> bool:
    """Drop files on the window; return whether they were let in."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), copy, data, LEFT, none)
    enter.ignore()
    QApplication.sendEvent(window, enter)
    if not enter.isAccepted():
        return False
    QApplication.sendEvent(window, QDropEvent(QPointF(50, 50), copy, data, LEFT, none))
    return True


def test_a_game_dropped_on_the_window_is_opened(window: MainWindow, tmp_path: Path) -> None:
    assert window.new_game(FIRST)
    saved = tmp_path / "saved.chitpull"
    window.files.copy(window.session, saved)  # type: ignore[arg-type]
    assert window.new_game(NewGame("company_scale", "the-feint", 5))
    assert drop(window, saved)
    assert window.game.seat.scenario.id == "first-light"


def test_what_is_no_game_says_so_and_leaves_the_table_alone(window: MainWindow, tmp_path: Path) -> None:
    told: list[str] = []
    window.services.tell = lambda title, words: told.append(words)
    assert window.new_game(FIRST)
    (tmp_path / "letter.txt").write_text("Dear Sir")
    assert drop(window, tmp_path / "letter.txt")
    assert len(told) == 1 and "letter.txt" in told[0]
    assert not drop(window, tmp_path / "letter.txt", tmp_path / "letter.txt") and not drop(window, tmp_path)
    assert window.game.seat.scenario.id == "first-light"
