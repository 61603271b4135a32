"""What a place is worth to a unit, and the move that gains most (6.0, 7.2, 8.6, 22.3, 27)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from heapq import nsmallest
from itertools import chain
from typing import Final

from rules.company_scale.bot.fire import Watch
from rules.company_scale.bot.ground import (
    CheapestEdges,
    Discipline,
    Goal,
    March,
    Mover,
    area,
    arrival,
    is_last_chance,
    nearest,
    pull,
    ways_of,
)
from rules.company_scale.bot.weights import POINT, Weights
from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import counter, enemy, enemy_holds, holder, units_on_map
from rules.company_scale.r07_line_of_sight import limit_of_sight, obstacles, visible_from
from rules.company_scale.r08_5_4_status import after_barrage, after_dg, can_move
from rules.company_scale.r08_7_1_spotting import indirect_of
from rules.company_scale.r12_support_weapons import companions
from rules.company_scale.r15_carrying import passenger_of
from rules.company_scale.r18_reinforcements import PROTECTED
from rules.company_scale.r22_evacuation import GERMAN
from rules.company_scale.r27_victory import date_of, hex_points, takes_goal
from rules.company_scale.state import Battle
from rules.hexes.grid import distance, within

# --- When the script sends Germans off to the northern exit (22.3) -------------------------------------------------


def way_out(game: Battle, seat: str) -> int:
    """Return the hex by which a side scores for leaving, 0 if there is none."""
    return game.scenario.exit if seat == GERMAN and game.scenario.victory.exits else 0


def is_leaving(game: Battle, here: int, exit_by: int, weights: Weights) -> bool:
    """Tell whether it is time for a unit in a hex to set out for the exit."""
    left = game.scenario.turns - game.state.turn + 1
    return bool(exit_by) and left <= distance(here, exit_by) / weights.exit_pace + weights.exit_slack


# --- What a place is worth to a unit, and the move that gains most (6.0, 7.2, 8.6, 27) -----------------------------

FARTHEST: Final = 20  # hexes that guns count at most
TOLD: Final = 0.25
"""Parts of a gain that are told, in fiftieths of a victory point: half a hundredth."""


class PositionEvaluation:
    """One position as one side sees it; what is as it was `before` is taken over."""

    def __init__(self, game: Battle, seat: str, weights: Weights, before: PositionEvaluation | None = None) -> None:
        self.game, self.seat, self.weights = game, seat, weights
        self.left: Mapping[str, int] = {}
        self.watch: Watch = Watch(game, seat, before.watch if before is not None else None)
        self.enemies = [h for h in game.state.stacks if enemy_holds(game, h, seat)]
        self.closed = frozenset(self.enemies).union(game.state.on_fire, _forbidden(game, seat))
        self.exit = way_out(game, seat)
        today = date_of(game.scenario, game.state.turn)
        worth = [(v.hex, hex_points(v, today)) for v in game.scenario.victory.hexes]
        self.goals = [(h, POINT * float(sum(points.values()))) for h, points in worth]
        self.is_last_chance = is_last_chance(game, seat)
        self._firing: dict[int, frozenset[int]] = {}
        self._discipline: Discipline | None = None

    @property
    def discipline(self) -> Discipline:
        """Return what no unit does in this position, whatever it is worth."""
        if self._discipline is None:
            self._discipline = Discipline(self.game, self.seat, self.watch.exposed, self.enemies, self.weights)
        return self._discipline

    def firing_places(self, reach: int) -> frozenset[int]:
        """Return the hexes from which some enemy is seen within a range."""
        if reach not in self._firing:
            ground, limit = ground_of(self.game), min(reach, limit_of_sight(self.game))
            seen = [visible_from(ground, h, limit, obstacles(self.game)) for h in self.enemies]
            self._firing[reach] = frozenset().union(*seen)
        return self._firing[reach]

    def errand(self, unit: str, *, settles: bool = False) -> UnitEvaluator:
        """Return what one unit can do in this position.

        A unit that `settles` has another action, with which it deploys where it comes to be in command.
        """
        return UnitEvaluator(self, unit, settles=settles)


def _forbidden(game: Battle, seat: str) -> Iterator[int]:
    """Yield the hexes a side keeps out of: near enemy reinforcement hexes and the exit (18.0, 22.3)."""
    for entry in game.scenario.entries.get(enemy(seat), ()):
        yield from within(entry, PROTECTED)
    if seat != GERMAN and game.scenario.exit:
        yield from within(game.scenario.exit, int(game.scenario.charts.evacuation["distance"]) - 1)


class UnitEvaluator:
    """One unit's view of an evaluation; what does not depend on the hex is prepared once."""

    def __init__(self, evaluation: PositionEvaluation, unit: str, *, settles: bool = False) -> None:
        self.evaluation, self.game, self.unit, self.settles = evaluation, evaluation.game, unit, settles
        self.printed = counter(self.game, unit)
        self.weights = evaluation.weights
        self.here = self.game.state.units[unit].hex
        cargo = passenger_of(self.game.state, unit)
        acting = counter(self.game, cargo) if cargo else self.printed
        fire, shells = acting.face(True).fire, indirect_of(acting.deployed)
        self.reach = fire.range if fire is not None and fire.box.value != "black" else 0
        self.fights = bool(self.reach) and not acting.hq
        self.shells = 0 if shells is None or acting.rail_only else min(shells.range, FARTHEST)
        self.exit = evaluation.exit if is_leaving(self.game, self.here, evaluation.exit, self.weights) else 0
        self._ways: CheapestEdges = ways_of(ground_of(self.game))
        self._kept_goals: tuple[Goal, ...] | None = None
        self._kept_threats: list[int] | None = None
        self._kept_led: list[int] | None = None
        self._kept_pull: Mapping[int, float] | None = None
        self._kept_command: frozenset[int] | None = None
        self._kept_leads: Tally[int] | None = None
        self._kept_nearest: Mapping[int, int] | None = None

    @property
    def goals(self) -> tuple[Goal, ...]:
        """Return the nearest victory hexes with the worth of being there and of being near."""
        if self._kept_goals is None:
            self._kept_goals = tuple(self._goals())
        return self._kept_goals

    def _goals(self) -> Iterator[Goal]:
        w = self.weights
        company = (1.0, w.second_in_goal, 0.0)
        for goal, worth in nsmallest(int(w.goals), self.evaluation.goals, key=lambda v: distance(v[0], self.here)):
            own = goal not in self.evaluation.closed
            friends = sum(u != self.unit for u in self.game.state.stack(goal)) if own else 0
            held = holder(self.game, goal) == self.printed.side
            near = w.near_own_goal if held else w.near_shared_goal if friends else 1.0
            if self.evaluation.is_last_chance:  # 27: who is near at the end has nothing
                near = 0.0
            yield Goal(goal, worth * company[min(friends, 2)], worth * w.pull * near)

    def _headquarters(self) -> Iterator[tuple[int, int]]:
        """Yield the hex and command range of each headquarters of the unit."""
        for other in units_on_map(self.game, self.printed.side):
            hq, own = counter(self.game, other), self.printed
            if hq.hq and other != self.unit and hq.division == own.division and hq.formation in ("", own.formation):
                yield self.game.state.units[other].hex, hq.command_range

    @property
    def threats(self) -> list[int]:
        """Return the hexes of the nearest enemies."""
        if self._kept_threats is None:
            enemies, most = self.evaluation.enemies, int(self.weights.threats)
            self._kept_threats = nsmallest(most, enemies, key=lambda h: distance(h, self.here))
        return self._kept_threats

    @property
    def led(self) -> list[int]:
        """Return the hexes of the units a headquarters leads."""
        if self._kept_led is None:
            self._kept_led = [self.game.state.units[other].hex for other in self._subordinates()]
        return self._kept_led

    def _subordinates(self) -> Iterator[str]:
        for other in units_on_map(self.game, self.printed.side):
            led, own = counter(self.game, other), self.printed
            if other != self.unit and led.division == own.division and own.formation in ("", led.formation):
                yield other

    def places(self, hexes: Collection[int], *, deployed: bool) -> list[float]:
        """Return what it is worth to be in each of some hexes."""
        w, stacks, defense = self.weights, self.game.state.stacks, self._ways.defense
        exposed, in_column = self.evaluation.watch.exposed, 1 if deployed else w.exposed_in_column
        worths = self._fronts(hexes) if self.fights else [self._rear(here) for here in hexes]
        last = self.evaluation.is_last_chance
        for at, here in enumerate(hexes):
            fire = exposed.get(here)
            if fire:
                fear = self._fear(here) if last else 1.0
                worths[at] -= fear * w.exposed * min(fire, 20) * in_column
                worths[at] -= w.cover * defense[here]
            if self.exit:
                worths[at] += w.exit_nearer * (distance(self.here, self.exit) - distance(here, self.exit))
                worths[at] += POINT * self.game.scenario.victory.exits if here == self.exit else 0
            if here in stacks:
                worths[at] -= self._crowd(here)
        return worths

    def _fear(self, here: int) -> float:
        """Return how much of the enemy fire in a hex counts: less where it is the last chance to take it."""
        last = self.evaluation.is_last_chance and takes_goal(self.game, self.evaluation.seat, here)
        return self.weights.last_fear if last else 1.0

    def place(self, here: int, *, deployed: bool) -> float:
        """Return what it is worth to be in a hex."""
        return self.places((here,), deployed=deployed)[0]

    @property
    def _pull(self) -> Mapping[int, float]:
        if self._kept_pull is None:
            goals, w = self.goals, self.weights
            self._kept_pull = arrival(goals) if self.exit else pull(goals, w.fading, w.second_pull)
        return self._kept_pull

    @property
    def _in_command(self) -> frozenset[int]:
        if self._kept_command is None:
            self._kept_command = area(tuple(self._headquarters()))
        return self._kept_command

    def _fronts(self, hexes: Iterable[int]) -> list[float]:
        """Return what each hex is worth to a unit that fires at what it sees."""
        pull, shooting, led = self._pull, self.evaluation.firing_places(self.reach), self._in_command
        shot, lost = self.weights.shooting, self.weights.out_of_command
        worths = []
        for here in hexes:
            total = pull[here]
            if here in shooting:
                total += shot
            if here not in led:
                total -= lost
            worths.append(total)
        return worths

    def _rear(self, here: int) -> float:
        """Return what a hex is worth to a headquarters, or to a unit that cannot fire at what it sees."""
        total = sum([self.weights.out_of_command] * self._leads[here]) if self.printed.hq else 0.0
        away = self._nearest[here]
        if self.shells:
            total -= self.weights.gun_nearer * max(0, away - max(4, self.shells * 2 // 3))
        return float(total - self.weights.near_enemy * max(0, 4 - away))

    @property
    def _leads(self) -> Tally[int]:
        """Return how many of its units a headquarters would lead from each hex."""
        if self._kept_leads is None:
            self._kept_leads = Tally(chain.from_iterable(within(h, self.printed.command_range) for h in self.led))
        return self._kept_leads

    @property
    def _nearest(self) -> Mapping[int, int]:
        """Return how far from each hex the nearest threat is."""
        if self._kept_nearest is None:
            self._kept_nearest = nearest(frozenset(self.threats))
        return self._kept_nearest

    def _is_well(self, here: int) -> bool:
        """Tell whether a rear unit has nothing to gain elsewhere: no enemy near, all its units led."""
        if self.exit:
            return False
        if self.shells and not any(distance(here, h) <= max(4, self.shells * 2 // 3) for h in self.threats):
            return not self.threats
        reach = self.printed.command_range if self.printed.hq else 99
        safe = not self.evaluation.watch.exposed.get(here) and self._nearest[here] >= 4
        return safe and all(distance(here, h) <= reach for h in self.led)

    def _crowd(self, here: int) -> float:
        """Return the drawback of the units already there (6.1)."""
        others = [counter(self.game, u) for u in self.game.state.stack(here) if u != self.unit]
        if not others:
            return 0.0
        own = self.printed.formation
        mixed = any(other.formation and own and other.formation != own for other in others)
        dg = self.game.state.status(here).dg
        w = self.weights
        return w.crowded * max(0, len(others) - 2) + (w.mixed if mixed else 0) + w.disorder * dg

    def move(self) -> March | None:
        """Return the move that gains most, counting dangers on the way."""
        here, points = self.game.state.units[self.unit].hex, self._points()
        if not points or self.printed.rail_only or (not self.fights and self._is_well(here)):
            return None
        return self.go_on(points)

    def go_on(self, points: int) -> March | None:
        """Return the way within so many half points that gains most over staying here as it is, None to stay."""
        record, move = self.game.state.units[self.unit], self.printed.move_class
        laden = self._is_laden()
        halting = {here for here, status in self.game.state.hexes.items() if not can_move(status)}
        closed = self.evaluation.closed | (halting - {record.hex})  # 10.2: who enters stops there, and is pinned too
        came = self._ways.reached(move, record.hex, points, closed, laden=laden)
        stay = self.place(record.hex, deployed=record.deployed)
        best, path = 0.0, [record.hex]
        not_to = (record.hex, self.evaluation.left.get(self.unit))
        worths = zip(self._arriving(list(came)), came, strict=True)
        offers = [(gain, h) for worth, h in worths if (gain := worth - stay) > best and h not in not_to]
        for gain, goal in sorted(offers, reverse=True):
            if gain <= best:
                break
            way = [goal]
            while way[-1] != record.hex:
                way.append(came[way[-1]])
            way.reverse()
            gain -= self._dangers(way)
            if gain > best and not self._is_barred(goal):
                best, path = gain, way
        return March(self.unit, best, self._ways.along(move, path, laden=laden)) if best else None

    def account(self, march: March) -> March:
        """Return a move with the victory hex it is for, 0 if none, and what its gain adds up from."""
        path = [self.here, *(to for to, _ in march.steps)]
        here, to = path[0], path[-1]
        settled, deployed = self.settles and to in self._in_command, self.game.state.units[self.unit].deployed
        was, comes = self.terms(here, deployed=deployed), self.terms(to, deployed=settled)
        gained = {name: comes[name] - was[name] for name in comes} | {"dangers on the way": -self._dangers(path)}
        fading = self.weights.fading

        def drawn(goal: Goal) -> float:
            at, near = (goal.at if to == goal.hex else 0.0), (goal.at if here == goal.hex else 0.0)
            return (at or goal.near * fading ** distance(to, goal.hex)) - (
                near or goal.near * fading ** distance(here, goal.hex)
            )

        most = max(self.goals, key=drawn, default=None) if gained["victory hexes"] > 0 else None
        parts = tuple((name, part) for name, part in gained.items() if abs(part) >= TOLD)
        return replace(march, goal=most.hex if most else 0, parts=parts)

    def terms(self, here: int, *, deployed: bool) -> dict[str, float]:
        """Return what a place is worth by name; together they are what `place` returns."""
        w, fire = self.weights, self.evaluation.watch.exposed.get(here, 0)
        leads = self._leads[here] if self.printed.hq else -(self.fights and here not in self._in_command)
        whole = self.place(here, deployed=deployed)
        found = {
            "victory hexes": self._pull[here] if self.fights else 0.0,
            "enemies in range": w.shooting
            if self.fights and here in self.evaluation.firing_places(self.reach)
            else 0.0,
            "command": w.out_of_command * leads,
            "crowding": -self._crowd(here) if here in self.game.state.stacks else 0.0,
        }
        if fire:
            column = 1 if deployed else w.exposed_in_column
            found["enemy fire"] = -self._fear(here) * w.exposed * min(fire, 20) * column
            found["enemy fire"] -= w.cover * self._ways.defense[here]
        return {"enemy fire": 0.0} | found | {"distances": whole - sum(found.values())}

    def _is_barred(self, to: int) -> bool:
        """Tell whether discipline forbids the unit to end its move in a hex."""
        state = self.game.state
        came_from = self.evaluation.left.get(self.unit, 0)
        deployed = state.units[self.unit].deployed
        mover = Mover(self.unit, self.here, came_from, not deployed, self.printed.deployed is not None, bool(self.exit))
        return self.evaluation.discipline.bars(mover, to, deploys=self.settles and to in self._in_command)

    def _is_laden(self) -> bool:
        """Tell whether support weapons must go along, because nobody stays who could hold them (12.3)."""
        state = self.game.state
        return bool(self.weights.laden) and any(piece in state.weapons for piece in companions(self.game, (self.unit,)))

    def _arriving(self, hexes: list[int]) -> list[float]:
        """Return what it is worth to come to each hex: in column, but deployed where another action is to be had."""
        if not self.settles:
            return self.places(hexes, deployed=False)
        led = self._in_command
        deployed = iter(self.places([here for here in hexes if here in led], deployed=True))
        column = iter(self.places([here for here in hexes if here not in led], deployed=False))
        return [next(deployed if here in led else column) for here in hexes]

    def _dangers(self, way: list[int]) -> float:
        """Return the dangers on the unit's way: opportunity fire, the disorganization of others (8.6, 6.1.1)."""
        watched = self.evaluation.watch.watched
        shots = min(3, sum([watched.get(h, 0) for h in way[:-1]]))
        levels = [self.game.state.status(h).dg for h in way]
        return self.weights.shot_at * shots + self.weights.disorder * max(0, max(levels[1:-1], default=0) - levels[0])

    def _points(self) -> int:
        """Return the movement points of the unit in column, in halves; 0 if it cannot move."""
        here = self.game.state.units[self.unit].hex
        status = self.game.state.status(here)
        if self.printed.column is None or self.printed.column.move is None or not can_move(status):
            return 0
        return after_barrage(self.game, after_dg(2 * self.printed.column.move, status.dg), here)
