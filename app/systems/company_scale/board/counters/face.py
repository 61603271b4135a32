"""What a unit counter shows: its printed face and the states it can be in, as hashable values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any

from app.systems.company_scale.text.facts import out_of_command
from app.vision import shown


class Mark(IntFlag):
    """Name the states a counter can show, each by a shape of its own."""

    NONE = 0
    SELECTED = 1
    ACTIVE = 2
    ACTED = 4
    SPENT = 8
    OUT_OF_COMMAND = 16
    CANDIDATE = 32
    JOINED = 64
    GHOST = 128
    LOADED = 256


class Detail(IntEnum):
    """Name the levels of detail, from a coloured tile to the whole counter with a silhouette."""

    TILE = 0
    SYMBOL = 1
    COMPACT = 2
    FULL = 3
    RICH = 4


@dataclass(frozen=True, slots=True)
class Fire:
    """The fire box: colour, value and range."""

    box: str
    value: int
    range: int = 1


@dataclass(frozen=True, slots=True)
class Face:
    """The side of a unit counter that is up; equal faces share one picture."""

    label: str
    symbol: str
    size: str
    colour: str
    ink: str
    stripe: str
    armor: str
    defense: int
    fire: Fire | None = None
    move_class: str = ""
    move: int | None = None
    deployed: bool = True
    engineer: bool = False
    indirect: Fire | None = None
    """The second fire value of a dual-purpose unit (21.1)."""
    edge: str = "round"
    short: str = ""
    """The short name of its division."""

    @staticmethod
    def of(unit: Mapping[str, Any]) -> Face:
        """Read the face from a unit of the view."""
        fire, far, move = unit.get("fire"), unit.get("indirect"), unit.get("move")
        return Face(
            label=str(unit.get("label") or unit.get("name", "")),
            symbol=str(unit.get("symbol", "infantry")),
            size=str(unit.get("size", "company")),
            colour=shown(str(unit.get("colour", "#a9b27c"))),
            ink=str(unit.get("ink", "#1b1b16")),
            stripe=str(unit.get("stripe", "none")),
            armor=str(unit.get("armor", "soft")),
            defense=int(unit.get("defense") or 0),
            fire=Fire(fire["box"], fire["value"], fire.get("range", 1)) if fire else None,
            move_class=str(move["class"]) if move else "",
            move=int(move["allowance"]) if move and move.get("allowance") is not None else None,
            deployed=bool(unit.get("deployed", True)),
            engineer=bool(unit.get("engineer", False)),
            indirect=Fire(far["box"], far["value"], far.get("range", 1)) if far else None,
            edge=str(unit.get("edge", "round")),
            short=str(unit.get("short", "")),
        )


def marks_of(unit: Mapping[str, Any]) -> Mark:
    """Read the states that the view holds: active, acted (once, or all it may), out of command, loaded."""
    marks = Mark.NONE
    if unit.get("active"):
        marks |= Mark.ACTIVE
    used = int(unit.get("actions_used") or 0)
    if used:
        marks |= Mark.ACTED if used == 1 else Mark.SPENT
    if out_of_command(unit):
        marks |= Mark.OUT_OF_COMMAND
    if unit.get("carries"):
        marks |= Mark.LOADED
    return marks


def detail_for(pixels: float) -> Detail:
    """Return the level of detail for a counter `pixels` wide on the screen."""
    for below, detail in ((14, Detail.TILE), (23, Detail.SYMBOL), (39, Detail.COMPACT), (110, Detail.FULL)):
        if pixels < below:
            return detail
    return Detail.RICH
