"""What must hold in every position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.command_cards.cards import whole_deck
from rules.command_cards.charts import unit_types
from rules.command_cards.hexes import ORDER
from rules.command_cards.scenario import SEATS, Scenario
from rules.command_cards.state import State


def check(scenario: Scenario, state: State) -> list[str]:
    """Return every violated invariant."""
    return [*_units(scenario, state), *_cards(scenario, state), *_medals(scenario, state)]


def _units(scenario: Scenario, state: State) -> Iterator[str]:
    standing = Counter(unit.hex for unit in state.units.values())
    yield from (f"{place} holds {count} units" for place, count in standing.items() if count > 1)
    for name, unit in state.units.items():
        if unit.hex not in ORDER:
            yield f"{name} is in a hex that does not exist: {unit.hex}"
        if not 1 <= unit.figures <= unit_types()[unit.kind].figures:
            yield f"{name} has {unit.figures} figures"
        if name in state.due:
            yield f"{name} is on the board and still to arrive"
    yield from (f"{name} is ordered but not on the board" for name in state.orders if name not in state.units)
    for place, kind in state.obstacles.items():
        if kind == "sandbags" and place not in standing and scenario.obstacles.get(place) != kind:
            yield f"sandbags lie in {place}, where there is no unit"


def _cards(scenario: Scenario, state: State) -> Iterator[str]:
    held = Counter({name: left for name, left in state.deck.items() if left})
    yield from (f"the deck holds {left} of {name}" for name, left in state.deck.items() if left < 0)
    for hand in state.hands.values():
        held.update(hand)
    held.update(state.discards)
    held.update(state.lying.values())
    held.update([state.played] if state.played else [])
    whole = whole_deck(scenario)
    for name in sorted({*whole, *held}):
        if held[name] != whole.get(name, 0):
            yield f"there are {held[name]} of the card {name} instead of {whole.get(name, 0)}"


def _medals(scenario: Scenario, state: State) -> Iterator[str]:
    for seat in SEATS:
        won, needed = len(state.medals[seat]), scenario.sides[seat].medals
        if won > needed or (won == needed and state.winner != seat):
            yield f"{seat} has {won} of {needed} medals and the game goes on"
