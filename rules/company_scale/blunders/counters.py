"""All that is counted in a game of the Company Scale System."""

from __future__ import annotations

from rules.company_scale.blunders.chits import IdleUnits, WastedChits
from rules.company_scale.blunders.fire import Baited, CalledOff
from rules.company_scale.blunders.goals import VictoryHexLeft
from rules.company_scale.blunders.moves import (
    ColumnUnderFire,
    CommandsLeft,
    DispatchLeft,
    HeadquartersNear,
    PaidForNothing,
    ThereAndBack,
)
from rules.testing.blunder_counter import BlunderCounter


def counters() -> list[BlunderCounter]:
    """Return what watches one game."""
    return [
        CommandsLeft(), DispatchLeft(), WastedChits(), PaidForNothing(), VictoryHexLeft(), CalledOff(),
        ColumnUnderFire(), ThereAndBack(), HeadquartersNear(), Baited(), IdleUnits(),
    ]  # fmt: skip
