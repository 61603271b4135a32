"""Migrating what older versions of a system wrote into records to its present schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rules.engine.command import Command
from rules.engine.history import LOST, NATURE, Entry, History
from rules.engine.system import System


def bring_on(system: System, history: History, entries: Sequence[int], events: Sequence[int]) -> None:
    """Migrate a line to the present schema; raise ValueError if a migration cannot read its input.

    `entries` and `events` hold the schema under which each entry and event of the line was written.
    """
    if all(schema == system.schema for schema in (*entries, *events)):
        return
    try:
        history.log = [_entry(system, *written) for written in zip(history.log, entries, strict=True)]
        history.events = [
            (n, brought(system, "event", event, schema))
            for (n, event), schema in zip(history.events, events, strict=True)
        ]
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error
    history.counts = dict(Counter(next(iter(entry.answer)) for entry in history.log if entry.seat == NATURE))


def _entry(system: System, entry: Entry, schema: int) -> Entry:
    if schema == system.schema or entry is LOST:
        return entry
    if entry.seat == NATURE:
        return entry._replace(answer=brought(system, "outcome", entry.answer, schema))
    return entry._replace(answer=Command.from_json(brought(system, "command", entry.answer.to_json(), schema)))


def brought(system: System, part: str, raw: Any, schema: int) -> Any:
    """Migrate one part of a record (state, command, outcome, event) from a schema to the present one."""
    for version in range(schema, system.schema):
        raw = getattr(system.migrations[version], part)(raw)
    return raw
