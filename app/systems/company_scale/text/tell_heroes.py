"""Log lines for heroes."""

from __future__ import annotations

from app.systems.company_scale.text.events import tells
from app.text.names import Names
from app.text.parts import Line, die, hexref, strong, words
from app.text.words import Event

DEEDS = {
    "surrender": "demands a surrender in",
    "markers": "rallies every unit in",
    "mortar": "turns the mortar's roll into a 0 at",
    "assault": "leads an immediate assault on",
}


@tells("HeroArrived")
def hero_arrived(event: Event, names: Names) -> Line:
    """Tell that a hero arrives in his box."""
    return Line("line", words(strong(str(event["name"])), " arrives"))


@tells("HeroPlaced")
def hero_placed(event: Event, names: Names) -> Line:
    """Tell which unit a hero joins."""
    unit, here = names.unit(str(event["unit"])), hexref(str(event["hex"]))
    return Line("line", words(strong(str(event["name"])), " joins ", unit, " in ", here))


@tells("HeroUsed")
def hero_used(event: Event, names: Names) -> Line:
    """Tell what a hero does."""
    deed = DEEDS.get(str(event.get("what")), "acts in")
    return Line("line", words(strong(str(event["name"])), f" {deed} ", hexref(str(event["hex"]))))


@tells("HeroChecked")
def hero_checked(event: Event, names: Names) -> Line:
    """Tell whether a hero stays after use."""
    says = " stays" if event.get("stays") else " is gone"
    return Line("detail", words(die(event["die"]), " ", strong(str(event["name"])), says))


@tells("SurrenderChecked")
def surrender_checked(event: Event, names: Names) -> Line:
    """Tell whether a hex surrenders."""
    says = "nobody surrenders" if event.get("passed") else "all surrender"
    quality = f" against troop quality {event.get('quality')}: "
    return Line("result", words(die(event["die"]), quality, strong(says), " in ", hexref(str(event["hex"]))))
