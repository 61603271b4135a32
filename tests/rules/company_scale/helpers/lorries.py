"""Trucks and half-tracks for the tests of transport (15.0): in their pool, and with a company aboard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.company_scale.records.view import UnitView
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.moves import HQ, aboard
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, us
from tests.rules.company_scale.helpers.turns import OPEN

NEAR = {"x": ge("12.33", fire=("red", 8, 3))}
BIG = board("\n".join("." * 8 for _ in range(14)), first="10.30")


def truck(hex: str = "", **changes: Any) -> Piece:
    """Return a truck of the 141st Regiment in its pool: red 1 range 1, defense 2, wheeled 18."""
    plain: dict[str, Any] = {"transport": True, "deployed": False, "column_fire": ("red", 1, 1), "column_defense": 2,
                             "move": ("wheeled", 18), "place": "pool"}  # fmt: skip
    return us(hex, **{**plain, **changes})


def halftrack(**changes: Any) -> Piece:
    """Return a half-track of the 141st Regiment: red 2, defense 0, hard, tracked 14."""
    return truck(**{"column_fire": ("red", 2, 1), "column_defense": 0, "move": ("tracked", 14), "armor": "hard",
                    **changes})  # fmt: skip


def depot(pieces: Mapping[str, Piece], *, chit: str = "formation:r141", ground: Any = OPEN, **facts: Any) -> TableTop:
    """Put a chit into play with a truck in the pool, a headquarters in 10.30 and an enemy far off in 21.33."""
    plain = {"hq": us("10.30", **HQ), "truck": truck()}
    far = {} if "x" in pieces else {"x": ge("21.33")}
    if ground is BIG:
        far = {}
    return activation(ground, {**plain, **far, **pieces}, chit, **facts)


def loaded(pieces: Mapping[str, Piece], carried: Mapping[str, str], **facts: Any) -> TableTop:
    """Begin with units on transports: `carried` maps a transport (with its hex in `pieces`) to its passenger."""
    return aboard(depot(pieces, **facts), {unit: transport for transport, unit in carried.items()})


def riding(hex: str = "14.31", unit: Piece | None = None, more: Mapping[str, Piece] | None = None,
           carrier: Piece | None = None, **facts: Any) -> TableTop:  # fmt: skip
    """Begin with company "a" on the truck in a hex."""
    base = carrier or truck()
    return loaded({"truck": replace(base, hex=hex, place="map"), "a": unit or us(hex), **(more or {})}, {"truck": "a"},
                  **facts)  # fmt: skip


def seen(table: TableTop, unit: str) -> UnitView:
    """Return a unit as the players see it."""
    found: UnitView = next(u for u in table.session.view("allied").units if u.id == unit)
    return found
