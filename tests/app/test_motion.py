"""Motion on the table, by mouse and keys: it never delays the state, a press skips it, and nothing of it is left."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, QVariantAnimation
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from app.dialogs.preferences import PreferencesDialog
from app.motion.animator import along
from app.motion.items import ResultItem, ShotItem
from app.motion.motions import KEY, chosen
from app.opponent import opponent
from app.play.players import NewGame
from app.text.event_rows import ChitDraw, Flight, Glide, Motion, Result, Shot
from app.window.main_window import MainWindow
from rules.engine.seat import Seat
from rules.engine.session import Session
from rules.testing.bots import bots_for
from tests.app.helpers.against import against, until

LEFT = Qt.MouseButton.LeftButton
FIRST_LIGHT, BONLIEU = NewGame("company_scale", "first-light", 7), NewGame("command_cards", "bonlieu", 3)
LIMIT = 900


def played(choice: NewGame, until: Callable[[Session], bool], window: MainWindow) -> None:
    """Put a game on the table that bots have played until something holds; the seat that is asked looks at it."""
    assert window.new_game(choice)
    session = window.session
    bots = bots_for(session.system.seats, ["regular"] * 2, 3)
    for _ in range(LIMIT):
        if until(session):
            break
        decision = session.decision
        choice = bots[decision.seat].choose(Seat(session, decision.seat), decision)
        session.submit(decision.seat, session.seq, choice)
    assert until(session)
    window.put(session)
    if window.game.awaited:
        window.open_curtain()


def about_to_fire(session: Session) -> bool:
    """Tell whether Space confirms a fire."""
    return session.decision is not None and session.decision.kind == "fire"


def press(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.playmat.middle, key)


def settle(window: MainWindow) -> None:
    """Let what has just changed be taken up."""
    QApplication.processEvents()


def fired(window: MainWindow) -> str:
    """Return the hex of the last fire."""
    return next(str(event["hex"]) for event in reversed(list(window.game.history())) if event["event"] == "Fired")


def test_off_screen_nothing_moves_and_the_result_stands_at_once(window: MainWindow) -> None:
    assert chosen(window.settings) == "none"
    played(FIRST_LIGHT, about_to_fire, window)
    press(window, Qt.Key.Key_Space)
    settle(window)
    animator = window.motion.animator
    assert not animator.is_running and len(animator.results) >= 1
    plate = animator.results[0]
    assert plate.isVisible() and plate.words and plate.lines[0].faces
    at = window.playmat.moving.point(fired(window))
    assert abs(plate.pos().x() - at.x()) < 1


def test_a_press_skips_and_does_nothing_else(window: MainWindow) -> None:
    window.settings.set(KEY, "full")
    played(FIRST_LIGHT, about_to_fire, window)
    for skip in (
        lambda: press(window, Qt.Key.Key_Space),
        lambda: press(window, Qt.Key.Key_F),
        lambda: QTest.mouseClick(window.playmat.middle.viewport(), LEFT, pos=QPoint(200, 200)),
        lambda: QTest.mouseClick(window.prompt, LEFT),
        lambda: QTest.keyClick(window.playmat.middle, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier),
    ):
        session, animator = window.session, window.motion.animator
        window.motion.show([{"event": "VictoryHexTaken", "hex": "18.43", "side": "german", "name": "Hill 300"}])
        assert animator.is_running
        seq, selected = session.seq, window.playmat.board.selection
        QTest.keyClick(window.playmat.middle, Qt.Key.Key_Shift)
        assert animator.is_running
        skip()
        assert not animator.is_running and animator.results[0].words == "Hill 300 falls to the Germans"
        assert session.seq == seq and window.playmat.board.selection == selected
    press(window, Qt.Key.Key_Space)
    assert session.seq > seq


def test_the_state_is_new_before_anything_moves(window: MainWindow) -> None:
    window.settings.set(KEY, "full")
    played(FIRST_LIGHT, about_to_fire, window)
    seq = window.session.seq
    press(window, Qt.Key.Key_Space)
    assert window.session.seq > seq and window.game.seat.seq == window.session.seq
    settle(window)
    animator = window.motion.animator
    assert animator.is_running and any(isinstance(item, ShotItem) for item in animator._items)
    assert animator.results[0].words == ""
    animator.clear()
    assert window.prompt.words.text() == window.game.decision.prompt
    assert not [item for item in window.playmat.board.scene.items() if isinstance(item, ShotItem | ResultItem)]


def test_the_next_press_takes_results_away_and_does_what_it_does(window: MainWindow) -> None:
    played(FIRST_LIGHT, about_to_fire, window)
    press(window, Qt.Key.Key_Space)
    settle(window)
    assert window.motion.animator.results
    press(window, Qt.Key.Key_Escape)
    assert not window.motion.animator.results


def last_move(window: MainWindow) -> int:
    """Return the index of a stop at which one unit has moved more than one hex, and nothing else happened."""
    stops, seat = window.history.stops, window.game.present
    for index in range(1, len(stops)):
        events = [e for at, e in seat.events_at() if stops[index - 1].seq < at <= stops[index].seq]
        if len(events) > 1 and {e["event"] for e in events} == {"UnitMoved"} and len({e["unit"] for e in events}) == 1:
            return index
    raise AssertionError("nobody moves")


def test_a_counter_glides_along_its_way_and_lies_where_it_belongs(window: MainWindow) -> None:
    window.settings.set(KEY, "full")
    played(FIRST_LIGHT, lambda session: session.seq > 260, window)
    window.history.toggle()
    index = last_move(window)
    events = [
        event for at, event in window.game.present.events_at()
        if window.history.stops[index - 1].seq < at <= window.history.stops[index].seq
    ]  # fmt: skip
    window.history.go(index - 1)
    press(window, Qt.Key.Key_Right)
    board, animator = window.playmat.moving, window.motion.animator
    assert window.history.at == index and animator.is_running
    layer, unit = window.playmat.board.scene.counters, events[0]["unit"]
    first, home = board.point(events[0]["from"]), board.point(events[-1]["to"])
    here = layer.pieces[unit].at
    assert (here - first).manhattanLength() < (here - home).manhattanLength()
    animator._clock.pause()
    animator._clock.setCurrentTime(animator._clock.duration() // 2)
    middle = layer.pieces[unit].at
    assert middle != here
    press(window, Qt.Key.Key_Left)  # interrupts: the board shows the position it has gone to
    assert not animator.is_running and window.history.at == index - 1
    window.playmat.board.slides.finish()
    assert (layer.pieces[unit].at - first).manhattanLength() < 30
    press(window, Qt.Key.Key_Right)
    animator.finish()
    assert (layer.pieces[unit].at - home).manhattanLength() < 30


def test_a_drawn_chit_turns_over_large_under_its_sides_colour(window: MainWindow) -> None:
    window.settings.set(KEY, "full")
    played(FIRST_LIGHT, lambda session: any(e["event"] == "ChitDrawn" for _, e in session.events), window)
    event = next(e for _, e in window.session.events if e["event"] == "ChitDrawn")
    assert window.motion.show([event])
    cover, clock = window.motion.cover, window.motion.animator._clock
    clock.pause()
    shown = {}
    for part in (0.1, 0.5, 0.97):
        clock.setCurrentTime(round(clock.duration() * part))
        assert cover.isVisible() and cover.draw.chit == event["chit"]
        shown[part] = window.grab().toImage()
    middle = cover._middle().toPoint()
    assert shown[0.5].pixelColor(middle) != shown[0.97].pixelColor(middle)
    bar = cover.bar.center()
    assert shown[0.1].pixelColor(bar.x(), cover.bar.top() + 4) != shown[0.97].pixelColor(bar.x(), cover.bar.top() + 4)
    press(window, Qt.Key.Key_Space)
    assert not cover.isVisible() and cover.draw is None


def test_battle_cards_shows_battles_and_cards(window: MainWindow) -> None:
    window.settings.set(KEY, "full")
    happened = lambda session: {e["event"] for _, e in session.events}  # noqa: E731
    wanted = {"BattleDeclared", "MedalWon"}
    played(BONLIEU, lambda session: wanted <= happened(session) and session.decision is not None, window)
    window.history.toggle()
    stops, seat = window.history.stops, window.game.present
    seen: set[type[Motion]] = set()
    for index in range(1, len(stops)):
        events = [event for at, event in seat.events_at() if stops[index - 1].seq < at <= stops[index].seq]
        window.history.go(index - 1)
        seen |= {type(motion) for motion in window.playmat.moving.motions(events)}
        press(window, Qt.Key.Key_Right)
        if any(event["event"] == "DiceCounted" for event in events):
            assert not window.playmat.board.scene.dice.isVisible()
        window.motion.animator.finish()
        units = window.game.view.units
        for name, unit in units.items():
            assert window.playmat.board.units[name].pos() == window.playmat.moving.point(unit.hex)
        assert window.playmat.board.scene.dice.isVisible()
    assert seen == {Glide, Shot, Result, ChitDraw, Flight}


def test_motion_is_a_preference(window: MainWindow, qtbot: QtBot) -> None:
    dialog = PreferencesDialog(window.settings, [], window)
    qtbot.addWidget(dialog)
    dialog.show()
    choice = dialog.looks.animation
    assert [choice.itemText(n) for n in range(choice.count())] == ["Full", "Quick", "None"]
    choice.setFocus()
    QTest.keyClick(choice, Qt.Key.Key_Q)
    ok = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    QTest.mouseClick(ok, LEFT)
    assert chosen(window.settings) == "quick" and 0 < window.motion.length < 1


def test_striking_the_anvil_shows_marches_and_combat(window: MainWindow) -> None:
    window.settings.set(KEY, "full")
    fought = lambda session: any(e["event"] == "CombatResult" for _, e in session.events)  # noqa: E731
    played(NewGame("striking_anvil", "anvil-example-3", 3), fought, window)
    window.history.toggle()
    stops, seat = window.history.stops, window.game.present
    seen: set[type[Motion]] = set()
    for index in range(1, len(stops)):
        events = [event for at, event in seat.events_at() if stops[index - 1].seq < at <= stops[index].seq]
        window.history.go(index - 1)
        press(window, Qt.Key.Key_Right)
        motions = window.playmat.moving.motions(events)
        assert window.motion.animator.is_running == bool(motions)
        seen |= {type(motion) for motion in motions}
        window.motion.animator.finish()
        assert not window.playmat.board.scene.stacks.held
    assert Result in seen


def test_the_history_plays_on_when_what_it_shows_has_been_seen(window: MainWindow) -> None:
    window.settings.set(KEY, "full")
    played(FIRST_LIGHT, lambda session: session.seq > 260, window)
    window.history.toggle()
    window.history.go(last_move(window) - 1)
    at = window.history.at
    press(window, Qt.Key.Key_Space)
    window.history._clock.timeout.emit()
    assert window.history.at == at + 1 and window.motion.animator.is_running and not window.history._clock.isActive()
    window.motion.animator.finish()
    assert window.history.plays and window.history._clock.isActive()
    press(window, Qt.Key.Key_Space)
    assert not window.history.plays and not window.history._clock.isActive()


@pytest.mark.parametrize(("done", "x"), [(0.0, 0), (0.25, 5), (0.5, 10), (1.0, 30)])
def test_a_path_is_followed_leg_by_leg(done: float, x: float) -> None:
    points = [QPoint(0, 0).toPointF(), QPoint(10, 0).toPointF(), QPoint(30, 0).toPointF()]
    assert along(points, done).x() == x


def living(window: MainWindow) -> tuple[int, ...]:
    """Count timers, animations, and everything else that belongs to the window."""
    window.motion.clear()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
    return tuple(len(window.findChildren(kind)) for kind in (QTimer, QVariantAnimation, QObject))


def test_nothing_is_left_of_two_hundred_games(window: MainWindow) -> None:
    window.settings.set(KEY, "full")
    played(FIRST_LIGHT, about_to_fire, window)
    taken = {"event": "VictoryHexTaken", "hex": "18.43", "side": "german", "name": "Hill 300"}
    games = [(window.session, taken)]
    played(BONLIEU, lambda session: session.seq > 30 and session.decision is not None, window)
    games.append((window.session, {"event": "UnitEliminated", "hex": "E5", "unit": "nobody"}))
    counted = []
    for number in range(200):
        session, event = games[number % 20 > 0]  # every twentieth game is one of another system
        window.put(session)
        if window.game.awaited:
            window.open_curtain()
        window.motion.show([event])
        assert window.motion.animator.is_running
        if number % 10 == 9:
            window.history.toggle()
            window.history.step(-1)
        if number % 20 == 19:
            counted.append(living(window))
    assert min(counted[-3:]) == min(counted[1:4])


def test_while_the_computer_plays_both_sides_space_pauses_it_even_in_a_motion(window: MainWindow, qtbot: QtBot) -> None:
    window.settings.set(opponent.KEY, opponent.SLOW)
    window.settings.set(KEY, "full")
    assert window.new_game(against("german", "allied", seed=11))
    until(qtbot, lambda: window.motion.animator.is_running)
    QTest.keyClick(window, Qt.Key.Key_Space)
    assert window.players.opponent.paused


# --- nothing is told before chits and dice have come to rest ----------------------------------------------------------


def listen(window: MainWindow) -> list[str]:
    """Return a list that fills with what is heard."""
    heard: list[str] = []
    window.sounds._play = lambda file: heard.append(file.stem.partition("-")[0])
    return heard


def table_of(window: MainWindow) -> list[object]:
    """Return what log, prompt, tray, orders and lesson say."""
    page = window.orders.page
    dice = [cast.face for cast in window.prompt.tray.casts]
    return [window.log.plain, window.prompt.words.text(), dice, window.orders.page, page.isVisible()]


def test_the_table_tells_of_a_fire_once_its_die_lies_still(window: MainWindow) -> None:
    window.settings.set(KEY, "full")
    played(FIRST_LIGHT, about_to_fire, window)
    before, told, heard = table_of(window), len(window.log.lines), listen(window)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_Space)
    settle(window)
    assert window.motion.holds and window.motion.animator.is_running and heard == ["die"]
    assert table_of(window) == before and "Any key" in window.prompt.hint.text()
    assert not any(button.isVisible() for button in window.prompt._buttons.values())
    press(window, Qt.Key.Key_Space)  # skips
    assert not window.motion.holds and not window.motion.animator.is_running
    assert len(window.log.lines) > told and window.prompt.tray.casts and heard == ["die", "shot"]
    assert window.prompt.words.text() == window.game.decision.prompt


def test_a_chit_is_told_of_once_it_has_been_turned(window: MainWindow, qtbot: QtBot) -> None:
    window.settings.set(KEY, "quick")
    played(FIRST_LIGHT, lambda session: session.decision.kind == "purchase", window)
    before = window.log.plain
    session = window.session
    for _ in range(6):  # both sides pass, and a chit is drawn
        if any(event["event"] == "ChitDrawn" for at, event in session.events if at > 0 and window.motion.holds):
            break
        press(window, Qt.Key.Key_Space)
        settle(window)
    if window.motion.holds:
        assert "Drawn" not in window.log.plain.removeprefix(before)
        qtbot.waitUntil(lambda: not window.motion.is_busy, timeout=20_000)
    assert "Drawn" in window.log.plain.removeprefix(before)


def test_battle_cards_tells_no_result_while_the_dice_roll(window: MainWindow, qtbot: QtBot) -> None:
    window.settings.set(KEY, "full")
    played(BONLIEU, lambda session: "battle" in session.decision.options.verbs(), window)
    before, units, decision = window.log.plain, len(window.playmat.board.units), window.game.decision
    heard = listen(window)
    window.order(window.game.offered["battle"][0])
    settle(window)
    assert window.motion.holds and window.log.plain == before and heard == ["die"]
    assert window.prompt.words.text() == decision.prompt and len(window.playmat.board.units) == units
    window.motion.animator.finish()
    assert window.log.plain != before and not window.motion.holds


def test_a_key_after_dice_is_kept_for_the_same_question(window: MainWindow, qtbot: QtBot) -> None:
    window.settings.set(KEY, "full")
    window.moment.length = 0.25
    goes_on = lambda session: (  # noqa: E731
        "battle" in session.decision.options.verbs() and len(list(session.decision.options)) > 3
    )
    played(BONLIEU, goes_on, window)
    asked = window.game.decision
    window.order(window.game.offered["battle"][0])
    settle(window)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_D)  # while the dice roll
    assert not window.motion.animator.is_running
    now = window.game.decision
    if (now.seat, now.kind) == (asked.seat, asked.kind):
        seq = window.session.seq
        qtbot.waitUntil(lambda: window.session.seq > seq or bool(window.prompt._armed), timeout=5_000)
    else:
        assert now.prompt in window.notice.message


def test_a_key_that_comes_too_soon_is_told_of(window: MainWindow) -> None:
    window.settings.set(KEY, "full")
    window.moment.length = 60.0
    played(FIRST_LIGHT, about_to_fire, window)
    window.moment._keys_from = 0.0
    press(window, Qt.Key.Key_Space)
    settle(window)
    window.motion.animator.finish()
    seq = window.session.seq
    press(window, Qt.Key.Key_R)
    assert window.session.seq == seq and window.game.decision.prompt in window.notice.message


def test_plates_never_cover_each_other(window: MainWindow) -> None:
    played(FIRST_LIGHT, about_to_fire, window)
    taken = [{"event": "VictoryHexTaken", "hex": at, "side": "german", "name": "Hill 300"} for at in ("18.43", "18.44")]
    taken += [{"event": "VictoryHexTaken", "hex": at, "side": "german", "name": "Hill"} for at in ("17.43", "19.43")]
    window.motion.show(taken)
    scale = window.playmat.middle.transform().m11()
    plates = [item.plate.translated(item.pos() * scale) for item in window.motion.animator.results]
    assert len(plates) == 4
    assert not any(one.intersects(other) for n, one in enumerate(plates) for other in plates[:n])


def test_plates_do_not_stay_under_a_dialog_nor_for_ever(window: MainWindow) -> None:
    played(FIRST_LIGHT, about_to_fire, window)
    for away in (
        lambda: QApplication.sendEvent(window, QEvent(QEvent.Type.WindowDeactivate)),
        window.motion._standing.timeout.emit,
    ):
        window.motion.show([{"event": "VictoryHexTaken", "hex": "18.43", "side": "german", "name": "Hill 300"}])
        assert window.motion.animator.results and window.motion._standing.isActive()
        away()
        assert not window.motion.animator.results
