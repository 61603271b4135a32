"""The levels of the opponent: how well it plays, never with other dice, chits or sight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.engine.judgement import Judgement, Manner
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
    "recruit": Level("Recruit", "Takes one of its three best ideas. For first games."),
    "regular": Level("Regular", "Does what is worth most now, by the exact odds."),
    "general": Level("General", "Plays its plans out in its head first, up to four seconds.", 80, 4),
    "slow-general": Level("Slow General", "The General with twenty seconds.", 400, 20),
}  # fmt: skip
"""The levels by name, weakest first."""


def judgement_of(system: System, manner: Manner) -> Judgement:
    """Return a system's judgement; raise LookupError with a sentence if it does not play in this manner.

    Every level plays every system, so that one can be measured before the system offers it in its `levels`.
    """
    judgement = system.judgement
    if judgement is None:
        raise LookupError(f"Nobody has taught the computer to play {system.title}.")
    if manner.level not in LEVELS:
        raise LookupError(f"{system.title} is not played at the level {manner.level}; there are {', '.join(LEVELS)}.")
    if manner.temper not in judgement.tempers:
        tempers = ", ".join(judgement.tempers)
        raise LookupError(f"{system.title} is not played in the temper {manner.temper}; there are {tempers}.")
    return judgement
