"""Takes the activation worth most by exact odds, pays as cheaply as it can, and passes when nothing pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from rules.engine.command import Command, cmd
from rules.engine.judgement import Choice, Manner, Offer, Stance
from rules.engine.options import Decision
from rules.striking_anvil.judgement.answers import answers
from rules.striking_anvil.judgement.plan import Plan
from rules.striking_anvil.judgement.plans import plans
from rules.striking_anvil.judgement.scale import Scale
from rules.striking_anvil.judgement.weights import weights_of
from rules.striking_anvil.judgement.words import told
from rules.striking_anvil.state import Anvil

OTHERS: Final = 3
"""How many activations are told that another was preferred to."""


class AnvilScript:
    """Plays one side through one game: chooses an activation, then carries it out step by step.

    With a stance its first activation is the one that the stance names.
    """

    def __init__(self, seed: int, manner: Manner, stance: Stance | None = None) -> None:
        self.random, self.weights = Random(seed), weights_of(manner)
        self.among = int(self.weights.among)
        self.stance = stance
        self.plan: Plan | None = None
        self.given_up: set[tuple[str, tuple[str, ...], str]] = set()
        self.answers: Mapping[str, Callable[[Anvil, Decision], Choice | Command | None]] = {
            "order": self.order, "activation": self.compose, "way": self.lead,
            **answers(self.weights),
        }  # fmt: skip

    def choose(self, game: Anvil, decision: Decision) -> Choice:
        """Return an option."""
        answer = self.answers.get(decision.kind)
        choice = answer(game, decision) if answer else None
        if isinstance(choice, Command):
            choice = Choice(choice, decision.kind)
        if choice is not None and choice.command in decision.options:
            return choice
        return Choice(self.instead(decision), "chance")

    def instead(self, decision: Decision) -> Command:
        """Return what is done when a plan has become impossible."""
        if self.plan is not None:
            self.given_up.add((self.plan.area, self.plan.units, self.plan.action))
        for verb in ("cancel", "stop", "done", "pass", "decline", "call_off"):
            if verb in decision.options.verbs() and decision.options.offers(verb):
                return decision.options.of(verb)[0]
        return self.random.choice(list(decision.options))

    def offers(self, game: Anvil, side: str) -> list[Plan]:
        """Return the activations that pay, the best first."""
        found = [plan for plan in plans(Scale(game, side, self.weights)) if plan.worth > self.weights.least
                 and (plan.area, plan.units, plan.action) not in self.given_up]  # fmt: skip
        return sorted(found, key=lambda plan: -plan.worth)

    def order(self, game: Anvil, decision: Decision) -> Choice:
        """Choose the activation worth most, or pass; with a stance what it says."""
        options = self.offers(game, decision.seat)
        if self.stance is not None:
            wanted, self.stance = self.stance.data, None
            options = [plan for plan in options if wanted is not None and plan.key == wanted]
        if not options:
            self.plan = None
            self.given_up.clear()
            return Choice(cmd("pass"), "order", "No activation is worth it right now.")
        self.plan = self.random.choice(options[: self.among]) if self.among > 1 else options[0]
        side, w = decision.seat, self.weights
        others = [plan for plan in options[: OTHERS + 1] if plan is not self.plan][:OTHERS]
        return Choice(
            cmd("activate", area=self.plan.area), self.plan.action, told(game, side, self.plan, w), self.plan.parts,
            tuple(Offer(cmd("activate", area=plan.area), plan.worth, told(game, side, plan, w)) for plan in others),
        )  # fmt: skip

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
