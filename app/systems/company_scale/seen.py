"""What the game on the table shows of the Company Scale System, with its types."""

from __future__ import annotations

from typing import Protocol

from rules.company_scale.records.view import CupView, ScenarioView, TurnView, UnitView, VictoryView, View

NOTHING = View(
    ScenarioView("", "", ""), TurnView(0, 0, "", "", False), "", "", None, CupView(0, (), (), (), ()),
    (), (), (), (), (), (), (), None, VictoryView({}, (), (), {}, None, None), None,
)  # fmt: skip
"""The view before the first game."""


class HasView(Protocol):
    """A game or a question that has a view."""

    @property
    def view(self) -> object: ...


def view_of(game: HasView) -> View:
    """Return the view of a game of the Company Scale System, one without anything before the first."""
    return as_view(game.view)


def unit_in(view: object, name: str) -> UnitView | None:
    """Return a unit of a view, None if there is none of that name."""
    return next((unit for unit in as_view(view).units if unit.id == name), None)


def as_view(view: object) -> View:
    """Return a view that the window hands on, one without anything before the first game."""
    return view if isinstance(view, View) else NOTHING
