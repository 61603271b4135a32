"""The words of the Company Scale System."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from app.systems.company_scale.events import EVENTS
from app.systems.company_scale.questions import QUESTIONS, auto_answer, in_series
from app.systems.company_scale.seen import as_view
from app.systems.company_scale.text import die_rolls, tell
from app.systems.company_scale.text.hints import burnt, guns_left, price
from app.systems.company_scale.text.names import CompanyScaleNames
from app.systems.company_scale.verbs import HEX_ORDERS, UNIT_VERBS, VERBS, describe
from app.text.names import Names, humanize
from app.text.parts import Line
from app.text.words import AutoAnswer, Event, Words
from rules.company_scale.r14_1_rolin import lit_by
from rules.company_scale.records.course_events import DieRolled, RandomEvent
from rules.company_scale.records.event import About
from rules.company_scale.records.events import event_of
from rules.company_scale.series import printed_series, series_in, terms_of
from rules.engine.command import Command
from rules.engine.english import retold
from rules.engine.events import as_record
from rules.engine.options import Decision

EXPLAINED: Mapping[str, tuple[str, ...]] = {"activation": (*UNIT_VERBS, *HEX_ORDERS)}


class CompanyScaleWords(Words):
    """How the Company Scale System reads."""

    verbs = VERBS
    questions = QUESTIONS
    explained = EXPLAINED
    events = EVENTS
    named = CompanyScaleNames
    requests = ("Roll a die.", "Roll a ten-sided die"), ("Draw a chit.", "Draw one")
    describe = staticmethod(describe)
    price = staticmethod(price)
    condense = staticmethod(tell.condense)

    def in_game(self, scenario: Any) -> Words:
        """Return the words for the game of the series that a scenario is one of."""
        series = series_in(scenario)
        terms = terms_of(series)
        if not terms and series.chapters == printed_series().chapters:
            return self
        found = CompanyScaleWords()
        found.verbs = {name: replace(row, tip=retold(row.tip, terms)) for name, row in VERBS.items()}
        terms = {**terms, "Rolin": lit_by(scenario) or "A hero"}
        found.questions = {kind: in_series(kind, series, terms) for kind in QUESTIONS}
        return found

    def tell(self, event: object, names: Names) -> Line | None:
        """Return the line of an event with verbs that agree; None where it goes without saying."""
        line = super().tell(event, names)
        return tell.agree(line) if line is not None else None

    def announce(self, events: Iterable[Event], names: Names) -> str:
        """Return the random event among events."""
        names_of = [die_rolls.event_name(e) for e in map(event_of, events) if isinstance(e, RandomEvent)]
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
        nobodys = isinstance(rolled, DieRolled) and die_rolls.roll_of(rolled.purpose).nobodys
        return "" if nobodys else super().roller(event, names)

    def wants(self, event: Mapping[str, Any]) -> int:
        """Return what was hoped for: low in fire and checks, high in assaults and for points."""
        rolled = event_of(event)
        return die_rolls.roll_of(rolled.purpose).wants if isinstance(rolled, DieRolled) else 0

    def purpose(self, request: Any, names: Names) -> str:
        """Return what a die or a draw is for, of whom and where."""
        about = as_record(About, getattr(request, "subject", {})) or About()
        who = [names.of(thing) for thing in (about.division, about.unit, about.hero) if thing]
        whose = [names.side_name(seat) for seat in (about.side, about.seat) if seat]
        return ", ".join(filter(None, (humanize(str(request.purpose)), *who, *whose, about.hex)))


WORDS = CompanyScaleWords()
