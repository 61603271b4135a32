"""Whether an order can be undone while the other player, who is asked, has not answered: a rule of the house."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.online.hosted import STANDS
from app.window.online_agreements import NO_RECALL
from tests.app.online.helpers.host_process import HostProcess
from tests.app.online.test_desk import FIRST, Club, Player
from tests.app.online.test_window import Player as Window
from tests.app.online.test_window import play, players, sit_down, together

__all__ = ["players"]


def club_of(folder: Path, recall: bool) -> Club:
    """Return a club whose game was made with or without this rule."""
    club = Club(folder)
    links = club.players[None].ask("make", system=club.system, scenario=FIRST[club.system], recall=recall)["links"]
    club.tokens = {seat: links[seat or ""] for seat in club.tokens}
    club.players = {seat: Player(club, seat, token) for seat, token in club.tokens.items()}
    return club


@pytest.mark.parametrize("recall", [True, False])
def test_a_host_keeps_the_rule_and_tells_all_who_join(tmp_path: Path, recall: bool) -> None:
    club = club_of(tmp_path, recall)
    assert "recall" in club.players[None].ask("make", system=club.system, scenario="first-light", recall=1)["message"]
    assert [player.join()["recall"] for player in club.players.values()] == [recall] * 3
    club.start()
    for player in club.players.values():
        player.sit()
        assert player.join()["recall"] is recall


@pytest.mark.parametrize("recall", [True, False])
def test_an_order_that_hands_over_is_undone_without_asking_or_stands_as_the_rule_says(
    tmp_path: Path, recall: bool
) -> None:
    club, own, over = club_of(tmp_path, recall).seated(), 0, 0
    for _ in range(150):
        club.play(1)
        game, last = club.game, club.players[club.game.log[-1].seat] if club.game.can_undo else None
        if last is None or game.decision is None or over == 3:
            continue
        digest = game.digest()
        if last is club.asked and own < 3:
            assert last.ask("undo", rev=last.rev) == {"rev": last.rev}, "it is still his turn"
            own += 1
        if last is club.asked:
            continue
        answer = last.ask("undo", rev=last.rev)
        over += 1
        if recall:
            assert answer == {"rev": last.rev} and club.asked is last
        else:
            assert answer["message"] == STANDS and game.digest() == digest
            proposal = last.ask("propose", rev=last.rev, to=game.seq - 1)["id"]
            assert "rev" in club.asked.ask("answer", id=proposal, yes=True) and club.asked is last
    assert own and over


def test_a_window_says_that_an_order_stands_and_how_it_is_taken_back(
    players: list[Window], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, "company_scale", qtbot, recall=False)
    for player in players:
        assert player.window.online.page is not None and NO_RECALL in player.window.online.page.state.text()
    mover = None
    while mover is None:
        play(players, 1, qtbot)
        together(players, qtbot)
        session, waits = (players[0].window.session, next(p for p in players if p.window.game.decision is None))
        assert session is not None
        mover = waits if session.can_undo and session.log[-1].seat == waits.seat else None
    other = next(player for player in players if player is not mover)
    game, said = mover.window.game, list[str]()
    game.refused.connect(lambda reasons: said.extend(each.text for each in reasons))
    assert not game.can_undo and game.can_take_back and not game.undo()
    assert said[0].startswith("In this game an order stands once the other player is asked.")
    mover.window.actions_["take_back"].trigger()
    page, seq = other.window.online.page, game.seq
    assert page is not None
    qtbot.waitUntil(page.agree.isVisible)
    qtbot.mouseClick(page.agree, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: game.seq < seq and game.decision is not None)


def test_online_nobody_is_told_of_the_computers_moves_that_cannot_be_undone(
    players: list[Window], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, "company_scale", qtbot)
    while any(player.window.game.can_undo or not player.window.game.can_take_back for player in players):
        play(players, 1, qtbot)
        together(players, qtbot)
    said = list[str]()
    players[0].window.game.refused.connect(lambda reasons: said.extend(each.text for each in reasons))
    assert not players[0].window.game.undo()
    assert "the other side's move" in said[0] and "If both players agree" in said[0]
