"""What the computer fears for a side's units, told to a player who learns."""

from __future__ import annotations

from typing import Final

from rules.striking_anvil.bot.answers import points_told
from rules.striking_anvil.bot.combat import Weights
from rules.striking_anvil.bot.german import Withdrawal
from rules.striking_anvil.r01_1_map import area_name
from rules.striking_anvil.r01_3_units import fighters
from rules.striking_anvil.scenario import ALLIED, GERMAN
from rules.striking_anvil.state import Anvil

MOST: Final = 3
"""Fears that are told."""
LEAST: Final = 0.3  # points


def fears(game: Anvil, seat: str, w: Weights) -> tuple[str, ...]:
    """Return which areas the worst attack would cost the Germans most; the script fears nothing for the Allies."""
    if seat == ALLIED:
        return ()
    out = Withdrawal(game, w)
    stacks = {area: tuple(fighters(game, area, GERMAN)) for area in game.scenario.map.areas}
    costs = {area: out.danger(area, stack) for area, stack in stacks.items()}
    worst = sorted((area for area in costs if costs[area] >= LEAST), key=lambda area: -costs[area])
    return tuple(
        f"{area_name(game, area)}: the worst attack costs {points_told(costs[area])}, and the chance that anybody "
        f"is left there is {out.holds(area, stacks[area]):.0%}."
        for area in worst[:MOST]
    )
