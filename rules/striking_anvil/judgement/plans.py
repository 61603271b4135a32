"""Activations the bot may think of, and what each is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules.striking_anvil.judgement.plan import Plan, way_to
from rules.striking_anvil.judgement.transport import convoy, rails
from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.judgement.works import works
from rules.striking_anvil.judgement.worth import battle_worth, goals, moves_to_exit, point_of, pull
from rules.striking_anvil.r01_1_map import is_area, is_exit
from rules.striking_anvil.r01_3_units import (
    counter_of,
    fighters,
    is_combat,
    is_entrenched,
    is_good,
    strength,
    units_of,
)
from rules.striking_anvil.r01_6_control import fort_level, is_friendly
from rules.striking_anvil.r01_8_supply import is_supplied
from rules.striking_anvil.r03_impulses import places
from rules.striking_anvil.r03_limits import is_activatable, take_reasons
from rules.striking_anvil.r04_movement import Group, reach
from rules.striking_anvil.r05_6_pursuit import pursuit_right
from rules.striking_anvil.r05_battle import ATTACK, MOBILE, Battle, is_target
from rules.striking_anvil.r07_landings import is_hostile_beach, lands
from rules.striking_anvil.scenario import ALLIED, CD, SUPPORT, border_id, other_side
from rules.striking_anvil.state import Anvil


def plans(game: Anvil, side: str, w: Weights) -> Iterator[Plan]:
    """Yield every activation worth thinking of."""
    draw = pull(game, goals(game, w), w) if side == ALLIED else {}
    for area in places(game):
        if not is_activatable(game, side, area):
            continue
        everybody = team(game, side, area, moving=False)
        if everybody and is_area(game, area) and is_target(game, side, area):
            yield Plan(battle_worth(game, Battle(ATTACK, side, area, everybody), w), area, everybody, "attack")
        if is_area(game, area):
            yield from works(game, side, area, draw, w)
        if is_supplied(game, side, area):
            for units in teams(game, side, area):
                yield from _moves(game, side, area, units, draw, w)
            yield from _rides(game, side, area, draw, w)
        yield from rails(game, side, area, w)


def team(game: Anvil, side: str, area: str, *, moving: bool) -> tuple[str, ...]:
    """Return the strongest units that can be activated together, with all support; none without a combat unit."""
    units: tuple[str, ...] = ()
    for unit in sorted(units_of(game, area, side), key=lambda unit: -strength(game, unit)):
        kind = counter_of(game, unit).kind
        if kind in (SUPPORT, CD) or is_combat(game, unit):
            if moving and (kind == CD or is_entrenched(game, unit)):
                continue
            if next(take_reasons(game, side, area, units, unit), None) is None:
                units = (*units, unit)
    return units if any(is_combat(game, unit) for unit in units) else ()


def teams(game: Anvil, side: str, area: str) -> Iterator[tuple[str, ...]]:
    """Yield who may go together: all that can, and single combat units that leave nobody helpless."""
    whole = team(game, side, area, moving=True)
    if whole:
        yield whole
    support = [unit for unit in whole if not is_combat(game, unit)]
    combat = [unit for unit in whole if is_combat(game, unit)]
    rest = [unit for unit in fighters(game, area, side) if unit not in combat]
    for unit in combat:
        if len(whole) > 1 and (len(combat) > 1 or rest or not support):
            yield (unit,)


def _moves(
    game: Anvil, side: str, area: str, units: tuple[str, ...], draw: dict[str, float], w: Weights,
    loads: tuple[tuple[str, str], ...] = (), but: Collection[str] = (),
) -> Iterator[Plan]:  # fmt: skip
    """Yield the moves of a team to where it can go, but for some places."""
    found = reach(game, Group(side, units, dict(loads)), area)
    for to, reached in found.items():
        if to in but:
            continue
        way = way_to(found, to)
        worth = _there(game, side, area, to, units, draw, w) - _risk(game, side, area, units, w)
        yield Plan(worth, area, units, "move", way, loads=loads)
        if is_area(game, to) and is_target(game, side, to):
            landing = lands(game, area) and is_hostile_beach(game, to)
            battle = Battle(MOBILE, side, to, units, border_id(reached.before, to), landing)
            worth += battle_worth(game, battle, w) - _counter(game, side, to, w)
            yield Plan(worth, area, units, "mobile", way, loads=loads)


def _rides(game: Anvil, side: str, area: str, draw: dict[str, float], w: Weights) -> Iterator[Plan]:
    """Yield the moves that only lorries make possible: further than the same units go on foot (1.3.3)."""
    units, loads = convoy(game, side, area)
    if loads:
        on_foot = reach(game, Group(side, tuple(unit for unit, _ in loads), {}), area)
        yield from _moves(game, side, area, units, draw, w, loads, on_foot)


def _there(
    game: Anvil, side: str, here: str, to: str, units: tuple[str, ...], draw: dict[str, float], w: Weights
) -> float:
    """Return what it is worth that units go from one place to another."""
    points = sum(strength(game, unit) for unit in units)
    if side != ALLIED:
        return _german(game, here, to, units, w)
    worth = (draw[to] - draw.get(here, 0.0)) * points * w.pull
    if not is_friendly(game, side, to) and not units_of(game, to, other_side(side)) and not fort_level(game, to):
        worth += w.taken + game.scenario.charts.victory.areas.get(to, 0)
    return worth + (w.unboxed if not is_area(game, here) else 0.0)


def _german(game: Anvil, here: str, to: str, units: tuple[str, ...], w: Weights) -> float:
    """Return what a German move is worth: out in time, meanwhile between the Allies and what counts."""
    far, left = moves_to_exit(game.scenario), game.scenario.turns - game.state.turn
    chart = game.scenario.charts.victory
    worth = 0.0
    for unit in units:
        if not is_combat(game, unit):
            continue
        points = strength(game, unit)
        late = left - far.get(here, 2) <= 0
        if is_exit(game, to):
            rate = chart.exited.get(to, 99)
            worth += points / rate if left <= 1 or late or not fighters_near(game, here) else 0.0
        elif is_area(game, here) and late:
            worth += w.nearer_exit * points * (far[here] - far[to])
        elif not is_area(game, here):
            worth += w.entering
    if is_area(game, to) and not units_of(game, to, other_side(ALLIED)):
        threatened = any(fighters(game, near, ALLIED) for near in game.scenario.map.neighbours[to])
        worth += (chart.areas.get(to, 0) * w.held + w.barred) * threatened
        if is_friendly(game, ALLIED, to) and not units_of(game, to, ALLIED):
            worth += w.retaken + chart.areas.get(to, 0) * w.retaken_points
    if is_area(game, here) and all(unit in units for unit in fighters(game, here, other_side(ALLIED))):
        worth -= chart.areas.get(here, 0) * w.given_up * bool(fighters_near(game, here))
    return worth


def fighters_near(game: Anvil, area: str) -> bool:
    """Tell whether Allied combat units stand in or beside an area."""
    if not is_area(game, area):
        return False
    return any(fighters(game, near, ALLIED) for near in (area, *game.scenario.map.neighbours[area]))


def _risk(game: Anvil, side: str, area: str, units: tuple[str, ...], w: Weights) -> float:
    """Return what leaving an area may cost: a pursuit, or an area given up."""
    if not is_area(game, area):
        return 0.0
    enemy, risk = other_side(side), 0.0
    if pursuit_right(game, enemy, area, units):
        pursuers = tuple(unit for unit in fighters(game, area, enemy) if is_good(game, unit))[:3]
        risk = w.pursued * max(battle_worth(game, Battle("pursuit", enemy, area, pursuers), w), 0.0)
    stays = any(unit not in units for unit in fighters(game, area, side))
    if side == ALLIED and not stays and units_of(game, area, enemy):
        risk += w.left_behind * point_of(side, w)
    return risk


def _counter(game: Anvil, side: str, area: str, w: Weights) -> float:
    """Return what a counter-attack there may cost."""
    enemy = other_side(side)
    strikers = tuple(unit for unit in units_of(game, area, enemy) if is_good(game, unit)
                     and (is_combat(game, unit) or counter_of(game, unit).kind in (SUPPORT, CD)))  # fmt: skip
    if not any(is_combat(game, unit) for unit in strikers):
        return 0.0
    return max(battle_worth(game, Battle("counter", enemy, area, strikers), w), 0.0)
