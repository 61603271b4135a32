"""The list of one's games: whose turn it is in each, by its host while the list is looked at, else as last known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import time

import pytest
from pytestqt.qtbot import QtBot

from app.online.links import MINE, OVER, THEIRS, FollowedLink, FollowedLinks
from app.text.online import NOT_REACHED, WHOSE, stood
from app.window.online_games import GONE
from tests.app.online.helpers.host_process import HostProcess
from tests.app.online.test_window import Player, play, players, sit_down  # noqa: F401

KNOWN = FollowedLink("ws://127.0.0.1:9", "t" * 32, seat="allied", title="First Light", turn=MINE)


def told(player: Player) -> str:
    """Return what the list says of the only game."""
    dialog = player.window.online.making.dialog
    assert dialog is not None and dialog.games.count() == 1
    return dialog.games.item(0).text()


def look(player: Player, words: str, qtbot: QtBot) -> None:
    """Open the list, until it says of the only game what is expected."""
    player.dialog()
    qtbot.waitUntil(lambda: words in told(player), timeout=20_000)
    dialog = player.window.online.making.dialog
    assert dialog is not None
    dialog.reject()


def kept(player: Player) -> FollowedLink:
    (link,) = FollowedLinks(player.folder / "links.json").all()
    return link


def test_a_list_of_games_says_whose_turn_it_is(
    players: list[Player],  # noqa: F811
    host: HostProcess,
    qtbot: QtBot,
) -> None:
    sit_down(players, host, "company_scale", qtbot, 2)
    play(players, 4, qtbot)
    far = players[0].window.online.far
    assert far is not None and far.clock is not None
    asked = next(player for player in players if player.seat == far.clock.asked)
    waits = next(player for player in players if player is not asked)
    qtbot.waitUntil(lambda: (kept(asked).turn, kept(waits).turn) == (MINE, THEIRS), timeout=20_000)
    for player in players:
        player.window.online.ask_to_leave()
        assert player.window.online.far is None, "he is no longer at the table"
    look(asked, f"{WHOSE[MINE]}, 4 days left", qtbot)
    look(waits, WHOSE[THEIRS], qtbot)
    assert asked.window.online.far is None, "asking joins nothing"
    host.kill()
    look(asked, f"{NOT_REACHED}; {WHOSE[MINE]} a moment ago", qtbot)
    host.start()
    dialog = asked.dialog()
    dialog.games.chosen.emit(0)
    qtbot.waitUntil(lambda: asked.is_playing, timeout=20_000)
    far = asked.window.online.far
    assert far is not None
    far.resign()
    qtbot.waitUntil(lambda: kept(asked).turn == OVER, timeout=20_000)
    asked.window.online.ask_to_leave()
    host.kill()
    asked.dialog()
    assert told(asked).endswith(": over"), "nobody is asked"
    assert kept(waits).turn == THEIRS


def test_a_host_that_does_not_know_a_link_is_said_and_what_was_known_stays(
    players: list[Player],  # noqa: F811
    host: HostProcess,
    qtbot: QtBot,
) -> None:
    links = FollowedLinks(players[0].folder / "links.json")
    links.keep(replace(KNOWN, url=f"ws://127.0.0.1:{host.port}", known=str(int(time()) - 7200)))
    look(players[0], f"{GONE}; {WHOSE[MINE]} 2 h ago", qtbot)
    assert kept(players[0]).turn == MINE


def test_a_link_is_renewed_in_its_place_and_not_if_it_was_forgotten(tmp_path: Path) -> None:
    links = FollowedLinks(tmp_path / "links.json")
    first = links.keep(KNOWN)
    second = links.keep(replace(KNOWN, token="u" * 32))
    links.renew(first, turn=THEIRS, known="1")
    assert [(each.token[0], each.turn) for each in links.all()] == [("u", MINE), ("t", THEIRS)]
    links.drop(second)
    links.renew(second, turn=OVER)
    assert [each.token[0] for each in links.all()] == ["t"]


@pytest.mark.parametrize(
    ("turn", "ago", "words"),
    [
        ("", 0, NOT_REACHED), (OVER, 9e9, "over"), (MINE, 0, f"{NOT_REACHED}; your turn a moment ago"),
        (THEIRS, 90_000, f"{NOT_REACHED}; the other player's turn 1 day 1 h ago"), ("nonsense", 0, NOT_REACHED),
    ],
)  # fmt: skip
def test_how_a_game_stood_is_said_with_since_when_that_is_known(turn: str, ago: float, words: str) -> None:
    assert stood(turn, ago, begin=NOT_REACHED) == words
