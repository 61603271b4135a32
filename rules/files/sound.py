"""Parts of documents that were found right, so that they are not looked at again while they stay the same."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

from rules.files.values import Data

LARGE: Final = 100
"""Entries from which a part is looked through each time: to keep every state of it would cost more than it saves."""
MOST: Final = 5_000


class Sound:
    """Knows small mappings and lists that have passed a check. Data must not be changed in place."""

    def __init__(self) -> None:
        self._parts: dict[tuple[int, Hashable], Data] = {}
        self.validators: dict[int, Any] = {}
        """Those of schemas that pass over what is known here, by the identity of the schema."""

    def has(self, part: Data, check: Hashable) -> bool:
        """Tell whether this very part has passed a check."""
        return (id(part), check) in self._parts

    def add(self, part: Data, check: Hashable) -> None:
        """Note that a part has passed a check."""
        if is_small(part):
            if len(self._parts) >= MOST:
                self._parts.clear()
            self._parts[id(part), check] = part  # kept, so that no other part gets its identity


def is_small(part: Data) -> bool:
    """Tell whether a part is a mapping or list that is worth keeping."""
    return isinstance(part, Mapping | list) and len(part) < LARGE
