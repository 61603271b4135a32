"""The workshop of Striking the Anvil by mouse and keys: from an empty map to a scenario that is played and packed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QSpinBox
from pytestqt.qtbot import QtBot

from app.play.scenarios import choice_of
from app.systems.base import presentation_of
from app.systems.striking_anvil.board.relief import Relief
from app.systems.striking_anvil.workshop.table import AnvilDraft
from app.window.main_window import MainWindow
from app.workshop.editor import DraftEditor
from app.workshop.table import MIME
from app.workshop.window import WorkshopWindow
from rules.engine.folders import scenarios_dir
from rules.engine.options import Decision
from rules.engine.seat import seats_of
from rules.files.documents import read_file
from rules.striking_anvil.loading.gestures import emptied
from rules.striking_anvil.system import SYSTEM
from rules.testing.bots import bots_for
from rules.workshop import library
from rules.workshop.module_file import read

LEFT, RIGHT, NO_KEYS = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier
DIRECT = Qt.FindChildOption.FindDirectChildrenOnly


class Nothing:
    """What is done with a draft outside its window: nothing."""

    def playtest(self, window: WorkshopWindow) -> None: ...
    def balance(self, window: WorkshopWindow) -> None: ...
    def share(self, window: WorkshopWindow) -> None: ...
    def show_rule(self, number: str) -> None: ...


@pytest.fixture(autouse=True)
def _bare_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the relief unpainted, which takes seconds and is not what these tests are about."""
    monkeypatch.setattr(Relief, "image", lambda *_, **__: None)


def shown(draft: WorkshopWindow) -> WorkshopWindow:
    draft.resize(1600, 1000)
    draft.show()
    draft.tell = lambda title, words: pytest.fail(f"{title}: {words}")
    draft.ask = lambda *_: True
    draft.ask_save = lambda: "forget"
    QTest.qWaitForWindowExposed(draft)
    return draft


def alone(change: library.Change) -> WorkshopWindow:
    """Return a draft without the program's window."""
    source = scenarios_dir() / "striking_anvil" / "anvil-historical.yaml"
    module = library.begin("My Dragoon", "Anna", "striking_anvil", source, change)
    editor = DraftEditor(module.folder, "striking_anvil/my-dragoon.yaml", lambda *_: None)
    board = presentation_of("striking_anvil").create_draft(editor)
    assert board is not None
    return shown(WorkshopWindow(editor, board, Nothing()))


@pytest.fixture
def draft(qtbot: QtBot) -> WorkshopWindow:
    return alone(dict)


@pytest.fixture
def bare(window: MainWindow) -> WorkshopWindow:
    """Return a draft with nobody on its map that was begun in the program's window."""
    row = next(row for row in window.scenarios if row.id == "anvil-historical")
    made = window.workshop.make(row, "My Dragoon", "Anna", empty=True)
    assert made is not None
    return shown(made)


def table(draft: WorkshopWindow) -> AnvilDraft:
    assert isinstance(draft.table, AnvilDraft)
    return draft.table


def where(draft: WorkshopWindow, piece: str) -> str:
    return next(each.where for each in table(draft).pieces() if each.id == piece)


def spot(draft: WorkshopWindow, place: str) -> QPoint:
    """Return a point of an area or box in the view, brought into it, where no counter lies."""
    board = table(draft).board
    board.view.reveal(board.center(place))
    return board.view.mapFromScene(board.center(place))


def on(draft: WorkshopWindow, piece: str) -> QPoint:
    """Return where a counter lies in the view."""
    board = table(draft).board
    board.view.reveal(board.center(board.place_of(piece)))
    lying = [one for stack in board.scene.stacks.stacks for one in board.scene.stacks.lying(stack) if one.unit == piece]
    return board.view.mapFromScene(lying[0].at)


def drag(draft: WorkshopWindow, a: QPoint, b: QPoint) -> None:
    view = table(draft).board.view.viewport()
    QTest.mousePress(view, LEFT, NO_KEYS, a)
    for part in (0.3, 0.6, 1.0):
        QTest.mouseMove(view, a + (b - a) * part)
    QTest.mouseRelease(view, LEFT, NO_KEYS, b)


def drop_from_tray(draft: WorkshopWindow, piece: str, place: str) -> None:
    """Drop a counter of the tray on an area or box, as the desktop does."""
    point, view = spot(draft, place), table(draft).board.view.viewport()
    data, copy = QMimeData(), Qt.DropAction.CopyAction
    data.setData(MIME, piece.encode())
    for event in (
        QDragEnterEvent(point, copy, data, LEFT, NO_KEYS),
        QDragMoveEvent(point, copy, data, LEFT, NO_KEYS),
        QDropEvent(QPointF(point), copy, data, LEFT, NO_KEYS, QEvent.Type.Drop),
    ):
        QApplication.sendEvent(view, event)


def choose(draft: WorkshopWindow, point: QPoint, *words: str) -> None:
    """Open the menu at a point of the view and take the entry under these words."""
    view = table(draft).board.view
    QTest.mouseClick(view.viewport(), RIGHT, NO_KEYS, point)
    top = menu = next(menu for menu in view.findChildren(QMenu, options=DIRECT) if menu.isVisible())
    for word in words[:-1]:
        menu = next(below for below in menu.findChildren(QMenu, options=DIRECT) if below.title() == word)
    next(action for action in menu.actions() if action.text() == words[-1]).trigger()
    top.close()


# --- On the map ------------------------------------------------------------------------------------------------------


def test_a_counter_is_dragged_between_areas_off_the_map_and_back_by_undo(draft: WorkshopWindow) -> None:
    before = draft.editor.data
    drag(draft, on(draft, "de-flir71"), spot(draft, "27"))
    assert where(draft, "de-flir71") == "27" and table(draft).board.marked == "de-flir71"
    view = table(draft).board.view
    drag(draft, on(draft, "de-flir71"), QPoint(view.viewport().width() // 2, 2))
    assert where(draft, "de-flir71") == ""
    for _ in range(2):
        QTest.mouseClick(draft.buttons["undo"], LEFT)
    assert draft.editor.data == before and draft.editor.is_saved


def test_a_counter_that_is_dropped_on_a_box_arrives_there(draft: WorkshopWindow) -> None:
    drop_from_tray(draft, "fr-cc3", "LZE")
    assert where(draft, "fr-cc3") == "turn 1, LZE" and table(draft).board.place_of("fr-cc3") == "LZE"
    choose(draft, on(draft, "fr-cc3"), "Arrive later", "Alpha and Delta", "Turn 4")
    assert where(draft, "fr-cc3") == "turn 4, LZW"


def test_who_is_dropped_lies_under_a_parachute_in_his_area(draft: WorkshopWindow) -> None:
    board = table(draft).board
    [drop] = draft.editor.data["paradrops"]
    piece = board.pieces_in(drop["area"])[0]
    assert piece in drop["units"]
    assert board.drops.turns == {drop["area"]: [drop["turn"]]} and board.place_of(piece) == drop["area"]
    assert board.piece_at(board.view.mapToScene(on(draft, piece))) == piece
    with_it = board.view.grab().toImage()
    board.drops.hide()
    assert board.view.grab().toImage() != with_it
    board.drops.show()
    choose(draft, on(draft, piece), "Take off the map")
    assert board.place_of(piece) == ""
    for other in drop["units"]:
        table(draft).take_off(other)
    assert board.drops.turns == {}
    draft.editor.undo()
    assert board.drops.turns == {drop["area"]: [drop["turn"]]}


def test_a_box_that_is_new_on_the_map_of_a_draft_is_shown_and_takes_counters(qtbot: QtBot) -> None:
    ground = read_file(scenarios_dir() / "striking_anvil" / "maps" / "provence.yaml").mapping
    draft = alone(lambda data: {**emptied(data), "map": ground})
    new = {**ground["boxes"]["LZW"], "name": "Camel"}
    draft.editor.change({**draft.editor.data, "map": {**ground, "boxes": {**ground["boxes"], "LZC": new}}}, "a box")
    table(draft).put("us-7ir", "LZC")
    lay, board = on(draft, "us-7ir"), table(draft).board
    assert board.scene.sheet is not None and "LZC" in board.scene.sheet.boxes and board.view.rect().contains(lay)
    assert board.piece_at(board.view.mapToScene(lay)) == "us-7ir" and not board.view.grab().isNull()


def test_menus_offer_the_turns_that_are_still_to_come(qtbot: QtBot) -> None:
    begin = {"turn": 6, "side": "allied", "phase": "start"}
    entries = dict(table(alone(lambda data: {**emptied(data), "begin": begin})).piece_entries("us-517pir"))
    turns = [name for name, _ in dict(entries["Arrive later"])["Alpha and Delta"]]
    assert turns == ["Turn 6", "Turn 7", "Turn 8"] == [name for name, _ in entries["Drop"]]


def test_what_cannot_be_there_is_refused_in_a_sentence(draft: WorkshopWindow) -> None:
    before = draft.editor.data
    drop_from_tray(draft, "us-7ir", "WEST")
    assert draft.editor.data == before and "it is German (7)" in draft.status.text()


def test_a_counter_marked_in_the_tray_is_put_where_the_map_is_clicked(qtbot: QtBot) -> None:
    draft = alone(emptied)
    tree, row = draft.tray.tree, draft.tray._rows["us-7ir"]
    assert table(draft).pieces()[0].group == "Allied · 1DB"
    tree.scrollToItem(row)
    QTest.mouseClick(tree.viewport(), LEFT, NO_KEYS, tree.visualItemRect(row).center())
    QTest.mouseClick(table(draft).board.view.viewport(), LEFT, NO_KEYS, spot(draft, "07"))
    assert where(draft, "us-7ir") == "07"


def test_a_counter_is_put_turned_over_and_taken_off_by_keys(qtbot: QtBot) -> None:
    draft = alone(emptied)
    board = table(draft).board
    draft.tray.tree.setCurrentItem(draft.tray._rows["us-7ir"])
    QTest.keyClick(draft.tray.tree, Qt.Key.Key_Return)
    qtbot.waitUntil(board.view.hasFocus)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_E):
        QTest.keyClick(board.view, key)
    assert where(draft, "us-7ir") == board.at and draft.editor.data["reduced"] == ["us-7ir"]
    QTest.keyClick(board.view, Qt.Key.Key_Delete)
    assert where(draft, "us-7ir") == "" and "reduced" not in draft.editor.data


def test_a_stack_is_laid_out_by_a_click_so_that_each_counter_can_be_taken(draft: WorkshopWindow) -> None:
    board = table(draft).board
    under = board.pieces_in("14")[-1]
    QTest.mouseClick(board.view.viewport(), LEFT, NO_KEYS, on(draft, board.pieces_in("14")[0]))
    assert board.scene.fan == ("14", "german")
    drag(draft, on(draft, under), spot(draft, "30"))
    assert where(draft, under) == "30"


def test_menus_change_sides_readiness_values_and_drops(draft: WorkshopWindow) -> None:
    drop_from_tray(draft, "us-517pir", "08")
    for words in (("Turn over",), ("Disorganized",), ("Values", "Strength 4, full side", "6")):
        choose(draft, on(draft, "us-517pir"), *words)
    unit = table(draft).laid
    assert unit is not None and unit.scenario.counters["us-517pir"].strength == (6, 2)
    assert unit.view.units["us-517pir"].reduced and unit.view.units["us-517pir"].disorganized
    choose(draft, on(draft, "us-517pir"), "Drop", "Turn 2", "08 Barjols-Aups")
    assert where(draft, "us-517pir") == "drop, turn 2, 08"
    choose(draft, spot(draft, "08"), "Dropped in turn 2", "517PIR/AB", "Take off the map")
    assert where(draft, "us-517pir") == ""


def test_menus_change_markers_bridges_and_fortresses(draft: WorkshopWindow) -> None:
    choose(draft, spot(draft, "07"), "FFI marker", "Cross of Lorraine")
    assert draft.editor.data["ffi"]["07"] == "control"
    choose(draft, spot(draft, "09"), "Fortress level 12", "3")
    assert draft.editor.data["fortifications"]["09"] == 3
    standing = list(draft.editor.data["intact_bridges"])
    choose(draft, spot(draft, "01"), "Blow the bridge 01-02 (Argens)")
    assert [*draft.editor.data["intact_bridges"], "01-02"] == [*(b for b in standing if b != "01-02"), "01-02"]
    choose(draft, spot(draft, "01"), "Let the bridge stand 01-02 (Argens)")
    assert sorted(draft.editor.data["intact_bridges"]) == sorted(standing)


def test_switches_and_turns_are_among_the_facts(draft: WorkshopWindow) -> None:
    controls = {route: control for route, (control, _) in draft.facts._controls.items()}
    assert len(controls) == len(table(draft).facts)
    turns, planning = controls[("turns",)], controls[("rules", "planning_variant")]
    assert isinstance(turns, QSpinBox) and isinstance(planning, QComboBox)
    turns.stepUp()
    planning.setCurrentIndex(planning.findData(True))
    planning.activated.emit(planning.currentIndex())
    laid = table(draft).laid
    assert laid is not None and laid.scenario.turns == 9 and laid.scenario.rules.planning_variant


def test_a_draft_with_faults_is_shown_and_the_check_tells_of_them(qtbot: QtBot) -> None:
    draft = alone(lambda data: {**data, "setup": {**data["setup"], "07": ["us-nobody", "us-7ir"]}})
    qtbot.waitUntil(lambda: bool(draft.editor.problems))
    assert not draft.buttons["play"].isEnabled() and len(draft.check.rows) == 2
    assert where(draft, "us-7ir") == "07"


# --- From an empty map to a module -----------------------------------------------------------------------------------


def test_a_scenario_is_made_from_an_empty_map_checked_played_and_installed(
    window: MainWindow, bare: WorkshopWindow, tmp_path: Path
) -> None:
    for piece, place in (
        ("us-7ir", "LZW"),
        ("us-15ir", "LZW"),
        ("us-756tkb", "LZW"),
        ("us-trp1", "LZE"),
        ("de-gr765", "02"),
        ("de-cd01", "01"),
        ("de-gr917", "07"),
        ("de-pzg10", "06"),
    ):
        drop_from_tray(bare, piece, place)
    bare.editor.check()
    assert bare.editor.faults == [] and bare.buttons["play"].isEnabled()
    window.services.ask = lambda *_: True
    QTest.keyClick(bare, Qt.Key.Key_F5)
    session = window.session
    assert session is not None and session.scenario.title == "My Dragoon"
    bots, seats = bots_for(SYSTEM.seats, ["random"], 5), seats_of(session)
    while session.state.turn == 1:
        decision = session.pending
        assert isinstance(decision, Decision)
        command = bots[decision.seat].choose(seats[decision.seat], decision)
        session.submit(decision.seat, session.seq, command)
    assert session.state.turn == 2
    out = tmp_path / "dragoon.chitpull-module"
    window.workshop.choose_file = lambda folder: str(out)
    QTest.mouseClick(bare.buttons["share"], LEFT)
    assert bare.editor.is_saved and sorted(read(out)) == ["module.yaml", "striking_anvil/my-dragoon.yaml"]
    module = library.add(read(out), "my-dragoon")
    loaded = SYSTEM.load(str(module.folder / "striking_anvil" / "my-dragoon.yaml"))
    assert loaded.setup["07"] == ("de-gr917",) and loaded.lots[0].units == ("us-7ir", "us-15ir", "us-756tkb")


def test_a_scenario_is_made_of_the_position_at_the_start_of_the_turn(window: MainWindow) -> None:
    assert window.new_game(choice_of("anvil-june", seed=7))
    session = window.session
    assert session is not None and window.actions_["make_here"].isEnabled()
    bots, seats = bots_for(SYSTEM.seats, ["random"], 5), seats_of(session)
    while session.state.turn == 1:
        decision = session.pending
        assert isinstance(decision, Decision)
        session.submit(decision.seat, session.seq, bots[decision.seat].choose(seats[decision.seat], decision))
    draft = window.workshop.make_here("The third day", "Anna")
    assert draft is not None
    shown(draft).editor.check()
    assert draft.editor.faults == [] and draft.editor.data["begin"]["turn"] == 2


def test_balance_is_asked_of_the_saved_draft(window: MainWindow, bare: WorkshopWindow) -> None:
    asked: list[str] = []
    window.workshop.balance_asked.disconnect()
    window.workshop.balance_asked.connect(lambda row: asked.append(row.name))
    drop_from_tray(bare, "us-7ir", "07")
    QTest.mouseClick(bare.buttons["balance"], LEFT)
    assert asked == ["my-dragoon/my-dragoon"] and bare.editor.is_saved
