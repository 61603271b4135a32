"""Log lines for the ground: foxholes, trenches, fires in the wind."""

from __future__ import annotations

from app.systems.company_scale.text import names as wording
from app.systems.company_scale.text.events import tells, units
from app.text.events import Event
from app.text.names import Names
from app.text.parts import Line, die, hexref, strong, words


@tells("Building")
def building(event: Event, names: Names) -> Line:
    """Tell who begins to build what."""
    what = wording.MARKERS.get(str(event["what"]), str(event["what"])).lower()
    says = f" builds a {what} in " if what != "foxhole" else " digs foxholes in "
    return Line("line", (*units(event, names), *words(says, hexref(str(event["hex"])))))


@tells("TrenchesChecked")
def trenches_checked(event: Event, names: Names) -> Line:
    """Tell the die roll of engineers at a trench."""
    came = "the trenches are built" if event.get("passed") else "the work fails"
    return Line("detail", words(die(event["die"]), f" against troop quality {event.get('quality')}: ", strong(came)))


BLOWN = {"down": "burns down", "spreads": "spreads", "on": "burns on"}


@tells("FireBlown")
def fire_blown(event: Event, names: Names) -> Line:
    """Tell what the wind does to a fire (8.8.1)."""
    came = strong(BLOWN[str(event["came"])])
    return Line("detail", words(die(event["die"]), " the fire in ", hexref(str(event["hex"])), " ", came))
