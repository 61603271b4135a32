"""Links to games that are dropped on the window, clicked in another program, or given on the command line."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFileOpenEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import cli
from app.application import Application
from app.command_line import named
from app.dialogs.online import OnlineDialog
from app.online.links import FollowedLink, FollowedLinks, link_in
from app.play.players import NewGame
from app.window import startup
from app.window.main_window import MainWindow
from tests.app.online.helpers.host_process import HostProcess

SECRET = "bRW2gkPqXk0c7nYxT1sZ_5-mVvJ4aLhe"
LINK = f"chitpull://{'A' * 43}@10.0.0.4:4711/#{SECRET}"
WEB = f"https://table.example/#watch.{SECRET}"
LEFT = Qt.MouseButton.LeftButton


def drop(window: MainWindow, *, text: str = "", address: str = "") -> bool:
    """Drop a text or a link on the window, as another program lets go of it; return whether it was let in."""
    data = QMimeData()
    if text:
        data.setText(text)
    if address:
        data.setUrls([QUrl(address)])
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), copy, data, LEFT, none)
    enter.ignore()
    QApplication.sendEvent(window, enter)
    if enter.isAccepted():
        QApplication.sendEvent(window, QDropEvent(QPointF(50, 50), copy, data, LEFT, none))
    return enter.isAccepted()


@pytest.fixture
def followed(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> list[FollowedLink]:
    """Return the links that the window follows, without a network."""
    links: list[FollowedLink] = []
    monkeypatch.setattr(window.online, "follow", links.append)
    return links


def dialog_of(window: MainWindow) -> OnlineDialog:
    dialog = window.online.making.dialog
    assert dialog is not None and dialog.isVisible()
    return dialog


@pytest.mark.parametrize(
    "dropped", [{"text": f"Your link, Bob:\n{LINK}\nSee you!"}, {"address": LINK}, {"address": WEB}]
)
def test_a_link_dropped_on_the_start_page_is_offered_and_one_key_joins(
    window: MainWindow, followed: list[FollowedLink], dropped: dict[str, str]
) -> None:
    window.show_start()
    assert drop(window, **dropped) and not followed, "nobody is connected to anything by letting go of the mouse"
    dialog = dialog_of(window)
    assert dialog.link.text() == dropped.get("address", LINK)
    QTest.keyClick(dialog.join, Qt.Key.Key_Space)
    expected = link_in(dialog.link.text())
    assert [link.url for link in followed] == [expected.url]
    assert SECRET in (followed[0].invitation, followed[0].token)


def test_a_link_is_dropped_on_a_game_that_is_played(window: MainWindow, followed: list[FollowedLink]) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 5))
    assert drop(window, address=LINK)
    assert dialog_of(window).link.text() == LINK and window.session is not None and not followed


@pytest.mark.parametrize("text", ["Hello", "https://table.example/rules", "mailto:a@b.example#c", "chitpull://host/#"])
def test_what_is_no_link_is_not_let_in(window: MainWindow, text: str) -> None:
    assert not drop(window, text=text)
    assert window.online.making.dialog is None


def test_the_link_to_a_seat_that_is_taken_leads_back_to_it(window: MainWindow, followed: list[FollowedLink]) -> None:
    mine = FollowedLink.of(link_in(LINK))
    FollowedLinks(window.files.folder.parent / "links.json").keep(mine, title="First Light")
    assert drop(window, address=LINK)
    assert followed == [FollowedLinks(window.files.folder.parent / "links.json").all()[0]]
    assert window.online.making.dialog is None


def test_a_clicked_link_waits_for_the_window_and_then_is_followed(qapp: QApplication) -> None:
    assert isinstance(qapp, Application)
    qapp._open = None
    QApplication.sendEvent(qapp, QFileOpenEvent(QUrl(LINK)))
    files: list[Path] = []
    links: list[str] = []
    qapp.open_with(files.append, links.append)
    assert (files, links) == ([], [LINK])
    QApplication.sendEvent(qapp, QFileOpenEvent(QUrl.fromLocalFile("/a.chitpull")))
    assert len(files) == 1 and links == [LINK]
    qapp._open = None


def test_a_link_on_the_command_line_is_offered_in_the_window(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert isinstance(qapp, Application)
    monkeypatch.setenv("CHITPULL_HOME", str(tmp_path))
    monkeypatch.setattr(startup, "watch", qtbot.addWidget)
    taken: list[str] = []
    monkeypatch.setattr("app.window.online.WindowOnline.take", lambda self, text: taken.append(text))
    monkeypatch.setattr(qapp, "exec", lambda: QTest.qWait(50) or 0)
    asked = Namespace(theme="light", open=None, scenario=None, seed=None, shut=False, link=LINK)
    assert startup.window(qapp, asked) == 0
    assert taken == [LINK]
    qapp._open = None


def test_what_a_desktop_names_is_a_file_or_a_link(tmp_path: Path) -> None:
    assert named(LINK) == LINK
    assert named("a game.chitpull") == Path("a game.chitpull")
    assert named("file:///home/ann/a%20game.chitpull") == Path("/home/ann/a game.chitpull")


def test_a_link_goes_with_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([LINK, "--scenario", "first-light"]) == 2
    assert "Give nothing else with it." in capsys.readouterr().err


def test_a_browser_that_opens_a_players_link_says_what_to_do_with_it(host: HostProcess) -> None:
    address = f"http://127.0.0.1:{host.port}"
    with urlopen(f"{address}/#{SECRET}", timeout=5) as answer:
        assert "paste it there, under Online… on the start page" in answer.read().decode()
    with pytest.raises(HTTPError, match="404") as error:
        urlopen(f"{address}/w/nobody", timeout=5)
    assert "Copy the whole link, or ask for a new one." in error.value.read().decode()
