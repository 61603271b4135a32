"""What the game on the table shows of Striking the Anvil, with its types."""

from __future__ import annotations

from app.play.seat import views
from rules.striking_anvil.scenario import ALLIED
from rules.striking_anvil.view import ImpulseView, ScenarioView, TurnView, VictoryView, View

NOTHING = View(
    ScenarioView("", "", ""), TurnView(0, 0, "", "", ""), None, ImpulseView(ALLIED, 0, {}), (), (), {}, (), {}, (), {},
    (), VictoryView(0, (), "draw"), None,
)  # fmt: skip
"""The view before the first game."""
as_view, view_of = views(NOTHING)
"""Return a view that the window hands on, or that of a game, as what it is."""
