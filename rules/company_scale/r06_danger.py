"""Who may fire at moving units on their way (8.6), or from the air (16.2.1)."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.company_scale.ground import ground_of
from rules.company_scale.pieces import enemy_hexes, side_of
from rules.company_scale.r06_2_terrain import OFF_ROAD
from rules.company_scale.r07_2_fire_zones import sees, zone_range
from rules.company_scale.r07_line_of_sight import visible_from
from rules.company_scale.r08_6_opportunity_fire import is_screened, may_fire
from rules.company_scale.r16_2_1_interdiction import spotted_from_the_air
from rules.company_scale.r18_reinforcements import is_shelter
from rules.company_scale.state import Battle
from rules.hexes.grid import distance
from rules.hexes.ids import hex_name
from rules.hexes.lines import REACH

NO_HEX: Final = 0


class Watcher(NamedTuple):
    """An enemy unit that may fire, and how far its fire zone reaches while the moving units are not next to it."""

    unit: str
    hex: int
    range: int


class Danger:
    """Finds the enemy units that may fire at the moving units in some hexes; `game` is a copy it may change.

    `near` has those enemies that see a hex by day and in clear weather.
    """

    def __init__(self, game: Battle, units: tuple[str, ...], hexes: set[int]) -> None:
        self._game = game
        self._units = units
        self._side = side_of(game, units[0])
        self._seen: dict[int, list[Watcher]] = {}
        self._under_aircraft = spotted_from_the_air(game, units)
        for unit in units:
            game.state.place(unit, NO_HEX)
        self.near: dict[int, list[Watcher]] = {}
        for here in enemy_hexes(game, self._side):
            seen = visible_from(ground_of(game), here) & hexes
            if seen and may_fire(game, here):
                watchers = [Watcher(unit, here, zone_range(game, unit)) for unit in game.state.stack(here)]
                for other in seen:
                    self.near.setdefault(other, []).extend(watchers)

    def may_be_attacked_from_the_air(self, entered: int, by: str) -> bool:
        """Tell whether aircraft may attack the column in a hex entered by this way (16.2.1)."""
        return by != OFF_ROAD and entered in self._under_aircraft

    def watched(self, here: int) -> list[str]:
        """Return the enemy hexes that watch a hex while the moving units are there."""
        return _hexes(self._watching(here)) if here in self.near else []

    def leaving(self, here: int, to: int) -> list[str]:
        """Return the enemy hexes that may fire at the moving units on their way to the next hex."""
        if here not in self.near:
            return []
        watchers = self._watching(here)
        if watchers and is_screened(self._game, self._units, here):
            watchers = [watcher for watcher in watchers if self._has_in_zone(watcher, here, to)]
        return _hexes(watchers)

    def _watching(self, here: int) -> list[Watcher]:
        """Return the enemy units with a hex in their fire zone while the moving units are there."""
        if here not in self._seen:
            self._seen[here] = [watcher for watcher in self.near[here] if self._has_in_zone(watcher, here, here)]
        return self._seen[here]

    def _has_in_zone(self, watcher: Watcher, movers: int, target: int) -> bool:
        """Tell whether a hex is in a unit's fire zone while the moving units are in another (7.2)."""
        away = distance(watcher.hex, target)
        if not 0 < away <= REACH or is_shelter(self._game.scenario, self._side, target):
            return False
        reach = min(watcher.range, 1) if distance(watcher.hex, movers) == 1 else watcher.range
        return away <= reach and sees(self._game, watcher.hex, target)


def _hexes(watchers: list[Watcher]) -> list[str]:
    return sorted({hex_name(watcher.hex) for watcher in watchers})
