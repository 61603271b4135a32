"""Events of the rules in words: one line of the log for each, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.systems.company_scale.text.agreement import agree
from app.text.events import Event, plainly
from app.text.names import Names
from app.text.parts import Line, Part, listing

Teller = Callable[[Event, Names], Line | None]
_TELLERS: dict[str, Teller] = {}


def tells(*events: str) -> Callable[[Teller], Teller]:
    """Register how events are told."""

    def register(teller: Teller) -> Teller:
        for event in events:
            _TELLERS[event] = teller
        return teller

    return register


def narrate(event: Event, names: Names) -> Line | None:
    """Return the line of one event; None where it goes without saying. Unknown events are named with their facts."""
    teller = _TELLERS.get(str(event.get("event")))
    line = teller(event, names) if teller else plainly(event)
    return agree(line) if line is not None else None


def told() -> frozenset[str]:
    """Return the events with words of their own."""
    return frozenset(_TELLERS)


TOGETHER = ("UnitMoved", "UnitArrived", "FormationChanged")
"""Events that are told in one line of several units."""


def condense(events: Iterable[Event]) -> list[Event]:
    """Join what a reader takes as one: units stepping together, successive aircraft, things said twice."""
    condensed: list[Event] = []
    for event in events:
        last = condensed[-1] if condensed else {}
        if event.get("event") in TOGETHER and _goes_along(event, last):
            together = [*(last.get("units") or [last["unit"]]), event["unit"]]
            condensed[-1] = {**{k: v for k, v in last.items() if k != "unit"}, "units": together}
        elif _says_more(event, last):
            condensed[-1] = event
        elif not _goes_without_saying(event, last):
            condensed.append(event)
    return condensed


def _says_more(event: Event, last: Event) -> bool:
    """Tell whether an event includes the one before: one more aircraft, a unit aboard the transport that came."""
    match last.get("event"), event.get("event"):
        case "AirSupportPlaced", "AirSupportPlaced":
            return bool(last["division"] == event["division"])
        case "TransportCame", "UnitLoaded":
            return (last["unit"], last["passenger"]) == (event["transport"], event["unit"])
    return False


def _goes_without_saying(event: Event, last: Event) -> bool:
    """Tell whether the event before says it already: foxholes that were dug, a unit that was paid for."""
    match last.get("event"), event.get("event"):
        case "Building", "MarkerPlaced":
            return (last["what"], last["hex"]) == (event["kind"], event["hex"])
        case "SmokePlaced" | "IlluminationFired", "MarkerPlaced":
            return event["kind"] in ("barrage", "illumination") and bool(last["hex"] == event["hex"])
        case "CommandSpent", "UnitActivated":
            return bool(last.get("unit") == event["unit"])
    return False


def _goes_along(event: Event, last: Event) -> bool:
    """Tell whether a unit does what others have just done: the same step, arrival or change of formation."""
    same = all(last.get(key) == event.get(key) for key in ("event", "from", "to", "hex", "deployed"))
    return same and event["unit"] not in last.get("units", (last.get("unit"),))


def units(event: Event, names: Names) -> tuple[Part, ...]:
    """Return the units an event is about, as parts of a line."""
    given = event.get("units") or ([event["unit"]] if event.get("unit") else [])
    return listing([names.unit(str(unit)) for unit in given])
