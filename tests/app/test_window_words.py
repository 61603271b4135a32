"""What the window says and leaves on the table: undo, arrows, luck, markers, hints, by real events."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.board.painted import Bubble
from app.dialogs.ending import all_rolls
from app.motion.draw import MOST
from app.play.players import NewGame
from app.systems.company_scale.pages import ROWS, markers_page
from app.systems.company_scale.questions import auto_answer
from app.systems.company_scale.text.army import column_words
from app.text.luck import Chance, lucky
from app.window.main_window import MainWindow
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r08_5_4_status import DG_FIRE, DG_TROOP_QUALITY, PINNED_FIRE
from rules.company_scale.records.view import CupView, FaceView, FireView
from rules.engine.command import cmd
from tests.app.helpers.against import against, until
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import position, unit

CONTROL = Qt.KeyboardModifier.ControlModifier
FIRST_LIGHT = NewGame("company_scale", "first-light", 7)


def test_undo_leaves_one_line_in_the_log(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    chit = window.game.offered["buy_chit"][0]
    window.order(chit)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_Z, CONTROL)
    assert re.search(r"Undone: .*", window.log.plain.splitlines()[-1])
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_Y, CONTROL)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_Z, CONTROL)
    assert window.log.plain.count("Undone") == 1
    window.order(cmd("done"))
    assert "Undone" in window.log.plain  # it stays where the game has gone another way


def test_nothing_of_the_last_games_line_of_sight_stays(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_I)
    for at in (1847, 1843):
        window.playmat.board.sights.tap(at)
    panel = window.playmat.sight
    assert panel.start.text() == "18.47" and panel.isVisible() and not window.playmat.stack.isVisible()
    assert "<b" in panel.verdict.text() and panel.verdict.textFormat() == Qt.TextFormat.RichText
    QApplication.processEvents()
    window.order(window.game.offered["buy_chit"][0])
    assert window.playmat.stack.isVisible()  # the card follows the pointer again
    assert window.new_game(FIRST_LIGHT)
    panel = window.playmat.sight
    assert (panel.start.text(), panel.end.text(), panel.verdict.text()) == ("", "", "")
    assert window.playmat.stack.isVisible()


def test_an_empty_cup_lets_none_be_drawn(window: MainWindow) -> None:
    view = position(cup=CupView(0, (), (), (), ()))
    asks = decide("german", "purchase", "Buy?", cmd("buy_now", chit="formation:ge_aa11"), cmd("pass"))
    window.play(FakeSession(view, asks))
    assert "The Cup is empty" in window.prompt.hint.text() and "drawn" not in window.prompt.hint.text()


def test_after_an_answer_by_keyboard_no_unit_is_picked(window: MainWindow) -> None:
    def act(session: FakeSession, _: object) -> list[dict[str, object]]:
        orders = (cmd("move", units=("b_117",)), cmd("fire", unit="b_117", hex="17.45"), cmd("end_activation"))
        session.now = decide("allied", "activation", "Act.", *orders)
        return []

    asks = decide("allied", "detach", "Detach?", cmd("detach", weapon="w"), cmd("done"))
    session = FakeSession(position(), asks, {"done": act})
    window.play(session)
    window.actions_["focus_orders"].trigger()
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Space)
    assert session.submitted == [cmd("done")] and window.orders.isAncestorOf(QApplication.focusWidget())
    assert window.playmat.board.selection == () and window.orders.pages["activation"].current == ""
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Down)
    assert window.orders.pages["activation"].current == "b_117"


def test_a_unit_that_must_turn_to_column_says_what_that_costs() -> None:
    front, back = FaceView(FireView("red", 4, 1), None, 0, None), FaceView(FireView("red", 3, 1), None, 1, None)
    gun = replace(unit("g", "Gun", "german", "18.40"), face=front, other_face=back)
    assert column_words(gun) == ": fire 4 → 3, defense 0 → +1"
    unarmed = FaceView(None, None, 0, None)
    assert column_words(replace(gun, face=unarmed, other_face=unarmed)) == ""


# --- arrows of the computer ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("system", "scenario", "seat"), [
    ("company_scale", "first-light", "german"),
    ("command_cards", "bonlieu", "allied"),
])  # fmt: skip
def test_the_computers_orders_leave_arrows_until_a_player_gives_an_order(
    window: MainWindow, qtbot: QtBot, system: str, scenario: str, seat: str
) -> None:
    assert window.new_game(against(seat, system=system, scenario=scenario, seed=3))
    motion = window.motion
    for _ in range(400):
        until(qtbot, lambda: window.game.decision is not None or window.game.over or motion.traces.items)
        if motion.traces.items or window.game.over:
            break
        offered = window.game.offered
        verb = next((v for v in ("done", "pass", "end_activation", "stop", "hold", "confirm") if v in offered), "")
        window.order(offered[verb][0] if verb else next(iter(offered.values()))[0])
    assert motion.traces.items and len(motion.traces.items) <= MOST
    until(qtbot, lambda: window.game.decision is not None and not motion.is_busy)
    scene = window.playmat.moving.scene
    assert all(item.scene() is scene for item in motion.traces.items)
    left = list(motion.traces.items)
    window.order(next(iter(window.game.offered.values()))[0])
    assert all(item.scene() is None for item in left)


# --- pages -----------------------------------------------------------------------------------------------------------


def test_the_markers_page_explains_each_marker_with_the_numbers_of_the_rules() -> None:
    charts = load_scenario("first-light").charts
    page = markers_page(charts.series)
    assert all(len(told) > 30 for *_, told in ROWS) and "{" not in page
    for level, (fire, quality) in enumerate(zip(DG_FIRE[1:], DG_TROOP_QUALITY[1:], strict=True), 1):
        signed = f"{quality:+d}".replace("-", "−") if quality else "0"
        assert re.search(rf"Level {level}: fire −{-fire}, movement [^,]+, troop quality {re.escape(signed)}", page)
    assert f"fire −{-PINNED_FIRE}" in page
    fort = charts.fortification
    assert (fort["foxhole"].defense, fort["trench"].defense, fort["trench"].troop_quality) == (-1, -2, 1)
    sizes = {name: (row.fire, row.troop_quality, row.movement) for name, row in charts.barrage.items()}
    assert sizes == {
        "smoke": (0, 0, "full"), "light": (-1, 0, "full"), "medium": (-2, -1, "half"), "heavy": (-3, -2, "zero"),
    }  # fmt: skip


@pytest.mark.parametrize(("chance", "wanted", "word"), [
    (Chance(0.2, False), -1, "lucky"), (Chance(0.2, False), 1, "unlucky"), (Chance(0.2, True), 1, "lucky"),
    (Chance(0.01, True), -1, "very unlucky"), (Chance(0.45, True), 1, "about average"), (Chance(0.01, True), 0, ""),
])  # fmt: skip
def test_luck_is_told_in_words_by_what_was_hoped_for(chance: Chance, wanted: int, word: str) -> None:
    assert lucky(chance, wanted) == word


def test_dice_where_low_is_good_stand_apart_from_those_where_high_is(window: MainWindow, qtbot: QtBot) -> None:
    assert window.new_game(against("german", "allied"))
    until(qtbot, lambda: {-1, 1} <= {roll.wanted for roll in all_rolls(window.game)})
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_D, CONTROL)
    told = window.remembering.dice.text.toPlainText()
    assert "Low is good" in told and "High is good" in told and "ucky" in told + "lucky"
    assert re.search(r"(Low|High) is good: (Very l|L|Very u|U|About)", told)


def test_no_page_speaks_of_another_game(window: MainWindow) -> None:
    assert window.new_game(NewGame("striking_anvil", "anvil-example-1", 3))
    window.dialogs.show_reference()
    window.actions_["army"].trigger()
    said = [window.dialogs.reference.search.placeholderText(), window.finding.army.field.placeholderText()]
    assert not re.search(r"ridge|routed|117th|chit", " ".join(said))


def test_ctrl_t_opens_turn_and_victory_in_striking_the_anvil(window: MainWindow) -> None:
    assert window.new_game(NewGame("striking_anvil", "anvil-example-1", 3))
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_T, CONTROL)
    assert window.docks.docks["turn"].isVisible()
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_T, CONTROL)
    assert not window.docks.docks["turn"].isVisible()


# --- what can be read ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("corner", [QPointF(0, 0), QPointF(400, 0), QPointF(0, 300), QPointF(399, 299)])
@pytest.mark.parametrize("scale", [0.5, 2.0])
def test_a_bubble_is_never_cut(qtbot: QtBot, corner: QPointF, scale: float) -> None:
    bubble, room = Bubble(), QRectF(0, 0, 800 / scale, 600 / scale)
    at = QPointF(corner.x() * 2 / scale, corner.y() * 2 / scale)
    bubble.say(at, "A truck cannot cross a stream. " * 6, "refused", room=room, scale=scale)
    plate = bubble.plate.translated(at * scale)
    assert QRectF(0, 0, 800, 600).contains(plate)


def test_the_stack_stays_readable_on_the_way_to_it(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    stack = window.playmat.stack
    window.playmat.board.hex_hovered.emit("18.43")
    assert stack.hex == "18.43"
    window.playmat.board.hex_hovered.emit("")  # the pointer leaves the map
    assert stack.hex == "18.43" and "No hex" not in stack.heading.text()


def test_keys_that_are_held_work_while_the_log_has_the_keyboard(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    window.log.focus()
    assert window.log.browser.hasFocus()
    for key, held in ((Qt.Key.Key_F12, "loupe"), (Qt.Key.Key_Backspace, "bare")):
        QTest.keyPress(window.log.browser, key)
        assert window.looking.held == held
        QTest.keyRelease(window.log.browser, key)
        assert window.looking.held == ""
    menu = window.actions_.menus["&View"]
    menu.aboutToShow.emit()
    said = [action.text() for action in menu.actions()]
    assert "Magnify counters\tHold F12" in said and "Hide counters\tHold Backspace" in said


def test_detaching_is_not_asked_where_no_other_hex_could_use_the_weapon() -> None:
    for useful, asked in (([], False), (["w"], True)):
        asks = decide("german", "detach", "?", cmd("detach", weapon="w"), cmd("done"), weapons=["w"], useful=useful)
        answer = auto_answer(asks, position(), lambda *_, **__: None, list)
        assert (answer is None) is asked
