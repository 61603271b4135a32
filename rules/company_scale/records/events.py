"""The records of logged events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.company_scale.records import combat_events, course_events, piece_events
from rules.company_scale.records.event import Event
from rules.engine.events import EventKinds

_MODULES: Final = (combat_events, course_events, piece_events)
KINDS: Final = EventKinds(
    *(
        kind
        for module in _MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind.__module__ == module.__name__
    )
)
"""Every kind of event that has a record."""


def event_of(raw: Mapping[str, Any]) -> Event | None:
    """Return the record of a logged event; None for a kind without one, or if it lacks what every version tells."""
    event = KINDS.read(raw)
    return event if isinstance(event, Event) else None
