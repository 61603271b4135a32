"""The plans of a turn that are worth comparing: each card as the script plays it, and with one thing done otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from rules.command_cards.bot.hand import CardPlan, HandEvaluation, deed_of, short
from rules.command_cards.bot.weights import Stakes, Weights
from rules.command_cards.state import Table
from rules.engine.evaluator import Moment, Stance, Terms
from rules.engine.options import Decision

MOST: Final = 12
"""Plans compared."""
OTHERS: Final = 3
"""Other targets of a strike, or other units to restore, that are tried."""
TEMPERS: Final = (0.3, 2.5)
"""How much of the danger a bold and a careful side see."""
ANSWERS: Final = 2
"""Enemy turns after which a plan is judged: what it is good for is seldom seen after one."""
SEEN: Final = 0.7
"""How much of the difference that the script sees between plans is seen when they are judged."""
TERMS: Final = Terms(least=0.15, clear=0.0, first=8, share=6.0, trust=18.0)
"""A smaller lead is chance more often than not, and what the script sees in them tells as much as eighteen rollouts."""


class Turn(NamedTuple):
    """Whose turn it is, and in which round."""

    round: int
    seat: str


class Plotted(NamedTuple):
    """A plan for one turn."""

    turn: Turn
    plan: CardPlan


def turn_of(game: Table) -> Turn:
    """Return the turn that is played."""
    return Turn(game.state.round, game.state.seat)


def moment_of(game: Table, decision: Decision) -> Moment | None:
    """Return the moment when a card is to be chosen: its plan is judged when the enemy has answered it twice."""
    if decision.kind != "staging" or game.frame["card"]:
        return None
    turn = turn_of(game)

    def is_over(now: Table) -> bool:
        return turn_of(now) != turn

    def is_far_enough(now: Table) -> bool:
        return now.state.seat == turn.seat and now.state.round >= turn.round + ANSWERS

    return Moment(turn, is_over, is_far_enough, TERMS)


def stances_of(game: Table, decision: Decision, weights: Weights, stakes: Stakes) -> list[Stance]:
    """Return the plans, the script's own first, the others by what the script takes them to be worth."""
    turn = turn_of(game)
    plans = turn_plans(game, decision.seat, weights, stakes)
    return [Stance(short(plan, game), Plotted(turn, plan), SEEN * plan.worth) for plan in plans]


def turn_plans(game: Table, seat: str, weights: Weights, stakes: Stakes) -> list[CardPlan]:
    """Return the plans of a turn that are worth comparing, none twice."""
    hand = HandEvaluation(game, seat, weights, stakes)
    best = hand.plans()
    others = [*best[1:], *(plan for first in best for plan in _variants(hand, first))]
    others.sort(key=lambda plan: -plan.worth)
    usual, tempered = {plan.card: plan.worth for plan in best}, []
    for factor in TEMPERS:
        other = replace(weights, near_danger=weights.near_danger * factor, far_danger=weights.far_danger * factor)
        for plan in HandEvaluation(game, seat, other, stakes).plans()[:2]:
            tempered.append(plan._replace(worth=min(plan.worth, usual[plan.card])))  # no better than the usual one
    plans: dict[object, CardPlan] = {}
    for plan in (best[0], *tempered, *others):
        plans.setdefault(_same(plan), plan)
    return list(plans.values())[:MOST]


def _variants(hand: HandEvaluation, plan: CardPlan) -> Iterator[CardPlan]:
    """Yield a card's plan with one thing done otherwise: another target, another unit, or one deed left out."""
    card = hand.game.scenario.charts.cards[plan.card]
    if plan.targets:
        yield from hand.strikes(card, plan.missed)[1 : 1 + OTHERS]
    elif plan.restored:
        yield from hand.restorings(card, plan.missed)[1 : 1 + OTHERS]
    else:
        for task in plan.tasks:
            yield hand.plan(card, deed_of(task.candidate))


def _same(plan: CardPlan) -> object:
    ways = frozenset((task.candidate.unit, task.candidate.place) for task in plan.tasks)
    return plan.card, ways, plan.targets, plan.restored
