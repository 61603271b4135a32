"""What the computer fears for a side's units, told to a player who learns."""

from __future__ import annotations

from typing import Final

from rules.command_cards.bot.hand import medals
from rules.command_cards.bot.position_evaluation import PositionEvaluation
from rules.command_cards.bot.weights import Stakes, Weights
from rules.command_cards.state import Table
from rules.command_cards.targets import own_units, the
from rules.engine.english import capital

MOST: Final = 3
"""Fears that are told."""
LEAST: Final = 0.05  # medals


def fears(game: Table, seat: str, weights: Weights, stakes: Stakes) -> tuple[str, ...]:
    """Return which units the enemy may hurt most in his next turn, by what the script takes that to cost."""
    evaluation = PositionEvaluation(game, seat, weights, stakes)
    dangers = {unit: evaluation.danger(unit, game.state.units[unit].hex) for unit in own_units(game, seat)}
    worst = sorted((unit for unit in dangers if dangers[unit] >= LEAST), key=lambda unit: -dangers[unit])
    return tuple(
        f"{capital(the(game, unit))}: the enemy's next turn may cost it {medals(dangers[unit])}."
        for unit in worst[:MOST]
    )
