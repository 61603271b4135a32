"""Copies of one game that players send each other: which of two goes on from the other, or where they part."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from rules.engine.history import NATURE, Entry


class Copies(NamedTuple):
    """A file that is to be opened and the record of the same game that is kept here.

    Numbers are of players' orders: those that both begin with, and those that each has after them. `own_begins` tells
    that the file begins with all of the own copy, `file_begins` the reverse; dice and draws count for that. A game that
    hides nothing `can_be_hosted` from here on.
    """

    own: Path
    file: Path
    shared: int
    own_more: int
    file_more: int
    own_begins: bool
    file_begins: bool
    can_be_hosted: bool = False

    @property
    def are_alike(self) -> bool:
        """Tell whether the own copy holds all of the file and no order beyond it."""
        return self.file_begins and not self.own_more

    @property
    def goes_on(self) -> bool:
        """Tell whether the file goes on from the own copy."""
        return self.own_begins and not self.file_begins

    @property
    def part(self) -> bool:
        """Tell whether each goes on in another way, be it by another die."""
        return not self.own_begins and not self.file_begins

    @staticmethod
    def of(
        own: tuple[Path, Sequence[Entry]], file: tuple[Path, Sequence[Entry]], *, can_be_hosted: bool = False
    ) -> Copies:
        """Compare two records by what was ordered and what chance answered."""
        pairs = zip(own[1], file[1], strict=False)
        both = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        shared, own_more, file_more = (_orders(part) for part in (own[1][:both], own[1][both:], file[1][both:]))
        return Copies(
            own[0], file[0], shared, own_more, file_more, both == len(own[1]), both == len(file[1]), can_be_hosted
        )


def _orders(entries: Sequence[Entry]) -> int:
    return sum(entry.seat != NATURE for entry in entries)
