"""All that is counted in a game of Striking the Anvil."""

from __future__ import annotations

from rules.striking_anvil.blunders.activations import OutOfSupply, PointsLeft
from rules.striking_anvil.blunders.goals import GoalNotTaken
from rules.testing.blunder_counter import BlunderCounter


def counters() -> list[BlunderCounter]:
    """Return what watches one game."""
    return [GoalNotTaken(), PointsLeft(), OutOfSupply()]
