"""Transports: what they carry, for whom, how much (1.3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.engine.command import Reason
from rules.striking_anvil.r01_3_units import counter_of, label
from rules.striking_anvil.scenario import COMBAT, SUPPORT, TRANSPORT
from rules.striking_anvil.state import Anvil

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
