"""The house's type: the two families that ship with the program, and one scale of sizes for everything on screen."""

from __future__ import annotations

from functools import cache
from typing import Literal

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from rules.engine.folders import DataMissing, assets_dir

SANS = ["Source Sans Pro", "Source Sans 3", "Segoe UI", "Helvetica Neue", "DejaVu Sans", "Arial", "sans-serif"]
SERIF = ["Source Serif Pro", "Source Serif 4", "Georgia", "DejaVu Serif", "Times New Roman", "serif"]
FACES = ("SourceSansPro", "SourceSerifPro")
Step = Literal["caption", "note", "body", "heading", "card", "figure", "prompt", "name", "value", "title"]
SCALE: dict[Step, float] = {
    "caption": 12,
    "note": 13,
    "body": 14,
    "heading": 15,
    "card": 17,
    "figure": 18,
    "prompt": 22,
    "name": 34,
    "value": 40,
    "title": 46,
}
"""Each step in pixels where body text has 14."""
BODY = 14
LARGEST = 22
_base = [BODY]


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
        raise NoFonts("This computer has no fonts. Install one, for example the package fonts-dejavu-core.")
    return (
        f"Chitpull's font {' and '.join(missing)} is missing from assets/fonts. The sheets use "
        f"{QFont(SANS[-1]).defaultFamily() or 'another font'} instead."
    )


def set_base(pixels: int) -> None:
    """Set the size of body text in pixels; 0 takes that of the system, but never less than the house's own."""
    _base[0] = min(LARGEST, pixels or max(BODY, QFontInfo(_system_font()).pixelSize()))


def _system_font() -> QFont:
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)


def size(step: Step) -> int:
    """Return a step of the scale in pixels."""
    return scaled(SCALE[step])


def growth() -> float:
    """Return how many times as large as the house's own 14 pixels body text is."""
    return _base[0] / BODY


def scaled(pixels: float) -> int:
    """Return a length in pixels that grows with the text: it is given for body text of 14 pixels."""
    return max(1, round(pixels * growth()))


def sans(step: Step, *, bold: bool = False, italic: bool = False) -> QFont:
    """Return the sans of the window at a step of the scale."""
    return _font(SANS, step, bold, italic)


def serif(step: Step, *, bold: bool = True, italic: bool = False) -> QFont:
    """Return the serif of the window's titles and figures at a step of the scale."""
    return _font(SERIF, step, bold, italic)


def _font(families: list[str], step: Step, bold: bool, italic: bool) -> QFont:
    font = QFont()
    font.setFamilies(families)
    font.setPixelSize(size(step))
    font.setBold(bold)
    font.setItalic(italic)
    return font
