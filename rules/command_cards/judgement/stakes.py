"""What a fall of dice does to a unit, and what that is worth: figures, the unit itself, the hex it must leave."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from rules.command_cards.charts import CLASSES
from rules.command_cards.judgement.weights import Weights
from rules.command_cards.odds import spread

MOST: Final = 4
Standing = tuple[float, ...]
"""How likely a unit is to stand in its hex with 0, 1 .. 4 figures; what is missing to 1 has left it."""


@cache
def standing(figures: int) -> Standing:
    """Return a unit that is certain to have so many figures."""
    return tuple(float(place == figures) for place in range(MOST + 1))


class Fall(NamedTuple):
    """What dice do to a unit: how likely it is lost, stays with so many figures, or falls back with so many."""

    lost: float
    stays: tuple[float, ...]
    goes: tuple[float, ...]


@cache
def fall(dice: int, cls: str, figures: int, spared: bool, shut: bool, stars: bool = False) -> Fall:
    """Return what dice do to a unit that may ignore a flag (`spared`), or has no way back (`shut`)."""
    lost, stays, goes = 0.0, [0.0] * (MOST + 1), [0.0] * (MOST + 1)
    for hits, flags, ways in spread(dice, cls, stars):
        due, chance = max(0, flags - spared), ways / 6**dice
        left = max(0, figures - hits - (due if shut else 0))
        if not left:
            lost += chance
        elif due and not shut:
            goes[left] += chance
        else:
            stays[left] += chance
    return Fall(lost, tuple(stays), tuple(goes))


class Stakes:
    """What units and what happens to them are worth, by the weights; each question is reckoned once."""

    def __init__(self, weights: Weights) -> None:
        self._left = {cls: weights.left(cls) for cls in CLASSES}
        self._known: dict[tuple[int, str, int, bool, bool, bool], tuple[float, float, float]] = {}

    def unit(self, cls: str, figures: int) -> float:
        """Return what a unit is worth to its side."""
        return self._left[cls][figures]

    def harm(
        self, dice: int, cls: str, figures: int, spared: bool, shut: bool, stars: bool = False
    ) -> tuple[float, float, float]:
        """Return what the figures lost are worth, and how likely the unit is lost and falls back."""
        key = dice, cls, figures, spared, shut, stars
        if key not in self._known:
            found, left = fall(*key), self._left[cls]
            stays = sum(found.stays)
            worth = left[figures] * (found.lost + stays + sum(found.goes)) - sum(
                (stay + go) * worth for worth, stay, go in zip(left, found.stays, found.goes, strict=False)
            )
            self._known[key] = worth, found.lost, sum(found.goes)
        return self._known[key]


def after(at: Sequence[float], dice: int, cls: str, spared: bool, shut: bool) -> Standing:
    """Return how a unit stands after dice."""
    made = [0.0] * (MOST + 1)
    for figures, chance in enumerate(at):
        if figures and chance:
            found = fall(dice, cls, figures, spared, shut)
            for place, stays in enumerate(found.stays):
                made[place] += chance * stays
    return tuple(made)
