"""The rules that a game plays otherwise than printed, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.text.parts import Markup, compose, join
from rules.engine.house_rules import HouseRules, Played
from rules.engine.session import Session

TITLE = "Rules not as printed"
MARK = "house rules"
"""What the title of the window says of a game whose players chose some."""


def in_force(session: Session | None) -> list[Played]:
    """Return what a game plays otherwise than printed, or its players chose."""
    return session.system.house_rules.in_force(session.scenario, session.source) if session is not None else []


def house_rules_page(played: Sequence[Played]) -> Markup:
    """Return a heading and a list as rich text, nothing where every rule is as printed."""
    if not played:
        return Markup("")
    return compose("<h3>{}</h3><ul>{}</ul>", TITLE, join("", (compose("<li>{}</li>", str(one)) for one in played)))


def printed_lines(house: HouseRules, scenario: Any) -> list[str]:
    """Return a line with its rule number for each rule that a scenario plays otherwise than printed."""
    return [f"•  {one.setting.words.rstrip('.')} ({one.switch.rule})." for one in house.in_force(scenario)]
