"""Combat: strength, the modified die, the results table, for the roll and for its odds alike (5.1, 5.2, 5.3)."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from rules.striking_anvil.r01_1_map import area_name
from rules.striking_anvil.r01_3_units import counter_of, is_combat, strength, units_of
from rules.striking_anvil.r01_6_control import fort_level
from rules.striking_anvil.r01_8_supply import is_supplied
from rules.striking_anvil.scenario import ALLIED, TRANSPORT, Charts, other_side
from rules.striking_anvil.state import Anvil

ATTACK: Final = "attack"
MOBILE: Final = "mobile"
COUNTER: Final = "counter"
PURSUIT: Final = "pursuit"
REACTIONS: Final = (COUNTER, PURSUIT)
DIE: Final = (1, 2, 3, 4, 5, 6)
NATURAL_LOSS: Final = 1  # an unmodified die that costs the attacker a step (5.2)


class Battle(NamedTuple):
    """One attack: who strikes where, over which border a mobile combat came, whether it is a landing (5.7)."""

    kind: str
    side: str
    area: str
    units: tuple[str, ...]
    border: str = ""
    landing: bool = False


class Part(NamedTuple):
    """One unit's strength in an attack, and whether lack of supply halves it (1.8)."""

    unit: str
    printed: int
    counts: int


class Force(NamedTuple):
    """The strength of an attack: its parts, their sum, what counts after the halving of a mobile combat (5.2, 5.3)."""

    parts: tuple[Part, ...]
    total: int
    counts: int


class Outcome(NamedTuple):
    """What a die brings: the row and column of the table, hits of both sides, whether a natural 1 made one (5.2)."""

    die: int
    row: int
    column: int
    attacker: int
    defender: int
    natural: bool


def half(points: int) -> int:
    """Return half of some points, fractions rounded up (1.8, 5.3)."""
    return (points + 1) // 2


def force(game: Anvil, battle: Battle) -> Force:
    """Add up the strength of an attack: unsupplied units halved each, then the total of a mobile combat (1.8, 5.3).

    Supply is that of the area of the combat, at this moment.
    """
    supplied = is_supplied(game, battle.side, battle.area)
    parts = []
    for unit in battle.units:
        if is_combat(game, unit):  # 5.7: support and special units add to the die alone
            printed = strength(game, unit)
            parts.append(Part(unit, printed, printed if supplied else half(printed)))
    total = sum(part.counts for part in parts)
    return Force(tuple(parts), total, half(total) if battle.kind == MOBILE else total)


def column_of(charts: Charts, points: int) -> int:
    """Return the place of the highest column not above the strength (5.1)."""
    return max(bisect_right(charts.columns, points) - 1, 0)


def row_of(charts: Charts, modified: int) -> int:
    """Return the row of a modified die; beyond the table its outermost (5.1)."""
    return max(min(modified, max(charts.rows)), min(charts.rows))


def resolve(charts: Charts, points: int, modifier: int, die: int) -> Outcome:
    """Return what a die brings (5.1, 5.2)."""
    row, column = row_of(charts, die + modifier), column_of(charts, points)
    attacker, defender = charts.rows[row][column]
    natural = die == NATURAL_LOSS and attacker == 0  # 5.2: not in addition to a loss of the table
    return Outcome(die, row, charts.columns[column], int(natural) or attacker, defender, natural)


def outcomes(charts: Charts, points: int, modifier: int) -> list[Outcome]:
    """Return what each face of the die would bring."""
    return [resolve(charts, points, modifier, die) for die in DIE]


def is_target(game: Anvil, side: str, area: str) -> bool:
    """Tell whether a side has something to attack in an area: any enemy but transports, or a fort level (5.2)."""
    if side == ALLIED and fort_level(game, area):
        return True
    return any(counter_of(game, unit).kind != TRANSPORT for unit in units_of(game, area, other_side(side)))


def place_of(game: Anvil, battle: Battle) -> str:
    """Return where an attack takes place, in words."""
    return area_name(game, battle.area)
