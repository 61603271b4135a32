"""What the game on the table shows of the Company Scale System, with its types."""

from __future__ import annotations

from app.play.seat import views
from rules.company_scale.records.view import CupView, ScenarioView, TurnView, VictoryView, View

NOTHING = View(
    ScenarioView("", "", ""), TurnView(0, 0, "", "", False), "", "", None, CupView(0, (), (), (), ()),
    (), (), (), (), (), (), (), None, VictoryView({}, (), (), {}, None, None), None,
)  # fmt: skip
"""The view before the first game."""
as_view, view_of = views(NOTHING)
"""Return a view that the window hands on, or that of a game, as what it is."""
