"""The steps a moving stack can take from a hex, with what it has left after each (6.0, 6.2.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy_hexes, is_deployed
from rules.company_scale.r06_2_terrain import OFF_ROAD, WAYS, change_cost, crossing
from rules.company_scale.r06_movement import (
    extra,
    marker_reasons,
    price_reasons,
    prices,
    step_reasons,
    under_barrage,
    under_dg,
)
from rules.company_scale.r06_ways import Way, ways_for
from rules.company_scale.r08_5_4_status import can_move
from rules.company_scale.r12_3_along import riders, weapon_reasons
from rules.company_scale.r18_reinforcements import guarded, zone_reasons
from rules.company_scale.r25_rail_guns import rail_reasons
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Reason
from rules.engine.frames import Frame
from rules.hexes.grid import neighbours

TRAIL = "trail"
Points: TypeAlias = tuple[int, ...]
Known: TypeAlias = dict[int, list[Points]]
"""The ways known to each hex, by the points they leave each unit; none leaves every unit as much as another."""


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
        self._under: defaultdict[tuple[str, bool, int, tuple[str, ...]], Known] = defaultdict(dict)

    def under(self, road: str, trail: bool, dg: int, carried: tuple[str, ...]) -> Known:
        """Return the ways known under these circumstances (see `At`)."""
        return self._under[road, trail, dg, carried]

    def note(self, at: At, here: int) -> None:
        """Note a way to a hex."""
        self.under(at.road, at.trail, at.dg, at.carried)[here] = [at.points]

    def has(self, at: At, here: int) -> bool:
        """Tell whether a way noted is still among the best."""
        return at.points in self.under(at.road, at.trail, at.dg, at.carried)[here]


def is_better(known: Known, near: int, points: Points) -> bool:
    """Note a way and return True, unless a known one leaves every unit as many points."""
    others = known.get(near)
    if others is None:
        known[near] = [points]
        return True
    for other in others:
        if _covers(other, points):
            return False
    others[:] = [points, *(other for other in others if not _covers(points, other))]
    return True


def _covers(points: Points, others: Points) -> bool:
    if len(points) == 1:
        return points[0] >= others[0]
    return all(a >= b for a, b in zip(points, others, strict=True))


class Steps:
    """The steps of one movement. What no step changes is worked out once; reasons only for what is refused."""

    def __init__(self, game: Battle, frame: Frame) -> None:
        self.game, self.frame = game, frame
        self.units: tuple[str, ...] = frame["units"]
        self.side = counter(game, self.units[0]).side
        self.ground = ground_of(game)
        self.first_refusals: dict[int, tuple[int, At]] = {}
        state, classes = game.state, [(counter(game, unit).move_class, is_deployed(game, unit)) for unit in self.units]
        self._classes = tuple(move for move, _ in classes)
        self._tables = [ways_for(self.ground, move, deployed) for move, deployed in classes]
        self._shut = {*enemy_hexes(game, self.side), *state.on_fire}
        self._guarded = guarded(game.scenario, self.side)
        self._barred = frozenset(by for by in WAYS if self._keeps_to_others(by))
        armed = {token.hex for token in state.weapons.values() if token.place == MAP}
        self._hampered = armed.union(self._guarded, *map(neighbours, (*self._shut, *self._guarded)))
        self._marked = {h for h, status in state.hexes.items() if status.dg} | state.barrages.keys()
        self._halting = {h for h, status in state.hexes.items() if not can_move(status)}
        self._here: dict[tuple[int, tuple[str, ...]], tuple[Way, ...]] = {}
        self._riders: dict[tuple[tuple[str, ...], bool], tuple[str, ...]] = {}

    def of(self, at: At, here: int, best: Best) -> Iterator[tuple[int, At, str]]:
        """Yield each step from a hex that is better than every way known: where to, what it comes to, by which way."""
        points, road, trail, dg, carried, steps = at
        alone = len(points) == 1 and not trail  # the usual case, kept quick
        known_by: dict[str, Known] = {}
        marked, refused = self._marked, self.first_refusals
        entered, last = False, 0
        for way in self._ways(here, carried):
            near, by, costs = way.near, way.by, way.costs
            if near != last:
                entered, last = False, near
            if costs is not None and road and by != road and by != OFF_ROAD:
                costs = self._with_change(here, road, costs)
            if costs is None or (alone and costs[0] > points[0]):
                rest = None
            else:
                rest = (points[0] - costs[0],) if alone else _spent(points, costs, trail, by)
            if rest is None:
                if by == OFF_ROAD and not entered and near not in refused:
                    refused[near] = here, at
                continue
            entered = True
            if near in marked or (carried and self._carried_on(carried, way) is not carried):
                after = self._entering(at, rest, way)
                if is_better(best.under(after.road, after.trail, after.dg, after.carried), near, after.points):
                    yield near, after, by
                continue
            known = known_by.get(by)
            if known is None:
                known = known_by[by] = best.under("" if by == OFF_ROAD else by, trail and by == TRAIL, dg, carried)
            others = known.get(near)
            if (others is None or others[0] < rest or not alone) and is_better(known, near, rest):
                yield near, At(rest, "" if by == OFF_ROAD else by, trail and by == TRAIL, dg, carried, steps + 1), by

    def refusal(self, near: int) -> list[Reason]:
        """Return why a hex could not be entered off the road when that was first tried (see `step_reasons`)."""
        here, at = self.first_refusals[near]
        if self._is_plain(here, at.carried) and not self._tables[0].deployed:
            barred = self._tables[0].bars(here, near)
            if barred:
                return list(barred)
            frame = self.frame.having(points=at.points, road=at.road, trail=at.trail)
            step = crossing(self.ground, here, near, OFF_ROAD)
            return list(price_reasons(self.game, frame, step, prices(self.game, frame, step)))
        return list(step_reasons(self.game, self.frame.having(**at._asdict()), here, near, OFF_ROAD))

    def can_go_on(self, near: int) -> bool:
        """Tell whether units that have entered a hex can move on."""
        return near not in self._halting

    def _is_plain(self, here: int, carried: tuple[str, ...]) -> bool:
        """Tell whether nothing but the ground can bar the one unit that moves from going on."""
        if len(self._tables) > 1 or self._barred or here in self._hampered:
            return False
        return not carried or not any(piece in self.game.state.weapons for piece in carried)

    def _ways(self, here: int, carried: tuple[str, ...]) -> tuple[Way, ...]:
        """Return the ways from a hex with what each costs every unit; nothing where the stack cannot go it at all."""
        if self._is_plain(here, carried):
            return self._tables[0].of(here)
        ways = self._here.get((here, carried))
        if ways is None:
            rows = zip(*(table.of(here) for table in self._tables), strict=True)
            joined = (row[0] if len(row) == 1 else _joined(row) for row in rows)
            ways = self._here[here, carried] = tuple(
                replace(way, costs=None) if self._is_shut(here, way, carried) else way for way in joined
            )
        return ways

    def _is_shut(self, here: int, way: Way, carried: tuple[str, ...]) -> bool:
        """Tell whether what lies on the map now, or the kind of unit, bars a way (see `way_reasons`)."""
        if way.costs is None or way.near in self._shut or way.by in self._barred:
            return True
        if way.near in self._guarded and next(zone_reasons(self.game, self.side, here, way.near), None) is not None:
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
        changes = [change_cost(self.ground, move, here, road) for move in self._classes]
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
