"""Log lines for heroes."""

from __future__ import annotations

from app.systems.company_scale.text.events import tell
from app.text.names import Names
from app.text.parts import Line, die, hexref, strong, words
from rules.company_scale.records.piece_events import HeroArrived, HeroChecked, HeroPlaced, HeroUsed, SurrenderChecked

DEEDS = {
    "surrender": "demands a surrender in",
    "markers": "rallies every unit in",
    "mortar": "turns the mortar's roll into a 0 at",
    "assault": "leads an immediate assault on",
}


@tell.register
def hero_arrived(event: HeroArrived, names: Names) -> Line:
    """Tell that a hero arrives in his box."""
    return Line("line", words(strong(event.name), " arrives"))


@tell.register
def hero_placed(event: HeroPlaced, names: Names) -> Line:
    """Tell which unit a hero joins."""
    unit, here = names.unit(event.unit), hexref(event.hex)
    return Line("line", words(strong(event.name), " joins ", unit, " in ", here))


@tell.register
def hero_used(event: HeroUsed, names: Names) -> Line:
    """Tell what a hero does."""
    deed = DEEDS.get(event.what, "acts in")
    return Line("line", words(strong(event.name), f" {deed} ", hexref(event.hex)))


@tell.register
def hero_checked(event: HeroChecked, names: Names) -> Line:
    """Tell whether a hero stays after use."""
    says = " stays" if event.stays else " is gone"
    return Line("detail", words(die(event.die), " ", strong(event.name), says))


@tell.register
def surrender_checked(event: SurrenderChecked, names: Names) -> Line:
    """Tell whether a hex surrenders."""
    says = "nobody surrenders" if event.passed else "all surrender"
    quality = f" against troop quality {event.quality}: "
    return Line("result", words(die(event.die), quality, strong(says), " in ", hexref(event.hex)))
