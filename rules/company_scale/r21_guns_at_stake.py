"""Whose guns would be abandoned for good, for the table to say so before it is done (21.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.company_scale.pieces import counter, known_unit
from rules.company_scale.r09_1_declaration import Plan
from rules.company_scale.r21_guns import would_abandon
from rules.company_scale.state import MAP, Battle


def abandoning(game: Battle, unit: str = "") -> dict[str, Any]:
    """Return whether a unit would leave its guns in column, or without a unit whose guns a confirmation leaves (21.2).

    The units come as a list.
    """
    if unit:
        known_unit(game, unit)
    units = (unit,) if unit else dict.fromkeys(_confirmed(game))
    return {"units": [name for name in units if _loses(game, name)]}


def _loses(game: Battle, unit: str) -> bool:
    if game.state.units[unit].place == MAP:
        return would_abandon(game, unit)
    return counter(game, unit).abandons_guns and unit not in game.state.abandoned  # 8.5.2: it comes back on either side


def _confirmed(game: Battle) -> Iterable[str]:
    """Return the units that go into column once the present question of an assault is confirmed (9.1)."""
    frame = game.state.frames[-1] if game.state.frames else None
    if frame is not None and frame.kind == "advance":
        chosen: tuple[str, ...] = frame["chosen"]
        return chosen
    if frame is None or frame.kind != "assaults":
        return ()
    plan = Plan(game, frame["seat"], frame["called_off"], frame["wishes"])
    return [unit for at in plan.units if at not in plan.called_off for unit in _bound(plan, at)]


def _bound(plan: Plan, at: int) -> tuple[str, ...]:
    """Return who is bound to go into a hex: into one without enemies only a unit that is there alone (9.1 A)."""
    if at not in plan.empty:
        return plan.assigned(at)
    free = plan.free(at)
    return free if len(free) == 1 else ()
