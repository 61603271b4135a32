"""The plans of a turn that are worth comparing: cards with their units, as usual, boldly and with care."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from rules.command_cards.bot.hand import CardPlan, HandEvaluation, short
from rules.command_cards.bot.weights import Stakes, Weights
from rules.command_cards.state import Table
from rules.engine.evaluator import Moment, Stance, Terms
from rules.engine.options import Decision

MOST: Final = 6
USUAL: Final = 4
TERMS: Final = Terms(least=0.05)
"""Plans differ by tenths of a medal."""


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
    """Return the moment when a card is to be chosen: its plan is judged when the enemy has had his turn after it."""
    if decision.kind != "staging" or game.frame["card"]:
        return None
    turn = turn_of(game)

    def is_over(now: Table) -> bool:
        return turn_of(now) != turn

    def is_far_enough(now: Table) -> bool:
        return is_over(now) and now.state.seat == turn.seat

    return Moment(turn, is_over, is_far_enough, TERMS)


def stances_of(game: Table, decision: Decision, weights: Weights, stakes: Stakes) -> list[Stance]:
    """Return the plans, the script's own first."""
    found = HandEvaluation(game, decision.seat, weights, stakes).plans()[:USUAL]
    for factor in (0.3, 2.5):
        other = replace(weights, near_danger=weights.near_danger * factor, far_danger=weights.far_danger * factor)
        found += HandEvaluation(game, decision.seat, other, stakes).plans()[:2]
    plans: dict[object, CardPlan] = {}
    for plan in found:
        plans.setdefault(_same(plan), plan)
    turn = turn_of(game)
    return [Stance(short(plan, game), Plotted(turn, plan)) for plan in list(plans.values())[:MOST]]


def _same(plan: CardPlan) -> object:
    ways = frozenset((task.candidate.unit, task.candidate.place) for task in plan.tasks)
    return plan.card, ways, plan.targets, plan.restored
