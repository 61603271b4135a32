"""Victory hexes given away (27.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.blunders.activations import Activation, ActivationAct, moved_units, nearest_enemy, place
from rules.company_scale.pieces import name_of
from rules.company_scale.r27_victory import controller, date_of, hex_points
from rules.engine.game import Game
from rules.testing.blunder_counter import Blunder

NEAR: Final = 8  # hexes


class VictoryHexLeft(ActivationAct):
    """Counts the victory hexes that a side walks or assaults off, leaving them to an enemy who is near."""

    name = "leaves a victory hex with an enemy within 8"
    wanted = 0.02

    def judge(self, over: Activation) -> Iterator[Blunder]:
        """Yield each hex held at the start of the activation, and now empty or the enemy's, with who left it."""
        game = over.game
        start = Game(game.kinds, game.base, over.start)
        today = date_of(game.scenario, over.start.turn)
        for goal in game.scenario.victory.hexes:
            if controller(start, goal.hex) != over.seat or controller(game, goal.hex) == over.seat:
                continue
            left = [unit for unit, old, _ in moved_units(over) if old == goal.hex]
            away = nearest_enemy(game, goal.hex, over.seat)
            points = sum(hex_points(goal, today).values())
            if left and points and away <= NEAR:
                who = ", ".join(name_of(game, unit) for unit in left)
                yield Blunder(over.seat, f"{place(game, goal.hex)} by {who}, {away} from the enemy, {points} points")
