"""A hosted game in words, as one of its seats or a watcher may know it: for pages and notices, without a window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import NamedTuple

from app.text.names import Names
from app.text.parts import Line
from app.text.sides import NAMES
from app.text.words import Words
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.systems import SHIPPED


class Summary(NamedTuple):
    """A game in words: its title, what time it is in it, who is asked what ('' where that is not for all), its log."""

    title: str
    when: str
    asked: str
    question: str
    lines: Sequence[str]
    result: str = ""


def summary(session: Session, seat: str | None, count: int) -> Summary:
    """Return a game in words, with the last lines of its log, the newest first."""
    here, words = Seat(session, seat), words_of(session.system.id)
    view, decision = here.view(), here.decision
    return Summary(
        title=str(getattr(session.scenario, "title", session.scenario.id)),
        when=words.when(view),
        asked=here.asked or "",
        question=decision.prompt if decision is not None else "",
        lines=_lines(here, words, words.names(view))[: -count - 1 : -1],
        result=str((session.result or {}).get("text") or ("The game is over." if session.is_over else "")),
    )


def _lines(seat: Seat, words: Words, names: Names) -> list[str]:
    told: list[Line] = []
    for event in words.condense([event for _, event in seat.events_at()]):
        line = words.narrate(event, names)
        if line is None:
            continue
        if line.merge and told and told[-1].merge == line.merge:
            told[-1] = told[-1].joined(line)
        else:
            told.append(line)
    return [line.plain for line in told]


@cache
def words_of(system: str) -> Words:
    """Return the words of a system, or those made from its identifiers for one that does not ship."""
    if system not in SHIPPED:
        return Words()
    found: Words = import_module(f"app.systems.{system}.words").WORDS
    return found


def side(seat: str) -> str:
    """Return the name of a side, such as "German"."""
    return NAMES.get(seat, seat.capitalize())
