"""Saving writes where the player said, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from app.play.players import NewGame
from app.window.main_window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier
GAME = NewGame("company_scale", "first-light", 5)


class Chooser:
    """Answers the file dialog, and notes what it offered."""

    def __init__(self, *answers: Path) -> None:
        self.answers = list(answers)
        self.offered: list[Path] = []

    def __call__(self, offered: Path) -> str:
        self.offered.append(offered)
        return str(self.answers.pop(0))


def save(window: MainWindow, *, elsewhere: bool = False) -> None:
    shift = Qt.KeyboardModifier.ShiftModifier if elsewhere else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(window, Qt.Key.Key_S, CONTROL | shift)


def play_on(window: MainWindow) -> None:
    window.order(next(iter(window.game.decision.options)))


def test_save_asks_once_and_then_writes_there(window: MainWindow, tmp_path: Path) -> None:
    chooser = window.saving.choose = Chooser(tmp_path / "mine.chitpull")  # type: ignore[assignment]
    assert window.new_game(GAME)
    save(window)
    before = (tmp_path / "mine.chitpull").read_bytes()
    play_on(window)
    assert (tmp_path / "mine.chitpull").read_bytes() == before  # playing on writes only the game kept by itself
    save(window)
    assert (tmp_path / "mine.chitpull").read_bytes() != before and len(chooser.offered) == 1


def test_save_as_goes_elsewhere_and_the_next_save_follows(window: MainWindow, tmp_path: Path) -> None:
    one, two = tmp_path / "one.chitpull", tmp_path / "two.chitpull"
    chooser = window.saving.choose = Chooser(one, two)  # type: ignore[assignment]
    assert window.new_game(GAME)
    save(window)
    save(window, elsewhere=True)
    assert chooser.offered[1] == one
    before = one.read_bytes()
    play_on(window)
    save(window)
    assert one.read_bytes() == before != two.read_bytes()


def test_open_starts_where_the_last_save_as_went(window: MainWindow, tmp_path: Path) -> None:
    folders = list[Path]()

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QFileDialog)
        folders.append(Path(dialog.directory().absolutePath()))
        dialog.reject()

    def open_() -> None:
        QTimer.singleShot(0, look)
        window.actions_["open"].trigger()

    mine = tmp_path / "Documents" / "mine"
    mine.mkdir(parents=True)
    window.saving.choose = Chooser(mine / "a.chitpull")  # type: ignore[assignment]
    assert window.new_game(GAME)
    open_()
    window.actions_["save_as"].trigger()
    open_()
    window.settings.set("saved_in", "gone")
    open_()
    assert folders == [window.files.folder, mine, window.files.folder]


def test_an_opened_copy_is_offered_but_not_overwritten_unasked(window: MainWindow, tmp_path: Path) -> None:
    copy = tmp_path / "copy.chitpull"
    chooser = window.saving.choose = Chooser(copy, copy)  # type: ignore[assignment]
    assert window.new_game(GAME)
    save(window)
    before = copy.read_bytes()
    assert window.open_game(copy)
    play_on(window)
    assert copy.read_bytes() == before
    save(window)
    assert chooser.offered[1] == copy and copy.read_bytes() != before


def test_another_game_is_not_saved_over_the_last_one(window: MainWindow, tmp_path: Path) -> None:
    first, second = tmp_path / "first.chitpull", tmp_path / "second.chitpull"
    window.saving.choose = Chooser(first, second)  # type: ignore[assignment]
    assert window.new_game(GAME)
    save(window)
    before = first.read_bytes()
    assert window.new_game(GAME)
    save(window)
    assert first.read_bytes() == before and second.exists()


@pytest.mark.parametrize("name", ["Savasse 22.8", "game"])
def test_a_name_keeps_its_dots_and_gets_the_suffix_without_destroying_anything(
    window: MainWindow, tmp_path: Path, name: str
) -> None:
    there = tmp_path / f"{name}.chitpull"
    window.saving.choose = Chooser(tmp_path / name, tmp_path / name, tmp_path / name)  # type: ignore[assignment]
    asked: list[str] = []
    window.services.ask = lambda *words: bool(asked.append(words[1]))
    assert window.new_game(GAME)
    save(window)
    before = there.read_bytes()
    assert not asked
    play_on(window)
    save(window, elsewhere=True)
    assert asked == [f"{there.name} already exists."] and there.read_bytes() == before
    window.services.ask = lambda *words: True
    save(window, elsewhere=True)
    assert there.read_bytes() != before
