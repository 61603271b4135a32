"""What a player chose to play."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.play.players import Players


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a player chose: system, scenario, seed (None for a fresh one), whether players roll the dice, who plays."""

    system: str
    scenario: str
    seed: int | None = None
    own_dice: bool = False
    players: Players = field(default_factory=Players)
