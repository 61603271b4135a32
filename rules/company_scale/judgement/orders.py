"""What a plan orders: how the weights change, and which victory hexes count for more or less."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from rules.company_scale.judgement.weights import Weights

FILE = Path(__file__).with_name("orders.yaml")


class Order(NamedTuple):
    """An order in words; `times` multiplies weights by name, `goals` the worth of victory hexes, `elsewhere` others."""

    text: str
    times: tuple[tuple[str, float], ...] = ()
    goals: tuple[tuple[int, float], ...] = ()
    elsewhere: float = 1.0

    def factor(self, goal: int) -> float:
        """Return what a victory hex counts."""
        return dict(self.goals).get(goal, self.elsewhere)


def order(name: str, goal: int = 0, place: str = "") -> Order:
    """Return an order of the file, for a victory hex if it is given."""
    told = _file()[name]
    goals = ((goal, float(told["goal"])),) if goal else ()
    return Order(
        str(told["text"]).format(place=place), tuple(told.get("times", {}).items()), goals,
        float(told.get("elsewhere", 1.0)),
    )  # fmt: skip


USUAL = Order("as usual")


@lru_cache(256)
def adjusted(weights: Weights, given: Order) -> Weights:
    """Return the weights under an order."""
    return replace(weights, **{name: getattr(weights, name) * times for name, times in given.times})


@cache
def _file() -> Mapping[str, Any]:
    raw: Mapping[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return raw
