"""The weights of the script, and what a fall of dice is worth by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from rules.command_cards.charts import CLASSES
from rules.command_cards.dice import spread
from rules.engine.evaluator import Manner, WeightsFile

MOST: Final = 4
"""Figures of a unit at most."""

# --- The weights of the script: what figures, hexes and cards are worth. One file holds them, in medals ------------


@dataclass(frozen=True, slots=True)
class Weights:
    """Each weight by name, in medals unless the file says otherwise."""

    infantry_1: float
    infantry_2: float
    infantry_3: float
    infantry_4: float
    armor_1: float
    armor_2: float
    armor_3: float
    armor_4: float
    artillery_1: float
    artillery_2: float
    last_medal: float
    push: float
    overrun: float
    grab: float
    near_danger: float
    far_danger: float
    frail: float
    objective: float
    passing: float
    holding: float
    guarding: float
    guarding_far: float
    exit: float
    nearer: float
    closer: float
    gun_nearer: float
    gun_touched: float
    order: float
    keeping: float
    cards_left: float
    places: float
    exchange: float
    wait: float
    spring: float
    sprung: float
    obey: float
    throw: float
    sandbags: float
    game: float

    def left(self, cls: str) -> tuple[float, ...]:
        """Return what a unit of a class is worth by its figures, up to MOST; what is not weighed is worth the last."""
        found = [0.0]
        while hasattr(self, name := f"{cls}_{len(found)}"):
            found.append(getattr(self, name))
        return (*found, *found[-1:] * (MOST + 1 - len(found)))


WEIGHTS: Final = WeightsFile(Path(__file__).with_name("weights.yaml"), (field.name for field in fields(Weights)))


@cache
def weights_of(manner: Manner) -> Weights:
    """Return the weights of a manner: those of the file, then what its level and its temper change."""
    return Weights(**WEIGHTS.of(manner))


@cache
def usual() -> Mapping[str, float]:
    """Return what each card of the house deck is usually worth when it is played, in medals."""
    return {name: float(worth) for name, worth in WEIGHTS.raw["cards"].items()}


def usual_worth(card: str) -> float:
    """Return what a card is usually worth when it is played, in medals; one of another deck as much as most are."""
    known = usual()
    return known[card] if card in known else median(known.values())


# --- What a fall of dice does to a unit, and what that is worth: figures, the unit itself, the hex it must leave ---

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

    def figures_lost(self, figures: int) -> float:
        """Return how many figures of a unit with so many are lost on average."""
        stays = [left * (stay + go) for left, stay, go in zip(range(MOST + 1), self.stays, self.goes, strict=True)]
        return figures - sum(stays, 0.0)


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
