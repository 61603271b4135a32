"""Looking back at a game in the window, by mouse and keys: nothing is undone, nothing is ordered, nothing is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.history.track import CHIT, TURN
from app.play.game_view import LOOKING_BACK
from app.play.players import NewGame
from app.settings import BOTH_SIDES, SINCE
from app.window import history
from app.window.main_window import MainWindow
from rules.engine.nature import SealedNature
from rules.engine.record import writer_of
from rules.engine.seat import Seat
from rules.engine.system import register
from rules.testing.bots import bots_for, play_out
from tests.app.helpers.looking_back import lay, look_back, press
from tests.rules.engine.helpers.toy_cards import CARDS
from tests.rules.engine.helpers.toy_system import TOY

LEFT, SHIFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
FIRST_LIGHT = NewGame("company_scale", "first-light", 7)
GAMES = [
    (FIRST_LIGHT, 60),
    (NewGame("command_cards", "bonlieu", 3), 40),
    (NewGame("striking_anvil", "anvil-example-1", 3), 30),
    (NewGame("toy", "crowd", 3), 40),
    (NewGame("cards", "hands", 5), 9),
]
GRIP = QPoint(3, 3)


@pytest.fixture(autouse=True)
def _registered() -> None:
    register(TOY)
    register(CARDS)


@pytest.mark.parametrize(("choice", "orders"), GAMES, ids=[choice.system for choice, _ in GAMES])
def test_every_position_can_be_stepped_through_and_the_game_stays(
    window: MainWindow, choice: NewGame, orders: int
) -> None:
    lay(window, choice, orders)
    session, game = window.session, window.game
    kept, file = (session.seq, session.digest()), writer_of(session).path
    written, view, decision = file.read_bytes(), game.view, game.decision
    look_back(window)
    stops = window.history.stops
    assert len(stops) > 8 and stops[-1].seq == session.seq
    for stop in reversed(stops[:-1]):
        press(window, Qt.Key.Key_Left)
        then = Seat(session.at(stop.seq), game.present.name).view()
        assert game.view == then and game.decision is None and game.offered == {}
        assert stop.place in window.history.cover.band.place.text() or not stop.place
        assert "read only" in window.prompt.words.text()
    press(window, Qt.Key.Key_Left)
    assert window.history.at == 0
    press(window, Qt.Key.Key_End)
    assert game.view == view and game.looks_back
    said = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    assert window.history.cover.band.place.text().startswith("Now") and not [w for w in said if "earlier" in w]
    assert sum("read only" in words for words in said) == 1
    press(window, Qt.Key.Key_Escape)
    assert not game.looks_back and not window.history.cover.band.isVisible()
    assert game.decision is decision and game.view == view and window.prompt.words.text() == decision.prompt
    assert (session.seq, session.digest()) == kept and file.read_bytes() == written


def test_keys_step_by_action_chit_and_turn(window: MainWindow) -> None:
    lay(window, FIRST_LIGHT, 450, "regular")
    look_back(window)
    looked = window.history
    kinds = {kind: [n for n, stop in enumerate(looked.stops[:-1]) if stop.kind in wanted] for kind, wanted in (
        (TURN, (TURN,)), (CHIT, (CHIT, TURN)),
    )}  # fmt: skip
    assert len(kinds[TURN]) > 1 and len(kinds[CHIT]) > len(kinds[TURN])
    for kind, back, on, modifier in (
        (CHIT, Qt.Key.Key_Left, Qt.Key.Key_Right, CONTROL),
        (CHIT, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.KeyboardModifier.NoModifier),
        (TURN, Qt.Key.Key_Left, Qt.Key.Key_Right, SHIFT),
    ):
        press(window, Qt.Key.Key_End)
        for place in reversed(kinds[kind][-4:]):
            press(window, back, modifier)
            assert looked.at == place
        press(window, on, modifier)
        assert looked.at == min((n for n in kinds[kind] if n > place), default=len(looked.stops) - 1)
    press(window, Qt.Key.Key_Home)
    press(window, Qt.Key.Key_Right, SHIFT)
    at = looked.at
    press(window, Qt.Key.Key_Left, ALT)
    assert looked.at == at - 1
    press(window, Qt.Key.Key_Right, ALT)
    assert looked.at == at


def test_a_step_back_begins_to_look_back(window: MainWindow) -> None:
    lay(window, FIRST_LIGHT, 40)
    press(window, Qt.Key.Key_Left, ALT)
    assert window.history.at == len(window.history.stops) - 2 and window.game.looks_back
    QTest.mouseClick(window.history.cover.band.back, LEFT)
    assert not window.game.looks_back


def test_the_track_and_its_buttons_go_where_they_are_clicked(window: MainWindow) -> None:
    lay(window, FIRST_LIGHT, 60)
    look_back(window)
    looked, bar = window.history, window.history.cover.bar
    wanted = len(looked.stops) // 3
    QTest.mouseClick(bar.track, LEFT, pos=QPoint(round(bar.track.place(wanted)), bar.track.height() - 13))
    assert looked.at == wanted == bar.track.value()
    for name, to in (("on", wanted + 1), ("back", wanted), ("first", 0), ("last", len(looked.stops) - 1)):
        QTest.mouseClick(bar.signs[name], LEFT)
        assert looked.at == to
    assert bar.count.text() == f"{len(looked.stops)} of {len(looked.stops)}"


@pytest.mark.parametrize("choice", [FIRST_LIGHT, NewGame("command_cards", "bonlieu", 3)], ids=lambda c: c.system)
def test_nothing_is_ordered_while_one_looks_back(window: MainWindow, qtbot: QtBot, choice: NewGame) -> None:
    lay(window, choice, 40)
    session, view = window.session, window.playmat.middle
    kept = session.seq, session.digest()
    look_back(window)
    press(window, Qt.Key.Key_Left)
    at, random = window.history.at, Random(1)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_F, Qt.Key.Key_M, Qt.Key.Key_A, Qt.Key.Key_D):
        press(window, key)
    for _ in range(20):
        points = [QPoint(random.randrange(view.width()), random.randrange(80, view.height() - 90)) for _ in "ab"]
        qtbot.mousePress(view.viewport(), LEFT, pos=points[0])
        for point in (points[0] + GRIP, points[0] + GRIP * 5, points[1]):
            qtbot.mouseMove(view.viewport(), point)
        qtbot.mouseRelease(view.viewport(), LEFT, pos=points[1])
        qtbot.mouseClick(view.viewport(), LEFT, pos=points[0])
    press(window, Qt.Key.Key_Z, CONTROL)
    press(window, Qt.Key.Key_Z, CONTROL | SHIFT)
    assert (session.seq, session.digest()) == kept and window.history.at == at
    assert not window.game.undo() and not window.game.take_back() and LOOKING_BACK in window.prompt.refusal.text()


@pytest.mark.parametrize("choice", [NewGame("cards", "hands", 5), NewGame("command_cards", "bonlieu", 3)])
def test_a_seat_sees_of_the_past_what_it_saw_then_and_no_more(window: MainWindow, choice: NewGame) -> None:
    lay(window, choice, 9)
    session, game = window.session, window.game
    name = game.seat.name
    other = next(seat for seat in session.system.seats if seat != name)
    theirs = Seat(session, other)
    look_back(window)
    for stop in reversed(window.history.stops):
        window.history.go(window.history.stops.index(stop))
        assert game.seat.name == name and game.view == Seat(session.at(stop.seq), name).view()
        assert all(game.seat.hears(event) for _, event in game.seat.events_at())
        assert [entry.answer for entry in game.seat.log() if entry.only == other] == [
            None for entry in game.seat.log() if entry.only == other
        ]
    told = "\n".join(label.text() for label in window.findChildren(QLabel))
    secret = [event for _, event in theirs.events_at() if event.get("only") == other]
    assert secret and not any(str(event) in told for event in secret)


def test_who_leaves_the_table_while_he_looks_back_leaves_no_hand_open(window: MainWindow) -> None:
    lay(window, NewGame("command_cards", "bonlieu", 3), 9)
    look_back(window)
    press(window, Qt.Key.Key_Left)
    assert window.game.view.hand
    window.hands.away.timeout.emit()
    assert not window.game.looks_back and window.history.at < 0 and not window.game.view.hand
    assert not window.history.cover.band.isVisible()


def test_nobody_looks_back_behind_the_curtain(window: MainWindow) -> None:
    assert window.new_game(NewGame("cards", "hands", 5))
    assert window.game.awaited and not window.actions_["look_back"].isEnabled()
    QTest.keyClick(window.curtain.button, Qt.Key.Key_H, CONTROL)
    assert window.history.at < 0


def test_the_game_plays_by_itself_and_stops_at_now(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "SPEEDS", {"Slow": 60_000, "Normal": 30_000, "Fast": 0})
    lay(window, FIRST_LIGHT, 60)
    look_back(window)
    looked, bar = window.history, window.history.cover.bar
    press(window, Qt.Key.Key_Home)
    press(window, Qt.Key.Key_Space)
    assert looked.plays and bar.signs["play"].sign == "pause" and looked.at == 0
    press(window, Qt.Key.Key_Space)
    assert not looked.plays and bar.signs["play"].sign == "play"
    QTest.mouseClick(bar.signs["play"], LEFT)
    QTest.mouseClick(bar.speeds["Fast"], LEFT)
    qtbot.waitUntil(lambda: looked.at == len(looked.stops) - 1)
    assert not looked.plays and window.game.looks_back
    press(window, Qt.Key.Key_1)
    assert looked.speed == "Slow" and bar.speeds["Slow"].isChecked()


def test_what_has_happened_begins_after_the_last_order_of_who_decides_and_ends_at_now(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "SPEEDS", {"Slow": 60_000, "Normal": 0, "Fast": 0})
    lay(window, FIRST_LIGHT, 60)
    session, asked = window.session, window.game.decision.seat
    looked, shown = window.history, []
    window.game.looked.connect(lambda: shown.append(window.game.seat.seq))
    last = max((n for n, entry in enumerate(session.log, 1) if entry.seat == asked), default=0)
    press(window, Qt.Key.Key_H, CONTROL | SHIFT)
    assert shown[0] <= max(last, looked.stops[0].seq)
    if looked.at >= 0:
        assert looked.plays and looked.stops[looked.at + 1].seq > last
        qtbot.waitUntil(lambda: looked.at < 0)
    assert not window.game.looks_back and shown[-1] == session.seq and window.game.decision.seat == asked


def test_a_player_is_shown_what_the_other_side_did_only_if_he_wants_that(window: MainWindow, qtbot: QtBot) -> None:
    lay(window, FIRST_LIGHT, 60)
    game, session = window.game, window.session

    def until_the_other_is_asked() -> None:
        seat = game.decision.seat
        bot = bots_for(session.system.seats, ["rare"] * 2, 5)[seat]
        while game.decision.seat == seat:
            window.order(bot.choose(Seat(session, seat), game.decision))

    until_the_other_is_asked()
    QApplication.processEvents()
    assert window.history.at < 0
    window.settings.set(SINCE, True)
    until_the_other_is_asked()
    qtbot.waitUntil(lambda: window.history.plays)
    press(window, Qt.Key.Key_Escape)
    assert not game.looks_back and game.decision is not None


def test_what_was_announced_is_not_said_of_an_earlier_position(window: MainWindow) -> None:
    lay(window, FIRST_LIGHT, 20)
    window.prompt.announced = "Random event: rain"
    window.refresh()
    assert "rain" in window.prompt.hint.text()
    look_back(window)
    press(window, Qt.Key.Key_Left)
    assert window.prompt.hint.text() == ""
    press(window, Qt.Key.Key_Escape)
    assert "rain" in window.prompt.hint.text()


def test_the_log_goes_along_with_what_is_looked_at(window: MainWindow) -> None:
    lay(window, FIRST_LIGHT, 260, "regular")
    browser, lines = window.log.browser, [line.plain for line in window.log.lines]
    bar = browser.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    look_back(window)
    stops = window.history.stops
    for near in (len(stops) // 2, len(stops) // 3, 5):
        place = next(n for n in range(near, len(stops)) if stops[n].told)
        window.history.go(place)
        told = stops[place].told
        (mark,) = browser.extraSelections()
        row = mark.cursor.blockNumber()
        assert lines[row].startswith(told)
        assert browser.viewport().rect().contains(browser.cursorRect(mark.cursor).center())
    assert [line.plain for line in window.log.lines] == lines
    press(window, Qt.Key.Key_Escape)
    assert not browser.extraSelections() and bar.value() == bar.maximum()


def test_a_chip_offers_what_has_happened_once_the_other_side_has_played(window: MainWindow, qtbot: QtBot) -> None:
    lay(window, FIRST_LIGHT, 60)
    game, session, chip = window.game, window.session, window.history.chip
    bots = bots_for(session.system.seats, ["rare"] * 2, 5)

    def go_on(done: Callable[[], bool]) -> None:
        while not done():
            window.order(bots[game.decision.seat].choose(Seat(session, game.decision.seat), game.decision))
            QApplication.processEvents()

    go_on(chip.isVisible)
    asked, last = game.decision.seat, session.log[-1]
    assert last.seat != asked and window.pages.rect().contains(chip.geometry())
    QTest.mouseClick(chip, LEFT)
    assert not chip.isVisible() and window.history.plays
    press(window, Qt.Key.Key_Escape)
    assert not game.looks_back
    go_on(chip.isVisible)
    seat = game.decision.seat
    window.order(bots[seat].choose(Seat(session, seat), game.decision))
    assert not chip.isVisible()
    window.settings.set(BOTH_SIDES, True)
    for _ in range(40):
        window.order(bots[game.decision.seat].choose(Seat(session, game.decision.seat), game.decision))
        QApplication.processEvents()
        assert not chip.isVisible()


def test_a_pass_the_program_gives_is_no_order_of_the_player(window: MainWindow) -> None:
    lay(window, FIRST_LIGHT, 60)
    game, session = window.game, window.session
    bots = bots_for(session.system.seats, ["rare"] * 2, 5)
    before = len(session.log)
    while not window.passing.passes:
        window.order(bots[game.decision.seat].choose(Seat(session, game.decision.seat), game.decision))
    passed = max(window.passing.passes)
    assert passed >= before
    window.history.play_since()
    own = max(at for at, e in enumerate(session.log) if e.seat == session.decision.seat and at != passed)
    assert window.history.at < 0 or window.history.stops[window.history.at].seq <= own + 1
    window.game.undo()
    assert passed not in window.passing.passes or session.seq > passed


def test_a_new_game_goes_on_from_an_earlier_position_and_the_old_one_stays(window: MainWindow) -> None:
    lay(window, FIRST_LIGHT, 60)
    old, file = window.session, writer_of(window.session).path
    written = file.read_bytes()
    look_back(window)
    for _ in range(6):
        press(window, Qt.Key.Key_Left)
    seq = window.history.stops[window.history.at].seq
    QTest.mouseClick(window.history.cover.band.branch, LEFT)
    new = window.session
    assert new is not old and new.seq == seq < old.seq and not window.game.looks_back
    assert new.digest() == old.at(seq).digest() and new.log == old.log[:seq] and isinstance(new.driver, SealedNature)
    assert window.prompt.words.text() == new.decision.prompt
    play_out(new, bots_for(new.system.seats, ["rare", "rare"], 8), 10)
    after = file.read_bytes()
    assert after.startswith(written)
    assert [list(json.loads(line)) for line in after[len(written) :].splitlines()] == [["closed", "chain"]]
    branch = writer_of(new).path
    assert branch != file and branch.is_file()
    window.put(window.files.open(branch))
    assert window.session.digest() == new.digest()
    assert window.open_game(file) and window.session.digest() == old.digest()


def test_another_game_ends_looking_back(window: MainWindow) -> None:
    lay(window, FIRST_LIGHT, 30)
    look_back(window)
    press(window, Qt.Key.Key_Left)
    assert window.new_game(NewGame("toy", "duel", 3))
    assert not window.game.looks_back and window.history.at < 0 and not window.history.cover.bar.isVisible()
    assert window.game.decision is not None
