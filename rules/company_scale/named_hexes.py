"""Hexes named in commands and queries: reading them, and the message for a text that names none."""

from __future__ import annotations

from rules.engine.command import Reason
from rules.hexes.ids import hex_id


def read_hex(text: str) -> int | None:
    """Return the hex a command names, or None if it is not a hex id."""
    try:
        return hex_id(text)
    except ValueError:
        return None


def no_hex(text: str, like: str = "18.40") -> Reason:
    """Return why a text names no hex; `like` shows how one is written."""
    return Reason(f'"{text}" is not a hex. Hexes look like {like}.')


def not_in_play(text: str, rule: str = "") -> Reason:
    """Return why a text names no hex of the map."""
    return Reason(f'"{text}" is not a hex on this map. Hexes look like 18.40.', rule)
