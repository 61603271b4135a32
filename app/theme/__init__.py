"""How the window looks: its colours, type and sizes, and the style sheet made from them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from app.theme import faces
from app.theme.sheet import DARK, LIGHT, Theme, mix, palette_of, style_sheet

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

__all__ = ["DARK", "LIGHT", "Theme", "apply", "by_day", "choose", "current", "faces", "mix", "style_sheet"]

_current = LIGHT
APPLIED = "chitpull_theme"
STYLED = "chitpull_styled"
"""Property of a program that has Qt's own style already; to ask it for its style would load 440 names of QStyle."""
SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}


def current() -> Theme:
    """Return the theme that was applied last."""
    return _current


@contextmanager
def by_day() -> Iterator[None]:
    """Let everything be drawn in the light colours for a while: paper is white, whatever the window looks like."""
    global _current
    before, _current = _current, LIGHT
    try:
        yield
    finally:
        _current = before


def choose(choice: str, app: QApplication) -> Theme:
    """Return the theme for "light", "dark" or "system" (the desktop's own setting)."""
    if choice == "system":
        choice = "dark" if app.styleHints().colorScheme() is Qt.ColorScheme.Dark else "light"
    return DARK if choice == "dark" else LIGHT


def apply(app: QApplication, choice: str, text: int = 0) -> Theme:
    """Apply a theme and the size of body text in pixels to the whole program; 0 is the system's. Raise NoFonts."""
    global _current
    app.styleHints().setColorScheme(SCHEMES.get(choice, Qt.ColorScheme.Unknown))  # for title bar and native dialogs
    theme = choose(choice, app)
    _current = theme
    faces.load()
    faces.set_base(text)
    applied = f"{theme.name} {faces.size('body')}"
    if app.property(APPLIED) == applied:
        return theme
    app.setProperty(APPLIED, applied)
    if not app.property(STYLED):
        app.setProperty(STYLED, True)
        app.setStyle("Fusion")
    app.setFont(faces.sans("body"))
    app.setPalette(palette_of(theme))
    app.setStyleSheet(style_sheet(theme))
    app.setFont(faces.sans("body"))  # again: the first sheet puts in a style, and Qt then takes the desktop's own fonts
    return theme
