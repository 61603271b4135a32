"""Refusals in tests: a position, a command, and what the player must be told with which rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.engine.command import Arg, Command, Reason, cmd
from tests.rules.company_scale.helpers.tables import TableTop


@dataclass(frozen=True)
class Refusal:
    """A command that clauses forbid in a position: the rule number and the words the explanation must hold."""

    clauses: tuple[str, ...]
    position: Callable[[], TableTop]
    command: Command
    rule: str
    words: str
    seat: str = ""

    def __str__(self) -> str:
        return f"{self.clauses[0]}-{self.command.verb}"


def refusal(
    clauses: str, position: Callable[[], TableTop], verb: str, args: Mapping[str, Arg], rule: str, words: str,
    seat: str = "",
) -> Refusal:  # fmt: skip
    """Describe a refusal; `clauses` are ids without CSS, parted by blanks; the `words` may stand apart."""
    return Refusal(tuple(f"CSS-{c}" for c in clauses.split()), position, cmd(verb, **args), rule, words, seat)


def reasons(case: Refusal, table: TableTop) -> list[Reason]:
    """Return what a player is told."""
    return table.session.explain(case.seat or table.decision.seat, case.command)
