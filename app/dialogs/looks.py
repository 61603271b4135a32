"""The part of the preferences that is about looks: theme, sizes, colours for other eyes, motion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from app import vision
from app.motion import animation
from app.panels.widgets import Label
from app.settings import COUNTERS, TEXT_SIZES, THEMES, Settings

THEME_NAMES = {"system": "System default", "light": "Light", "dark": "Dark"}
COUNTER_NAMES = {"normal": "Normal", "large": "Large"}


class Looks(QWidget):
    """Five choices; `save` keeps them and returns whether the window must be drawn anew."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        sizes = {size: f"{size} pixels" if size else "System default" for size in TEXT_SIZES}
        self.theme = _choice("Colours", {name: THEME_NAMES[name] for name in THEMES}, settings.theme)
        self.text = _choice("Text size", sizes, settings.text_size)
        self.counters = _choice(
            "Counter size on the map", {name: COUNTER_NAMES[name] for name in COUNTERS}, settings.counters
        )
        self.eyes = _choice("Counter colours", vision.EYES, settings.eyes)
        self.animation = _choice("Animation", animation.NAMES, animation.chosen(settings))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(14)
        for i, box in enumerate((self.theme, self.text, self.counters, self.eyes, self.animation)):
            label = Label(box.accessibleName())
            label.setBuddy(box)
            grid.addWidget(label, i // 2, 2 * (i % 2))
            grid.addWidget(box, i // 2, 2 * (i % 2) + 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)

    def save(self) -> bool:
        """Keep what is chosen; return whether any of it is new."""
        wanted = {
            "theme": self.theme.currentData(),
            "text_size": self.text.currentData(),
            "counters": self.counters.currentData(),
            "eyes": self.eyes.currentData(),
        }
        settings = self.settings
        now = (settings.theme, settings.text_size, settings.counters, settings.eyes)
        for key, value in wanted.items():
            settings.set(key, value)
        settings.set(animation.KEY, self.animation.currentData())
        return tuple(wanted.values()) != now


def _choice(name: str, names: Mapping[Any, str], now: Any) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    for key, words in names.items():
        box.addItem(words, key)
    box.setCurrentIndex(max(0, box.findData(now)))
    return box
