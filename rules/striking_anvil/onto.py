"""What units can do that are led onto enemies: attack, mobile combat, move in; each with what stands against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.engine.command import Reason
from rules.striking_anvil.far import far_reasons
from rules.striking_anvil.r01_1_map import area_name, is_area
from rules.striking_anvil.r01_3_units import names
from rules.striking_anvil.r03_activation import leader_reasons
from rules.striking_anvil.r04_movement import Group
from rules.striking_anvil.r05_battle import is_target
from rules.striking_anvil.state import Anvil


def onto(game: Anvil, group: Group, here: str, to: str, against: tuple[Reason, ...]) -> dict[str, Any]:
    """Return the three ways of meeting the enemies in an area, `against` being why the units cannot move at all."""
    there = [Reason(f"{names(game, group.units)} already stand in {area_name(game, to)}.", "4")] if here == to else []
    far = there or list(against) or list(far_reasons(game, group, here, to))
    ways = {
        "attack": list(_attack(game, group, here, to)),
        "mobile": [*far, *leader_reasons(game, group.units)],
        "move": far,
    }
    return {
        "to": to, "enemies": is_area(game, to) and is_target(game, group.side, to),
        "ways": [{"verb": verb, "reasons": [one.to_plain() for one in dict.fromkeys(reasons)]}
                 for verb, reasons in ways.items()],
    }  # fmt: skip


def _attack(game: Anvil, group: Group, here: str, to: str) -> Iterator[Reason]:
    if here != to:  # 5.2
        yield Reason("Units only attack in their own area. Use mobile combat, or move in and attack next turn.", "5.2")
    yield from leader_reasons(game, group.units)
