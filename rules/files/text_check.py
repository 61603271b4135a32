"""Texts that are what they look like: no characters that control a terminal, hide, or reverse the reading direction."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from rules.files.documents import Document
from rules.files.problems import Problem
from rules.files.values import Data, Route

_STEERING: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_MOST: Final = 20


def text_problems(document: Document) -> list[Problem]:
    """Return a problem for each text or key with a control character or a direction override."""
    problems: list[Problem] = []
    for route, text in _texts(document.data, ()):
        sign = _STEERING.search(text)
        if sign is not None:
            problems.append(
                document.problem(route, f"The text holds the control character U+{ord(sign[0]):04X}; remove it.")
            )
            if len(problems) == _MOST:
                break
    return problems


def _texts(data: Data, route: Route) -> Iterator[tuple[Route, str]]:
    if isinstance(data, str):
        yield route, data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            if _STEERING.search(key):
                yield route, key
            else:
                yield from _texts(value, (*route, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from _texts(value, (*route, place))
