"""The position before the cards are dealt, and one from plain data."""

from __future__ import annotations

from itertools import chain
from typing import Any

from rules.command_cards.cards import whole_deck
from rules.command_cards.state import SEATS, Begin, Scenario, State, Unit
from rules.engine.frames import Frame
from rules.engine.plain import read


def start(scenario: Scenario) -> State:
    """Return the position at the start, before the deal."""
    here = {name: unit for name, unit in scenario.units.items() if not unit.round}
    state = State(
        frames=[Frame("game", "deal")],
        seat=scenario.first,
        units={name: Unit(u.kind, u.seat, u.hex, u.figures or scenario.figures(name)) for name, u in here.items()},
        due=tuple(name for name, unit in scenario.units.items() if unit.round),
        obstacles=dict(scenario.obstacles),
        deck=whole_deck(scenario),
        hands=dict.fromkeys(SEATS, ()),
        medals=dict.fromkeys(SEATS, ()),
    )
    if scenario.begin is not None:
        _go_on(scenario, scenario.begin, state)
    return state


def _go_on(scenario: Scenario, begin: Begin, state: State) -> None:
    """Stand in the middle of a game: the cards that are known are out of the deck, the rest is dealt."""
    state.seat, state.discards, state.lying = begin.side, begin.discards, dict(begin.lying)
    state.hands.update(begin.hands)
    state.medals.update(begin.medals)
    for card in (*begin.discards, *begin.lying.values(), *chain.from_iterable(begin.hands.values())):
        state.deck[card] -= 1
    state.terrain.update(scenario.changed_before(begin))


def decode(raw: dict[str, Any]) -> State:
    """Return a position from plain data; raise ValueError naming the field if it is not exactly one."""
    return read(State, raw)
