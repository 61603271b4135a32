"""What the game on the table shows of Striking the Anvil, with its types."""

from __future__ import annotations

from typing import Protocol

from rules.striking_anvil.scenario import ALLIED
from rules.striking_anvil.view import ImpulseView, ScenarioView, TurnView, VictoryView, View

NOTHING = View(
    ScenarioView("", "", ""), TurnView(0, 0, "", "", ""), None, ImpulseView(ALLIED, 0, {}), (), (), {}, (), {}, (), {},
    (), VictoryView(0, (), "draw"), None,
)  # fmt: skip
"""The view before the first game."""


class HasView(Protocol):
    """A game or a question that has a view."""

    @property
    def view(self) -> object: ...


def view_of(game: HasView) -> View:
    """Return the view of a game of Striking the Anvil, one without anything before the first."""
    return as_view(game.view)


def as_view(view: object) -> View:
    """Return a view that the window hands on, one without anything before the first game."""
    return view if isinstance(view, View) else NOTHING
