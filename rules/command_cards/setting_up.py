"""The position before the cards are dealt, and one from plain data."""

from __future__ import annotations

from typing import Any

from rules.command_cards.cards import whole_deck
from rules.command_cards.state import SEATS, Scenario, State, Unit
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


def decode(raw: dict[str, Any]) -> State:
    """Return a position from plain data; raise ValueError naming the field if it is not exactly one."""
    return read(State, raw)
