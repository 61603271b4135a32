"""The levels of the opponent: how well it plays, never with other dice, chits or sight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.engine.evaluator import Evaluator, Manner
from rules.engine.system import System


class Level(NamedTuple):
    """One level: its title, a sentence for the player, and what it may do.

    `rollouts` is how many games it plays out in its head at a moment worth planning, `seconds` when it stops doing so
    at the latest. What else a level changes stands with the weights of each system.
    """

    title: str
    text: str
    rollouts: int = 0
    seconds: float = 0.0


LEVELS: Final[Mapping[str, Level]] = {
    "recruit": Level("Recruit", "Easy. Makes a beginner's mistakes; good for first games."),
    "regular": Level("Regular", "Normal. Picks the best move by exact odds."),
    "general": Level("General (1 second)", "Hard. Plays its plans ahead first, up to a second.", 80, 1),
    "slow-general": Level("General (4 seconds)", "Hard. Plays its plans ahead first, up to four seconds.", 400, 4),
    "slowest-general": Level("General (15 seconds)", "Hard. Plays its plans ahead first, up to 15 seconds.", 1500, 15),
}
"""The levels by name, weakest first."""


def evaluator_of(system: System, manner: Manner) -> Evaluator:
    """Return a system's evaluator; raise LookupError with a sentence if it does not play in this manner.

    Every level plays every system, so that one can be measured before the system offers it in its `levels`.
    """
    evaluator = system.evaluator
    if evaluator is None:
        raise LookupError(f"The computer can't play {system.title} yet.")
    if manner.level not in LEVELS:
        raise LookupError(f"{system.title} has no level {manner.level}. Levels: {', '.join(LEVELS)}.")
    if manner.temper not in evaluator.tempers:
        tempers = ", ".join(evaluator.tempers)
        raise LookupError(f"{system.title} has no style {manner.temper}. Styles: {tempers}.")
    return evaluator
