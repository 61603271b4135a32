"""A page of text of a draft, taken when it is left and in pauses of typing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPlainTextEdit

from app.theme import faces

PAUSE = 1500
"""Milliseconds without a key after which a page of text is taken, so that a crash costs no more."""
FRAME, LINE = 14, 20
"""Heights of the frame and of a line, in pixels beside text of the usual size."""


class TextPage(QPlainTextEdit):
    """A page of text; `take(text)` gets what was typed."""

    def __init__(self, take: Callable[[str], None], lines: int = 3) -> None:
        super().__init__()
        self._take, self._pause = take, QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self._rest)
        self.textChanged.connect(self._pause.start)
        self.setTabChangesFocus(True)
        self.setFixedHeight(faces.scaled(FRAME + lines * LINE))

    def _rest(self) -> None:
        if self.toPlainText().strip():  # who has cleared it is about to write
            self.commit()

    def commit(self) -> None:
        """Take what was typed."""
        for text in self.typed():
            self._take(text)

    def typed(self) -> list[str]:
        """Return what was typed and not taken yet, nothing if nothing was; it counts as taken."""
        if not self.document().isModified():
            return []
        self.document().setModified(False)
        return [self.toPlainText().strip()]

    def show_text(self, text: str, *, anew: bool = False) -> None:
        """Show a text in place of another; what is being typed stays, unless it is to be shown anew."""
        if anew or (text.strip() != self.toPlainText().strip() and not self.document().isModified()):
            self.setPlainText(text)
            self.document().setModified(False)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take what was typed when it is left."""
        super().focusOutEvent(event)
        self.commit()
