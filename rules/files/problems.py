"""What a data file holds, problems in it, each one sentence with its place, and parts that were found right."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Final

from rules.engine.frozen import frozen

# --- What a data file holds: plain values, the place of each, and texts that may be hexes or numbers ---------------

Data = Any  # what YAML or JSON holds: mappings, lists, text, numbers, true, false, nothing


Route = tuple[str | int, ...]


def table_in(data: Mapping[str, Data], key: str) -> Mapping[str, Data]:
    """Return a part that has names, empty where it is missing or something else stands there."""
    found = data.get(key)
    return found if isinstance(found, Mapping) else {}


def list_in(data: Mapping[str, Data], key: str) -> list[Any]:
    """Return a list, empty where it is missing or something else stands there."""
    found = data.get(key)
    return found if isinstance(found, list) else []


_HEX: Final = re.compile(r"[0-9][0-9]\.[0-9][0-9]")


def looks_like_hex(value: object) -> bool:
    """Tell whether a value is a text such as 18.40: a hex number, or a number where one is expected."""
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


class YamlFault(Exception):
    """A text is not usable YAML: why, in one sentence, and on which line (0 if unknown)."""

    def __init__(self, line: int, message: str) -> None:
        """Keep the line and the sentence."""
        super().__init__(message)
        self.line = line
        self.message = message


# --- Problems in a scenario file, each one sentence with its place -------------------------------------------------

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


# --- Parts of documents that were found right ----------------------------------------------------------------------

LARGE: Final = 100
"""Entries from which a part is looked through each time: to keep every state of it would cost more than it saves."""
MOST: Final = 5_000
MOST_TEXTS: Final = 20_000


class Sound:
    """Knows small mappings and lists, and texts, that have passed a check. Data must not be changed in place."""

    def __init__(self) -> None:
        self._parts: dict[tuple[int, Hashable], Data] = {}
        self._texts: set[tuple[str, Hashable]] = set()
        self.validators: dict[int, Any] = {}
        """Those of schemas that pass over what is known here, by the identity of the schema."""

    def has(self, part: Data, check: Hashable) -> bool:
        """Tell whether this very part has passed a check, or this text wherever it stands."""
        return (part, check) in self._texts if isinstance(part, str) else (id(part), check) in self._parts

    def add(self, part: Data, check: Hashable) -> None:
        """Note that a part has passed a check."""
        if isinstance(part, str):
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            self._texts.add((part, check))
        elif is_small(part):
            if len(self._parts) >= MOST:
                self._parts.clear()
            self._parts[id(part), check] = part  # kept, so that no other part gets its identity


def is_small(part: Data) -> bool:
    """Tell whether a part is a mapping or list that is worth keeping."""
    return isinstance(part, Mapping | list) and len(part) < LARGE
