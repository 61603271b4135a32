"""What a designer should think of again in a scenario that can be played: legal is not sensible. Nothing is a fault."""

from __future__ import annotations

from collections.abc import Iterator

from rules.files.checking import advice_on_note
from rules.files.documents import Document
from rules.files.problems import Problem
from rules.striking_anvil.scenario import Scenario


def advice_on(document: Document, scenario: Scenario) -> list[Problem]:
    """Return all advice on a scenario; a worked example gets none."""
    if document.mapping.get("kind") == "example":
        return []
    return [*arrivals(document, scenario), *advice_on_note(document)]


def arrivals(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield arrivals after the last turn (7)."""
    for number, raw in enumerate(document.mapping.get("reinforcements", ())):
        turn = raw.get("turn", 1)
        if isinstance(turn, int) and turn > scenario.turns:
            text = f"The scenario ends with turn {scenario.turns}; nothing arrives in turn {turn}."
            yield document.advice(("reinforcements", number, "turn"), text, "7")
