"""All log wording gathered: importing this module registers every teller."""

from __future__ import annotations

from app.systems.company_scale.text import (
    tell_air,
    tell_army,
    tell_assault,
    tell_assault_dice,
    tell_combat,
    tell_events,
    tell_flow,
    tell_ground,
    tell_heroes,
    tell_indirect,
    tell_passing,
    tell_rerolls,
    tell_transport,
)
from app.systems.company_scale.text.casts import Cast, casts, result_words
from app.text.events import condense, known_events, narrate

__all__ = [
    "Cast",
    "casts",
    "condense",
    "known_events",
    "narrate",
    "result_words",
    "tell_air",
    "tell_army",
    "tell_assault",
    "tell_assault_dice",
    "tell_combat",
    "tell_events",
    "tell_flow",
    "tell_ground",
    "tell_heroes",
    "tell_indirect",
    "tell_passing",
    "tell_rerolls",
    "tell_transport",
]
