"""Activations that the script may think of; what each is worth says a scale."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Protocol

from rules.engine.judgement import Part
from rules.striking_anvil.judgement.plan import Plan, way_to, worth_of
from rules.striking_anvil.judgement.transport import convoy, rails
from rules.striking_anvil.judgement.ways import reach_of
from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.judgement.works import works
from rules.striking_anvil.r01_1_map import is_area
from rules.striking_anvil.r01_3_units import (
    counter_of,
    fighters,
    is_combat,
    is_entrenched,
    strength,
    units_of,
)
from rules.striking_anvil.r01_8_supply import is_supplied
from rules.striking_anvil.r03_impulses import places
from rules.striking_anvil.r03_limits import is_activatable, take_reasons
from rules.striking_anvil.r04_movement import Group
from rules.striking_anvil.r05_battle import ATTACK, MOBILE, Battle, is_target
from rules.striking_anvil.r07_landings import is_hostile_beach, lands
from rules.striking_anvil.scenario import CD, SUPPORT, border_id
from rules.striking_anvil.state import Anvil

Parts = tuple[Part, ...]


class Scale(Protocol):
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


def plans(scale: Scale) -> Iterator[Plan]:
    """Yield every activation worth thinking of."""
    game, side = scale.game, scale.side
    for area in places(game):
        if not is_activatable(game, side, area):
            continue
        if is_area(game, area) and is_target(game, side, area):
            for units in scale.strikers(area):
                parts = scale.attack(Battle(ATTACK, side, area, units))
                yield Plan(worth_of(parts), area, units, "attack", parts=parts)
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
    scale: Scale, area: str, units: tuple[str, ...], loads: tuple[tuple[str, str], ...] = (), but: Collection[str] = ()
) -> Iterator[Plan]:
    """Yield the moves of a team to where it can go, but for some places."""
    game, side = scale.game, scale.side
    found = reach_of(game, Group(side, units, dict(loads)), area)
    for to, reached in found.items():
        if to in but:
            continue
        way = way_to(found, to)
        parts = scale.move(area, to, units)
        worth = worth_of(parts)
        yield Plan(worth, area, units, "move", way, loads=loads, parts=parts)
        if is_area(game, to) and is_target(game, side, to):
            landing = lands(game, area) and is_hostile_beach(game, to)
            more = scale.mobile(Battle(MOBILE, side, to, units, border_id(reached.before, to), landing))
            yield Plan(worth + worth_of(more), area, units, "mobile", way, loads=loads, parts=(*parts, *more))


def _rides(scale: Scale, area: str) -> Iterator[Plan]:
    """Yield the moves that only lorries make possible: further than the same units go on foot (1.3.3)."""
    units, loads = convoy(scale.game, scale.side, area)
    if loads:
        on_foot = reach_of(scale.game, Group(scale.side, tuple(unit for unit, _ in loads), {}), area)
        yield from _moves(scale, area, units, loads, on_foot)
