"""Hidden hands at one computer: when the curtain falls, what it leaves in sight, and who plays without it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.dialogs.preferences import PreferencesDialog
from app.play.players import NewGame
from app.settings import AWAY, BOTH_SIDES, OPEN_CURTAIN
from app.window.main_window import MainWindow
from rules.command_cards.loading.scenarios import load_scenario
from rules.command_cards.system import SYSTEM
from rules.engine.command import cmd
from rules.engine.nature import SeededNature
from rules.engine.options import Decision
from rules.engine.session import Session
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import position

TUTORIAL = "last-attack"


def put(window: MainWindow) -> None:
    """Put the tutorial of Battle Cards on the table."""
    window.resize(1600, 1000)
    window.put(Session.new(SYSTEM, load_scenario(TUTORIAL), nature=SeededNature(4), source=TUTORIAL))


def play_a_turn(window: MainWindow) -> None:
    """Play the first card of the hand, with the first unit it orders, and end the turn."""
    for verb in ("choose", "order", "confirm", "done", "done"):
        if window.game.awaited:
            break
        if verb in window.game.offered:
            assert window.order(window.game.offered[verb][0])
    if window.playmat.drawn:
        window.open_curtain()  # the card drawn has been seen


def go_away(window: MainWindow) -> None:
    """Leave the window for longer than the curtain waits."""
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowDeactivate))
    if window.hands.away.isActive():
        window.hands.away.timeout.emit()


def test_behind_the_curtain_board_and_log_stay_in_sight_and_no_hand_does(window: MainWindow) -> None:
    put(window)
    mat = window.playmat
    assert window.curtain.isVisible() and window.curtain.title.text() == "German player: your turn."
    assert mat.middle.isVisible() and window.log.isVisible() and mat.strip.isVisible()
    assert window.curtain.size() == mat.hand.size() and window.curtain.parent() is mat.hand
    assert mat.hand.hand == () and window.game.view.hand == () and not window.game.offered
    assert window.orders.page is window.orders.idle and "Germans" in window.prompt.words.text()


def test_space_on_the_board_opens_the_curtain_too(window: MainWindow) -> None:
    put(window)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_Space)
    assert window.game.seat.name == "german" and window.playmat.hand.hand and window.curtain.isHidden()


def test_where_the_hand_is_closed_the_whole_table_is_covered(window: MainWindow) -> None:
    put(window)
    window.open_curtain()
    window.docks.docks["hand"].close()
    play_a_turn(window)
    assert window.pages.currentWidget() is window.curtain and not window.log.isVisible()
    window.open_curtain()
    assert window.playmat.middle.isVisible() and window.game.seat.name == "allied"


def test_after_another_game_too_only_the_hand_is_covered(window: MainWindow) -> None:
    assert window.new_game(NewGame("company_scale", "first-light", 3))
    put(window)
    assert window.curtain.parent() is window.playmat.hand and window.playmat.middle.isVisible()
    assert window.log.isVisible() and window.playmat.strip.isVisible()


def test_the_curtain_outlives_the_table_it_hung_over(window: MainWindow) -> None:
    put(window)
    window.put(Session.new(SYSTEM, load_scenario("bonlieu"), nature=SeededNature(4), source="bonlieu"))
    assert window.curtain.isVisible()
    window.host.clear()
    window.hands.put_away()
    assert window.pages.indexOf(window.curtain) >= 0


def test_one_player_who_plays_both_sides_meets_no_curtain(window: MainWindow) -> None:
    window.settings.set(BOTH_SIDES, True)
    put(window)
    assert window.game.seat.name == "german" and window.curtain.isHidden() and window.playmat.hand.hand
    play_a_turn(window)
    assert window.game.seat.name == "allied" and window.curtain.isHidden() and window.playmat.hand.hand


def test_the_preferences_take_the_curtain_away_at_once(window: MainWindow) -> None:
    put(window)
    window.dialogs.preferences()
    dialog = next(d for d in window.services.open_pages if isinstance(d, PreferencesDialog))
    QTest.keyClick(dialog.hands[BOTH_SIDES], Qt.Key.Key_Space)
    dialog.accept()
    assert window.settings.get(BOTH_SIDES, False) and window.game.seat.name == "german"
    assert window.curtain.isHidden()


@pytest.mark.parametrize("wanted", [False, True])
def test_the_curtain_falls_when_the_window_is_left_for_who_wants_that(window: MainWindow, wanted: bool) -> None:
    window.settings.set(AWAY, wanted)
    put(window)
    window.open_curtain()
    go_away(window)
    assert window.curtain.isVisible() == wanted and bool(window.game.view.hand) != wanted
    if wanted:
        window.open_curtain()
        assert window.game.seat.name == "german"


def test_who_comes_back_in_time_finds_no_curtain(window: MainWindow) -> None:
    window.settings.set(AWAY, True)
    put(window)
    window.open_curtain()
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowDeactivate))
    assert window.hands.away.isActive()
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
    assert not window.hands.away.isActive() and window.curtain.isHidden()


def test_it_falls_on_a_game_that_is_opened_in_the_middle_of_a_turn(window: MainWindow) -> None:
    put(window)
    window.open_curtain()
    window.order(window.game.offered["choose"][0])
    window.order(window.game.offered["order"][0])
    window.order(cmd("confirm"))
    session, decision = window.session, window.game.decision
    assert session is not None and decision is not None and decision.kind in ("moving", "battling")
    window.put(session)
    assert window.curtain.isVisible() and window.game.awaited == "german"
    window.open_curtain()
    assert window.game.seat.name == "german" and window.playmat.hand.hand


def test_it_falls_on_taking_back_across_a_turn(window: MainWindow) -> None:
    put(window)
    window.open_curtain()
    play_a_turn(window)
    window.open_curtain()
    assert window.game.seat.name == "allied"
    assert window.game.take_back()
    assert window.game.awaited == "german" and window.curtain.isVisible() and window.game.view.hand == ()
    window.open_curtain()
    assert window.game.seat.name == "german" and window.game.decision is not None


# --- games that hide nothing -----------------------------------------------------------------------------------------


def open_game(window: MainWindow, wanted: bool) -> FakeSession:
    """Ask both sides one after the other in a game of open information."""

    def next_side(session: FakeSession, _: object) -> list[dict[str, object]]:
        session.now = hold("allied") if session.now and session.now.seat == "german" else hold("german")
        return []

    window.settings.set(OPEN_CURTAIN, wanted)
    session = FakeSession(position(), hold("german"), {"hold": next_side})
    window.play(session)
    return session


def hold(seat: str) -> Decision:
    return decide(seat, "opportunity_fire", "Opportunity fire?", cmd("fire", hex="18.44"), cmd("hold"))


def test_the_curtain_falls_between_players_of_an_open_game_for_who_wants_that(window: MainWindow) -> None:
    session = open_game(window, wanted=True)
    board = window.playmat.middle
    assert board.isVisible() and window.prompt.badge.text() == "GERMAN"
    QTest.keyClick(board, Qt.Key.Key_Space)
    assert window.pages.currentWidget() is window.curtain and not window.orders.isVisible()
    assert window.curtain.title.text() == "Allied player: your turn." and not window.actions_["undo"].isEnabled()
    QTest.keyClick(window, Qt.Key.Key_H)
    assert len(session.submitted) == 1
    QTest.keyClick(window.curtain.button, Qt.Key.Key_Space)
    assert board.isVisible() and window.orders.isVisible() and window.prompt.badge.text() == "ALLIED"
    assert len(session.submitted) == 1
    QTest.keyClick(board, Qt.Key.Key_Space)
    assert len(session.submitted) == 2 and window.pages.currentWidget() is window.curtain


def test_an_open_game_has_no_curtain_unless_it_is_wanted(window: MainWindow) -> None:
    session = open_game(window, wanted=False)
    for _ in range(3):
        QTest.keyClick(window.playmat.middle, Qt.Key.Key_Space)
    assert len(session.submitted) == 3 and window.playmat.middle.isVisible()


def test_another_game_finds_whoever_is_asked_at_the_table(window: MainWindow) -> None:
    open_game(window, wanted=True)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_Space)
    open_game(window, wanted=True)
    assert window.playmat.middle.isVisible() and not window.hands.awaits


def test_hidden_hands_meet_one_curtain_not_two(window: MainWindow) -> None:
    window.settings.set(OPEN_CURTAIN, True)
    put(window)
    for seat in ("german", "allied"):
        assert window.game.awaited == seat
        window.open_curtain()
        assert not window.hands.awaits and window.playmat.middle.isVisible()
        play_a_turn(window)
