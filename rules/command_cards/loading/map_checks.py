"""Check a map: the width of its rows, its letters, its roads, its names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from rules.command_cards.charts import FORBIDDEN, terrains
from rules.command_cards.hexes import NEIGHBOURS, ROWS, width
from rules.files.documents import Document
from rules.files.problems import Problem


def letters() -> Mapping[str, str]:
    """Return the terrain of each letter."""
    return {terrain.code: name for name, terrain in terrains().items()}


def ground_of(document: Document) -> dict[str, str]:
    """Return the terrain of each hex of a map whose rows are right."""
    known = letters()
    return {
        f"{row}{place}": known[letter]
        for row, line in zip(ROWS, document.mapping["rows"], strict=True)
        for place, letter in enumerate(line, 1)
    }


def map_problems(document: Document) -> list[Problem]:
    """Return every fault of a map of the right form."""
    return list(_row_problems(document)) or [*_road_problems(document), *_name_problems(document)]


def _row_problems(document: Document) -> Iterator[Problem]:
    known = letters()
    for at, (row, line) in enumerate(zip(ROWS, document.mapping["rows"], strict=True)):
        if len(line) != width(row):
            yield document.problem(("rows", at), f"Row {row} has {len(line)} hexes. It must have {width(row)}.")
        for letter in dict.fromkeys(line):
            if letter not in known:
                told = ", ".join(f"{code} {name}" for code, name in known.items())
                yield document.problem(("rows", at), f'Row {row}: there is no terrain "{letter}". Letters are {told}.')


def _road_problems(document: Document) -> Iterator[Problem]:
    ground = ground_of(document)
    for at, road in enumerate(document.mapping.get("roads", ())):
        for place in road:
            if place not in NEIGHBOURS:
                yield document.problem(("roads", at), off_board(place))
            elif terrains()[ground[place]].enter.get("armor") == FORBIDDEN:
                text = f"A road can't cross {place} ({ground[place]}). Make it a bridge or a ford."
                yield document.problem(("roads", at), text)
        for one, after in pairwise(place for place in road if place in NEIGHBOURS):
            if after not in NEIGHBOURS[one]:
                yield document.problem(("roads", at), f"{after} is not next to {one}. Name every hex of the road.")


def _name_problems(document: Document) -> Iterator[Problem]:
    for place in document.mapping.get("names", {}):
        if place not in NEIGHBOURS:
            yield document.problem(("names", place), off_board(place))


def off_board(place: str) -> str:
    """Return the sentence for a hex that is not on the board."""
    row = place[0]
    return f"There is no hex {place}: row {row} has {width(row)} hexes." if row in ROWS else f"There is no hex {place}."
