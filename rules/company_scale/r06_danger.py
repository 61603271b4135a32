"""Who may fire at moving units on their way (8.6), or from the air (16.2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rules.company_scale.pieces import enemy_hexes, side_of
from rules.company_scale.r06_2_terrain import OFF_ROAD
from rules.company_scale.r07_2_fire_zones import sees, zone_range
from rules.company_scale.r08_6_opportunity_fire import is_screened, may_fire
from rules.company_scale.r16_2_1_interdiction import spotted_from_the_air
from rules.company_scale.r18_reinforcements import is_shelter
from rules.company_scale.state import Battle
from rules.hexes.grid import distance
from rules.hexes.ids import hex_id, hex_name
from rules.hexes.lines import REACH

NO_HEX = 0


class Watcher(NamedTuple):
    """An enemy unit that may fire, and how far its fire zone reaches while the moving units are not next to it."""

    unit: str
    hex: int
    range: int


class Danger:
    """Finds the enemy units that may fire at the moving units in each hex; `game` is a copy it may change."""

    def __init__(self, game: Battle, units: tuple[str, ...]) -> None:
        self._game = game
        self._units = units
        self._side = side_of(game, units[0])
        self._seen: dict[int, list[Watcher]] = {}
        self._under_aircraft = spotted_from_the_air(game, units)
        for unit in units:
            game.state.place(unit, NO_HEX)
        self._enemies = [(here, *self._posted(here)) for here in enemy_hexes(game, self._side) if may_fire(game, here)]

    def _posted(self, here: int) -> tuple[int, list[Watcher]]:
        """Return the watchers of a hex, and how far the farthest of them reaches."""
        watchers = [Watcher(unit, here, zone_range(self._game, unit)) for unit in self._game.state.stack(here)]
        return max(watcher.range for watcher in watchers), watchers

    def from_the_air(self, path: Sequence[Sequence[str]]) -> list[str]:
        """Return the hexes of a path, entered by road, in which aircraft may attack the column (16.2.1)."""
        if not self._under_aircraft:
            return []
        return [name for name, by in path if by != OFF_ROAD and hex_id(name) in self._under_aircraft]

    def on_the_way(self, places: list[int]) -> tuple[list[str], list[str]]:
        """Return the hexes that may fire along these places, and those that watch the last one."""
        fire = [watcher for here, to in pairwise(places) for watcher in self._leaving(here, to)]
        return _hexes(fire), _hexes(self._watching(places[-1]))

    def _watching(self, here: int) -> list[Watcher]:
        """Return the enemy units with a hex in their fire zone while the moving units are there."""
        if here not in self._seen:
            self._seen[here] = [
                watcher
                for post, farthest, watchers in self._enemies
                if distance(post, here) <= farthest
                for watcher in watchers
                if self._has_in_zone(watcher, here, here)
            ]
        return self._seen[here]

    def _leaving(self, here: int, to: int) -> list[Watcher]:
        watchers = self._watching(here)
        if not watchers or not is_screened(self._game, self._units, here):
            return watchers
        return [watcher for watcher in watchers if self._has_in_zone(watcher, here, to)]

    def _has_in_zone(self, watcher: Watcher, movers: int, target: int) -> bool:
        """Tell whether a hex is in a unit's fire zone while the moving units are in another (7.2)."""
        away = distance(watcher.hex, target)
        if not 0 < away <= REACH or is_shelter(self._game.scenario, self._side, target):
            return False
        reach = min(watcher.range, 1) if distance(watcher.hex, movers) == 1 else watcher.range
        return away <= reach and sees(self._game, watcher.hex, target)


def _hexes(watchers: list[Watcher]) -> list[str]:
    return sorted({hex_name(watcher.hex) for watcher in watchers})
