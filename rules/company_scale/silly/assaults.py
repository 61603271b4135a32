"""Assaults prepared for nothing (9.2, 9.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.company_scale.silly.activations import place
from rules.company_scale.state import Battle
from rules.hexes.ids import hex_id
from rules.testing.acts import Act, Seen, Step


class CalledOff(Act):
    """Counts the assaults paid for and called off, whether or not the enemy has left."""

    name = "assaults paid for and called off"
    wanted = 0.3

    def see(self, step: Step) -> Iterator[Seen]:
        """Yield each marker that goes with the declaration."""
        game: Battle = step.before
        if step.decision.kind == "assaults" and step.command.verb == "confirm":
            markers: Any = step.decision.subject["markers"]
            for marker in markers:
                if marker["called_off"]:
                    who = "empty now" if marker["empty"] else f"{len(marker['units'])} could assault it"
                    yield Seen(step.seat, f"{place(game, hex_id(marker['hex']))}, {who}")
