"""The ground as it is now: the printed map, the hexes fires have cleared, the jammed city (8.8.1, 22.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules.company_scale.battle_map import BattleMap, Terrain
from rules.company_scale.scenario import Scenario
from rules.company_scale.sight.tables import adopt_table
from rules.company_scale.state import Battle
from rules.engine.memory import evict_oldest

KEPT_GROUNDS: Final = 8
_JAMMED: Final[dict[int, tuple[BattleMap, BattleMap]]] = {}
_CLEARED: Final[dict[tuple[int, tuple[int, ...]], tuple[BattleMap, BattleMap]]] = {}


def ground_of(game: Battle) -> BattleMap:
    """Return the map used for movement, sight and combat: a hex with a cleared fire is clear terrain (8.8.1)."""
    gone = game.state.fire_cleared
    ground = cleared(game.scenario.map, gone) if gone else game.scenario.map
    return jammed(ground, game.scenario) if game.state.traffic_jam else ground


def jammed(open_ground: BattleMap, scenario: Scenario) -> BattleMap:
    """Return a map with the traffic jam in the scenario's city (22.1); the maps used last are kept."""
    entry = _JAMMED.get(id(open_ground))
    if entry is None or entry[0] is not open_ground:
        evict_oldest(_JAMMED, KEPT_GROUNDS)
        jam = scenario.charts.traffic_jam
        full = {
            h: replace(open_ground.hexes[h], times=int(jam["times"]), defense=int(jam["defense"]))
            for h in scenario.city
        }  # fmt: skip
        ground = replace(open_ground, hexes={**open_ground.hexes, **full})
        adopt_table(ground, open_ground, ())
        entry = _JAMMED[id(open_ground)] = open_ground, ground
    return entry[1]


def cleared(printed: BattleMap, gone: tuple[int, ...]) -> BattleMap:
    """Return a map with some hexes turned to clear terrain; the maps used last are kept."""
    entry = _CLEARED.get((id(printed), gone))
    if entry is None:  # the entry keeps its map alive, so that no other map can reuse the id
        evict_oldest(_CLEARED, KEPT_GROUNDS)
        bare = {h: replace(printed.hexes[h], terrain=Terrain.CLEAR) for h in gone if h in printed.hexes}
        ground = replace(printed, hexes={**printed.hexes, **bare})
        adopt_table(ground, printed, tuple(bare))
        entry = _CLEARED[id(printed), gone] = printed, ground
    return entry[1]
