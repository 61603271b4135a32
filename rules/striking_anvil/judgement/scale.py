"""What activations are weighed by: combats by exact losses, ways by what they lead to in the time that is left."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Final

from rules.engine.judgement import Part
from rules.striking_anvil.judgement.combat import counter_reply, counter_team, odds, parts_of, prize
from rules.striking_anvil.judgement.german import Withdrawal
from rules.striking_anvil.judgement.goals import Goals
from rules.striking_anvil.judgement.loss import bill_for, items_of
from rules.striking_anvil.judgement.plans import Parts, team, teams
from rules.striking_anvil.judgement.weights import Weights
from rules.striking_anvil.r01_1_map import is_area
from rules.striking_anvil.r01_3_units import bonus, counter_of, fighters, is_combat, units_of
from rules.striking_anvil.r01_6_control import is_friendly
from rules.striking_anvil.r05_6_pursuit import pursuit_right
from rules.striking_anvil.r05_7_modifiers import ARMS
from rules.striking_anvil.r05_battle import PURSUIT, Battle
from rules.striking_anvil.scenario import ALLIED, other_side
from rules.striking_anvil.state import Anvil

ENOUGH_HELP: Final = 6
"""What support adds to the die beyond which it is better kept for the next attack."""


class Scale:
    """Weighs the activations of one side at one position."""

    def __init__(self, game: Anvil, side: str, w: Weights) -> None:
        self.game, self.side, self.w = game, side, w
        self.goals = Goals(game, w) if side == ALLIED else None
        self.withdrawal = Withdrawal(game, w) if side != ALLIED else None

    @property
    def draw(self) -> Mapping[str, float]:
        """Return how strongly goals draw the Allies from each area."""
        return self.goals.pull if self.goals is not None else {}

    def teams(self, area: str) -> Iterator[tuple[str, ...]]:
        """Yield who may go together from a place; of teams that are alike the first."""
        seen: set[tuple[Hashable, ...]] = set()
        for units in self._teams(area):
            alike = tuple(self._alike(unit) for unit in units) if len(units) == 1 else units
            if units and alike not in seen:
                seen.add(alike)
                yield units

    def _alike(self, unit: str) -> Hashable:
        """Return what matters of a unit that goes alone."""
        counter, task = counter_of(self.game, unit), self.goals.task(unit) if self.goals is not None else ""
        return counter.strength, counter.movement, counter.branch, self.game.state.units[unit].reduced, task

    def _teams(self, area: str) -> Iterator[tuple[str, ...]]:
        game, side = self.game, self.side
        whole = team(game, side, area, moving=True)
        yield lean(game, side, area, whole)
        yield from teams(game, side, area)
        combat = [unit for unit in whole if is_combat(game, unit)]
        if self.goals is not None:
            for goal in dict.fromkeys(map(self.goals.task, combat)):
                same = tuple(u for u in whole if u not in combat or self.goals.task(u) == goal)
                yield lean(game, side, area, same)
        guarded = len(combat) > 1 and is_area(game, area) and bool(game.scenario.charts.victory.areas.get(area))
        if guarded or (self.withdrawal is not None and len(combat) > 2):
            yield tuple(unit for unit in whole if unit != combat[-1])

    def strikers(self, area: str) -> Iterator[tuple[str, ...]]:
        """Yield who may attack together in an area: the strongest, with all support or with as much as helps."""
        everybody = team(self.game, self.side, area, moving=False)
        if everybody:
            yield everybody
            few = lean(self.game, self.side, area, everybody)
            if few != everybody:
                yield few

    def attack(self, battle: Battle) -> Parts:
        """Return what an attack brings."""
        parts = parts_of(self.game, battle, odds(self.game, battle, self.w), self.w)
        if self.withdrawal is None:
            return parts
        return (*parts, Part("own units disorganized", -self.withdrawal.turned(battle.area)))

    def mobile(self, battle: Battle) -> Parts:
        """Return what a mobile combat brings."""
        strikers = counter_team(self.game, other_side(self.side), battle.area)
        reply = counter_reply(self.game, battle, strikers, self.w)
        if not reply.pays:
            return (Part("the mobile combat", reply.without),)
        return (Part("the mobile combat after a counter-attack", reply.after), Part("the counter-attack", -reply.hurt))

    def move(self, here: str, to: str, units: tuple[str, ...]) -> Parts:
        """Return what a move brings."""
        parts = [*self._pursued(here, units)]
        if self.goals is not None:
            parts += self.goals.move(here, to, units)
        if self.withdrawal is not None:
            parts += self.withdrawal.move(here, to, units)
        return tuple(part for part in parts if part.points)

    def _pursued(self, here: str, units: tuple[str, ...]) -> list[Part]:
        """Return what a pursuit may cost, and what it costs to leave an area to the enemy."""
        game, side, w = self.game, self.side, self.w
        if not is_area(game, here):
            return []
        enemy, parts = other_side(side), []
        if pursuit_right(game, enemy, here, units):
            parts.append(Part("a pursuit", -self._pursuit(here, units)))
        stays = any(unit not in units for unit in fighters(game, here, side))
        if not stays and units_of(game, here, enemy) and is_friendly(game, side, here):
            parts.append(Part("giving up the area", -prize(game, enemy, here, w)))
        return parts

    def _pursuit(self, here: str, units: tuple[str, ...]) -> float:
        battle = Battle(PURSUIT, other_side(self.side), here, counter_team(self.game, other_side(self.side), here))
        found = odds(self.game, battle, self.w, bill_for(items_of(self.game, units, self.w, may_turn=True)))
        return max(found.given - found.taken, 0.0) if found is not None else 0.0


def lean(game: Anvil, side: str, area: str, units: tuple[str, ...]) -> tuple[str, ...]:
    """Return a team without the support that it does not need; where no combat unit stays nobody is left."""
    if is_area(game, area) and all(unit in units for unit in fighters(game, area, side)):
        return units
    taken = [unit for unit in units if is_combat(game, unit)]
    arms = {counter_of(game, unit).branch for unit in taken}
    help_ = 0
    for unit in sorted((u for u in units if u not in taken), key=lambda u: -bonus(game, u)):
        if help_ < ENOUGH_HELP:
            branch = counter_of(game, unit).branch
            help_ += bonus(game, unit) + (branch in ARMS and branch not in arms)
            arms.add(branch)
            taken.append(unit)
    return tuple(unit for unit in units if unit in taken)
