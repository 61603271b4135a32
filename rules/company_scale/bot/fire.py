"""What a fire is worth, every die's result weighed; how many enemies watch each hex, and how strongly (7.2, 8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

from rules.company_scale.bot.weights import POINT, Weights
from rules.company_scale.pieces import counter, enemy, is_deployed, is_night, units_on_map
from rules.company_scale.r07_line_of_sight import direct_fire, fire_zone, zone_range
from rules.company_scale.r08_3_composition import MAX_SUPPORT
from rules.company_scale.r08_3_modifiers import (
    ARMOR_PIERCING,
    CONCENTRATION,
    HELP,
    HEX,
    Shot,
    aims,
    expected_target,
    fire_types,
    fire_value,
    targets_in,
)
from rules.company_scale.r08_4_resolution import result_of, table_row
from rules.company_scale.r08_5_4_status import MAX_DG, current_troop_quality
from rules.company_scale.r08_5_results import ALWAYS_FAILS, STARS, highest_pass
from rules.company_scale.r08_direct_fire import best_type, usable_weapons
from rules.company_scale.state import NO_OPPORTUNITY_FIRE, SUPPRESSED, Battle
from rules.engine.memory import evict_oldest

# --- What the judgement of a fire follows from, as keys: where they are equal, what was judged before still holds ---

KEPT: Final = 400
"""So many judgements of each kind are kept."""
CacheKey: TypeAlias = tuple[object, ...]


class FireConditions:
    """Numbers what a fire follows from besides the hexes concerned: the same number, the same conditions."""

    def __init__(self) -> None:
        self._now: tuple[Any, ...] = ()
        self._number = 0

    def number(self, game: Battle) -> int:
        """Return the number of the present conditions."""
        state = game.state
        now = (
            is_night(game),
            state.weather,
            state.illuminated,
            state.fire_cleared,
            state.traffic_jam,
            state.abandoned,
            state.attached,
            state.absorbed,
            state.weapons,
            state.leaders,
        )
        if now != self._now:
            self._number += 1
            self._now = (
                *now[:6],
                *(kept.copy() for kept in (state.attached, state.absorbed)),
                state.weapons.copy(),
                state.leaders.copy(),
            )
        return self._number


def target_basis(game: Battle, target: int) -> CacheKey:
    """Return what a hex adds to what is fired at it: its units, the sides that are up, their quality, its markers."""
    state, stack = game.state, game.state.stack(target)
    sides = [(state.units[unit].deployed, current_troop_quality(game, unit)) for unit in stack]
    return target, stack, *markers_of(game, target), *sides


def firer_basis(game: Battle, unit: str) -> CacheKey:
    """Return what a unit and its hex add to its fire."""
    record = game.state.units[unit]
    return unit, record.hex, record.deployed, *markers_of(game, record.hex)


def markers_of(game: Battle, here: int) -> CacheKey:
    """Return the markers of a hex that change what a fire from it or at it does."""
    status = game.state.status(here)
    return status.dg, status.stress, status.ridge, status.fortification, game.state.barrages.get(here)


# --- What a fire is worth to the script: every die's result weighed, helpers added while they pay (8.1 to 8.5) -----


def unit_worth(game: Battle, unit: str, weights: Weights) -> float:
    """Return what losing a unit means to its owner: victory points above all, then what it can do."""
    printed = counter(game, unit)
    points = max(game.scenario.victory.eliminated.values(), default=0)
    fire = printed.face(True).fire
    alive = weights.unit + (weights.headquarters if printed.hq else 0)
    return POINT * points + alive + weights.unit_fire * (fire.value if fire else 0)


def fails_rout_check(game: Battle, unit: str, easier: int) -> float:
    """Return the chance that a unit fails a rout check (8.5.1)."""
    passing = max(0, min(highest_pass(game, unit, easier), ALWAYS_FAILS - 1))
    return (ALWAYS_FAILS - passing) / 10


class Losses:
    """What each result of the table is worth at the hex of a shot, before any check, once it is asked for (8.5).

    Who fires and who helps does not matter, what is aimed at does. It keeps no position: those that ask are alike in
    all that counts here.
    """

    def __init__(self, game: Battle, shot: Shot, weights: Weights) -> None:
        self.shot, self.units, self.weights = shot, targets_in(game, shot), weights
        self.status = game.state.status(shot.hex)
        self.worths = [unit_worth(game, unit, weights) for unit in game.state.stack(shot.hex)]
        self._kept = {"": 0.0}

    def of(self, game: Battle, entry: str) -> float:
        """Return what an entry of the table is worth."""
        worth = self._kept.get(entry)
        if worth is None:
            worth = self._kept[entry] = self._worth(game, entry)
        return worth

    def _worth(self, game: Battle, entry: str) -> float:
        status, weights, count = self.status, self.weights, len(self.worths)
        total = 0.0
        for part in entry.split():
            if part.startswith("DG"):
                points = int(part[2:])
                over = max(0, status.dg + points - MAX_DG)
                total += weights.level * (points - over) * count + over * min(self.worths)
            elif part == "S":
                if status.stress == SUPPRESSED:
                    return total + sum(self.worths)
                total += weights.suppressed * count
            elif part == "E":
                total += unit_worth(game, expected_target(game, self.shot), weights)
            else:
                total += self._rout_worth(game, STARS[part])
        return total

    def _rout_worth(self, game: Battle, easier: int) -> float:
        """Return what a rout check is worth: failing routs a unit in column and pins the rest (8.5.1)."""
        who = checked_unit(game, self.shot)
        gain = self.weights.pinned * len(self.worths)
        if not is_deployed(game, who):
            gain += unit_worth(game, who, self.weights) * self.weights.routed // 10  # it may come back (8.5.2)
        return fails_rout_check(game, who, easier) * gain


def effect_chance(game: Battle, shot: Shot) -> float:
    """Return the chance that a fire does anything, after rout checks, as the odds of the fire tell it (8.4, 8.5.1)."""
    value, _ = fire_value(game, shot)
    row = table_row(game, shot)
    entries = [result_of(row, value, die) for die in range(10)]
    return sum([_takes_effect(game, shot, entry) for entry in entries]) / 10


def _takes_effect(game: Battle, shot: Shot, entry: str) -> float:
    """Return the chance that an entry of the table does anything: a rout check alone may be passed."""
    parts = entry.split()
    if not parts:
        return 0.0
    if any(part not in STARS for part in parts):
        return 1.0
    who = checked_unit(game, shot)
    if is_deployed(game, who) and game.state.status(shot.hex).stress == SUPPRESSED:
        return 0.0  # 8.5.1: a deployed unit is pinned, which does nothing here
    return max(fails_rout_check(game, who, STARS[part]) for part in parts)


def checked_unit(game: Battle, shot: Shot) -> str:
    """Return the unit that checks for rout: the one aimed at, one in column, else the one expected (8.5.1)."""
    column = [unit for unit in targets_in(game, shot) if not is_deployed(game, unit)]
    return shot.aim if shot.aim != HEX else column[0] if column else expected_target(game, shot)


class KeptLosses:
    """What was judged of targets, which holds wherever nothing that it follows from has changed.

    `fires` are the best direct fires with their worth, `shells` the worths of indirect fires.
    """

    def __init__(self) -> None:
        self.conditions = FireConditions()
        self.fires: dict[CacheKey, tuple[float, Shot]] = {}
        self.shells: dict[CacheKey, float] = {}
        self._kept: dict[CacheKey, Losses] = {}

    def of(self, game: Battle, shot: Shot, weights: Weights) -> Losses:
        """Return what results are worth at the hex of a shot."""
        basis = self.conditions.number(game), shot.aim, shot.movers, *target_basis(game, shot.hex)
        losses = self._kept.get(basis)
        if losses is None:
            evict_oldest(self._kept, KEPT)
            losses = self._kept[basis] = Losses(game, shot, weights)
        return losses


def average_worth(game: Battle, row: tuple[str, ...], value: int, losses: Losses) -> float:
    """Return what a row of the table is worth at a fire value, over all dice."""
    total = 0.0
    for die in range(10):
        total += losses.of(game, result_of(row, value, die))
    return total / 10


def shot_worth(game: Battle, row: tuple[str, ...], value: int, losses: Losses) -> float:
    """Return what a shot of a fire value does to the enemy on average."""
    return average_worth(game, row, value, losses) + value / 10  # also ranks two hopeless shots


def best_shot(
    game: Battle,
    unit: str,
    target: int,
    weights: Weights,
    helpers: tuple[str, ...] = (),
    *,
    price: float | None = None,
    movers: tuple[str, ...] = (),
    kept: KeptLosses | None = None,
) -> tuple[float, Shot]:
    """Return the best fire of a unit at a hex with its worth; `helpers` could add their fire.

    Each costs `price`, or the weight of a helper. `kept` has what was judged of targets before.
    """
    best: _Judged | None = None
    kept = KeptLosses() if kept is None else kept
    for weapon in ("", *usable_weapons(game, unit, movers or game.state.stack(target))):
        for shot in _aimed(game, Shot(unit, target, HEX, "", weapon=weapon, movers=movers)):
            losses, (value, _) = kept.of(game, shot, weights), fire_value(game, shot)
            worth = shot_worth(game, table_row(game, shot), value, losses)
            if best is None or worth > best.worth:
                best = _Judged(worth, shot, value, losses)
    if best is None:
        return 0.0, Shot(unit, target, HEX, "", movers=movers)
    return _helped(game, best, helpers, weights.helper if price is None else price)


def _aimed(game: Battle, shot: Shot) -> Iterator[Shot]:
    types = fire_types(game, shot)
    for aim in aims(game, shot):
        kind = best_type(types, aim)
        if aim != HEX or kind != ARMOR_PIERCING:
            yield Shot(shot.unit, shot.hex, aim, kind, weapon=shot.weapon, movers=shot.movers)


class _Judged(NamedTuple):
    """A shot without help: what it is worth, its fire value, what results are worth there."""

    worth: float
    shot: Shot
    value: int
    losses: Losses


def _helped(game: Battle, judged: _Judged, helpers: tuple[str, ...], price: float) -> tuple[float, Shot]:
    """Add helping units and concentrated fire while they pay; return the worth and the whole shot."""
    worth, shot, value, losses = judged
    if not is_deployed(game, shot.unit):
        return worth, shot
    row, support = table_row(game, shot), shot.support
    for helper in helpers[:MAX_SUPPORT]:
        gain = shot_worth(game, row, value + HELP, losses) - worth
        if gain > price:
            worth, value, support = worth + gain - price, value + HELP, (*support, helper)
    gain = shot_worth(game, row, value + CONCENTRATION, losses) - worth
    cost = losses.weights.concentration
    concentrate = gain > cost and not shot.movers
    if support or concentrate:
        shot = replace(shot, support=support, concentrate=concentrate)
    return worth + gain - cost if concentrate else worth, shot


def rally_worth(game: Battle, hex_id: int, weights: Weights) -> float:
    """Return what a rally of a hex is worth to its owner (10.1)."""
    status, count = game.state.status(hex_id), len(game.state.stack(hex_id))
    if status.stress:
        return (weights.suppressed if status.stress == SUPPRESSED else weights.pinned) * (0.5 + 0.5 * count) + 2
    return status.dg * weights.rallied_level * (0.5 + 0.5 * count)


# --- How many enemies watch each hex, and with how much fire (7.2, 8.6) --------------------------------------------


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
