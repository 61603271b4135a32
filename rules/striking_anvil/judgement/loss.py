"""What hits cost who takes them, paid as cheaply as the rules allow (5.8)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import inf

from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.r01_3_units import counter_of, is_good
from rules.striking_anvil.r05_8_hits import DISORGANIZE, ELIMINATE, REDUCE
from rules.striking_anvil.scenario import COMBAT, FULL, GERMAN, REDUCED, TRANSPORT
from rules.striking_anvil.state import Anvil

Item = tuple[tuple[int, float], ...]
"""Ways in which one payer pays: the hits it takes up, what that costs in victory points."""
Bill = tuple[float, ...]
"""The least cost of 0, 1, 2 ... hits; the last is that of everything there."""


def items_of(game: Anvil, units: Iterable[str], w: Weights, *, may_turn: bool, levels: int = 0) -> tuple[Item, ...]:
    """Return how each unit may pay, and a fortification."""
    items = [item for unit in units if (item := _item(game, unit, w, may_turn))]
    if levels:
        items.append(tuple((n, round(n * w.fort_level, 4)) for n in range(1, levels + 1)))
    return tuple(sorted(items))


def _item(game: Anvil, unit: str, w: Weights, may_turn: bool) -> Item:
    return tuple(sorted((hits, cost) for hits, cost, _ in ways_of(game, unit, w, may_turn=may_turn)))


def ways_of(game: Anvil, unit: str, w: Weights, *, may_turn: bool) -> list[tuple[int, float, str]]:
    """Return the ways in which a unit may pay: hits, what that costs, and the command that begins it."""
    counter, piece = counter_of(game, unit), game.state.units[unit]
    if counter.kind == TRANSPORT:
        return []
    if counter.kind != COMBAT:
        steps = counter.steps - piece.reduced
        first = REDUCE if steps > 1 else ELIMINATE
        return [(n, n * w.support, first if n < steps or steps == 1 else ELIMINATE) for n in range(1, steps + 1)]
    german = counter.side == GERMAN
    full, low = counter.strength[FULL], counter.strength[REDUCED]
    now = low if piece.reduced else full
    alive = w.german_alive if german else w.allied_alive
    ways = [(now, round(full * (w.german_point if german else w.allied_point) + now * alive, 4), ELIMINATE)]
    if not piece.reduced:
        ways.append((full - low, round((full - low) * alive, 4), REDUCE))
    if may_turn and is_good(game, unit):
        ways += [(hits + 1, round(cost + w.turning, 4), DISORGANIZE) for hits, cost, _ in ways]
        ways.append((1, w.turning, DISORGANIZE))
    return ways


@lru_cache(maxsize=20_000)
def bill_for(items: tuple[Item, ...]) -> Bill:
    """Return what hits cost these payers; the last item may overshoot (5.8)."""
    least = [0.0]
    for ways in items:
        wider = [*least, *[inf] * max(hits for hits, _ in ways)]
        for paid, so_far in enumerate(least):
            for hits, cost in ways:
                wider[paid + hits] = min(wider[paid + hits], so_far + cost)
        least = wider
    for hits in range(len(least) - 2, -1, -1):
        least[hits] = min(least[hits], least[hits + 1])
    return tuple(least)


def cost_of(bill: Bill, hits: int) -> float:
    """Return what so many hits cost; what nobody can pay is lost."""
    return bill[min(hits, len(bill) - 1)]
