"""Fires in tests: tables with one entry, composing a fire, reading its parts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.company_scale.scenario import Charts
from rules.engine.command import Plain
from tests.rules.company_scale.helpers.tables import CHARTS, TableTop, named


def entry(hex: str, hard: str = "") -> Charts:
    """Return charts in which every die that hits gives one entry: at a hex, and at one hard target."""
    return replace(
        CHARTS, combat_hex=dict.fromkeys(CHARTS.combat_hex, (hex,) * 9),
        combat_hard=dict.fromkeys(CHARTS.combat_hard, (hard or hex,) * 9),
    )  # fmt: skip


def value(table: TableTop) -> int:
    """Return the fire value of the fire being composed."""
    subject: Any = table.decision.subject
    return int(subject["fire_value"])


def parts(table: TableTop) -> dict[str, int]:
    """Return the sum of the modifiers of each letter of 8.3 ('' is the firing unit's own value), zeros left out."""
    subject: Any = table.decision.subject
    sums: dict[str, int] = {}
    for modifier in subject["modifiers"]:
        sums[modifier["letter"]] = sums.get(modifier["letter"], 0) + modifier["value"]
    return {letter: total for letter, total in sums.items() if total}


def compose(table: TableTop, unit: str, hex: str) -> TableTop:
    """Begin a fire."""
    table.do("fire", unit=unit, hex=hex)
    assert table.decision.kind == "fire"
    return table


def shoot(table: TableTop, unit: str, hex: str, *dice: Plain) -> list[dict[str, Any]]:
    """Fire without any help, with the dice it takes; return the events."""
    return compose(table, unit, hex).dice(*dice).do("confirm")


def aims_of(table: TableTop) -> set[str]:
    """Return what the fire being composed is or could be aimed at."""
    return {str(table.decision.subject["aim"])} | {str(c.get("target")) for c in table.offered("aim")}


def choices(table: TableTop) -> set[str]:
    """Return the units or weapons that can be chosen ('' for none)."""
    return {str(dict(c.args).popitem()[1]) for c in table.offered("choose")}


def firers(table: TableTop) -> set[str]:
    """Return the units that may begin a fire."""
    return {str(c.get("unit")) for c in table.offered("fire")}


def result(events: list[dict[str, Any]]) -> str:
    """Return the entry of the table that a fire came to, '' for a miss."""
    found: str = named(events, "Fired")[0]["result"]
    return found
