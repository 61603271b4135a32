"""A small position watched by one blunder."""

from __future__ import annotations

from rules.testing.gear import Blunder, BlunderCounter
from tests.rules.company_scale.helpers.tables import TableTop
from tests.rules.engine.helpers import watched


class Watched(watched.Watched):
    """A position under test and the act that watches it."""

    def __init__(self, table: TableTop, act: BlunderCounter) -> None:
        super().__init__(table.session, act)
        self.table = table

    def march(self, unit: str, *hexes: str) -> list[Blunder]:
        """Move a unit in column along some hexes; return what is seen."""
        seen = self.do("move", units=(unit,))
        for hex in hexes:
            seen += self.do("step", to=hex, by="terrain")
        return seen + (self.do("stop") if self.table.decision.kind == "movement" else [])

    def end(self) -> list[Blunder]:
        """End the activation; return what is seen."""
        return self.do("end_activation")
