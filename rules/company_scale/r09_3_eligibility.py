"""Who may assault a marked hex, and which hexes a unit could enter but for the enemy (9.2, 9.3)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, name_of, side_of
from rules.company_scale.r05_command import inactive_reason
from rules.company_scale.r06_2_terrain import OFF_ROAD, Crossing, crossing, passable, step_cost, ways_of
from rules.company_scale.r06_movement import extra, marker_reasons, points_text
from rules.company_scale.r06_ways import ways_for
from rules.company_scale.r08_5_4_status import MAX_DG, after_barrage, after_dg, can_move, halting_rule
from rules.company_scale.r08_8_fires import fire_reasons
from rules.company_scale.r18_reinforcements import zone_reasons
from rules.company_scale.r25_rail_guns import is_bound, rail_reasons
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Reason
from rules.hexes.grid import are_adjacent, neighbours
from rules.hexes.ids import hex_name


def is_free(game: Battle, unit: str) -> bool:
    """Tell whether a unit is active and has neither assaulted nor acted under the chit in play (9.1, 9.3)."""
    activity = game.state.activity.get(unit)
    return activity is not None and activity.used == 0 and not activity.finished and game.state.units[unit].place == MAP


def free_neighbours(game: Battle, hex_id: int, side: str) -> list[str]:
    """Return the units of a side next to a hex that are active and have not acted."""
    return [
        unit
        for near in neighbours(hex_id)
        for unit in game.state.stack(near)
        if side_of(game, unit) == side and is_free(game, unit)
    ]


def eligible_units(game: Battle, hex_id: int, side: str) -> list[str]:
    """Return the units of a side that could assault a hex now, in the order of its neighbours (9.3)."""
    return [
        unit for unit in free_neighbours(game, hex_id, side)
        if next(assault_reasons(game, unit, hex_id), None) is None
    ]  # fmt: skip


def assault_reasons(game: Battle, unit: str, hex_id: int) -> Iterator[Reason]:
    """Yield why a unit cannot assault a hex: not next to it, not active, its markers, the ground between (9.3)."""
    printed, record = counter(game, unit), game.state.units[unit]
    if record.place != MAP or not are_adjacent(record.hex, hex_id):
        yield Reason(f"{printed.name} isn't next to {hex_name(hex_id)}.", "9.3")
        return
    if unit not in game.state.activity:
        yield inactive_reason(game, printed)
    elif not is_free(game, unit):
        yield Reason(f"{printed.name} has already acted this activation.", "9.1")
    if game.state.status(record.hex).dg >= MAX_DG:
        yield Reason(f"{printed.name} is disorganized {MAX_DG} and can't assault.", "10.2.3")
    yield from entry_reasons(game, unit, hex_id)


def could_enter(game: Battle, unit: str, to: int) -> bool:
    """Tell whether a unit, if in column, could move into a neighbouring hex without enemies (9.2, 9.3)."""
    found, status = game.state.in_view(), game.state.status(game.state.units[unit].hex)
    key = "entry", unit, to, status.dg, status.stress
    can: bool | None = found.get(key)
    if can is None:
        can = found[key] = _can_enter(game, unit, to)
    return can


def _can_enter(game: Battle, unit: str, to: int) -> bool:
    """Tell whether there are no `entry_reasons`, by the ways of the unit's movement class."""
    printed, here, ground = counter(game, unit), game.state.units[unit].hex, ground_of(game)
    left = column_allowance(game, unit)
    if not left or to not in ground.hexes or not can_move(game.state.status(here)):
        return False
    if any(_hex_reasons(game, printed.side, here, to)):
        return False
    return any(
        way.near == to and way.costs is not None and way.costs[0] <= left + extra(True, way.by, left)
        and not any(rail_reasons(game, unit, way.by)) and not any(marker_reasons(game, unit, way.by))
        for way in ways_for(ground, printed.move_class, False, is_bound(game, unit)).of(here)
    )  # fmt: skip


def entry_reasons(game: Battle, unit: str, to: int) -> Iterator[Reason]:
    """Yield why a unit, if in column, could not move into a neighbouring hex without enemies (9.2, 9.3)."""
    printed, record = counter(game, unit), game.state.units[unit]
    status = game.state.status(record.hex)
    if to not in ground_of(game).hexes:
        yield Reason(f"{hex_name(to)} is not in play.", "3.1")
        return
    if not can_move(status):
        text = f"{printed.name} is {status.stress} and couldn't enter {hex_name(to)}."
        yield Reason(text, halting_rule(status))
    yield from _hex_reasons(game, printed.side, record.hex, to)
    yield from _way_reasons(game, unit, record.hex, to)


def _hex_reasons(game: Battle, side: str, here: int, to: int) -> Iterator[Reason]:
    yield from zone_reasons(game, side, here, to)
    yield from fire_reasons(game, to)  # 8.8.1


def _way_reasons(game: Battle, unit: str, here: int, to: int) -> Iterator[Reason]:
    reasons: list[Reason] = []
    for step in _steps(game, unit, here, to):
        reasons = list(_step_reasons(game, unit, step))
        if not reasons:
            return
    yield from reasons  # the reasons of the last way, off the road


def best_step(game: Battle, unit: str, to: int) -> Crossing:
    """Return the way a unit takes into a neighbouring hex: along a road where it can, else off it."""
    here = game.state.units[unit].hex
    open_ways = (step for step in _steps(game, unit, here, to) if not list(_step_reasons(game, unit, step)))
    return next(open_ways, crossing(ground_of(game), here, to, OFF_ROAD))


def _steps(game: Battle, unit: str, here: int, to: int) -> Iterator[Crossing]:
    ground, bound = ground_of(game), is_bound(game, unit)
    for by in ways_of(ground.side(here, to)):
        yield crossing(ground, here, to, by, bound)


def _step_reasons(game: Battle, unit: str, step: Crossing) -> Iterator[Reason]:
    move = counter(game, unit).move_class
    ground = ground_of(game)
    barred = False
    bound = (*rail_reasons(game, unit, step.by), *marker_reasons(game, unit, step.by))  # 25.0, 22.2
    for reason in (*bound, *passable(ground, move, step)):
        barred = True
        yield reason
    if barred:
        return
    cost, left = step_cost(ground, move, step), column_allowance(game, unit)
    if not left:
        yield Reason(f"{name_of(game, unit)} doesn't have the movement points to enter {hex_name(step.b)}.", "9.3")
    elif cost > left and cost > left + extra(True, step.by, left):
        yield Reason(
            f"Entering {hex_name(step.b)} costs {points_text(cost)} movement points; {name_of(game, unit)} "
            f"has {points_text(left)} in column.",
            "9.3",
        )


def column_allowance(game: Battle, unit: str) -> int:
    """Return the movement points (in halves) a unit would have in column under the markers of its hex (10.2.3)."""
    printed, record = counter(game, unit), game.state.units[unit]
    shown = printed.column or printed.deployed
    if shown is None or shown.move is None:
        return 0
    return after_barrage(game, after_dg(shown.move * 2, game.state.status(record.hex).dg), record.hex)
