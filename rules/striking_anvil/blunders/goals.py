"""Points that lie in the road (3, VIC)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.striking_anvil.r01_1_map import area_name, fort_level, is_friendly, is_supplied
from rules.striking_anvil.r01_3_units import fighters, is_good, label
from rules.striking_anvil.r03_impulses import member_reasons, places
from rules.striking_anvil.r04_movement import Group, reach
from rules.striking_anvil.scenario import SIDES
from rules.striking_anvil.state import Anvil
from rules.testing.blunder_counter import Blunder, BlunderCounter, Step


class GoalNotTaken(BlunderCounter):
    """Counts the empty enemy areas with victory points that a side could still have walked into when both pass.

    Nobody is expected to walk out of an area with points that he alone holds.
    """

    name = "both pass while an empty area with points is in reach"
    wanted = 0.1

    def see(self, step: Step) -> Iterator[Blunder]:
        """Yield each such area once, with a unit that could have taken it."""
        game: Anvil = step.before
        if step.decision.kind == "order" and step.command.verb == "pass" and game.state.passes:
            for side in SIDES:
                yield from self._missed(game, side)

    def _missed(self, game: Anvil, side: str) -> Iterator[Blunder]:
        worth = game.scenario.charts.victory.areas
        empty = {
            area for area in worth
            if not is_friendly(game, side, area) and not game.state.stack(area) and not fort_level(game, area)
        }  # fmt: skip
        for place in places(game) if empty else ():
            own = fighters(game, place, side)
            if (place in worth and len(own) == 1) or not is_supplied(game, side, place):  # 1.8: without supply no move
                continue
            for unit in own:
                if not is_good(game, unit) or next(member_reasons(game, side, place, unit), None) is not None:
                    continue
                found = empty.intersection(reach(game, Group(side, (unit,), {}), place))
                for area in sorted(found):
                    way = f"{label(game, unit)} in {area_name(game, place)}"
                    yield Blunder(side, f"{area_name(game, area)} ({worth[area]}), in reach of {way}")
                empty -= found
