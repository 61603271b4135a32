"""Small dialogs: messages, questions, progress, waiting, files to save or open, always in plain text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Final, Self

from PySide6.QtCore import QDir, QSize, QStandardPaths, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QMessageBox,
    QProgressBar,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from app.panels.widgets import ENTER, KeyButton, Label
from app.text.parts import literal
from app.theme import faces
from rules.engine.record_contents import Cancelled

# --- How large a window opens: as its text wants, and never larger than the screen ---------------------------------

FRAME = QSize(16, 48)
"""Room for the frame and title bar that the desktop puts around a window."""


def room(widget: QWidget) -> QSize:
    """Return the largest size of a window on its screen, without frame and title bar."""
    return widget.screen().availableSize() - FRAME


def fit(widget: QWidget, wide: int, high: int) -> None:
    """Give a window its size beside text of the usual size, larger beside larger text, if the screen has room."""
    widget.resize(QSize(faces.scaled(wide), faces.scaled(high)).boundedTo(room(widget)))


# --- Message boxes: something told, something asked, always in plain text ------------------------------------------

SIGN = 48
"""Size of the program's sign beside the words, in pixels."""
CAREFUL = "careful"
"""Said with a question whose `yes` gives something up: Enter then leaves things as they are."""


def tell(parent: QWidget | None, title: str, words: str, kind: str = "Information") -> None:
    """Say something and wait until it is read; `kind` is one of QMessageBox.Icon, by its name."""
    made = _box(parent, title, words, kind)
    made.addButton(QMessageBox.StandardButton.Ok)
    made.exec()


def ask_text(parent: QWidget | None, title: str, words: str, text: str = "") -> str | None:
    """Ask for a line of text; return it without blanks around it, None if the answer is Cancel."""
    found, is_given = QInputDialog.getText(parent, title, words, text=text)
    return found.strip() if is_given else None


def ask(parent: QWidget | None, title: str, words: str, yes: str, no: str, how: str = "") -> bool:
    """Ask for one of two answers; return whether it was `yes`. Enter says yes, to a CAREFUL question no."""
    made = _box(parent, title, words, "Question")
    agree = made.addButton(literal(yes), QMessageBox.ButtonRole.AcceptRole)
    leave = made.addButton(literal(no), QMessageBox.ButtonRole.RejectRole)
    made.setDefaultButton(leave if how == CAREFUL else agree)
    made.exec()
    return made.clickedButton() is agree


def choose(parent: QWidget | None, title: str, words: str, answers: Mapping[str, str]) -> str:
    """Ask for one of some answers, given by their names, or for none; return its name or "". Enter gives the first."""
    made = _box(parent, title, words, "Question")
    buttons = {name: made.addButton(literal(said), QMessageBox.ButtonRole.AcceptRole) for name, said in answers.items()}
    made.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
    made.setDefaultButton(next(iter(buttons.values())))
    made.exec()
    return next((name for name, button in buttons.items() if made.clickedButton() is button), "")


def _box(parent: QWidget | None, title: str, words: str, kind: str) -> QMessageBox:
    made = QMessageBox(parent)
    made.setIcon(QMessageBox.Icon[kind])
    made.setIconPixmap(QApplication.windowIcon().pixmap(SIGN, SIGN))  # not the blue sign of the toolkit
    made.setWindowTitle(title)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(words)
    return made


# --- Dialogs of our own that ask for more than one thing ----------------------------------------------------------


class AskDialog(QDialog):
    """A dialog that Enter accepts once all is told, by its button `ok`; Esc or `cancel` gives it up."""

    def __init__(self, title: str, yes: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.ok, self.cancel = KeyButton(yes, "Enter", tip), KeyButton("Cancel", "Esc")
        self.ok.setProperty("primary", "true")
        self.ok.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)

    def foot(self) -> QHBoxLayout:
        """Return the row of both buttons."""
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.ok)
        return row

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept on Enter, once all is told."""
        if event.key() in ENTER:
            if self.ok.isEnabled():
                self.accept()
            return
        super().keyPressEvent(event)


# --- How far something has come that takes longer than a moment, with a button that ends it ------------------------

WIDE: Final = 340
STEPS: Final = 1000  # of the bar


class ProgressDialog(QDialog):
    """Show words over a bar; Cancel, Esc and the window's cross set `cancelled`."""

    def __init__(self, title: str, words: str, parent: QWidget | None = None, *, cancel: bool = True) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.ApplicationModal)
        self.cancelled = False
        self._may_cancel = cancel
        self.words, self.bar = Label(words), QProgressBar()
        self.bar.setRange(0, STEPS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(words)
        column = QVBoxLayout(self)
        column.addWidget(self.words)
        column.addWidget(self.bar)
        if cancel:
            buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
            buttons.rejected.connect(self.reject)
            column.addWidget(buttons)
        self.setMinimumWidth(WIDE)

    def show_share(self, done: float) -> None:
        """Show how far it has come, from 0 to 1."""
        self.bar.setValue(round(done * STEPS))

    def reject(self) -> None:
        """Note that the player does not want to wait; what runs ends at its next step."""
        self.cancelled = self._may_cancel


# --- Asking where to save and what to open; nothing that is there already is replaced unasked ----------------------


FILES = (900, 560)
"""Size of a file dialog beside text of the usual size, in pixels."""


def documents() -> Path:
    """Return the player's folder of documents, or his home where there is none."""
    folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    return folder if folder.is_dir() else Path(QDir.homePath())


def to_save(parent: QWidget | None, title: str, offered: Path, kinds: str, suffix: str) -> str:
    """Ask where to save a file; return "" if nowhere. A name without a suffix gets one before it is judged."""
    dialog = QFileDialog(parent, title, str(offered.parent if offered.parent.is_dir() else documents()), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix.lstrip("."))
    dialog.selectFile(offered.name)
    return _answer(dialog)


def to_open(parent: QWidget | None, title: str, folder: Path, kinds: str) -> str:
    """Ask which file to open; return "" if none."""
    dialog = QFileDialog(parent, title, str(folder), kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return _answer(dialog)


def _answer(dialog: QFileDialog) -> str:
    """Show a file dialog; in the toolkit's own, used where the desktop has none, every column is whole."""
    listed = dialog.findChild(QTreeView, "treeView")
    if isinstance(listed, QTreeView):
        fit(dialog, *FILES)
        listed.hideColumn(2)  # the kind of file, which the name tells
        listed.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        listed.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    return chosen[0] if chosen else ""


def with_suffix(given: str, suffixes: Sequence[str], ask: Callable[..., bool]) -> Path | None:
    """Return the file a player has named, the first suffix added if it has none of them: "22.8" keeps its dot.

    The file dialog asked about the name without suffix only: where a file of the whole name is there, `ask` is asked,
    and None is returned if it stays.
    """
    if given.lower().endswith(tuple(suffixes)):
        return Path(given)
    whole = Path(given + suffixes[0])
    question = ("Replace it?", f"{whole.name} already exists.", "Replace", "Cancel", CAREFUL)
    return None if whole.exists() and not ask(*question) else whole


def show_in_desktop(folder: Path) -> bool:
    """Show a folder in the desktop's file manager; return whether there is one."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


# --- Waiting for something that takes longer than a moment: shown with how far it has come, and a way out ----------

PATIENCE: Final = 0.5
"""Seconds before anything is shown."""
EVERY: Final = 0.05


class ProgressWait:
    """Show how far something has come, from 0 to 1, once it takes longer than a moment; raise Cancelled if asked to.

    Call it with each step, inside `with`.
    """

    def __init__(self, title: str, words: str, *, cancel: bool = True, patience: float = PATIENCE) -> None:
        self.dialog: ProgressDialog | None = None
        self._told = title, words, cancel
        self._next = monotonic() + patience

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.dialog is not None:
            self.dialog.hide()
            self.dialog.deleteLater()

    def __call__(self, done: float) -> None:
        """Show how far it has come; raise Cancelled."""
        if monotonic() < self._next:
            return
        if self.dialog is None:
            title, words, cancel = self._told

            self.dialog = ProgressDialog(title, words, QApplication.activeWindow(), cancel=cancel)
            self.dialog.show()
        self.dialog.show_share(done)
        QApplication.processEvents()
        self._next = monotonic() + EVERY
        if self.dialog.cancelled:
            raise Cancelled
