"""The grounds of counters in all shipped scenarios."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from app.colour import shown
from rules.company_scale.loading.scenarios import list_scenarios, load_scenario
from rules.company_scale.scenario import Scenario


@dataclass(frozen=True)
class Ground:
    """The ground of a division or attachable formation, as a scenario has it."""

    name: str
    side: str
    colour: str
    ink: str
    edge: str

    def shown(self) -> Ground:
        """Return it as the palette chosen shows it."""
        return replace(self, colour=shown(self.colour))


@cache
def scenarios() -> list[Scenario]:
    return [load_scenario(shipped.id) for shipped in list_scenarios()]


@cache
def grounds() -> frozenset[Ground]:
    """Return every ground of the shipped scenarios, examples among them."""
    found = set()
    for scenario in scenarios():
        for d in scenario.divisions.values():
            found.add(Ground(d.id, d.side, d.colour, d.ink, d.edge))
        for f in scenario.formations.values():
            if f.colour:
                owner = scenario.divisions[f.division]
                found.add(Ground(f.id, owner.side, f.colour, f.ink, owner.edge))
    return frozenset(found)


def of(side: str) -> list[Ground]:
    return sorted((ground for ground in grounds() if ground.side == side), key=lambda ground: ground.name)
