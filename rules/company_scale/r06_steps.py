"""The steps a moving stack can take from a hex, with what it has left after each (6.0, 6.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.company_scale.counters import MoveClass
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy_holds, is_deployed
from rules.company_scale.r06_2_terrain import OFF_ROAD, change_cost
from rules.company_scale.r06_movement import extra, marker_reasons, step_reasons, under_barrage, under_dg
from rules.company_scale.r06_ways import Way, ways_for
from rules.company_scale.r08_5_4_status import can_move
from rules.company_scale.r12_3_along import riders, weapon_reasons
from rules.company_scale.r18_reinforcements import guarded, zone_reasons
from rules.company_scale.r25_rail_guns import rail_reasons
from rules.company_scale.state import Battle
from rules.engine.command import Reason
from rules.engine.frames import Frame


class At(NamedTuple):
    """What a movement has come to in a hex: the locals of its frame that steps change (see `fresh`)."""

    points: tuple[int, ...]
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


class Steps:
    """The steps of one movement. What no step changes is worked out once; reasons only for what is refused."""

    def __init__(self, game: Battle, frame: Frame) -> None:
        self.game, self.frame = game, frame
        self.units: tuple[str, ...] = frame["units"]
        self.side = counter(game, self.units[0]).side
        self.ground = ground_of(game)
        self.first_refusals: dict[int, tuple[int, At]] = {}
        classes = [(counter(game, unit).move_class, is_deployed(game, unit)) for unit in self.units]
        self._classes = tuple(move for move, _ in classes)
        self._tables = [ways_for(self.ground, move, deployed) for move, deployed in classes]
        self._bound = any(self._keeps_to_some(by) for by in ("paved", "railroad", "trail", OFF_ROAD))
        self._guarded = guarded(game.scenario, self.side)
        self._here: dict[tuple[int, tuple[str, ...]], list[tuple[Way, tuple[int, ...] | None]]] = {}
        self._changes: dict[tuple[int, str, MoveClass], int | None] = {}
        self._entered: dict[int, tuple[bool, int]] = {}

    def of(self, at: At, here: int) -> Iterator[tuple[int, At, str]]:
        """Yield each step possible from a hex: where to, what the movement comes to there, by which way."""
        entered, last = False, 0
        for way, costs in self._ways(here, at.carried):
            near, by = way.near, way.by
            if near != last:
                entered, last = False, near
            after = None if costs is None else self._paid(at, way, costs)
            if after is not None:
                entered = True
                yield near, after, by
            elif by == OFF_ROAD and not entered and near not in self.first_refusals:
                self.first_refusals[near] = here, at

    def refusal(self, near: int) -> list[Reason]:
        """Return why a hex could not be entered off the road when that was first tried."""
        here, at = self.first_refusals[near]
        return list(step_reasons(self.game, self.frame.having(**at._asdict()), here, near, OFF_ROAD))

    def can_go_on(self, near: int) -> bool:
        """Tell whether units that have entered a hex can move on."""
        return self._status(near)[0]

    def _status(self, near: int) -> tuple[bool, int]:
        known = self._entered.get(near)
        if known is None:
            status = self.game.state.status(near)
            known = self._entered[near] = can_move(status), status.dg
        return known

    def _ways(self, here: int, carried: tuple[str, ...]) -> list[tuple[Way, tuple[int, ...] | None]]:
        """Return the ways from a hex, each with what it costs every unit; None where the stack cannot go it at all."""
        ways = self._here.get((here, carried))
        if ways is None:
            tables = [table.of(here) for table in self._tables]
            ways = self._here[here, carried] = [
                (row[0], None if self._is_shut(here, row[0], carried) else self._costs(row))
                for row in zip(*tables, strict=True)
            ]
        return ways

    def _costs(self, row: tuple[Way, ...]) -> tuple[int, ...] | None:
        if len(row) == 1:
            return None if row[0].cost is None else (row[0].cost,)
        costs = tuple(way.cost for way in row if way.cost is not None)
        return costs if len(costs) == len(row) else None

    def _is_shut(self, here: int, way: Way, carried: tuple[str, ...]) -> bool:
        """Tell whether what lies on the map now, or the kind of unit, bars a way (see `way_reasons`)."""
        game = self.game
        if enemy_holds(game, way.near, self.side) or way.near in game.state.on_fire:
            return True
        if way.near in self._guarded and next(zone_reasons(game, self.side, here, way.near), None) is not None:
            return True
        if self._bound and self._keeps_to_some(way.by):
            return True
        return (
            way.bars_weapons and next(weapon_reasons(game, self.frame.having(carried=carried), here), None) is not None
        )

    def _keeps_to_some(self, by: str) -> bool:
        """Tell whether a unit keeps to other ways: an evacuation marker or a rail gun (22.2, 25.0)."""
        if next(marker_reasons(self.game, self.units[0], by), None) is not None:
            return True
        return any(next(rail_reasons(self.game, unit, by), None) is not None for unit in self.units)

    def _paid(self, at: At, way: Way, costs: tuple[int, ...]) -> At | None:
        """Return what the movement comes to by a step, None where it cannot be paid for."""
        by = way.by
        if at.road and by not in (OFF_ROAD, at.road):
            changed = self._changing(way.step.a, at.road, costs)
            if changed is None:
                return None
            costs = changed
        points = []
        for left, cost in zip(at.points, costs, strict=True):
            if cost > left + extra(at.trail, by, left):
                return None
            points.append(left - cost)
        after = At(
            tuple(points), "" if by == OFF_ROAD else by, at.trail and by == "trail", at.dg, at.carried, at.steps + 1
        )
        return self._entering(after, way)

    def _changing(self, here: int, road: str, costs: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return what a step costs with the change of road before it (6.2.1; RULINGS 4), None where there is none."""
        changed = []
        for move, cost in zip(self._classes, costs, strict=True):
            key = here, road, move
            if key not in self._changes:
                self._changes[key] = change_cost(self.ground, move, here, road)
            change = self._changes[key]
            if change is None:
                return None
            changed.append(change + cost)
        return tuple(changed)

    def _entering(self, at: At, way: Way) -> At:
        """Return a movement with its weapons and under the new hex's markers (6.1.1, 8.7.2, 12.3)."""
        game, near = self.game, way.near
        if at.carried:
            at = at._replace(carried=riders(game, self.frame.having(carried=at.carried), self.units, way.step))
        dg = self._status(near)[1]
        if dg > at.dg:
            at = At.of(under_dg(self.frame.having(**at._replace(dg=dg)._asdict()), at.dg, dg))
        if near in game.state.barrages:
            at = At.of(under_barrage(game, self.frame.having(**at._asdict()), near))
        return at
