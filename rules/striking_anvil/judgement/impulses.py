"""Plans for one's own impulse: the activations that are worth most, or a pass, looked after to the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine.judgement import Manner, Moment, Stance
from rules.engine.options import Decision
from rules.striking_anvil.judgement.script import AnvilScript
from rules.striking_anvil.judgement.words import told
from rules.striking_anvil.state import Anvil

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
