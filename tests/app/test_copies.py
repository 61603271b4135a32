"""A friend sends a game back: it goes on from one's own copy, is older than it, or both have played on."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.dialogs.copies import AT_A_HOST, CopiesDialog, words_of
from app.play.copies import Copies
from app.play.players import NewGame
from app.window.games import HONOR
from app.window.main_window import MainWindow
from rules.engine.history import NATURE
from rules.engine.record import save_as
from tests.app.play.test_copies import order

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def sent(window: MainWindow, tmp_path: Path) -> Path:
    """Return a copy of the game on the table, which has two orders."""
    assert window.new_game(NewGame("company_scale", "first-light", 5))
    assert window.session is not None
    order(window.session, 2)
    window.refresh()
    path = tmp_path / "from Ben.chitpull"
    window.files.copy(window.session, path)
    return path


def his_orders(window: MainWindow, path: Path, count: int) -> None:
    """Let him give orders in his copy."""
    session = window.files.look(path)
    order(session, count, which=-1)
    save_as(session, path, seals=True)


def said(window: MainWindow) -> str:
    return window.notice.message


def test_a_copy_like_ones_own_changes_nothing(window: MainWindow, sent: Path) -> None:
    before = window.session
    assert window.open_game(sent) and window.session is before and "on the table already" in said(window)
    kept = sorted(window.files.folder.glob("*.chitpull"))
    window.show_start()
    window.files.clear_table()
    assert window.open_game(sent) and sorted(window.files.folder.glob("*.chitpull")) == kept


def test_a_file_that_goes_on_is_opened_and_the_new_orders_counted(window: MainWindow, sent: Path) -> None:
    his_orders(window, sent, 3)
    assert window.open_game(sent)
    assert window.session is not None and len(window.session.log) >= 5 and "3 orders new" in said(window)
    assert HONOR in said(window), "and what can be done about the dice"


def answered(window: MainWindow, path: Path, button: str) -> list[str]:
    """Open a file and press a button of the question that is asked; return what the question said."""
    texts: list[str] = []

    def press() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, CopiesDialog)
        texts.extend(label.text() for label in dialog.findChildren(QLabel))
        QTest.mouseClick(getattr(dialog, button), LEFT)

    window.choosing.ask = window.choosing._ask
    QTimer.singleShot(0, press)
    window.open_game(path)
    return texts


def orders_in(window: MainWindow) -> int:
    assert window.session is not None
    return sum(entry.seat != NATURE for entry in window.session.log)


@pytest.mark.parametrize(("button", "orders"), [("own", 3), ("file", 2), ("cancel", 3)])
def test_an_older_file_is_shown_beside_ones_own_copy(window: MainWindow, sent: Path, button: str, orders: int) -> None:
    assert window.session is not None
    order(window.session, 1)
    texts = answered(window, sent, button)
    assert "goes on for 1 more order" in texts[0] and {"Your copy", "This file", "from Ben"} <= set(texts)
    assert "3 orders, the last 1 only here" in texts and "2 orders" in texts
    assert sum("to decide" in text for text in texts) == 2
    assert orders_in(window) == orders
    assert (window.saving.offered == sent) == (button == "file"), "his copy is not offered to be written over"


@pytest.mark.parametrize(("button", "orders"), [("own", 3), ("file", 4)])
def test_two_continuations_stand_side_by_side_and_neither_is_lost(
    window: MainWindow, sent: Path, button: str, orders: int
) -> None:
    assert window.session is not None
    his_orders(window, sent, 2)
    order(window.session, 1)
    own = set(window.files.folder.glob("*.chitpull"))
    texts = answered(window, sent, button)
    assert "part after 2 orders" in texts[0] and orders_in(window) == orders
    assert own <= set(window.files.folder.glob("*.chitpull")) and sent.exists()


def test_a_game_that_waits_for_a_die_is_not_over(window: MainWindow, tmp_path: Path) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 5, True)) and window.session is not None
    for _ in range(50):
        if window.session.decision is not None:
            order(window.session, 1, which=-1)
    path = tmp_path / "dice.chitpull"
    window.files.copy(window.session, path)
    assert window.session.decision is None and "a die to be rolled" in window.choosing._stands(path)


def test_words_of_two_copies() -> None:
    own, file = Path("a"), Path("b")
    assert "goes on for 1 more order." in words_of(Copies(own, file, 4, 1, 0, False, True))
    assert "part after 4 orders." in words_of(Copies(own, file, 4, 1, 2, False, False))
    assert "part after 4 orders, where chance answered otherwise." in words_of(Copies(own, file, 4, 0, 2, False, False))
    assert AT_A_HOST in words_of(Copies(own, file, 4, 1, 2, False, False, True))
    assert AT_A_HOST not in words_of(Copies(own, file, 4, 1, 2, False, False))
    assert "differ from the first order on" in words_of(Copies(own, file, 0, 1, 2, False, False))
