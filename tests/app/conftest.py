"""Fixtures for the table's tests: windows off screen, a fresh home for each test, the program's window."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partialmethod
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import colour, theme
from app.board import tiles
from app.play.files import GameFiles
from app.settings import Settings
from app.window.main_window import MainWindow
from rules.systems import systems
from tests.app.helpers.widgets import top_level_widgets

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before the first window
systems()
PREPARED = ("documents", "lists", "layers", "names", "sight")
"""Kinds of results that tests share."""
PAINTED = (*PREPARED, "tiles", "pictures")
"""Those that tests share which paint as the program does."""
_NUMBERS = count(1)


@pytest.fixture(autouse=True, scope="session")
def _house_type(qapp: QApplication) -> None:
    theme.apply(qapp, "light")


@pytest.fixture
def is_prepared() -> bool:
    """Tell whether a test may take what those before it have computed; tests of the cache say no."""
    return True


@pytest.fixture
def paints_alike(request: pytest.FixtureRequest) -> bool:
    """Tell whether a test paints as the program does, and may share pictures; one that replaces anything may not."""
    return "monkeypatch" not in request.fixturenames


@pytest.fixture(autouse=True)
def _fresh_home(tmp_path_factory: pytest.TempPathFactory, is_prepared: bool, paints_alike: bool) -> Iterator[Path]:
    """Give each test a home of its own; what it computes of shipped files is prepared for those that follow."""
    base = tmp_path_factory.getbasetemp()
    kinds, shared = (PAINTED, "painted") if paints_alike else (PREPARED, "prepared")
    prepared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / shared
    home = base / "homes" / str(next(_NUMBERS))  # `mktemp` looks through all folders of the tests before
    home.mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHITPULL_HOME", str(home))
        patch.setenv("CHITPULL_PREPARED", str(prepared if is_prepared else home / "nothing"))
        yield home
    for entry in [each for kind in kinds if is_prepared for each in (home / "cache" / kind).glob("*")]:
        place = prepared / entry.parent.name / entry.name
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            os.replace(entry, place)


@pytest.fixture(autouse=True)
def _no_work_ahead() -> Iterator[None]:
    """Draw no tiles that nobody looks at while a test waits."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiles, "_IDLE_MS", 1_000_000)
        yield


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call() -> Iterator[None]:
    """Paint no more of what a test has shown: pytest-qt, whose hook goes on after this, would draw it to be closed."""
    try:
        return (yield)
    finally:
        for window in top_level_widgets():
            if window.isVisible():
                window.setUpdatesEnabled(False)


@pytest.fixture(autouse=True)
def _no_window_left(qapp: QApplication) -> Iterator[None]:
    """Take away the windows and parts of windows that a test leaves.

    Shown ones would lie over those of the tests after it, and every change of type or colors asks all that there are.
    """
    before = set(top_level_widgets())
    yield
    for window in top_level_widgets():
        if window.isVisible() or window not in before:
            window.hide()
            window.deleteLater()
    before.clear()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


class PatientBot(QtBot):
    """Waits a minute where nothing else is said: the machine may be busy with much else."""

    waitUntil = partialmethod(QtBot.waitUntil, timeout=60_000)
    waitSignal = partialmethod(QtBot.waitSignal, timeout=60_000)
    waitExposed = partialmethod(QtBot.waitExposed, timeout=60_000)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Return a patient bot."""
    return PatientBot(request)


@pytest.fixture
def open_window(qtbot: QtBot, tmp_path: Path, qapp: QApplication) -> Callable[[], MainWindow]:
    """Return a maker of hidden windows for one player; a message fails the test, a question is answered with yes.

    They have no start page yet (`show_start`), which takes longer to make than all else.
    """
    theme.apply(qapp, "light")
    colour.choose(colour.NORMAL)

    def opened() -> MainWindow:
        settings = Settings(tmp_path / "preferences.json")
        window = MainWindow(settings, GameFiles(settings, tmp_path / "games"), start=False)
        window.resize(1600, 1000)
        window.services.tell = lambda title, words: pytest.fail(f"{title}: {words}")
        window.services.ask = lambda *_: True
        window.choosing.ask = lambda copies: copies.file
        window.library.choose = lambda *_: "play"
        window.recording.ask_end = lambda *_: "discard"
        qtbot.addWidget(window)
        return window

    return opened


@pytest.fixture
def window(open_window: Callable[[], MainWindow], qtbot: QtBot) -> MainWindow:
    """Open the program's window."""
    main = open_window()
    with qtbot.waitExposed(main):
        main.show()
    return main
