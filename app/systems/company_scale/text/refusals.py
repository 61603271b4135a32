"""Why a unit's order cannot be given: no unit is picked, or what the rules say about the one that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.systems.company_scale.text.facts import passenger_of
from rules.engine.command import Command, Reason, cmd

PICK_FIRST = "Pick a unit first."
NO_PLACE = {
    "fire": "has nothing to fire at now. Drop it on a hex to learn why not there.",
    "indirect_fire": "has no hex it can lay a barrage on now. Drop it on a hex to learn why not there.",
    "illuminate": "can light up no hex now.",
    "smoke": "has no hex to put smoke in now.",
    "return_unit": "cannot return to any hex now.",
}
SET_DOWN = ("unload", "dismount")
"""Orders of a passenger, who is reached by his carrier's counter."""
WORK = "foxhole"
"""What most units could build: why not even that is the answer where nothing can be built (11.1)."""


def refusal_of(verb: str, picked: Sequence[str], game: Any) -> list[Reason]:
    """Return why an order is not possible for the units picked (`game` explains and knows names)."""
    if not picked:
        return [Reason(PICK_FIRST)]
    if verb in NO_PLACE:
        return [Reason(f"{game.names.label(picked[0])} {NO_PLACE[verb]}")]
    if verb in SET_DOWN:
        picked = (passenger_of(game.view, picked[0]) or picked[0],)
    return game.explain(_order(verb, picked)) or [Reason(f"{game.names.label(picked[0])} cannot do this now.")]


def _order(verb: str, picked: Sequence[str]) -> Command:
    if verb == "build":
        return cmd(verb, unit=picked[0], what=WORK)
    return cmd(verb, units=tuple(picked)) if verb == "move" else cmd(verb, unit=picked[0])
