"""All that is counted in a game of the Company Scale System."""

from __future__ import annotations

from rules.company_scale.silly.assaults import CalledOff
from rules.company_scale.silly.chits import IdleUnits, WastedChits
from rules.company_scale.silly.commands import CommandsLeft, DispatchLeft, PaidForNothing
from rules.company_scale.silly.goals import VictoryHexLeft
from rules.company_scale.silly.moves import ColumnUnderFire, HeadquartersNear, ThereAndBack
from rules.company_scale.silly.opportunity import Baited
from rules.testing.acts import Act


def acts() -> list[Act]:
    """Return what watches one game."""
    return [
        CommandsLeft(), DispatchLeft(), WastedChits(), PaidForNothing(), VictoryHexLeft(), CalledOff(),
        ColumnUnderFire(), ThereAndBack(), HeadquartersNear(), Baited(), IdleUnits(),
    ]  # fmt: skip
