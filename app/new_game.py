"""What a player chose to play."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a player chose: system, scenario, seed (None for a fresh one), and whether players roll the dice."""

    system: str
    scenario: str
    seed: int | None = None
    own_dice: bool = False
