"""What a player chose to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from app.play.players import Players
from rules.engine.frozen import frozen
from rules.engine.house_rules import Value, with_rules


@frozen
class NewGame:
    """What a player chose: system, scenario, seed (None for a fresh one), whether players roll the dice, who plays.

    `rules` are the house rules: those that the scenario would not play by itself.
    """

    system: str
    scenario: str
    seed: int | None = None
    own_dice: bool = False
    players: Players = field(default_factory=Players)
    rules: Mapping[str, Value] = field(default_factory=dict)

    @property
    def source(self) -> Any:
        """What the scenario is loaded from."""
        return with_rules(self.scenario, self.rules)
