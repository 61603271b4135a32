"""Activations in words, as a player reads them."""

from __future__ import annotations

from rules.striking_anvil.judgement.plan import Plan
from rules.striking_anvil.state import Anvil


def told(game: Anvil, side: str, plan: Plan) -> str:
    """Return what an activation is for, in a line."""
    return f"{plan.action} {plan.area}"
