"""What draws the Allies: areas and enemies that they can still come to in the turns that are left."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from rules.engine.judgement import Part
from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.judgement.worth import distances
from rules.striking_anvil.r01_1_map import is_area
from rules.striking_anvil.r01_3_units import fighters, is_combat, movement, strength, units_of
from rules.striking_anvil.r01_6_control import fort_level, is_friendly
from rules.striking_anvil.r04_movement import MOTORIZED
from rules.striking_anvil.scenario import ALLIED, GERMAN
from rules.striking_anvil.state import Anvil

BY_ROAD = 2  # areas a motorized unit is taken to make in a turn


class Goals:
    """What areas are worth to the Allies, and how strongly that draws from where."""

    def __init__(self, game: Anvil, w: Weights) -> None:
        self.game, self.w = game, w
        self.left = game.scenario.turns - game.state.turn
        self.wanted = self._wanted()

    def _wanted(self) -> Mapping[str, float]:
        game, w = self.game, self.w
        chart, found = game.scenario.charts.victory, {}
        for area in game.scenario.map.areas:
            level = fort_level(game, area)
            enemy = sum(strength(game, unit) for unit in fighters(game, area, GERMAN))
            others = bool(units_of(game, area, GERMAN))
            if is_friendly(game, ALLIED, area) and not others:
                continue
            worth = w.area + chart.areas.get(area, 0) + (chart.fortress if level else 0) + enemy * w.german_goal
            own = sum(strength(game, unit) for unit in fighters(game, area, ALLIED))
            enough = own > w.enough_times * enemy + 2 * level + 4
            found[area] = worth * (w.enough_share if enough else 1.0)
        return found

    def _pull(self, reach: int) -> Mapping[str, float]:
        far, wanted, fading = distances(self.game.scenario), self.wanted, self.w.fade
        return {
            area: sum(worth * fading ** far[area][goal] for goal, worth in wanted.items() if far[area][goal] <= reach)
            for area in far
        }

    @cached_property
    def on_foot(self) -> Mapping[str, float]:
        """Return the pull on who walks."""
        return self._pull(max(self.left, 0))

    @cached_property
    def by_road(self) -> Mapping[str, float]:
        """Return the pull on motorized units."""
        return self._pull(max(self.left, 0) * BY_ROAD)

    def move(self, here: str, to: str, units: tuple[str, ...]) -> list[Part]:
        """Return what a move brings."""
        game, w = self.game, self.w
        drawn = 0.0
        for unit in units:
            if is_combat(game, unit):
                pull = self.by_road if movement(game, unit) >= MOTORIZED else self.on_foot
                drawn += (pull[to] - pull.get(here, 0.0)) * strength(game, unit)
        parts = [Part("nearer to the goals", drawn * w.drawn)]
        if not is_friendly(game, ALLIED, to) and not units_of(game, to, GERMAN) and not fort_level(game, to):
            parts.append(Part("the area taken", w.area + game.scenario.charts.victory.areas.get(to, 0)))
        if not is_area(game, here):
            parts.append(Part("ashore", w.ashore))
        return parts
