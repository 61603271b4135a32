"""Copies of one game that players send each other: which of two goes on from the other, or where they part."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from rules.engine.history import NATURE, Entry


class Copies(NamedTuple):
    """A file that is to be opened and the record of the same game that is kept here.

    Numbers are of players' orders: those that both begin with, and those that each has after them.
    """

    own: Path
    file: Path
    shared: int
    own_more: int
    file_more: int

    @property
    def are_alike(self) -> bool:
        """Tell whether both hold the same game."""
        return not self.own_more and not self.file_more

    @property
    def goes_on(self) -> bool:
        """Tell whether the file goes on from the own copy."""
        return not self.own_more and self.file_more > 0

    @property
    def part(self) -> bool:
        """Tell whether each goes on in another way."""
        return self.own_more > 0 and self.file_more > 0

    @staticmethod
    def of(own: tuple[Path, Sequence[Entry]], file: tuple[Path, Sequence[Entry]]) -> Copies:
        """Compare two records by what was ordered and what chance answered."""
        pairs = zip(own[1], file[1], strict=False)
        both = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return Copies(own[0], file[0], *(_orders(part) for part in (own[1][:both], own[1][both:], file[1][both:])))


def _orders(entries: Sequence[Entry]) -> int:
    return sum(entry.seat != NATURE for entry in entries)
