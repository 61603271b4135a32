"""The texts of a lesson: plain sentences with references such as [unit:e_143] or [action:undo] in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

DONE: Final = "done"
PASSED: Final = "passed"
MISSED: Final = "missed"
"""How a step ends: done, passed over by the player, or no longer possible."""
KINDS: Final = ("hex", "unit", "rule", "verb", "action")
_REFERENCE: Final = re.compile(r"\[([a-z]+):([^\[\]]+)\]")


class Reference(NamedTuple):
    """A thing a text names: a hex, a unit, a rule, an order by its verb, or an action of the window."""

    kind: str
    name: str


def pieces(text: str) -> Iterator[str | Reference]:
    """Yield a text piece by piece: words and references."""
    end = 0
    for found in _REFERENCE.finditer(text):
        if found.start() > end:
            yield text[end : found.start()]
        yield Reference(found[1], found[2])
        end = found.end()
    if end < len(text):
        yield text[end:]


def references(text: str) -> list[Reference]:
    """Return everything a text refers to."""
    return [piece for piece in pieces(text) if isinstance(piece, Reference)]
