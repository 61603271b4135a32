"""Log lines for guns left behind, for transports and for infantry on tanks."""

from __future__ import annotations

from app.text.events import Event, tells, units
from app.text.names import Names
from app.text.parts import Line, words


@tells("GunsAbandoned")
def guns_abandoned(event: Event, names: Names) -> Line:
    """Tell that a unit will never be deployed again."""
    return Line("result", (*units(event, names), *words(" has abandoned its guns")))
