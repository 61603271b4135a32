"""The program connects nowhere unless a player follows a link: a game is played, saved and printed without a socket."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets.sync.client
from pytestqt.qtbot import QtBot

from app.dialogs.help import HelpDialog
from app.play.players import NewGame
from app.printing.dialog import PrintDialog
from app.window.main_window import MainWindow
from rules.systems import SHIPPED, systems
from tests.app.helpers.widgets import top_level_widgets

network = pytest.importorskip("PySide6.QtNetwork", exc_type=ImportError)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return what was tried to reach somebody; nothing is reached."""
    found: list[str] = []

    def refusing(name: str) -> Any:
        def refuse(*_: object, **__: object) -> None:
            found.append(name)
            raise OSError(f"{name} was called")

        return refuse

    for owner, name in (
        (socket.socket, "connect"), (socket.socket, "connect_ex"), (socket.socket, "sendto"), (socket.socket, "bind"),
        (socket, "getaddrinfo"), (socket, "gethostbyname"), (socket, "create_connection"),
        (websockets.sync.client, "connect"), (network.QNetworkAccessManager, "__init__"),
        (network.QAbstractSocket, "connectToHost"),
    ):  # fmt: skip
        monkeypatch.setattr(owner, name, refusing(name))
    yield found


def test_the_guard_hears_whoever_looks_for_a_newer_version(tried: list[str]) -> None:
    from app.newer import ReleaseQuery

    with pytest.raises(OSError, match="was called"):
        ReleaseQuery().begin()
    with pytest.raises(OSError, match="was called"):
        socket.create_connection(("127.0.0.1", 9))
    assert tried == ["__init__", "create_connection"]


@pytest.mark.parametrize("system", SHIPPED)
def test_a_game_is_begun_played_saved_and_printed_without_a_connection(
    system: str, tried: list[str], window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = window.start_page
    for row in range(page.list.count()):
        page.list.setCurrentRow(row)
    page.refresh()
    assert window.new_game(NewGame(system, systems()[system].scenarios()[0].id, 5))
    for _ in range(6):
        if window.game.decision is not None:  # at one computer hidden hands change over the seat
            assert window.order(next(iter(window.game.decision.options)))
    assert window.game.session is not None and window.game.session.seq > 0
    window.saving.choose = lambda offered: str(tmp_path / "copy.chitpull")
    window.saving.save()
    assert (tmp_path / "copy.chitpull").stat().st_size > 0
    window.dialogs.how_to_play()
    assert any(isinstance(each, HelpDialog) for each in top_level_widgets())
    assert window.game.seat is not None
    sheets = PrintDialog(window.game.seat, window.host.presentation.papers, window)
    qtbot.addWidget(sheets)
    qtbot.waitUntil(lambda: sheets.made is not None, timeout=30_000)
    sheets.choose_file = lambda name: str(tmp_path / "sheets")
    assert sheets.save_pdf() and (tmp_path / "sheets.pdf").stat().st_size > 0
    window.online.show()  # how a game is made or joined
    assert window.online.making.dialog is not None
    window.online.making.end()
    qtbot.wait(200)
    assert tried == []
