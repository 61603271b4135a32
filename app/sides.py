"""The sides of a game as the table shows them: their names and their colours by day and by lamplight."""

from __future__ import annotations

from collections.abc import Mapping

from app import theme
from app.text.names import NAMES, NOUNS, humanize
from rules.engine.frozen import frozen


@frozen
class Livery:
    """What the prompt bar wears for a side: colours of bar, plate and soft ground by day and by lamplight, an emblem.

    Cream letters can be read on bar and plate. The emblem is "cross", "star", or "" for a plain sign.
    """

    bars: tuple[str, str]
    plates: tuple[str, str]
    softs: tuple[str, str]
    emblem: str = ""

    @property
    def bar(self) -> str:
        """Return the ground of the prompt bar."""
        return self.bars[theme.current().is_dark]

    @property
    def plate(self) -> str:
        """Return the ground of the plate with emblem and word."""
        return self.plates[theme.current().is_dark]

    @property
    def soft(self) -> str:
        """Return the pale ground that stands for the side in log and strip."""
        return self.softs[theme.current().is_dark]


FIELD_GREY = Livery(("#323e46", "#4a5a64"), ("#4c5a63", "#627480"), ("#d5d9d6", "#3a434a"), "cross")
OLIVE = Livery(("#5c6a2a", "#64732f"), ("#667433", "#687736"), ("#dadfbe", "#3e4527"), "star")
PLAIN = Livery(("#3f352b", "#3a3028"), ("#4f4336", "#4a3d31"), ("#e4dac2", "#3a352e"))
"""For a side without a livery, and while nobody is asked."""


@frozen
class Side:
    """A side: its name ("German"), the noun for its players ("the Germans"), and its colours as #rrggbb.

    Without colours of its own it takes the muted ones of the theme, without a livery the plain one.
    """

    name: str
    noun: str = ""
    by_day: str = ""
    by_lamplight: str = ""
    livery: Livery = PLAIN

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
LIVERIES = {"german": FIELD_GREY, "allied": OLIVE}


def coloured(**colours: tuple[str, str]) -> Mapping[str, Side]:
    """Return Allies and Germans by seat, each in the colours of a system by day and by lamplight."""
    return {seat: Side(NAMES[seat], NOUNS[seat], *pair, LIVERIES[seat]) for seat, pair in colours.items()}
