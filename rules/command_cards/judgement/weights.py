"""The weights of the script: what figures, hexes and cards are worth. One file holds them, in medals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from rules.engine.judgement import Manner

FILE: Final = Path(__file__).with_name("weights.yaml")


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
    exchange: float
    wait: float
    spring: float
    obey: float
    throw: float
    sandbags: float
    game: float
    among: float

    def left(self, cls: str) -> tuple[float, ...]:
        """Return what a unit of a class is worth by its figures."""
        found = [0.0]
        while (name := f"{cls}_{len(found)}") in self.__slots__:
            found.append(getattr(self, name))
        return tuple(found)


@cache
def weights_of(manner: Manner) -> Weights:
    """Return the weights of a manner: the file's, then what its level and its temper change."""
    raw = _file()
    weights = Weights(**{name: float(told["is"]) for name, told in raw["weights"].items()})
    for group, name in (("levels", manner.level), ("tempers", manner.temper)):
        weights = replace(weights, **raw.get(group, {}).get(name, {}).get("changes", {}))
    return weights


def tempers() -> Mapping[str, str]:
    """Return the tempers by name, each with its sentence."""
    return {name: str(told["text"]) for name, told in _file()["tempers"].items()}


@cache
def usual() -> Mapping[str, float]:
    """Return what each card is usually worth when it is played, in medals."""
    return {name: float(worth) for name, worth in _file()["cards"].items()}


@cache
def _file() -> Mapping[str, Any]:
    raw: Mapping[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    wrong = set(raw["weights"]) ^ {field.name for field in fields(Weights)}
    assert not wrong, f"{FILE.name}: {', '.join(sorted(wrong))}"
    return raw
