"""What moves the Germans: out in time, out of reach of what would destroy them, meanwhile on what counts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from typing import Final

from rules.engine.evaluator import WorthPart
from rules.striking_anvil.bot.combat import Bill, Weights, bill_for, cost_of, faces_of, items_of
from rules.striking_anvil.bot.goals import BY_ROAD
from rules.striking_anvil.r01_1_map import fort_level, is_area, is_exit, is_friendly
from rules.striking_anvil.r01_3_units import (
    counter_of,
    fighters,
    is_combat,
    is_entrenched,
    is_good,
    movement,
    strength,
    units_of,
)
from rules.striking_anvil.r04_movement import MOTORIZED
from rules.striking_anvil.r05_battle import ATTACK, MOBILE, Battle
from rules.striking_anvil.r07_landings import are_due
from rules.striking_anvil.scenario import ALLIED, EXIT, GERMAN, SUPPORT, border_id
from rules.striking_anvil.state import Anvil

SUDDEN: Final = 60.0
"""What it costs to leave nobody on the map: the Allies win at once (VIC-03)."""


class Withdrawal:
    """Weighs where Germans stand and go at one position."""

    def __init__(self, game: Anvil, w: Weights) -> None:
        self.game, self.w = game, w
        self.left = game.scenario.turns - game.state.turn
        self.chances = (w.escape_0, w.escape_1, w.escape_2, w.escape_3)
        self._hopes: dict[tuple[str, str], float] = {}
        self._strikes: dict[str, list[tuple[float, tuple[int, ...]]]] = {}
        self._dangers: dict[tuple[str, tuple[str, ...], tuple[str, ...]], float] = {}

    # --- the way out ---

    @cached_property
    def ways_out(self) -> Mapping[str, Mapping[str, int]]:
        """Return for each exit the moves from each area, one more through an area with Allied combat units."""
        game = self.game
        barred = frozenset(a for a in game.scenario.map.areas if fighters(game, a, ALLIED))
        found = {}
        for box in game.scenario.map.boxes.values():
            if box.kind == EXIT:
                found[box.id] = game.scenario.cached(
                    ("escape north", box.id, barred), partial(_ways, game, box.areas, barred)
                )
        return found

    def chance(self, spare: int) -> float:
        """Return the chance to get out with so many turns to spare."""
        return 0.0 if spare < 0 else self.chances[min(spare, len(self.chances) - 1)]

    def hope(self, unit: str, area: str) -> float:
        """Return what the exit of a unit may still be expected to bring from an area, at the end of this turn."""
        if (unit, area) not in self._hopes:
            self._hopes[unit, area] = self._hope(unit, area)
        return self._hopes[unit, area]

    def _hope(self, unit: str, area: str) -> float:
        game, points = self.game, strength(self.game, unit)
        best = 0.0
        free = self.w.among_enemies if fighters(game, area, ALLIED) else 1.0
        fast = movement(game, unit) >= MOTORIZED
        for box, ways in self.ways_out.items():
            moves = ways.get(area, 99)
            moves = -(-moves // BY_ROAD) if fast else moves
            best = max(best, points / game.scenario.charts.victory.exited[box] * free * self.chance(self.left - moves))
        return best

    # --- danger ---

    def strikes(self, area: str) -> list[tuple[float, tuple[int, ...]]]:
        """Return the attacks that the Allies can make on an area by one activation: weight, hits by face."""
        if area not in self._strikes:
            self._strikes[area] = [one for source in self._sources(area) for one in self._strike(source, area)]
        return self._strikes[area]

    def _sources(self, area: str) -> list[str]:
        game = self.game
        near = [area, *game.scenario.map.neighbours[area]]
        near += [box.id for box in game.scenario.map.boxes.values() if box.side == ALLIED and area in box.areas]
        return [place for place in near if fighters(game, place, ALLIED)]

    def _strike(self, source: str, area: str) -> list[tuple[float, tuple[int, ...]]]:
        game, found = self.game, []
        for weight, later in ((1.0, False), (self.w.next_turn, True)):
            if later and not self.left:
                continue
            units = [u for u in units_of(game, source, ALLIED) if later or is_good(game, u)]
            combat = sorted((u for u in units if is_combat(game, u)), key=lambda u: -strength(game, u))[:4]
            if not combat:
                continue
            team = (*combat, *(u for u in units if counter_of(game, u).kind == SUPPORT))
            kind = ATTACK if source == area else MOBILE
            border = border_id(source, area) if is_area(game, source) and source != area else ""
            faces = faces_of(game, Battle(kind, ALLIED, area, team, border))
            found.append((weight, tuple(face.defender for face in faces)))
        return found

    def danger(self, area: str, units: tuple[str, ...], turned: tuple[str, ...] = ()) -> float:
        """Return what some Germans in an area may lose to the worst attack; `turned` have just moved."""
        if not units or not is_area(self.game, area):
            return 0.0
        key = (area, units, turned)
        if key not in self._dangers:
            self._dangers[key] = self._danger(area, units, turned)
        return self._dangers[key]

    def _danger(self, area: str, units: tuple[str, ...], turned: tuple[str, ...]) -> float:
        bill = self._bill(area, units, turned)
        return max(
            (
                weight * sum(cost_of(bill, hits) for hits in faces) / len(faces)
                for weight, faces in self.strikes(area)
                if faces
            ),
            default=0.0,
        )

    def _bill(self, area: str, units: tuple[str, ...], turned: tuple[str, ...]) -> Bill:
        game, w, levels = self.game, self.w, fort_level(self.game, area)
        ready = items_of(game, (unit for unit in units if unit not in turned), w, may_turn=True, levels=levels)
        return bill_for(tuple(sorted((*ready, *items_of(game, turned, w, may_turn=False)))))

    def holds(self, area: str, units: tuple[str, ...], turned: tuple[str, ...] = ()) -> float:
        """Return the chance that some Germans in an area are not all destroyed by the worst attack."""
        everything = len(self._bill(area, units, turned)) - 1
        lost = (
            weight * sum(hits >= everything for hits in faces) / len(faces)
            for weight, faces in self.strikes(area)
            if faces
        )
        return 1.0 - max(lost, default=0.0)

    # --- ground ---

    def exposure(self, area: str) -> float:
        """Return how likely an area is lost that nobody guards."""
        game = self.game
        if not is_area(game, area) or not is_friendly(game, GERMAN, area):
            return 0.0
        near = game.scenario.map.neighbours[area]
        if any(fighters(game, one, ALLIED) for one in (area, *near)):
            return self.w.exposed_near
        if any(is_friendly(game, ALLIED, one) for one in near):
            return self.w.exposed_beside if self.left else 0.0
        return self.w.exposed_far if self.left else 0.0

    def guard(self, area: str, units: tuple[str, ...], turned: tuple[str, ...] = ()) -> float:
        """Return what units are worth that keep an area, as long as they are not destroyed there."""
        worth = (self.game.scenario.charts.victory.areas.get(area, 0) + self.w.area) * self.exposure(area)
        return worth * self.w.guarding * self.holds(area, units, turned) if worth else 0.0

    # --- moves ---

    def move(self, here: str, to: str, units: tuple[str, ...]) -> list[WorthPart]:
        """Return what a move brings."""
        game, w = self.game, self.w
        combat = [unit for unit in units if is_combat(game, unit)]
        hoped = sum(self.hope(unit, here) for unit in combat) if is_area(game, here) else 0.0
        if is_exit(game, to):
            rate = game.scenario.charts.victory.exited[to]
            out = sum(strength(game, unit) for unit in combat) / rate
            parts = [
                WorthPart("points for units that escape", out - hoped),
                WorthPart("too few left behind", -self._last(combat)),
                WorthPart("leaving without a fight", -self._early(combat, here)),
            ]
        else:
            parts = [WorthPart("a safer way out", sum(self.hope(unit, to) for unit in combat) - hoped)]
        if not is_area(game, here):
            parts.append(WorthPart("entering the map", w.ashore))
        parts.append(WorthPart("the fortress", -w.fortress_left * self._out_of_place(here, to) * len(combat)))
        return [*parts, *self._safety(here, to, units), *self._ground(here, to, units)]

    def _early(self, going: list[str], here: str) -> float:
        """Return what it costs that fast units leave the map while they could still fight and get out."""
        if self.left < len(self.chances) - 1 or self.danger(here, tuple(going)):
            return 0.0
        fast = [unit for unit in going if movement(self.game, unit) >= MOTORIZED]
        return self.w.fights_on * sum(strength(self.game, unit) for unit in fast)

    def _out_of_place(self, here: str, to: str) -> bool:
        """Tell whether units would leave a fortress that still stands, or go into one that is besieged."""
        game = self.game
        leaves = fort_level_of(game, here) > 0 and not fort_level_of(game, to)
        return leaves or (fort_level_of(game, to) > 0 and bool(fighters(game, to, ALLIED)))

    def _safety(self, here: str, to: str, units: tuple[str, ...]) -> list[WorthPart]:
        game, safer = self.game, 0.0
        if is_area(game, here):
            stack = tuple(units_of(game, here, GERMAN))
            rest = tuple(unit for unit in stack if unit not in units)
            safer += self.danger(here, stack) - self.danger(here, rest)
        if is_area(game, to):
            there = tuple(units_of(game, to, GERMAN))
            safer -= self.danger(to, (*there, *units), units) - self.danger(to, there)
        return [WorthPart("less danger" if safer >= 0 else "more danger", self.w.danger * safer)]

    def _ground(self, here: str, to: str, units: tuple[str, ...]) -> list[WorthPart]:
        game, w = self.game, self.w
        points = game.scenario.charts.victory.areas
        parts = []
        if is_area(game, to) and not units_of(game, to, GERMAN):
            if is_friendly(game, ALLIED, to):
                if not units_of(game, to, ALLIED):
                    parts.append(WorthPart("retaking the area", w.area + points.get(to, 0) * w.taken_back))
            else:
                parts.append(WorthPart("guarding an area", self.guard(to, units, units)))
        if is_area(game, here) and not any(unit not in units for unit in units_of(game, here, GERMAN)):
            parts.append(WorthPart("leaving an area", -self.guard(here, units)))
        return parts

    def turned(self, area: str) -> float:
        """Return what it costs to turn Germans where they stand: they cannot leave this turn."""
        return self.w.turned_here * self.danger(area, tuple(units_of(self.game, area, GERMAN)))

    def _last(self, going: list[str]) -> float:
        """Return what it costs to take the last units off the map (VIC-03)."""
        game = self.game
        if are_due(game, GERMAN):
            return 0.0
        stay = sum(
            is_combat(game, unit) and unit not in going and is_area(game, piece.at) and not is_entrenched(game, unit)
            for unit, piece in game.state.units.items()
            if counter_of(game, unit).side == GERMAN
        )
        if stay == 0:
            return SUDDEN
        fallen = all(is_friendly(game, ALLIED, area) for area in game.scenario.charts.fortifications)
        wanted = self.w.rearguard if self.left else self.w.rearguard_end * fallen
        return max(wanted - stay, 0.0) * self.w.last


def fort_level_of(game: Anvil, place: str) -> int:
    """Return the level of a fortress in a place, 0 in a box."""
    return fort_level(game, place) if is_area(game, place) else 0


def _ways(game: Anvil, begin: tuple[str, ...], barred: frozenset[str]) -> dict[str, int]:
    found = {area: 1 + (area in barred) for area in begin}
    todo = sorted(found, key=lambda area: found[area])
    while todo:
        area = todo.pop(0)
        for near in game.scenario.map.neighbours[area]:
            moves = found[area] + 1 + (near in barred)
            if near not in found or moves < found[near]:
                found[near] = moves
                todo.append(near)
    return found
