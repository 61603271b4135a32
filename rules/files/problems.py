"""Problems in a scenario file, each one sentence with its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.engine.frozen import frozen

_LONGEST: Final = 600  # letters


FAULT: Final = "fault"
ADVICE: Final = "advice"


@frozen
class Problem:
    """One fault in a file: its line (0 if unknown), its field, what is wrong and what would be right.

    `severity` is "fault" where it cannot be played, "advice" where its maker should think again, by a `rule` or "".
    """

    file: str
    line: int
    field: str
    message: str
    severity: str = FAULT
    rule: str = ""

    def __str__(self) -> str:
        """Return the place and the sentence on one line, with the number of the rule behind it."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        told = f"{self.message} ({self.rule})" if self.rule else self.message
        parts = (place, "advice" if self.severity == ADVICE else "", self.field, told)
        return ": ".join(part for part in parts if part)


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
    from difflib import get_close_matches  # here: few names are misspelled

    near = get_close_matches(name, list(known), n=1)
    hint = f' Did you mean "{near[0]}"?' if near else f" Known: {', '.join(list(known)[:12]) or 'none'}."
    return f'There is no {what} called "{name}".{hint}'
