"""Takes the activation worth most by exact odds, pays as cheaply as it can, and passes when nothing pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from rules.engine.command import Command, cmd
from rules.engine.judgement import Choice, Manner
from rules.engine.options import Decision
from rules.striking_anvil.judgement.plan import Plan
from rules.striking_anvil.judgement.plans import plans
from rules.striking_anvil.judgement.weights import Weights, weights_of
from rules.striking_anvil.judgement.worth import battle_worth, cost, goals, pull
from rules.striking_anvil.r01_3_units import fighters, strength, units_of
from rules.striking_anvil.r01_6_control import fort_level
from rules.striking_anvil.r05_3_mobile import mobile_battle
from rules.striking_anvil.r05_6_pursuit import battle_of_reaction
from rules.striking_anvil.r05_8_hits import bill_of, worth
from rules.striking_anvil.scenario import ALLIED, GERMAN
from rules.striking_anvil.state import Anvil


class AnvilScript:
    """Plays one side through one game: chooses an activation, then carries it out step by step."""

    def __init__(self, seed: int, manner: Manner) -> None:
        self.random, self.weights = Random(seed), weights_of(manner)
        self.plan: Plan | None = None
        self.given_up: set[tuple[int, str, tuple[str, ...], str]] = set()
        self.answers: Mapping[str, Callable[[Anvil, Decision], Command | None]] = {
            "order": self.order, "activation": self.compose, "way": self.lead, "strike": partial(strike, self.weights),
            "pursuit": partial(react, self.weights), "counter_attack": partial(react, self.weights),
            "payment": partial(pay, self.weights), "ffi": partial(rise, self.weights), "bombing_phase": bomb,
            "surrender": demand, "planning": lambda game, decision: cmd("done"),
        }  # fmt: skip

    def choose(self, game: Anvil, decision: Decision) -> Choice:
        """Return an option."""
        answer = self.answers.get(decision.kind)
        command = answer(game, decision) if answer else None
        if command is not None and command in decision.options:
            return Choice(command, decision.kind)
        return Choice(self.instead(decision), "chance")

    def instead(self, decision: Decision) -> Command:
        """Return what is done when a plan has become impossible."""
        if self.plan is not None:
            self.given_up.add((0, self.plan.area, self.plan.units, self.plan.action))
        for verb in ("cancel", "stop", "done", "pass", "decline", "call_off"):
            if decision.options.offers(verb):
                return decision.options.of(verb)[0]
        return self.random.choice(list(decision.options))

    def order(self, game: Anvil, decision: Decision) -> Command:
        """Choose the activation worth most, or pass."""
        options = [plan for plan in plans(game, decision.seat, self.weights) if plan.worth > self.weights.least
                   and (0, plan.area, plan.units, plan.action) not in self.given_up]  # fmt: skip
        self.plan = max(options, key=lambda plan: plan.worth, default=None)
        if self.plan is None:
            self.given_up.clear()
            return cmd("pass")
        return cmd("activate", area=self.plan.area)

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
        march = game.state.frames[-2]
        if self.plan is None:
            return None
        way = self.plan.way
        if not march["under_way"] and not march["moved"]:
            return cmd("step", to=way[0])
        if march["under_way"] and march["at"] in way[:-1]:
            return cmd("step", to=way[way.index(march["at"]) + 1])
        return cmd("stop") if march["under_way"] else cmd("done")


def strike(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Carry the mobile combat out if it pays."""
    pays = battle_worth(game, mobile_battle(game, game.state.frames[-2]), w) > 0
    return cmd("carry_out" if pays else "call_off")


def react(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Strike back with all if that pays."""
    if decision.options.offers("take_all"):
        return cmd("take_all")
    pays = battle_worth(game, battle_of_reaction(game), w) > 0
    return cmd("confirm") if pays and decision.options.offers("confirm") else cmd("decline")


def pay(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Pay with what costs least for each hit."""
    left = bill_of(game).left

    def price(command: Command) -> float:
        if command.verb == "level":
            return w.level
        unit = command.text("unit")
        return cost(game, unit, command.verb, w) / min(worth(game, unit, command.verb), left)

    return min(decision.options, key=price)


def rise(w: Weights, game: Anvil, decision: Decision) -> Command:
    """Raise the FFI where that draws most; send idle ships to an open port."""
    wanted = goals(game, w)
    draw = pull(game, wanted, w)
    targets = decision.options.of("attempt")
    if targets:
        return max(targets, key=lambda command: wanted.get(command.text("area"), 0) + draw[command.text("area")] / 10)
    return cmd("done")


def bomb(game: Anvil, decision: Decision) -> Command:
    """Bomb a fortress, or support where both sides stand strongest."""

    def value(command: Command) -> float:
        area = command.text("area")
        own = sum(strength(game, unit) for unit in fighters(game, area, ALLIED))
        contested = own if units_of(game, area, GERMAN) or fort_level(game, area) else 0
        return 2.0 * bool(fort_level(game, area)) + contested / 4

    return max(decision.options.of("place"), key=value)


def demand(game: Anvil, decision: Decision) -> Command:
    """Seek every surrender."""
    return decision.options.of("demand")[0]
