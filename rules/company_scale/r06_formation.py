"""Turning a counter between column and deployed (6.0)."""

from __future__ import annotations

from rules.company_scale.r21_guns import abandon_guns
from rules.company_scale.state import Battle


def turn_over(game: Battle, unit: str) -> None:
    """Turn a counter to its other side."""
    deployed = not game.state.units[unit].deployed
    game.state.turn_to(unit, deployed)
    game.emit("FormationChanged", unit=unit, deployed=deployed)
    if not deployed:
        abandon_guns(game, unit)  # 21.2
