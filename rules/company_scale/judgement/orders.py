"""What a plan orders: a deed that comes first, and deeds that are left undone under one chit."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.company_scale.judgement.offers import Offer


class Order(NamedTuple):
    """An order in words, given for one chit: `barred` are deeds to be left undone, `first` is to be begun at once."""

    text: str
    chit: tuple[int, int] = (0, 0)
    barred: frozenset[str] = frozenset()
    first: Offer | None = None


USUAL: Final = Order("default plan")
