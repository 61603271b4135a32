"""The concentrated fire marker of American artillery: who has one, and how it comes off (8.3.6)."""

from __future__ import annotations

from rules.company_scale.pieces import counter
from rules.company_scale.r08_7_1_spotting import is_indirect
from rules.company_scale.state import MAP, Battle
from rules.hexes.ids import hex_name


def is_american(game: Battle, unit: str) -> bool:
    """Tell whether a unit belongs to an American division (8.3.6)."""
    return game.scenario.divisions[counter(game, unit).division].is_american


def stays_concentrated(game: Battle, hex_id: int) -> bool:
    """Tell whether a hex's marker is for American indirect fire, which stays on when the hex is activated (8.3.6)."""
    if not game.state.status(hex_id).concentrated_on:
        return False
    return any(is_indirect(game, unit) for unit in game.state.stack(hex_id))


def lift_concentrations(game: Battle) -> None:
    """Take the markers off hexes that spent the whole activation now ending on it (8.3.6; RULINGS 45)."""
    for here in [h for h, status in game.state.hexes.items() if status.concentrated_on]:
        if has_spent_activation(game, here):
            game.state.mark(here, concentrated=False, concentrated_on=0)
            game.emit("MarkerRemoved", hex=hex_name(here), kind="concentrated_fire", value=None)


def has_spent_activation(game: Battle, hex_id: int) -> bool:
    """Tell whether a hex had active units in this activation and all they did was pass (8.3.6)."""
    state = game.state
    there = [a for unit, a in state.activity.items()
             if a.start == hex_id or (state.units[unit].place == MAP and state.units[unit].hex == hex_id)]  # fmt: skip
    return bool(there) and all(a.used == a.passed and not (a.flipped or a.finished) for a in there)
