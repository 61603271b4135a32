"""Message boxes: something told, something asked, always in plain text."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from app.text.markup import literal

Icon = QMessageBox.Icon
SIGN = 48
"""Size of the program's sign beside the words, in pixels."""
CAREFUL = "careful"
"""Said with a question whose `yes` gives something up: Enter then leaves things as they are."""


def tell(parent: QWidget | None, title: str, words: str, icon: Icon = Icon.Information) -> None:
    """Say something and wait until it is read."""
    made = _box(parent, title, words, icon)
    made.addButton(QMessageBox.StandardButton.Ok)
    made.exec()


def ask(parent: QWidget | None, title: str, words: str, yes: str, no: str, how: str = "") -> bool:
    """Ask for one of two answers; return whether it was `yes`. Enter says yes, to a CAREFUL question no."""
    made = _box(parent, title, words, Icon.Question)
    agree = made.addButton(literal(yes), QMessageBox.ButtonRole.AcceptRole)
    leave = made.addButton(literal(no), QMessageBox.ButtonRole.RejectRole)
    made.setDefaultButton(leave if how == CAREFUL else agree)
    made.exec()
    return made.clickedButton() is agree


def _box(parent: QWidget | None, title: str, words: str, icon: Icon) -> QMessageBox:
    made = QMessageBox(parent)
    made.setIcon(icon)
    made.setIconPixmap(QApplication.windowIcon().pixmap(SIGN, SIGN))  # not the blue sign of the toolkit
    made.setWindowTitle(title)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setText(words)
    return made
