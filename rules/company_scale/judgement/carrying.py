"""What the script does with transports: it fetches guns out of range and sets them down in range (15.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.judgement.weights import Weights
from rules.company_scale.pieces import counter, enemy_holds, side_of
from rules.company_scale.r08_7_1_spotting import indirect_of
from rules.company_scale.r15_transport import Load, Unload
from rules.company_scale.r18_reinforcements import is_shelter
from rules.company_scale.state import MAP, POOL, Battle
from rules.engine.command import Command
from rules.hexes.grid import distance

FAR: Final = 20  # ranges count up to this
NEAR: Final = 3  # riflemen get off this near to the enemy


def handling(game: Battle, seat: str, weights: Weights) -> Iterator[tuple[float, Command]]:
    """Yield loads and unloads worth making, with their worth."""
    state = game.state
    if state.carried:
        for command in Unload().candidates(game):
            unit = command.text("unit")
            carrier = state.carried[unit]
            if side_of(game, unit) == seat and state.activity[carrier].used < 2 and _has_come(game, unit, carrier):
                yield weights.set_down, command
    if any(state.units[name].place == POOL for name in state.activity):
        load = Load()
        for command in load.candidates(game):
            if _is_idle(game, command.text("unit")) and next(load.reasons(game, command), None) is None:
                yield weights.fetched, command


def _nearest(game: Battle, here: int, seat: str) -> int:
    return min((distance(here, h) for h in game.state.stacks if enemy_holds(game, h, seat)), default=99)


def _range(game: Battle, unit: str) -> int:
    power = indirect_of(counter(game, unit).deployed)
    return 0 if power is None else min(power.range, FAR)


def _has_come(game: Battle, unit: str, carrier: str) -> bool:
    """Tell whether a passenger had better get off: a gun in range, riflemen near the enemy or their goal."""
    here, seat = game.state.units[carrier].hex, side_of(game, unit)
    if is_shelter(game.scenario, seat, here):
        return False
    away, reach = _nearest(game, here, seat), _range(game, unit)
    if reach:
        return away <= reach * 4 // 5
    return away <= NEAR or any(goal.hex == here for goal in game.scenario.victory.hexes)


def _is_idle(game: Battle, unit: str) -> bool:
    """Tell whether a towed gun is of no use where it stands: in a reinforcement hex, or out of range."""
    printed, record = counter(game, unit), game.state.units[unit]
    if record.place != MAP or not _range(game, unit) or (printed.column is not None and printed.column.move):
        return False
    seat = printed.side
    return is_shelter(game.scenario, seat, record.hex) or _nearest(game, record.hex, seat) > _range(game, unit)
