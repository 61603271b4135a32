"""Asking where to save and what to open; nothing that is there already is replaced unasked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QDir, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from app.dialogs import messages


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
    question = ("Replace it?", f"{whole.name} already exists.", "Replace", "Cancel", messages.CAREFUL)
    return None if whole.exists() and not ask(*question) else whole
