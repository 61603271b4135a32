"""Takes the activation worth most by exact odds, and passes when nothing pays."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from random import Random
from typing import Final

from rules.engine.command import Command, cmd
from rules.engine.evaluator import BotChoice, Manner, Moment, Offer, Stance, WorthPart
from rules.engine.options import Decision
from rules.striking_anvil.bot.answers import answers, points_told, told
from rules.striking_anvil.bot.combat import (
    Weights,
    bill_for,
    counter_reply,
    counter_team,
    items_of,
    odds,
    parts_of,
    prize,
    weights_of,
)
from rules.striking_anvil.bot.german import Withdrawal
from rules.striking_anvil.bot.goals import Goals
from rules.striking_anvil.bot.plans import ActivationPlan, Parts, plans, team, teams
from rules.striking_anvil.r01_1_map import area_name, is_area, is_friendly
from rules.striking_anvil.r01_3_units import bonus, counter_of, fighters, is_combat, label, units_of
from rules.striking_anvil.r05_6_pursuit import pursuit_right
from rules.striking_anvil.r05_battle import ARMS, PURSUIT, Battle
from rules.striking_anvil.scenario import ALLIED, other_side
from rules.striking_anvil.state import Anvil

# --- What activations are weighed by: combats by exact losses, ways by what they lead to in the time that is left ---

ENOUGH_HELP: Final = 6
"""What support adds to the die beyond which it is better kept for the next attack."""


class Scale:
    """Weighs the activations of one side at one position."""

    def __init__(self, game: Anvil, side: str, w: Weights) -> None:
        self.game, self.side, self.w = game, side, w
        self.goals = Goals(game, w) if side == ALLIED else None
        self.withdrawal = Withdrawal(game, w) if side != ALLIED else None
        self._leaving: dict[tuple[str, tuple[str, ...]], list[WorthPart]] = {}

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
        return (*parts, WorthPart("own units disorganized", -self.withdrawal.turned(battle.area)))

    def mobile(self, battle: Battle) -> Parts:
        """Return what a mobile combat brings."""
        strikers = counter_team(self.game, other_side(self.side), battle.area)
        reply = counter_reply(self.game, battle, strikers, self.w)
        if not reply.pays:
            return (WorthPart("the mobile combat", reply.without),)
        return (
            WorthPart("the mobile combat after a counter-attack", reply.after),
            WorthPart("the counter-attack", -reply.hurt),
        )

    def move(self, here: str, to: str, units: tuple[str, ...]) -> Parts:
        """Return what a move brings."""
        if (here, units) not in self._leaving:
            self._leaving[here, units] = self._pursued(here, units)
        parts = [*self._leaving[here, units]]
        if self.goals is not None:
            parts += self.goals.move(here, to, units)
        if self.withdrawal is not None:
            parts += self.withdrawal.move(here, to, units)
        return tuple(part for part in parts if part.points)

    def _pursued(self, here: str, units: tuple[str, ...]) -> list[WorthPart]:
        """Return what a pursuit may cost, and what it costs to leave an area to the enemy."""
        game, side, w = self.game, self.side, self.w
        if not is_area(game, here):
            return []
        enemy, parts = other_side(side), []
        if pursuit_right(game, enemy, here, units):
            parts.append(WorthPart("a pursuit", -self._pursuit(here, units)))
        stays = any(unit not in units for unit in fighters(game, here, side))
        if not stays and units_of(game, here, enemy) and is_friendly(game, side, here):
            parts.append(WorthPart("giving up the area", -prize(game, enemy, here, w)))
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


# --- Takes the activation worth most by exact odds, pays as cheaply as it can, and passes when nothing pays --------

OTHERS: Final = 3
"""How many activations are told that another was preferred to."""


class AnvilScript:
    """Plays one side through one game: chooses an activation, then carries it out step by step.

    With a stance its first activation is the one that the stance names.
    """

    def __init__(self, seed: int, manner: Manner, stance: Stance | None = None) -> None:
        self.random, self.weights = Random(seed), weights_of(manner)
        self.stance = stance
        self.plan: ActivationPlan | None = None
        self.purpose = ""
        self.given_up: set[tuple[str, tuple[str, ...], str]] = set()
        self.answers: Mapping[str, Callable[[Anvil, Decision], BotChoice | Command | None]] = {
            "order": self.order,
            "activation": self.compose,
            "way": self.lead,
            **answers(self.weights),
        }

    def choose(self, game: Anvil, decision: Decision) -> BotChoice:
        """Return an option."""
        answer = self.answers.get(decision.kind)
        choice = answer(game, decision) if answer else None
        if isinstance(choice, Command):
            choice = self._explained(game, decision, choice)
        if choice is not None and choice.command in decision.options:
            return choice
        return BotChoice(self.instead(decision), "chance", "What was planned can't be done now.")

    def _explained(self, game: Anvil, decision: Decision, command: Command) -> BotChoice:
        """Return a step of the plan with its reason: what this order does for it, then what the plan is for."""
        does = ""
        if command.verb in ("take", "load"):
            rides = f" rides with {label(game, command.text('transport'))}. " if command.verb == "load" else ""
            does = label(game, command.text("unit")) + (rides or " takes part. ")
        elif command.verb == "step" and self.plan is not None and command.text("to") != self.plan.way[-1]:
            does = f"On the way through {area_name(game, command.text('to'))}. "
        elif command.verb in ("stop", "done"):
            return BotChoice(command, decision.kind, "It has arrived.")
        parts = self.plan.parts if self.plan is not None and not does else ()
        return BotChoice(command, decision.kind, does + self.purpose, parts)

    def instead(self, decision: Decision) -> Command:
        """Return what is done when a plan has become impossible."""
        if self.plan is not None:
            self.given_up.add((self.plan.area, self.plan.units, self.plan.action))
        for verb in ("cancel", "stop", "done", "pass", "decline", "call_off"):
            if verb in decision.options.verbs() and decision.options.offers(verb):
                return decision.options.of(verb)[0]
        return self.random.choice(list(decision.options))

    def offers(self, game: Anvil, side: str) -> list[ActivationPlan]:
        """Return the activations that pay, the best first."""
        return [plan for plan in self.weighed(game, side) if plan.worth > self.weights.least]

    def weighed(self, game: Anvil, side: str) -> list[ActivationPlan]:
        """Return every activation that has not been given up, the best first."""
        found = plans(Scale(game, side, self.weights))
        kept = [plan for plan in found if (plan.area, plan.units, plan.action) not in self.given_up]
        return sorted(kept, key=lambda plan: -plan.worth)

    def order(self, game: Anvil, decision: Decision) -> BotChoice:
        """Choose the activation worth most, or pass; with a stance what it says."""
        weighed = self.weighed(game, decision.seat)
        options = [plan for plan in weighed if plan.worth > self.weights.least]
        if self.stance is not None:
            wanted, self.stance = self.stance.data, None
            options = [plan for plan in options if wanted is not None and plan.key == wanted]
        if not options:
            self.plan = None
            self.given_up.clear()
            return self._pass(game, decision.seat, weighed)
        self.plan = options[0]
        side, w = decision.seat, self.weights
        self.purpose = told(game, side, self.plan, w)
        return BotChoice(
            cmd("activate", area=self.plan.area),
            self.plan.action,
            self.purpose,
            self.plan.parts,
            self._others(game, side, options[1:]),
        )

    def _pass(self, game: Anvil, side: str, weighed: list[ActivationPlan]) -> BotChoice:
        """Return the pass, with the best of what is not worth its risk."""
        if not weighed:
            return BotChoice(cmd("pass"), "order", "Nobody can do anything more this turn.")
        why = f"No activation is worth more than {points_told(self.weights.least)}."
        if weighed[0].worth > self.weights.least:
            why = "It follows its plan, and nothing of it is left to do."
        return BotChoice(cmd("pass"), "order", why, (), self._others(game, side, weighed))

    def _others(self, game: Anvil, side: str, found: list[ActivationPlan]) -> tuple[Offer, ...]:
        """Return the best of the activations that were not taken."""
        w = self.weights
        return tuple(
            Offer(cmd("activate", area=plan.area), plan.worth, told(game, side, plan, w)) for plan in found[:OTHERS]
        )

    def compose(self, game: Anvil, decision: Decision) -> Command | None:
        """Choose the units of the plan, then its action."""
        if self.plan is None:
            return None
        for unit in self.plan.units:
            if unit not in game.frame["units"]:
                return cmd("take", unit=unit)
        for unit, transport in self.plan.loads:
            if unit not in game.frame["loads"]:
                return cmd("load", unit=unit, transport=transport)
        if self.plan.action == "mobile":
            return cmd("mobile", target=self.plan.way[-1])
        return cmd(self.plan.action, bridge=self.plan.bridge) if self.plan.bridge else cmd(self.plan.action)

    def lead(self, game: Anvil, decision: Decision) -> Command | None:
        """Follow the way of the plan."""
        march, way = game.state.frames[-2], self.plan.way if self.plan is not None else ()
        if not way:  # somebody else began this
            return None
        if not march["under_way"] and not march["moved"]:
            return cmd("step", to=way[0])
        if march["under_way"] and march["at"] in way[:-1]:
            return cmd("step", to=way[way.index(march["at"]) + 1])
        return cmd("stop") if march["under_way"] else cmd("done")


# --- Plans for one's own impulse -----------------------------------------------------------------------------------

PLANS: Final = 5
"""Activations that are compared, beside the pass."""
PASS: Final = "Pass"


def moment_of(game: Anvil, decision: Decision) -> Moment | None:
    """Return the moment that one's own impulse begins, else None."""
    if decision.kind != "order":
        return None
    state = game.state
    turn, key = state.turn, (state.turn, state.passes, tuple(state.units.values()), tuple(state.bridges.items()))

    def is_far_enough(now: Anvil) -> bool:
        return now.state.turn != turn

    return Moment(key, lambda now: False, is_far_enough)  # the script itself forgets a plan that is carried out


def stances_of(game: Anvil, decision: Decision, manner: Manner) -> Iterator[Stance]:
    """Yield the plans for an impulse, what the script does anyway first; a stance holds the key of a plan, or None."""
    script = AnvilScript(0, manner)
    found = script.offers(game, decision.seat)
    for plan in found[:PLANS]:
        yield Stance(told(game, decision.seat, plan, script.weights), plan.key)
    yield Stance(PASS, None)
