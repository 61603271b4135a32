"""Small things that misled a player at the table, each by real mouse and keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.board.hexes import center
from app.dialogs.start import NewGameDialog
from app.play.players import NewGame
from app.play.scenarios import shipped_scenarios
from app.systems.company_scale.words import WORDS
from app.window.main_window import MainWindow
from rules.engine.command import cmd
from rules.hexes.grid import hex_id
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.board_mouse import LEFT, Player
from tests.app.systems.company_scale.helpers.positions import position

FIRST_LIGHT = NewGame("company_scale", "first-light", 5)


def test_the_fire_type_in_use_is_shown_and_stays_when_pressed(window: MainWindow) -> None:
    session = FakeSession(
        position(),
        decide(
            "allied", "fire", "?", cmd("fire_type", type="armor_piercing"), cmd("confirm"),
            unit="b_117", hex="17.45", type="high_explosive",
        ),
    )  # fmt: skip
    window.play(session)
    QApplication.processEvents()
    buttons = window.orders.pages["fire"].groups["fire_type"].buttons
    used, other = (buttons[cmd("fire_type", type=kind)] for kind in ("high_explosive", "armor_piercing"))
    assert used.isChecked() and not other.isChecked()
    QTest.mouseClick(used, LEFT)
    assert used.isChecked() and session.submitted == []
    QTest.mouseClick(other, LEFT)
    assert session.submitted == [cmd("fire_type", type="armor_piercing")]


def test_a_counter_dragged_from_an_open_fan_starts_from_its_hex(qtbot: QtBot) -> None:
    player = Player(qtbot)
    player.click(1341)
    fan = player.board.scene.fan
    assert fan.plan is not None
    unit, spot = next((u, s) for u, s in fan.plan.spots if u == "d_117")
    start, port = player.view.mapFromScene(spot), player.view.viewport()
    QTest.mousePress(port, LEFT, pos=start)
    QTest.mouseMove(port, start + QPoint(0, 12))
    carried = player.board.drag_session.carried
    assert carried is not None and carried.lead == unit
    assert carried.trail.hexes == [] and carried.over == 1341
    QTest.mouseMove(port, player.at(1442))
    assert player.board.drag_session.carried.trail.hexes[-1] == 1442
    QTest.mouseRelease(port, LEFT, pos=player.at(1442))
    assert player.session.find(unit).hex == "14.42"


def test_a_hint_of_two_lines_does_not_move_the_map(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    QApplication.processEvents()
    top = window.playmat.middle.mapTo(window, QPoint(0, 0)).y()
    window.prompt.show_hint("One line.\nAnd another.\nAnd a third.")
    QApplication.processEvents()
    assert window.playmat.middle.mapTo(window, QPoint(0, 0)).y() == top
    assert "And another." in window.prompt.hint.text()


def test_a_worked_example_opens_with_its_lesson_from_the_start_page(window: MainWindow) -> None:
    page = window.start_page
    row = next(r for r in range(page.list.count()) if page.list.item(r).text().startswith("10: "))
    page.list.setCurrentRow(row)
    assert page.current is not None and page.current.kind == "example"
    QApplication.processEvents()
    QTest.mouseClick(page.play, LEFT)
    progress = window.lessons.progress
    assert progress is not None and progress.lesson.scenario == window.game.seat.scenario.id
    assert window.lessons.panel.isVisible() and not window.services.open_pages


def test_a_battle_opens_without_its_note(window: MainWindow) -> None:
    QTest.mouseClick(window.start_page.play, LEFT)
    assert window.game.seat is not None and window.services.open_pages == []


def test_the_window_of_a_new_game_has_cancel_and_the_map(qtbot: QtBot) -> None:
    dialog = NewGameDialog(shipped_scenarios())
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    assert dialog.page.picture.isVisible()
    QTest.mouseClick(dialog.cancel, LEFT)
    assert not dialog.isVisible() and dialog.choice is None


def test_nothing_of_the_last_game_stays_on_the_map(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    board, stack = window.playmat.board, window.playmat.stack
    unit = next(u for u in window.game.view.units if u.hex)
    at = board.view.mapFromScene(center(hex_id(unit.hex)))
    QTest.mouseClick(board.view.viewport(), LEFT, pos=at)
    QTest.keyClick(board.view, Qt.Key.Key_Right)
    board.sights.set_hovering(True)
    assert board.scene.cursor.hex is not None and stack.hex
    assert window.new_game(FIRST_LIGHT)
    assert board.scene.cursor.hex is None and not stack.hex
    assert not board.sights.hovering and board.fans.hex is None and board.selection == ()


def test_the_next_unit_is_one_that_may_be_paid_for(window: MainWindow) -> None:
    idle = tuple([replace(unit, active=False) for unit in position().units])
    orders = [cmd("activate", unit=name) for name in ("b_117", "c_117")]
    session = FakeSession(position(units=idle), decide("allied", "activation", "Act.", *orders, cmd("end_activation")))
    window.play(session)
    board = window.playmat.board
    chosen = []
    for _ in range(2):
        QTest.keyClick(board.view, Qt.Key.Key_Period)
        chosen += board.selection
    assert chosen == ["b_117", "c_117"]


def test_the_log_tells_the_level_that_a_rally_leaves() -> None:
    told = WORDS.narrate({"event": "Rallied", "unit": "x", "hex": "11.11", "removed": "dg", "value": 0}, WORDS.names())
    assert told is not None and "no longer disorganized" in told.plain


def test_the_name_of_a_record_keeps_what_a_title_has(window: MainWindow) -> None:
    assert window.files.new_path("Rolin's Night, no. 2").name.startswith("Rolin's Night, no. 2 ")
    assert window.files.new_path('../a:b?*"<x>|').parent == window.files.folder
    assert window.files.new_path("...").name.startswith("Game ")


def test_undo_at_a_draw_says_why_and_what_can_be_done(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    board = window.playmat.board.view
    while not any(event["event"] == "ChitDrawn" for event in window.game.history()):
        QTest.keyClick(board, Qt.Key.Key_Space)
    assert not window.game.can_undo
    QTest.keyClick(board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.prompt.refusal.isVisible() and "Ctrl+Backspace" in window.prompt.refusal.text()


def test_what_was_undone_is_done_again_by_redo(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    board, control = window.playmat.board.view, Qt.KeyboardModifier.ControlModifier
    for _ in range(2):
        window.order(window.game.offered["buy_chit"][0])
    bought = window.game.view.cup
    for _ in range(2):
        QTest.keyClick(board, Qt.Key.Key_Z, control)
    assert window.game.view.cup != bought
    QTest.keyClick(board, Qt.Key.Key_Y, control)
    QTest.keyClick(board, Qt.Key.Key_Z, control | Qt.KeyboardModifier.ShiftModifier)
    assert window.game.view.cup == bought and not window.actions_["redo"].isEnabled()
    QTest.keyClick(board, Qt.Key.Key_Z, control)
    window.order(cmd("done"))
    assert not window.game.can_redo


def test_the_log_tells_what_was_taken_back(window: MainWindow) -> None:
    assert window.new_game(FIRST_LIGHT)
    board = window.playmat.board.view
    while not any(event["event"] == "ChitDrawn" for event in window.game.history()):
        QTest.keyClick(board, Qt.Key.Key_Space)
    window.actions_["take_back"].trigger()
    assert window.log.plain.splitlines()[-1].startswith("Taken back: ")
    QTest.keyClick(board, Qt.Key.Key_Space)
    assert "Taken back: " in window.log.plain
    window.log.show_all(window.passing.history())
    assert window.log.plain.count("Taken back: ") == 1


def test_a_free_chit_is_not_left_out_unasked(window: MainWindow) -> None:
    free = cmd("add_chit", chit="division:tf_butler")
    session = FakeSession(position(), decide("allied", "preparation", "Buy.", free, cmd("done")))
    window.play(session)
    button = window.prompt._buttons["done"]
    QTest.mouseClick(button, LEFT)
    assert session.submitted == [] and "Buy no more?" in button.text()
    assert "for free" in window.prompt.hint.text()
    QTest.mouseClick(button, LEFT)
    assert session.submitted == [cmd("done")]


def test_a_random_event_is_announced_until_the_next_order(window: MainWindow) -> None:
    told = [{"event": "RandomEvent", "die": 3, "name": "air_strike"}]
    session = FakeSession(
        position(),
        decide("allied", "purchase", "Buy?", cmd("buy_now", chit="formation:x"), cmd("pass")),
        {"pass": lambda *_: told if len(session.entries) == 0 else []},
    )
    window.play(session)
    QTest.mouseClick(window.prompt._buttons["pass"], LEFT)
    assert window.prompt.hint.text().startswith("Random event: Air Strike!")
    QTest.mouseClick(window.prompt._buttons["pass"], LEFT)
    assert "Random event" not in window.prompt.hint.text()


def test_playing_on_from_a_copy_leaves_the_copy_as_it_is(window: MainWindow, tmp_path: Path) -> None:
    assert window.new_game(FIRST_LIGHT)
    offered: list[Path] = []
    copy = tmp_path / "copy.chitpull"
    window.saving.choose = lambda path: str(offered.append(path) or copy)
    QTest.keyClick(window.playmat.board.view, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert offered[0].name.startswith("First Light at Savasse turn 1 20")
    before, seq = copy.read_bytes(), window.game.seat.seq
    assert window.open_game(copy)
    for _ in range(2):  # the second press goes on without buying
        QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Space)
    assert window.game.seat.seq == seq + 1 and copy.read_bytes() == before
    assert Path(window.settings.get("on_table", "")).parent == window.files.folder.resolve()
