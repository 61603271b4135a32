"""Names given to files: the suffix comes before the question about replacing, and dots in names stay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PureWindowsPath

import pytest
from PySide6.QtCore import QDir, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox, QTreeView
from pytestqt.qtbot import QtBot

from app.dialogs import messages
from app.dialogs.messages import documents, to_open, to_save, with_suffix
from app.play.players import NewGame
from app.printing.dialog import PrintDialog
from app.window.main_window import MainWindow

GAME = NewGame("company_scale", "first-light", 5)
KINDS = "Chitpull games (*.chitpull);;All files (*)"


def type_name(qtbot: QtBot, name: str, then: Callable[[QFileDialog], None] | None = None) -> None:
    """Type a name into the file dialog that opens next and press Enter."""

    def act() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QFileDialog)
        field = dialog.findChild(QLineEdit, "fileNameEdit")
        field.selectAll()
        if then is not None:
            QTimer.singleShot(0, lambda: then(dialog))
        QTest.keyClicks(field, name)
        QTest.keyClick(field, Qt.Key.Key_Return)

    QTimer.singleShot(0, act)


def test_a_typed_name_gets_its_suffix(qtbot: QtBot, tmp_path: Path) -> None:
    type_name(qtbot, "game")
    found = to_save(None, "Save the game", tmp_path / "offered.chitpull", KINDS, ".chitpull")
    assert Path(found) == tmp_path / "game.chitpull"  # as text Qt writes C:/ and Python C:\\


def test_the_dialog_asks_about_the_file_that_would_be_replaced(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "game.chitpull").write_text("a game")
    asked: list[str] = []

    def refuse(dialog: QFileDialog) -> None:
        question = QApplication.activeModalWidget()
        assert isinstance(question, QMessageBox)
        asked.append(question.text())
        question.button(QMessageBox.StandardButton.No).click()
        QTimer.singleShot(0, dialog.reject)

    type_name(qtbot, "game", refuse)
    assert to_save(None, "Save the game", tmp_path / "offered.chitpull", KINDS, ".chitpull") == ""
    assert len(asked) == 1 and "game.chitpull" in asked[0]


def test_a_file_to_open_is_found_by_its_name(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "game.chitpull").write_text("a game")
    type_name(qtbot, "game.chitpull")
    assert Path(to_open(None, "Open a game", tmp_path, KINDS)) == tmp_path / "game.chitpull"


def test_every_column_of_the_file_dialog_is_whole(qtbot: QtBot, tmp_path: Path) -> None:
    name = "Montélimar campaign, turn 41, with Anna.chitpull"
    (tmp_path / name).write_text("a game")
    cut: list[int] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QFileDialog)
        listed = dialog.findChild(QTreeView, "treeView")
        qtbot.waitUntil(lambda: listed.model().rowCount(listed.rootIndex()) == 1)
        QApplication.processEvents()
        header = listed.header()
        columns = [column for column in range(header.count()) if not header.isSectionHidden(column)]
        cut.extend(c for c in columns if header.sectionSize(c) < listed.sizeHintForColumn(c))
        cut.extend([-1] * (header.length() > listed.viewport().width()))
        dialog.reject()

    QTimer.singleShot(0, look)
    assert to_open(None, "Open a game", tmp_path, KINDS) == "" and not cut


def test_what_qt_and_python_write_of_a_path_on_windows_is_the_same_file() -> None:
    assert PureWindowsPath("C:/Games/a.chitpull") == PureWindowsPath("C:\\Games\\a.chitpull")
    assert str(PureWindowsPath("C:/Games/a.chitpull")) == "C:\\Games\\a.chitpull"


@pytest.mark.parametrize(
    ("given", "target"),
    [("a.pdf", "a.pdf"), ("A.PDF", "A.PDF"), ("a", "a.pdf"), ("Savasse 22.8", "Savasse 22.8.pdf"), ("a.", "a..pdf")],
)
def test_a_name_keeps_its_dots(tmp_path: Path, given: str, target: str) -> None:
    assert with_suffix(str(tmp_path / given), (".pdf",), lambda *_: False) == tmp_path / target
    (tmp_path / target).write_text("there already")
    asked_by_the_dialog = given == target
    found = with_suffix(str(tmp_path / given), (".pdf",), lambda *_: False)
    assert found == (tmp_path / target if asked_by_the_dialog else None)


def test_files_are_offered_in_the_documents(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Paths(messages.QStandardPaths):  # type: ignore[misc]
        writableLocation = staticmethod(lambda _: str(tmp_path / "Documents"))

    monkeypatch.setattr(messages, "QStandardPaths", Paths)
    assert documents() == Path(QDir.homePath())  # the folder is not there
    (tmp_path / "Documents").mkdir()
    assert documents() == tmp_path / "Documents"


def test_a_picture_and_sheets_ask_before_they_replace(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("end 22.8.png", "sheets 22.8.pdf"):
        (tmp_path / name).write_text("older")
    asked: list[str] = []
    window.services.ask = lambda *words: bool(asked.append(words[1]))
    assert window.new_game(GAME) and window.playmat is not None and window.game.seat is not None
    window.dialogs.choose_picture = lambda: str(tmp_path / "end 22.8")
    window.dialogs.save_picture(window.grab().toImage())
    sheets = PrintDialog(window.game.seat, window.host.presentation.papers, window)
    qtbot.addWidget(sheets)
    qtbot.waitUntil(lambda: sheets.made is not None)
    sheets.ask, sheets.choose_file = window.services.ask, lambda name: str(tmp_path / "sheets 22.8")
    assert not sheets.save_pdf()
    assert asked == ["end 22.8.png already exists.", "sheets 22.8.pdf already exists."]
    assert {file.read_text() for file in tmp_path.glob("* 22.8.*")} == {"older"}


def test_the_folder_of_games_is_shown_or_named(window: MainWindow) -> None:
    shown: list[Path] = []
    told: list[str] = []
    window.dialogs.show_in_desktop = lambda folder: not shown.append(folder)
    window.actions_["folder"].trigger()
    assert shown == [window.files.folder] and window.files.folder.is_dir()
    window.dialogs.show_in_desktop = lambda folder: False
    window.services.tell = lambda title, words: told.append(words)
    window.actions_["folder"].trigger()
    assert told == [f"Your games are saved in {window.files.folder}."]
