"""The small pictures of scenarios on the start page: those that ship, and others drawn when there is time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPixmap

from app import theme
from app.dialogs.preview import preview
from rules.engine.datadirs import DataMissing, assets_dir

SIZES = "sizes.json"
DUSK = QColor(20, 16, 10, 96)
"""What lies over a picture in the dark theme."""


def card_name(system: str, scenario: str) -> str:
    """Return the file name of a scenario's picture."""
    return f"{system}-{scenario}.jpg"


@cache
def sizes() -> Mapping[str, Mapping[str, int]]:
    """Return the number of counters of each side by system and scenario, as counted when the cards were drawn."""
    try:
        found = json.loads((assets_dir() / "cards" / SIZES).read_text(encoding="utf-8"))
    except (DataMissing, OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


class CardPictures(QObject):
    """Keep the pictures of one page. `drawn` reports that one more is there."""

    drawn = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._whole: dict[tuple[str, str], QPixmap | None] = {}
        self._cut: dict[tuple[object, ...], QPixmap] = {}
        self._wanted: list[tuple[str, str]] = []
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._draw_one)

    def of(self, info: Mapping[str, Any], size: QSize, ratio: float = 1.0) -> QPixmap | None:
        """Return the picture of a scenario cut to a size in logical pixels, or None while it is not there."""
        key = (str(info.get("system", "")), str(info.get("id", "")))
        if key not in self._whole:
            self._whole[key] = self._shipped(key)
        whole = self._whole[key]
        if whole is None:
            return None
        what = (key, size.width(), size.height(), ratio, theme.current().name)
        if what not in self._cut:
            self._cut[what] = _cut(whole, size, ratio)
        return self._cut[what]

    def _shipped(self, key: tuple[str, str]) -> QPixmap | None:
        try:
            path = assets_dir() / "cards" / card_name(*key)
        except DataMissing:
            path = None
        found = QPixmap(str(path)) if path is not None and path.is_file() else QPixmap()
        if not found.isNull():
            return found
        self._wanted.append(key)
        self._later.start(0)
        return None

    def _draw_one(self) -> None:
        if self._wanted:
            key = self._wanted.pop(0)
            self._whole[key] = preview(*key)
            if self._whole[key] is not None:
                self.drawn.emit()
        if self._wanted:
            self._later.start(0)


def _cut(whole: QPixmap, size: QSize, ratio: float) -> QPixmap:
    """Return the middle of a picture, as large as fills the size."""
    target = QSize(round(size.width() * ratio), round(size.height() * ratio))
    ways = Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
    large = whole.scaled(target, *ways)
    cut = large.copy((large.width() - target.width()) // 2, (large.height() - target.height()) // 2,
                     target.width(), target.height())  # fmt: skip
    if theme.current().is_dark:
        painter = QPainter(cut)
        painter.fillRect(cut.rect(), DUSK)
        painter.end()
    cut.setDevicePixelRatio(ratio)
    return cut
