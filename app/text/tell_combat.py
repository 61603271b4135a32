"""Log lines for fire and what comes of it: markers, routs, losses, rallies."""

from __future__ import annotations

from app.text import names as wording
from app.text.events import Event, tells, units
from app.text.names import Names
from app.text.parts import Line, Part, die, hexref, strong, words

NOTHING = ("", "-", "miss", "no effect", None)


def place(event: Event) -> tuple[Part, ...]:
    """Return " in 18.40" where an event names a hex."""
    return words(" in ", hexref(str(event["hex"]))) if event.get("hex") else ()


@tells("Fired")
def fired(event: Event, names: Names) -> Line:
    """Tell a fire with value, die and result."""
    target = event.get("target")
    at = words(names.unit(str(target)), " in ") if target and target != "hex" else ()
    value = event.get("fire_value", event.get("value"))
    parts = [*units(event, names), *words(" fires at "), *at, *words(hexref(str(event.get("hex", ""))))]
    if value is not None:
        parts += words(f" with {value}: ")
    if event.get("die") is not None:
        parts += words(die(event["die"]), " ")
    result = event.get("result")
    parts += words(strong("no effect" if result in NOTHING else str(result)))
    return Line("line", tuple(parts))


@tells("MarkerPlaced")
def marker_placed(event: Event, names: Names) -> Line:
    """Tell a marker put on a hex."""
    return Line(
        "result", words(hexref(str(event["hex"])), f": {wording.marker(str(event['kind']), event.get('value'))}")
    )


@tells("MarkerRemoved")
def marker_removed(event: Event, names: Names) -> Line:
    """Tell a marker taken off a hex."""
    name = wording.MARKERS.get(str(event["kind"]), wording.humanize(str(event["kind"])))
    return Line("detail", words(hexref(str(event["hex"])), f": {name} removed"))


@tells("MarkersCleared")
def markers_cleared(event: Event, names: Names) -> Line:
    """Tell that a hex lost its markers."""
    return Line("detail", words(hexref(str(event["hex"])), ": markers removed"))


@tells("UnitRouted")
def unit_routed(event: Event, names: Names) -> Line:
    """Tell a rout."""
    return Line("result", (*units(event, names), *words(" routs"), *place(event)))


@tells("UnitEliminated")
def unit_eliminated(event: Event, names: Names) -> Line:
    """Tell a loss."""
    return Line("result", (*units(event, names), *words(" is eliminated"), *place(event)))


@tells("UnitReturned")
def unit_returned(event: Event, names: Names) -> Line:
    """Tell a return from the Routed Units box."""
    return Line("line", (*units(event, names), *words(" returns"), *place(event)))


@tells("WeaponRemoved")
def weapon_removed(event: Event, names: Names) -> Line:
    """Tell a support weapon leaving the map."""
    box = wording.humanize(str(event.get("place", ""))).lower()
    gone = f" goes to the {box} box" if box and box != "out" else " is out of the game"
    return Line("line", words(names.unit(str(event["weapon"])), gone))


@tells("StackingPenalty")
def stacking_penalty(event: Event, names: Names) -> Line:
    """Tell a penalty for too many or mixed units."""
    why = "different formations" if event.get("mixed") and not event.get("units") else "too many units"
    return Line("result", words(hexref(str(event["hex"])), f": {why}, DG +{event.get('points')}"))
