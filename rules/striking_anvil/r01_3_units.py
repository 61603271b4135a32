"""Units: sides and steps, Good Order, transports (1.3 to 1.3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rules.engine.command import Reason
from rules.striking_anvil.scenario import COMBAT, GERMAN, SUPPORT, TRANSPORT, Counter
from rules.striking_anvil.state import ELIMINATED, Anvil

# --- Units: sides and steps of a counter, Good Order and Disorganized, losses (1.3, 1.3.1) -------------------------


def counter_of(game: Anvil, unit: str) -> Counter:
    """Return the printed counter."""
    return game.scenario.counters[unit]


def label(game: Anvil, unit: str) -> str:
    """Return the name of a unit as printed; of anything else the text itself."""
    counter = game.scenario.counters.get(unit)
    return counter.label if counter is not None else unit


def side_of(game: Anvil, unit: str) -> str:
    """Return whose unit it is."""
    return game.scenario.counters[unit].side


def is_combat(game: Anvil, unit: str) -> bool:
    """Tell whether a unit is a regiment or brigade (1.3.1)."""
    return game.scenario.counters[unit].kind == COMBAT


def is_good(game: Anvil, unit: str) -> bool:
    """Tell whether a unit is in Good Order (1.3)."""
    return not game.state.units[unit].disorganized


def is_entrenched(game: Anvil, unit: str) -> bool:
    """Tell whether a unit shows an E: only a flip frees it (4)."""
    return game.scenario.counters[unit].is_entrenched and not game.state.units[unit].reduced


def strength(game: Anvil, unit: str) -> int:
    """Return the combat strength of the side a unit shows (1.3.1)."""
    return game.scenario.counters[unit].strength[game.state.units[unit].reduced]


def movement(game: Anvil, unit: str) -> int:
    """Return the movement capacity of the side a unit shows (4)."""
    return game.scenario.counters[unit].movement[game.state.units[unit].reduced]


def bonus(game: Anvil, unit: str) -> int:
    """Return the bonus to the die printed on the side a unit shows (1.3.2, 1.3.3)."""
    return game.scenario.counters[unit].bonus[game.state.units[unit].reduced]


def units_of(game: Anvil, place: str, side: str) -> list[str]:
    """Return the units of a side in a place."""
    counters = game.scenario.counters
    return [unit for unit in game.state.stacks.get(place, ()) if counters[unit].side == side]


def fighters(game: Anvil, place: str, side: str) -> list[str]:
    """Return the combat units of a side in a place."""
    stack, counters = game.state.stacks.get(place, ()), game.scenario.counters
    return [unit for unit in stack if counters[unit].kind == COMBAT and counters[unit].side == side]


def good_strength(game: Anvil, units: Iterable[str]) -> int:
    """Return the strength of the Good Order combat units among some (4, 5.6)."""
    return sum(strength(game, unit) for unit in units if is_good(game, unit))


def in_place(game: Anvil, units: Iterable[str], place: str) -> tuple[str, ...]:
    """Return which units are still in a place: a frame that waited looks again who is alive."""
    return tuple(unit for unit in units if game.state.units[unit].at == place)


def disorganize(game: Anvil, units: Iterable[str]) -> None:
    """Turn counters to Disorganized (1.3)."""
    turned = [unit for unit in units if is_good(game, unit) and game.state.units[unit].at != ELIMINATED]
    for unit in turned:
        game.state.turned(unit, disorganized=True)
    if turned:
        game.emit("Disorganized", units=tuple(turned))


def reduce_unit(game: Anvil, unit: str, *, willingly: bool = False) -> None:
    """Flip a counter to its reduced side (1.3.1, 1.3.3)."""
    game.state.turned(unit, reduced=True)
    game.emit("Reduced", unit=unit, willingly=willingly)


def eliminate(game: Anvil, unit: str, why: str) -> None:
    """Remove a unit for good; combat units count with the points of their full side (STA-VIC-01)."""
    counter, area = counter_of(game, unit), game.state.units[unit].at
    game.state.place(unit, ELIMINATED)
    game.state.groups.pop(unit, None)
    if counter.kind == COMBAT:
        side = counter.side
        game.state.points[side] = game.state.points.get(side, 0) + counter.strength[0]
    game.emit("Eliminated", unit=unit, area=area, why=why)


def is_vehicle(game: Anvil, unit: str) -> bool:
    """Tell whether a unit is a transport (1.3.3)."""
    return game.scenario.counters[unit].kind == TRANSPORT


def names(game: Anvil, units: Iterable[str]) -> str:
    """Return units as a list of words."""
    return ", ".join(label(game, unit) for unit in units)


def noun(side: str) -> str:
    """Return the adjective of a side."""
    return "German" if side == GERMAN else "Allied"


# --- Transports: what they carry, for whom, how much (1.3.3) -------------------------------------------------------

ROOM: Final = {COMBAT: 1, SUPPORT: 2}


def load_reasons(
    game: Anvil, units: tuple[str, ...], loads: Mapping[str, str], unit: str, transport: str
) -> Iterator[Reason]:
    """Yield why an activated unit cannot ride in an activated transport (1.3.3)."""
    if unit not in units or transport not in units:
        yield Reason("Unit and transport must both be activated, in Good Order and in the same area.", "1.3.3")
        return
    rider, carrier = counter_of(game, unit), counter_of(game, transport)
    if carrier.kind != TRANSPORT:
        yield Reason(f"{carrier.label} is not a transport.", "1.3.3")
        return
    room = ROOM.get(rider.kind, 0)
    if not room:
        yield Reason(f"{rider.label} can't ride. Transports only carry combat and support units.", "1.3.3")
    if unit in loads:
        yield Reason(f"{rider.label} is already loaded.", "1.3.3")
    if rider.nation != carrier.nation:
        yield Reason(f"{carrier.label} only carry units of their own nation.", "1.3.3")
    aboard = [one for one, by in loads.items() if by == transport and counter_of(game, one).kind == rider.kind]
    if room and len(aboard) >= room:
        told = "one combat unit" if rider.kind == COMBAT else "two support units"
        yield Reason(f"{label(game, transport)} can carry {told} at most.", "1.3.3")


def without(loads: Mapping[str, str], gone: tuple[str, ...]) -> dict[str, str]:
    """Return loads without some riders and transports."""
    return {unit: by for unit, by in loads.items() if unit not in gone and by not in gone}


def block(units: tuple[str, ...], loads: Mapping[str, str], unit: str) -> tuple[str, ...]:
    """Return who moves with a unit: transport and riders go together."""
    by = loads.get(unit, unit)
    return tuple(one for one in units if one in (unit, by) or loads.get(one) == by)
