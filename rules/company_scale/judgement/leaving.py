"""When the script sends Germans off to the northern exit (22.3)."""

from __future__ import annotations

from rules.company_scale.judgement.weights import Weights
from rules.company_scale.r22_2_evacuation import GERMAN
from rules.company_scale.state import Battle
from rules.hexes.grid import distance


def way_out(game: Battle, seat: str) -> int:
    """Return the hex by which a side scores for leaving, 0 if there is none."""
    return game.scenario.exit if seat == GERMAN and game.scenario.victory.exits else 0


def is_leaving(game: Battle, here: int, exit_by: int, weights: Weights) -> bool:
    """Tell whether it is time for a unit in a hex to set out for the exit."""
    left = game.scenario.turns - game.state.turn + 1
    return bool(exit_by) and left <= distance(here, exit_by) / weights.exit_pace + weights.exit_slack
