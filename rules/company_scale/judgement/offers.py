"""What the behaviours hand to each other: an answer, a command worth considering, its price."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from rules.company_scale.judgement.ground import March
from rules.company_scale.r08_3_modifiers import Shot
from rules.company_scale.state import Battle
from rules.engine.command import Command
from rules.engine.options import Decision

Answer: TypeAlias = Callable[[Battle, Decision], "Command | None"]  # to decisions of one kind; None leaves it to chance
Answers: TypeAlias = "Mapping[str, Answer]"  # by kind of decision


class Offer(NamedTuple):
    """A command worth considering; `intent` is kept where it is the first of several."""

    worth: float
    command: Command
    intent: March | Shot | None = None


def best_first(offers: Iterable[Offer]) -> list[Offer]:
    """Return offers by what they are worth; equals by their commands, so that the order is always the same."""
    return sorted(offers, key=lambda offer: (-offer.worth, str(offer.command)))


def key_of(game: Battle, unit: str) -> tuple[str, int, bool]:
    """Return what tells a new consideration of a unit from the last under the same chit."""
    activity = game.state.activity.get(unit)
    return (unit, activity.used, activity.flipped) if activity else (unit, -1, False)
