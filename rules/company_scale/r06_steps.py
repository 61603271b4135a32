"""The steps a moving stack can take, and what each hexside costs each movement class (6.0, 6.2.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from rules.company_scale.battle_map import BattleMap, Terrain, results_of
from rules.company_scale.counters import MoveClass
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy_hexes, is_deployed
from rules.company_scale.r06_2_terrain import (
    OFF_ROAD,
    WAYS,
    Crossing,
    bars_weapons,
    change_cost,
    crossing,
    passable,
    step_cost,
    ways_of,
)
from rules.company_scale.r06_movement import extra, marker_reasons, step_reasons, too_dear, under_barrage, under_dg
from rules.company_scale.r08_5_4_status import can_move
from rules.company_scale.r12_support_weapons import riders, weapon_reasons
from rules.company_scale.r18_reinforcements import guarded, zone_reasons
from rules.company_scale.r25_rail_guns import is_bound, rail_reasons
from rules.company_scale.state import MAP, Battle
from rules.engine.caching import cached_in
from rules.engine.command import Reason
from rules.engine.compiling import native_dataclass
from rules.engine.frames import Frame
from rules.hexes.grid import neighbours

# --- The ways from hex to hex with what they cost each movement class, worked out once for each map (6.2.1, 6.2.2) ---

ENTERED_BY: Final = (OFF_ROAD, "paved", "railroad", "trail")
"""A *place* is a hex with the way it was entered by, as one number: its lowest bits (`ENTERED`) tell the way."""
BY_BITS: Final = 2
ENTERED: Final = (1 << BY_BITS) - 1
PLACE_BITS: Final = 14 + BY_BITS
PLACE: Final = (1 << PLACE_BITS) - 1
Row: TypeAlias = list[tuple[int, int]]
"""The steps from a place: the place each leads to and what it costs, in halves."""


def place_of(here: int, by: str) -> int:
    """Return the number of a hex entered by a way."""
    return here << BY_BITS | ENTERED_BY.index(by)


def hex_of(place: int) -> int:
    """Return the hex of a place; bits above those of a place are left out."""
    return (place & PLACE) >> BY_BITS


def entered_by(place: int) -> str:
    """Return the way by which the hex of a place was entered."""
    return ENTERED_BY[place & ENTERED]


@native_dataclass(frozen=True, slots=True)
class Way:
    """One way into a neighbouring hex: `costs` of each unit in halves, None where the ground bars it to one of them."""

    near: int
    by: str
    step: Crossing
    costs: tuple[int, ...] | None
    bars_weapons: bool


class MovementEdges:
    """The ways of one movement class on one map, in column or deployed; `bound` to roads or rails (22.2, 25.0)."""

    def __init__(self, ground: BattleMap, move: MoveClass, deployed: bool, bound: bool = False) -> None:
        self.ground, self.move, self.deployed, self.bound = ground, move, deployed, bound
        self.places = (max(ground.hexes) + 1) << BY_BITS  # each has a smaller number
        self.rows: dict[int, Row] = {}
        self._of: dict[int, tuple[Way, ...]] = {}
        self._steep: frozenset[int] | None = None
        self._off_road: dict[tuple[int, int], tuple[tuple[Reason, ...], int]] = {}

    def of(self, here: int) -> tuple[Way, ...]:
        """Return every way into the neighbours of a hex, those barred too: clockwise, roads first."""
        ways = self._of.get(here)
        if ways is None:
            ways = self._of[here] = tuple(self._from(here))
        return ways

    @property
    def steep(self) -> frozenset[int]:
        """Return the hexes from which some way off the road bars support weapons (6.2.2)."""
        if self._steep is None:
            barred = (side for side in self.ground.sides if bars_weapons(crossing(self.ground, *side, OFF_ROAD)))
            self._steep = frozenset(chain.from_iterable(barred))
        return self._steep

    def row(self, place: int) -> Row:
        """Return the steps that the ground allows from a place, with any change of road before them (6.2.1)."""
        row = self.rows.get(place)
        if row is None:
            here, entered = hex_of(place), entered_by(place)
            others = {by for by in ENTERED_BY if OFF_ROAD not in (by, entered) and by != entered}
            change = change_cost(self.ground, self.move, here, entered) if others else None
            row = self.rows[place] = [
                (place_of(way.near, way.by), cost if change is None or way.by not in others else cost + change)
                for way in self._from(here)
                for cost in way.costs or ()
                if change is not None or way.by not in others
            ]
        return row

    def off_road(self, here: int, near: int) -> tuple[tuple[Reason, ...], int]:
        """Return why the ground bars the way off the road into a neighbouring hex, or else what it costs."""
        known = self._off_road.get((here, near))
        if known is None:
            step = crossing(self.ground, here, near, OFF_ROAD)
            reasons = tuple(passable(self.ground, self.move, step))
            cost = 0 if reasons else step_cost(self.ground, self.move, step)
            known = self._off_road[here, near] = reasons, cost
        return known

    def closes(self, near: int) -> bool:
        """Tell whether a hex is closed to the unit because it is deployed: a city, unless it is a leg unit (6.2.1)."""
        in_city = self.ground.hexes[near].terrain is Terrain.CITY
        return self.deployed and in_city and self.move is not MoveClass.LEG

    def _from(self, here: int) -> Iterator[Way]:
        ground = self.ground
        for near in neighbours(here):
            if near in ground.hexes:
                for by in ways_of(ground.side(here, near)):
                    yield self._way(crossing(ground, here, near, by, self.bound))

    def _way(self, step: Crossing) -> Way:
        off_limits = (self.deployed and step.on_road) or self.closes(step.b)
        barred = off_limits or next(passable(self.ground, self.move, step), None) is not None
        costs = None if barred else (step_cost(self.ground, self.move, step),)
        return Way(step.b, step.by, step, costs, bars_weapons(step))


@cached_in(results_of)
def ways_for(ground: BattleMap, move: MoveClass, deployed: bool, bound: bool) -> MovementEdges:
    """Return the table of a class and formation on a map."""
    return MovementEdges(ground, move, deployed, bound)


# --- The steps a moving stack can take from a hex, with what it has left after each (6.0, 6.2.1) -------------------

TRAIL: Final = "trail"
Points: TypeAlias = tuple[int, ...]


class At(NamedTuple):
    """What a movement has come to in a hex: the locals of its frame that steps change (see `fresh`)."""

    points: Points
    road: str
    trail: bool
    dg: int
    carried: tuple[str, ...]
    steps: int

    @staticmethod
    def of(frame: Frame) -> At:
        """Return what a movement's frame has come to."""
        return At(frame["points"], frame["road"], frame["trail"], frame["dg"], frame["carried"], frame["steps"])

    @property
    def left(self) -> int:
        """Return the points of the unit with the fewest left, in halves."""
        return min(self.points)


class Best:
    """The best ways known to each hex, apart for each road they came by and whatever else counts for the next step."""

    def __init__(self) -> None:
        self._under: defaultdict[tuple[str, bool, int, tuple[str, ...]], dict[int, list[Points]]] = defaultdict(dict)

    def is_better(self, at: At, here: int) -> bool:
        """Note a way to a hex and return True, unless a known one leaves every unit as many points."""
        known = self._under[at.road, at.trail, at.dg, at.carried]
        others, points = known.get(here, ()), at.points
        if any(_covers(other, points) for other in others):
            return False
        known[here] = [points, *(other for other in others if not _covers(points, other))]
        return True

    def has(self, at: At, here: int) -> bool:
        """Tell whether a way noted is still among the best."""
        return at.points in self._under[at.road, at.trail, at.dg, at.carried][here]


def _covers(points: Points, others: Points) -> bool:
    return all(a >= b for a, b in zip(points, others, strict=True))


class Steps:
    """The steps of one movement. What no step changes is worked out once; reasons only for what is refused.

    Units that have the same points and to which the ground is the same are `alike`: they stay so, and count as one.
    So do units with different points where the ground is the same if `by_poorest`: that holds until they enter a hex
    with a marker (`marked`), which may take more from one than from another.
    """

    def __init__(self, game: Battle, frame: Frame, *, by_poorest: bool = False) -> None:
        self.game, self.frame = game, frame
        self.units: tuple[str, ...] = frame["units"]
        self.here = game.state.units[self.units[0]].hex
        self.begin = At.of(frame)
        self.ground = ground_of(game)
        state, side = game.state, counter(game, self.units[0]).side
        classes = [
            (counter(game, unit).move_class, is_deployed(game, unit), is_bound(game, unit)) for unit in self.units
        ]
        least = self.begin.left
        self._more = tuple(left - least for left in self.begin.points)
        self.same_ground = len(set(classes)) == 1
        self.alike = self.same_ground and (by_poorest or not any(self._more))
        if self.alike:
            classes, self.begin = classes[:1], self.begin._replace(points=(least,))
        self.tables = [ways_for(self.ground, *kind) for kind in classes]
        self._side = side
        self._shut = {*enemy_hexes(game, side), *state.on_fire}
        self._guarded = guarded(game.scenario, side)
        self._barred = frozenset(by for by in WAYS if self._keeps_to_others(by))
        self.marked = {h for h, status in state.hexes.items() if status.dg} | state.barrages.keys()
        armed = {token.hex for token in state.weapons.values() if token.place == MAP}
        beside = map(neighbours, (*self._shut, *self.marked, *self._guarded))
        takes_weapons = any(piece in state.weapons for piece in self.begin.carried)
        self.hampered = armed.union(self._guarded, *beside, self.tables[0].steep if takes_weapons else ())
        self.halting = {h for h, status in state.hexes.items() if not can_move(status)}
        self._here: dict[tuple[int, tuple[str, ...]], tuple[Way, ...]] = {}
        self._riders: dict[tuple[tuple[str, ...], bool], tuple[str, ...]] = {}
        self._free: dict[tuple[str, ...], bool] = {}

    def of(self, at: At, here: int, to: int = 0) -> Iterator[tuple[int, At, str]]:
        """Yield each step that can be paid for: where to, what it comes to, by which way; with `to`, into that hex."""
        points, road, trail, dg, carried, steps = at
        for way in self._ways(here, carried):
            near, by, costs = way.near, way.by, way.costs
            if to and near != to:
                continue
            if costs is not None and road and by != road and by != OFF_ROAD:
                costs = self._with_change(here, road, costs)
            rest = None if costs is None else _spent(points, costs, trail, by)
            if rest is None:
                continue
            if near in self.marked or (carried and self._carried_on(carried, way) is not carried):
                yield near, self._entering(at, rest, way), by
            else:
                yield near, At(rest, "" if by == OFF_ROAD else by, trail and by == TRAIL, dg, carried, steps + 1), by

    def refusals(self, at: At, here: int, others: Iterable[int]) -> Iterator[tuple[int, Sequence[Reason]]]:
        """Yield neighbouring hexes with why they cannot be entered off the road (see `step_reasons`)."""
        points = tuple([at.left + more for more in self._more]) if self.alike else at.points
        is_usual, table = here not in self.hampered and self.is_free(at.carried), self.tables[0]
        purses = [*zip(self.units, points, strict=True)]
        for near in others:
            if is_usual and not (table.deployed and table.closes(near)):
                barred, cost = table.off_road(here, near)
                yield (
                    near,
                    barred
                    or [
                        too_dear(self.game, unit, "Entering", near, cost, left) for unit, left in purses if cost > left
                    ],
                )
            else:
                frame = self.frame.having(**at._replace(points=points)._asdict())
                yield near, list(step_reasons(self.game, frame, here, near, OFF_ROAD))

    def is_free(self, carried: tuple[str, ...]) -> bool:
        """Tell whether nothing but the ground and what is in `hampered` keeps units that move alike from a step."""
        if carried not in self._free:
            step = crossing(self.ground, self.here, neighbours(self.here)[0], "paved")  # by road, which takes all along
            stay = carried and riders(self.game, self.frame.having(carried=carried), self.units, step) != carried
            self._free[carried] = self.alike and not self._barred and not stay
        return self._free[carried]

    def _ways(self, here: int, carried: tuple[str, ...]) -> tuple[Way, ...]:
        """Return the ways from a hex with what each costs every unit; nothing where the stack cannot go it at all."""
        if here not in self.hampered and self.is_free(carried):
            return self.tables[0].of(here)
        ways = self._here.get((here, carried))
        if ways is None:
            rows = zip(*(table.of(here) for table in self.tables), strict=True)
            joined = (row[0] if len(row) == 1 else _joined(row) for row in rows)
            ways = self._here[here, carried] = tuple(
                replace(way, costs=None) if self._is_shut(here, way, carried) else way for way in joined
            )
        return ways

    def _is_shut(self, here: int, way: Way, carried: tuple[str, ...]) -> bool:
        """Tell whether what lies on the map now, or the kind of unit, bars a way (see `way_reasons`)."""
        if way.costs is None or way.near in self._shut or way.by in self._barred:
            return True
        if way.near in self._guarded and next(zone_reasons(self.game, self._side, here, way.near), None) is not None:
            return True
        if not way.bars_weapons:
            return False
        return next(weapon_reasons(self.game, self.frame.having(carried=carried), here), None) is not None

    def _keeps_to_others(self, by: str) -> bool:
        """Tell whether a unit keeps to other ways: an evacuation marker or a rail gun (22.2, 25.0)."""
        if next(marker_reasons(self.game, self.units[0], by), None) is not None:
            return True
        return any(next(rail_reasons(self.game, unit, by), None) is not None for unit in self.units)

    def _with_change(self, here: int, road: str, costs: Points) -> Points | None:
        """Return what a step costs with the change of road before it (6.2.1; RULINGS 4), None where there is none."""
        changes = [change_cost(self.ground, table.move, here, road) for table in self.tables]
        both = tuple(change + cost for change, cost in zip(changes, costs, strict=True) if change is not None)
        return both if len(both) == len(costs) else None

    def _entering(self, at: At, rest: Points, way: Way) -> At:
        """Return what a movement comes to with its weapons and under the new hex's markers (6.1.1, 8.7.2, 12.3)."""
        game, near, by = self.game, way.near, way.by
        carried = self._carried_on(at.carried, way) if at.carried else ()
        after = At(rest, "" if by == OFF_ROAD else by, at.trail and by == TRAIL, at.dg, carried, at.steps + 1)
        dg = game.state.status(near).dg
        if dg > at.dg:
            after = At.of(under_dg(self.frame.having(**after._replace(dg=dg)._asdict()), at.dg, dg))
        if near in game.state.barrages:
            after = At.of(under_barrage(game, self.frame.having(**after._asdict()), near))
        return after

    def _carried_on(self, carried: tuple[str, ...], way: Way) -> tuple[str, ...]:
        key = carried, way.bars_weapons
        if key not in self._riders:
            left = riders(self.game, self.frame.having(carried=carried), self.units, way.step)
            self._riders[key] = carried if left == carried else left
        return self._riders[key]


def _joined(row: tuple[Way, ...]) -> Way:
    """Join what a way costs each unit."""
    costs = tuple(cost for way in row for cost in way.costs or ())
    return replace(row[0], costs=costs if len(costs) == len(row) else None)


def _spent(points: Points, costs: Points, trail: bool, by: str) -> Points | None:
    """Return the points that a step leaves each unit, None where one of them cannot pay for it."""
    rest = tuple(left - cost for left, cost in zip(points, costs, strict=True) if cost <= left + extra(trail, by, left))
    return rest if len(rest) == len(points) else None
