"""Who may fire at moving units on their way, worked out by placing them there (8.6), or from the air (16.2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.company_scale.pieces import side_of
from rules.company_scale.r06_2_terrain import OFF_ROAD
from rules.company_scale.r07_2_fire_zones import in_fire_zone
from rules.company_scale.r08_6_opportunity_fire import is_screened, watching
from rules.company_scale.r16_2_1_interdiction import spotted_from_the_air
from rules.company_scale.state import Battle
from rules.hexes.ids import hex_id, hex_name


class Danger:
    """Finds the enemy units that may fire at the moving units in each hex; `game` is a copy it may change."""

    def __init__(self, game: Battle, units: tuple[str, ...]) -> None:
        self._game = game
        self._units = units
        self._seen: dict[int, list[str]] = {}
        self._under_aircraft = spotted_from_the_air(game, units)

    def from_the_air(self, path: Sequence[Sequence[str]]) -> list[str]:
        """Return the hexes of a path, entered by road, in which aircraft may attack the column (16.2.1)."""
        if not self._under_aircraft:
            return []
        return [name for name, by in path if by != OFF_ROAD and hex_id(name) in self._under_aircraft]

    def on_the_way(self, places: list[int]) -> tuple[list[str], list[str]]:
        """Return the hexes that may fire along these places, and those that watch the last one."""
        fire = [unit for here, to in pairwise(places) for unit in self._leaving(here, to)]
        return self._hexes(fire), self._hexes(self._watching(places[-1]))

    def _watching(self, here: int) -> list[str]:
        """Return the enemy units with a hex in their fire zone while the moving units are there."""
        if here not in self._seen:
            self._go(here)
            self._seen[here] = list(watching(self._game, side_of(self._game, self._units[0]), here))
        return self._seen[here]

    def _leaving(self, here: int, to: int) -> list[str]:
        units = self._watching(here)
        if not units or not is_screened(self._game, self._units, here):
            return units
        self._go(here)
        return [unit for unit in units if in_fire_zone(self._game, unit, to)]

    def _hexes(self, units: list[str]) -> list[str]:
        return sorted({hex_name(self._game.state.units[unit].hex) for unit in units})

    def _go(self, here: int) -> None:
        for unit in self._units:
            if self._game.state.units[unit].hex != here:
                self._game.state.place(unit, here)
