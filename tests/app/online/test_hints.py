"""Whether players may ask the computer for suggestions: said where a game is made, kept, shown to both, obeyed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from pytestqt.qtbot import QtBot

from app.online.far_game import FarGame, State
from app.online.links import FollowedLinks
from app.play.seat import LittleHelp
from app.window.online_agreements import HANDS_THERE, state_words
from app.window.thoughts import NOT_HERE
from tests.app.online.helpers.host_process import HostProcess
from tests.app.online.test_desk import FIRST, Club, Player
from tests.app.online.test_window import Player as Window
from tests.app.online.test_window import play, sit_down, together

NO_SUGGESTIONS = "No suggestions from the computer in this game."


@pytest.fixture
def players(tmp_path: Path, qtbot: QtBot) -> list[Window]:
    """Two players with a home each."""
    return [Window(tmp_path / name, qtbot) for name in ("alice", "bob")]


@pytest.mark.parametrize("hints", [True, False])
def test_a_host_keeps_whether_players_may_ask_the_computer_and_tells_all_who_join(tmp_path: Path, hints: bool) -> None:
    club = Club(tmp_path)
    made = {"system": club.system, "scenario": FIRST[club.system]}
    stranger = club.players[None]
    assert "hints" in stranger.ask("make", **made, hints="no")["message"]
    links = stranger.ask("make", **made, hints=hints)["links"]
    club.players = {seat: Player(club, seat, links[seat or ""]) for seat in club.tokens}
    assert [player.join()["hints"] for player in club.players.values()] == [hints] * 3
    club.start()
    for player in club.players.values():
        player.sit()
        assert player.join()["hints"] is hints


def suggests(player: Window) -> bool:
    player.window.refresh_actions()
    return player.window.actions_["hint"].isEnabled()


def asked_of(players: list[Window]) -> Window:
    return next(player for player in players if player.window.game.decision is not None)


def test_a_game_without_suggestions_offers_none_on_either_side_also_while_its_host_is_away(
    players: list[Window], host: HostProcess, qtbot: QtBot
) -> None:

    sit_down(players, host, "company_scale", qtbot, hints=False)
    play(players, 6, qtbot)
    together(players, qtbot)
    for player in players:
        assert player.window.online.page is not None
        assert NO_SUGGESTIONS in player.window.online.page.state.text()
        assert not suggests(player)
    asked = asked_of(players)
    asked.window.thinking.hint()
    assert asked.window.notice.message == NOT_HERE and asked.window.opponent.question is None
    host.kill()
    for player in players:
        player.window.close()
        assert FollowedLinks(player.folder / "links.json").all()[0].hints == "no"
    asked.open()
    asked.dialog().continued.emit(0)
    qtbot.waitUntil(lambda: asked.is_playing, timeout=20_000)
    assert asked.window.game.decision is not None and not suggests(asked), "as was agreed, though nobody says it now"


def test_a_game_with_suggestions_offers_them_to_whoever_is_asked(
    players: list[Window], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, "company_scale", qtbot)
    for player in players:
        assert player.window.online.page is not None
        assert NO_SUGGESTIONS not in player.window.online.page.state.text()
        assert suggests(player) is (player.window.game.decision is not None)


@pytest.mark.parametrize("hints", [True, False])
def test_a_little_help_warns_of_mistakes_only_where_the_computer_may_help(
    players: list[Window], host: HostProcess, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, hints: bool
) -> None:
    monkeypatch.setattr(LittleHelp, "warning", lambda *_: "That is a mistake.")
    sit_down(players, host, "company_scale", qtbot, hints=hints)
    asked = asked_of(players)
    warned: list[str] = []
    asked.window.game.anyway = lambda words: bool(warned.append(words))
    decision = asked.window.game.decision
    assert decision is not None
    asked.window.order(next(iter(decision.options)))
    assert warned == (["That is a mistake."] if hints else [])
    qtbot.waitUntil(lambda: not asked.window.game.is_sending)


@pytest.mark.parametrize(("system", "told"), [("command_cards", True), ("company_scale", False)])
def test_a_guest_is_told_that_hands_at_a_players_computer_are_on_honor(system: str, told: bool) -> None:
    far = SimpleNamespace(
        state=State.FOLLOWING, seat="axis", system=system, are_both=True, hints=True, recall=True, clock=None, copy=None
    )
    words = state_words(cast(FarGame, far), "", "")
    assert "Both sides make the dice." in words and (HANDS_THERE in words) is told
