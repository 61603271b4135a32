"""A position as one side sees it: what hexes, targets and the whole are worth, and what each ordered unit can do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from rules.command_cards.bot.weights import Stakes, Standing, Weights, standing, usual_worth
from rules.command_cards.charts import UnitType
from rules.command_cards.dice import dice_of
from rules.command_cards.hexes import distance
from rules.command_cards.moving import reach
from rules.command_cards.retreat import ways_back
from rules.command_cards.state import Objective, Table, Unit, cls_of, other, type_of
from rules.command_cards.targets import night_range, occupants, targets_of
from rules.command_cards.terrain import attack_from, defence, is_barred, may_enter, may_ignore_flag, terrain_at
from rules.command_cards.turn import is_held
from rules.engine.evaluator import WorthPart

# --- A position as one side sees it: what hexes are worth to its units, and what threatens there; each found once ---

FAR: Final = 12
GUARDED: Final = 3
"""Hexes within which an enemy threatens an objective."""


class Reaches(NamedTuple):
    """How far an enemy may battle: where it stands, its dice, the hexes it moves, its range with and without that."""

    hex: str
    cls: str
    row: tuple[int, ...]
    steps: int
    standing: int
    moving: int

    @staticmethod
    def of(unit: Unit, kind: UnitType, dark: int) -> Reaches:
        """Return a unit's of a kind; `dark` is how far one sees at night, 0 by day."""
        row, steps = kind.dice, kind.battle_after
        standing = min(len(row), dark) if dark else len(row)
        return Reaches(unit.hex, kind.cls, row, steps, standing, standing + steps)


class Target(NamedTuple):
    """An enemy that may be battled: may it ignore a flag, has it no way back, what does it lose with its hex?"""

    spared: bool
    shut: bool
    given_up: float


class Met(NamedTuple):
    """What a card that lies in wait does to an attacker: its cost, and how likely his assault takes place."""

    cost: float
    passed: float


UNMET: Final = Met(0.0, 1.0)


class PositionEvaluation:
    """What the hexes of a position are worth to one side."""

    def __init__(self, game: Table, seat: str, weights: Weights, stakes: Stakes) -> None:
        self.game, self.seat, self.weights, self.stakes = game, seat, weights, stakes
        units = game.state.units
        self.own = [name for name, unit in units.items() if unit.seat == seat]
        self.enemies = [unit for unit in units.values() if unit.seat != seat]
        self.last = {side: self._is_last(side) for side in (seat, other(seat))}
        dark = night_range(game)
        self._reaches = [Reaches.of(unit, type_of(game, unit), dark) for unit in self.enemies]
        self._shuts: dict[tuple[str, str], bool] = {}
        self._threats: dict[str, list[tuple[int, float]]] = {}
        self._places: dict[tuple[str, int, str, str], float] = {}
        self._homes = frozenset(place for objective in game.scenario.objectives for place in objective.hexes)
        self._gaps: dict[str, int] = {}
        self._targets: dict[str, Target] = {}

    def _is_last(self, side: str) -> bool:
        return len(self.game.state.medals[side]) + 1 >= self.game.scenario.sides[side].medals

    def medal(self, side: str) -> float:
        """Return what the next medal of a side is worth beyond itself."""
        return self.weights.last_medal if self.last[side] else 0.0

    def place(self, name: str, place: str) -> float:
        """Return what a hex is worth to a unit that stands in it when the turn ends."""
        unit = self.game.state.units[name]
        key = (
            cls_of(self.game, unit),
            unit.figures,
            unit.hex if unit.hex in self._homes else "",
            place,
        )  # all that matters of a unit
        if key not in self._places:
            self._places[key] = self.goals(unit, place) + self.way(unit, place) - self.danger(name, place)
        return self._places[key]

    def difference(self, name: str, here: str, to: str) -> tuple[WorthPart, ...]:
        """Return by how much another hex is worth more to a unit, part by part."""
        unit = self.game.state.units[name]
        return (
            WorthPart("objectives", self.goals(unit, to) - self.goals(unit, here)),
            WorthPart("ways", self.way(unit, to) - self.way(unit, here)),
            WorthPart("danger", self.danger(name, here) - self.danger(name, to)),
        )

    def danger(self, name: str, place: str) -> float:
        """Return what the enemy may do next turn to a unit in a hex."""
        unit = self.game.state.units[name]
        spared, shut = self._spared(unit, place), self._shut(name, unit, place)
        lost_medal = self.medal(other(self.seat))
        found = 0.0
        for dice, share in self._threats_to(place):
            worth, lost, _ = self.stakes.harm(dice, cls_of(self.game, unit), unit.figures, spared, shut)
            found += share * (worth + lost * lost_medal)
        return found * (self.weights.frail if unit.figures == 1 else 1.0)

    def met(self, name: str, place: str, target: str) -> Met:
        """Return what an enemy that lies in wait does to a unit that assaults it from a hex (CMD-order-04)."""
        units = self.game.state.units
        unit, enemy = units[name], units[target]
        if not self.game.state.lying.get(enemy.seat):
            return UNMET
        row, cls = type_of(self.game, enemy).dice, cls_of(self.game, enemy)
        dice = row[0] + defence(self.game, cls, enemy.hex, place, self.seat)[0]
        dice += attack_from(self.game, cls, enemy.hex)[0]
        if dice <= 0:
            return UNMET
        spared, shut = self._spared(unit, place), self._shut(name, unit, place)
        worth, lost, goes = self.stakes.harm(dice, cls_of(self.game, unit), unit.figures, spared, shut)
        share = self.weights.sprung
        return Met(share * (worth + lost * self.medal(enemy.seat)), 1.0 - share * (lost + goes))

    def target(self, name: str) -> Target:
        """Return what a battle against an enemy must know of it."""
        if name not in self._targets:
            unit = self.game.state.units[name]
            spared, shut = may_ignore_flag(self.game, unit), not ways_back(self.game, name)
            self._targets[name] = Target(spared, shut, self._given_up(unit))
        return self._targets[name]

    def _given_up(self, unit: Unit) -> float:
        found = 0.0
        for at, objective in enumerate(self.game.scenario.objectives):
            if objective.seat == unit.seat and unit.hex in objective.hexes and not objective.keep:
                found += self.weights.holding * objective.medals * is_held(self.game, at)
        return found

    def _spared(self, unit: Unit, place: str) -> bool:
        if place not in self.game.state.obstacles:
            return False
        return may_ignore_flag(self.game, unit if unit.hex == place else replace(unit, hex=place))

    def _shut(self, name: str, unit: Unit, place: str) -> bool:
        key = place, cls_of(self.game, unit)
        if key not in self._shuts:
            self._shuts[key] = not ways_back(self.game, name, place)
        return self._shuts[key]

    def _threats_to(self, place: str) -> list[tuple[int, float]]:
        """Return the dice that enemies may roll against a hex, each with how likely that is."""
        if place not in self._threats:
            found = [self._threat(enemy, place) for enemy in self._reaches]
            self._threats[place] = [threat for threat in found if threat[0] > 0]
        return self._threats[place]

    def _threat(self, enemy: Reaches, place: str) -> tuple[int, float]:
        far = distance(enemy.hex, place)
        if not 0 < far <= enemy.moving:
            return 0, 0.0
        dice = enemy.row[max(1, far - enemy.steps) - 1] + defence(self.game, enemy.cls, enemy.hex, place, self.seat)[0]
        return dice, self.weights.near_danger if far <= enemy.standing else self.weights.far_danger

    def goals(self, unit: Unit, place: str) -> float:
        """Return what the objectives and exits in a hex are worth to a unit."""
        weights, found = self.weights, 0.0
        for at, objective in enumerate(self.game.scenario.objectives):
            if place not in objective.hexes:
                continue
            held = is_held(self.game, at)
            if held and objective.keep:
                continue
            if objective.seat != unit.seat:
                near = self._gap(place) <= GUARDED
                found += (weights.guarding if near else weights.guarding_far) * objective.medals
                continue
            each = weights.holding if held else weights.objective if objective.keep else weights.passing
            found += each * objective.medals * self._share(unit, place, objective)
            found += 0 if held else self.medal(self.seat)
        for out in self.game.scenario.exits:
            if out.seat == unit.seat and place in out.hexes:
                found += weights.exit * out.medals
        return found

    def _share(self, unit: Unit, place: str, objective: Objective) -> float:
        """Return how much of an objective a hex is, by how many of the others are held where all are needed."""
        if not objective.need_all:
            return 1.0
        at, units = occupants(self.game), self.game.state.units
        others = [hex_ for hex_ in objective.hexes if hex_ != place]
        mine = sum(hex_ in at and units[at[hex_]].seat == unit.seat for hex_ in others)
        return (1.0 + mine) ** 2 / len(objective.hexes) ** 2

    def way(self, unit: Unit, place: str) -> float:
        """Return what being near to objectives and the enemy is worth."""
        weights, gap = self.weights, self._gap(place)
        if cls_of(self.game, unit) == "artillery":
            return -weights.gun_nearer * max(0, gap - 4) - (weights.gun_touched if gap == 1 else 0.0)
        nearest = min(FAR, gap + 1)
        for at, objective in enumerate(self.game.scenario.objectives):
            if objective.seat == unit.seat and (unit.hex in objective.hexes or not is_held(self.game, at)):
                nearest = min(nearest, *(distance(place, hex_) for hex_ in objective.hexes))
        for out in self.game.scenario.exits:
            if out.seat == unit.seat:
                nearest = min(nearest, *(distance(place, hex_) + 2 for hex_ in out.hexes))
        return -weights.nearer * nearest - weights.closer * gap

    def _gap(self, place: str) -> int:
        if place not in self._gaps:
            self._gaps[place] = min((distance(enemy.hex, place) for enemy in self.enemies), default=0)
        return self._gaps[place]


# --- What a position is worth to a side in medals ------------------------------------------------------------------


def value_of(game: Table, seat: str, weights: Weights, stakes: Stakes) -> tuple[WorthPart, ...]:
    """Return a side's lead in named parts; of a finished game its true lead, and the game itself."""
    state, enemy = game.state, other(seat)
    medals = WorthPart("medals", float(len(state.medals[seat]) - len(state.medals[enemy])))
    if state.winner:
        return medals, WorthPart("the game", weights.game if state.winner == seat else -weights.game)
    units = dict.fromkeys((seat, enemy), 0.0)
    for unit in state.units.values():
        units[unit.seat] += stakes.unit(cls_of(game, unit), unit.figures) - 1.0
    ways = {side: _ways(PositionEvaluation(game, side, weights, stakes)) for side in (seat, enemy)}
    hand = weights.cards_left * sum(usual_worth(card) for card in state.hands[seat])
    return (
        medals,
        WorthPart("units", units[seat] - units[enemy]),
        WorthPart("places", weights.places * (ways[seat] - ways[enemy])),
        WorthPart("cards left", hand),
    )


def _ways(evaluation: PositionEvaluation) -> float:
    units = evaluation.game.state.units
    return sum(evaluation.place(name, units[name].hex) for name in evaluation.own)


# --- What each ordered unit can do: a way to a hex, a battle from there, and what both are worth -------------------

KEPT: Final = 2
"""Places kept for each target of a unit: another unit may want the first."""


class Fight(NamedTuple):
    """A battle: dice against a target, and what its loss and its retreat are worth beyond its figures.

    `takes_place` is how likely it comes to that where a card lies in wait, which costs the attacker `met` before.
    """

    target: str
    dice: int
    spared: bool
    shut: bool
    lost: float
    goes: float
    met: float = 0.0
    takes_place: float = 1.0


class Candidate(NamedTuple):
    """What a unit may do: the way it goes, the hex where it ends, its battle, and what the hex gains it."""

    unit: str
    path: tuple[str, ...]
    place: str
    fight: Fight | None
    gain: float


def fight_of(
    evaluation: PositionEvaluation, game: Table, unit: str, target: str, origin: str = "", *, extra: bool = True
) -> Fight:
    """Return a battle of a unit from its hex or from another."""
    attacker, victim = game.state.units[unit], game.state.units[target]
    here = origin or attacker.hex
    dice = dice_of(game, unit, target, origin, extra=extra)
    spared, shut, given_up = evaluation.target(target)
    goes = evaluation.weights.push + given_up
    lost = given_up + evaluation.medal(evaluation.seat)
    taken = 0.0
    if (
        distance(here, victim.hex) == 1
        and type_of(game, attacker).takes_ground
        and may_enter(game, cls_of(game, attacker), victim.hex)
    ):
        more = evaluation.place(unit, victim.hex) - evaluation.place(unit, here)
        taken = evaluation.weights.grab * max(0.0, more)
        if type_of(game, attacker).overrun and not is_barred(
            type_of(game, attacker), terrain_at(game, victim.hex).no_battle
        ):
            taken += evaluation.weights.overrun
    met = evaluation.met(unit, here, target) if extra and distance(here, victim.hex) == 1 else UNMET
    return Fight(target, dice, spared, shut, lost + taken, goes + taken, met.cost, met.passed)


def fight_worth(evaluation: PositionEvaluation, fight: Fight, at: Standing) -> float:
    """Return what a battle is worth against a target that stands so."""
    cls, found = cls_of(evaluation.game, evaluation.game.state.units[fight.target]), 0.0
    for figures, chance in enumerate(at):
        if figures and chance:
            worth, lost, goes = evaluation.stakes.harm(fight.dice, cls, figures, fight.spared, fight.shut)
            found += chance * (worth + lost * fight.lost + goes * fight.goes)
    return found * fight.takes_place - fight.met


def candidates_of(evaluation: PositionEvaluation, game: Table, unit: str) -> list[Candidate]:
    """Return what an ordered unit can do best: the best places without a battle, and for each target."""
    by_target: dict[str, list[tuple[float, Candidate]]] = {}
    for candidate in _all(evaluation, game, unit):
        worth = candidate.gain
        if candidate.fight is not None:
            figures = game.state.units[candidate.fight.target].figures
            worth += fight_worth(evaluation, candidate.fight, standing(figures))
        by_target.setdefault(candidate.fight.target if candidate.fight else "", []).append((worth, candidate))
    kept = []
    for found in by_target.values():
        found.sort(key=lambda rated: -rated[0])
        kept += [candidate for _, candidate in found[:KEPT]]
    return kept


def _all(evaluation: PositionEvaluation, game: Table, unit: str) -> Iterator[Candidate]:
    here, order = game.state.units[unit].hex, game.state.orders[unit]
    at_home = evaluation.place(unit, here)
    if not order.moved:
        for target in targets_of(game, unit):
            yield Candidate(unit, (), here, fight_of(evaluation, game, unit, target), 0.0)
    for place, way in reach(game, unit).items():
        gain = evaluation.place(unit, place) - at_home
        yield Candidate(unit, way.path, place, None, gain)
        if way.battle:
            for target in targets_of(game, unit, place):
                yield Candidate(unit, way.path, place, fight_of(evaluation, game, unit, target, place), gain)
