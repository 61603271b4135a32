"""A token gives a seat: on a player's computer it lies in the file of his links, never in what he passes on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.crash import JOURNAL, NAME, ROOT_LOGGER, begin_journal, write_down
from app.online.links import FollowedLinks, link_in
from app.window.online_making import LAST_HOST
from rules.engine.folders import HOME_VARIABLE, user_data_dir
from rules.engine.record_form import is_packed, unpacked
from rules.engine.record_lines import read
from tests.app.online.helpers.host_process import FIRST, HostProcess
from tests.app.online.test_window import Player, play, players, sit_down, together

__all__ = ["players"]
LINKS = "links.json"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have everything in one folder that is kept on players' computers, and a journal as the program has it."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv(HOME_VARIABLE, str(folder))
    logger = logging.getLogger(ROOT_LOGGER)
    before = logger.handlers[:], logger.level, logger.propagate
    begin_journal(user_data_dir())
    yield folder
    for handler in logger.handlers:
        handler.close()
    logger.handlers[:], logger.propagate = before[0], before[2]
    logger.setLevel(before[1])


def secrets_of(player: Player) -> set[str]:
    """Return what gives a seat or lets one watch, of all links that a player has."""
    followed = FollowedLinks(player.folder / LINKS).all()
    given = [text for link in followed for text in link.offered.values()]
    shown = [link_in(text).secret if "#" in text else text.rpartition("/")[2] for text in given]
    return {text for link in followed for text in (link.token, link.invitation)} - {""} | set(shown)


def texts(folder: Path) -> dict[str, bytes]:
    """Return all that lies with players, but for links, and records also as they are read."""
    there = [file for file in folder.rglob("*") if file.is_file() and file.name != LINKS]
    files = {file.relative_to(folder).as_posix(): file for file in there if folder / "hosted" not in file.parents}
    found = {name: file.read_bytes() for name, file in files.items()}
    found |= {f"{name} unpacked": unpacked(raw) for name, raw in found.items() if is_packed(raw)}
    return found | {f"{name} in the clear": read(file).text for name, file in files.items() if ".chitpull" in name}


def save(player: Player, target: Path) -> None:
    player.window.saving.choose = lambda offered: str(target)
    player.window.saving.save_as()
    assert target.exists() != player.window.game.hides


def host_here(player: Player, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> str:
    """Create a game on a player's own computer; return the link for the other one."""
    player.window.online.making.own_host.port = 0
    monkeypatch.setattr("app.window.online_making.own_address", lambda: "127.0.0.1")
    dialog = player.dialog()
    dialog.where.setCurrentIndex(0)
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(player.window.online.far and player.window.online.far.missing), timeout=30_000)
    given = FollowedLinks(player.folder / LINKS).all()[0].offered
    return next(text for words, text in given.items() if "watch" not in words and "page" not in words)


@pytest.mark.parametrize("where", ["here", *FIRST])
def test_no_token_lies_elsewhere_than_with_the_links(
    where: str,
    players: list[Player],
    home: Path,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    alice, bob = players
    if where == "here":
        bob.join(host_here(alice, monkeypatch, qtbot))
        qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=30_000)
    else:
        sit_down(players, request.getfixturevalue("host"), where, qtbot)
    play(players, 6, qtbot)
    together(players, qtbot)
    for player in players:
        save(player, tmp_path / f"copy of {player.folder.name}.chitpull")
        player.window.dialogs.copy_log()
        copied = QApplication.clipboard().text()
        page = player.window.online.page
        assert page is not None and not any(secret in copied for secret in secrets_of(player))
    links = list[str]()
    bob.window.online.far.linked.connect(lambda seat, secret: links.append(secret))  # type: ignore[union-attr]
    bob.window.online.page.wanted.emit("move")  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: bool(links), timeout=20_000)
    secrets = secrets_of(alice) | secrets_of(bob) | set(links)
    bob.window.close()
    bob.open()
    bob.window.online.follow(bob.window.online.links.all()[0])
    qtbot.waitUntil(lambda: bob.is_playing, timeout=20_000)
    try:
        bob.window.online.join("no link")
        raise RuntimeError(str(bob.window.online.far))
    except RuntimeError as error:
        write_down(error)
    alice.window.online.far.resign()  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: all(bool(player.window.game.closed) for player in players), timeout=20_000)
    bob.told.clear()
    bob.window.online.page.wanted.emit("check")  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: bool(bob.told), timeout=30_000)
    for player in players:
        save(player, tmp_path / f"ended {player.folder.name}.chitpull")
        player.window.close()
    logging.getLogger("chitpull.link").warning("the journal is there")
    secrets |= secrets_of(alice) | secrets_of(bob)
    found = texts(tmp_path)
    assert {f"home/data/{JOURNAL}", f"home/data/{NAME}", "bob/preferences.json"} <= set(found)
    assert len([name for name in found if name.endswith(".chitpull")]) >= (1 if where == "command_cards" else 5)
    assert len(secrets) >= 6 and all(len(secret) >= 32 for secret in secrets)
    assert [name for name, text in found.items() if any(secret.encode() in text for secret in secrets)] == []


@pytest.mark.parametrize(
    "begin", ["chitpull://127.0.0.1:{}/#secret-of-a-seat", "http://127.0.0.1:{}/w/secret-of-a-seat"]
)
def test_of_a_link_that_is_given_as_a_host_only_the_address_is_kept(
    begin: str, players: list[Player], host: HostProcess, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog = players[0].dialog()
    dialog.where.setCurrentIndex(1)
    dialog.host.setText(begin.format(host.port))
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    assert "secret" not in dialog.about.text()
    qtbot.waitUntil(lambda: bool(players[0].window.online.far and players[0].window.online.far.missing), timeout=20_000)
    assert str(host.port) in players[0].window.settings.get(LAST_HOST, "")
    players[0].window.close()
    for file in (file for file in tmp_path.rglob("*") if file.is_file()):
        assert b"secret-of-a-seat" not in file.read_bytes(), file
