"""Events of the rules as lines of a log, for any system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.text.names import humanize
from app.text.parts import Line, words

Event = Mapping[str, Any]


def plainly(event: Event) -> Line:
    """Return the line of an event for which there are no words: its name and its facts."""
    facts = [f"{key} {value}" for key, value in event.items() if key != "event" and value not in (None, "", [], {})]
    return Line("detail", words(humanize(str(event.get("event"))), ": " if facts else "", ", ".join(facts)))
