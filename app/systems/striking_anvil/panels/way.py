"""The pages that are lists of places: the next steps of a move with cost and dangers, areas for phases, impulses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.panels.choices import ChoicesPage
from app.panels.orders import Situation
from app.systems.striking_anvil.text.names import counted
from app.systems.striking_anvil.verbs import VERBS
from rules.engine.command import Command


class PlacesPage(ChoicesPage):
    """List what may be done; a marked row shows its place on the map."""

    def place_of(self, command: Command) -> str:
        """Return the place or unit that an order is about."""
        row = VERBS[command.verb]
        kind = "unit" if row.tap == "unit" else "area"
        return f"{kind}:{command.text(row.tap)}" if row.tap else ""


class WayPage(PlacesPage):
    """List the next steps first, each with what it costs and brings, then who may be left out of the group."""

    title = "Way"

    def rank(self, situation: Situation, command: Command) -> tuple[object, ...]:
        """Put the steps first."""
        return (command.verb != "step",)

    def words_of(self, situation: Situation, command: Command) -> str:
        """Return a step with its cost, and what happens on leaving and arriving."""
        told = super().words_of(situation, command)
        if command.verb != "step":
            return told
        found = situation.query("reach")
        at = str(situation.subject["at"])
        return f"{told}   {step_words(found, at, command.text('to'))}" if found else told


def step_words(reach: Mapping[str, Any], at: str, to: str) -> str:
    """Return what a step costs, whether it must end there, and whether leaving may be pursued."""
    row = next((row for row in reach["places"] if row["to"] == to and row["before"] == at), None)
    told = [counted(row["spent"] - reach["spent"], "point")] if row else []
    if row and row["stops"]:
        told.append("must stop")
    if at in reach["pursuit"]:
        told.append("pursuit is possible")
    return ", ".join(told)
