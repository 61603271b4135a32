"""What a kept position can say at all: units, cards and hexes of its scenario, numbers within bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.command_cards.cards import whole_deck
from rules.command_cards.hexes import ORDER
from rules.command_cards.kinds import KINDS
from rules.command_cards.scenario import SEATS, Scenario
from rules.command_cards.state import State
from rules.engine.bounds import odd_frames, outside, shown, too_long, unknown

MOST_MEDALS: Final = 100


def odd_values(scenario: Scenario, state: State) -> Iterator[str]:
    """Yield what no position of this scenario can say, each in one sentence that begins with the field."""
    yield from outside("round", [state.round], 0, scenario.rounds)
    yield from unknown("seat", [state.seat], SEATS, "a side")
    yield from unknown("winner", [state.winner], ("", *SEATS), "a side")
    yield from _units(scenario, state)
    yield from _ground(scenario, state)
    yield from _cards(scenario, state)
    yield from _medals(scenario, state)
    yield from odd_frames(state.frames, KINDS)


def _units(scenario: Scenario, state: State) -> Iterator[str]:
    for name in ("due", "orders"):
        yield from unknown(name, getattr(state, name), scenario.units, "a unit")
    for name, unit in state.units.items():
        begins = scenario.units.get(name)
        if begins is None or (unit.kind, unit.seat) != (begins.kind, begins.seat):
            yield f"state.units.{shown(name)}: this scenario has no such unit."
        else:
            yield from outside(f"units.{name}.figures", [unit.figures], 1, scenario.figures(name))
        yield from unknown(f"units.{name}.hex", [unit.hex], ORDER, "a hex")
    for name, order in state.orders.items():
        yield from outside(f"orders.{name}.moved", [order.moved], 0, len(ORDER))
        yield from unknown(f"orders.{name}.barred", [order.barred], {"", *scenario.terrains}, "terrain")


def _ground(scenario: Scenario, state: State) -> Iterator[str]:
    for name in ("obstacles", "terrain"):
        yield from unknown(name, getattr(state, name), ORDER, "a hex")
    yield from unknown("obstacles", state.obstacles.values(), scenario.obstacle_kinds, "an obstacle")
    yield from unknown("terrain", state.terrain.values(), scenario.terrains, "terrain")


def _cards(scenario: Scenario, state: State) -> Iterator[str]:
    whole = whole_deck(scenario)
    for name in ("hands", "medals"):
        if sorted(getattr(state, name)) != sorted(SEATS):
            yield f"state.{name}: the seats are {', '.join(SEATS)}."
    for card, left in state.deck.items():
        if card not in whole:
            yield f"state.deck.{shown(card)}: unknown card."
        yield from outside(f"deck.{shown(card)}", [left], 0, whole.get(card, 0))
    for seat, hand in state.hands.items():
        yield from unknown(f"hands.{seat}", hand, whole, "a card")
        yield from too_long(f"hands.{seat}", hand, sum(whole.values()))
    yield from unknown("discards", state.discards, whole, "a card")
    yield from too_long("discards", state.discards, sum(whole.values()))
    yield from unknown("played", [state.played], {"", *whole}, "a card")
    yield from unknown("lying", state.lying, SEATS, "a side")
    yield from unknown("lying", state.lying.values(), whole, "a card")


def _medals(scenario: Scenario, state: State) -> Iterator[str]:
    for seat, medals in state.medals.items():
        yield from too_long(f"medals.{seat}", medals, MOST_MEDALS)
        places = [medal.place for medal in medals]
        yield from outside(f"medals.{seat}.place", places, 0, max(0, len(scenario.objectives) - 1))
