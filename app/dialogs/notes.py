"""Notes and bookmarks of a game: a list in the order of the game, and a field to write in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.bindings import as_written
from app.dialogs.help import PageDialog
from app.dialogs.messages import fit
from app.panels.widgets import ENTER, KeyButton, MutedText, OptionList
from app.text.parts import Markup
from app.theme import faces
from rules.engine import history

EMPTY = "No notes yet. Write one about the current position and press Save."
HELP = as_written("Write here. Ctrl+Enter saves it.")
BOOKMARK, PLAIN = "★", "✎"
LINE = 70
"""Letters of a note shown in the list."""


class NoteField(QPlainTextEdit):
    """The field a note is written in; Ctrl+Enter keeps it."""

    kept = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(HELP)
        self.setAccessibleName("Note text")
        self.setTabChangesFocus(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep the note on Ctrl+Enter."""
        if event.key() in ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.kept.emit()
            return
        super().keyPressEvent(event)


class NotesDialog(QDialog):
    """The window beside the game.

    `written(text, at, number)`: a note was written about a position, 0 for a new one; an empty text removes it.
    `opened(at)`: the position of a note is to be looked at. `place` returns a position in words.
    """

    written = Signal(str, int, int)
    opened = Signal(int)

    def __init__(self, place: Callable[[int], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Notes and bookmarks")
        fit(self, 520, 560)
        self.place = place
        self.notes: Sequence[history.Note] = ()
        self.at, self._number = 0, 0
        self._reader = ""
        self._drafts: dict[str, str] = {}
        self.list = OptionList("Notes and bookmarks")
        self.list.chosen.connect(self._go)
        self.list.currentRowChanged.connect(self._show)
        self.about, self.field = MutedText(), NoteField()
        self.field.kept.connect(self._keep)
        self.go = KeyButton("Go there", "Enter", "View the position of this note. The game does not change.")
        self.fresh = KeyButton("New note", "", "Write about the current position.")
        self.keep = KeyButton("Save", "Ctrl+Enter", "Save the note.")
        self.remove = KeyButton("Delete", "", "Delete this note from the game.")
        for button, act in (
            (self.go, lambda: self._go(self.list.currentRow())),
            (self.fresh, self.begin),
            (self.keep, self._keep),
            (self.remove, self._remove),
        ):
            button.clicked.connect(act)
        self._lay_out()

    def _lay_out(self) -> None:
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.addWidget(self.list, 3)
        column.addWidget(self.about)
        column.addWidget(self.field, 2)
        for button in (self.fresh, self.go, self.remove):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.keep)
        column.addLayout(row)

    def show_notes(self, shown: Sequence[history.Note], at: int, reader: str = "") -> None:
        """Show the notes of a game; `at` is the position on the board. What is being written stays, for its writer."""
        if reader != self._reader:
            self._drafts[self._reader], self._reader, self._number = self.field.toPlainText(), reader, 0
            self.field.setPlainText(self._drafts.pop(reader, ""))
        if self._number and self._number not in {note.id for note in shown}:  # another game or another reader
            self._number = 0
            self.field.clear()
        self.notes, self.at = list(shown), at
        self.list.blockSignals(True)
        self.list.clear()
        for note in self.notes:
            head, place = " ".join(note.text.split()), " ".join(self.place(note.at).split())
            short = f"{head[:LINE]}…" if len(head) > LINE else head
            words = place if head == place else f"{short}\n     {place}"
            item = QListWidgetItem(f"{BOOKMARK if note.bookmark else PLAIN}  {words}")
            item.setToolTip(note.text)
            self.list.addItem(item)
        row = next((n for n, note in enumerate(self.notes) if note.id == self._number), -1)
        self.list.setCurrentRow(row)
        self.list.blockSignals(False)
        self._tell()

    def _tell(self) -> None:
        note = self._current
        self.go.setEnabled(note is not None)
        self.remove.setEnabled(note is not None)
        self.about.setText(
            f"About {self.place(note.at if note is not None else self.at)}" if self.notes or note else EMPTY
        )

    @property
    def _current(self) -> history.Note | None:
        return next((note for note in self.notes if note.id == self._number), None)

    def begin(self) -> None:
        """Begin a new note about the position on the board."""
        self._number = 0
        self.list.clearSelection()
        self.list.setCurrentRow(-1)
        self.field.clear()
        self._tell()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show(self, row: int) -> None:
        if 0 <= row < len(self.notes):
            self._number = self.notes[row].id
            self.field.setPlainText(self.notes[row].text)
        self._tell()

    def _keep(self) -> None:
        text, note = self.field.toPlainText().strip(), self._current
        if text or note is not None:
            self.written.emit(text, note.at if note is not None else self.at, self._number)

    def _remove(self) -> None:
        note = self._current
        if note is not None:
            self._number = 0
            self.field.clear()
            self.written.emit("", note.at, note.id)

    def wrote(self, number: int) -> None:
        """Go on with the note that has just been kept."""
        self._number = number

    def _go(self, row: int) -> None:
        if 0 <= row < len(self.notes):
            self.opened.emit(self.notes[row].at)


# --- What the computer thought, as a page beside the game that steps from one order to the next --------------------

WIDE, HIGH = 380, 300
SLACK = 6
"""Pixels by which a page is higher than its text, so that it needs no scroll bar."""


class ThoughtDialog(PageDialog):
    """Show one thought; `stepped` asks for the one before (-1) or after (1)."""

    stepped = Signal(int)

    def __init__(self, title: str, parent: QWidget | None = None, *, steps: bool = True) -> None:
        super().__init__(title, Markup(), parent)
        fit(self, WIDE, HIGH)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)  # keys go on to the table
        self._steps = steps
        role = QDialogButtonBox.ButtonRole.ActionRole
        self.earlier, self.later = self.buttons.addButton("Earlier", role), self.buttons.addButton("Later", role)
        self.earlier.clicked.connect(lambda: self.stepped.emit(-1))
        self.later.clicked.connect(lambda: self.stepped.emit(1))
        for button in (self.earlier, self.later):
            button.setVisible(steps)

    def write(self, page: Markup, *, earlier: bool = False, later: bool = False) -> None:
        """Write a page, and whether there are others before and after it; a single page is as high as its text."""
        self.text.write(page)
        self.earlier.setEnabled(earlier)
        self.later.setEnabled(later)
        if not self._steps:
            self._fit_text()

    def _fit_text(self) -> None:
        """Give the page the height of its text, up to the usual one."""
        text, layout = self.text, self.layout()
        assert layout is not None
        margins = layout.contentsMargins()
        text.document().setTextWidth(self.width() - margins.left() - margins.right() - 2 * text.frameWidth())
        spare = margins.top() + margins.bottom() + layout.spacing() + self.buttons.sizeHint().height()
        self.resize(self.width(), min(faces.scaled(HIGH), round(text.document().size().height()) + spare + SLACK))
