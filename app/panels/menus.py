"""Menus that are made of entries, with titles between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtWidgets import QMenu

from app.text.parts import literal

Entries: TypeAlias = "Sequence[tuple[str, Callable[[], object] | Entries]]"
"""The entries of a menu: words, and what they do or the menu they open."""


def add_title(menu: QMenu, words: str) -> None:
    """Add a title over the next entries, as the style sheet hides the text of a separator."""
    if not menu.isEmpty():
        menu.addSeparator()
    title = menu.addAction(literal(words))
    font = menu.font()
    font.setBold(True)
    title.setFont(font)
    title.setEnabled(False)


def fill(menu: QMenu, entries: Entries) -> None:
    """Add entries to a menu."""
    for words, act in entries:
        if callable(act):
            menu.addAction(literal(words)).triggered.connect(lambda *_, act=act: act())
        else:
            fill(menu.addMenu(literal(words)), act)
