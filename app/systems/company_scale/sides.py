"""The two sides of the Company Scale System."""

from __future__ import annotations

from collections.abc import Mapping

from app import theme
from app.sides import FIELD_GREY, OLIVE, Side
from app.text.names import NAMES, NOUNS

SIDES: Mapping[str, Side] = {
    "german": Side(NAMES["german"], NOUNS["german"], "#4c5862", "#a9b5bf", FIELD_GREY),
    "allied": Side(NAMES["allied"], NOUNS["allied"], "#556420", "#b9c77d", OLIVE),
}


def colour(side: str) -> str:
    """Return the colour that stands for a side in panels, or a muted one for no side."""
    return SIDES[side].colour if side in SIDES else theme.current().muted
