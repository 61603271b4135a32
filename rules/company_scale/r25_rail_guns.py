"""Rail guns: they stay on the rails and fire only along their line (25.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.company_scale.battle_map import BattleMap, Road
from rules.company_scale.pieces import counter, name_of
from rules.company_scale.rail_arcs import fire_lines
from rules.company_scale.state import Battle
from rules.engine.command import Reason
from rules.hexes.grid import hexside, neighbours
from rules.hexes.ids import hex_name

RAILROAD: Final = "railroad"
_MOST: Final = 64
_KNOWN: Final[dict[tuple[int, int], tuple[BattleMap, tuple[int, ...]]]] = {}


def is_rail_gun(game: Battle, unit: str) -> bool:
    """Tell whether a unit is a rail gun."""
    return counter(game, unit).rail_only


def rails_from(ground: BattleMap, here: int) -> list[int]:
    """Return the neighbours a railroad leads to from a hex."""
    return [near for near in neighbours(here) if Road.RAILROAD in ground.side(here, near).roads]


def arc_of(ground: BattleMap, here: int) -> tuple[int, ...]:
    """Return the hexes that a rail gun in a hex could fire at, along each of its lines (RULINGS 95)."""
    key = id(ground), here
    entry = _KNOWN.get(key)
    if entry is None or entry[0] is not ground:
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        rails = rails_from(ground, here)
        east = {near: ground.rail_points.get(hexside(here, near), 0) for near in rails}
        lines = fire_lines(here, rails, east, ground.hexes)
        entry = _KNOWN[key] = ground, tuple(dict.fromkeys(hex_id for line in lines for hex_id in line))
    return entry[1]


def fire_arc(game: Battle, unit: str) -> tuple[int, ...]:
    """Return the hexes on a rail gun's fire lines where it stands, nearest first; none for other units."""
    here = game.state.units[unit].hex
    return arc_of(game.scenario.map, here) if here and is_rail_gun(game, unit) else ()


def arc_reasons(game: Battle, unit: str, target: int) -> Iterator[Reason]:
    """Yield why a hex is not on a rail gun's fire line; nothing for other units (25.0)."""
    if not is_rail_gun(game, unit):
        return
    arc, here = fire_arc(game, unit), game.state.units[unit].hex
    if not arc:
        text = (
            f"{name_of(game, unit)} has no fire line in {hex_name(here)}: no railroad crosses it from the south or "
            "southwest to the north or northeast."
        )
        yield Reason(text, "25.0")
    elif target not in arc:
        first = ", ".join(hex_name(h) for h in arc[:3])
        yield Reason(f"{hex_name(target)} isn't on {name_of(game, unit)}'s fire line, which begins {first}.",
                     "25.0")  # fmt: skip


def rail_reasons(game: Battle, unit: str, by: str) -> Iterator[Reason]:
    """Yield why a rail gun cannot go this way (25.0)."""
    if by != RAILROAD and is_rail_gun(game, unit):
        yield Reason(f"{name_of(game, unit)} can move only by rail.", "25.0")


def is_bound(game: Battle, unit: str) -> bool:
    """Tell whether a unit keeps to roads or rails: a rail gun or an evacuation marker (22.2, 25.0)."""
    return counter(game, unit).marker or is_rail_gun(game, unit)


def rail_hex_reasons(game: Battle, unit: str, hex_id: int) -> Iterator[Reason]:
    """Yield why a rail gun cannot be in a hex: no railroad (25.0)."""
    if is_rail_gun(game, unit) and not rails_from(game.scenario.map, hex_id):
        yield Reason(f"{name_of(game, unit)} can stand only on railroads. There is none in {hex_name(hex_id)}.", "25.0")
