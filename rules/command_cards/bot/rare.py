"""What leads the bot of rare commands to rare cases: it puts off what ends something, and moves toward the enemy."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from rules.command_cards.hexes import distance
from rules.command_cards.state import Table, other
from rules.engine.command import Command
from rules.engine.seat import Seat
from rules.testing.gear import CoverageBias

PUT_OFF: Final = {
    "done": 12,
    "confirm": 5,
    "choose": 3,
    "release": 12,
    "spare": 12,
    "hold": 2,
    "stay": 3,
    "forgo": 3,
    "keep": 2,
}


def prefer(seat: Seat, groups: Mapping[str, list[Command]], random: Random) -> Command | None:
    """Return the move that leads nearest to an enemy; None for the rest."""
    if "move" not in groups or not random.randrange(4):
        return None
    game: Table = seat.think()
    enemies = [unit.hex for unit in game.state.units.values() if unit.seat == other(game.state.seat)]
    gaps = [min(distance(command.text("to"), place) for place in enemies) for command in groups["move"]]
    return random.choice([c for c, gap in zip(groups["move"], gaps, strict=True) if gap == min(gaps)])


COVERAGE_BIAS: Final = CoverageBias(PUT_OFF, prefer)
