"""The words of the Company Scale System; importing this module registers every teller of events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from app.systems.company_scale.questions import QUESTIONS, auto_answer
from app.systems.company_scale.seen import as_view
from app.systems.company_scale.text import die_rolls, events, tell_combat, tell_flow
from app.systems.company_scale.text.die_rolls import EVENTS, casts
from app.systems.company_scale.text.hints import burnt, guns_left, price
from app.systems.company_scale.text.names import CompanyScaleNames, side
from app.systems.company_scale.verbs import HEX_ORDERS, UNIT_VERBS, VERBS, describe
from app.text import words
from app.text.names import Names, humanize
from app.text.words import AutoAnswer, Event
from rules.company_scale.records.course_events import DieRolled, RandomEvent
from rules.company_scale.records.event import About
from rules.company_scale.records.events import KINDS, event_of
from rules.engine.command import Command
from rules.engine.events import as_record
from rules.engine.options import Decision

TELLERS = (
    tell_combat,
    events,
    events,
    events,
    tell_combat,
    die_rolls,
    tell_flow,
    events,
    tell_flow,
    tell_combat,
    events,
    tell_flow,
)


SOUNDS: Mapping[str, str] = {
    **dict.fromkeys(("Fired", "IndirectFired", "AssaultFought", "AirAttacked", "AirCombat"), "shot"),
    "DieRolled": "die",
    **dict.fromkeys(("ChitDrawn", "ChitBought"), "chit"),
    **dict.fromkeys(("MarkerPlaced", "SmokePlaced", "Rallied", "FormationChanged", "WeaponAttached"), "marker"),
    **dict.fromkeys(("UnitMoved", "UnitLoaded", "UnitUnloaded", "UnitReturned"), "step"),
}
"""The sound that goes with each kind of event."""
NOBODYS = ("weather", "wind_on_fire", "spread_of_fire", "random_event", "evacuation")
"""What dice are rolled for that no side rolls."""


LOW = ("fire", "indirect_fire", "illumination", "rout_check", "trenches", "ambush", "air_combat", "air_attack")
HIGH = ("assault_attacker", "assault_defender", "dispatch", "direct_commands", "hero")
"""What dice are rolled for where low, or high, is good for who rolls."""


EXPLAINED: Mapping[str, tuple[str, ...]] = {"activation": (*UNIT_VERBS, *HEX_ORDERS)}


class CompanyScaleWords(words.Words):
    """How the Company Scale System reads."""

    verbs = VERBS
    questions = QUESTIONS
    explained = EXPLAINED
    sounds = SOUNDS
    kinds = KINDS
    named = CompanyScaleNames
    requests = ("Roll a die.", "Roll a ten-sided die"), ("Draw a chit.", "Draw one")
    describe = staticmethod(describe)
    price = staticmethod(price)
    condense = staticmethod(events.condense)
    tell = staticmethod(events.narrate)
    casts = staticmethod(casts)

    def announce(self, events: Iterable[Event], names: Names) -> str:
        """Return the random event among events."""
        names_of = [EVENTS.get(e.name or "") for e in map(event_of, events) if isinstance(e, RandomEvent)]
        return "; ".join(f"Random event: {name}" for name in names_of if name)

    def period(self, view: object) -> object:
        """Return the turn."""
        return as_view(view).turn.index or None

    def regret(self, command: Command, names: Names, query: Callable[..., Any]) -> str:
        """Return which guns a command abandons (21.2), or who burns by it (8.8.1)."""
        return guns_left(command, names, query) or burnt(command, names, query)

    def auto_answer(
        self, decision: Decision, view: object, query: Callable[..., Any], history: Callable[[], Iterable[Event]]
    ) -> AutoAnswer | None:
        """Return the answer to a question that decides nothing, or None."""
        return auto_answer(decision, as_view(view), query, history)

    def roller(self, event: Mapping[str, Any], names: Names) -> str | None:
        """Return the seat that rolled a die; weather, fires and events are nobody's."""
        rolled = event_of(event)
        nobodys = isinstance(rolled, DieRolled) and rolled.purpose in NOBODYS
        return "" if nobodys else super().roller(event, names)

    def wants(self, event: Mapping[str, Any]) -> int:
        """Return what was hoped for: low in fire and checks, high in assaults and for points."""
        rolled = event_of(event)
        purpose = rolled.purpose if isinstance(rolled, DieRolled) else ""
        return -1 if purpose in LOW else 1 if purpose in HIGH else 0

    def purpose(self, request: Any, names: Names) -> str:
        """Return what a die or a draw is for, of whom and where."""
        about = as_record(About, getattr(request, "subject", {})) or About()
        who = [names.of(thing) for thing in (about.division, about.unit, about.hero) if thing]
        whose = [side(seat) for seat in (about.side, about.seat) if seat]
        return ", ".join(filter(None, (humanize(str(request.purpose)), *who, *whose, about.hex)))


WORDS = CompanyScaleWords()
