"""Line of sight (7.0, 7.1, 7.1.1, 7.1.2) with the hexsides of 6.2.2 and the markers of 8.7.2 and 8.8.1."""

from __future__ import annotations

from typing import NamedTuple

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.sight.notes import NOTHING, Contribution, Obstacles, contributions, is_obstructed
from rules.company_scale.sight.tables import sight_table
from rules.hexes.grid import are_adjacent, distance, within
from rules.hexes.ids import hex_name
from rules.hexes.lines import REACH, line


class Sight(NamedTuple):
    """Whether one hex sees another, the deciding reason with its rule, and all contributions in order."""

    clear: bool
    distance: int
    reason: str
    rule: str
    line: tuple[Contribution, ...]


def sight_limit(weather: str, night: bool) -> int:
    """Return how many hexes sight reaches: 8 on clear turns, 3 in rain, 1 at night whatever the weather (7.1)."""
    if night:
        return 1
    return 3 if weather == "rain" else 8


def can_see(ground: BattleMap, a: int, b: int, limit: int = REACH, obstacles: Obstacles = NOTHING) -> bool:
    """Tell whether two hexes see each other: `line_of_sight` without the explanation."""
    if limit > REACH or a not in ground.hexes or b not in ground.hexes:
        return line_of_sight(ground, a, b, limit, obstacles).clear
    if b not in sight_table(ground).visible(a, limit):
        return False
    return is_unobstructed(ground, a, b, obstacles)


def is_unobstructed(ground: BattleMap, a: int, b: int, obstacles: Obstacles) -> bool:
    """Tell whether markers leave the line clear between two hexes that see each other without them."""
    return not obstacles or are_adjacent(a, b) or not is_obstructed(ground, a, b, line(a, b), obstacles)


def visible_from(ground: BattleMap, a: int, limit: int = REACH, obstacles: Obstacles = NOTHING) -> frozenset[int]:
    """Return every hex of the map that `a` sees, `a` included."""
    if limit > REACH or a not in ground.hexes:
        near = (b for b in within(a, max(limit, 1)) if b in ground.hexes)
        return frozenset(b for b in near if can_see(ground, a, b, limit, obstacles))
    seen = sight_table(ground).visible(a, limit)
    if not any(distance(a, h) <= limit for h in obstacles):
        return seen
    return frozenset(b for b in seen if not is_obstructed(ground, a, b, line(a, b), obstacles))


def dead_ground(ground: BattleMap, a: int, limit: int = REACH, obstacles: Obstacles = NOTHING) -> frozenset[int]:
    """Return the hexes of the map within the limit that `a` does not see."""
    seen = visible_from(ground, a, limit, obstacles)
    return frozenset(b for b in within(a, limit) if b in ground.hexes and b not in seen)


def line_of_sight(ground: BattleMap, a: int, b: int, limit: int = REACH, obstacles: Obstacles = NOTHING) -> Sight:
    """Return whether two hexes see each other, with everything on the line between them.

    The tests come in order: adjacency, limit, markers, along a hexside, higher ground, then the rest (7.1, 7.1.2).
    """
    steps = distance(a, b)
    parts = contributions(ground, a, b, steps, obstacles)
    if steps <= 1:
        reason = "A hex sees itself." if a == b else "Adjacent hexes are always seen."
        return Sight(True, steps, reason, "7.1", parts)
    if steps > limit:
        return Sight(False, steps, f"It is {steps} hexes away; you can see only {limit}.", "7.1", parts)
    first = parts[0]
    for part in parts:
        if part.order < first.order:
            first = part
    if not first.blocks:
        return Sight(True, steps, "Nothing blocks the line of sight.", "7.1", parts)
    return Sight(False, steps, _blocked_by(first), first.rule, parts)


def _blocked_by(it: Contribution) -> str:
    at = hex_name(it.a) + (f"/{hex_name(it.b)}" if it.b else "")
    return f"Blocked by {it.what} at {at}: {it.why}."
