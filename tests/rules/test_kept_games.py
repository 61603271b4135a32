"""Games kept when their schema was new, played by bots: later rules open, verify and play them on.

Each is the line so far of a game that is not over. That of Battle Cards is sealed; its key lies beside it and opens
nothing else. When a schema rises, keep a game of the new one beside the old: `RecordWriter`, `play_out`, `save_as`.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from rules.engine.folders import user_data_dir
from rules.engine.record_reading import load_record, verify
from rules.engine.sealing import KEY_FILE, is_sealed
from rules.engine.session import Session
from rules.engine.system import system as registered
from rules.systems import SHIPPED, register_shipped
from rules.testing.bots import bots_for, play_out

HERE = Path(__file__).parent
PLAYED = {
    "company_scale": (140, ["turn", "action_phase", "direct_command", "activation"]),
    "striking_anvil": (115, ["turn", "impulse", "march", "way"]),
    "command_cards": (152, ["game", "turn", "battling", "battle", "ground"]),
}
"""How many entries the kept game has, and the frames it waits in."""


@pytest.fixture(params=SHIPPED)
def kept(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the game kept at today's schema of a system, on a computer with its key."""
    register_shipped()
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "home"))
    folder = HERE / request.param / "data"
    file = folder / f"schema_{registered(request.param).schema}.chitpull"
    if (folder / KEY_FILE).exists():
        shutil.copy(folder / KEY_FILE, user_data_dir())
    return Path(shutil.copy(file, tmp_path))


def waiting(session: Session) -> tuple[int, list[str]]:
    """Return how far a game has come, and the frames it waits in."""
    state: Any = session.state
    return session.seq, [frame.kind for frame in state.frames]


def test_a_game_kept_at_this_schema_opens_where_it_was_left_and_verifies(kept: Path) -> None:
    session = load_record(kept, attach=False)
    assert session.notices == [] and verify(session, kept) == []
    assert waiting(session) == PLAYED[session.system.id] and session.check() == []
    assert is_sealed(kept.read_bytes()) == (session.system.id == "command_cards")


def test_it_is_played_on_in_its_file_and_verifies_again(kept: Path) -> None:
    session = load_record(kept)
    before = session.seq
    play_out(session, bots_for(session.system.seats, ["rare"], 3), 15)
    again = load_record(kept, attach=False)
    assert session.seq > before and (again.notices, verify(again, kept)) == ([], [])
    assert again.digest() == session.digest()


def test_a_kept_game_is_small() -> None:
    sizes = {file.name: file.stat().st_size for file in HERE.rglob("schema_*.chitpull")}
    assert [name for name, size in sizes.items() if size > 200_000] == []
