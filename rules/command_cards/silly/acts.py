"""All that is counted in a game of Battle Cards."""

from __future__ import annotations

from rules.command_cards.silly.objectives import ObjectiveLeft, ObjectiveNotTaken
from rules.command_cards.silly.orders import BattleLeftOut, IdleCard, LastFigureForward
from rules.testing.acts import Act


def acts() -> list[Act]:
    """Return what watches one game."""
    return [IdleCard(), BattleLeftOut(), ObjectiveLeft(), ObjectiveNotTaken(), LastFigureForward()]
