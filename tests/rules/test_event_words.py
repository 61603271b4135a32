"""Sentences in events prove nothing: another version may word them otherwise, and what is shown are its own words."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from rules.engine.record import RecordWriter
from rules.engine.record_form import line
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.systems import shipped
from tests.rules.engine.helpers.records import forge, lines

OTHER = "The target stands in the open"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a game in which somebody has fired, with modifiers."""
    path = tmp_path_factory.mktemp("words") / "game.chitpull"
    system, rng = shipped("company_scale"), random.Random(4)
    writer = RecordWriter(path)
    session = Session.new(system, system.load("first-light"), seed=4, listeners=[writer], source="first-light")
    while session.decision is not None and not any(event.get("modifiers") for _, event in session.events):
        options = list(islice(session.decision.options, 200))
        verb = rng.choice(sorted({command.verb for command in options}))
        command = rng.choice([one for one in options if one.verb == verb])
        session.submit(session.decision.seat, session.seq, command)
    writer.close(session)
    return path


def changed(game: Path, path: Path, key: str, value: Any) -> list[dict[str, Any]]:
    """Return the lines of a record with something else in the first line of modifiers."""
    told = lines(game)
    modifiers = next(event["modifiers"] for one in told for event in one.get("events", ()) if event.get("modifiers"))
    assert modifiers[0][key] != value
    modifiers[0][key] = value
    return told


def texts(session: Session) -> list[str]:
    return [part["text"] for _, event in session.events for part in event.get("modifiers", ())]


def test_a_game_told_in_other_words_is_proved_and_shown_in_those_of_today(game: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    forge(path, changed(game, path, "text", OTHER))
    session = load_record(path, attach=False)
    assert [*session.notices, *verify(session, path)] == []
    assert texts(session) == texts(load_record(game, attach=False)) and OTHER not in texts(session)


def test_words_are_those_of_today_after_a_proof_beside_the_game_too(game: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    forge(path, changed(game, path, "text", OTHER))
    session = load_record(path, attach=False, seconds=0.0)
    assert session.proof is not None and OTHER in texts(session)
    assert session.proof.go_on() and session.proof.found == [] and OTHER not in texts(session)


def test_words_edited_in_a_file_are_told(game: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.chitpull"
    path.write_bytes(b"".join(map(line, changed(game, path, "text", OTHER))))  # the seals are the old ones
    session = load_record(path, attach=False)
    number = next(n for n, one in enumerate(lines(path), 1) if OTHER in str(one))
    assert [text for text in session.notices if "has been altered" in text and f"(line {number})" in text]


@pytest.mark.parametrize(("key", "value"), [("value", 9), ("rule", "1.1")])
def test_what_a_line_says_besides_its_words_is_proved(game: Path, tmp_path: Path, key: str, value: Any) -> None:
    path = tmp_path / "game.chitpull"
    forge(path, changed(game, path, key, value))
    session = load_record(path, attach=False)
    assert any("The events of entry" in text for text in session.notices)
