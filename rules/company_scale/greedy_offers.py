"""What the parts of the greedy bot hand to each other: a command worth considering (no rule of its own)."""

from __future__ import annotations

from typing import NamedTuple

from rules.company_scale.greedy_ground import Plan
from rules.company_scale.r08_3_modifiers import Shot
from rules.engine.command import Command


class Offer(NamedTuple):
    """A command worth considering; `plan` is kept where it is the first of several."""

    worth: float
    command: Command
    plan: Plan | Shot | None = None
