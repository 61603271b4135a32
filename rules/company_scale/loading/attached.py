"""Check and read the formations a scenario attaches at its start: German ones, two per division (26)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rules.company_scale.loading.forces_checks import entries
from rules.company_scale.r26_attachments import MOST
from rules.files.documents import Document
from rules.files.problems import Problem, unknown
from rules.files.values import Data


def parents(scenario: Mapping[str, Data], forces: Sequence[Document]) -> dict[str, str]:
    """Return each formation's division: its own, or the one the scenario attaches it to."""
    own = {entry.data["id"]: str(entry.data["division"]) for entry in entries(forces, "formations")}
    return own | {name: str(division) for name, division in scenario.get("attached", {}).items()}


def attached_problems(scenario: Document, forces: Sequence[Document]) -> list[Problem]:
    """Return every fault in the attachments of a scenario whose forces are right."""
    given: Mapping[str, str] = scenario.mapping.get("attached", {})
    attachable = {e.data["id"]: None for e in entries(forces, "formations") if e.data.get("attachable")}
    sides = {entry.data["id"]: entry.data["side"] for entry in entries(forces, "divisions")}
    problems: list[Problem] = []
    for name, division in given.items():
        if name not in attachable:
            message = unknown("attachable formation in these forces", name, attachable)
            problems.append(scenario.problem(("attached", name), message))
        if division not in sides:
            message = unknown("division in these forces", division, sides)
            problems.append(scenario.problem(("attached", name), message))
        elif sides[division] != "german":
            message = "Formations can be attached to German divisions only (26)."
            problems.append(scenario.problem(("attached", name), message))
    return problems or [*_too_many(scenario, parents(scenario.mapping, forces), attachable)]


def _too_many(scenario: Document, division_of: Mapping[str, str], attachable: Mapping[str, None]) -> Iterator[Problem]:
    formations: dict[str, list[str]] = defaultdict(list)
    for name in attachable:
        formations[division_of[name]].append(name)
    for division, names in formations.items():
        if len(names) > MOST:
            which = f"{division} has {len(names)} formations attached ({', '.join(names)})"
            message = f"{which}; the most is {MOST} (26). Attach one to another division."
            yield scenario.problem(("attached",), message)
