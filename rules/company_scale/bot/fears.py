"""What the computer fears for a side's units, told to a player who learns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.company_scale.mistakes import MUCH, exposure, is_idle_column, place
from rules.company_scale.pieces import counter, name_of, units_on_map
from rules.company_scale.state import Battle
from rules.engine.english import listed

MOST: Final = 3
"""Fears that are told."""


def fears(game: Battle, seat: str) -> tuple[str, ...]:
    """Return where a side's units stand under much enemy fire, those in column first, then by points (7.2)."""
    fire, units = exposure(game, seat), [u for u in units_on_map(game, seat) if not counter(game, u).marker]
    stacks: dict[int, list[str]] = {}
    for unit in units:
        stacks.setdefault(game.state.units[unit].hex, []).append(unit)
    columns = {here: [u for u in stack if is_idle_column(game, u)] for here, stack in stacks.items()}
    worst = sorted((here for here in stacks if fire[here] >= MUCH), key=lambda h: (not columns[h], -fire[h], h))
    return tuple(_told(game, here, fire[here], stacks[here], columns[here]) for here in worst[:MOST])


def _told(game: Battle, here: int, points: int, units: Sequence[str], columns: Sequence[str]) -> str:
    who = listed([f"{name_of(game, unit)}{' (in column)' if unit in columns else ''}" for unit in units])
    return f"{place(game, here)}: {points} points of enemy fire reach {who}."
