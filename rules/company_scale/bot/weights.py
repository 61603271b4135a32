"""The weights of the script: what a hit, a hex, a command is worth. One file holds them, in victory points."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Final

from rules.engine.compiling import native_dataclass
from rules.engine.evaluator import Manner, WeightsFile

POINT: Final = 50.0
"""Worths are reckoned in fiftieths of a victory point."""


@native_dataclass(frozen=True, slots=True)
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
    steady_targets: float
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
    stock: float
    plentiful: float
    guard_within: float
    veto_fire: float
    last_fear: float


WEIGHTS: Final = WeightsFile(Path(__file__).with_name("weights.yaml"), (field.name for field in fields(Weights)))


@cache
def weights_of(manner: Manner) -> Weights:
    """Return the weights of a manner: those of the file, then what its level and its temper change."""
    return Weights(**WEIGHTS.of(manner, POINT))
