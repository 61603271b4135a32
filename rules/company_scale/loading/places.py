"""The hexes and pieces that a problem is about, read off the route to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from rules.files.documents import Document
from rules.files.problems import Problem
from rules.files.values import Data, Route

_BY_PIECE: Final = ("setup", "support_weapons", "leaders")
"""Mappings of a scenario whose keys are pieces."""
_PIECES: Final = ("units", "support_weapons", "leaders", "heroes", "transports", "carries")
"""Fields that hold a piece or a list of them."""
_HEXES: Final = re.compile(r"[0-9][0-9]\.[0-9][0-9]")


def located(problems: Iterable[Problem], document: Document) -> list[Problem]:
    """Return the problems of a document with the hexes and pieces along their routes before those they name."""
    below = len(document.base)
    return [
        replace(each, places=tuple(dict.fromkeys((*_places(document.data, each.route[below:]), *each.places))))
        for each in problems
    ]


def _places(data: Data, route: Route) -> Iterator[str]:
    for place, key in enumerate(route):
        if place and route[place - 1] in _BY_PIECE and isinstance(key, str):
            yield key
        data = _at(data, key)
        if isinstance(data, Mapping):
            named = (data.get(name) for name in ("id", "hex", "hexside"))
            yield from (one for text in named if isinstance(text, str) for one in _HEXES.findall(text) or [text])
    field = next((key for key in reversed(route) if isinstance(key, str)), "")
    for text in data if isinstance(data, list) else [data]:
        if isinstance(text, str):
            yield from _HEXES.findall(text) or ([text] if field in _PIECES else [])


def _at(data: Data, key: str | int) -> Data:
    if isinstance(data, Mapping):
        return data.get(key)
    return data[key] if isinstance(data, list) and isinstance(key, int) and key < len(data) else None
