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


def ground_of(game: Battle) -> BattleMap:
    """Return the map used for movement, sight and combat: a hex with a cleared fire is clear terrain (8.8.1)."""
    gone = game.state.fire_cleared
    ground = cleared(game.scenario.map, gone) if gone else game.scenario.map
    return jammed(ground, game.scenario) if game.state.traffic_jam else ground


def jammed(open_ground: BattleMap, scenario: Scenario) -> BattleMap:
    """Return a map with the traffic jam in the scenario's city (22.1)."""
    return open_ground.cached("jammed", lambda: _jammed(open_ground, scenario))


def _jammed(open_ground: BattleMap, scenario: Scenario) -> BattleMap:
    jam = scenario.charts.traffic_jam
    times, defense = int(jam["times"]), int(jam["defense"])
    full = {h: replace(open_ground.hexes[h], times=times, defense=defense) for h in scenario.city}
    ground = replace(open_ground, hexes={**open_ground.hexes, **full})
    adopt_table(ground, open_ground, ())
    return ground


def cleared(printed: BattleMap, gone: tuple[int, ...]) -> BattleMap:
    """Return a map with some hexes turned to clear terrain; the printed one keeps those used last."""
    kept: dict[tuple[int, ...], BattleMap] = printed.results.setdefault("cleared", {})
    ground = kept.get(gone)
    if ground is None:
        evict_oldest(kept, KEPT_GROUNDS)
        bare = {h: replace(printed.hexes[h], terrain=Terrain.CLEAR) for h in gone if h in printed.hexes}
        ground = kept[gone] = replace(printed, hexes={**printed.hexes, **bare})
        adopt_table(ground, printed, tuple(bare))
    return ground
