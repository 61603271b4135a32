"""The sound that goes with each kind of event."""

from __future__ import annotations

from collections.abc import Mapping

SOUNDS: Mapping[str, str] = {
    **dict.fromkeys(("FiguresLost", "UnitEliminated", "UnitStruck"), "shot"),
    **dict.fromkeys(("DiceCounted", "DieRolled"), "die"),
    **dict.fromkeys(("CardPlayed", "CardDrawn", "HandDealt", "CardSprung", "CardThrown"), "card"),
    **dict.fromkeys(("MedalWon", "ObstaclePlaced", "ObstacleRemoved", "GroundTaken"), "marker"),
    **dict.fromkeys(("UnitMoved", "UnitRetreated"), "step"),
}
