"""Log lines for work on the ground: foxholes and trenches."""

from __future__ import annotations

from app.text import names as wording
from app.text.events import Event, tells, units
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
    """Tell the die of engineers at a trench."""
    came = "the trenches are built" if event.get("passed") else "the work fails"
    return Line("detail", words(die(event["die"]), f" against Troop Quality {event.get('quality')}: ", strong(came)))
