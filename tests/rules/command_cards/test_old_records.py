"""A game recorded before a schema told more in its events opens, and verifies."""

from __future__ import annotations

from pathlib import Path

from rules.engine.record_reading import load_record, verify

OLD = Path(__file__).parent / "data" / "schema_1.chitpull"


def test_a_game_of_the_first_schema_opens_and_verifies() -> None:
    session = load_record(OLD, attach=False)
    assert session.seq == 237 and session.notices == [] and verify(session, OLD) == []


def test_what_an_old_game_tells_is_still_compared(tmp_path: Path) -> None:
    path = tmp_path / "altered.chitpull"
    path.write_bytes(OLD.read_bytes().replace(b'"figures":2', b'"figures":1'))
    assert path.read_bytes() != OLD.read_bytes()
    session = load_record(path, attach=False, prove=False)
    assert [*session.notices, *verify(session, path)] != []
