"""Who counts as one formation: a piece and the units it may aid, the active units of a Kampfgruppe (8.3.2, 24.0)."""

from __future__ import annotations

from rules.company_scale.counters import LeaderCounter, WeaponCounter
from rules.company_scale.pieces import belongs_with, counter
from rules.company_scale.state import MAP, Battle


def in_kampfgruppe(game: Battle, unit: str) -> bool:
    """Tell whether a unit is active in a Kampfgruppe, whose active units are all of one formation (24.0)."""
    state = game.state
    if not state.kampfgruppe or not state.chit.startswith("kampfgruppe:") or unit not in state.activity:
        return False
    return game.scenario.rules.get("kampfgruppe") != "own_division"  # RULINGS 194


def comrades(game: Battle, unit: str) -> tuple[str, ...]:
    """Return the units on the map that form a Kampfgruppe with a unit, itself included; () if it is in none (24.0)."""
    if not in_kampfgruppe(game, unit):
        return ()
    return tuple(other for other in game.state.activity if game.state.units[other].place == MAP)


def may_aid(game: Battle, piece: WeaponCounter | LeaderCounter, unit: str) -> bool:
    """Tell whether a weapon, leader or hero may aid a unit: of its formation (8.3.2), or of its Kampfgruppe (24.0)."""
    return belongs_with(piece, counter(game, unit)) or any(
        belongs_with(piece, counter(game, other)) for other in comrades(game, unit)
    )
