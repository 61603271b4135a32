"""What a data file holds: plain values, the place of each, and texts that may be hexes or numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

Data = Any  # what YAML or JSON holds: mappings, lists, text, numbers, true, false, nothing


Route = tuple[str | int, ...]


def table_in(data: Mapping[str, Data], key: str) -> Mapping[str, Data]:
    """Return a part that has names, empty where it is missing or something else stands there."""
    found = data.get(key)
    return found if isinstance(found, Mapping) else {}


def list_in(data: Mapping[str, Data], key: str) -> list[Any]:
    """Return a list, empty where it is missing or something else stands there."""
    found = data.get(key)
    return found if isinstance(found, list) else []


_HEX: Final = re.compile(r"[0-9][0-9]\.[0-9][0-9]")


def looks_like_hex(value: object) -> bool:
    """Tell whether a value is a text such as 18.40: a hex number, or a number where one is expected."""
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


class YamlFault(Exception):
    """A text is not usable YAML: why, in one sentence, and on which line (0 if unknown)."""

    def __init__(self, line: int, message: str) -> None:
        """Keep the line and the sentence."""
        super().__init__(message)
        self.line = line
        self.message = message
