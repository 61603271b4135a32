"""Stacking and disorganization of stacks (6.1, 6.1.1), and what happens when units leave a hex (6.2.2, 8.5.1, 10.0)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules.company_scale.counters import Counter, Stripe
from rules.company_scale.pieces import counter, headquarters, holder, is_own_headquarters, stacked, weapons_in
from rules.company_scale.prompts import ask_unit, ask_weapon
from rules.company_scale.r06_2_terrain import drop_markers_near
from rules.company_scale.r07_line_of_sight import hostile_zone
from rules.company_scale.r08_5_4_status import MAX_DG
from rules.company_scale.r09_2_markers import drop_lonely_markers
from rules.company_scale.r13_leaders import dismiss, leave_alone
from rules.company_scale.r14_heroes import keep_company
from rules.company_scale.r15_carrying import box_for, passenger_of, shares_fate
from rules.company_scale.r18_reinforcements import is_shelter
from rules.company_scale.r27_victory import count_loss
from rules.company_scale.state import (
    ELIMINATED,
    NO_OPPORTUNITY_FIRE,
    OUT,
    REALLOCATING,
    RESERVE,
    ROUTED,
    SUSTAINED_FIRE,
    Battle,
    State,
    derived,
)
from rules.company_scale.tracing import can_trace
from rules.engine.frames import Procedure
from rules.hexes.grid import HexSet, hex_name

STACK_LIMIT: Final = 3  # 6.1


def together(game: Battle, hex_id: int) -> tuple[str, ...]:
    """Return the units of a hex in order: how a Kampfgruppe that brought them together is remembered (24.0)."""
    return tuple(sorted(stacked(game, hex_id)))


def excess_of(game: Battle, hex_id: int) -> int:
    """Return how many units a hex holds above the limit (6.1)."""
    return max(0, len(stacked(game, hex_id)) - STACK_LIMIT)


def is_mixed(game: Battle, hex_id: int) -> bool:
    """Tell whether a hex holds units of more than one formation, as 6.1 means it."""
    units = [counter(game, unit) for unit in stacked(game, hex_id)]
    groups = {_group(unit) for unit in units}
    divisions = {unit.division for unit in units}
    coloured = {group for group in groups if group[1]}
    if len(divisions) > 1:  # RULINGS 6: a white stripe or none helps only within its own division
        return True
    return len(coloured) > 1


def remember_setup(game: Battle) -> None:
    """Count the stacks of the set-up as already penalized: no activation formed them (6.1; RULINGS 34)."""
    for here in game.state.stacks:
        excess, mixed = excess_of(game, here), is_mixed(game, here)
        if excess or mixed:
            game.state.mark(here, excess=excess, mixed=mixed)


def _group(unit: Counter) -> tuple[str, str]:
    return unit.division, unit.formation if unit.stripe is Stripe.COLOURED else ""


def exchange(game: Battle, old_dg: int, hex_id: int) -> None:
    """Give a hex and the units entering it the higher disorganization of the two (6.1.1)."""
    there = game.state.status(hex_id).dg
    level = max(old_dg, there)
    if level != there:
        game.state.mark(hex_id, dg=level)
        game.emit("MarkerPlaced", hex=hex_name(hex_id), kind="dg", value=level)


def remove_unit(game: Battle, unit: str, place: str) -> None:
    """Take a unit off the map: routed or eliminated; an eliminated headquarters goes to the routed box (8.5)."""
    here = game.state.units[unit].hex
    if counter(game, unit).marker:  # 22.2: a later event can place it again, and it never scores
        game.state.activity.pop(unit, None)
        game.state.place(unit, 0, RESERVE)
        game.emit("EvacuationRemoved", unit=unit, hex=hex_name(here))
        return
    lost = place == ELIMINATED
    passenger = passenger_of(game.state, unit)
    shares_fate(game, unit, place)  # 15.0
    place = box_for(game, unit, place)
    if lost and counter(game, unit).hq:
        place = ROUTED
    game.state.place(unit, 0, place)
    activity = game.state.activity.pop(unit, None)
    if activity is not None and place != ELIMINATED:  # RULINGS 24: it does not act again under this chit
        game.state.activity[unit] = replace(activity, used=2)
    game.emit("UnitEliminated" if lost else "UnitRouted", unit=unit, hex=hex_name(here), place=place)
    if lost:
        _count_losses(game, unit, passenger)
    if here in game.state.stacks:
        keep_company(game, here)  # 14.0
    for gone in (unit, passenger):
        if gone and game.state.units[gone].place == ELIMINATED:
            dismiss(game, gone)  # 13.1


def _count_losses(game: Battle, unit: str, passenger: str) -> None:
    """Count a unit lost; a transport is a marker, with which only its passenger counts (2.0, 27.4; RULINGS 88)."""
    printed = counter(game, unit)
    if passenger or not printed.transport or game.scenario.rules.get("transport_losses") == "units":
        count_loss(game, printed.side)


def tidy(game: Battle, hex_id: int) -> None:
    """Put the markers of a hex right after units have left it (6.1.1, 8.5.1, 8.6.1, 10.0)."""
    state = game.state
    if hex_id not in state.stacks:
        if hex_id in state.hexes:
            state.unmark(hex_id)
            game.emit("MarkersCleared", hex=hex_name(hex_id))
        drop_markers_near(game, hex_id)
    else:
        keep_company(game, hex_id)
        if hex_id in state.hexes:
            _tidy_status(game, hex_id)
    units = stacked(game, hex_id)
    if not units:
        leave_alone(game, hex_id)
        drop_lonely_markers(game, hex_id)
    if len(weapons_in(game, hex_id)) > len(units):
        game.push("excess_weapons", hex=hex_id)


def _tidy_status(game: Battle, hex_id: int) -> None:
    state = game.state
    status = state.status(hex_id)
    excess = min(status.excess, excess_of(game, hex_id))  # RULINGS 7
    mixed = status.mixed and is_mixed(game, hex_id)
    waived = status.waived if status.waived == together(game, hex_id) else ()  # 24.0
    if (excess, mixed, waived) != (status.excess, status.mixed, status.waived):
        state.mark(hex_id, excess=excess, mixed=mixed, waived=waived)
    if status.fire_marker == SUSTAINED_FIRE and not can_sustain(game, hex_id):  # 8.6.1
        state.mark(hex_id, fire_marker=NO_OPPORTUNITY_FIRE)
        game.emit("MarkerPlaced", hex=hex_name(hex_id), kind=NO_OPPORTUNITY_FIRE, value=None)


def has_capable_unit(game: Battle, hex_id: int) -> bool:
    """Tell whether a hex holds a unit with the sustained fire ability (8.6.1)."""
    return any(counter(game, unit).sustained_fire for unit in game.state.stack(hex_id))


def can_sustain(game: Battle, hex_id: int) -> bool:
    """Tell whether a hex holds a unit or support weapon with the sustained fire ability (8.6.1)."""
    return has_capable_unit(game, hex_id) or any(weapon.sustained_fire for weapon in weapons_in(game, hex_id))


def has_way_home(game: Battle, weapon: str, zone: HexSet) -> bool:
    """Tell whether a support weapon has a path back to its headquarters; only its own hex may be in `zone` (12.2)."""
    piece = game.scenario.weapons[weapon]
    ends = {game.state.units[hq.id].hex for hq in headquarters(game, piece.division) if is_own_headquarters(hq, piece)}
    return can_trace(game, piece.side, game.state.weapons[weapon].hex, ends, zone)


def send_weapon_off(game: Battle, weapon: str) -> None:
    """Send a support weapon to the reallocating box, or out of the game without a path to its headquarters (12.2)."""
    here = game.state.weapons[weapon].hex
    has_way = has_way_home(game, weapon, hostile_zone(game, game.scenario.weapons[weapon].side))
    game.state.put(weapon, 0, REALLOCATING if has_way else OUT)
    game.emit("WeaponRemoved", weapon=weapon, hex=hex_name(here), place=REALLOCATING if has_way else OUT)


def _excess_ask(game: Battle) -> str | None:
    here = game.frame["hex"]
    weapons = tuple(w.id for w in weapons_in(game, here))
    units, most = stacked(game, here), game.frame.get("most")  # `most`: 6.2.2, after an advance over a steep slope
    if len(weapons) <= (len(units) if most is None else min(len(units), most)):
        return "end"
    if not units:
        game.update(chosen=weapons[0])
        return None
    seat = holder(game, here)
    ask_weapon(game, "lose_weapon", seat, weapons, hex_name=hex_name(here), rule="8.5.1" if most is None else "6.2.2")
    return None


def _excess_take(game: Battle) -> str | None:
    here = game.frame["hex"]
    send_weapon_off(game, str(game.frame["chosen"]))
    if here in game.state.hexes:
        _tidy_status(game, here)  # 8.6.1: it may have sustained the fire
    return "8.5.1.ask"


EXCESS_WEAPONS: Final = Procedure("excess_weapons", {"8.5.1.ask": _excess_ask, "8.5.1.take": _excess_take})


@derived(State.by_place)
def _wrong_stacks(game: Battle) -> list[tuple[int, int, bool]]:
    """Return in order the hexes with too many units or mixed formations: how many too many, whether mixed (6.1)."""
    crowds = [(hex_id, *_crowd(game, stack)) for hex_id, stack in game.state.stacks.items() if len(stack) > 1]
    return sorted(
        (hex_id, excess, mixed)
        for hex_id, excess, mixed in crowds
        if (excess or mixed) and not is_shelter(game.scenario, holder(game, hex_id), hex_id)  # 18.0
    )


@derived(State.by_stack)
def _crowd(game: Battle, stack: tuple[str, ...]) -> tuple[int, bool]:
    """Return how many units too many the hex of a stack holds and whether their formations are mixed (6.1)."""
    here = game.state.units[stack[0]].hex
    return excess_of(game, here), is_mixed(game, here)


def _check(game: Battle) -> str | None:
    state = game.state
    for hex_id, excess, mixed in _wrong_stacks(game):
        status = state.status(hex_id)
        mixed = mixed and status.waived != together(game, hex_id)  # 24.0
        points = max(0, excess - status.excess) + (1 if mixed and not status.mixed else 0)  # 6.1
        if points:
            state.mark(hex_id, excess=max(excess, status.excess), mixed=mixed)
            game.emit("StackingPenalty", hex=hex_name(hex_id), points=points, units=excess, mixed=mixed)
            game.push("gain_dg", hex=hex_id, points=points, own=True)
            return "6.1.check"
    return "end"


STACKING: Final = Procedure("stacking", {"6.1.check": _check})


def _add(game: Battle) -> str | None:
    here, points = game.frame["hex"], game.frame["points"]
    if here not in game.state.stacks:
        return "end"
    level = game.state.status(here).dg + points
    game.state.mark(here, dg=min(level, MAX_DG))
    game.update(over=max(0, level - MAX_DG))
    game.emit("MarkerPlaced", hex=hex_name(here), kind="dg", value=min(level, MAX_DG))
    return None


def _ask_loss(game: Battle) -> str | None:
    here, over = game.frame["hex"], game.frame["over"]
    own = game.frame.get("own")  # RULINGS 130: lost by stacking, not to an attack
    units = stacked(game, here) if own else game.state.stack(here)
    if not over or not units:
        return "8.5.3.tidy"
    if over >= len(units):  # no unit left to choose
        game.update(chosen=units[0])
        return None
    ask_unit(game, "lose_unit", holder(game, here), units, hex_name=hex_name(here), rule="8.5")
    return None


def _lose(game: Battle) -> str | None:
    remove_unit(game, str(game.frame["chosen"]), ELIMINATED)
    game.update(over=game.frame["over"] - 1)
    return "8.5.3.ask"


def _tidy(game: Battle) -> None:
    tidy(game, game.frame["hex"])


GAIN_DG: Final = Procedure(
    "gain_dg", {"8.5.3.add": _add, "8.5.3.ask": _ask_loss, "8.5.3.lose": _lose, "8.5.3.tidy": _tidy}
)
