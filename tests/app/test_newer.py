"""Telling of a newer version: only after a yes, from a server on this machine, with a clear answer offline."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.dialogs.preferences import PreferencesDialog
from app.newer import LATEST, MOST, RELEASES, ReleaseQuery, is_newer, read
from app.settings import NEWER, Settings
from app.window.main_window import MainWindow
from app.window.newer import FOUND, LOOKED, QUESTION
from rules.engine.version import number

pytest.importorskip("PySide6.QtNetwork", exc_type=ImportError)
CLICK = Qt.MouseButton.LeftButton


class Page:
    """A releases page on this machine: `content` is what it answers, `heard` the headers of every request."""

    def __init__(self) -> None:
        self.content, self.status = b'{"version": "99.0.0"}', 200
        self.heard: list[dict[str, str]] = []
        page = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                page.heard.append({name.lower(): value for name, value in self.headers.items()})
                self.send_response(page.status)
                self.send_header("Content-Length", str(len(page.content)))
                self.end_headers()
                self.wfile.write(page.content)

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/latest.json"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Be offline."""
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def page() -> Iterator[Page]:
    made = Page()
    yield made
    if made.server.fileno() >= 0:
        made.close()


@pytest.fixture
def open_window(open_window: Callable[[], MainWindow]) -> Callable[[], MainWindow]:
    """Return a maker of windows on their start page."""

    def opened() -> MainWindow:
        window = open_window()
        window.show_start()
        return window

    return opened


@pytest.fixture
def start(open_window: Callable[[], MainWindow], page: Page) -> MainWindow:
    """Return a window on its start page that asks the page on this machine."""
    window = open_window()
    window.newer.look.address = page.address
    window.newer._timer.stop()
    return window


def said(window: MainWindow) -> str:
    """Return what the line says, "" where it is hidden."""
    line = window.newer.line
    assert line is not None
    return "" if line.isHidden() else line.words.text()


def press(window: MainWindow, name: str) -> None:
    """Press a button of the line."""
    assert window.newer.line is not None
    QTest.mouseClick(window.newer.line.buttons[name], CLICK)


@pytest.mark.parametrize(
    ("one", "other", "newer"),
    [
        ("0.2.1", "0.2.0", True), ("0.10.0", "0.9.9", True), ("1.0", "0.9.9", True), ("0.2.0", "0.2", False),
        ("0.2.0", "0.2.0", False), ("0.1.9", "0.2.0", False), ("", "0.2.0", False), ("0.3.0", "unknown", False),
        ("<b>9</b>", "0.2.0", False), ("99999.0", "0.2.0", False),
    ],
)  # fmt: skip
def test_versions_are_compared_number_by_number(one: str, other: str, newer: bool) -> None:
    assert is_newer(one, other) is newer


@pytest.mark.parametrize("content", [b"", b"<html>", b"[]", b"{}", b'{"version": 2}', b'{"version": "2; rm -rf"}'])
def test_what_names_no_version_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError):
        read(content)


def test_the_file_lies_on_the_releases_page() -> None:
    assert LATEST.startswith(RELEASES) and RELEASES.startswith("https://")


def test_a_first_start_asks_and_looks_for_nothing(start: MainWindow, page: Page, qtbot: QtBot) -> None:
    assert said(start) == QUESTION and start.settings.get(NEWER) is None
    start.newer._look_today()
    qtbot.wait(50)
    assert page.heard == []
    assert start.start_page.play.isEnabled()  # nothing waits for the answer


def test_no_hides_the_line_for_good(
    start: MainWindow, page: Page, open_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    press(start, "no")
    assert said(start) == "" and start.settings.get(NEWER) is False
    start.newer._look_today()
    qtbot.wait(50)
    assert page.heard == []
    assert said(open_window()) == ""


def test_yes_looks_and_tells_of_a_newer_version(start: MainWindow, page: Page, qtbot: QtBot) -> None:
    shown: list[str] = []
    start.newer.show_page = shown.append
    with qtbot.waitSignal(start.newer.look.answered, timeout=5000):
        press(start, "yes")
    assert said(start) == "Chitpull 99.0.0 is out."
    press(start, "see")
    assert shown == [RELEASES]
    press(start, "hide")
    assert said(start) == ""


def test_nothing_is_sent_that_tells_who_asks(start: MainWindow, page: Page, qtbot: QtBot) -> None:
    with qtbot.waitSignal(start.newer.look.answered, timeout=5000):
        press(start, "yes")
    (heard,) = page.heard
    assert heard["user-agent"] == "Chitpull"
    assert set(heard) <= {"user-agent", "host", "connection", "accept-encoding", "accept-language"}
    assert heard["accept-language"] == "en"  # everybody's, not the system's


def test_offline_gets_a_clear_answer(start: MainWindow, page: Page, qtbot: QtBot) -> None:
    page.close()
    with qtbot.waitSignal(start.newer.look.answered, timeout=5000):
        press(start, "yes")
    assert said(start) == "Chitpull couldn't reach its releases page. It will try again next time you start Chitpull."
    assert start.settings.get(LOOKED) is None


def test_it_looks_once_a_day(start: MainWindow, page: Page, qtbot: QtBot) -> None:
    page.content = f'{{"version": "{number()}"}}'.encode()
    start.newer.today = lambda: "2026-12-01"
    with qtbot.waitSignal(start.newer.look.answered, timeout=5000):
        press(start, "yes")
    assert said(start).startswith("You have the newest version")
    start.newer._look_today()
    qtbot.wait(50)
    assert len(page.heard) == 1
    start.newer.today = lambda: "2026-12-02"
    with qtbot.waitSignal(start.newer.look.answered, timeout=5000):
        start.newer._look_today()
    assert len(page.heard) == 2


def test_what_was_found_is_told_at_the_next_start(
    start: MainWindow, open_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    start.settings.set(NEWER, True)
    start.settings.set(FOUND, "99.0.0")
    again = open_window()
    again.newer._timer.stop()
    assert said(again) == "Chitpull 99.0.0 is out."


@pytest.mark.parametrize(
    ("content", "status"), [(b"x" * (MOST * 4), 200), (b"<html>lost</html>", 200), (b'{"version": "99.0.0"}', 404)]
)
def test_a_wrong_answer_is_none(page: Page, qtbot: QtBot, content: bytes, status: int) -> None:
    page.content, page.status = content, status
    look = ReleaseQuery(page.address)
    with qtbot.waitSignal(look.answered, timeout=5000) as heard:
        look.begin()
    assert heard.args == [""]


def test_the_help_menu_answers_in_any_case(start: MainWindow, page: Page, qtbot: QtBot) -> None:
    told: list[str] = []
    start.services.tell = lambda title, words: told.append(words)
    for content in (b'{"version": "99.0.0"}', b'{"version": "0.0.1"}', b"nothing"):
        page.content = content
        with qtbot.waitSignal(start.newer.look.answered, timeout=5000):
            start.actions_["newer"].trigger()
    assert told == [
        f"Chitpull 99.0.0 is out; you have {number()}. Get it at {RELEASES}.",
        f"You have the newest version ({number()}).",
        "Chitpull couldn't reach its releases page. Check your connection and try again.",
    ]
    assert start.settings.get(NEWER) is None and said(start) == QUESTION


def test_a_flatpak_is_kept_up_to_date_by_the_system(
    page: Page, open_window: Callable[[], MainWindow], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLATPAK_ID", "io.github.chitpull.Chitpull")
    window = open_window()
    told: list[str] = []
    window.services.tell = lambda title, words: told.append(words)
    assert window.start_page.play.isEnabled() and window.newer.line is None
    window.actions_["newer"].trigger()
    assert told == ["Flatpak keeps Chitpull up to date."] and page.heard == []


def test_preferences_switch_it(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "preferences.json")
    for ticked, kept in ((False, None), (True, True), (False, False)):
        dialog = PreferencesDialog(settings, [])
        qtbot.addWidget(dialog)
        dialog.newer.setChecked(ticked)
        dialog.accept()
        assert settings.get(NEWER) is kept


def test_a_system_without_the_library_is_told_so(page: Page, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "PySide6.QtNetwork", None)
    look = ReleaseQuery(page.address)
    with qtbot.waitSignal(look.answered, timeout=1000) as heard:
        look.begin()
    assert heard.args == [""] and page.heard == []
