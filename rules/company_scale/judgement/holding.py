"""Holding on to victory hexes: who must not leave one (27.2)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.company_scale.judgement.weights import Weights
from rules.company_scale.pieces import counter, enemy_holds, side_of
from rules.company_scale.r27_victory import date_of, hex_points
from rules.company_scale.state import Battle
from rules.hexes.grid import distance


def goal_points(game: Battle, here: int) -> int:
    """Return the points of both sides that hang on a hex; 0 if it is no victory hex."""
    goal = next((goal for goal in game.scenario.victory.hexes if goal.hex == here), None)
    return sum(hex_points(goal, date_of(game.scenario, game.state.turn)).values()) if goal is not None else 0


def is_threatened(game: Battle, here: int, side: str, weights: Weights) -> bool:
    """Tell whether an enemy is near enough to walk into a hex once it is empty."""
    return any(distance(here, h) <= weights.guard_within for h in game.state.stacks if enemy_holds(game, h, side))


def is_only_guard(game: Battle, unit: str, weights: Weights) -> bool:
    """Tell whether a victory hex with an enemy near would be empty without a unit."""
    return leaves_goal(game, game.state.units[unit].hex, [unit], weights)


def leaves_goal(game: Battle, here: int, leaving: Iterable[str], weights: Weights) -> bool:
    """Tell whether a victory hex with an enemy near would be empty once some units have left."""
    gone = set(leaving)
    staying = [u for u in game.state.stack(here) if u not in gone and not counter(game, u).marker]
    if staying or not gone or not goal_points(game, here):
        return False
    return is_threatened(game, here, side_of(game, next(iter(gone))), weights)
