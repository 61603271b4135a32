"""Reach, worked out once for groups that move alike over the same ground."""

from __future__ import annotations

from rules.striking_anvil.r01_1_map import is_area
from rules.striking_anvil.r01_3_units import counter_of
from rules.striking_anvil.r04_movement import Group, Reached, capacity, is_motorized, reach
from rules.striking_anvil.state import Anvil


def reach_of(game: Anvil, group: Group, here: str) -> dict[str, Reached]:
    """Return every place a group can reach (4); the answer must not be changed."""
    if not is_area(game, here):
        return reach(game, group, here)  # who may come out of a box depends on more
    state = game.state
    alike = frozenset((counter_of(game, unit).kind, is_motorized(game, group, unit)) for unit in group.units)
    ground = (state.allied, tuple(state.forts.items()), tuple(state.bridges.items()))
    key = ("reach", group.side, here, capacity(game, group), alike, len(group.units) == 1, ground)
    return game.scenario.once(key, lambda: reach(game, group, here))
