"""Designs: how a plan for a chit is searched for by rollouts, each with so many to spend."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, inf, log2, sqrt
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from rules.company_scale.bot.chits import chit_of
from rules.engine.evaluator import Manner, Script
from rules.engine.game import Game
from rules.engine.system import System
from rules.fitting.portfolio import NOTHING, USUAL, Part, Plan, PlannedScript
from rules.opponent.planner import play_on

# --- Playing a plan out --------------------------------------------------------------------------------------------


class Chit(NamedTuple):
    """A position at the first decision under a seat's own chit."""

    system: System
    scenario: Any
    state: Any
    seat: str
    source: str
    seed: int

    @property
    def key(self) -> tuple[int, int]:
        """Return what tells the chit from others."""
        return chit_of(self.state)

    def game(self) -> Game[Any, Any]:
        """Return the position on a state of its own."""
        return Game(self.system.kinds, self.scenario, self.state.copy())


HORIZONS: Final = ("chit", "turn", "game")


def outcome(chit: Chit, plan: Plan, sample: int, horizon: str) -> float:
    """Return the value for the seat at a horizon after a plan, all else played as usual."""
    evaluator = chit.system.evaluator
    assert evaluator is not None
    usual: dict[str, Script] = {seat: evaluator.script(Manner(), sample) for seat in chit.system.seats}
    scripts = {**usual, chit.seat: PlannedScript(sample, plan, chit.key)}
    turn, number = chit.key

    def is_far_enough(now: Game[Any, Any]) -> bool:
        if horizon == "game":
            return False
        return bool(now.state.turn != turn or (horizon == "chit" and len(now.state.played) != number))

    end = play_on(chit.game(), lambda _: scripts, evaluator, sample, is_far_enough)
    return float(sum(part.points for part in evaluator.value(end, chit.seat)))


class Playouts:
    """The outcomes of plans at one chit, each played once a sample; `made` counts them."""

    def __init__(self, chit: Chit, horizon: str, budget: int = 0) -> None:
        self.chit, self.horizon, self.budget = chit, horizon, budget
        self.known: dict[Plan, dict[int, float]] = {}
        self.made = 0

    @property
    def left(self) -> int:
        """Return how many more may be played."""
        return self.budget - self.made

    def point(self, plan: Plan, sample: int) -> float:
        """Return the outcome of a plan in a sample."""
        known = self.known.setdefault(plan, {})
        if sample not in known:
            self.made += 1
            known[sample] = outcome(self.chit, plan, sample, self.horizon)
        return known[sample]

    def lead(self, plan: Plan, other: Plan, samples: Sequence[int]) -> tuple[float, float]:
        """Return the mean lead of a plan over another in some samples, and its standard error; infinite below two."""
        leads = [self.point(plan, sample) - self.point(other, sample) for sample in samples]
        if len(leads) < 2:
            return sum(leads), inf
        mean = sum(leads) / len(leads)
        return mean, sqrt(sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads))


# --- Designs: how a plan is searched for ----------------------------------------------------------------------------

Portfolio: TypeAlias = Mapping[str, Sequence[Part]]
Design: TypeAlias = Callable[[Playouts, Portfolio, Random], Plan]
CLEAR: Final = 1.0
LEAST: Final = 0.1
CHECKED: Final = 0.25
"""The part of the budget that goes to a last check of the plan against the usual one, over samples of its own."""
SAME: Final = 2
"""Samples after which a plan is found to be the same as another."""


def with_part(plan: Plan, unit: str, part: Part) -> Plan:
    """Return a plan in which a unit has another part; whoever gets one last begins last."""
    others = tuple((name, kept) for name, kept in plan if name != unit)
    return others if part == USUAL else (*others, (unit, part))


def singles(portfolio: Portfolio) -> list[Plan]:
    """Return all plans in which one unit has another part."""
    return [with_part(NOTHING, unit, part) for unit, parts in portfolio.items() for part in parts]


def single(playouts: Playouts, portfolio: Portfolio, random: Random) -> Plan:
    """Race all plans in which one unit has another part."""
    search = int(playouts.left * (1 - CHECKED))
    return _checked(playouts, _better(playouts, NOTHING, _raced(playouts, NOTHING, singles(portfolio), search)))


def greedy(playouts: Playouts, portfolio: Portfolio, random: Random) -> Plan:
    """Improve the plan unit by unit: the parts of a unit are raced by sequential halving, a clear lead is kept."""
    best, units = NOTHING, list(portfolio)
    random.shuffle(units)
    end = int(playouts.budget * CHECKED)
    for place, unit in enumerate(units):
        share = (playouts.left - end) // (len(units) - place)
        plans = [with_part(best, unit, part) for part in portfolio[unit]]
        best = _better(playouts, best, _raced(playouts, best, plans, share))
    return _checked(playouts, best)


def composed(playouts: Playouts, portfolio: Portfolio, random: Random) -> Plan:
    """Race all parts alone, then put the best of different units together while each adds something."""
    end = int(playouts.budget * CHECKED)
    search = playouts.left - end
    ranked = _raced(playouts, NOTHING, singles(portfolio), 2 * search // 3, least=6)
    best, shared = NOTHING, range(max(map(len, playouts.known.values()), default=0))
    for plan in ranked:
        ((unit, part),) = plan
        if unit in dict(best) or playouts.left - end < 2 * len(shared):
            continue
        best = _better(playouts, best, [with_part(best, unit, part)], shared)
    return _checked(playouts, best)


def evolved(playouts: Playouts, portfolio: Portfolio, random: Random) -> Plan:
    """Evolve whole plans from the usual one: the better half stays, children mix two and change one unit."""
    units = list(portfolio)
    end = int(playouts.budget * CHECKED)
    population = [_mutated(NOTHING, portfolio, random) for _ in range(8)]
    samples = 4
    while playouts.left > end:
        made = playouts.made
        parents = _ranked(playouts, population, range(samples), end)[:4]
        children = [_child(parents, portfolio, units, random) for _ in range(4)]
        population = list(dict.fromkeys([*parents, *children]))
        samples += 2
        if made == playouts.made and samples > 40:
            break
    ranked = sorted(playouts.known, key=lambda plan: _cautious(playouts, plan), reverse=True)
    return _checked(playouts, ranked[0] if ranked else NOTHING)


def _cautious(playouts: Playouts, plan: Plan) -> float:
    """Return a plan's lead over the usual one less a standard error; of those no lead is known of, a bad one."""
    samples = sorted(playouts.known.get(plan, {}).keys() & playouts.known.get(NOTHING, {}).keys())
    if plan == NOTHING:
        return 0.0
    if len(samples) < 4:
        return -9.0
    mean, error = playouts.lead(plan, NOTHING, samples)
    return mean - CLEAR * error


def _ranked(playouts: Playouts, plans: Sequence[Plan], samples: range, end: int) -> list[Plan]:
    for sample in samples:
        for plan in (NOTHING, *plans):
            if playouts.left <= end:
                break
            playouts.point(plan, sample)
    return sorted(plans, key=lambda plan: _cautious(playouts, plan), reverse=True)


def _child(parents: Sequence[Plan], portfolio: Portfolio, units: Sequence[str], random: Random) -> Plan:
    """Return a mixture of two plans in which one unit has another part."""
    one, other = random.choices(parents, k=2)
    mixed = NOTHING
    for unit in units:
        mixed = with_part(mixed, unit, dict(random.choice((one, other))).get(unit, USUAL))
    return _mutated(mixed, portfolio, random)


def _mutated(plan: Plan, portfolio: Portfolio, random: Random) -> Plan:
    unit = random.choice(list(portfolio))
    return with_part(plan, unit, random.choice([USUAL, *portfolio[unit]]))


def _raced(playouts: Playouts, usual: Plan, plans: Sequence[Plan], share: int, least: int = 1) -> list[Plan]:
    """Return the plans left of a race by sequential halving over shared samples, best first, until `least` are left.

    A plan that comes to the same as the usual one leaves.
    """
    running, used = list(plans)[: max(1, share // SAME - 1)], 0  # of more plans none would be known
    rounds = max(1, ceil(log2(max(2, len(plans) / least))))
    for _ in range(rounds):
        each = max(SAME - used, share // rounds // (len(running) + 1))
        if not running or each < 1:
            break
        used += each
        leads = {plan: playouts.lead(plan, usual, range(used)) for plan in running}
        other = [plan for plan in running if used < SAME or leads[plan] != (0.0, 0.0)]
        running = sorted(other, key=lambda plan: leads[plan][0], reverse=True)[: max(least, (len(running) + 1) // 2)]
    return running


def _better(playouts: Playouts, usual: Plan, plans: Sequence[Plan], samples: Sequence[int] | None = None) -> Plan:
    """Return the first of some plans if its lead over the usual one is clear, else the usual one."""
    for plan in plans[:1]:
        known = playouts.known.get(plan, {}).keys() & playouts.known.get(usual, {}).keys()
        mean, error = playouts.lead(plan, usual, sorted(known) if samples is None else samples)
        if mean > max(LEAST, CLEAR * error):
            return plan
    return usual


def _checked(playouts: Playouts, plan: Plan) -> Plan:
    """Return a plan if it also leads the usual one in samples it was not chosen by, else the usual one."""
    many = playouts.left // 2
    if plan == NOTHING or many < 4:
        return NOTHING
    return _better(playouts, NOTHING, [plan], range(1000, 1000 + min(many, 100)))


DESIGNS: Final[Mapping[str, Design]] = {"single": single, "greedy": greedy, "composed": composed, "evolved": evolved}
