"""Events as records: every one of a random game has its record, and is told or shown by its name and types."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules.company_scale
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.records.combat_events import Fired, UnitMoved
from rules.company_scale.records.events import KINDS, event_of
from rules.company_scale.system import SYSTEM
from rules.engine.nature import SeededNature
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.testing.bots import RareBot

EMITTED = re.compile(r'emit\(\s*"(\w+)"(?: if \w+(?: == \w+)? else "(\w+)")?')


@pytest.mark.parametrize(("scenario", "seed"), [("first-light", 1), ("the-feint", 2), ("montelimar-campaign", 4)])
def test_events_of_a_random_game_have_their_records(scenario: str, seed: int) -> None:
    session = Session.new(SYSTEM, load_scenario(scenario), nature=SeededNature(seed))
    seat, bot = Seat(session), RareBot(seed)
    for _ in range(400):
        decision = session.decision
        if decision is None:
            break
        session.submit(decision.seat, session.seq, bot.choose(seat, decision))
    assert len(seat.events()) > 100
    for event in seat.events():
        assert event_of(event) is not None, event


def test_the_kinds_of_events_are_those_that_the_rules_tell() -> None:
    told = {"DieRolled"}  # by the engine
    for path in Path(rules.company_scale.__file__).parent.glob("*.py"):
        for found in EMITTED.finditer(path.read_text(encoding="utf-8")):
            told.update(filter(None, found.groups()))
    assert told == set(KINDS.kinds)


def test_an_event_is_read_by_name_and_an_older_one_has_defaults() -> None:
    raw = {"event": "UnitMoved", "unit": "a", "from": "10.30", "to": "10.31"}
    assert event_of(raw) == UnitMoved("a", (), "10.30", "10.31")
    assert event_of({"event": "Fired", "hex": "10.30", "die": 4, "result": ""}) == Fired("10.30", 4, None, False)
    assert event_of({"event": "Fired", "hex": "10.30"}) is None, "without its die it cannot be told as a fire"
    assert event_of({"event": "Unheard"}) is None
