"""Who may be activated together: limits of an activation and of a reaction (3, 1.3.3, 5.4, 5.6, 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from rules.engine.command import Reason
from rules.striking_anvil.r01_1_map import area_name
from rules.striking_anvil.r01_3_units import (
    counter_of,
    fighters,
    is_combat,
    is_entrenched,
    is_good,
    label,
    noun,
    side_of,
    units_of,
)
from rules.striking_anvil.r10_planning import block_of, is_outside
from rules.striking_anvil.scenario import CD, COMBAT, SUPPORT, TRAIN
from rules.striking_anvil.state import Anvil

MOST: Final = 3
MOST_OF_A_DIVISION: Final = 4


def limit_reasons(game: Anvil, units: tuple[str, ...]) -> Iterator[Reason]:
    """Yield why there are too many combat units: three, or four with two of one division (3)."""
    combat = [unit for unit in units if is_combat(game, unit)]
    if len(combat) > MOST_OF_A_DIVISION:
        yield Reason("At most four combat units can act together, and then two must be from one division.", "3")
    elif len(combat) > MOST:
        divisions = Counter(counter_of(game, unit).division for unit in combat)
        if max(divisions.values()) < 2:
            yield Reason("Four combat units can only act together if two are from one division.", "3")


def member_reasons(game: Anvil, seat: str, place: str, unit: str) -> Iterator[Reason]:
    """Yield why a unit cannot be activated in a place at all (1.3, 3)."""
    piece = game.state.units.get(unit)
    if piece is None:
        yield Reason(f'The game has no unit "{unit}".', "3")
        return
    if side_of(game, unit) != seat:
        yield Reason(f"{label(game, unit)} is not {noun(seat)}.", "3")
    if piece.at != place:
        yield Reason(f"{label(game, unit)} is not in {area_name(game, place)}. All units must be from one area.", "3")
    elif piece.disorganized:
        yield Reason(f"{label(game, unit)} is Disorganized until the end of the turn.", "1.3")
    elif is_outside(game, unit):
        yield Reason(f"{label(game, unit)} is in no combat group this turn.", "10")


def take_reasons(game: Anvil, seat: str, place: str, units: tuple[str, ...], unit: str) -> Iterator[Reason]:
    """Yield why a unit, or the group it belongs to, cannot be activated along with others (3, 10)."""
    yield from member_reasons(game, seat, place, unit)
    if unit in units:
        yield Reason(f"{label(game, unit)} is already chosen.", "3")
    if unit not in game.state.units:
        return
    together = (*units, *(one for one in block_of(game, unit) if one not in units))
    yield from limit_reasons(game, together)
    if any(counter_of(game, one).kind == TRAIN for one in together) and len(together) > 1:
        yield Reason("The train acts alone.", "1.3.3")


def all_together(game: Anvil, seat: str, place: str, units: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    """Return some units with those of `more` who can be activated along with them, one after the other (3)."""
    for unit in more:
        if unit not in units and next(take_reasons(game, seat, place, units, unit), None) is None:
            units = (*units, *(one for one in block_of(game, unit) if one not in units))
    return units


def but_trains(game: Anvil, seat: str, place: str) -> list[str]:
    """Return the units of a side in a place; the train acts alone (1.3.3)."""
    return [unit for unit in units_of(game, place, seat) if counter_of(game, unit).kind != TRAIN]


def movers(game: Anvil, seat: str, place: str) -> tuple[str, ...]:
    """Return who can leave a place together on foot or wheels: no coast guns, no trenches, no empty transports (4)."""
    able = [unit for unit in units_of(game, place, seat)
            if counter_of(game, unit).kind in (COMBAT, SUPPORT) and not is_entrenched(game, unit)]  # fmt: skip
    return all_together(game, seat, place, (), able)


def is_activatable(game: Anvil, seat: str, place: str) -> bool:
    """Tell whether an area or box holds anything an activation can begin with (3).

    A Good Order combat unit, the train, or a transport; support units alone and coastal units alone cannot act.
    """
    for unit in game.state.stack(place):
        counter = counter_of(game, unit)
        if counter.side == seat and counter.kind not in (SUPPORT, CD) and is_good(game, unit):
            return True
    return False


def idle_reasons(game: Anvil, seat: str, place: str) -> Iterator[Reason]:
    """Yield why nobody in a place can be activated: turned, coastal or support units alone (1.3, 1.3.2, 1.3.3)."""
    units, name = units_of(game, place, seat), area_name(game, place)
    able = [unit for unit in units if counter_of(game, unit).kind not in (SUPPORT, CD)]
    if able:
        told = f"{label(game, able[0])} in {name} is" if len(able) == 1 else f"All units in {name} are"
        yield Reason(f"{told} Disorganized and can't act again this turn.", "1.3")
    elif any(counter_of(game, unit).kind == SUPPORT for unit in units):
        yield Reason(f"Support units only act with a combat unit, and {name} has none.", "1.3.2")
    else:
        yield Reason(f"Coastal defense units never move or attack alone, and {name} has no other units.", "1.3.3")


def reactors(game: Anvil, seat: str, area: str) -> list[str]:
    """Return the units of a side that may counter-attack or pursue in an area: Good Order, led by a combat unit (5.4).

    Entrenched and coastal units too, the train and transports not.
    """
    if not any(is_good(game, unit) for unit in fighters(game, area, seat)):
        return []
    kinds = (COMBAT, SUPPORT, CD)
    good = [unit for unit in units_of(game, area, seat) if is_good(game, unit)]
    return [unit for unit in good if counter_of(game, unit).kind in kinds and not is_outside(game, unit)]
