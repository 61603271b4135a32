"""A scenario in which nothing has its own name any more: what a player still reads of the printed game is not its."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

NAMES = ("name", "label", "replacement", "title", "text")
KEPT = ("charts", "terrain", "levels", "elevation", "hexsides")
"""What has no proper names in it, or is another game's own."""


def renamed(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a whole document of a scenario with other names for its units, formations, people and places."""
    numbers = count(1)
    return {key: each if key in KEPT else _anew(key, each, numbers) for key, each in document.items()}


def _anew(key: str, value: Any, numbers: Iterator[int]) -> Any:
    if isinstance(value, Mapping):
        return {part: each if part in KEPT else _anew(part, each, numbers) for part, each in value.items()}
    if isinstance(value, list | tuple):
        return [_anew(key, each, numbers) for each in value]
    if not isinstance(value, str) or key not in (*NAMES, "short"):
        return value
    return f"N{next(numbers) % 100}" if key == "short" else f"Name {next(numbers)}"
