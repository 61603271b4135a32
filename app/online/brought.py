"""Scenarios that do not ship with the program, brought by a player to a host: whole, with all that they name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from app.online.deflated import packed, unpacked
from rules.engine.bounded import Limits, read_json, why
from rules.engine.command import MalformedCommand
from rules.engine.house_rules import base_of
from rules.engine.system import System

LIMITS: Final = Limits(600_000, 30_000, 20_000)
"""Of a scenario, unpacked: the campaign of Company Scale has 215,000 bytes and 18,400 values with all that it names.

They are far below those of a record, whose first line holds it.
"""
NOT_HERE: Final = (
    "Only scenarios that ship with Chitpull can be played at this host. Host this one on your own computer."
)


def document_of(scenario: Any, source: Any) -> Mapping[str, Any] | None:
    """Return a scenario with all that it names, None for one that ships as it is; it was loaded from `source`."""
    whole, is_overlay = getattr(scenario, "document", None), base_of(source) is not source
    document = source if isinstance(source, Mapping) and not (is_overlay and whole) else whole
    return document if isinstance(document, Mapping) else None


class Brought(NamedTuple):
    """A scenario that somebody has sent, and what was loaded from it."""

    document: Mapping[str, Any]
    scenario: Any


def as_sent(document: Mapping[str, Any]) -> str:
    """Return a scenario as it travels."""
    return packed(_text(document))


def _text(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, separators=(",", ":"), default=dict).encode("ascii")


def read(system: System, text: str) -> Brought:
    """Return a scenario that somebody has sent; raise MalformedCommand with one sentence if it cannot be played."""
    try:
        document = read_json(unpacked(text, LIMITS.bytes), LIMITS)
        if not isinstance(document, Mapping):
            raise ValueError("it is none")
        read_json(_text(document), LIMITS)  # as it is sent on, and as its record holds it: longer, where it has accents
        named = base_of(document)
        if named is not document and named not in [row.id for row in system.scenarios()]:
            raise ValueError("it names another one that does not ship")
        return Brought(document, system.load(document))
    except Exception as error:  # each system has its own errors for a scenario that cannot be read
        if not hasattr(error, "problems") and not isinstance(error, LookupError | ValueError | OSError):
            raise
        first = (str(error).splitlines() or [why(error)])[0].rstrip(".")
        raise MalformedCommand(f"The scenario that was sent cannot be played: {first}.") from error
