"""The tables of sight, each kept by its map (7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.company_scale.battle_map import BattleMap

if TYPE_CHECKING:
    from rules.company_scale.sight.table import SightTable


def sight_table(ground: BattleMap) -> SightTable:
    """Return the table of a map, made on first use."""
    return ground.cached("sight", lambda: _made(ground))


def _made(ground: BattleMap) -> SightTable:
    from rules.company_scale.sight.table import SightTable  # numpy comes with it, which a start can do without

    return SightTable(ground)


def adopt_table(ground: BattleMap, parent: BattleMap, cleared: tuple[int, ...]) -> None:
    """Make a map's table from that of a map it differs from only in hexes now clear."""
    ground.results["sight"] = sight_table(parent).without_cover(ground, cleared)
