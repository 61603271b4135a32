"""Hex ids: 18.40 (column from the west, row from the north) is the number 1840 everywhere in the code."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

# Rows 0 and 99 stay free, so that the neighbour of a valid hex is never another column's hex.
FIRST: Final = 1
LAST: Final = 98
_PRINTED: Final = re.compile(r"(\d\d)\.(\d\d)", re.ASCII)


def hex_id(name: object) -> int:
    """Return the id of a printed hex number such as "18.40"; ValueError with one sentence for anything else."""
    listed = _IDS.get(name) if isinstance(name, str) else None
    return _read(name) if listed is None else listed


def _read(name: object) -> int:
    match = _PRINTED.fullmatch(name) if isinstance(name, str) else None
    if match is None:
        raise ValueError(f"{name!r} is not a hex number. Write two digits, a point and two digits, such as 18.40.")
    column, row = int(match[1]), int(match[2])
    if not (FIRST <= column <= LAST and FIRST <= row <= LAST):
        raise ValueError(f"Hex {name} does not exist: columns and rows run from 01 to {LAST}.")
    return column * 100 + row


@cache
def hex_name(h: int) -> str:
    """Return the printed number of a hex: 1840 is "18.40"."""
    return f"{h // 100:02d}.{h % 100:02d}"


_TWO: Final = [f"{n:02d}" for n in range(LAST + 1)]
_IDS: Final = {f"{_TWO[c]}.{_TWO[r]}": c * 100 + r for c in range(FIRST, LAST + 1) for r in range(FIRST, LAST + 1)}


def column(h: int) -> int:
    """Return the column of a hex, counted from the west."""
    return h // 100


def row(h: int) -> int:
    """Return the row of a hex, counted from the north."""
    return h % 100
