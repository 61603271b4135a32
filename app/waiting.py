"""Waiting for something that takes longer than a moment: shown with how far it has come, and a way out."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final, Self

from PySide6.QtWidgets import QApplication

from rules.engine.record_lines import Cancelled

if TYPE_CHECKING:
    from app.dialogs.messages import ProgressDialog

PATIENCE: Final = 0.5
"""Seconds before anything is shown."""
EVERY: Final = 0.05


class Waiting:
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
            from app.dialogs.messages import ProgressDialog  # only here: most games are opened without

            self.dialog = ProgressDialog(title, words, QApplication.activeWindow(), cancel=cancel)
            self.dialog.show()
        self.dialog.show_share(done)
        QApplication.processEvents()
        self._next = monotonic() + EVERY
        if self.dialog.cancelled:
            raise Cancelled
