"""What leads the bot of rare commands through whole turns and to the enemy."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from rules.engine.command import Command
from rules.engine.seat import Seat
from rules.striking_anvil.r01_3_units import units_of
from rules.striking_anvil.scenario import other_side
from rules.striking_anvil.state import Anvil
from rules.testing.gear import CoverageBias

PUT_OFF: Final = {
    "pass": 14,
    "cancel": 6,
    "done": 3,
    "decline": 3,
    "call_off": 3,
    "drop": 3,
    "stop": 3,
    "join": 2,
    "leave": 4,
}


def prefer(seat: Seat, groups: Mapping[str, list[Command]], random: Random) -> Command | None:
    """Return a step to where enemies stand, most of the time; None for the rest."""
    if "step" not in groups or not random.randrange(4):
        return None
    game: Anvil = seat.think()
    mover = str(game.state.active)
    met = [step for step in groups["step"] if units_of(game, step.text("to"), other_side(mover))]
    return random.choice(met) if met else None


COVERAGE_BIAS: Final = CoverageBias(PUT_OFF, prefer)
