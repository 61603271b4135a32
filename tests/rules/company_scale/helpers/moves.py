"""Marches in tests: strips of ground, columns on the road, points left, fires that hit what they are told to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.integrity import check
from rules.company_scale.scenario import Charts
from rules.engine.command import Plain
from rules.hexes.grid import hex_name
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import CHARTS, Piece, TableTop, activation, ge, us

HQ: dict[str, Any] = {"hq": "formation", "command_range": 9}
CLASSES = ("leg", "wheeled", "tracked")


def strip(terrain: str, **features: Any) -> BattleMap:
    """Lay hexes from 10.30 southward, one letter each, and a clear hex apart, 12.30, for a headquarters."""
    rows = [f"{letter}#{'.' if row == 0 else '#'}" for row, letter in enumerate(terrain)]
    if isinstance(features.get("levels"), str):
        digits = features["levels"]
        features["levels"] = {f"10.{30 + row}": int(digit) for row, digit in enumerate(digits)}
    return board("\n".join(rows), **features)


def road(kind: str, first: int, last: int) -> dict[str, Iterable[str]]:
    """Return a road down column 10 of a strip: `road("paved", 30, 33)`."""
    return {kind: [" ".join(f"10.{row}" for row in range(first, last + 1))]}


def column(hex: str = "10.30", move: tuple[str, int] = ("leg", 5), **changes: Any) -> Piece:
    """Return an American company in column with this class and allowance."""
    return us(hex, **{"deployed": False, "move": move, **changes})


def table_of(ground: BattleMap, pieces: Mapping[str, Piece], *, chit: str = "formation:r141", **facts: Any) -> TableTop:
    """Put a chit into play on a strip, with a headquarters in 12.30 that keeps units in command."""
    return activation(ground, {**pieces, "hq": us("12.30", **HQ)}, chit, **facts)


def moving(ground: BattleMap, pieces: Mapping[str, Piece], *units: str, **facts: Any) -> TableTop:
    """Begin the movement of some units (the first piece if none is named)."""
    table = table_of(ground, pieces, **facts)
    table.do("move", units=units or (next(iter(pieces)),))
    assert table.decision.kind == "movement"
    return table


def points(table: TableTop) -> list[float]:
    """Return the movement points left of each moving unit, also while the other side is asked something."""
    frame = next(f for f in reversed(table.state.frames) if f.kind == "movement")
    return [halves / 2 for halves in frame["points"]]


def ways(table: TableTop) -> set[tuple[str, str]]:
    """Return the steps offered: (hex, by)."""
    return {(str(c.get("to")), str(c.get("by"))) for c in table.offered("step")}


def open_hexes(table: TableTop) -> set[str]:
    """Return the hexes that can be entered now, by any way."""
    return {to for to, _ in ways(table)}


def ridge_markers(table: TableTop) -> set[str]:
    """Return the hexes under a ridge marker."""
    return {hex_name(h) for h, status in table.state.hexes.items() if status.ridge}


def value_of(table: TableTop, unit: str, hex: str) -> int:
    """Return the value of a fire and call it off."""
    table.do("fire", unit=unit, hex=hex)
    found: int = table.decision.subject["fire_value"]  # type: ignore[assignment]
    table.do("cancel")
    return found


def gun(hex: str, **changes: Any) -> Piece:
    """Return a German company that hits with every die but a 9."""
    return ge(hex, **{"fire": ("red", 8, 3), **changes})


def result(entry: str) -> Charts:
    """Return charts in which every hit gives one result."""
    return replace(CHARTS, combat_hex=dict.fromkeys(CHARTS.combat_hex, (entry,) * 9),
                   combat_hard=dict.fromkeys(CHARTS.combat_hard, (entry,) * 9))  # fmt: skip


def shot_at(table: TableTop, by: str, hex: str, *dice: Plain) -> list[dict[str, Any]]:
    """Answer an opportunity fire window with a fire that hits; later dice are for rout checks."""
    assert table.decision.kind == "opportunity_fire"
    table.do("fire", unit=by, hex=hex)
    return table.dice(0, *dice).do("confirm")


def end(table: TableTop) -> list[dict[str, Any]]:
    """End the activation in play; return the events."""
    assert table.decision.kind == "activation"
    return table.do("end_activation")


def next_chit(table: TableTop, chit: str) -> None:
    """End the activation in play and draw a chit that lies in the Cup."""
    table.dice(chit)
    end(table)
    while table.decision.kind == "purchase":
        table.do("pass")
    assert table.state.chit == chit


def aboard(table: TableTop, riders: Mapping[str, str]) -> TableTop:
    """Put units aboard at once: `riders` maps each to its transport or tank."""
    for unit, carrier in riders.items():
        table.state.place(unit, 0, "carried")
        table.state.carried[unit] = carrier
        table.state.activity.pop(unit, None)
    table.session.resume()
    assert check(table.session.scenario, table.state) == []
    return table
