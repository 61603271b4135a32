"""The tables of sight of the maps used last (7.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.company_scale.battle_map import BattleMap
from rules.engine.memory import evict_oldest

if TYPE_CHECKING:
    from rules.company_scale.sight.table import SightTable

KEPT_MAPS: Final = 8
_TABLES: Final[dict[int, SightTable]] = {}


def sight_table(ground: BattleMap) -> SightTable:
    """Return the table of a map, made on first use; those of the maps used last are kept."""
    table = _TABLES.get(id(ground))
    if table is not None:
        return table
    from rules.company_scale.sight.table import SightTable  # numpy comes with it, which a start can do without

    return _remember(SightTable(ground))


def adopt_table(ground: BattleMap, parent: BattleMap, cleared: tuple[int, ...]) -> None:
    """Make a map's table from that of a map it differs from only in hexes now clear."""
    _remember(sight_table(parent).without_cover(ground, cleared))


def _remember(table: SightTable) -> SightTable:
    evict_oldest(_TABLES, KEPT_MAPS)  # the table keeps its map alive, so that no other map can reuse the id
    _TABLES[id(table.ground)] = table
    return table
