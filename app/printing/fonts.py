"""The fonts of the sheets: those that ship with the program, and substitutes if they are missing."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from app.printing.paper import POINT
from rules.engine.datadirs import DataMissing, assets_dir

SANS = ["Source Sans Pro", "Source Sans 3", "Segoe UI", "Helvetica Neue", "DejaVu Sans", "Arial", "sans-serif"]
SERIF = ["Source Serif Pro", "Source Serif 4", "Georgia", "DejaVu Serif", "Times New Roman", "serif"]
FACES = ("SourceSansPro", "SourceSerifPro")


class NoFonts(Exception):
    """There is no font to write with; the text is one sentence for the player."""


@cache
def load() -> str:
    """Load the fonts that ship with the program; return '' or a sentence about what is missing; raise NoFonts."""
    try:
        files = sorted((assets_dir() / "fonts").glob("*.ttf"))
    except DataMissing:
        files = []
    loaded = {file.name.split("-")[0] for file in files if QFontDatabase.addApplicationFont(str(file)) >= 0}
    missing = [face for face in FACES if face not in loaded]
    if not missing:
        return ""
    if not QFontDatabase.families():
        raise NoFonts(
            "This computer has no font to write with; install one, for example the package fonts-dejavu-core."
        )
    return (
        f"The font {' and '.join(missing)} that ships with Chitpull is missing from assets/fonts; "
        f"the sheets are set in {QFont(SANS[-1]).defaultFamily() or 'another font'} instead."
    )


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
