"""A take-back to between a command and its die keeps what the command led to: an honest game is called honest."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rules.engine import session as engine_session
from rules.engine.history import missing_events
from rules.engine.nature import ManualNature
from rules.engine.plain import digest
from rules.engine.record import RecordWriter
from rules.engine.record_reading import load_record, verify
from rules.engine.session import Session
from rules.systems import SHIPPED, shipped
from tests.rules.engine.helpers.playing import asked
from tests.rules.engine.helpers.records import recorded, roam
from tests.rules.engine.helpers.toy_system import CROWD


def wander(session: Session, rng: random.Random, count: int) -> None:
    """Play at random, and go back at random to anywhere."""
    for _ in range(count):
        if session.decision is None:
            return
        if session.seq and rng.random() < 0.15:
            session.take_back(rng.randrange(max(0, session.seq - 8), session.seq))
        else:
            session.submit(asked(session).seat, session.seq, rng.choice(list(asked(session).options)))


def before_a_die(session: Session) -> int:
    """Return the last position at which chance is asked after something has happened."""
    return next(n for n in range(session.seq - 1, 0, -1) if missing_events(session._game, session.history, n))


@pytest.mark.parametrize("seed", range(12))
def test_games_taken_back_anywhere_are_proved(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "game"
    wander(recorded(path, source=CROWD, seed=seed), random.Random(seed), 80)
    session = load_record(path, attach=False)
    assert [*session.notices, *verify(session, path)] == []


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", SHIPPED)
def test_games_of_every_system_taken_back_anywhere_are_proved(tmp_path: Path, name: str, seed: int) -> None:
    system = shipped(name)
    path, source = tmp_path / "game", system.scenarios()[seed].id
    session = Session.new(system, system.load(source), seed=seed, source=source, listeners=[RecordWriter(path)])
    wander(session, random.Random(seed), 40)
    session = load_record(path, attach=False)
    assert [*session.notices, *verify(session, path)] == []


def test_going_back_before_a_die_tells_the_same_again(tmp_path: Path) -> None:
    session = roam(recorded(tmp_path / "game", source=CROWD), 30)
    log, told = list(session.log), [event for _, event in session.events]
    seq = before_a_die(session)
    session.take_back(seq)
    assert session.log == log[: session.seq]
    assert [event for _, event in session.events] == told[: len(session.events)]
    assert len(session.events) > len([at for at, _ in session.events if at <= seq])


def test_an_independent_game_from_before_a_die_keeps_what_happened(tmp_path: Path) -> None:
    session = roam(recorded(tmp_path / "game", source=CROWD), 30)
    told = [event for _, event in session.events]
    other = session.at(before_a_die(session))
    other.resume()
    assert [event for _, event in other.events] == told[: len(other.events)]


@pytest.mark.skipif(not str(engine_session.__file__).endswith(".py"), reason="in compiled rules nothing is replaced")
def test_a_record_of_a_program_that_dropped_these_events_is_whole_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game"
    session = roam(recorded(path, source=CROWD), 30)
    told = [event for _, event in session.events]
    with monkeypatch.context() as older:
        older.setattr("rules.engine.session.missing_events", lambda *_: [])
        session.take_back(before_a_die(session))
    assert [event for _, event in session.events] != told[: len(session.events)]
    again = load_record(path, attach=False)
    assert [*again.notices, *verify(again, path)] == []
    assert [event for _, event in again.events] == told[: len(again.events)]


def test_what_stood_before_the_last_step_of_a_game_is_known_once_it_is_restored(tmp_path: Path) -> None:
    session = roam(recorded(tmp_path / "game", source=CROWD), 60)
    for seq in range(1, session.seq + 1):
        history = session.history.fork()
        history.cut(seq)
        again = Session.restore(session.system, session.scenario, history, ManualNature(), source=session.source)
        before, begin = again._before_last, history.asked_from(seq)
        saved = max(save.seq for save in history.saves)
        assert (before is not None) == (begin >= saved or begin >= history.free_from())
        if before is not None:
            assert before[0] == begin
            assert digest(before[1].to_plain()) == digest(session.state_at(begin).to_plain())
        assert again.lacks_events() == bool(missing_events(again._game, history, seq, at_end=True))
