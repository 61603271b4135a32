"""Where no unit ends a move of its own will, whatever that is worth: the veto beneath every level (6.0, 7.2, 8.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules.company_scale.bot.weights import Weights
from rules.company_scale.pieces import counter, enemy, units_on_map
from rules.company_scale.r08_7_1_spotting import indirect_of
from rules.company_scale.r27_victory import controller, date_of, hex_points, points
from rules.company_scale.state import Battle
from rules.hexes.grid import distance

FULL: Final = 3
"""Units in a hex that guns or aircraft reach: another one would make it a target."""
CONTACT: Final = 8
"""Hexes to an enemy within which headquarters and mortars stay behind their own."""
CLOSE: Final = 3
"""Hexes to an enemy that are too near for a headquarters."""
WITH_HEADQUARTERS: Final = 3
WITH_MORTAR: Final = 2
"""Hexes from the nearest company of its own at which a headquarters or a mortar is still with it."""
ALONE: Final = 3
HELP: Final = 3
"""Nobody goes this near to an enemy with no friend as near as that."""
FARTHEST: Final = 20
"""Range that counts at most, in hexes."""
FORWARD: Final = 3
"""Hexes of a move that sends a unit forward, or calls it back; an enemy nearer than that is fled from."""
ANY_DISTANCE: Final = 99


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit that may move: its hex, the one it came from (0: none), whether it is in column and has another side.

    One that is `leaving` the map goes its way, wherever its own are (22.3).
    """

    unit: str
    here: int
    came_from: int
    in_column: bool
    has_deployed_side: bool
    leaving: bool = False


class Discipline:
    """The veto as one side has it in one position; `exposed` are the points of enemy fire by hex."""

    def __init__(self, game: Battle, seat: str, exposed: dict[int, int], enemies: list[int], weights: Weights) -> None:
        self._game, self._seat, self._exposed, self._enemies = game, seat, exposed, enemies
        self._least = int(weights.veto_fire)
        self._guns = [(game.state.units[unit].hex, reach) for unit, reach in _guns(game, enemy(seat))]
        self._has_aircraft = any(
            count for division, count in game.state.air_support.items()
            if game.scenario.divisions[division].side != seat
        )  # fmt: skip

    def bars(self, mover: Mover, to: int, *, deploys: bool) -> bool:
        """Tell whether a unit must not end its move in a hex; one that `deploys` has an action left to do so."""
        game = self._game
        if takes_goal(game, self._seat, to):
            return False
        printed, fire, now = counter(game, mover.unit), self._exposed.get(to, 0), self._exposed.get(mover.here, 0)
        if self._is_crowded(to, fire):
            return True
        if mover.leaving:
            return False
        if self._is_called_back(mover, to, now):
            return True
        if printed.hq or indirect_of(printed.deployed) is not None:
            return self._strays(mover, to, hq=bool(printed.hq))
        if self._is_alone(mover, to):
            return True
        if deploys or not mover.has_deployed_side or fire < self._least:
            return False
        return not mover.in_column or fire >= now

    def _is_crowded(self, to: int, fire: int) -> bool:
        """Tell whether a unit would be one too many in a hex that is fired at, or that guns or aircraft reach."""
        if len(self._game.state.stack(to)) < FULL:
            return False
        return bool(fire) or self._has_aircraft or any(distance(gun, to) <= reach for gun, reach in self._guns)

    def _is_called_back(self, mover: Mover, to: int, now: int) -> bool:
        """Tell whether a unit just sent somewhere would go back there, or away from an enemy that does it no harm."""
        sent, away = distance(mover.came_from, mover.here) if mover.came_from else 0, self._away(mover.here)
        if sent < FORWARD or now or away < FORWARD:
            return False
        return 2 * distance(mover.came_from, to) < sent or self._away(to) >= away + FORWARD

    def _is_alone(self, mover: Mover, to: int) -> bool:
        """Tell whether a company would leave its friends, or go nearer, to be next to the enemy with nobody to help."""
        away = self._away(to)
        if away > ALONE or self._has_help(mover.unit, to):
            return False
        return away < self._away(mover.here) or self._has_help(mover.unit, mover.here)

    def _has_help(self, unit: str, here: int) -> bool:
        """Tell whether a friend that fights is near a hex."""
        friends = (u for u in units_on_map(self._game, self._seat) if u != unit and not counter(self._game, u).hq)
        return any(distance(here, self._game.state.units[u].hex) <= HELP for u in friends)

    def _strays(self, mover: Mover, to: int, *, hq: bool) -> bool:
        """Tell whether a headquarters or a mortar would leave its own, go ahead of them or come under fire."""
        away, fire, reach = self._away(to), self._exposed.get(to, 0), WITH_HEADQUARTERS if hq else WITH_MORTAR
        if fire and fire >= self._exposed.get(mover.here, 0):
            return True
        if hq and away <= CLOSE and away <= self._away(mover.here):
            return True
        own = list(self._companies(mover.unit, hq=hq))
        if not own:
            return False
        with_own = min(distance(to, place) for place in own)
        if with_own > max(reach, min(distance(mover.here, place) for place in own)):
            return True
        if away > CONTACT:
            return False
        front = min(self._away(place) for place in own if distance(to, place) <= max(reach, with_own))
        return away <= front and away < self._away(mover.here)

    def _companies(self, unit: str, *, hq: bool) -> Iterator[int]:
        """Yield the hexes of the companies a headquarters leads, or of those a mortar is with: its formation's."""
        own = counter(self._game, unit)
        for other in units_on_map(self._game, self._seat):
            printed = counter(self._game, other)
            if other == unit or printed.hq or printed.marker or printed.division != own.division:
                continue
            if printed.formation == own.formation or (hq and not own.formation):
                yield self._game.state.units[other].hex

    def _away(self, here: int) -> int:
        return min((distance(here, enemy_hex) for enemy_hex in self._enemies), default=ANY_DISTANCE)


def _guns(game: Battle, side: str) -> Iterator[tuple[str, int]]:
    """Yield the guns and mortars of a side with their range."""
    for unit in units_on_map(game, side):
        power = indirect_of(counter(game, unit).deployed)
        if power is not None:
            yield unit, min(power.range, FARTHEST)


def takes_goal(game: Battle, seat: str, here: int) -> bool:
    """Tell whether a side that comes into a hex takes a victory hex that counts now."""
    if not any(goal.hex == here for goal in game.scenario.victory.hexes) or controller(game, here) == seat:
        return False
    today = date_of(game.scenario, game.state.turn)
    return any(sum(hex_points(goal, today).values()) for goal in game.scenario.victory.hexes if goal.hex == here)


def is_last_chance(game: Battle, seat: str) -> bool:
    """Tell whether the last turn is on and a side is not ahead, so that only what it holds at the end counts (27)."""
    if game.state.turn < game.scenario.turns:
        return False
    now = points(game)
    return now[seat] <= now[enemy(seat)]
