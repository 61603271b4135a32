"""What the staff orders each formation once a turn: victory hexes to attack or to hold, by strength in reach (27).

Strength at a hex is fire in its present state, fading with the distance. The hexes that matter most get the formations
that are strongest there until they are enough; where all that is left is not enough, nobody is sent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules.company_scale.judgement.fields import fading
from rules.company_scale.judgement.orders import Order, order
from rules.company_scale.judgement.value import FADING, Fighter, fighter, fighters_of
from rules.company_scale.pieces import counter, enemy, units_on_map
from rules.company_scale.r27_victory import controller, date_of, hex_points
from rules.company_scale.state import Battle

ENOUGH_TO_ATTACK, ENOUGH_TO_HOLD, LEAST_TO_ATTACK = 1.6, 1.0, 0.9
"""Own strength for each point of the enemy's at a hex: what is sent, and with less than what no attack is made."""
THREAT = 0.5
"""Enemy strength at a hex from which it must be held on purpose."""


class Task(NamedTuple):
    """A victory hex to attack or to hold, what it is worth, and the strength of the enemy there."""

    hex: int
    name: str
    is_held: bool
    worth: int
    threat: float


def orders_of(game: Battle, seat: str) -> Mapping[str, Order]:
    """Return the order of each formation that gets one."""
    free = _formations(game, seat)
    orders: dict[str, Order] = {}
    for task in sorted(_tasks(game, seat), key=lambda task: (-task.worth, task.hex)):
        field = fading(task.hex, FADING)
        there = {name: sum(f.power * field[f.hex] for f in fighters) for name, fighters in free.items()}
        if not task.is_held and sum(there.values()) < LEAST_TO_ATTACK * task.threat:
            continue
        needed = max(THREAT, task.threat * (ENOUGH_TO_HOLD if task.is_held else ENOUGH_TO_ATTACK))
        for name in sorted(there, key=lambda name: (-there[name], name)):
            if needed <= 0:
                break
            orders[name] = order("hold hex" if task.is_held else "attack", task.hex, task.name)
            needed -= there[name]
            del free[name]
    return orders


def _tasks(game: Battle, seat: str) -> Iterator[Task]:
    """Yield the victory hexes to take, and those held that the enemy threatens."""
    foes = fighters_of(game, enemy(seat))
    today = date_of(game.scenario, game.state.turn)
    for goal in game.scenario.victory.hexes:
        field = fading(goal.hex, FADING)
        threat, holder = sum(f.power * field[f.hex] for f in foes), controller(game, goal.hex)
        points = hex_points(goal, today)
        gain = sum(points.values()) if holder != "" else points.get(seat, 0)
        if gain and (holder != seat or threat >= THREAT):
            yield Task(goal.hex, goal.name, holder == seat, gain, threat)


def _formations(game: Battle, seat: str) -> dict[str, list[Fighter]]:
    found = defaultdict(list)
    for unit in units_on_map(game, seat):
        it, formation = fighter(game, unit), counter(game, unit).formation
        if it is not None and formation:
            found[formation].append(it)
    return dict(found)
