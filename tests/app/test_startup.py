"""The program as a double click starts it: a damaged game is asked about, and a clicked one goes before an old one."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import application, run
from app.application import Application
from app.dialogs import messages
from app.play.files import GameFiles
from app.play.players import NewGame
from app.settings import Settings
from app.window import startup
from app.window.main_window import MainWindow
from rules.engine.folders import user_data_dir
from tests.app.helpers.widgets import top_level_widgets

ARGUMENTS = Namespace(theme="light", open=None, scenario=None, seed=None, shut=False, link="")


@pytest.fixture
def games(_fresh_home: Path) -> tuple[Path, Path]:
    """Return a game that was interrupted, and another one."""
    home = user_data_dir()
    settings = Settings(home / "preferences.json")
    files, paths = GameFiles(settings), []
    for scenario in ("the-feint", "first-light"):
        session = files.start(NewGame("company_scale", scenario, 5))
        for _ in range(4):
            decision = session.decision
            session.submit(decision.seat, session.seq, next(iter(decision.options)))
        paths.append(Path(settings.get("on_table")))
    assert files._lock is not None
    files._lock.unlock()  # as if the program had been killed
    return paths[1], paths[0]


@pytest.fixture
def start(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Path | None], MainWindow]]:
    """Return a starter of the program, up to where it would wait for the player."""
    assert isinstance(qapp, Application)
    monkeypatch.setattr(qapp, "exec", lambda: 0)

    def started(path: Path | None) -> MainWindow:
        before = set(top_level_widgets())
        startup.window(qapp, Namespace(**{**vars(ARGUMENTS), "open": path}))
        [main] = [w for w in set(top_level_widgets()) - before if isinstance(w, MainWindow)]
        qtbot.addWidget(main)
        return main

    yield started
    qapp._open = None


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the questions asked, all of which are answered with no."""
    questions: list[str] = []
    monkeypatch.setattr(messages, "ask", lambda parent, title, words, *_: bool(questions.append(words)))
    return questions


def test_a_double_click_on_a_damaged_game_asks_before_it_cuts(
    games: tuple[Path, Path], start: Callable[[Path | None], MainWindow], asked: list[str], qtbot: QtBot
) -> None:
    path = games[1]
    lines = path.read_bytes().splitlines(keepends=True)
    lines[-2] = b"\x00 not a line\n"
    path.write_bytes(b"".join(lines))
    main = start(path)
    qtbot.waitUntil(lambda: bool(asked))
    assert "damaged at line" in asked[0] and main.session is None
    assert path.read_bytes() == b"".join(lines)


def test_an_interrupted_game_is_offered(
    games: tuple[Path, Path], start: Callable[[Path | None], MainWindow], asked: list[str], qtbot: QtBot
) -> None:
    start(None)
    qtbot.waitUntil(lambda: bool(asked))
    assert games[0].stem in asked[0]


@pytest.mark.parametrize("named", ["before the window is there", "just after"])
def test_a_game_that_macos_names_goes_before_the_offer(
    games: tuple[Path, Path], start: Callable[[Path | None], MainWindow], asked: list[str], named: str,
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication, qtbot: QtBot,
) -> None:  # fmt: skip
    monkeypatch.setattr(startup, "recovery_delay", lambda: application.recovery_delay("darwin"))
    event = QFileOpenEvent(QUrl.fromLocalFile(str(games[1])))
    if named.startswith("before"):
        QCoreApplication.sendEvent(qapp, event)
        main = start(None)
    else:
        main = start(None)
        QCoreApplication.sendEvent(qapp, event)
    assert main.session is not None and Path(main.settings.get("on_table")) == games[1]
    qtbot.wait(2 * application.ASKED_SOON)
    assert asked == []


def test_shutting_says_on_the_error_stream_what_is_altered_and_asks_nothing(
    games: tuple[Path, Path], qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, asked: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert isinstance(qapp, Application)
    monkeypatch.setattr(qapp, "exec", lambda: 0)
    monkeypatch.setattr(messages, "tell", lambda *_: pytest.fail("a message waits for an answer"))
    path = games[1]
    path.write_bytes(path.read_bytes().replace(b'"seat":"allied"', b'"seat":"Allied"', 1))
    before = set(top_level_widgets())
    startup.window(qapp, Namespace(**{**vars(ARGUMENTS), "open": path, "shut": True}))
    for widget in set(top_level_widgets()) - before:
        if isinstance(widget, MainWindow):
            qtbot.addWidget(widget)
    said = capsys.readouterr().err
    assert "has been altered" in said and said.startswith("chitpull: ") and asked == []


def test_a_picture_of_an_altered_game_says_so(games: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    path = games[1]
    path.write_bytes(path.read_bytes().replace(b'"seat":"allied"', b'"seat":"Allied"', 1))
    run._session(Namespace(open=path))
    assert "has been altered" in capsys.readouterr().err
