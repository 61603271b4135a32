"""The ground of a scenario under its board, in the colours of the theme."""

from __future__ import annotations

from typing import Any

from app import theme
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.board.ground.entries import EntryHex
from app.systems.company_scale.board.ground.ground import Ground
from app.systems.company_scale.board.ground.victory import VictoryHex
from app.systems.company_scale.board.scene import COUNTERS

UNDER_COUNTERS = COUNTERS - 5


def ground_of(scenario: Any) -> Ground | None:
    """Return the drawn ground of a scenario, or None where it has no map."""
    battle_map = getattr(scenario, "map", None)
    if battle_map is None:
        return None
    victory = [VictoryHex(goal.hex, goal.colour) for goal in scenario.victory.hexes]
    return Ground(battle_map, theme.current(), victory, entries_of(scenario), standing_in(scenario))


def standing_in(scenario: Any) -> set[int]:
    """Return the hexes on the map where units begin."""
    return {start.hex for start in scenario.setup.values()} & set(scenario.map.hexes)


def entries_of(scenario: Any) -> list[EntryHex]:
    """Return the ways on to the map: reinforcement hexes with their side, other ways with none."""
    ours = {at: side for side, hexes in sorted(scenario.entries.items()) for at in sorted(hexes)}
    others = {way.hex: "" for way in scenario.map.entries if way.hex in scenario.map.hexes}
    return [EntryHex(at, side) for at, side in (others | ours).items()]


def lay_ground(board: BoardController, scenario: Any) -> Ground | None:
    """Draw the map of a scenario under the board; a scenario without a map leaves the board bare."""
    ground = ground_of(scenario)
    if ground is None:
        board.clear()
        return None
    items = ground.items()
    items[-1].setZValue(UNDER_COUNTERS)
    board.on_stacks = ground.yield_to
    board.set_map(scenario.map.hexes, items, ground.scene_rect())
    board.view.setBackgroundBrush(ground.background())
    return ground
