"""What the game on the table shows of Battle Cards, with its types."""

from __future__ import annotations

from typing import Protocol

from rules.command_cards.view import View

NOTHING = View(0, 0, "", {}, (), None, 0, (), None, False, {}, (), {}, {}, (), None, False)
"""The view before the first game."""


class HasView(Protocol):
    """A game or a question that has a view."""

    @property
    def view(self) -> object: ...


def view_of(game: HasView) -> View:
    """Return the view of a game of Battle Cards, one without anything before the first."""
    return game.view if isinstance(game.view, View) else NOTHING


def as_view(view: object) -> View:
    """Return a view that the window hands on, one without anything before the first game."""
    return view if isinstance(view, View) else NOTHING


def laid_out(view: View) -> str | None:
    """Return the card that the looking seat has laid out."""
    return view.staged.card if view.staged is not None else None
