"""Check where a battle begins that is not new: losses, the turn, cards that are known, medals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rules.command_cards.charts import Charts
from rules.command_cards.state import SEATS
from rules.engine.english import capital, spelled
from rules.files.documents import Document
from rules.files.problems import Problem, Remedy, Route, table_in, unknown


def begin_problems(document: Document, charts: Charts) -> Iterator[Problem]:
    """Yield every fault in what a set-up of the right form says beside units and ground."""
    yield from _figure_problems(document, charts)
    if "begin" in document.mapping:
        yield from _turn_problems(document)
        yield from _card_problems(document, charts)
        yield from _medal_problems(document)


def _figure_problems(document: Document, charts: Charts) -> Iterator[Problem]:
    units = document.mapping["units"]
    kinds = {place: kind for seat in SEATS for place, kind in units[seat].items()}
    for place, left in table_in(document.mapping, "figures").items():
        route: Route = ("figures", place)
        remedy = Remedy("Remove it", removes=(route,))
        if place not in kinds:
            yield document.problem(route, f"No unit begins in {place}.", places=[place], remedy=remedy)
        elif left > (full := charts.units[kinds[place]].figures):
            text = f"{capital(charts.units[kinds[place]].name)} has at most {spelled(full, 'figure')}."
            yield document.problem(route, text, places=[place], remedy=remedy)


def _turn_problems(document: Document) -> Iterator[Problem]:
    rounds = document.mapping["limit"]["rounds"]
    if document.mapping["begin"]["round"] > rounds:
        yield document.problem(("begin", "round"), f"The battle ends with round {rounds}.")


def _known_cards(begin: Mapping[str, Any]) -> Iterator[tuple[Route, str]]:
    """Yield each card that is not in the deck, with where it is told."""
    for seat, hand in table_in(begin, "hands").items():
        yield from ((("begin", "hands", seat, at), card) for at, card in enumerate(hand))
    yield from ((("begin", "discards", at), card) for at, card in enumerate(begin.get("discards", ())))
    yield from ((("begin", "lying", seat), card) for seat, card in table_in(begin, "lying").items())


def _card_problems(document: Document, charts: Charts) -> Iterator[Problem]:
    """Yield cards that are none, are told more often than they are there, or cannot lie in wait."""
    aside, seen = document.mapping.get("set_aside", ()), Counter[str]()
    for route, name in _known_cards(document.mapping["begin"]):
        card = charts.cards.get(name)
        remedy = Remedy("Remove the card", removes=(route,))
        if card is None:
            yield document.problem(route, unknown("card", name, charts.cards))
            continue
        seen[name] += 1
        if name in aside:
            yield document.problem(route, f"{card.title} is set aside.", remedy=remedy)
        elif seen[name] > card.copies:
            few = f"is only 1 {card.title} card" if card.copies == 1 else f"are only {card.copies} {card.title} cards"
            text = f"There {few}."
            yield document.problem(route, text, remedy=remedy)
        elif route[1] == "lying" and not card.lies:
            yield document.problem(route, f"{card.title} can't lie in wait.", remedy=remedy)


def _medal_problems(document: Document) -> Iterator[Problem]:
    data = document.mapping
    for seat, won in table_in(data["begin"], "medals").items():
        needed = data["sides"][seat]["medals"]
        if len(won) >= needed:
            text = f"With {spelled(len(won), 'medal')} the {seat} side has won. It needs {needed}."
            yield document.problem(("begin", "medals", seat), text, rule="CMD-hit-07")
        for at, medal in enumerate(won):
            if text := _odd_medal(data, seat, medal):
                route: Route = ("begin", "medals", seat, at)
                yield document.problem(route, text, remedy=Remedy("Remove the medal", removes=(route,)))


def _odd_medal(data: Mapping[str, Any], seat: str, medal: Mapping[str, Any]) -> str:
    """Return what is wrong with a medal, "" if nothing is."""
    source, goals = medal["source"], data.get("objectives", ())
    wanted = "number" if source == "objective" else "kind"
    if set(medal) != {"source", wanted}:
        about = "number: 1" if source == "objective" else "kind: infantry"
        return f"Write it as {{source: {source}, {about}}}."
    if source != "objective":
        return ""
    if medal["number"] > len(goals):
        return f"There is no objective {medal['number']}. The battle has {len(goals) or 'none'}."
    goal = goals[medal["number"] - 1]
    return "" if goal["for"] == seat else f"Objective {medal['number']} ({goal['name']}) is not for the {seat} side."
