"""Indirect units with an enemy next to them go into column, or are lost (8.7.5)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.company_scale.pieces import counter, enemy_adjacent, name_of, side_of
from rules.company_scale.r06_1_stacking import remove_unit, tidy
from rules.company_scale.r06_formation import turn_over
from rules.company_scale.r08_7_1_spotting import is_indirect
from rules.company_scale.r15_carrying import OUT_OF_ACTION
from rules.company_scale.state import ELIMINATED, MAP, Battle
from rules.engine.command import Reason
from rules.hexes.ids import hex_name


def is_exposed(game: Battle, unit: str) -> bool:
    """Tell whether a unit on the map must be in column here because an enemy is next to it (8.7.5, 21.1)."""
    if not is_indirect(game, unit) or counter(game, unit).dual_purpose:
        return False
    return enemy_adjacent(game, game.state.units[unit].hex, side_of(game, unit))


def exposed_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why an indirect unit cannot be deployed where it is (8.7.5)."""
    if is_exposed(game, unit):
        yield Reason(f"{name_of(game, unit)} has an enemy next to it and must be in column.", "8.7.5")


def force_column(game: Battle, unit: str) -> None:
    """Turn an active indirect unit to column if an enemy is next to it; eliminate it if it has no such side (8.7.5)."""
    record = game.state.units[unit]
    if record.place != MAP or not record.deployed or not is_exposed(game, unit):
        return
    game.emit("ForcedFromPosition", unit=unit, hex=hex_name(record.hex))
    if counter(game, unit).column is not None:
        turn_over(game, unit)
        return
    remove_unit(game, unit, ELIMINATED)
    tidy(game, record.hex)


def force_columns(game: Battle) -> None:
    """Check every active unit after units of either side have moved (8.7.5; RULINGS 51)."""
    for unit, activity in tuple(game.state.activity.items()):
        if activity.handled not in OUT_OF_ACTION:  # 15.0: a unit set down is not active
            force_column(game, unit)
