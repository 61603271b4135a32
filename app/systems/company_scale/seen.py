"""What the game on the table shows of the Company Scale System, with its types."""

from __future__ import annotations

from app.play.seat import views
from rules.company_scale.records.view import CupView, ScenarioView, TurnView, UnitView, VictoryView, View

NOTHING = View(
    ScenarioView("", "", ""), TurnView(0, 0, "", "", False), "", "", None, CupView(0, (), (), (), ()),
    (), (), (), (), (), (), (), None, VictoryView({}, (), (), {}, None, None), None,
)  # fmt: skip
"""The view before the first game."""
as_view, view_of = views(NOTHING)
"""Return a view that the window hands on, or that of a game, as what it is."""


def unit_in(view: object, name: str) -> UnitView | None:
    """Return a unit of a view, None if there is none of that name."""
    return next((unit for unit in as_view(view).units if unit.id == name), None)
