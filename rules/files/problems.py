"""Problems in a scenario file, each one sentence with its place."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rules.engine.frozen import frozen
from rules.files.values import Data, Route

_LONGEST: Final = 600  # letters


FAULT: Final = "fault"
ADVICE: Final = "advice"


@frozen
class Remedy:
    """What puts a problem right where only one thing does, and the label of a button that does it.

    Each value is put at its route in the problem's file; then what stands at the routes of `removes` is taken away.
    """

    label: str
    puts: tuple[tuple[Route, Data], ...] = ()
    removes: tuple[Route, ...] = ()


@frozen
class Problem:
    """One fault in a file: its line (0 if unknown), its field, what is wrong and what would be right.

    `severity` is "fault" where it cannot be played, "advice" where its maker should think again, by a `rule` or "".
    `route` leads from the root of the file to the field. `places` are the hexes and pieces it is about, by their names
    and ids in the file.
    """

    file: str
    line: int
    field: str
    message: str
    severity: str = FAULT
    rule: str = ""
    route: Route = ()
    places: tuple[str, ...] = ()
    remedy: Remedy | None = dataclasses.field(default=None, compare=False)

    def __str__(self) -> str:
        """Return the place and the sentence on one line, with the number of the rule behind it."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        told = f"{self.message} ({self.rule})" if self.rule else self.message
        parts = (place, "advice" if self.severity == ADVICE else "", self.field, told)
        return ": ".join(part for part in parts if part)


class CannotPlace(ValueError):
    """A gesture cannot put a piece there; the text is a sentence, with the rule if there is one."""


class ScenarioError(Exception):
    """A scenario cannot be loaded; `problems` lists every fault, not only the first."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        """Keep the problems; the text of the error is one line for each."""
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = list(problems)


def one_line(text: str) -> str:
    """Return a text that quotes a file as one line of readable length."""
    plain = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in " ".join(text.split()))
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST // 2]}…{plain[-_LONGEST // 2 :]}"


def unknown(what: str, name: str, known: Mapping[str, object]) -> str:
    """Return the sentence for a name that is not among the known ones, with the closest as a hint."""
    near = nearest(name, known)
    hint = f' Did you mean "{near}"?' if near else f" Known: {', '.join(list(known)[:12]) or 'none'}."
    return f'There is no {what} called "{name}".{hint}'


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most like one, or "" if none is."""
    from difflib import get_close_matches  # here: few names are misspelled

    return next(iter(get_close_matches(name, list(known), n=1)), "")


def renamed(route: Route, name: str, value: Data) -> Remedy:
    """Return the remedy that gives what stands at a route the name it should have."""
    return Remedy(f'Write "{name}"', (((*route[:-1], name), value),), (route,))
