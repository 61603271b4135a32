"""A window whose connection is lost: it says for how long, and an order that was not sent can be withdrawn."""

from __future__ import annotations

from itertools import islice, pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.dialogs.online_page import OnlinePage
from app.online.far_game import FETCHED
from app.online.links import FollowedLinks
from app.panels.prompt_parts import WITHDRAW
from app.window.online_lost import lasting
from rules.engine.command import Command
from tests.app.online.helpers.host_process import HostProcess
from tests.app.online.test_hints import asked_of
from tests.app.online.test_window import Player, play, sit_down, together


@pytest.fixture
def players(tmp_path: Path, qtbot: QtBot) -> list[Player]:
    """Two players with a home each."""
    return [Player(tmp_path / name, qtbot) for name in ("alice", "bob")]


def order_while_away(players: list[Player], host: HostProcess, qtbot: QtBot) -> tuple[Player, Command]:
    """Let whoever is asked give an order while there is no host; return him and it."""
    sit_down(players, host, "company_scale", qtbot)
    play(players, 6, qtbot)
    together(players, qtbot)
    asked = asked_of(players)
    host.kill()
    qtbot.waitUntil(lambda: bool(asked.window.online.far and asked.window.online.far.is_away), timeout=20_000)
    decision = asked.window.game.decision
    assert decision is not None
    order = next(iter(decision.options))
    assert asked.window.order(order)
    qtbot.waitUntil(lambda: asked.window.prompt.words.text().startswith("Not sent: "))
    return asked, order


def test_an_order_that_was_not_sent_is_shown_and_withdrawn(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    asked, order = order_while_away(players, host, qtbot)
    window, seq = asked.window, asked.window.game.seq
    assert window.game.words.describe(order, window.game.names) in window.prompt.words.text()
    assert "as soon as the connection is back" in window.prompt.hint.text()
    qtbot.waitUntil(lambda: "Connection lost 0:0" in window.notice.message)
    button = window.prompt.staff.buttons[WITHDRAW]
    assert button.isVisible()
    window.activateWindow()
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.game.is_sending and window.game.decision is not None and not button.isVisible()
    host.start()
    qtbot.waitUntil(lambda: not window.online.far.is_away, timeout=20_000)  # type: ignore[union-attr]
    together(players, qtbot)
    assert window.game.seq == seq and "Connection lost" not in window.notice.message
    play(players, 4, qtbot)
    together(players, qtbot)


def test_an_order_that_is_not_withdrawn_is_sent_when_the_connection_is_back(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    asked, order = order_while_away(players, host, qtbot)
    seq = asked.window.game.seq
    host.start()
    qtbot.waitUntil(lambda: not asked.window.game.is_sending, timeout=20_000)
    together(players, qtbot)
    assert asked.window.session is not None
    assert asked.window.session.log[seq].answer == order
    assert not asked.window.prompt.staff.buttons[WITHDRAW].isVisible()
    assert asked.window.online.far is not None
    asked.window.online.far.withdraw()
    assert asked.window.session.log[seq].answer == order, "too late"


@pytest.mark.parametrize("is_same", [True, False])
def test_what_is_ordered_again_after_a_window_was_killed_before_it_kept_the_step_acts_once(
    is_same: bool, players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, "company_scale", qtbot)
    asked, orders = asked_of(players), list[Command]()
    while len(orders) < 2:
        play(players, 1, qtbot)
        together(players, qtbot)
        asked = asked_of(players)
        assert asked.window.game.decision is not None
        orders = list(islice(asked.window.game.decision.options, 2))
    assert asked.window.online.far is not None
    file, seq, rev = Path(asked.window.online.far.followed.file), asked.window.game.seq, asked.held[0]
    kept, (order, other) = file.read_bytes(), orders
    assert asked.window.order(order)
    qtbot.waitUntil(lambda: asked.held[0] == rev + 1 and not asked.window.game.is_sending, timeout=20_000)
    asked.window.close()
    file.write_bytes(kept)  # as if it had been killed after the host's answer, before it had written the step
    host.kill()
    asked.open()
    asked.window.online.follow(FollowedLinks(asked.folder / "links.json").all()[0])
    window = asked.window
    assert window.game.seq == seq and asked.held[0] == rev
    assert window.order(order if is_same else other)
    said = list[str]()
    window.game.refused.connect(lambda reasons: said.extend(each.text for each in reasons))
    host.start()
    qtbot.waitUntil(lambda: not window.game.is_sending, timeout=20_000)
    together(players, qtbot)
    assert window.session is not None and asked.held[0] == rev + 1
    assert [entry.answer for entry in window.session.log[seq:] if entry.seat == asked.seat] == [order]
    assert said == ([] if is_same else ["The game has moved on. Look at the new position first."])


def test_a_copy_that_is_fetched_anew_says_so_and_leaves_the_page_open(
    players: list[Player], host: HostProcess, qtbot: QtBot
) -> None:
    sit_down(players, host, "company_scale", qtbot)
    play(players, 4, qtbot)
    together(players, qtbot)
    alice = players[0]
    alice.window.online.show()
    far = alice.window.online.far
    assert far is not None and far.copy is not None and alice.window.online.page is not None
    held = far.copy.held
    far.copy.held = (held[0], "0" * 32)
    far._link.join_again(whole=False)
    qtbot.waitUntil(lambda: alice.window.notice.message == FETCHED, timeout=20_000)
    together(players, qtbot)
    assert alice.held == held and alice.window.online.page.isVisible()


def test_the_page_beside_a_game_is_as_high_as_all_that_it_shows(qtbot: QtBot) -> None:
    page = OnlinePage()
    qtbot.addWidget(page)
    page.show_links({f"Link {n}:": f"chitpull://table.example:4711/#{'x' * 32}" for n in range(3)})
    page.show()
    page.offer({"draw", "pause", "give", "resign", "move", "invite"})
    page.show_state("You are the German player. Your turn: 3 days left. " * 3, "Allied: at the table")
    page.show_proposal("The Allied player proposes to stop the clock until somebody gives an order.")
    fields = [field for field in page.findChildren(QLineEdit) if field.isReadOnly()]
    assert len(fields) == 3
    qtbot.waitUntil(lambda: all(field.height() >= field.minimumSizeHint().height() for field in fields))
    tops = sorted((field.mapTo(page, field.rect().topLeft()).y(), field.height()) for field in fields)
    assert all(top + high <= below for (top, high), (below, _) in pairwise(tops))


@pytest.mark.parametrize(("seconds", "shown"), [(0.4, "0:00"), (12, "0:12"), (754, "12:34"), (7300, "2 h 1 min")])
def test_how_long_a_connection_is_lost_is_shown_as_a_clock_shows_it(seconds: float, shown: str) -> None:
    assert lasting(seconds) == shown
