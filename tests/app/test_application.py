"""What only macOS and packaged programs do, simulated: files as events, Tab, complaints without a terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QTabBar, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app import cli
from app.application import ASKED_SOON, Application, prepare, recovery_delay
from app.bindings import as_written
from app.dialogs import messages
from app.play.players import NewGame
from app.text.parts import Markup
from app.window.main_window import MainWindow
from rules.engine.folders import HOME_VARIABLE

ALL, TEXT = Qt.TabFocusBehavior.TabFocusAllControls, Qt.TabFocusBehavior.TabFocusTextControls


@pytest.fixture
def opened(qapp: QApplication) -> list[Path]:
    """Return the games that the program opens."""
    assert isinstance(qapp, Application)
    paths: list[Path] = []
    qapp.open_with(paths.append)
    return paths


def double_click(qapp: QApplication, path: Path) -> None:
    """Send what macOS sends."""
    QApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile(str(path))))


def test_a_double_clicked_game_is_opened(qapp: QApplication, opened: list[Path], tmp_path: Path) -> None:
    double_click(qapp, tmp_path / "a.chitpull")
    assert opened == [tmp_path / "a.chitpull"]


def test_a_double_clicked_game_waits_until_no_question_is_open(
    qapp: QApplication, opened: list[Path], qtbot: QtBot, tmp_path: Path
) -> None:
    question = QDialog()
    qtbot.addWidget(question)
    question.open()
    double_click(qapp, tmp_path / "a.chitpull")
    double_click(qapp, tmp_path / "b.chitpull")
    assert opened == []
    question.reject()
    qtbot.waitUntil(lambda: opened == [tmp_path / "b.chitpull"])


def test_a_game_that_is_named_before_there_is_a_window_waits_for_it(qapp: QApplication, tmp_path: Path) -> None:
    assert isinstance(qapp, Application)
    qapp._open = None
    double_click(qapp, tmp_path / "a.chitpull")
    paths: list[Path] = []
    qapp.open_with(paths.append)
    assert paths == [tmp_path / "a.chitpull"]


def test_on_macos_the_offer_of_an_interrupted_game_comes_after_a_double_clicked_one() -> None:
    assert (recovery_delay("darwin"), recovery_delay("win32"), recovery_delay("linux")) == (ASKED_SOON, 0, 0)


def test_tab_reaches_buttons_and_tabs_on_macos_too(qapp: QApplication, qtbot: QtBot) -> None:
    qapp.styleHints().setTabFocusBehavior(TEXT)  # as macOS has it
    prepare(qapp)
    assert qapp.styleHints().tabFocusBehavior() == ALL
    window = QWidget()
    qtbot.addWidget(window)
    column, button, tabs = QVBoxLayout(window), QPushButton("Done"), QTabBar()
    tabs.addTab("A tab")
    column.addWidget(button)
    column.addWidget(tabs)
    window.show()
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Tab)
    assert window.focusWidget() is tabs


@pytest.mark.parametrize(
    ("words", "apple"),
    [("press Ctrl+Shift+Z", "press ⇧⌘Z"), ("Ctrl+Backspace undoes", "⌘⌫ undoes"), ("Ctrl+, opens", "⌘, opens"),
     ("Ctrl++ or Ctrl+=", "⌘+ or ⌘="), ("Ctrl+Meta+F", "⌃⌘F"), ("2 + 3", "2 + 3"), ("Shift+F1", "⇧F1"),
     ("Ctrl and wheel", "⌘ and wheel"), ("Alt+Left", "⌥←")],
)  # fmt: skip
def test_keys_are_written_as_the_keyboard_has_them(words: str, apple: str) -> None:
    assert as_written(words, "darwin") == apple
    assert as_written(words, "win32") == as_written(words, "linux") == words
    assert isinstance(as_written(Markup(f"<b>{words}</b>"), "darwin"), Markup)


def test_what_matters_can_be_done_without_function_keys(window: MainWindow) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 5))
    lone = {
        spec.id
        for spec in window.actions_.specs
        if spec.keys
        and all(key.rpartition("+")[2][:1] == "F" and key.rpartition("+")[2][1:].isdigit() for key in spec.keys)
    }
    assert lone == set()


class Console(io.StringIO):
    """Standard error, read by somebody or not."""

    def __init__(self, read: bool) -> None:
        super().__init__()
        self.isatty = lambda: read  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("frozen", "stderr", "arguments", "unseen"),
    [
        (True, None, ["x.chitpull"], True), (True, Console(False), ["x.chitpull"], True),
        (True, Console(True), ["x.chitpull"], False), (True, Console(False), ["--picture=x.png"], False),
        (False, Console(False), ["x.chitpull"], False),
    ],
)  # fmt: skip
def test_a_complaint_is_shown_where_no_terminal_shows_it(
    monkeypatch: pytest.MonkeyPatch, frozen: bool, stderr: Console | None, arguments: list[str], unseen: bool
) -> None:
    told: list[str] = []
    monkeypatch.setattr(sys, "frozen", frozen, raising=False)
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(messages, "tell", lambda parent, title, words, icon: told.append(words))
    assert cli.main([*arguments, "--nonsense"]) == 2
    assert bool(told) is unseen
    assert stderr is None or "--nonsense" in stderr.getvalue()


def test_the_windowed_program_says_what_serves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(["--serve"]) == 2
    assert "Run chitpull-console --serve" in capsys.readouterr().err


def test_an_unknown_user_without_a_home_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in (HOME_VARIABLE, "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    assert cli.main([]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "this user has no home folder" in said and HOME_VARIABLE in said


def test_a_game_in_another_window_is_no_offer_of_recovery(open_window: Callable[[], MainWindow]) -> None:
    first, second = open_window(), open_window()
    assert first.new_game(NewGame("company_scale", "first-light", 5))
    second.settings.set("on_table", first.settings.get("on_table"))
    assert second.files.interrupted() is None
