"""The position before the cards are dealt, and whether a position belongs to a scenario."""

from __future__ import annotations

from typing import Any

from rules.command_cards.cards import whole_deck
from rules.command_cards.scenario import SEATS, Scenario
from rules.command_cards.state import State, Unit
from rules.engine.frames import Frame
from rules.engine.plain import read


def start(scenario: Scenario) -> State:
    """Return the position at the start, before the deal."""
    here = {name: unit for name, unit in scenario.units.items() if not unit.round}
    return State(
        frames=[Frame("game", "deal")],
        seat=scenario.first,
        units={name: Unit(u.kind, u.seat, u.hex, scenario.figures(name)) for name, u in here.items()},
        due=tuple(name for name, unit in scenario.units.items() if unit.round),
        obstacles=dict(scenario.obstacles),
        deck=whole_deck(scenario),
        hands=dict.fromkeys(SEATS, ()),
        medals=dict.fromkeys(SEATS, ()),
    )


def decode(scenario: Scenario, raw: dict[str, Any]) -> State:
    """Return a position from plain data; raise ValueError if it is damaged or about other pieces."""
    state = read(State, raw)
    for name, unit in state.units.items():
        if name not in scenario.units or unit.kind != scenario.units[name].kind:
            raise ValueError(f"state.units.{name}: this scenario has no such unit.")
    if sorted(state.hands) != sorted(SEATS) or sorted(state.medals) != sorted(SEATS):
        raise ValueError(f"state.hands: the seats are {', '.join(SEATS)}.")
    if unknown := [card for card in state.deck if card not in whole_deck(scenario)]:
        raise ValueError(f"state.deck.{unknown[0]}: there is no such card.")
    return state
