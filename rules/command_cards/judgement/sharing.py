"""Which units do what together: the best deed first, then the best beside it; no two in one hex, none wasted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rules.command_cards.judgement.deeds import Deed, fight_worth
from rules.command_cards.judgement.outlook import Outlook
from rules.command_cards.judgement.stakes import Standing, after, standing
from rules.command_cards.pieces import occupants


class Task(NamedTuple):
    """A deed that was chosen, and what it adds to those chosen before it."""

    deed: Deed
    worth: float


def share_out(
    outlook: Outlook, deeds: Mapping[str, Sequence[Deed]], may: Callable[[Sequence[str], str], bool]
) -> list[Task]:
    """Return the tasks of units that are worth an order each; `may` tells who fits beside others."""
    units = outlook.game.state.units
    stand: dict[str, Standing] = {}
    taken: set[str] = set()
    at = occupants(outlook.game)
    chosen: list[Task] = []
    left = dict(deeds)

    def worth(deed: Deed) -> float:
        if deed.fight is None:
            return deed.gain
        target = deed.fight.target
        return deed.gain + fight_worth(outlook, deed.fight, stand.get(target) or standing(units[target].figures))

    while left:
        best: Task | None = None
        for found in left.values():
            for deed in found:
                if deed.path and (deed.place in taken or deed.place in at):
                    continue
                rated = worth(deed)
                if rated > (best.worth if best else outlook.weights.order):
                    best = Task(deed, rated)
        if best is None:
            break
        name = best.deed.unit
        del left[name]
        if not may([task.deed.unit for task in chosen], name):
            continue
        chosen.append(best)
        if best.deed.path:
            taken.add(best.deed.place)
        if (fight := best.deed.fight) is not None:
            now = stand.get(fight.target) or standing(units[fight.target].figures)
            stand[fight.target] = after(now, fight.dice, units[fight.target].cls, fight.spared, fight.shut)
    return chosen
