"""Turning a counter between column and deployed (6.0)."""

from __future__ import annotations

from rules.company_scale.r21_guns import abandon_guns
from rules.company_scale.state import Battle, Unit


def turn_over(game: Battle, unit: str) -> None:
    """Turn a counter to its other side."""
    record = game.state.units[unit]
    game.state.units[unit] = Unit(record.hex, record.place, not record.deployed)
    game.emit("FormationChanged", unit=unit, deployed=not record.deployed)
    if record.deployed:
        abandon_guns(game, unit)  # 21.2
