"""The weights of the script: what an area, a hit, a unit is worth. One file holds them, in victory points."""

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
    """Each weight by name, as it stands in the file."""

    least: float
    german_point: float
    allied_point: float
    built: float
    built_more: float
    built_most: float
    blown: float
    train_help: float
    train_flight: float
    fort_level: float
    support: float
    german_alive: float
    allied_alive: float
    turning: float
    area: float
    cleared: float
    cleared_points: float
    own_losses: float
    reacting: float
    german_goal: float
    enough_times: float
    enough_level: float
    enough_any: float
    enough_share: float
    fade: float
    drawn: float
    ashore: float
    left_open: float
    escape_0: float
    escape_1: float
    escape_2: float
    escape_3: float
    among_enemies: float
    next_turn: float
    exposed_near: float
    exposed_beside: float
    exposed_far: float
    guarding: float
    danger: float
    taken_back: float
    turned_here: float
    rearguard: float
    rearguard_end: float
    last: float
    ffi_pull: float
    cut_off: float
    among: float


@cache
def weights_of(manner: Manner) -> Weights:
    """Return the weights of a manner: those of the file, then what its level and its temper change."""
    raw = _file()
    weights = Weights(**{name: float(told["is"]) for name, told in raw["weights"].items()})
    for group, name in (("levels", "regular"), ("levels", manner.level), ("tempers", manner.temper)):
        weights = replace(weights, **raw[group].get(name, {}).get("changes", {}))
    return weights


def tempers() -> Mapping[str, str]:
    """Return the tempers by name, each with its sentence."""
    return {name: str(told["text"]) for name, told in _file()["tempers"].items()}


@cache
def _file() -> Mapping[str, Any]:
    raw: Mapping[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    wrong = set(raw["weights"]) ^ {field.name for field in fields(Weights)}
    assert not wrong, f"{FILE.name}: {', '.join(sorted(wrong))}"
    return raw
