"""The sides of a game as the table shows them: their names and their colours by day and by lamplight."""

from __future__ import annotations

from dataclasses import dataclass

from app import theme
from app.text.names import humanize


@dataclass(frozen=True, slots=True)
class Side:
    """A side: its name ("German"), the noun for its players ("the Germans"), and its colours as #rrggbb.

    Without colours of its own it takes the muted ones of the theme.
    """

    name: str
    noun: str = ""
    by_day: str = ""
    by_lamplight: str = ""

    @property
    def colour(self) -> str:
        """Return the colour that stands for the side in panels."""
        now = theme.current()
        return (self.by_lamplight if now.is_dark else self.by_day) or now.muted

    @staticmethod
    def of_seat(seat: str) -> Side:
        """Return a side named after its seat, for a system that does not describe its sides."""
        return Side(humanize(seat), f"the {humanize(seat)} player")


CHANCE = Side("Chance", "chance")
"""Whose turn it is while the game waits for a die or a draw."""
