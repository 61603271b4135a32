"""Line of sight and fire zones (7.0 to 7.2, with 6.2.2, 8.7.2 and 8.8)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.counters import Box, FirePower
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import enemy, enemy_adjacent, face, foes_of, hexes_of, is_night, side_of
from rules.company_scale.r08_5_4_status import can_fire
from rules.company_scale.r18_reinforcements import is_shelter
from rules.company_scale.scenario import Scenario
from rules.company_scale.sight.notes import NOTHING, Contribution, Obstacles, contributions, is_obstructed
from rules.company_scale.sight.tables import sight_table
from rules.company_scale.state import Battle, State, derived
from rules.hexes.grid import HexSet, are_adjacent, bits_of, distance, hex_name, neighbours, within
from rules.hexes.lines import REACH, line

# --- Line of sight (7.0, 7.1, 7.1.1, 7.1.2) with the hexsides of 6.2.2 and the markers of 8.7.2 and 8.8.1 ----------


class LineOfSight(NamedTuple):
    """Whether one hex sees another, the deciding reason with its rule, and all contributions in order.

    `decides` is the place in `line` of what blocks by the first of the rulebook's tests that something fails.
    """

    clear: bool
    distance: int
    reason: str
    rule: str
    line: tuple[Contribution, ...]
    decides: int | None = None


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


def line_of_sight(ground: BattleMap, a: int, b: int, limit: int = REACH, obstacles: Obstacles = NOTHING) -> LineOfSight:
    """Return whether two hexes see each other, with everything on the line between them.

    The tests come in order: adjacency, limit, markers, along a hexside, higher ground, then the rest (7.1, 7.1.2).
    """
    steps = distance(a, b)
    parts = contributions(ground, a, b, steps, obstacles)
    if steps <= 1:
        reason = "A hex sees itself." if a == b else "Adjacent hexes are always seen."
        return LineOfSight(True, steps, reason, "7.1", parts)
    if steps > limit:
        return LineOfSight(False, steps, f"It is {steps} hexes away; you can see only {limit}.", "7.1", parts)
    decides = 0
    for place, part in enumerate(parts):
        if part.order < parts[decides].order:
            decides = place
    first = parts[decides]
    if not first.blocks:
        return LineOfSight(True, steps, "Nothing blocks the line of sight.", "7.1", parts)
    return LineOfSight(False, steps, _blocked_by(first), first.rule, parts, decides)


def _blocked_by(it: Contribution) -> str:
    at = hex_name(it.a) + (f"/{hex_name(it.b)}" if it.b else "")
    return f"Blocked by {it.what} at {at}: {it.why}."


# --- Fire zones: the hexes a unit sees and could direct fire at (7.2) ----------------------------------------------

_NONE: Final[frozenset[int]] = frozenset()
LIT_IN_RAIN: Final = 2  # hexes, by rule switch (8.7.3)


def direct_fire(game: Battle, unit: str) -> FirePower | None:
    """Return the direct fire power of the side that is up; a black value is indirect only (3.2, 7.2)."""
    fire = face(game, unit).fire
    return None if fire is None or fire.box is Box.BLACK else fire


def obstacles(game: Battle) -> Mapping[int, str]:
    """Return the hexes whose markers block sight through them: barrages by size, and fires (8.7.2, 8.8.1)."""
    state = game.state
    if not state.on_fire:
        return state.barrages
    return {**state.barrages, **dict.fromkeys(state.on_fire, "fire")}


def limit_of_sight(game: Battle) -> int:
    """Return the longest line of sight in the present conditions (7.1)."""
    return sight_limit(game.state.weather, is_night(game))


def limit_by_day(game: Battle) -> int:
    """Return the longest line of sight by day, which also holds into illuminated hexes (8.7.3)."""
    return sight_limit(game.state.weather, False)


def limit_to(game: Battle, hex_id: int) -> int:
    """Return the longest line of sight into a hex: as by day if it is illuminated (8.7.3)."""
    if hex_id not in game.state.illuminated:
        return limit_of_sight(game)
    far = limit_by_day(game)
    if game.state.weather != "rain" or game.scenario.rules.get("illuminated_in_rain") == "three":  # RULINGS 43
        return far
    return min(far, LIT_IN_RAIN)


def sees(game: Battle, a: int, b: int) -> bool:
    """Tell whether hex `a` sees hex `b` now (7.0); at night a lit hex is seen from the dark (8.7.3)."""
    return can_see(ground_of(game), a, b, limit_to(game, b), obstacles(game))


def sees_by_day(game: Battle, a: int, b: int) -> bool:
    """Tell whether hex `a` would see hex `b` on a day turn in the present weather (8.7.3)."""
    return can_see(ground_of(game), a, b, limit_by_day(game), obstacles(game))


def seen_from(game: Battle, here: int, reach: int = REACH) -> frozenset[int]:
    """Return every hex seen from a hex now, at most `reach` away (7.1, 8.7.3)."""
    seen = visible_from(ground_of(game), here, min(reach, limit_of_sight(game)), obstacles(game))
    lit = (h for h in game.state.illuminated if distance(here, h) <= reach and sees(game, here, h))
    return seen.union(lit) if game.state.illuminated else seen


def enemies_in_view(game: Battle, here: int, side: str) -> tuple[int, ...]:
    """Return the hexes held by enemies of `side` that a hex would see but for barrages and fires."""
    limit = limit_by_day(game) if game.state.illuminated else limit_of_sight(game)
    foes, key = foes_of(game, side), (here, limit, game.state.fire_cleared)
    enemies: tuple[int, ...] | None = foes.results.get(key)
    if enemies is None:
        seen = visible_from(ground_of(game), here, limit)
        enemies = foes.results[key] = () if seen.isdisjoint(foes.at) else tuple([h for h in foes.hexes if h in seen])
    return enemies


def observers(game: Battle, division: str, target: int, limit: int) -> tuple[int, ...]:
    """Return the hexes with units of a division from which a hex would be seen but for barrages and fires."""
    side = game.scenario.divisions[division].side
    if target not in foes_of(game, side).at:
        ground = ground_of(game)
        if target not in ground.hexes:
            return ()
        seen = visible_from(ground, target, limit)  # two hexes see each other, or neither does (7.1)
        return tuple([h for h in hexes_of(game, division) if h in seen])
    return _views(game, division, side, limit, game.state.fire_cleared).get(target, ())


@derived(State.by_place)
def _views(
    game: Battle, division: str, side: str, limit: int, fire_cleared: tuple[int, ...]
) -> dict[int, tuple[int, ...]]:
    """Return from where a division would see each enemy hex but for barrages and fires."""
    views: dict[int, tuple[int, ...]] = {}
    ground, enemies = ground_of(game), foes_of(game, side).at
    for here in hexes_of(game, division):
        for target in visible_from(ground, here, limit) & enemies:
            views[target] = (*views.get(target, ()), here)
    return views


def zone_range(game: Battle, unit: str) -> int:
    """Return how far a unit's fire zone can reach now, 0 if it has none (7.2)."""
    fire = direct_fire(game, unit)
    return 0 if fire is None else _reach(game, game.state.units[unit].hex, side_of(game, unit), fire.range)


def _reach(game: Battle, here: int, side: str, printed: int) -> int:
    """Return how far a printed range reaches from a hex now, 0 if no unit there has a fire zone (7.2)."""
    status = game.state.status(here)
    if not can_fire(status) or status.concentrated:  # 7.2, 8.3.6
        return 0
    if is_shelter(game.scenario, side, here):  # 18.0
        return 0
    if here in game.state.barrages or enemy_adjacent(game, here, side):  # 7.2
        return 1
    return min(printed, limit_by_day(game) if game.state.illuminated else limit_of_sight(game))


def in_fire_zone(game: Battle, unit: str, hex_id: int) -> bool:
    """Tell whether a hex is in a unit's fire zone (7.2)."""
    here = game.state.units[unit].hex
    away, fire = distance(here, hex_id), direct_fire(game, unit)
    if fire is None or away == 0 or away > min(max(fire.range, 1), REACH):
        return False
    if is_shelter(game.scenario, enemy(side_of(game, unit)), hex_id):  # 18.0
        return False
    return away <= zone_range(game, unit) and sees(game, here, hex_id)


def fire_zone(game: Battle, unit: str) -> frozenset[int]:
    """Return every hex of a unit's fire zone (7.2)."""
    return _zone(game, game.state.units[unit].hex, side_of(game, unit), zone_range(game, unit))


def _zone(game: Battle, here: int, side: str, reach: int) -> frozenset[int]:
    return _covered(game, here, reach) - {here} - game.scenario.entries.get(enemy(side), _NONE)  # 18.0


def _covered(game: Battle, here: int, reach: int) -> frozenset[int]:
    """Return the hexes within reach of a fire zone, perhaps including its own."""
    if reach > 1:
        return seen_from(game, here, reach)
    hexes = ground_of(game).hexes
    return frozenset(near for near in neighbours(here) if near in hexes) if reach else _NONE


def side_zone(game: Battle, side: str) -> HexSet:
    """Return every hex in a fire zone of a side; of each stack only the longest range is tried."""
    state, foe, zone = game.state, enemy(side), 0
    ranges = game.scenario.cached("direct ranges", lambda: _direct_ranges(game.scenario))
    sight, limit = sight_table(ground_of(game)), limit_of_sight(game)
    shaded = _near(frozenset(obstacles(game)))  # but for what is next to a hex, which it always sees
    for here, stack in foes_of(game, foe).stacks:
        longest = max([ranges[unit][state.units[unit].deployed] for unit in stack])
        if not longest:
            continue
        reach = _reach(game, here, side, longest)
        if reach == 1 or (reach and here not in shaded and not state.illuminated):
            zone |= sight.bits(here, min(reach, limit)) & ~(1 << here)
        elif reach:
            zone |= bits_of(_covered(game, here, reach)) & ~(1 << here)
    return HexSet(zone & ~bits_of(game.scenario.entries.get(foe, ())))  # 18.0


def _direct_ranges(scenario: Scenario) -> dict[str, tuple[int, int]]:
    """Return how far each unit fires directly in column and deployed, 0 if it does not."""
    fires = {name: (unit.face(False).fire, unit.face(True).fire) for name, unit in scenario.units.items()}
    return {name: (_direct_range(column), _direct_range(deployed)) for name, (column, deployed) in fires.items()}


def _direct_range(fire: FirePower | None) -> int:
    return 0 if fire is None or fire.box is Box.BLACK else fire.range


@lru_cache(maxsize=64)
def _near(hexes: frozenset[int]) -> frozenset[int]:
    """Return the hexes as near to some others as sight reaches."""
    return frozenset(chain.from_iterable(within(here, REACH) for here in hexes))


@derived(State.on_board)
def hostile_zone(game: Battle, side: str) -> HexSet:
    """Return every hex in a fire zone of the enemies of `side`."""
    return side_zone(game, enemy(side))
