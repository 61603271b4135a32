"""How many enemies watch each hex, and with how much fire (7.2, 8.6)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rules.company_scale.pieces import enemy, units_on_map
from rules.company_scale.r07_line_of_sight import direct_fire, fire_zone, zone_range
from rules.company_scale.state import NO_OPPORTUNITY_FIRE, Battle


class Counted(NamedTuple):
    """An enemy as it counts: its hex, the range of its fire zone, its fire, whether it has opportunity fire left."""

    hex: int
    range: int
    fire: int
    watches: bool


NOBODY: Final = Counted(0, 0, 0, False)


class Watch:
    """The hexes in the fire zones of the enemies of a side; what is as it was `before` is taken over.

    `watched` counts the enemies that still have opportunity fire, `exposed` the points of enemy fire.
    """

    def __init__(self, game: Battle, seat: str, before: Watch | None = None) -> None:
        state = game.state
        self._seen: tuple[Any, ...] = (
            seat,
            game.scenario.map,
            state.turn,
            state.weather,
            state.illuminated,
            state.on_fire,
            state.fire_cleared,
            state.traffic_jam,
            state.barrages.copy(),
        )
        if before is None or before._seen != self._seen:
            self.watched, self.exposed = dict[int, int](), dict[int, int]()
            self._zones: dict[str, tuple[Counted, frozenset[int]]] = {}
        else:
            self.watched, self.exposed, self._zones = before.watched.copy(), before.exposed.copy(), before._zones.copy()
        gone = self._zones.keys() - self._note(game, enemy(seat))
        for unit in gone:
            self._count(*self._zones.pop(unit), -1)

    def _note(self, game: Battle, side: str) -> set[str]:
        """Count the zones that are other than they were; return the units of a side that are on the map."""
        state, units = game.state, set(units_on_map(game, side))
        for unit in units:
            fire, here = direct_fire(game, unit), state.units[unit].hex
            watches = state.status(here).fire_marker != NO_OPPORTUNITY_FIRE
            now = Counted(here, zone_range(game, unit), fire.value if fire else 0, watches)
            was, zone = self._zones.get(unit, (NOBODY, frozenset()))
            if now != was:
                self._count(was, zone, -1)
                zone = zone if now[:2] == was[:2] else fire_zone(game, unit)
                self._count(now, zone, 1)
                self._zones[unit] = now, zone
        return units

    def _count(self, enemy: Counted, zone: frozenset[int], sign: int) -> None:
        _add(self.exposed, zone, sign * enemy.fire)
        if enemy.watches:
            _add(self.watched, zone, sign)


def _add(counted: dict[int, int], zone: frozenset[int], more: int) -> None:
    for here in zone:
        counted[here] = counted.get(here, 0) + more
