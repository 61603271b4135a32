"""A bad environment gets one clear sentence and loses no game."""

from __future__ import annotations

import errno
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import crash
from app.dialogs.scenario_cards import preview
from app.play.files import CannotOpen, GameFiles
from app.play.players import NewGame
from app.settings import Settings
from app.window.main_window import MainWindow
from rules.engine.record import RecordWriter
from tests.app.helpers.command_line import said

CHOICE = NewGame("company_scale", "first-light", 7)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there a display can be missing")
def test_no_display(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    words = said(capsys, "--scenario", "first-light")
    assert "no display" in words and "--picture" in words


def test_a_home_that_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], qapp: QApplication
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "file" / "home"))
    words = said(capsys, "--scenario", "first-light")
    assert "Could not create" in words and "CHITPULL_HOME" in words


def test_a_folder_that_can_only_be_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    files = GameFiles(Settings(tmp_path / "preferences.json"), tmp_path / "file" / "games")
    with pytest.raises(CannotOpen, match=r"cannot be saved in .*games: .*CHITPULL_HOME"):
        files.start(CHOICE)


def test_preferences_that_cannot_be_written_are_told_and_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    settings = Settings(tmp_path / "file" / "preferences.json")
    settings.set("theme", "dark")
    assert settings.theme == "dark"
    assert settings.problem.startswith("The preferences could not be written to")


def test_without_a_cache_the_start_page_still_has_its_maps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path / "file"))
    picture = preview("company_scale", "10-rally")
    assert picture is not None and not picture.isNull()


def test_a_disk_that_fills_during_a_game_refuses_the_order_and_keeps_the_game(window: MainWindow) -> None:
    assert window.new_game(CHOICE)
    game = window.game
    assert game.decision is not None and game.seat is not None
    before, refused = game.seat.seq, []
    game.refused.connect(refused.append)
    command = next(iter(game.decision.options))
    with patch.object(RecordWriter, "_write", side_effect=OSError(errno.ENOSPC, "No space left on device")):
        assert not window.order(command)
    assert game.seat.seq == before
    assert "cannot be saved: No space left on device" in refused[0][0].text
    assert window.order(command)  # there is space again
    assert game.seat.seq > before


def test_a_game_of_a_newer_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new.chitpull"
    path.write_text('{"chitpull":"record","container":99}\n')
    words = said(capsys, "--open", path, "--picture", tmp_path / "x.png")
    assert "newer Chitpull" in words and "Update Chitpull" in words


def test_a_file_that_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "letter.chitpull"
    path.write_text("Dear Sir,\n")
    assert "is not a Chitpull game" in said(capsys, path, "--picture", tmp_path / "x.png")


@pytest.fixture
def damaged(window: MainWindow) -> Path:
    """Return a game of a few orders with a broken line in the middle."""
    assert window.new_game(CHOICE)
    for _ in range(6):
        assert window.game.decision is not None
        assert window.order(next(iter(window.game.decision.options)))
    path = Path(window.settings.recent[0])
    window.files.clear_table()
    lines = path.read_bytes().splitlines(keepends=True)
    lines[-4] = b"\x00 not a line\n"
    path.write_bytes(b"".join(lines))
    return path


def test_what_can_be_rescued_of_a_damaged_game_is_offered(window: MainWindow, damaged: Path) -> None:
    asked: list[tuple[Any, ...]] = []
    told: list[str] = []
    window.services.tell = lambda title, words: told.append(words)

    def ask(*words: str) -> bool:
        asked.append(words)
        return True

    window.services.ask = ask
    assert window.open_game(damaged)
    assert len(asked) == 1
    assert "damaged at line" in asked[0][1] and "can be recovered up to order" in asked[0][1]
    assert damaged.with_name(damaged.name + ".damaged").is_file()
    assert any("skipped" in words for words in told)


def test_a_damaged_game_is_left_alone_when_the_player_says_so(window: MainWindow, damaged: Path) -> None:
    before = damaged.read_bytes()
    window.services.ask = lambda *_: False
    assert not window.open_game(damaged)
    assert damaged.read_bytes() == before
    assert not damaged.with_name(damaged.name + ".damaged").exists()


def test_a_fault_that_cannot_be_written_down_is_still_told(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, window: MainWindow
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(sys, "__excepthook__", lambda *_: None)
    monkeypatch.setattr(
        crash, "write_down", lambda error: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space left"))
    )
    monkeypatch.setattr(crash.messages, "tell", lambda parent, title, words, icon: shown.append(words))
    crash.watch(window)
    error = ValueError("a mistake")
    sys.excepthook(ValueError, error, None)
    assert "No space left" in shown[0]
