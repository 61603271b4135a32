"""How quickly the computer's orders follow each other, as the player prefers."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtWidgets import QApplication

from app.settings import Settings

KEY = "staff_pace"
AT_ONCE, BRIEF, SLOW, STEP = "at_once", "brief", "slow", "step"


class Pace(NamedTuple):
    """A pace: its name, the length of motions against the player's own, the pause after what was shown.

    The pause is in milliseconds; one of -1 lasts until the player goes on.
    """

    name: str
    speed: float
    pause: int


PACES = {
    AT_ONCE: Pace("Instant", 0.0, 0),
    BRIEF: Pace("Fast", 0.6, 250),
    SLOW: Pace("Slow", 1.0, 1200),
    STEP: Pace("Step by step (Space continues)", 0.8, -1),
}


def chosen(settings: Settings) -> str:
    """Return the player's choice; without one orders follow briefly, off screen at once."""
    choice = settings.get(KEY, "")
    return choice if choice in PACES else AT_ONCE if QApplication.platformName() == "offscreen" else BRIEF


def pace(settings: Settings) -> Pace:
    """Return the pace the player prefers."""
    return PACES[chosen(settings)]
