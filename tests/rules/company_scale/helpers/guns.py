"""Guns in tests: batteries, indirect fires with their dice, chits one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.scenario import DivisionStart
from rules.engine.command import Plain
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import Piece, TableTop, activation, ge, named, us

FIELD = board("\n".join(["." * 26] * 9), first="10.28")
START = DivisionStart(dispatch=0, commands=10, fatigue=0, troop_quality=5)
DIVISIONS = dict.fromkeys(("d36", "butler", "pz11", "d198"), START)
US, GE, BOTH = "formation:r141", "formation:pg110", "division:d36"
HQ: dict[str, Any] = {"hq": "formation", "command_range": 9}
FAR = {"z": ge("35.36")}


def gun(hex: str, value: int = 4, reach: int = 22, base: Any = us, **changes: Any) -> Piece:
    """Return a battery: black value and range, a column side with small arms that cannot move by itself."""
    plain: dict[str, Any] = {"fire": ("black", value, reach), "column_fire": ("red", 1, 1), "move": ("leg", None)}
    found: Piece = base(hex, **{**plain, **changes})
    return found


def field(pieces: Mapping[str, Piece], chit: str = US, ground: BattleMap = FIELD, **facts: Any) -> TableTop:
    """Put a chit into play on open ground; nobody can buy anything, everybody has commands."""
    return activation(ground, pieces, chit, **{"divisions": DIVISIONS, "turns": 1, **facts})


def lay(table: TableTop, unit: str, hex: str, *support: str, concentrate: bool = False) -> TableTop:
    """Put an indirect fire together, ready to be confirmed."""
    table.do("indirect_fire", unit=unit, hex=hex)
    for other in support:
        table.do("support", unit=other)
    if concentrate:
        table.do("concentrate")
    return table


def shell(table: TableTop, unit: str, hex: str, *dice: Plain, **how: Any) -> list[dict[str, Any]]:
    """Fire indirectly with the dice it takes; return the events."""
    return lay(table, unit, hex, *how.pop("support", ()), **how).dice(*dice).do("confirm")


def subject(table: TableTop) -> dict[str, Any]:
    """Return what is being composed."""
    return dict(table.decision.subject)


def letters(table: TableTop) -> dict[str, int]:
    """Return the sum of the modifiers of each letter of 8.7.4 ('' is the unit's own value and the weather)."""
    sums: dict[str, int] = {}
    for part in subject(table)["modifiers"]:
        sums[part["letter"]] = sums.get(part["letter"], 0) + part["value"]
    return {letter: total for letter, total in sums.items() if total}


def entry_of(events: list[dict[str, Any]]) -> str:
    """Return the entry of the table that an indirect fire came to, '' for none."""
    found: str = named(events, "IndirectFired")[0]["result"]
    return found


def barrages(table: TableTop) -> dict[str, str]:
    """Return the barrages on the map."""
    return {f"{h // 100:02d}.{h % 100:02d}": size for h, size in table.state.barrages.items()}


def next_chit(table: TableTop, chit: str, *dice: Plain) -> TableTop:
    """End the activation and put the next chit into play."""
    table.dice(chit, *dice).do("end_activation")
    return table
