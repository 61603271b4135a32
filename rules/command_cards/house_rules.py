"""The rule that players may play otherwise than printed (CMD-los-04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.engine.house_rules import HouseRules, Setting, Switch, Value

SWITCHES: Final = (
    Switch(
        "los_edge_rule",
        "Line of sight along hexsides",
        "CMD-los-04",
        (
            Setting(
                "whole_line", "A line along hexsides is blocked by one obstruction on each side, anywhere along it."
            ),
            Setting("per_edge", "A line along hexsides is blocked only by obstructions facing each other."),
        ),
    ),
)


def _played(scenario: Any) -> Mapping[str, Value]:
    return {"los_edge_rule": "per_edge" if scenario.per_edge else "whole_line"}


HOUSE_RULES: Final = HouseRules(SWITCHES, _played)
