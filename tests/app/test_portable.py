"""A program that carries its games with it, and the desktop's list of recent documents."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from app import portable, recent_documents
from app.play.files import GameFiles
from app.play.scenarios import choice_of
from app.settings import Settings
from rules.engine.folders import HOME_VARIABLE, cache_dir, user_data_dir


class Shell:
    """A desktop that writes down what it is told."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, str]] = []

    def SHAddToRecentDocs(self, kind: int, path: str) -> None:
        self.heard.append((kind, path))


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a packaged program that runs."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "Chitpull" / "chitpull.exe"))
    monkeypatch.delenv(HOME_VARIABLE, raising=False)
    (tmp_path / "Chitpull").mkdir()
    return tmp_path / "Chitpull" / "chitpull.exe"


def test_with_the_marker_everything_is_kept_beside_the_program(program: Path) -> None:
    (program.parent / portable.MARKER).touch()
    portable.begin()
    assert user_data_dir() == program.parent / "data" / "data"
    assert cache_dir() == program.parent / "data" / "cache"


def test_without_it_the_system_says_where(program: Path) -> None:
    portable.begin()
    assert HOME_VARIABLE not in os.environ and not portable.is_portable()


def test_a_folder_that_is_named_comes_first(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (program.parent / portable.MARKER).touch()
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "mine"))
    portable.begin()
    assert user_data_dir() == tmp_path / "mine" / "data"


def test_from_source_a_marker_beside_python_means_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    (tmp_path / portable.MARKER).touch()
    assert not portable.is_portable()


def test_the_desktop_hears_of_a_game(tmp_path: Path) -> None:
    shell = Shell()
    recent_documents.add(tmp_path / "a.chitpull", shell)
    assert shell.heard == [(recent_documents.PATH_IN_UNICODE, str(tmp_path / "a.chitpull"))]


def test_a_portable_program_leaves_no_trace(program: Path) -> None:
    (program.parent / portable.MARKER).touch()
    shell = Shell()
    recent_documents.add(program.parent / "a.chitpull", shell)
    assert shell.heard == []


@pytest.mark.skipif(sys.platform == "win32", reason="it has the list")
def test_other_systems_have_no_such_library(tmp_path: Path) -> None:
    assert recent_documents._shell() is None
    recent_documents.add(tmp_path / "a.chitpull")


def test_a_game_that_is_started_or_copied_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell: Any = Shell()
    monkeypatch.setattr(recent_documents, "_shell", lambda: shell)
    files = GameFiles(Settings(tmp_path / "preferences.json"), tmp_path / "games")
    session = files.start(choice_of("first-light", 7))
    files.copy(session, tmp_path / "copy.chitpull")
    files.clear_table()
    begun, copied = (Path(path) for _, path in shell.heard)
    assert begun.parent == tmp_path / "games" and copied == tmp_path / "copy.chitpull"
