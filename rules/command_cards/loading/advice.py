"""What a designer should think of again in a battle that can be played: legal is not sensible. Nothing is a fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.command_cards.cards import whole_deck
from rules.command_cards.state import SEATS, Scenario
from rules.engine.english import counted
from rules.files.checking import advice_on_note
from rules.files.documents import Document
from rules.files.problems import Problem, Remedy

NAMES: Final = {"german": "Germans", "allied": "Allies"}


def advice_on(document: Document, scenario: Scenario) -> list[Problem]:
    """Return all advice on a battle."""
    return [
        *units(document, scenario),
        *medals(document, scenario),
        *arrivals(document, scenario),
        *deck(document, scenario),
        *advice_on_note(document),
    ]


def units(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield a side that has nobody at the start, or nobody at all (CMD-setup)."""
    for seat in SEATS:
        own = [unit for unit in scenario.units.values() if unit.seat == seat]
        if not any(unit.hex for unit in own):
            when = "at the start" if own else "at the start or later"
            yield document.advice(("units", seat), f"The {NAMES[seat]} have no units {when}.")


def medals(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield a number of medals that a side cannot win, whatever happens (CMD-hit-06)."""
    for seat in SEATS:
        enemies = sum(unit.seat != seat for unit in scenario.units.values())
        ground = sum(goal.medals for goal in scenario.objectives if goal.seat == seat)
        leaving = any(way.seat == seat for way in scenario.exits)
        won = scenario.begin.medals.get(seat, ()) if scenario.begin is not None else ()
        enemies += sum(medal.source != "objective" for medal in won)
        most, needed = enemies + ground, scenario.sides[seat].medals
        if needed > most and not leaving:
            text = (
                f"The {NAMES[seat]} need {needed} medals and can win {most}: {enemies} for units, {ground} for ground."
            )
            route = ("sides", seat, "medals")
            remedy = Remedy(f"Set it to {most}", ((route, most),)) if most else None
            yield document.advice(route, text, remedy=remedy)


def arrivals(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield arrivals after the last round, or only in hexes where enemies stand at the start."""
    enemies = {seat: {unit.hex for unit in scenario.units.values() if unit.seat != seat and unit.hex} for seat in SEATS}
    for number, raw in enumerate(document.mapping.get("reinforcements", ())):
        route = ("reinforcements", number)
        if raw["round"] > scenario.rounds:
            text = f"The battle ends with round {scenario.rounds}; nobody arrives in round {raw['round']}."
            yield document.advice((*route, "round"), text)
        elif set(raw["hexes"]) <= enemies[raw["side"]]:
            yield document.advice(
                (*route, "hexes"), "Enemies stand in each of these hexes at the start.", places=raw["hexes"]
            )


def deck(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield a deck that does not fill both hands, set aside or by charts of its own (CMD-card-01)."""
    cards, hands = sum(whole_deck(scenario).values()), sum(side.hand for side in scenario.sides.values())
    if cards < hands:
        route = ("set_aside",) if "set_aside" in document.mapping else ("charts",)
        yield document.advice(route, f"The deck has {counted(cards, 'card')}, and both hands together take {hands}.")
