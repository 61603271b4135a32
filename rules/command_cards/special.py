"""Special units: badges, the Resistance and elite armor (CMD-special-01 to -08, CMD-move-09)."""

from __future__ import annotations

from typing import Final

from rules.command_cards.charts import Card, UnitType, extra_road_hexes

RESISTANCE: Final = "resistance"


def battle_limit(kind: UnitType, card: Card, road: bool) -> int:
    """Return after how many hexes a unit may still battle, with the card in play and along a road or not.

    The Resistance may not after two hexes, whatever the card or the road (CMD-special-04); artillery after none.
    """
    if kind.id == RESISTANCE or kind.battle_after == 0:
        return kind.battle_after
    limit = max(kind.battle_after, card.battle_after.get(kind.cls, 0)) + card.move_extra.get(kind.cls, 0)
    return limit + (extra_road_hexes() if road else 0)


def move_limit(kind: UnitType, card: Card, road: bool) -> int:
    """Return how many hexes a unit may enter in a move."""
    return kind.move + card.move_extra.get(kind.cls, 0) + (extra_road_hexes() if road else 0)


def is_barred(kind: UnitType, no_battle: tuple[str, ...]) -> bool:
    """Tell whether ground just entered keeps a unit from battle; never the Resistance (CMD-special-03)."""
    return kind.cls in no_battle and not kind.battle_in_new_terrain


def hexes_per_flag(kind: UnitType) -> int:
    """Return how far a unit may fall back for one flag: the Resistance up to three hexes (CMD-special-05)."""
    return kind.retreat_per_flag[1]
