"""What the bot does with lorries and with the armoured train (1.3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.judgement import Part
from rules.striking_anvil.judgement.plan import Plan, way_to
from rules.striking_anvil.judgement.ways import reach_of
from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.r01_3_3_transport import ROOM, load_reasons
from rules.striking_anvil.r01_3_units import (
    counter_of,
    fighters,
    good_strength,
    is_entrenched,
    is_good,
    movement,
    strength,
    units_of,
)
from rules.striking_anvil.r03_limits import take_reasons
from rules.striking_anvil.r04_movement import MOTORIZED, Group
from rules.striking_anvil.scenario import TRAIN, TRANSPORT, other_side
from rules.striking_anvil.state import Anvil


def convoy(game: Anvil, side: str, area: str) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Return lorries of an area with the strongest units that walk, and who rides in which; nothing without riders."""
    here = [unit for unit in units_of(game, area, side) if is_good(game, unit)]
    walking = [unit for unit in here if counter_of(game, unit).kind in ROOM and movement(game, unit) < MOTORIZED
               and not is_entrenched(game, unit)]  # fmt: skip
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


def rails(game: Anvil, side: str, area: str, w: Weights) -> Iterator[Plan]:
    """Yield where the train would do more good than where it stands."""
    for train in units_of(game, area, side):
        if counter_of(game, train).kind != TRAIN or not is_good(game, train):
            continue
        found = reach_of(game, Group(side, (train,), {}), area)
        stays = _good_there(game, side, area, w)
        for to in found:
            worth = _good_there(game, side, to, w) - stays
            yield Plan(
                worth,
                area,
                (train,),
                "move",
                way_to(found, to),
                parts=(Part("the train next to fighting units", worth),),
            )


def _good_there(game: Anvil, side: str, area: str, w: Weights) -> float:
    """Return what the train is worth in an area: for those who fight there, and against being caught alone."""
    enemy, beside = other_side(side), fighters(game, area, side)
    near = (area, *game.scenario.map.neighbours[area])
    threatened = any(fighters(game, one, enemy) for one in near)
    if not beside:
        return -w.train_flight if threatened else 0.0
    return w.train_help * good_strength(game, beside) * threatened
