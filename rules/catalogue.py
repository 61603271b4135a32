"""The game systems that ship with Chitpull."""

from __future__ import annotations

from pathlib import Path

from rules.engine.system import System, register
from rules.engine.system import systems as registered

FIRST = "company_scale"


def systems() -> dict[str, System]:
    """Return every game system by id, registering the shipped ones."""
    from rules.company_scale.system import SYSTEM

    if FIRST not in registered():
        register(SYSTEM)
    return registered()


def find(scenario: str, name: str = "") -> tuple[System, str]:
    """Return the system that plays a scenario, and the scenario; raise LookupError with a sentence.

    `scenario` is an id or a path; `name` names the system where the scenario does not tell.
    """
    known = systems()
    if name:
        if name not in known:
            raise LookupError(f'There is no game system "{name}"; known are {", ".join(sorted(known))}.')
        return known[name], scenario
    ids = {str(told["id"]): system for system in known.values() for told in system.scenarios()}
    if scenario in ids:
        return ids[scenario], scenario
    if Path(scenario).suffix or Path(scenario).exists():
        return known[FIRST], scenario
    raise LookupError(f'There is no scenario called "{scenario}"; known are {", ".join(sorted(ids))}.')
