"""What the Company Scale System teaches the computer opponent, and what that fears for a side's units."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from rules.company_scale.bot.chits import moment_of, stances_of
from rules.company_scale.bot.memory import USUAL
from rules.company_scale.bot.script import CompanyScript
from rules.company_scale.bot.value import value
from rules.company_scale.bot.weights import WEIGHTS
from rules.company_scale.mistakes import MUCH, exposure, is_idle_column, place, warning
from rules.company_scale.pieces import counter, name_of, units_on_map
from rules.company_scale.state import Battle, State
from rules.engine.command import Command
from rules.engine.english import listed
from rules.engine.evaluator import Manner, Moment, Script, Stance, WorthPart
from rules.engine.options import Decision

# --- What the computer fears for a side's units, told to a player who learns ---------------------------------------

MOST: Final = 3
"""Fears that are told."""


def fears(game: Battle, seat: str) -> tuple[str, ...]:
    """Return where a side's units stand under much enemy fire, those in column first, then by points (7.2)."""
    fire, units = exposure(game, seat), [u for u in units_on_map(game, seat) if not counter(game, u).marker]
    stacks: dict[int, list[str]] = {}
    for unit in units:
        stacks.setdefault(game.state.units[unit].hex, []).append(unit)
    columns = {here: [u for u in stack if is_idle_column(game, u)] for here, stack in stacks.items()}
    worst = sorted((here for here in stacks if fire[here] >= MUCH), key=lambda h: (not columns[h], -fire[h], h))
    return tuple(_told(game, here, fire[here], stacks[here], columns[here]) for here in worst[:MOST])


def _told(game: Battle, here: int, points: int, units: Sequence[str], columns: Sequence[str]) -> str:
    who = listed([f"{name_of(game, unit)}{' (in column)' if unit in columns else ''}" for unit in units])
    return f"{place(game, here)}: {points} points of enemy fire reach {who}."


# --- What the company scale system teaches the computer opponent ---------------------------------------------------


class CompanyJudgement:
    """The registered evaluator."""

    levels = ("recruit", "regular", "general", "slow-general", "slowest-general")

    @property
    def tempers(self) -> Mapping[str, str]:
        """Return the tempers."""
        return WEIGHTS.tempers()

    def script(self, manner: Manner, seed: int, stance: Stance | None = None, before: Script | None = None) -> Script:
        """Return a script."""
        script = CompanyScript(seed, manner, USUAL if stance is None else stance.data)
        if isinstance(before, CompanyScript):
            script.mind.recall(before.mind)
        return script

    def moment(self, game: Battle, decision: Decision) -> Moment | None:
        """Return the moment if a unit may act or assault under one's own chit, else None."""
        return moment_of(game, decision)

    def stances(self, game: Battle, decision: Decision, manner: Manner, held: Stance | None = None) -> Sequence[Stance]:
        """Return what else could be done now."""
        return tuple(stances_of(game, decision, manner, held))

    def value(self, game: Battle, seat: str) -> tuple[WorthPart, ...]:
        """Return the expected lead at the end."""
        return value(game, seat)

    def warning(self, game: Battle, decision: Decision, command: Command) -> str | None:
        """Return why an order is likely to be a mistake."""
        return warning(game, decision, command)

    def fears(self, game: Battle, seat: str) -> tuple[str, ...]:
        """Return what the enemy may do to a seat's units next."""
        return fears(game, seat)

    def date(self, state: State) -> Hashable:
        """Return the turn."""
        return state.turn


EVALUATOR: Final = CompanyJudgement()
