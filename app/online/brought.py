"""Scenarios that do not ship with the program, brought by a player to a host: whole, with all that they name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from app.online.deflated import packed, unpacked
from rules.engine.bounded import read_json, why
from rules.engine.command import MalformedCommand
from rules.engine.house_rules import base_of
from rules.engine.system import System

LARGEST: Final = 4_000_000
"""Bytes of a scenario, unpacked."""
NOT_HERE: Final = (
    "Only scenarios that ship with Chitpull can be played at this host. Host this one on your own computer."
)


def document_of(scenario: Any, source: Any) -> Mapping[str, Any] | None:
    """Return a scenario with all that it names, None for one that ships as it is; it was loaded from `source`."""
    document = source if isinstance(source, Mapping) else getattr(scenario, "document", None)
    return document if isinstance(document, Mapping) else None


def as_sent(document: Mapping[str, Any]) -> str:
    """Return a scenario as it travels."""
    return packed(json.dumps(document, separators=(",", ":"), default=dict).encode("ascii"))


def read(system: System, text: str) -> Mapping[str, Any]:
    """Return a scenario that somebody has sent; raise MalformedCommand with one sentence if it cannot be played."""
    try:
        document = read_json(unpacked(text, LARGEST))
        if not isinstance(document, Mapping):
            raise ValueError("it is none")
        named = base_of(document)
        if named is not document and named not in [row.id for row in system.scenarios()]:
            raise ValueError("it names another one that does not ship")
        system.load(document)
    except Exception as error:  # each system has its own errors for a scenario that cannot be read
        if not hasattr(error, "problems") and not isinstance(error, LookupError | ValueError | OSError):
            raise
        first = (str(error).splitlines() or [why(error)])[0].rstrip(".")
        raise MalformedCommand(f"The scenario that was sent cannot be played: {first}.") from error
    return document
