"""Every event that games of a system log has its record, and no record asks for what is not logged."""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from dataclasses import fields
from importlib import import_module
from typing import Any

import pytest

from rules.engine.events import EventKinds
from rules.engine.frozen import key_of
from tests.rules.test_plain_forms import KEPT

NAMES = ["command_cards", "striking_anvil"]


def kept_events(name: str) -> list[dict[str, Any]]:
    """Return the events kept of random games, one or two of each form."""
    events: list[dict[str, Any]] = json.loads(gzip.decompress((KEPT / f"{name}.json.gz").read_bytes()))["events"]
    return events


@pytest.mark.parametrize("name", NAMES)
def test_every_logged_event_has_a_record(name: str) -> None:
    kinds: EventKinds = import_module(f"rules.{name}.events").EVENTS
    unread = {event["event"] for event in kept_events(name) if kinds.read(event) is None}
    assert unread == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_a_record_is_logged(name: str) -> None:
    kinds: EventKinds = import_module(f"rules.{name}.events").EVENTS
    logged: dict[str, set[str]] = defaultdict(set)
    for event in kept_events(name):
        logged[event["event"]].update(event)
    for kind, keys in logged.items():
        assert {key_of(field) for field in fields(kinds.kinds[kind])} <= keys
