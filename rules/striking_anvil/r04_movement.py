"""Movement: what a step costs, where units must stop, why a place is too far (4, 1.3.2, 1.3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from rules.engine.command import Reason
from rules.striking_anvil.r01_1_map import (
    area_name,
    border_of,
    exits,
    fort_level,
    is_area,
    is_bridged,
    is_exit,
    is_friendly,
    leave_reasons,
)
from rules.striking_anvil.r01_3_units import counter_of, is_combat, is_vehicle, movement, names, noun
from rules.striking_anvil.r07_landings import entry_reasons
from rules.striking_anvil.scenario import CD, REDUCED, SUPPORT, TRAIN, other_side
from rules.striking_anvil.state import Anvil

# --- Movement: what a step costs, where units must stop, what they may not do (4, 1.3.2, 1.3.3) --------------------

MOTORIZED: Final = 3  # a capacity of 3, or riding (4)


class Group(NamedTuple):
    """Units that move together by one way: which ride in which transport, which leave their trenches (1.3.3, 4)."""

    side: str
    units: tuple[str, ...]
    loads: Mapping[str, str]
    dug_out: tuple[str, ...] = ()


class Cost(NamedTuple):
    """What one step costs, part by part (4): the ground entered, the river, entering and leaving an enemy area."""

    ground: int
    river: int = 0
    enter: int = 0
    leave: int = 0

    @property
    def total(self) -> int:
        """Return the sum."""
        return self.ground + self.river + self.enter + self.leave


def capacity_of(game: Anvil, group: Group, unit: str) -> int:
    """Return the movement capacity of a unit in its group: that of the transport it rides in (1.3.3)."""
    if unit in group.loads:
        return MOTORIZED
    if unit in group.dug_out:
        return counter_of(game, unit).movement[REDUCED]
    return movement(game, unit)


def capacity(game: Anvil, group: Group) -> int:
    """Return the movement capacity of a group: the smallest in it (1.3.2, 5.3)."""
    return min((capacity_of(game, group, unit) for unit in group.units), default=0)


def is_train(game: Anvil, units: tuple[str, ...]) -> bool:
    """Tell whether it is the armoured train that moves, alone (1.3.3)."""
    return len(units) == 1 and counter_of(game, units[0]).kind == TRAIN


def is_motorized(game: Anvil, group: Group, unit: str) -> bool:
    """Tell whether a unit pays as a motorized one (4)."""
    return capacity_of(game, group, unit) >= MOTORIZED


def has_road(game: Anvil, here: str, to: str) -> bool:
    """Tell whether a step follows a road; out of a box it does, and a road whose bridge is down is one (4, 7)."""
    border = border_of(game, here, to)
    return border.road if border is not None else not is_area(game, here)


def ground_cost(game: Anvil, here: str, to: str, motorized: bool) -> int | None:
    """Return the points for the terrain entered, None where motorized units may not go (4)."""
    if is_exit(game, to):
        return 1
    terrain = game.scenario.charts.terrain[game.scenario.map.areas[to].terrain]
    if not motorized:
        return terrain.foot
    return terrain.by_road if has_road(game, here, to) else terrain.motorized


def river_cost(game: Anvil, here: str, to: str) -> int:
    """Return the points for the river on the border (4, 9)."""
    border = border_of(game, here, to)
    if border is None or not border.river:
        return 0
    return game.scenario.charts.rivers[border.river].cost[is_bridged(game, border)]


def surcharge(game: Anvil, side: str, area: str) -> int:
    """Return the point more for entering or leaving an enemy area; none for one with fortification levels (4, 1.5)."""
    return int(is_area(game, area) and not is_friendly(game, side, area) and not fort_level(game, area))


def step_cost(game: Anvil, group: Group, here: str, to: str) -> Cost | None:
    """Return what a step costs the dearest unit of a group, None if one of them may not take it (4)."""
    if is_train(game, group.units):
        return Cost(0)
    grounds = [ground_cost(game, here, to, is_motorized(game, group, unit)) for unit in group.units]
    paid = [ground for ground in grounds if ground is not None]
    if len(paid) < len(grounds) or not paid:
        return None
    return Cost(
        max(paid), river_cost(game, here, to), surcharge(game, group.side, to), surcharge(game, group.side, here)
    )


def must_stop(game: Anvil, side: str, to: str) -> bool:
    """Tell whether a step ends the move: into an enemy area, fortified or not, or off the map (4, 1.1)."""
    return not is_area(game, to) or not is_friendly(game, side, to)


def leads_to(game: Anvil, side: str, here: str) -> list[str]:
    """Return the places next to a place, as a side may think of entering them."""
    found = game.scenario.map
    if here in found.boxes:
        return list(found.boxes[here].areas)
    return [*found.neighbours[here], *exits(game, side, here)]


def step_reasons(
    game: Anvil, group: Group, here: str, to: str, spent: int, trail: tuple[str, ...] = ()
) -> Iterator[Reason]:
    """Yield why a group that has spent some points cannot step from a place to another now (4)."""
    if to not in leads_to(game, group.side, here):
        yield Reason(f"{area_name(game, to)} is not next to {area_name(game, here)}.", "4")
        return
    if here in game.scenario.map.boxes:
        yield from entry_reasons(game, here, to)
    if is_exit(game, to):
        yield from leave_reasons(game, group.units, to)
    yield from group_reasons(game, group)
    if is_train(game, group.units):
        yield from rail_reasons(game, group.side, here, to, trail)
        return
    cost = step_cost(game, group, here, to)
    if cost is None:
        yield Reason(f"Motorized units can only enter the mountains of {area_name(game, to)} by road.", "4")
        return
    least, able = not spent, capacity(game, group)  # 4: a move of one area is always affordable
    if spent + cost.total > able and not least:
        yield Reason(f"This step costs {cost.total} movement points; only {max(able - spent, 0)} of {able} left.", "4")


def group_reasons(game: Anvil, group: Group) -> Iterator[Reason]:
    """Yield why these units cannot move together (1.3.2, 1.3.3)."""
    if not group.units:
        yield Reason("No units chosen to move.", "4")
    kinds = {counter_of(game, unit).kind for unit in group.units}
    if SUPPORT in kinds and not any(is_combat(game, unit) for unit in group.units):
        supports = [unit for unit in group.units if counter_of(game, unit).kind == SUPPORT]
        yield Reason(f"{names(game, supports)} can't move without a combat unit.", "1.3.2")
    if CD in kinds:
        yield Reason("Coastal defense units never move.", "1.3.3")


def rail_reasons(game: Anvil, side: str, here: str, to: str, trail: tuple[str, ...]) -> Iterator[Reason]:
    """Yield why the train cannot go on to a place (1.3.3)."""
    area = game.scenario.map.areas.get(to)
    if area is None:
        yield Reason("The train never leaves the map.", "1.3.3")
        return
    if not is_friendly(game, side, to):
        yield Reason(f"The train can't enter enemy areas such as {area_name(game, to)}.", "1.3.3")
    if not (area.coastal or area.rhone):
        yield Reason(f"{area_name(game, to)} is not on the coast or the Rhône.", "1.3.3")
    border = border_of(game, here, to)
    if border is not None and border.river and not is_bridged(game, border):
        yield Reason(f"There is no bridge over the {border.name} between {here} and {to}.", "1.3.3")
    if to in trail:
        yield Reason(f"The train has already passed {area_name(game, to)} this move.", "1.3.3")


class Reached(NamedTuple):
    """How a place is reached: points spent, the place before it, whether the move ends there."""

    spent: int
    before: str
    stops: bool


def reach(game: Anvil, group: Group, here: str, spent: int = 0, trail: tuple[str, ...] = ()) -> dict[str, Reached]:
    """Return every place a group can reach from a place with the points it has left (4)."""
    found: dict[str, Reached] = {}
    if next(group_reasons(game, group), None) is not None:
        return found
    todo, best = [(spent, here)], {here: spent}
    while todo:
        todo.sort()
        so_far, at = todo.pop(0)
        if so_far > best[at] or (at != here and found[at].stops):
            continue
        for to in leads_to(game, group.side, at):
            if next(step_reasons(game, group, at, to, so_far, (*trail, here)), None) is not None:
                continue
            cost = step_cost(game, group, at, to)
            total = so_far + (cost.total if cost is not None else 0)
            if to not in best or total < best[to]:
                best[to] = total
                found[to] = Reached(total, at, must_stop(game, group.side, to))
                todo.append((total, to))
    return found


def is_only_vehicles(game: Anvil, units: tuple[str, ...]) -> bool:
    """Tell whether nobody but transports is there."""
    return all(is_vehicle(game, unit) for unit in units)


# --- Why units cannot come to a place in one move (4) --------------------------------------------------------------


class AreaWay(NamedTuple):
    """A way of as many points as it takes: what it costs, and the last area on it in which a move must end, or ""."""

    spent: int
    stop: str


def far_reasons(
    game: Anvil, group: Group, here: str, to: str, spent: int = 0, trail: tuple[str, ...] = ()
) -> Iterator[Reason]:
    """Yield why a group that has spent some points cannot come to a place in this move, nothing if it can (4)."""
    if not group.units:
        yield from group_reasons(game, group)
        return
    found = reach(game, group, here, spent, trail)
    if to in found:
        return
    before = {here: spent} | {place: way.spent for place, way in found.items() if not way.stops}
    last = [place for place in before if to in leads_to(game, group.side, place)]
    refused = [list(step_reasons(game, group, place, to, before[place], (*trail, here))) for place in last]
    if refused:
        yield from min(refused, key=len)
    else:
        yield from _distant(game, group, here, to, spent)


def _distant(game: Anvil, group: Group, here: str, to: str, spent: int) -> Iterator[Reason]:
    """Yield why a place is out of reach that is not next to any place in reach."""
    name, left = area_name(game, to), max(capacity(game, group) - spent, 0)
    if is_train(game, group.units):
        yield Reason(f"The train only runs along the coast and the Rhône, and can't reach {name} this move.", "1.3.3")
        return
    free, any_way = (_cheapest(game, group, here, to, halts=halts) for halts in (True, False))
    if free is not None:
        yield Reason(f"{name} costs {free.spent} movement points; only {left} left.", "4")
    elif any_way is not None:
        yield Reason(
            f"The way to {name} runs through {area_name(game, any_way.stop)}, which is "
            f"{noun(other_side(group.side))}. The move must end there.",
            "4",
        )
    elif here in game.scenario.map.boxes:
        yield from entry_reasons(game, here, game.scenario.map.boxes[here].areas[0])
    else:
        yield Reason(f"These units can't reach {name}.", "4")


def _cheapest(game: Anvil, group: Group, here: str, to: str, *, halts: bool) -> AreaWay | None:
    """Return the cheapest way to a place whatever it costs, if it `halts` without passing where a move must end."""
    best, todo = {here: AreaWay(0, "")}, [(0, here)]
    while todo:
        todo.sort()
        spent, at = todo.pop(0)
        ends = at != here and must_stop(game, group.side, at)
        if at == to:
            return best[at]
        if spent > best[at].spent or (halts and ends):
            continue
        for near in leads_to(game, group.side, at):
            cost = step_cost(game, group, at, near)
            if cost is None or (at in game.scenario.map.boxes and any(True for _ in entry_reasons(game, at, near))):
                continue
            if near not in best or spent + cost.total < best[near].spent:
                best[near] = AreaWay(spent + cost.total, at if ends else best[at].stop)
                todo.append((spent + cost.total, near))
    return None
