"""Why units cannot come to a place in one move: the step itself, the points it takes, or where the way must end (4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.engine.command import Reason
from rules.striking_anvil.r01_1_map import area_name
from rules.striking_anvil.r01_3_units import noun
from rules.striking_anvil.r04_movement import (
    Group,
    capacity,
    group_reasons,
    is_train,
    leads_to,
    must_stop,
    reach,
    step_cost,
    step_reasons,
)
from rules.striking_anvil.r07_landings import entry_reasons
from rules.striking_anvil.scenario import other_side
from rules.striking_anvil.state import Anvil


class Way(NamedTuple):
    """A way of as many points as it takes: what it costs, and the last area on it in which a move must end, or ""."""

    spent: int
    stop: str


def far_reasons(
    game: Anvil, group: Group, here: str, to: str, spent: int = 0, trail: tuple[str, ...] = ()
) -> Iterator[Reason]:
    """Yield why a group that has spent some points cannot come to a place in this move, nothing if it can (4)."""
    if not group.units:
        yield from group_reasons(game, group)
        return
    found = reach(game, group, here, spent, trail)
    if to in found:
        return
    before = {here: spent} | {place: way.spent for place, way in found.items() if not way.stops}
    last = [place for place in before if to in leads_to(game, group.side, place)]
    refused = [list(step_reasons(game, group, place, to, before[place], (*trail, here))) for place in last]
    if refused:
        yield from min(refused, key=len)
    else:
        yield from _distant(game, group, here, to, spent)


def _distant(game: Anvil, group: Group, here: str, to: str, spent: int) -> Iterator[Reason]:
    """Yield why a place is out of reach that is not next to any place in reach."""
    name, left = area_name(game, to), max(capacity(game, group) - spent, 0)
    if is_train(game, group.units):
        yield Reason(f"The train only runs along the coast and the Rhône, and can't reach {name} this move.", "1.3.3")
        return
    free, any_way = (_cheapest(game, group, here, to, halts=halts) for halts in (True, False))
    if free is not None:
        yield Reason(f"{name} costs {free.spent} movement points; only {left} left.", "4")
    elif any_way is not None:
        yield Reason(f"The way to {name} runs through {area_name(game, any_way.stop)}, which is "
            f"{noun(other_side(group.side))}. The move must end there.", "4")  # fmt: skip
    elif here in game.scenario.map.boxes:
        yield from entry_reasons(game, here, game.scenario.map.boxes[here].areas[0])
    else:
        yield Reason(f"These units can't reach {name}.", "4")


def _cheapest(game: Anvil, group: Group, here: str, to: str, *, halts: bool) -> Way | None:
    """Return the cheapest way to a place whatever it costs, if it `halts` without passing where a move must end."""
    best, todo = {here: Way(0, "")}, [(0, here)]
    while todo:
        todo.sort()
        spent, at = todo.pop(0)
        ends = at != here and must_stop(game, group.side, at)
        if at == to:
            return best[at]
        if spent > best[at].spent or (halts and ends):
            continue
        for near in leads_to(game, group.side, at):
            cost = step_cost(game, group, at, near)
            if cost is None or (at in game.scenario.map.boxes and any(True for _ in entry_reasons(game, at, near))):
                continue
            if near not in best or spent + cost.total < best[near].spent:
                best[near] = Way(spent + cost.total, at if ends else best[at].stop)
                todo.append((spent + cost.total, near))
    return None
