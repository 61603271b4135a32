"""Questions for one of several things: their words are no part of a position, and older positions lose theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.company_scale.prompts import without_words
from rules.company_scale.system import SYSTEM
from rules.engine.command import cmd
from rules.engine.options import Decision
from rules.engine.record_reading import load_record, verify
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.testing.bots import RareBot

OLD = Path(__file__).parent / "data" / "schema_1.chitpull"
"""A company fires at two; the file has a digest after each entry, the last with the old words of the question."""
ASKED = "a fires at 11.35: which unit takes the hit?"


def prompt_of(session: Session) -> str:
    """Return what is asked now."""
    assert isinstance(session.decision, Decision)
    return session.decision.prompt


def test_a_game_of_the_first_schema_opens_in_its_question_and_verifies() -> None:
    session = load_record(OLD, attach=False)
    assert (session.seq, session.notices, verify(session, OLD)) == (14, [], [])
    assert prompt_of(session) == ASKED
    assert "prompt" not in session.state.frames[-1].data


def test_it_is_played_on_in_its_file_and_verifies_again(tmp_path: Path) -> None:
    path = tmp_path / OLD.name
    path.write_bytes(OLD.read_bytes())
    session = load_record(path)
    assert session.submit("allied", 14, cmd("choose", unit="y")).seq > 14
    again = load_record(path, attach=False)
    assert (again.notices, verify(again, path)) == ([], []) and again.digest() == session.digest()


def test_a_snapshot_in_a_question_is_read_without_its_words(tmp_path: Path) -> None:
    session = load_record(OLD, attach=False)
    now: Any = session.state.to_plain()
    asked = now["frames"][-1]
    old = [asked[0], asked[1], {**asked[2], "prompt": "a fires at 11.35: which unit is the target unit?"}]
    spoken = {**now, "frames": [*now["frames"][:-1], old]}
    assert without_words(spoken) == now
    assert SYSTEM.decode(session.scenario, SYSTEM.migrations[1].state(spoken)).to_plain() == now


def texts(value: Any) -> Iterator[str]:
    """Yield every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from (key, *texts(item))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)


@pytest.mark.parametrize("scenario", ["first-light", "rolins-night", "montelimar-campaign"])
def test_frames_keep_names_and_no_words_and_prompts_are_short(scenario: str) -> None:
    session = Session.new(SYSTEM, SYSTEM.load(scenario), seed=3, source=scenario)
    bots = {seat: RareBot(n) for n, seat in enumerate(SYSTEM.seats)}
    asked = set()
    for _ in range(1200):
        if not isinstance(session.decision, Decision):
            break
        asked.add(session.decision.kind)
        assert len(session.decision.prompt) <= 90, session.decision.prompt
        for frame in session.state.frames:
            assert not [text for text in texts(frame.data) if " " in text], frame
        seat = session.decision.seat
        session.submit(seat, session.seq, bots[seat].choose(Seat(session, seat), session.decision))
    assert len(asked) > 6
