"""Log lines for airpower: aircraft that come and go, air combat, air attacks (16.0)."""

from __future__ import annotations

from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.events import tells
from app.systems.company_scale.text.tell_combat import aimed_at, value_of
from app.text.events import Event
from app.text.names import Names
from app.text.parts import Line, die, strong, words


@tells("AirSupportArrived")
def arrived(event: Event, names: Names) -> Line:
    """Tell how many aircraft arrive."""
    return Line("line", words(f"Air support: {event['allied']} Allied and {event['german']} German markers arrive"))


@tells("AirCombat")
def combat(event: Event, names: Names) -> Line:
    """Tell one shot in air combat."""
    what = f"hits; {event['left']} enemy left" if event.get("hit") else "misses"
    return Line("detail", words(die(event["die"]), f" {wording.side(str(event['side']))} aircraft ", strong(what)))


@tells("AirSupportPlaced")
def placed(event: Event, names: Names) -> Line:
    """Tell how much air support a division has available."""
    return Line("detail", words(f"{names.of(str(event['division']))}: {event['value']} air support available"))


@tells("AirSupportRemoved")
def removed(event: Event, names: Names) -> Line:
    """Tell that nightfall has ended all air support."""
    return Line("detail", words("All air support is removed for the night"))


@tells("AirAttackDeclared")
def declared(event: Event, names: Names) -> Line:
    """Tell an air attack."""
    who = f"Aircraft of {names.of(str(event['division']))} attack "
    return Line("line", (*words(who), *aimed_at(event, names), *words(f" ({value_of(event)})")))
