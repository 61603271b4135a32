"""Log lines for guns left behind, for transports and for infantry on tanks."""

from __future__ import annotations

from app.systems.company_scale.text.events import tells, units
from app.text.names import Names
from app.text.parts import Line, hexref, words
from app.text.words import Event

WHY = {"enemy": ": the enemy is near", "attack": " under attack", "lost": ", which is gone"}


@tells("GunsAbandoned")
def guns_abandoned(event: Event, names: Names) -> Line:
    """Tell that a unit will never be deployed again."""
    return Line("result", (*units(event, names), *words(" has abandoned its guns")))


@tells("TransportArrived")
def transport_arrived(event: Event, names: Names) -> Line:
    """Tell that a transport arrives in the pool."""
    return Line("line", (*units(event, names), *words(" arrives in its division's transport pool")))


@tells("TransportCame")
def transport_came(event: Event, names: Names) -> Line:
    """Tell that a transport comes for a unit."""
    who = names.unit(str(event["passenger"]))
    return Line("line", (*units(event, names), *words(" comes for ", who, " in ", hexref(str(event["hex"])))))


@tells("UnitLoaded")
def unit_loaded(event: Event, names: Names) -> Line:
    """Tell that a unit boards a transport."""
    on = names.unit(str(event["transport"]))
    return Line("line", (*units(event, names), *words(" is loaded on ", on, " in ", hexref(str(event["hex"])))))


@tells("UnitUnloaded")
def unit_unloaded(event: Event, names: Names) -> Line:
    """Tell that a unit gets off its transport."""
    on = names.unit(str(event["transport"]))
    return Line("line", (*units(event, names), *words(" is unloaded from ", on, " in ", hexref(str(event["hex"])))))


@tells("TransportLeft")
def transport_left(event: Event, names: Names) -> Line:
    """Tell that an empty transport goes back to its pool."""
    return Line("line", (*units(event, names), *words(" returns to the transport pool")))


@tells("PassengerLost")
def passenger_lost(event: Event, names: Names) -> Line:
    """Tell that a unit is lost with its transport."""
    return Line("result", (*units(event, names), *words(" is eliminated with ", names.unit(str(event["carrier"])))))


@tells("PassengerRouted")
def passenger_routed(event: Event, names: Names) -> Line:
    """Tell that a unit routs with its transport."""
    return Line("result", (*units(event, names), *words(" routs with ", names.unit(str(event["carrier"])))))


@tells("UnitMounted")
def unit_mounted(event: Event, names: Names) -> Line:
    """Tell that a unit mounts a tank."""
    on = names.unit(str(event["carrier"]))
    return Line("line", (*units(event, names), *words(" climbs on ", on, " in ", hexref(str(event["hex"])))))


@tells("RiderDismounted")
def rider_dismounted(event: Event, names: Names) -> Line:
    """Tell that a unit dismounts from a tank, and why if it must."""
    why = WHY.get(str(event.get("why", "")), "")
    at = words(" gets off ", names.unit(str(event["carrier"])), " in ", hexref(str(event["hex"])), why)
    return Line("line", (*units(event, names), *at))
