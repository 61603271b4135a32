"""A full disk at a player of a hosted game: one sentence, play goes on, and all is written when there is room."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from pytestqt.qtbot import QtBot

from app.online.links import FollowedLinks
from app.window.services import Services
from rules.engine.record import RecordWriter, writer_of
from rules.engine.record_reading import load_record, verify
from rules.engine.steps import steps_in
from tests.app.online.helpers.host_process import HostProcess
from tests.app.online.test_window import Player, play, players, sit_down, together

__all__ = ["players"]
FULL = OSError(28, "No space left on device")
SYSTEM = "striking_anvil"


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what status bars say."""
    heard, show = list[str](), Services.status

    def status(self: Services, words: str, *more: Any) -> None:
        heard.append(words)
        show(self, words, *more)

    monkeypatch.setattr(Services, "status", status)
    return heard


@contextmanager
def full(*, links: bool) -> Iterator[None]:
    """Have no room for records meanwhile, or none for links either."""

    def refuse(*_: object, **__: object) -> None:
        raise FULL

    with patch.object(RecordWriter, "_write", refuse), patch("rules.engine.record.write_whole", refuse_whole):
        if not links:
            yield
            return
        with patch.object(FollowedLinks, "_write", refuse):
            yield


def refuse_whole(path: Path, text: bytes, *, overwrite: bool = True) -> None:
    from rules.engine.record import RecordError

    raise RecordError(f"The game {path} cannot be saved: No space left on device.")


def record_of(player: Player) -> Path:
    session = player.window.game.session
    assert session is not None
    writer = writer_of(session)
    assert writer is not None
    return writer.path


def proved(player: Player) -> None:
    """Assert that a player's record is the whole game, to its chain."""
    file = record_of(player)
    session = load_record(file, attach=False)
    assert session.notices == [] and verify(session, file) == []
    assert session.digest() == player.window.game.session.digest()  # type: ignore[union-attr]
    assert (len(steps_in(file)), steps_in(file)[-1].chain) == player.held


def test_a_record_that_cannot_be_written_waits_until_there_is_room(
    players: list[Player], host: HostProcess, qtbot: QtBot, said: list[str]
) -> None:
    sit_down(players, host, SYSTEM, qtbot)
    play(players, 4, qtbot)
    with full(links=False):
        play(players, 8, qtbot, seed=4)
        together(players, qtbot)
    assert len([words for words in said if "cannot be saved: No space left on device" in words]) == 2, "each once"
    assert any("You can play on" in words for words in said) and not any("saved on this computer" in w for w in said)
    play(players, 2, qtbot, seed=5)
    together(players, qtbot)
    assert len([words for words in said if "saved on this computer again" in words]) == 2
    for player in players:
        proved(player)
        assert player.told == []


def test_a_game_begun_and_left_on_a_full_disk_is_taken_up_again(
    players: list[Player], host: HostProcess, qtbot: QtBot, said: list[str]
) -> None:
    with full(links=False):
        sit_down(players, host, SYSTEM, qtbot)
        play(players, 4, qtbot)
        together(players, qtbot)
        held = players[1].held
        players[1].window.close()
    players[1].open()
    players[1].window.online.follow(players[1].window.online.links.all()[0])
    qtbot.waitUntil(lambda: players[1].is_playing and players[1].held == held, timeout=20_000)
    play(players, 3, qtbot, seed=4)
    together(players, qtbot)
    for player in players:
        proved(player)
        assert player.told == []


def test_an_invitation_that_cannot_be_kept_is_not_used(players: list[Player], host: HostProcess, qtbot: QtBot) -> None:
    link = players[0].make(host, SYSTEM)
    warned: list[str] = []
    online = players[1].window.online
    with full(links=True), patch.object(online.making, "warn", warned.append):
        players[1].join(link)
    assert warned == [
        "The link could not be kept on this computer: No space left on device. It has not been used; make room and "
        "join again."
    ]
    assert online.far is None and online.links.all() == []
    assert online.making.dialog is not None
    online.join(link)
    qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=30_000)


def test_a_link_that_cannot_be_kept_is_kept_while_one_plays(
    players: list[Player], host: HostProcess, qtbot: QtBot, said: list[str]
) -> None:
    link = players[0].make(host, SYSTEM)
    with patch.object(FollowedLinks, "_write", side_effect=FULL):
        players[0].window.online.kept.keep(players[0].window.online.far.followed, title="Kept late")  # type: ignore[union-attr]
    assert [words for words in said if "could not be kept: No space left on device" in words]
    players[1].join(link)
    qtbot.waitUntil(lambda: all(player.is_playing for player in players), timeout=30_000)
    kept = players[0].window.online.links.all()
    assert [(each.seat, bool(each.file)) for each in kept] == [(players[0].seat, True)]
