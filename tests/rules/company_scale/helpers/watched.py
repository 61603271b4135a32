"""A position watched by one silly act, command by command."""

from __future__ import annotations

from rules.engine.command import Arg, cmd
from rules.engine.silly import Act, Seen, Step
from tests.rules.company_scale.helpers.tables import TableTop


class Watched:
    """A position under test and the act that watches it."""

    def __init__(self, table: TableTop, act: Act) -> None:
        self.table = table
        self.act = act

    def do(self, verb: str, /, **args: Arg) -> list[Seen]:
        """Submit a command for whoever decides; return what is seen."""
        table, decision, command = self.table, self.table.decision, cmd(verb, **args)
        before, seq = table.game, table.session.seq
        events = table.session.submit(decision.seat, seq, command).events
        return list(self.act.see(Step(seq, decision.seat, decision, command, before, table.game, events)))

    def march(self, unit: str, *hexes: str) -> list[Seen]:
        """Move a unit in column along some hexes; return what is seen."""
        seen = self.do("move", units=(unit,))
        for hex in hexes:
            seen += self.do("step", to=hex, by="terrain")
        return seen + (self.do("stop") if self.table.decision.kind == "movement" else [])

    def end(self) -> list[Seen]:
        """End the activation; return what is seen."""
        return self.do("end_activation")
