"""Log lines for the dice of an assault and what they decide."""

from __future__ import annotations

from app.systems.company_scale.text.events import tells
from app.text.events import Event
from app.text.names import Names
from app.text.parts import Line, hexref, strong, words


@tells("AssaultDeclared")
def assault_declared(event: Event, names: Names) -> Line:
    """Tell who fights for a hex, and what each side adds to its die."""
    count = len(event.get("units", ()))
    who = "1 unit assaults " if count == 1 else f"{count} units assault "
    values = f" ({event['attacker']:+d} against {event['defender']:+d})"
    return Line("line", words(who, hexref(str(event["hex"])), values))


@tells("AssaultFought")
def assault_fought(event: Event, names: Names) -> Line:
    """Tell the final numbers and who lost by how much."""
    numbers = f"{event['attacker']} against {event['defender']}: "
    if event["outcome"] == "tie":
        return Line("result", words(numbers, strong("a tie")))
    return Line("result", words(numbers, strong(f"the {event['outcome']} loses by {event['difference']}")))


@tells("LeaderLost")
def leader_lost(event: Event, names: Names) -> Line:
    """Tell the loss of a leader."""
    heir = event.get("replacement")
    then = f"; {heir} takes over" if heir else ""
    return Line("result", words(str(event.get("name") or names.of(str(event["leader"]))), f" is lost{then}"))
