"""What leads the bot of rare commands to the enemy, where the fires, assaults and interrupts are."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from rules.company_scale.pieces import enemy_holds, side_of
from rules.company_scale.state import Battle
from rules.engine.command import Command
from rules.engine.seat import Seat
from rules.hexes.grid import distance, hex_id
from rules.testing.gear import CoverageBias

PUT_OFF: Final = {
    "end_activation": 12,
    "pass_unit": 6,
    "change_formation": 3,
    "stop": 4,
    "hold": 4,
    "pass": 3,
    "cancel": 4,
    "call_off": 6,
    "decline": 2,
    "stand": 2,
    "detach": 3,
}
FAR: Final = 3  # from this distance a unit goes toward the enemy before anything else


def prefer(seat: Seat, groups: Mapping[str, list[Command]], random: Random) -> Command | None:
    """Return the step that leads nearest to an enemy, or the move of a unit far from all; None for the rest."""
    game: Battle = seat.think()
    if "step" in groups and random.randrange(4):
        return _closer(game, groups["step"], random)
    if "move" in groups and random.randrange(4):
        return _far_mover(game, groups["move"], random)
    return None


def _closer(game: Battle, steps: list[Command], random: Random) -> Command | None:
    unit = game.frame["units"][0]
    enemies = _enemies(game, side_of(game, unit))
    gaps = [_gap(hex_id(step.text("to")), enemies) for step in steps]
    least = min(gaps)
    if least >= _gap(game.state.units[unit].hex, enemies):
        return None
    return random.choice([step for step, gap in zip(steps, gaps, strict=True) if gap == least])


def _far_mover(game: Battle, moves: list[Command], random: Random) -> Command | None:
    move = random.choice(moves)
    units = move.texts("units")
    here = game.state.units[units[0]].hex
    return move if _gap(here, _enemies(game, side_of(game, units[0]))) >= FAR else None


def _enemies(game: Battle, side: str) -> list[int]:
    return [hex_id for hex_id in game.state.stacks if enemy_holds(game, hex_id, side)]


def _gap(here: int, enemies: list[int]) -> int:
    return min((distance(here, there) for there in enemies), default=0)


COVERAGE_BIAS: Final = CoverageBias(PUT_OFF, prefer)
