"""Log lines for assaults: prepared, called off, begun, avoided."""

from __future__ import annotations

from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.events import tells
from app.text.events import Event
from app.text.names import Names
from app.text.parts import Line, hexref, listing, unitref, words


@tells("DispatchSpent")
def dispatch_spent(event: Event, names: Names) -> Line:
    """Tell a dispatch point paid for a marker."""
    count = event["points"]
    points = "1 dispatch point" if count == 1 else f"{count} dispatch points"
    return Line("detail", words(names.of(str(event["division"])), f" pays {points}, {event['left']} left"))


@tells("AssaultCalledOff")
def called_off(event: Event, names: Names) -> Line:
    """Tell an assault that does not take place."""
    side = wording.side(str(event["seat"]))
    return Line("line", words(f"{side} assault on ", hexref(str(event["hex"])), " cancelled"))


@tells("AssaultBegun")
def begun(event: Event, names: Names) -> Line:
    """Tell who takes part in an assault."""
    where = hexref(str(event["hex"]))
    side = wording.side(str(event["seat"]))
    if event.get("empty"):
        return Line("line", words(f"{side} assault on ", where, ", which is empty"))
    units = [unitref(str(unit), names.label(str(unit))) for unit in event.get("units", ())]
    who = words(": ", *listing(units)) if units else words(": nobody can advance")
    return Line("line", (*words(f"{side} assault on ", where), *who))


@tells("AssaultAvoided")
def avoided(event: Event, names: Names) -> Line:
    """Tell a retreat before an assault."""
    return Line("result", words("The defenders retreat ", hexref(str(event["hex"])), " for ", hexref(str(event["to"]))))
