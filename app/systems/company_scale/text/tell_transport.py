"""Log lines for guns left behind, for transports and for infantry on tanks."""

from __future__ import annotations

from app.systems.company_scale.text.events import tell, units
from app.text.names import Names
from app.text.parts import Line, hexref, words
from rules.company_scale.records.combat_events import GunsAbandoned
from rules.company_scale.records.piece_events import (
    PassengerLost,
    PassengerRouted,
    RiderDismounted,
    TransportArrived,
    TransportCame,
    TransportLeft,
    UnitLoaded,
    UnitMounted,
    UnitUnloaded,
)

WHY = {"enemy": ": the enemy is near", "attack": " under attack", "lost": ", which is gone"}


@tell.register
def guns_abandoned(event: GunsAbandoned, names: Names) -> Line:
    """Tell that a unit will never be deployed again."""
    return Line("result", (*units(event, names), *words(" has abandoned its guns")))


@tell.register
def transport_arrived(event: TransportArrived, names: Names) -> Line:
    """Tell that a transport arrives in the pool."""
    return Line("line", (*units(event, names), *words(" arrives in its division's transport pool")))


@tell.register
def transport_came(event: TransportCame, names: Names) -> Line:
    """Tell that a transport comes for a unit."""
    who = names.unit(event.passenger)
    return Line("line", (*units(event, names), *words(" comes for ", who, " in ", hexref(event.hex))))


@tell.register
def unit_loaded(event: UnitLoaded, names: Names) -> Line:
    """Tell that a unit boards a transport."""
    on = names.unit(event.transport)
    return Line("line", (*units(event, names), *words(" is loaded on ", on, " in ", hexref(event.hex))))


@tell.register
def unit_unloaded(event: UnitUnloaded, names: Names) -> Line:
    """Tell that a unit gets off its transport."""
    on = names.unit(event.transport)
    return Line("line", (*units(event, names), *words(" is unloaded from ", on, " in ", hexref(event.hex))))


@tell.register
def transport_left(event: TransportLeft, names: Names) -> Line:
    """Tell that an empty transport goes back to its pool."""
    return Line("line", (*units(event, names), *words(" returns to the transport pool")))


@tell.register
def passenger_lost(event: PassengerLost, names: Names) -> Line:
    """Tell that a unit is lost with its transport."""
    return Line("result", (*units(event, names), *words(" is eliminated with ", names.unit(event.carrier))))


@tell.register
def passenger_routed(event: PassengerRouted, names: Names) -> Line:
    """Tell that a unit routs with its transport."""
    return Line("result", (*units(event, names), *words(" routs with ", names.unit(event.carrier))))


@tell.register
def unit_mounted(event: UnitMounted, names: Names) -> Line:
    """Tell that a unit mounts a tank."""
    on = names.unit(event.carrier)
    return Line("line", (*units(event, names), *words(" climbs on ", on, " in ", hexref(event.hex))))


@tell.register
def rider_dismounted(event: RiderDismounted, names: Names) -> Line:
    """Tell that a unit dismounts from a tank, and why if it must."""
    why = WHY.get(event.why or "", "")
    at = words(" gets off ", names.unit(event.carrier), " in ", hexref(event.hex), why)
    return Line("line", (*units(event, names), *at))
