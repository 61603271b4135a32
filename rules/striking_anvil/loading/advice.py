"""What a designer should think of again in a scenario that can be played: legal is not sensible. Nothing is a fault."""

from __future__ import annotations

from collections.abc import Iterator

from rules.files.checking import advice_on_note
from rules.files.documents import Document
from rules.files.problems import Problem, Remedy
from rules.striking_anvil.r01_1_map import CONTROL
from rules.striking_anvil.scenario import ALLIED, COMBAT, SIDES, Scenario


def advice_on(document: Document, scenario: Scenario) -> list[Problem]:
    """Return all advice on a scenario; a worked example gets none."""
    if document.mapping.get("kind") == "example":
        return []
    return [
        *arrivals(document, scenario),
        *one_sided(document, scenario),
        *not_taken(document, scenario),
        *advice_on_note(document),
    ]


def one_sided(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield that a side has no combat unit, now or later."""
    come = [lot.units for lot in scenario.lots] + [drop.units for drop in scenario.drops]
    units = [unit for stack in (*come, *scenario.setup.values()) for unit in stack]
    sides = {scenario.counters[unit].side for unit in units if scenario.counters[unit].kind == COMBAT}
    for side in SIDES:
        if side not in sides:
            noun = "The Allies" if side == ALLIED else "The Germans"
            yield document.advice(("setup",), f"{noun} have no combat unit, on the map or to come.", "1.3")


def not_taken(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield areas with Allied combat units alone that are German (1.6)."""
    forts = {area for area, level in scenario.fortifications.items() if level}
    for place, units in scenario.setup.items():
        sides = {scenario.counters[unit].side for unit in units if scenario.counters[unit].kind == COMBAT}
        if place in scenario.map.areas and sides == {ALLIED} and not {place} & {*scenario.ffi, *forts}:
            name = scenario.map.areas[place].name
            text = f"Only Allied units stand in {name}, and yet it is German: it has no FFI marker."
            marked = {**document.mapping.get("ffi", {}), place: CONTROL}
            remedy = Remedy("Make it Allied", ((("ffi",), marked),))
            yield document.advice(("setup", place), text, "1.6", remedy=remedy)


def arrivals(document: Document, scenario: Scenario) -> Iterator[Problem]:
    """Yield arrivals after the last turn (7)."""
    for number, raw in enumerate(document.mapping.get("reinforcements", ())):
        turn = raw.get("turn", 1)
        if isinstance(turn, int) and turn > scenario.turns:
            text = f"The scenario ends with turn {scenario.turns}; nothing arrives in turn {turn}."
            yield document.advice(("reinforcements", number, "turn"), text, "7")
