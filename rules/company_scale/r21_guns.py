"""Dual-purpose units, German guns abandoned in column, and whose guns are at stake (21.1, 21.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rules.company_scale.pieces import counter, known_unit, name_of
from rules.company_scale.r09_1_declaration import AssaultPlan
from rules.company_scale.records.answers import Abandoning
from rules.company_scale.state import MAP, Battle
from rules.engine.command import Reason
from rules.hexes.grid import hex_name

# --- Dual-purpose units, and German guns abandoned in column (21.1, 21.2) ------------------------------------------

DUAL_BIT: Final = 64  # in `State.fired`: a dual-purpose unit has fired from the hex


def is_dual(game: Battle, unit: str) -> bool:
    """Tell whether a unit has a direct and an indirect fire value (21.1)."""
    return counter(game, unit).dual_purpose


def dual_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why a unit may not fire or add its fire: its hex has fired, and a dual-purpose unit takes part (21.1).

    Such a hex fires once in an activation, directly or indirectly. Opportunity fire does not count (RULINGS 80).
    """
    here = game.state.units[unit].hex
    done = game.state.fired.get(here, 0)
    if done and (is_dual(game, unit) or done & DUAL_BIT):
        what = "A hex that fires with a dual-purpose unit"
        yield Reason(f"{what} can fire only once per activation, and {hex_name(here)} has fired.", "21.1")


def note_dual_fire(game: Battle, units: Iterable[str]) -> None:
    """Note that these units fired in their activation from the first one's hex (21.1)."""
    units = tuple(units)
    if any(is_dual(game, unit) for unit in units):
        here = game.state.units[units[0]].hex
        game.state.fired[here] = game.state.fired.get(here, 0) | DUAL_BIT


def would_abandon(game: Battle, unit: str) -> bool:
    """Tell whether turning to column now would cost a unit its guns for good (21.2)."""
    return counter(game, unit).abandons_guns and game.state.units[unit].deployed


def abandon_guns(game: Battle, unit: str) -> None:
    """Take the guns from a unit that has just been turned to column (21.2)."""
    if counter(game, unit).abandons_guns and unit not in game.state.abandoned:
        game.state.abandoned = (*game.state.abandoned, unit)
        game.emit("GunsAbandoned", unit=unit)


def gunless_reasons(game: Battle, unit: str) -> Iterator[Reason]:
    """Yield why a unit can never be deployed again (21.2)."""
    if unit in game.state.abandoned:
        yield Reason(f"{name_of(game, unit)} has abandoned its guns and can't deploy again.", "21.2")


# --- Whose guns would be abandoned for good, for the table to say so before it is done (21.2) ----------------------


def abandoning(game: Battle, unit: str = "") -> Abandoning:
    """Return whether a unit would leave its guns in column, or else whose guns a confirmation leaves (21.2)."""
    if unit:
        known_unit(game, unit)
    units = (unit,) if unit else dict.fromkeys(_confirmed(game))
    return Abandoning(tuple([name for name in units if _loses(game, name)]))


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
    plan = AssaultPlan(game, frame["seat"], frame["called_off"], frame["wishes"])
    return [unit for at in plan.units if at not in plan.called_off for unit in _bound(plan, at)]


def _bound(plan: AssaultPlan, at: int) -> tuple[str, ...]:
    """Return who is bound to go into a hex: into one without enemies only a unit that is there alone (9.1 A)."""
    if at not in plan.empty:
        return plan.assigned(at)
    free = plan.free(at)
    return free if len(free) == 1 else ()
