"""All frames by name, what must hold in every position, and what a saved one can say at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rules.command_cards.battle import BATTLE, Ambush, Battling
from rules.command_cards.cards import RESTORING, STRIKE, Exchange, whole_deck
from rules.command_cards.dice import DIE, ROLLING
from rules.command_cards.ground import GroundChoice, OverrunChoice
from rules.command_cards.hexes import ORDER
from rules.command_cards.moving import Moving
from rules.command_cards.ordering import Ordering
from rules.command_cards.retreat import RESULT, RETREAT, FlagChoice, WayBack
from rules.command_cards.staging import Staging
from rules.command_cards.state import SEATS, Scenario, State
from rules.command_cards.turn import GAME, OVER, TURN
from rules.engine.frames import odd_frames, outside, registry, shown, too_long, unknown

# --- The frame kinds of the system ---------------------------------------------------------------------------------

KINDS: Final = registry(
    GAME, TURN, OVER, BATTLE, RESULT, RETREAT, STRIKE, RESTORING, ROLLING, DIE,
    Staging(), Ordering(), Moving(), Battling(), Ambush(), FlagChoice(), WayBack(), GroundChoice(), OverrunChoice(),
    Exchange(),
)  # fmt: skip

# --- What a kept position can say at all: units, cards and hexes of its scenario, numbers within bounds ------------

MOST_MEDALS: Final = 100


def odd_values(scenario: Scenario, state: State) -> Iterator[str]:
    """Yield what no position of this scenario can say, each in one sentence that begins with the field."""
    yield from outside("round", [state.round], 0, scenario.rounds)
    yield from unknown("seat", [state.seat], SEATS, "a side")
    yield from unknown("winner", [state.winner], ("", *SEATS), "a side")
    yield from _odd_units(scenario, state)
    yield from _ground(scenario, state)
    yield from _odd_cards(scenario, state)
    yield from _odd_medals(scenario, state)
    yield from odd_frames(state.frames, KINDS)


def _odd_units(scenario: Scenario, state: State) -> Iterator[str]:
    for name in ("due", "orders"):
        yield from unknown(name, getattr(state, name), scenario.units, "a unit")
    for name, unit in state.units.items():
        begins = scenario.units.get(name)
        if begins is None or (unit.kind, unit.seat) != (begins.kind, begins.seat):
            yield f"state.units.{shown(name)}: this scenario has no such unit."
        else:
            yield from outside(f"units.{name}.figures", [unit.figures], 1, scenario.figures(name))
        yield from unknown(f"units.{name}.hex", [unit.hex], ORDER, "a hex")
    named = {"", *(terrain.name for terrain in scenario.charts.terrains.values())}
    for name, order in state.orders.items():
        yield from outside(f"orders.{name}.moved", [order.moved], 0, len(ORDER))
        yield from unknown(f"orders.{name}.barred", [order.barred], named, "terrain")


def _ground(scenario: Scenario, state: State) -> Iterator[str]:
    for name in ("obstacles", "terrain"):
        yield from unknown(name, getattr(state, name), ORDER, "a hex")
    yield from unknown("obstacles", state.obstacles.values(), scenario.charts.obstacles, "an obstacle")
    yield from unknown("terrain", state.terrain.values(), scenario.charts.terrains, "terrain")


def _odd_cards(scenario: Scenario, state: State) -> Iterator[str]:
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


def _odd_medals(scenario: Scenario, state: State) -> Iterator[str]:
    for seat, medals in state.medals.items():
        yield from too_long(f"medals.{seat}", medals, MOST_MEDALS)
        places = [medal.place for medal in medals]
        yield from outside(f"medals.{seat}.place", places, 0, max(0, len(scenario.objectives) - 1))


# --- What must hold in every position ------------------------------------------------------------------------------


def check(scenario: Scenario, state: State) -> list[str]:
    """Return every violated invariant."""
    return [*_units(scenario, state), *_cards(scenario, state), *_medals(scenario, state)]


def _units(scenario: Scenario, state: State) -> Iterator[str]:
    standing = Counter(unit.hex for unit in state.units.values())
    yield from (f"{place} holds {count} units" for place, count in standing.items() if count > 1)
    for name, unit in state.units.items():
        if unit.hex not in ORDER:
            yield f"{name} is in a hex that does not exist: {unit.hex}"
        if not 1 <= unit.figures <= scenario.charts.units[unit.kind].figures:
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
