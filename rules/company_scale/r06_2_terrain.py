"""Terrain and hexsides: costs and protection; who claims a ridge (6.2, 6.2.1, 6.2.2; 22.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.company_scale.battle_map import BattleMap, Edge, Hexside, Road, Terrain
from rules.company_scale.counters import MoveClass
from rules.company_scale.pieces import enemy_adjacent, enemy_holds, holder
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_name, neighbours

# --- Terrain and hexsides: what they cost to enter and how they protect (6.2, 6.2.1, 6.2.2; 22.1 in a traffic jam) ---

LEG: Final = MoveClass.LEG
WHEELED: Final = MoveClass.WHEELED
TRACKED: Final = MoveClass.TRACKED
ENTRY: Final[dict[Terrain, dict[MoveClass, int | None]]] = {  # whole movement points (6.2.1)
    Terrain.CLEAR: {LEG: 1, WHEELED: 3, TRACKED: 2},
    Terrain.WOODS: {LEG: 2, WHEELED: 8, TRACKED: 6},
    Terrain.VINEYARD: {LEG: 2, WHEELED: 4, TRACKED: 3},
    Terrain.MARSH: {LEG: 2, WHEELED: None, TRACKED: None},
    Terrain.VILLAGE: {LEG: 1, WHEELED: 3, TRACKED: 2},
    Terrain.TOWN: {LEG: 1, WHEELED: 4, TRACKED: 3},
    Terrain.CITY: {LEG: 1, WHEELED: 4, TRACKED: 3},
}
DEFENSE: Final[dict[Terrain, int]] = {  # negative protects (6.2)
    Terrain.CLEAR: 0,
    Terrain.WOODS: -2,
    Terrain.VINEYARD: -1,
    Terrain.MARSH: 2,
    Terrain.VILLAGE: -1,
    Terrain.TOWN: -2,
    Terrain.CITY: -3,
}
ROAD_COST: Final = {"paved": 1, "railroad": 2, "trail": 4}  # halves of a movement point (6.2.1)
TRAIL_BONUS: Final = 4  # halves: one more trail hex (6.2.1)
OFF_ROAD: Final = "terrain"
WAYS: Final = ("paved", "railroad", "trail", OFF_ROAD)
_OFF: Final = (OFF_ROAD,)
RIDGE_DEFENSE: Final = -2  # 6.2.2
RIDGE_MARKER_DEFENSE: Final = -1
RIDGE_MARKER_FIRE: Final = 2
_SIDE_NAMES: Final = {LEG: "A leg unit", WHEELED: "A wheeled unit", TRACKED: "A tracked unit"}


class Crossing(NamedTuple):
    """One step of a move: from hex, to hex, along a road or off it, what crosses the hexside.

    Units `bound` to roads or rails follow them through a traffic jam too (22.2, 25.0).
    """

    a: int
    b: int
    by: str
    side: Hexside
    bound: bool = False

    @property
    def on_road(self) -> bool:
        """Tell whether the step follows a road."""
        return self.by != OFF_ROAD


def roads_of(side: Hexside) -> frozenset[str]:
    """Return the roads across a hexside; the evacuation road counts as a paved road (6.2.1)."""
    return frozenset("paved" if r is Road.EVACUATION else r.value for r in side.roads)


def ways_of(side: Hexside) -> tuple[str, ...]:
    """Return every way across a hexside: its roads in the order of WAYS, then off the road."""
    if not side.roads:
        return _OFF
    roads = roads_of(side)
    return tuple(by for by in WAYS if by in roads or by == OFF_ROAD)


def crossing(ground: BattleMap, a: int, b: int, by: str, bound: bool = False) -> Crossing:
    """Describe a step between neighbours."""
    return Crossing(a, b, by, ground.side(a, b), bound)


def _uses_road(ground: BattleMap, step: Crossing) -> bool:
    """Tell whether a road carries this step over its hexside; into a traffic jam none does (22.1; RULINGS 149)."""
    return step.on_road and (step.bound or ground.jam_bridges or ground.hexes[step.b].times == 1)


def passable(ground: BattleMap, move: MoveClass, step: Crossing) -> Iterator[Reason]:
    """Yield why a movement class can never make this step, whatever its points (6.2)."""
    target = ground.hexes.get(step.b)
    if target is None:
        yield Reason(f"{hex_name(step.b)} has no center dot, so it is out of play.", "3.1")
        return
    if Edge.GRAY in step.side.edges:
        yield Reason("The hexside is grayed out and can't be crossed.", "6.2.1")
    if step.on_road and step.by not in roads_of(step.side):
        yield Reason(f"There is no {_road_name(step.by)} from {hex_name(step.a)} to {hex_name(step.b)}.", "6.2.1")
    if _uses_road(ground, step):
        return
    if step.on_road and (Edge.RIVER in step.side.edges or (move is not LEG and Edge.STREAM in step.side.edges)):
        yield Reason("The traffic jam has closed the city's bridges.", "22.1")
        return
    if Edge.RIVER in step.side.edges:
        yield Reason("A river can be crossed only by road.", "6.2.2")
    if ENTRY[target.terrain][move] is None:
        yield Reason(f"{_SIDE_NAMES[move]} can't enter {target.terrain.value}.", "6.2.1")
    if move is not LEG:
        for edge in (Edge.STREAM, Edge.STEEP_SLOPE, Edge.RIDGE):
            if edge in step.side.edges:
                yield Reason(f"{_SIDE_NAMES[move]} can cross a {_edge_name(edge)} hexside only by road.", "6.2.2")


def step_cost(ground: BattleMap, move: MoveClass, step: Crossing) -> int:
    """Return what a passable step costs, in halves of a movement point (6.2.1, 6.2.2)."""
    target = ground.hexes[step.b]
    if step.on_road and target.times == 1:  # the road's cost in place of the terrain's
        return ROAD_COST[step.by] + (0 if ground.free_roads else 2 * _cost_along_road(ground, move, step))
    cost = ENTRY[target.terrain][move]
    assert cost is not None
    return 2 * (target.times * cost + (0 if _uses_road(ground, step) else hexside_cost(ground, step)))  # 22.1


def change_cost(ground: BattleMap, move: MoveClass, here: int, road: str) -> int | None:
    """Return what it costs, in halves, to change from `road`, by which `here` was entered, to another road (6.2.1).

    The terrain cost replaces the cost of entering by road (RULINGS 4); None where the terrain is closed.
    """
    map_hex = ground.hexes[here]
    cost = ENTRY[map_hex.terrain][move]
    if map_hex.times > 1:  # 22.1: the terrain is already paid for
        return 0
    return None if cost is None else max(0, 2 * cost - ROAD_COST[road])


def hexside_cost(ground: BattleMap, step: Crossing) -> int:
    """Return the extra whole points a hexside costs off the road (6.2.2)."""
    edges = step.side.edges
    if not edges:
        return 0
    climb = _level(ground, step.b) - _level(ground, step.a)
    cost = 1 if Edge.STREAM in edges else 0
    if Edge.SLOPE in edges and climb > 0:
        cost += 1
    if Edge.STEEP_SLOPE in edges:
        cost += 3 if climb > 0 else 1
    if Edge.RIDGE in edges:
        cost += 2
    return cost


def _cost_along_road(ground: BattleMap, move: MoveClass, step: Crossing) -> int:
    """Return the extra whole points a hexside costs along a road, which spares only those of ridges (RULINGS 5)."""
    edges = step.side.edges
    if not edges:
        return 0
    climb = _level(ground, step.b) - _level(ground, step.a)
    cost = 1 if Edge.SLOPE in edges and climb > 0 else 0
    if move is LEG and Edge.STREAM in edges:
        cost += 1
    if move is LEG and Edge.STEEP_SLOPE in edges:
        cost += 3 if climb > 0 else 1
    return cost


def bars_weapons(step: Crossing) -> bool:
    """Tell whether this step bars support weapons from going along (6.2.2)."""
    return not step.on_road and bool({Edge.STEEP_SLOPE, Edge.RIDGE} & step.side.edges)


def terrain_defense(ground: BattleMap, hex_id: int) -> int:
    """Return the defense value of the terrain in a hex (6.2)."""
    map_hex = ground.hexes[hex_id]
    return DEFENSE[map_hex.terrain] if map_hex.defense is None else map_hex.defense  # 22.1


def slope_modifier(ground: BattleMap, origin: int, target: int) -> tuple[int, str]:
    """Return the fire modifier and the name of a slope or steep slope between neighbours (6.2.2).

    `origin` is the hex before the target hex on the line of fire.
    """
    edges = ground.side(origin, target).edges
    climb = _level(ground, target) - _level(ground, origin)
    if Edge.STEEP_SLOPE in edges:
        return (-3, "steep slope, uphill") if climb > 0 else (-1, "steep slope")
    if Edge.SLOPE in edges and climb:
        return (-1, "upslope") if climb > 0 else (1, "downslope")
    return 0, ""


def _level(ground: BattleMap, hex_id: int) -> int:
    map_hex = ground.hexes.get(hex_id)
    return map_hex.level if map_hex else 1


def _edge_name(edge: Edge) -> str:
    return edge.value.replace("_", " ")


def _road_name(by: str) -> str:
    return {"paved": "paved road", "railroad": "railroad", "trail": "trail"}.get(by, f'"{by}" road')


# --- Ridge markers: who claims a ridge, and when the marker comes off (6.2.2) --------------------------------------


def is_ridge(game: Battle, a: int, b: int) -> bool:
    """Tell whether a ridge runs on the hexside between two neighbours."""
    return Edge.RIDGE in game.scenario.map.side(a, b).edges


def enemies_across(game: Battle, hex_id: int, side: str) -> list[int]:
    """Return the neighbouring hexes across a ridge that hold enemies of `side`."""
    return [near for near in neighbours(hex_id) if is_ridge(game, hex_id, near) and enemy_holds(game, near, side)]


def queue_claims(game: Battle, movers: tuple[str, ...], hex_id: int) -> None:
    """Ask for ridge claims after units came to a hex: the stationary side first, then the mover (6.2.2)."""
    if not movers:
        return
    side = game.scenario.units[movers[0]].side
    if game.state.status(hex_id).ridge:  # one side only
        return
    facing = [h for h in enemies_across(game, hex_id, side) if not game.state.status(h).ridge]
    if not facing:
        return
    game.push("ridge_claim", hexes=(hex_id,), seat=side)
    for other in reversed(facing):
        game.push("ridge_claim", hexes=(other, hex_id), seat=holder(game, other))


def place_ridge_marker(game: Battle, hex_id: int) -> None:
    """Put a ridge marker on a hex."""
    game.state.mark(hex_id, ridge=True)
    game.emit("MarkerPlaced", hex=hex_name(hex_id), kind="ridge", value=holder(game, hex_id))


def remove_ridge_marker(game: Battle, hex_id: int) -> None:
    """Take the ridge marker off a hex."""
    game.state.mark(hex_id, ridge=False)
    game.emit("MarkerRemoved", hex=hex_name(hex_id), kind="ridge", value=None)


def drop_idle_marker(game: Battle, hex_id: int) -> None:
    """Remove the ridge marker of a hex with an active unit if no enemy is adjacent (6.2.2)."""
    side = holder(game, hex_id)
    if side and game.state.status(hex_id).ridge and not enemy_adjacent(game, hex_id, side):
        remove_ridge_marker(game, hex_id)


def drop_markers_near(game: Battle, hex_id: int) -> None:
    """Remove ridge markers next to an emptied hex where a unit is active and no enemy is adjacent any more (6.2.2)."""
    for near in neighbours(hex_id):
        if any(unit in game.state.activity for unit in game.state.stack(near)):
            drop_idle_marker(game, near)


class Claim(BareAction):
    """Claim the ridge: put a ridge marker on the hex."""

    verb = "claim"

    def apply(self, game: Battle, command: Command) -> None:
        """Place the marker."""
        place_ridge_marker(game, game.frame["hexes"][0])
        game.finish()


class Decline(BareAction):
    """Leave the ridge unclaimed."""

    verb = "decline"

    def apply(self, game: Battle, command: Command) -> None:
        """Close the question."""
        game.finish()


class RidgeClaim(Choice):
    """Asks the side in `hexes[0]` whether it claims the ridge it shares with an enemy."""

    kind = "ridge_claim"
    actions = (Claim(), Decline())

    def ask(self, game: Battle) -> Decision | None:
        """Return the question unless the ridge has meanwhile been claimed or has no units facing across it."""
        here, seat = game.frame["hexes"][0], game.frame["seat"]
        if holder(game, here) != seat or game.state.status(here).ridge:
            return None
        facing = enemies_across(game, here, seat)
        if not facing or any(game.state.status(h).ridge for h in facing):  # only one side per ridge
            return None
        across = " and ".join(map(hex_name, facing))
        return Decision(
            seat,
            "ridge_claim",
            f"Claim the ridge for {hex_name(here)} against {across}?",
            "6.2.2",
            Options(game, self.actions),
            {"hex": hex_name(here)},
        )


class RemoveRidgeMarker(Action):
    """Give up a ridge while active; an enemy across it may claim it at once (6.2.2)."""

    verb = "remove_ridge_marker"
    fields = takes(hex=str)

    def candidates(self, game: Battle) -> Iterator[Command]:
        """Yield every marked hex with an active unit."""
        for hex_id, status in game.state.hexes.items():
            if status.ridge:
                yield cmd("remove_ridge_marker", hex=hex_name(hex_id))

    def reasons(self, game: Battle, command: Command) -> Iterator[Reason]:
        """Yield why the marker cannot be removed."""
        marked = [h for h, status in game.state.hexes.items() if hex_name(h) == command.text("hex") and status.ridge]
        if not marked:
            yield Reason(f"{command.text('hex')} has no ridge marker.", "6.2.2")
        elif not any(unit in game.state.activity for unit in game.state.stack(marked[0])):
            yield Reason("You can remove a ridge marker only while a unit in its hex is active.", "6.2.2")

    def apply(self, game: Battle, command: Command) -> None:
        """Remove the marker and ask the enemies across."""
        here = next(h for h in game.state.hexes if hex_name(h) == command.text("hex"))
        side = holder(game, here)
        remove_ridge_marker(game, here)
        for near in reversed(enemies_across(game, here, side)):
            game.push("ridge_claim", hexes=(near, here), seat=holder(game, near))
