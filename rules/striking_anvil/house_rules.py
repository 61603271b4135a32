"""The rules that players may play otherwise than printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from rules.engine.house_rules import HouseRules, Setting, Switch, Value

SWITCHES: Final = (
    Switch("only_combat_units_take_control", "Who takes an area", "1.6", (
        Setting(False, "Any unit takes an undefended enemy area, transports included."),
        Setting(True, "Only combat units take an enemy area."),
    )),
    Switch("strict_combined_arms", "Combined arms", "5.7", (
        Setting(False, "Artillery and anti-tank units each add 1 to an attack, as in example 3."),
        Setting(True, "Artillery and anti-tank units count as one type and add 1 together."),
    )),
    Switch("attackers_may_disorganize", "How attackers pay hits", "5.8", (
        Setting(False, "Attackers pay hits with steps; they end disorganized anyway."),
        Setting(True, "Attackers may pay hits by becoming disorganized."),
    )),
    Switch("naval_marker_coast_only", "Naval bombing", "6", (
        Setting(False, "The naval bombing marker may go to any area."),
        Setting(True, "The naval bombing marker may go only to coastal areas."),
    )),
    Switch("planning_variant", "Planning variant", "10", (
        Setting(False, "The standard game: no combat groups are planned."),
        Setting(True, "The planning variant: each turn begins by forming combat groups."),
    )),
)  # fmt: skip


def _played(scenario: Any) -> Mapping[str, Value]:
    return asdict(scenario.rules)


HOUSE_RULES: Final = HouseRules(SWITCHES, _played)
