"""The words of Battle Cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from app.systems.command_cards import verbs
from app.systems.command_cards.events import EVENTS
from app.systems.command_cards.seen import as_view
from app.systems.command_cards.text.names import Names
from app.text import words
from app.text.names import NAMES
from app.text.names import Names as AnyNames
from app.text.words import AutoAnswer, Event
from rules.engine.command import cmd
from rules.engine.frames import Request
from rules.engine.options import Decision

PURPOSES = {"battle": "Battle", "strike": "Strike", "restore": "Stragglers", "card": "Card"}


class CommandCardsWords(words.Words):
    """How Battle Cards reads."""

    questions = verbs.QUESTIONS
    verbs = verbs.VERBS
    span = "round"
    events = EVENTS
    named = Names
    requests = ("Roll a battle die.", "Roll a die"), ("Draw a card.", "Draw a card")

    def auto_answer(
        self, decision: Decision, view: object, query: Callable[..., Any], history: Callable[[], Iterable[Event]]
    ) -> AutoAnswer | None:
        """Return the end of the moves where nobody can move; the end of a turn is never taken out of a hand."""
        idle = decision.kind == "moving" and decision.options.offered() == ["done"]
        return AutoAnswer(cmd("done"), "no ordered unit can move") if idle else None

    def period(self, view: object) -> object:
        """Return whose turn it is."""
        return as_view(view).turn

    def when(self, view: object) -> str:
        """Return the round and whose turn it is."""
        now = as_view(view)
        return f"Round {now.round}, {NAMES[now.turn]} turn"

    def purpose(self, request: Request, names: AnyNames) -> str:
        """Return what a die or a draw is for."""
        told = [names.of(name) for name in map(request.about, ("unit", "target")) if name]
        return ", ".join([PURPOSES.get(request.purpose, request.purpose), " against ".join(told)]).rstrip(", ")


WORDS = CommandCardsWords()
