"""The picture of the map for the page of an online game: painted strip by strip, given up when the game goes on."""

from __future__ import annotations

import gc
from base64 import b64decode
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.board.painting import STRIP, Painting
from app.play.players import NewGame
from app.systems.command_cards.seen import laid_out, view_of
from app.window.main_window import MainWindow
from app.window.online_picture import SIZE, OnlinePicture
from tests.app.systems.command_cards.helpers.table import Player, game

GAMES = [("company_scale", "first-light"), ("striking_anvil", "anvil-june"), ("command_cards", "bonlieu")]


def laid(window: MainWindow, system: str, scenario: str, qtbot: QtBot) -> Painting:
    """Put a game on the table; return a painting of its board."""
    window.new_game(NewGame(system, scenario, seed=1))
    assert window.playmat is not None
    qtbot.waitUntil(window.playmat.is_settled, timeout=60_000)
    painting = window.playmat.painting(SIZE)
    assert painting is not None
    return painting


def parted(one: QImage, other: QImage) -> int:
    """Return how many pixels of two pictures are not the same."""
    return sum(one.pixel(x, y) != other.pixel(x, y) for x in range(one.width()) for y in range(one.height()))


@pytest.mark.parametrize(("system", "scenario"), GAMES)
def test_a_picture_in_strips_is_the_one_that_is_painted_at_once(
    window: MainWindow, system: str, scenario: str, qtbot: QtBot
) -> None:
    painting = laid(window, system, scenario, qtbot)
    blank, strips = painting.image.copy(), 0
    more = True
    for _ in painting.before:
        assert painting.image == blank
    while more:
        before = painting.image.copy()
        more = painting.paint_more()
        for y in range(0, before.height(), STRIP):  # a strip and no other
            part = (0, y, before.width(), STRIP)
            assert (before.copy(*part) == painting.image.copy(*part)) or y == strips * STRIP
        strips += 1
    assert strips == -(-painting.image.height() // STRIP) > 5
    assert window.playmat is not None
    whole = window.playmat.painting(SIZE)
    assert whole is not None
    pixels = blank.width() * blank.height()
    assert parted(painting.image, whole.whole()) < pixels / 1000  # a line that is cut off may be a shade paler there
    assert parted(painting.image, blank) > pixels / 2


@pytest.fixture
def sender(window: MainWindow, qtbot: QtBot) -> OnlinePicture:
    """Return what paints the game of a window for a host, and notes what it sends."""
    laid(window, *GAMES[0], qtbot)
    game = cast(Any, SimpleNamespace(session=window.session, looks_back=False))
    found = OnlinePicture(game, lambda: window.playmat, QObject(window))
    sent: list[str] = []
    found.follow(cast(Any, SimpleNamespace(send_picture=sent.append)))
    found.sent = sent  # type: ignore[attr-defined]
    found.waits.setInterval(0)
    return found


def test_a_picture_is_sent_when_all_of_it_is_painted_and_then_not_for_a_while(
    sender: OnlinePicture, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[bool] = []
    one = Painting.paint_more

    def paint_more(painting: Painting) -> bool:
        assert cast(Any, sender).sent == []
        painted.append(one(painting))
        return painted[-1]

    monkeypatch.setattr(Painting, "paint_more", paint_more)
    sender.want()
    qtbot.waitUntil(lambda: bool(cast(Any, sender).sent))
    assert painted == [True] * (len(painted) - 1) + [False] and len(painted) > 5
    image = QImage.fromData(b64decode(cast(Any, sender).sent[0]))
    assert image.width() == SIZE.width() or image.height() == SIZE.height()
    sender.want()
    assert not sender.waits.isActive()


def test_what_is_painted_of_a_position_that_has_changed_is_given_up_and_begun_again(
    sender: OnlinePicture, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[Painting] = []
    one = Painting.paint_more

    def paint_more(painting: Painting) -> bool:
        painted.append(painting)
        if len(painted) == 3:
            sender.drop()  # an order has come
        return one(painting)

    monkeypatch.setattr(Painting, "paint_more", paint_more)
    sender.want()
    qtbot.waitUntil(lambda: bool(cast(Any, sender).sent))
    assert len(cast(Any, sender).sent) == 1
    assert painted[:3] == [painted[0]] * 3 and painted[0] not in painted[3:] and len(set(map(id, painted[3:]))) == 1


def test_the_picture_of_a_card_game_shows_nothing_that_only_one_side_knows(window: MainWindow) -> None:
    player, mat = Player(window, game()), cast(Any, window.playmat)
    player.open_curtain()
    public, own = mat.painting(SIZE).whole(), mat.board.painting(SIZE).whole()
    player.card(0)
    assert laid_out(view_of(window.game)) is not None
    assert mat.board.painting(SIZE).whole() != own
    assert mat.painting(SIZE).whole() == public


def test_a_picture_of_a_card_game_is_given_up_at_any_step(window: MainWindow, qtbot: QtBot) -> None:
    laid(window, *GAMES[2], qtbot)
    assert window.playmat is not None
    for count in (0, 1, 5, 18, 22):
        painting = window.playmat.painting(SIZE)
        assert painting is not None
        assert all(painting.paint_more() for _ in range(count))
        del painting
    gc.collect()


def test_a_game_that_is_left_is_painted_no_further(sender: OnlinePicture, qtbot: QtBot) -> None:
    sender.want()
    qtbot.waitUntil(lambda: sender._painting is not None)
    sender.follow(None)
    qtbot.wait(50)
    assert cast(Any, sender).sent == []
