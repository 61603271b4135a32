"""The two sides of the Company Scale System."""

from __future__ import annotations

from collections.abc import Mapping

from app import theme
from app.sides import FIELD_GREY, OLIVE, Side
from app.systems.company_scale.text.names import SIDE_NOUNS
from app.systems.company_scale.text.names import SIDES as NAMES
from rules.company_scale.loading.forces import GROUNDS, INKS

SIDES: Mapping[str, Side] = {
    "german": Side(NAMES["german"], SIDE_NOUNS["german"], "#4c5862", "#a9b5bf", FIELD_GREY),
    "allied": Side(NAMES["allied"], SIDE_NOUNS["allied"], "#556420", "#b9c77d", OLIVE),
}

COUNTERS: Mapping[str, tuple[str, str]] = {side: (GROUNDS[side], INKS[side]) for side in SIDES}
"""Ground and ink of what belongs to a side and to none of its divisions."""


def colour(side: str) -> str:
    """Return the colour that stands for a side in panels, or a muted one for no side."""
    return SIDES[side].colour if side in SIDES else theme.current().muted
