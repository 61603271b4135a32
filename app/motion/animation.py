"""How fast things move, as the player prefers: at full length, quickly, or not at all."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QApplication

from app.settings import Settings

KEY = "animation"
FULL, QUICK, NONE = "full", "quick", "none"
NAMES: Mapping[str, str] = {FULL: "Full", QUICK: "Quick", NONE: "None"}
LENGTHS: Mapping[str, float] = {FULL: 1.0, QUICK: 0.45, NONE: 0.0}


def chosen(settings: Settings) -> str:
    """Return the player's choice; without one everything moves at full length, off screen nothing does."""
    choice = settings.get(KEY, "")
    return choice if choice in LENGTHS else NONE if QApplication.platformName() == "offscreen" else FULL


def length(settings: Settings) -> float:
    """Return the length of motions against the full one; 0 for no motion."""
    return LENGTHS[chosen(settings)]
