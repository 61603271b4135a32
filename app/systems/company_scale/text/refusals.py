"""Why a unit's order cannot be given: no unit is picked, or what the rules say about the one that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.systems.company_scale.text.facts import passenger_of
from app.systems.company_scale.verbs import verb
from rules.engine.command import Command, Reason, cmd

PICK_FIRST = "Pick a unit first."
SET_DOWN = ("unload", "dismount")
"""Orders of a passenger, which is picked by its carrier's counter."""
WORK = "foxhole"
"""What most units could build: a unit that can build nothing is refused with the reason against this (11.1)."""


def refusal_of(name: str, picked: Sequence[str], game: Any) -> list[Reason]:
    """Return why an order is not possible for the units picked (`game` explains and knows names)."""
    if not picked:
        return [Reason(PICK_FIRST)]
    if nowhere := verb(name).nowhere:
        return [Reason(f"{game.names.label(picked[0])} {nowhere}")]
    if name in SET_DOWN:
        picked = (passenger_of(game.view, picked[0]) or picked[0],)
    return game.explain(_order(name, picked)) or [Reason(f"{game.names.label(picked[0])} can't do this now.")]


def _order(name: str, picked: Sequence[str]) -> Command:
    if name == "build":
        return cmd(name, unit=picked[0], what=WORK)
    return cmd(name, units=tuple(picked)) if name == "move" else cmd(name, unit=picked[0])
