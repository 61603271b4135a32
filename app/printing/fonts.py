"""The fonts of the sheets: those that ship with the program, and substitutes if they are missing."""

from __future__ import annotations

from PySide6.QtGui import QFont

from app.printing.paper import POINT
from app.theme.faces import SANS, SERIF, NoFonts, load

__all__ = ["SANS", "SERIF", "NoFonts", "load", "sans", "serif"]


def sans(points: float, *, bold: bool = False, italic: bool = False) -> QFont:
    """Return the font of tables and lists."""
    return _font(SANS, points, bold, italic)


def serif(points: float, *, bold: bool = False, italic: bool = False) -> QFont:
    """Return the font of titles and notes."""
    return _font(SERIF, points, bold, italic)


def _font(families: list[str], points: float, bold: bool, italic: bool) -> QFont:
    load()
    font = QFont()
    font.setFamilies(families)
    font.setPixelSize(max(1, round(points * POINT)))
    font.setBold(bold)
    font.setItalic(italic)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(QFont.Tag("liga"), 0)  # so that a search for "fire" finds it
    return font
