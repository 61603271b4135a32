"""The clause catalogue of a system: its rulebook as numbered, testable statements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

_LINKS: Final = ("depends", "see")  # links to other clauses, for people who read the files
LOADER: Final[type[Any]] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster, if PyYAML has it


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its number (CSS-8.6-03), section, title and text, and what is unclear about it."""

    id: str
    section: str
    title: str
    text: str
    kind: str
    check: str
    decision: str = ""
    ambiguity: str = ""


@dataclass(frozen=True, slots=True)
class Scope:
    """Which clauses the program enforces now: whole chapters, except clauses that are deferred or excused.

    `deferred` maps a clause to the chapter it waits for, `excused` to the reason why there is nothing to enforce.
    """

    chapters: tuple[str, ...]
    deferred: dict[str, str]
    excused: dict[str, str] = field(default_factory=dict)

    def covers(self, clause: Clause) -> bool:
        """Tell whether a clause must be enforced and proved by a test now."""
        left_out = clause.id in self.deferred or clause.id in self.excused
        return not left_out and any(within(clause.section, name) for name in self.chapters)


def within(section: str, chapter: str) -> bool:
    """Tell whether a section such as 8.5.1 belongs to a chapter such as 8.5 (8.50 does not)."""
    return section == chapter or section.startswith(f"{chapter}.")


@cache
def load_clauses(folder: Path) -> tuple[Clause, ...]:
    """Read all clauses in the order of the rulebook, from the files part1.yaml, part2.yaml … of a folder."""
    return tuple(_clause(item) for part in sorted(folder.glob("part*.yaml")) for item in _read(part))


@cache
def load_scope(folder: Path) -> Scope:
    """Read which chapters are enforced now and which of their clauses are deferred or excused."""
    document = _read(folder / "scope.yaml")
    deferred = {item["id"]: item["waits_for"] for item in document["deferred"]}
    excused = {item["id"]: item["why"] for item in document.get("excused", ())}
    return Scope(tuple(document["chapters"]), deferred, excused)


def in_scope(clauses: Iterable[Clause], scope: Scope) -> list[Clause]:
    """Return the clauses that must be proved now, in order."""
    return [clause for clause in clauses if scope.covers(clause)]


def _clause(item: dict[str, Any]) -> Clause:
    return Clause(**{key: value for key, value in item.items() if key not in _LINKS})


def _read(path: Path) -> Any:
    with path.open(encoding="utf-8") as stream:
        return yaml.load(stream, LOADER)
