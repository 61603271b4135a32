"""Two copies of one game side by side, of which one is opened: a friend sent one, and the other is kept here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.dialogs.messages import fit
from app.panels.widgets import Heading, KeyButton, Label, MutedText
from app.play.copies import Copies
from rules.engine.english import counted

AT_A_HOST: Final = "Game > Play online goes on with it at a host, where both play one game and nobody chooses a die."


class CopiesDialog(QDialog):
    """Ask which copy to open; `stands` tells where the game of a file stands. `chosen` is None for neither."""

    def __init__(self, copies: Copies, stands: Callable[[Path], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chosen: Path | None = None
        self.setWindowTitle("Two copies of this game")
        fit(self, 560, 250)
        whole, columns, row = QVBoxLayout(self), QGridLayout(), QHBoxLayout()
        whole.setContentsMargins(22, 18, 22, 16)
        whole.setSpacing(14)
        words = Label(words_of(copies))
        words.setWordWrap(True)
        whole.addWidget(words)
        for at, (title, path, more) in enumerate(
            (("Your copy", copies.own, copies.own_more), ("This file", copies.file, copies.file_more))
        ):
            orders = f"{counted(copies.shared + more, 'order')}, the last {more:,} only here" if more else ""
            told = (path.stem, stands(path), orders or counted(copies.shared, "order"))
            columns.addWidget(Heading(title), 0, at)
            for line, text in enumerate(told, 1):
                columns.addWidget(MutedText(text), line, at)
        whole.addLayout(columns)
        whole.addStretch(1)
        self.own, self.file = KeyButton("Open my copy"), KeyButton("Open this file", "Enter")
        self.file.setProperty("primary", "true")  # it was asked for
        self.file.setDefault(True)
        self.cancel = KeyButton("Cancel", "Esc")
        self.own.clicked.connect(lambda: self._choose(copies.own))
        self.file.clicked.connect(lambda: self._choose(copies.file))
        self.cancel.clicked.connect(self.reject)
        row.addStretch(1)
        for button in (self.cancel, self.own, self.file):
            row.addWidget(button)
        whole.addLayout(row)

    def _choose(self, path: Path) -> None:
        self.chosen = path
        self.accept()


def words_of(copies: Copies) -> str:
    """Return how two copies differ, and that neither is lost."""
    if not copies.part:
        return (
            f"Your own copy of this game goes on for {counted(copies.own_more, 'more order')}. "
            "If you open the file, it is kept beside your copy."
        )
    alike = "differ from the first order on" if not copies.shared else f"part after {counted(copies.shared, 'order')}"
    if not (copies.own_more and copies.file_more):
        alike += ", where chance answered otherwise"
    words = (
        f"You and whoever sent this file have not played the same game: the two copies {alike}. They cannot be put "
        "together again; agree on one of them. The other stays where it is."
    )
    return f"{words} {AT_A_HOST}" if copies.can_be_hosted else words
