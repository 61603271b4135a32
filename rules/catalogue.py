"""The game systems that ship with Chitpull."""

from __future__ import annotations

from rules.engine.system import System, register
from rules.engine.system import systems as registered


def systems() -> dict[str, System]:
    """Return every game system by id, registering the shipped ones."""
    from rules.company_scale.system import SYSTEM as COMPANY_SCALE  # here, so that asking for help stays quick

    if COMPANY_SCALE.id not in registered():
        register(COMPANY_SCALE)
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
    for system in known.values():
        if any(told["id"] == scenario for told in system.scenarios()):
            return system, scenario
    return next(iter(known.values())), scenario
