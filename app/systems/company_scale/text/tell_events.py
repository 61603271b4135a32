"""Log lines for random events: the event itself, changed tracks, removed chits (20.0)."""

from __future__ import annotations

from app.systems.company_scale.text.events import tells
from app.text.events import Event
from app.text.names import Names, humanize
from app.text.parts import Line, die, hexref, strong, words

EVENTS = {
    "american_officer": "American officer shows initiative",
    "german_officer": "German officer shows initiative",
    "air_strike": "Air Strike!",
    "evacuation": "Evacuation panic",
    "allied_hero": "Allied hero!",
    "german_hero": "German hero!",
    "supply_shortage": "German supply shortages",
    "out_of_contact": "Americans out of radio contact",
    "desperation": "German desperation",
    "intelligence": "German intelligence breakthrough",
}
TRACKS = {
    "dispatch": "dispatch points",
    "commands": "direct commands",
    "troop_quality": "troop quality",
    "fatigue": "fatigue",
}


@tells("RandomEvent")
def random_event(event: Event, names: Names) -> Line:
    """Tell the random event."""
    name = str(event.get("name") or "none")
    shown = die(event["die"]) if event.get("die") is not None else ""
    return Line("line", words(shown, " ", strong(EVENTS[name]) if name in EVENTS else "No event"))


@tells("TrackChanged")
def track_changed(event: Event, names: Names) -> Line:
    """Tell the points that an event gives to a division or takes from it."""
    track = str(event["track"])
    change = f"{int(event['change']):+d} {TRACKS.get(track, humanize(track))}, now {event['value']}"
    return Line("result", words(names.of(str(event["division"])), f": {change}"))


@tells("ChitsRemoved")
def chits_removed(event: Event, names: Names) -> Line:
    """Tell the chits that a supply shortage takes out of the Cup."""
    gone = ", ".join(names.of(str(chit)) for chit in event.get("chits", ()))
    tail = "no more can be bought this turn"
    return Line("result", words(f"Out of the Cup: {gone}; {tail}" if gone else f"No chit to remove; {tail}"))


@tells("EvacuationRolled")
def evacuation_rolled(event: Event, names: Names) -> Line:
    """Tell where the evacuation begins."""
    return Line("detail", words(die(event["die"]), " evacuation from ", hexref(str(event["hex"]))))


@tells("DivisionDisbanded")
def division_disbanded(event: Event, names: Names) -> Line:
    """Tell into which formation a division is disbanded."""
    into = f" ({names.of(str(event['heir']))})"
    says = f"{names.of(str(event['division']))} is disbanded and becomes part of {names.of(str(event['formation']))}"
    return Line("line", words(says, into))


@tells("DivisionLeft")
def division_left(event: Event, names: Names) -> Line:
    """Tell that a division leaves the game."""
    return Line("line", words(f"{names.of(str(event['division']))} leaves the battle"))
