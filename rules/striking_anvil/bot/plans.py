"""Activations that the script may think of: moves, combats, transports, bridges (1.3.3, 9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import inf
from typing import NamedTuple, Protocol

from rules.engine.evaluator import WorthPart
from rules.striking_anvil.bot.combat import Weights
from rules.striking_anvil.bot.goals import distances
from rules.striking_anvil.r01_1_map import fort_level, is_area, is_friendly, is_supplied, leaves_from
from rules.striking_anvil.r01_3_units import (
    ROOM,
    counter_of,
    fighters,
    good_strength,
    is_combat,
    is_entrenched,
    is_good,
    load_reasons,
    movement,
    strength,
    units_of,
)
from rules.striking_anvil.r03_impulses import is_activatable, places, take_reasons
from rules.striking_anvil.r04_movement import MOTORIZED, Group, Reached, capacity, is_motorized, is_train, reach
from rules.striking_anvil.r05_battle import ATTACK, MOBILE, Battle, is_target
from rules.striking_anvil.r07_landings import is_hostile_beach, lands
from rules.striking_anvil.r09_bridges import DEMOLISH, REPAIR, bridge_reasons
from rules.striking_anvil.r10_planning import block_of
from rules.striking_anvil.scenario import ALLIED, CD, SUPPORT, TRAIN, TRANSPORT, Border, Scenario, border_id, other_side
from rules.striking_anvil.state import Anvil

# --- An activation that the script thinks of -----------------------------------------------------------------------


class ActivationPlan(NamedTuple):
    """An activation: where, who, what, by which way or on which bridge, who rides on which transport.

    `parts` add up to its worth.
    """

    worth: float
    area: str
    units: tuple[str, ...]
    action: str
    way: tuple[str, ...] = ()
    bridge: str = ""
    loads: tuple[tuple[str, str], ...] = ()
    parts: tuple[WorthPart, ...] = ()

    @property
    def key(self) -> tuple[str, tuple[str, ...], str, tuple[str, ...], str]:
        """Return what tells it from others at the same position."""
        return self.area, self.units, self.action, self.way, self.bridge


def worth_of(parts: Iterable[WorthPart]) -> float:
    """Return the sum of parts."""
    return sum(part.points for part in parts)


def way_to(found: dict[str, Reached], to: str) -> tuple[str, ...]:
    """Return the steps to a place."""
    way: list[str] = []
    while to in found:
        way.insert(0, to)
        to = found[to].before
    return tuple(way)


# --- What the bot does with bridges: the Allies build those ahead of them, the Germans blow those behind them (9) ---


def works(game: Anvil, side: str, area: str, draw: Mapping[str, float], w: Weights) -> Iterator[ActivationPlan]:
    """Yield the bridges to build or blow from an area, each by its weakest unit while no enemy is there."""
    able = [unit for unit in fighters(game, area, side) if is_good(game, unit) and block_of(game, unit) == (unit,)]
    if not able or units_of(game, area, other_side(side)):
        return
    worker = min(able, key=lambda unit: strength(game, unit))
    work = REPAIR if side == ALLIED else DEMOLISH
    for border in game.scenario.map.borders.values():
        if not border.is_site or area not in border.areas:
            continue
        worth = _ahead(area, border, draw, w) if side == ALLIED else _behind(game, side, area, border, w)
        if worth and next(bridge_reasons(game, side, area, (worker,), work, border.id), None) is None:
            yield ActivationPlan(
                worth, area, (worker,), work, bridge=border.id, parts=(WorthPart("the bridge", worth),)
            )


def far_bank(area: str, border: Border) -> str:
    """Return the area on the other side."""
    a, b = border.areas
    return b if area == a else a


def _ahead(area: str, border: Border, draw: Mapping[str, float], w: Weights) -> float:
    """Return what a bridge is worth over which the army is drawn."""
    more = draw[far_bank(area, border)] - draw[area]
    return min(w.built + w.built_more * more, w.built_most) if more > 0 else 0.0


def _behind(game: Anvil, side: str, area: str, border: Border, w: Weights) -> float:
    """Return what it is worth that a bridge does not stand: enemies are on its far bank, or hold it."""
    far, enemy = far_bank(area, border), other_side(side)
    return w.blown if fighters(game, far, enemy) or not is_friendly(game, side, far) else 0.0


# --- Reach, worked out once for groups that move alike over the same ground ----------------------------------------


def reach_of(game: Anvil, group: Group, here: str) -> dict[str, Reached]:
    """Return every place a group can reach (4); the answer must not be changed."""
    if not is_area(game, here):
        return reach(game, group, here)  # who may come out of a box depends on more
    state, able = game.state, capacity(game, group)
    alike = frozenset((counter_of(game, unit).kind, is_motorized(game, group, unit)) for unit in group.units)
    kept = max(leaves_from(game, unit) for unit in group.units) > state.turn
    alone = len(group.units) == 1
    areas, rivers = _around(game.scenario, here, None if alone and is_train(game, group.units) else able)
    ground = [(is_friendly(game, group.side, area), fort_level(game, area) > 0) for area in areas]
    bridges = [state.bridges.get(river) == 0 for river in rivers]
    key = ("reach", group.side, here, able, alike, alone, kept, *ground, *bridges)
    return game.scenario.cached(key, lambda: reach(game, group, here))


def _around(scenario: Scenario, here: str, able: int | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the areas to which so many points may lead at most, and the borders with rivers; None is everywhere."""

    def find() -> tuple[tuple[str, ...], tuple[str, ...]]:
        grounds = scenario.charts.terrain.values()
        least = min(cost for each in grounds for cost in (each.foot, each.motorized, each.by_road) if cost is not None)
        most = inf if able is None or least <= 0 else max(able // least, 1)  # 4: one area is always in reach
        far = distances(scenario)[here]
        areas = tuple(area for area in far if far[area] <= most)
        rivers = tuple(each.id for each in scenario.map.borders.values() if each.river and {*each.areas} <= {*areas})
        return areas, rivers

    return scenario.cached(("bot around", here, able), find)


# --- What the bot does with lorries and with the armoured train (1.3.3) --------------------------------------------


def convoy(game: Anvil, side: str, area: str) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return lorries of an area with the strongest units that walk, and who rides in which; nothing without riders."""
    here = [unit for unit in units_of(game, area, side) if is_good(game, unit)]
    walking = [
        unit
        for unit in here
        if counter_of(game, unit).kind in ROOM and movement(game, unit) < MOTORIZED and not is_entrenched(game, unit)
    ]
    walking.sort(key=lambda unit: -strength(game, unit))
    units: tuple[str, ...] = ()
    loads: dict[str, str] = {}
    for transport in here:
        if counter_of(game, transport).kind != TRANSPORT:
            continue
        for unit in walking:
            together = tuple(dict.fromkeys((*units, transport, unit)))
            if next(load_reasons(game, together, loads, unit, transport), None) is not None:
                continue
            if unit not in units and next(take_reasons(game, side, area, units, unit), None) is not None:
                continue
            units, loads = together, {**loads, unit: transport}
    return units, tuple(loads.items())


def rails(game: Anvil, side: str, area: str, w: Weights) -> Iterator[ActivationPlan]:
    """Yield where the train would do more good than where it stands."""
    for train in units_of(game, area, side):
        if counter_of(game, train).kind != TRAIN or not is_good(game, train):
            continue
        found = reach_of(game, Group(side, (train,), {}), area)
        stays = _good_there(game, side, area, w)
        for to in found:
            if to != area and is_area(game, to) and fort_level(game, to) and fighters(game, to, other_side(side)):
                continue  # a siege is no place for a train
            worth = _good_there(game, side, to, w) - stays
            yield ActivationPlan(
                worth,
                area,
                (train,),
                "move",
                way_to(found, to),
                parts=(WorthPart("the train next to fighting units", worth),),
            )


def _good_there(game: Anvil, side: str, area: str, w: Weights) -> float:
    """Return what the train is worth in an area: for those who fight there, and against being caught alone."""
    enemy, beside = other_side(side), fighters(game, area, side)
    near = (area, *game.scenario.map.neighbours[area])
    threatened = any(fighters(game, one, enemy) for one in near)
    if not beside:
        return -w.train_flight if threatened else 0.0
    return w.train_help * good_strength(game, beside) * threatened


# --- Activations that the script may think of; what each is worth says a scale -------------------------------------

Parts = tuple[WorthPart, ...]


class Scales(Protocol):
    """What activations of one side are weighed by at one position; parts are in victory points."""

    game: Anvil
    side: str
    w: Weights

    @property
    def draw(self) -> Mapping[str, float]:
        """How strongly goals draw from each area, for bridges."""
        ...

    def teams(self, area: str) -> Iterator[tuple[str, ...]]:
        """Yield who may go together from a place."""
        ...

    def strikers(self, area: str) -> Iterator[tuple[str, ...]]:
        """Yield who may attack together in an area."""
        ...

    def attack(self, battle: Battle) -> Parts:
        """Return what an attack on enemies in the same area brings."""
        ...

    def mobile(self, battle: Battle) -> Parts:
        """Return what a mobile combat brings beside its move, the enemy's counter-attack before it included."""
        ...

    def move(self, here: str, to: str, units: tuple[str, ...]) -> Parts:
        """Return what it brings that units go from a place to another, and what it may cost."""
        ...


def plans(scale: Scales) -> Iterator[ActivationPlan]:
    """Yield every activation worth thinking of."""
    game, side = scale.game, scale.side
    for area in places(game):
        if not is_activatable(game, side, area):
            continue
        if is_area(game, area) and is_target(game, side, area):
            for units in scale.strikers(area):
                parts = scale.attack(Battle(ATTACK, side, area, units))
                yield ActivationPlan(worth_of(parts), area, units, "attack", parts=parts)
        if is_area(game, area):
            yield from works(game, side, area, scale.draw, scale.w)
        if is_supplied(game, side, area):
            for units in scale.teams(area):
                yield from _moves(scale, area, units)
            yield from _rides(scale, area)
        yield from rails(game, side, area, scale.w)


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
    scale: Scales, area: str, units: tuple[str, ...], loads: tuple[tuple[str, str], ...] = (), but: Collection[str] = ()
) -> Iterator[ActivationPlan]:
    """Yield the moves of a team to where it can go, but for some places."""
    game, side = scale.game, scale.side
    found = reach_of(game, Group(side, units, dict(loads)), area)
    for to, reached in found.items():
        if to in but:
            continue
        way = way_to(found, to)
        parts = scale.move(area, to, units)
        worth = worth_of(parts)
        yield ActivationPlan(worth, area, units, "move", way, loads=loads, parts=parts)
        if is_area(game, to) and is_target(game, side, to):
            landing = lands(game, area) and is_hostile_beach(game, to)
            more = scale.mobile(Battle(MOBILE, side, to, units, border_id(reached.before, to), landing))
            yield ActivationPlan(worth + worth_of(more), area, units, "mobile", way, loads=loads, parts=(*parts, *more))


def _rides(scale: Scales, area: str) -> Iterator[ActivationPlan]:
    """Yield the moves that only lorries make possible: further than the same units go on foot (1.3.3)."""
    units, loads = convoy(scale.game, scale.side, area)
    if loads:
        on_foot = reach_of(scale.game, Group(scale.side, tuple(unit for unit, _ in loads), {}), area)
        yield from _moves(scale, area, units, loads, on_foot)
