"""The charts of terrain, hexsides and roads, as the rules look them up (6.2, 6.2.1, 6.2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rules.company_scale.battle_map import Edge, GroundCharts, Terrain
from rules.company_scale.counters import MoveClass
from rules.company_scale.series import printed_charts

if TYPE_CHECKING:
    from rules.files.problems import Data

CRESTS: Final = (Edge.RIDGE, Edge.STEEP_SLOPE, Edge.SLOPE)
"""Hexsides that can block sight, those that matter most to it first (7.1.2 c)."""
CROSSED: Final = (Edge.STREAM, Edge.RIVER, Edge.STEEP_SLOPE, Edge.RIDGE, Edge.SLOPE)
"""Hexsides that a chart can close, in the order in which they are named."""
ANYWHERE: Final = "all"
BY_ROAD: Final = "leg"
"""Whom a hexside lets across off the road: `all`, `leg` units only, or `none`."""


def ground_charts(charts: Mapping[str, Data]) -> GroundCharts:
    """Return what the ground does by charts that have been checked."""
    terrain: Mapping[str, Any] = charts["terrain"]
    edges: Mapping[Edge, Any] = {Edge(name): row for name, row in charts["hexsides"].items()}
    roads: Mapping[str, Any] = charts["roads"]

    def of(key: str) -> dict[Edge, int]:
        return {edge: row.get(key, 0) for edge, row in edges.items()}

    def lets(*whom: str) -> tuple[Edge, ...]:
        return tuple(edge for edge in CROSSED if edges[edge].get("off_road", ANYWHERE) in whom)

    return GroundCharts(
        entry={Terrain(name): _entry(row) for name, row in terrain.items()},
        defense={Terrain(name): row["defense"] for name, row in terrain.items()},
        cover=frozenset(Terrain(name) for name, row in terrain.items() if row["blocks_sight"]),
        roads={name: row["halves"] for name, row in roads.items()},
        up=of("up"),
        down=of("down"),
        fire_up=of("fire_up"),
        fire_down=of("fire_down"),
        by_road=lets(BY_ROAD),
        closed=lets("none"),
        crests=tuple(edge for edge in CRESTS if edges[edge]["blocks_sight"]),
        ridge_defense=edges[Edge.RIDGE]["defense"],
        ridge_marker_defense=edges[Edge.RIDGE]["marker_defense"],
        ridge_marker_fire=edges[Edge.RIDGE]["marker_fire"],
        names={name: row["name"] for rows in (terrain, charts["hexsides"], roads) for name, row in rows.items()},
    )


def _entry(row: Mapping[str, Any]) -> dict[MoveClass, int | None]:
    points = {move: row[move.value] for move in MoveClass}
    return {move: None if cost == "closed" else int(cost) for move, cost in points.items()}


@cache
def printed_ground_charts() -> GroundCharts:
    """Return what the ground does by the printed charts."""
    return ground_charts(printed_charts())
