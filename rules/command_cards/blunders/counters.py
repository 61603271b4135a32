"""All that is counted in a game of Battle Cards."""

from __future__ import annotations

from rules.command_cards.blunders.objectives import ObjectiveLeft, ObjectiveNotTaken
from rules.command_cards.blunders.orders import BattleLeftOut, IdleCard, LastFigureForward
from rules.testing.blunder_counter import BlunderCounter


def counters() -> list[BlunderCounter]:
    """Return what watches one game."""
    return [IdleCard(), BattleLeftOut(), ObjectiveLeft(), ObjectiveNotTaken(), LastFigureForward()]
