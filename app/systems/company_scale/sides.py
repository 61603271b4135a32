"""The two sides of the Company Scale System, with their colours by day and by lamplight."""

from app import theme
from app.sides import coloured

SIDES = coloured(german=("#4c5862", "#a9b5bf"), allied=("#556420", "#b9c77d"))


def colour(side: str) -> str:
    """Return the colour that stands for a side in panels, or a muted one for no side."""
    return SIDES[side].colour if side in SIDES else theme.current().muted
