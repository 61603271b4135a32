"""What draws the Allies: areas and enemies that they can still come to in the turns that are left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from rules.engine.evaluator import WorthPart
from rules.striking_anvil.bot.combat import Weights
from rules.striking_anvil.r01_1_map import fort_level, is_area, is_friendly
from rules.striking_anvil.r01_3_units import fighters, is_combat, is_entrenched, is_good, movement, strength, units_of
from rules.striking_anvil.r04_movement import MOTORIZED
from rules.striking_anvil.scenario import ALLIED, ASHORE, COMBAT, GERMAN, Scenario
from rules.striking_anvil.state import Anvil

BY_ROAD: Final = 2
"""Areas a motorized unit is taken to make in a turn."""


class Goals:
    """What areas are worth to the Allies, and how strongly that draws from where."""

    def __init__(self, game: Anvil, w: Weights) -> None:
        self.game, self.w = game, w
        self.left = game.scenario.turns - game.state.turn

    @cached_property
    def pull(self) -> Mapping[str, float]:
        """Return how strongly all goals together draw from each area, for bridges and the FFI."""
        far, fading = distances(self.game.scenario), self.w.fade
        return {
            area: sum(
                worth * fading ** ways[goal] for goal, (worth, _) in self.needed.items() if ways[goal] <= self.left
            )
            for area, ways in far.items()
        }

    @cached_property
    def tasks(self) -> Mapping[str, tuple[str, float]]:
        """Return for each Allied combat unit the goal that is its own, and what that is worth.

        The goals that draw most choose first, each the nearest units until they are strong enough for it.
        """
        game, w, far = self.game, self.w, distances(self.game.scenario)
        units = [u for u, piece in game.state.units.items() if _acts(game, u, piece.at)]
        at = {unit: _stands(game, unit) for unit in units}
        pace = {unit: BY_ROAD if movement(game, unit) >= MOTORIZED else 1 for unit in units}
        found: dict[str, tuple[str, float]] = {}

        def moves(unit: str, goal: str) -> int:
            return -(-far[at[unit]][goal] // pace[unit])

        def strongest(goal: str) -> float:
            return max((self.needed[goal][0] * w.fade ** moves(u, goal) for u in units), default=0.0)

        for unit in vanguard(game.scenario).intersection(units):
            if goal := self._road_north(unit, far[at[unit]]):
                found[unit] = goal, self.needed[goal][0] * w.vanguard
        for goal in sorted(self.needed, key=lambda goal: -strongest(goal)):
            worth, need = self.needed[goal]
            free = [u for u in units if u not in found and moves(u, goal) <= self.left + is_good(game, u)]
            for unit in sorted(free, key=lambda u: (moves(u, goal), -strength(game, u))):
                if need <= 0:
                    break
                found[unit] = goal, worth
                need -= strength(game, unit)
        for unit in units:
            if unit not in found and self.needed:
                goal = max(self.needed, key=lambda g: self.needed[g][0] * w.fade ** moves(unit, g))
                found[unit] = goal, self.needed[goal][0] * w.enough_share
        return found

    def _road_north(self, unit: str, far: Mapping[str, int]) -> str:
        """Return the nearest victory area on the Germans' way out that a unit is strong enough for, '' without one."""
        game = self.game
        exits = game.scenario.charts.victory.exited
        main = game.scenario.map.boxes[min(exits, key=lambda box: exits[box])].areas
        way = {near for area in main for near in (area, *game.scenario.map.neighbours[area])}
        own, held = strength(game, unit), {goal: fighters(game, goal, GERMAN) for goal in way.intersection(self.needed)}
        free = [
            goal
            for goal, enemies in held.items()
            if chart_points(game, goal) and sum(strength(game, enemy) for enemy in enemies) <= own
        ]
        return min(free, key=lambda goal: (far[goal], -chart_points(game, goal), goal), default="")

    def task(self, unit: str) -> str:
        """Return the goal of a unit, '' without one."""
        return self.tasks[unit][0] if unit in self.tasks else ""

    @cached_property
    def needed(self) -> Mapping[str, tuple[float, float]]:
        """Return what each goal is worth, and the strength that should go there."""
        game, w = self.game, self.w
        chart, found = game.scenario.charts.victory, {}
        for area in game.scenario.map.areas:
            level = fort_level(game, area)
            enemy = sum(strength(game, unit) for unit in fighters(game, area, GERMAN))
            others = bool(units_of(game, area, GERMAN))
            if is_friendly(game, ALLIED, area) and not others:
                continue
            worth = w.area + chart.areas.get(area, 0) + (chart.fortress if level else 0) + enemy * w.german_goal
            found[area] = worth, w.enough_times * enemy + w.enough_level * level + w.enough_any
        return found

    def within_reach(self) -> float:
        """Return what it is worth how near Allied units are to their goals, on the scale of a move towards them."""
        w, far = self.w, distances(self.game.scenario)
        return w.drawn * sum(
            worth * w.fade ** far[_stands(self.game, unit)][goal] * strength(self.game, unit)
            for unit, (goal, worth) in self.tasks.items()
        )

    def move(self, here: str, to: str, units: tuple[str, ...]) -> list[WorthPart]:
        """Return what a move brings."""
        game, w, far = self.game, self.w, distances(self.game.scenario)
        drawn = 0.0
        for unit in units:
            if unit in self.tasks:
                goal, worth = self.tasks[unit]
                before = far[here if is_area(game, here) else _stands(game, unit)][goal] + (not is_area(game, here))
                drawn += worth * (w.fade ** far[to][goal] - w.fade**before) * strength(game, unit)
        parts = [WorthPart("getting closer to its goal", drawn * w.drawn)]
        if not is_friendly(game, ALLIED, to) and not units_of(game, to, GERMAN) and not fort_level(game, to):
            parts.append(WorthPart("the area", w.area + game.scenario.charts.victory.areas.get(to, 0)))
        if not is_area(game, here):
            parts.append(WorthPart("coming ashore", w.ashore))
        elif left_open(game, here, units):
            parts.append(WorthPart("points left to enemies next to them", -chart_points(game, here) * w.left_open))
        parts.append(WorthPart("the enemy left behind", -w.left_enemy * left_enemy(game, here, units)))
        parts.append(WorthPart("held up on the way north", -w.held_up * self._held_up(to, units)))
        return parts

    def _held_up(self, to: str, units: tuple[str, ...]) -> int:
        """Return how many units that should drive north would go into Germans elsewhere than at their goal."""
        if not units_of(self.game, to, GERMAN):
            return 0
        return sum(self.task(unit) != to for unit in vanguard(self.game.scenario).intersection(units))


def vanguard(scenario: Scenario) -> frozenset[str]:
    """Return the units that are formed ashore to drive north at once: Task Force Butler."""
    boxes = scenario.map.boxes
    return scenario.cached(
        "bot vanguard",
        lambda: frozenset(unit for due in scenario.lots if boxes[due.box].kind == ASHORE for unit in due.units),
    )


def chart_points(game: Anvil, area: str) -> int:
    """Return the victory points of an area."""
    return game.scenario.charts.victory.areas.get(area, 0)


def left_open(game: Anvil, here: str, units: tuple[str, ...]) -> bool:
    """Tell whether Allied units that leave give an area to Germans beside it who can walk in."""
    if not is_friendly(game, ALLIED, here) or any(unit not in units for unit in units_of(game, here, ALLIED)):
        return False
    near = game.scenario.map.neighbours[here]
    return any(not is_entrenched(game, unit) for one in near for unit in fighters(game, one, GERMAN))


def left_enemy(game: Anvil, here: str, units: tuple[str, ...]) -> int:
    """Return the strength of weaker Germans with whom the last Allies in an area leave nobody."""
    if not is_area(game, here) or any(unit not in units for unit in fighters(game, here, ALLIED)):
        return 0
    theirs = sum(strength(game, unit) for unit in fighters(game, here, GERMAN))
    ours = sum(strength(game, unit) for unit in units if is_combat(game, unit))
    return theirs if theirs < ours else 0


def _acts(game: Anvil, unit: str, at: str) -> bool:
    counter = game.scenario.counters[unit]
    return counter.side == ALLIED and counter.kind == COMBAT and (is_area(game, at) or at in game.scenario.map.boxes)


def _stands(game: Anvil, unit: str) -> str:
    """Return the area of a unit, or the first area that its box leads to."""
    at = game.state.units[unit].at
    return at if is_area(game, at) else game.scenario.map.boxes[at].areas[0]


def distances(scenario: Scenario) -> Mapping[str, Mapping[str, int]]:
    """Return the number of areas between each two areas."""
    return scenario.cached("bot distances", lambda: {area: _from(scenario, (area,)) for area in scenario.map.areas})


def _from(scenario: Scenario, begin: tuple[str, ...]) -> dict[str, int]:
    found, todo = dict.fromkeys(begin, 0), list(begin)
    for area in todo:
        for near in scenario.map.neighbours[area]:
            if near not in found:
                found[near] = found[area] + 1
                todo.append(near)
    return found
