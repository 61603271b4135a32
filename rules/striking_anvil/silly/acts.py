"""All that is counted in a game of Striking the Anvil."""

from __future__ import annotations

from rules.striking_anvil.silly.activations import OutOfSupply, PointsLeft
from rules.striking_anvil.silly.goals import GoalNotTaken
from rules.testing.acts import Act


def acts() -> list[Act]:
    """Return what watches one game."""
    return [GoalNotTaken(), PointsLeft(), OutOfSupply()]
