"""The weights of the script: what a hit, a hex, a command is worth. One file holds them, in victory points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from rules.engine.evaluator import Manner

FILE: Final = Path(__file__).with_name("weights.yaml")
POINT: Final = 50.0
"""Worths are reckoned in fiftieths of a victory point."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Each weight by name: worths in fiftieths of a victory point, anything else as it stands in the file."""

    least_action: float
    returning: float
    pause_to_deploy: float
    set_up_gun: float
    command: float
    suppressed: float
    pinned: float
    level: float
    unit: float
    unit_fire: float
    headquarters: float
    routed: float
    concentration: float
    helper: float
    kept_fire: float
    rallied_level: float
    barrage_light: float
    barrage_medium: float
    barrage_heavy: float
    gun_targets: float
    gun_helper: float
    tied: float
    assault_edge: float
    call_off_edge: float
    hopeless_edge: float
    assault_points: float
    plenty: float
    reroll_own: float
    reroll_enemy: float
    fetched: float
    set_down: float
    exit_pace: float
    exit_slack: float
    exit_nearer: float
    goals: float
    threats: float
    gun_nearer: float
    pull: float
    fading: float
    second_pull: float
    second_in_goal: float
    near_own_goal: float
    near_shared_goal: float
    exposed: float
    exposed_in_column: float
    cover: float
    shot_at: float
    shooting: float
    out_of_command: float
    crowded: float
    mixed: float
    near_enemy: float
    disorder: float
    dig: float
    dig_within: float
    settling: float
    busy_units: float
    at_once: float
    enters: float
    laden: float
    among: float
    stock: float
    plentiful: float
    guard_within: float


@cache
def weights_of(manner: Manner) -> Weights:
    """Return the weights of a manner: those of the file, then what its level and its temper change."""
    raw = _file()
    values = {name: _reckoned(name, told["is"], told) for name, told in raw["weights"].items()}
    weights = Weights(**values)
    for group, name in (("levels", "regular"), ("levels", manner.level), ("tempers", manner.temper)):
        changes = raw[group].get(name, {}).get("changes", {})
        weights = replace(
            weights, **{name: _reckoned(name, value, raw["weights"][name]) for name, value in changes.items()}
        )
    return weights


def tempers() -> Mapping[str, str]:
    """Return the tempers by name, each with its sentence."""
    return {name: str(told["text"]) for name, told in _file()["tempers"].items()}


def _reckoned(name: str, value: float, told: Mapping[str, Any]) -> float:
    return round(value * POINT, 6) if told["in"] == "points" else float(value)


@cache
def _file() -> Mapping[str, Any]:
    raw: Mapping[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    wrong = set(raw["weights"]) ^ {field.name for field in fields(Weights)}
    assert not wrong, f"{FILE.name}: {', '.join(sorted(wrong))}"
    return raw
