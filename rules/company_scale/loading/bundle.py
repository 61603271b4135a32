"""The documents of one scenario together, what was built of them, and the hash of what matters in them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final, TypeVar, cast

from rules.files.documents import Document
from rules.files.values import Data

T = TypeVar("T")
_NOT_HASHED: Final = frozenset(  # prose and drawing
    {"note", "playing_time", "art", "elevation", "names", "constraints", "bridges", "entries"}
)
_ELSEWHERE: Final = frozenset({"map", "forces", "charts", "rules_version"})
"""Fields of a scenario that its hash leaves out: hashed as documents of their own, or told by the record."""


class Kept:
    """What was built last of documents, and of what; so that a draft builds anew only what a change touches."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[object, object]] = {}

    def once(self, name: str, of: tuple[object, ...], build: Callable[[], T]) -> T:
        """Return what is built of this, anew unless it is the same as the last time."""
        before = self._last.get(name)
        if before is None or before[0] != of:
            before = self._last[name] = of, build()
        return cast(T, before[1])


@dataclass(frozen=True, slots=True)
class Bundle:
    """The documents of one scenario together: itself, its map, its forces and its charts.

    `kept` holds what was built of the same map, forces and charts before.
    """

    scenario: Document
    map: Document
    forces: tuple[Document, ...]
    charts: Mapping[str, Data]
    kept: Kept = field(default_factory=Kept, compare=False, repr=False)


def content_hash(bundle: Bundle) -> str:
    """Return a hash of all data that can matter to the rules, without prose and drawing data."""
    scenario = {key: value for key, value in bundle.scenario.mapping.items() if key not in _ELSEWHERE}
    others = [bundle.map.mapping, *(part.mapping for part in bundle.forces), bundle.charts]
    told = bundle.kept.once("told", tuple(others), lambda: ",".join(map(_told, others)))
    return blake2b(f"[{_told(scenario)},{told}]".encode("ascii"), digest_size=16).hexdigest()


def _told(part: Mapping[str, Data]) -> str:
    matters = {key: value for key, value in part.items() if key not in _NOT_HASHED}
    return json.dumps(matters, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
