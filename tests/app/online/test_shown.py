"""What a step from the host makes a window show, and how often."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.dialogs import online_page
from app.online import link
from app.text.online import round_trip
from tests.app.online.helpers.host_process import HostProcess
from tests.app.online.test_window import Player, play, players, sit_down, together

__all__ = ["players"]


def test_a_step_is_shown_once_by_whoever_gave_the_order_and_by_the_other(
    players: list[Player], host: HostProcess, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(players, host, "command_cards", qtbot)
    play(players, 4, qtbot)
    together(players, qtbot)
    shown: list[tuple[str, int]] = []
    for player in players:
        table, game = player.window.playmat, player.window.game
        assert table is not None
        monkeypatch.setattr(
            table, "show", lambda show=table.show, game=game, name=player.seat: (shown.append((name, game.seq)), show())
        )
    for _ in range(6):
        play(players, 1, qtbot)
        together(players, qtbot)
    qtbot.wait(300)  # the clock, and who is here, are told as well
    assert len(shown) >= 6 and len(shown) == len(set(shown)), shown


def test_who_is_waited_for_is_told_anew_without_showing_the_map_again(
    players: list[Player], host: HostProcess, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(players, host, "company_scale", qtbot)
    play(players, 2, qtbot)
    together(players, qtbot)
    waits = next(player for player in players if player.window.game.decision is None)
    asked = next(player for player in players if player is not waits)
    table = waits.window.playmat
    assert table is not None and "at the table" in waits.window.prompt.hint.text()
    monkeypatch.setattr(table, "show", lambda: pytest.fail("the map is as it was"))
    asked.window.online.leave()
    qtbot.waitUntil(lambda: "away" in waits.window.prompt.hint.text())


def test_the_page_beside_a_game_says_how_long_the_way_to_the_host_is(
    players: list[Player], host: HostProcess, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "PING", 0.1)
    monkeypatch.setattr(online_page, "EACH", 20)
    sit_down(players, host, "company_scale", qtbot)
    player = players[0]
    player.window.online.show()
    page, far = player.window.online.page, player.window.online.far
    assert page is not None and far is not None
    qtbot.waitUntil(lambda: " to the host and back" in page.people.text(), timeout=20_000)
    assert "at the table" in page.people.text() and 0 < far.trip < 20
    host.kill()
    qtbot.waitUntil(lambda: " to the host and back" not in page.people.text(), timeout=20_000)
    assert far.trip == 0


@pytest.mark.parametrize(("seconds", "said"), [(0.0002, "1 ms"), (0.0234, "23 ms"), (1.26, "1.3 s")])
def test_how_long_the_way_to_a_host_is_in_words(seconds: float, said: str) -> None:
    assert round_trip(seconds) == f"{said} to the host and back"
