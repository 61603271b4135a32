"""Terrain and hexsides: costs and protection; who claims a ridge (6.2, 6.2.1, 6.2.2; 22.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.company_scale.battle_map import BattleMap, Edge, Hexside, Road
from rules.company_scale.counters import MoveClass
from rules.company_scale.pieces import enemy_adjacent, enemy_holds, holder
from rules.company_scale.state import Battle
from rules.engine.command import Command, Reason, cmd
from rules.engine.english import an, capital
from rules.engine.frames import Action, BareAction, Choice, takes
from rules.engine.options import Decision, Options
from rules.hexes.grid import hex_name, neighbours

# --- Terrain and hexsides: what they cost to enter and how they protect (6.2, 6.2.1, 6.2.2; 22.1 in a traffic jam) ---

LEG: Final = MoveClass.LEG
WHEELED: Final = MoveClass.WHEELED
TRACKED: Final = MoveClass.TRACKED
TRAIL_BONUS: Final = 4  # halves: one more trail hex (6.2.1)
OFF_ROAD: Final = "terrain"
WAYS: Final = ("paved", "railroad", "trail", OFF_ROAD)
_OFF: Final = (OFF_ROAD,)
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
    charts, edges = ground.charts, step.side.edges
    if edges:
        for edge in charts.closed:
            if edge in edges:
                yield Reason(f"{capital(an(_edge_name(ground, edge)))} can be crossed only by road.", "6.2.2")
    if charts.entry[target.terrain][move] is None:
        yield Reason(f"{_SIDE_NAMES[move]} can't enter {charts.names[target.terrain].lower()}.", "6.2.1")
    if edges and move is not LEG:
        for edge in charts.by_road:
            if edge in edges:
                name = _edge_name(ground, edge)
                yield Reason(f"{_SIDE_NAMES[move]} can cross {an(name)} hexside only by road.", "6.2.2")


def step_cost(ground: BattleMap, move: MoveClass, step: Crossing) -> int:
    """Return what a passable step costs, in halves of a movement point (6.2.1, 6.2.2)."""
    target = ground.hexes[step.b]
    if step.on_road and target.times == 1:  # the road's cost in place of the terrain's
        return ground.charts.roads[step.by] + (0 if ground.free_roads else 2 * _cost_along_road(ground, move, step))
    cost = ground.charts.entry[target.terrain][move]
    assert cost is not None
    return 2 * (target.times * cost + (0 if _uses_road(ground, step) else hexside_cost(ground, step)))  # 22.1


def change_cost(ground: BattleMap, move: MoveClass, here: int, road: str) -> int | None:
    """Return what it costs, in halves, to change from `road`, by which `here` was entered, to another road (6.2.1).

    The terrain cost replaces the cost of entering by road (RULINGS 4); None where the terrain is closed.
    """
    map_hex = ground.hexes[here]
    cost = ground.charts.entry[map_hex.terrain][move]
    if map_hex.times > 1:  # 22.1: the terrain is already paid for
        return 0
    return None if cost is None else max(0, 2 * cost - ground.charts.roads[road])


def hexside_cost(ground: BattleMap, step: Crossing) -> int:
    """Return the extra whole points a hexside costs off the road (6.2.2)."""
    edges = step.side.edges
    if not edges:
        return 0
    climb = _level(ground, step.b) - _level(ground, step.a)
    costs, cost = ground.charts.up if climb > 0 else ground.charts.down, 0
    for edge in edges:
        cost += costs.get(edge, 0)
    return cost


def _cost_along_road(ground: BattleMap, move: MoveClass, step: Crossing) -> int:
    """Return the extra whole points a hexside costs along a road, which spares only those of ridges (RULINGS 5)."""
    edges = step.side.edges
    if not edges:
        return 0
    climb = _level(ground, step.b) - _level(ground, step.a)
    costs = ground.charts.up if climb > 0 else ground.charts.down
    cost = costs[Edge.SLOPE] if Edge.SLOPE in edges else 0
    if move is LEG and Edge.STREAM in edges:
        cost += costs[Edge.STREAM]
    if move is LEG and Edge.STEEP_SLOPE in edges:
        cost += costs[Edge.STEEP_SLOPE]
    return cost


def bars_weapons(step: Crossing) -> bool:
    """Tell whether this step bars support weapons from going along (6.2.2)."""
    return not step.on_road and bool({Edge.STEEP_SLOPE, Edge.RIDGE} & step.side.edges)


def terrain_word(ground: BattleMap, here: int) -> str:
    """Return the terrain of a hex within a sentence, e.g. "woods" (6.2)."""
    return ground.charts.names[ground.hexes[here].terrain].lower()


def terrain_defense(ground: BattleMap, hex_id: int) -> int:
    """Return the defense value of the terrain in a hex (6.2)."""
    map_hex = ground.hexes[hex_id]
    return ground.charts.defense[map_hex.terrain] if map_hex.defense is None else map_hex.defense  # 22.1


def slope_modifier(ground: BattleMap, origin: int, target: int) -> tuple[int, str]:
    """Return the fire modifier and the name of a slope or steep slope between neighbours (6.2.2).

    `origin` is the hex before the target hex on the line of fire.
    """
    edges = ground.side(origin, target).edges
    climb = _level(ground, target) - _level(ground, origin)
    if Edge.STEEP_SLOPE in edges:
        fire = (ground.charts.fire_up if climb > 0 else ground.charts.fire_down)[Edge.STEEP_SLOPE]
        return fire, "steep slope, uphill" if climb > 0 else "steep slope"
    if Edge.SLOPE in edges and climb:
        fire = (ground.charts.fire_up if climb > 0 else ground.charts.fire_down)[Edge.SLOPE]
        return fire, "upslope" if climb > 0 else "downslope"
    return 0, ""


def _level(ground: BattleMap, hex_id: int) -> int:
    map_hex = ground.hexes.get(hex_id)
    return map_hex.level if map_hex else 1


def _edge_name(ground: BattleMap, edge: Edge) -> str:
    return ground.charts.names[edge].lower()


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
