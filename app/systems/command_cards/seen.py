"""What the game on the table shows of Battle Cards, with its types."""

from __future__ import annotations

from app.play.seat import views
from rules.command_cards.view import View

NOTHING = View(0, 0, "", {}, (), None, 0, (), None, False, {}, (), {}, {}, (), None, False)
"""The view before the first game."""
as_view, view_of = views(NOTHING)
"""Return a view that the window hands on, or that of a game, as what it is."""


def laid_out(view: View) -> str | None:
    """Return the card that the looking seat has laid out."""
    return view.staged.card if view.staged is not None else None
