"""The workshop by mouse and keys: a scenario is begun, changed on its map, checked, saved, tried out and packed."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from weakref import ref

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QDragEnterEvent, QDragMoveEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit, QMenu, QPlainTextEdit, QSpinBox, QTreeWidget
from pytestqt.qtbot import QtBot

from app import bindings, theme
from app.board.hexes import center
from app.colour import distance
from app.dialogs.balance import BalanceDialog
from app.dialogs.library import NewScenarioDialog
from app.panels.widgets import KeyButton
from app.play.scenarios import choice_of
from app.systems.base import presentation_of
from app.systems.company_scale.board.counters.face import Mark
from app.systems.company_scale.board.counters.layer import PlacedCounter
from app.systems.company_scale.board.token_art import Token
from app.systems.company_scale.workshop.division_dialog import DivisionDialog, colors_for, stands_off
from app.systems.company_scale.workshop.table import CompanyScaleDraft
from app.window.main_window import MainWindow
from app.workshop import DRAFTED
from app.workshop.charts_page import ChartsPage
from app.workshop.editor import DraftEditor, InUse
from app.workshop.fields import FieldsPanel
from app.workshop.panels import MOST, BadValue, as_text, parsed
from app.workshop.panels import shown as shown_value
from app.workshop.table import MIME
from app.workshop.tray import Tray
from app.workshop.window import WorkshopWindow
from rules.company_scale.loading.gestures import emptied
from rules.company_scale.loading.scenarios import load_scenario
from rules.engine import memory
from rules.engine.folders import scenarios_dir
from rules.engine.options import Decision
from rules.files.problems import ADVICE, FAULT, Problem, Route
from rules.files.yaml_lines import read_yaml
from rules.hexes.grid import hex_id
from rules.opponent.self_play import Outcome
from rules.systems import SHIPPED
from rules.workshop import library
from rules.workshop.edit import ABSENT
from rules.workshop.module_file import read

LEFT = Qt.MouseButton.LeftButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


def application() -> QApplication:
    found = QApplication.instance()
    assert isinstance(found, QApplication)
    return found


def made(window: MainWindow, *, empty: bool = False) -> WorkshopWindow:
    """Begin a scenario with First Light and return its window."""
    row = next(row for row in window.scenarios if row.id == "first-light")
    draft = window.workshop.make(row, "Morning at Savasse", "Anna", empty=empty)
    assert draft is not None
    return shown(draft)


def shown(draft: WorkshopWindow) -> WorkshopWindow:
    draft.resize(1600, 1000)
    draft.show()
    draft.tell = lambda title, words: pytest.fail(f"{title}: {words}")
    draft.ask = lambda *_: True
    draft.ask_save = lambda: "forget"
    QTest.qWaitForWindowExposed(draft)
    return draft


pytestmark = pytest.mark.usefixtures("bare_ground")


@pytest.fixture
def opened(window: MainWindow) -> WorkshopWindow:
    """Return a draft that was begun in the program's window."""
    return made(window)


@pytest.fixture
def draft(qtbot: QtBot) -> WorkshopWindow:
    """Return a draft without the program's window."""
    return alone(lambda data: data)


def alone(change: library.Change) -> WorkshopWindow:
    source = scenarios_dir() / "company_scale" / "first-light.yaml"
    module = library.begin("Morning at Savasse", "Anna", "company_scale", source, change)
    editor = DraftEditor(module.folder, "company_scale/morning-at-savasse.yaml", lambda *_: None)
    board = presentation_of("company_scale").create_draft(editor)
    assert board is not None
    draft = WorkshopWindow(editor, board, Nothing())
    return shown(draft)


class Nothing:
    """What is done with a draft outside its window: nothing."""

    def playtest(self, window: WorkshopWindow) -> None: ...
    def balance(self, window: WorkshopWindow) -> None: ...
    def share(self, window: WorkshopWindow) -> None: ...
    def show_rule(self, number: str) -> None: ...


def table(draft: WorkshopWindow) -> CompanyScaleDraft:
    assert isinstance(draft.table, CompanyScaleDraft)
    return draft.table


def spot(draft: WorkshopWindow, at: str) -> QPoint:
    """Return where a hex is in the view."""
    return table(draft).board.view.mapFromScene(center(hex_id(at)))


def drag(draft: WorkshopWindow, start: str, end: str | QPoint) -> None:
    """Drag what lies in a hex elsewhere, with the real button."""
    view = table(draft).board.view.viewport()
    a, b = spot(draft, start), end if isinstance(end, QPoint) else spot(draft, end)
    QTest.mousePress(view, LEFT, NO_KEYS, a)
    for part in (0.3, 0.6, 1.0):
        QTest.mouseMove(view, a + (b - a) * part)
    QTest.mouseRelease(view, LEFT, NO_KEYS, b)


def drop_from_tray(draft: WorkshopWindow, piece: str, at: str) -> None:
    """Drop a piece of the tray on a hex, as the desktop does."""
    view, data, copy = table(draft).board.view.viewport(), QMimeData(), Qt.DropAction.CopyAction
    data.setData(MIME, piece.encode())
    point = spot(draft, at)
    for event in (
        QDragEnterEvent(point, copy, data, LEFT, NO_KEYS),
        QDragMoveEvent(point, copy, data, LEFT, NO_KEYS),
        QDropEvent(QPointF(point), copy, data, LEFT, NO_KEYS, QEvent.Type.Drop),
    ):
        QApplication.sendEvent(view, event)


def entry(draft: WorkshopWindow, at: str, *words: str) -> QAction:
    """Open the menu of a hex and return the entry under these words."""
    view = table(draft).board.view
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, NO_KEYS, spot(draft, at))
    menu = next(menu for menu in view.findChildren(QMenu) if menu.isVisible() and menu.parent() is view)
    for word in words[:-1]:
        menu = next(below for below in menu.findChildren(QMenu) if below.title() == word)
    return next(action for action in menu.actions() if action.text() == words[-1])


def choose(draft: WorkshopWindow, at: str, *words: str) -> None:
    entry(draft, at, *words).trigger()
    for menu in table(draft).board.view.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
        menu.close()


def setup(draft: WorkshopWindow, piece: str) -> object:
    return draft.editor.value(("setup", piece))


# --- From the start page to a draft and back ------------------------------------------------------------------------


def test_make_your_own_asks_for_title_and_author_and_opens_the_workshop(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(dialog: NewScenarioDialog) -> bool:
        assert not dialog.ok.isEnabled()
        QTest.keyClicks(dialog.title, "Night at Sauzet")
        assert not dialog.ok.isEnabled(), "it also needs an author"
        QTest.keyClicks(dialog.author, "Anna")
        dialog.empty.click()
        QTest.mouseClick(dialog.ok, LEFT)
        return bool(dialog.result())

    monkeypatch.setattr(NewScenarioDialog, "exec", fill)
    QTest.mouseClick(window.start_page.make, LEFT)
    [draft] = window.workshop.windows
    assert draft.editor.title == "Night at Sauzet" and draft.editor.data["setup"] == {}
    assert window.settings.get("author", "") == "Anna"
    draft.close()
    assert window.workshop.windows == []
    assert [module.title for module in library.own_modules()] == ["Night at Sauzet"]


def test_only_scenarios_of_systems_with_a_board_for_drafts_are_offered(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = window.start_page
    for systems in (DRAFTED, ()):
        monkeypatch.setattr("app.dialogs.start.DRAFTED", systems)
        for system in SHIPPED:
            rows = [
                row for row in range(start.list.count()) if (found := start.list.at(row)) and found.system == system
            ]
            start.list.setCurrentRow(-1)
            start.list.setCurrentRow(rows[0])
            assert start.make.isVisibleTo(start) is (system in systems)
    assert set(DRAFTED) == set(SHIPPED)


def test_an_own_scenario_is_edited_in_one_window(window: MainWindow, opened: WorkshopWindow) -> None:
    row = next(row for row in window.scenarios if row.origin == "own")
    assert window.workshop.edit(row) is opened
    said: list[str] = []
    window.services.tell = lambda title, words: said.append(words)
    with pytest.raises(InUse):
        DraftEditor(opened.editor.draft.folder, opened.editor.name, lambda *_: None)
    window.workshop.windows.clear()
    assert window.workshop.edit(row) is None and said == ["Its module is being edited in another window."]


def test_two_scenarios_of_a_module_are_not_open_at_once(window: MainWindow, opened: WorkshopWindow) -> None:
    row = next(row for row in window.scenarios if row.origin == "own")
    second = Path(row.id).with_name("evening.yaml")
    shutil.copy(row.id, second)
    said: list[str] = []
    window.services.tell = lambda title, words: said.append(words)
    opened.showMinimized()
    assert window.workshop.edit(replace(row, id=str(second))) is None
    assert len(said) == 1 and said[0].startswith(f"{opened.editor.title} belongs to the same module")
    assert window.workshop.windows == [opened] and not opened.isMinimized()
    opened.close()
    other = window.workshop.edit(replace(row, id=str(second)))
    assert other is not None and other.editor.name.endswith("/evening.yaml")
    other.close()


def test_a_scenario_whose_files_are_gone_is_told_of(window: MainWindow, opened: WorkshopWindow) -> None:
    row = next(row for row in window.scenarios if row.origin == "own")
    opened.close()
    library.remove(library.own_modules()[0])
    said: list[str] = []
    window.services.tell = lambda title, words: said.append(title)
    assert window.workshop.edit(row) is None and said == ["Not there any more"]


# --- On the map ------------------------------------------------------------------------------------------------------


def test_a_counter_is_dragged_to_another_hex_and_back_by_undo(draft: WorkshopWindow) -> None:
    drag(draft, "19.43", "20.43")
    assert setup(draft, "e_117") == {"hex": "20.43", "side": "deployed"}
    assert "changed" in draft.title.text() and table(draft).board.marked == "e_117"
    QTest.mouseClick(draft.buttons["undo"], LEFT)
    assert setup(draft, "e_117") == {"hex": "19.43", "side": "deployed"} and draft.editor.is_saved
    QTest.mouseClick(draft.buttons["redo"], LEFT)
    assert setup(draft, "e_117") == {"hex": "20.43", "side": "deployed"}


def test_a_counter_that_is_dragged_off_the_map_lies_in_the_tray_and_is_dropped_from_there(
    draft: WorkshopWindow,
) -> None:
    view = table(draft).board.view
    drag(draft, "19.43", QPoint(view.viewport().width() // 2, 3))
    assert setup(draft, "e_117") is ABSENT
    piece = next(piece for piece in table(draft).pieces() if piece.id == "e_117")
    assert piece.where == "" and piece.group == "Allied · Task Force Butler"
    drop_from_tray(draft, "e_117", "21.44")
    assert setup(draft, "e_117") == {"hex": "21.44", "side": "deployed"}
    assert next(piece.where for piece in table(draft).pieces() if piece.id == "e_117") == "21.44"


def test_a_support_weapon_shows_its_counter_while_it_is_dragged(draft: WorkshopWindow) -> None:
    board = table(draft).board
    ghost = board.scene.ghost_token
    for piece, is_token in (("hmg_h_143", True), ("e_117", False)):
        board.bring(piece, center(hex_id("20.43")))
        assert board.scene.ghost.isVisible() and ghost.scenePos() == center(hex_id("20.43"))
        assert [chip.art.kind for chip in ghost.chips if isinstance(chip.art, Token)] == ["weapon"] * is_token
        board.abandon()
        assert not board.scene.ghost.isVisible() and not ghost.chips


def test_stacks_of_a_game_under_way_are_noted_anew_with_the_same_stroke(qtbot: QtBot) -> None:
    begin = {"stacking": {"18.43": {"mixed": True}}}
    draft = alone(lambda data: {**data, "begin": begin})
    table(draft).put("e_143", "18.40")
    assert "stacking" not in draft.editor.data["begin"]
    draft.editor.undo()
    assert draft.editor.data["begin"] == begin


@pytest.mark.parametrize(("platform", "key"), [("linux", "F5"), ("darwin", "Ctrl+R")])
def test_a_playtest_needs_no_function_key_on_a_mac(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, platform: str, key: str
) -> None:
    monkeypatch.setattr(bindings, "PLATFORM", platform)
    draft, asked = alone(lambda data: data), list[str]()
    monkeypatch.setattr(draft._deeds, "playtest", lambda window: asked.append("playtest"))
    assert draft.buttons["play"].key == key and draft.buttons["play"].isVisible()
    for press in (Qt.Key.Key_F5, Qt.Key.Key_R):
        QTest.keyClick(draft, press, Qt.KeyboardModifier.ControlModifier if press is Qt.Key.Key_R else NO_KEYS)
    assert asked == ["playtest"] * 2


def test_a_piece_marked_in_the_tray_is_put_where_the_map_is_clicked(qtbot: QtBot) -> None:
    draft = alone(emptied)
    tree = draft.tray.tree
    row = draft.tray._rows["g_143"]
    tree.scrollToItem(row)
    QTest.mouseClick(tree.viewport(), LEFT, NO_KEYS, tree.visualItemRect(row).center())
    QTest.mouseClick(table(draft).board.view.viewport(), LEFT, NO_KEYS, spot(draft, "18.40"))
    assert setup(draft, "g_143") == {"hex": "18.40", "side": "deployed"}
    QTest.mouseClick(table(draft).board.view.viewport(), LEFT, NO_KEYS, spot(draft, "20.40"))
    assert setup(draft, "g_143") == {"hex": "18.40", "side": "deployed"}, "what is in play is not put by a click"
    assert table(draft).board.marked == ""


def test_a_piece_is_put_on_the_map_by_the_keyboard_alone(qtbot: QtBot) -> None:
    draft = alone(emptied)
    board, tray = table(draft).board, draft.tray
    tray.tree.setCurrentItem(tray._rows["g_143"])
    QTest.keyClick(tray.tree, Qt.Key.Key_Return)
    qtbot.waitUntil(board.view.hasFocus)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(board.view, key)
    begin = setup(draft, "g_143")
    assert isinstance(begin, dict) and begin["hex"] == board.at


def test_what_cannot_lie_there_is_refused_in_a_sentence(draft: WorkshopWindow) -> None:
    before = draft.editor.data
    drop_from_tray(draft, "e_117", "16.35")
    assert draft.editor.data == before and "river water" in draft.status.text()


def test_counters_are_laid_out_once_for_a_drop_and_lie_as_before_when_it_is_refused(
    draft: WorkshopWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, laid = table(draft).board, list[dict[str, PlacedCounter]]()
    monkeypatch.setattr(board.scene.counters, "set_pieces", laid.append)

    def drop(at: str) -> PlacedCounter:
        board.bring("e_117", center(hex_id(at)))
        assert Mark.GHOST in laid[-1]["e_117"].marks
        laid.clear()
        board.receive("e_117", center(hex_id(at)))
        return laid[-1]["e_117"]

    board.pick("e_117")
    for at in ("20.43", "16.35", "20.43"):  # another hex; river water; where it lies already
        lies = drop(at)
        assert len(laid) == 1 and lies.at == center(hex_id("20.43")) and Mark.GHOST not in lies.marks
    board.restyle()
    assert len(laid) == 2


def test_keys_turn_over_take_off_and_put_the_marked_piece(draft: WorkshopWindow) -> None:
    board = table(draft).board
    QTest.mouseClick(board.view.viewport(), LEFT, NO_KEYS, spot(draft, "19.43"))
    assert board.marked == "e_117"
    QTest.keyClick(board.view, Qt.Key.Key_E)
    assert setup(draft, "e_117") == {"hex": "19.43", "side": "column"}
    QTest.keyClick(board.view, Qt.Key.Key_Up)
    QTest.keyClick(board.view, Qt.Key.Key_Up)
    QTest.keyClick(board.view, Qt.Key.Key_Return)
    assert setup(draft, "e_117") == {"hex": "19.42", "side": "column"}
    QTest.keyClick(board.view, Qt.Key.Key_Delete)
    assert setup(draft, "e_117") is ABSENT
    QTest.keyClick(board.view, Qt.Key.Key_Escape)
    assert board.marked == ""


def test_the_menu_of_a_hex_sets_markers_worth_and_arrivals(draft: WorkshopWindow) -> None:
    choose(draft, "19.43", "Turn over")
    assert setup(draft, "e_117") == {"hex": "19.43", "side": "column"}
    choose(draft, "19.43", "Marker", "Trench")
    choose(draft, "19.43", "Victory points for the Allies", "4")
    choose(draft, "19.43", "Victory points for the Germans", "2")
    choose(draft, "19.43", "Color", "Green")
    victory = draft.editor.value(("victory", "hexes"))
    assert isinstance(victory, list)
    assert victory[-1] == {"hex": "19.43", "colour": "green", "points": {"allied": 4, "german": 2}}
    assert {"hex": "19.43", "kind": "trench"} in draft.editor.data["markers"]
    assert "4 for the Allies" in table(draft).words_at("19.43")
    choose(draft, "19.43", "Remove Trench")
    choose(draft, "19.43", "No longer a victory hex")
    choose(draft, "19.43", "Arrive here later", "Turn 3")
    assert draft.editor.data["reinforcements"] == [{"turn": 3, "hex": "19.43", "units": ["e_117"]}]
    assert next(piece.where for piece in table(draft).pieces() if piece.id == "e_117") == "turn 3, 19.43"


def test_a_unit_is_set_down_from_what_carries_it(draft: WorkshopWindow) -> None:
    drag(draft, "18.42", "23.43")
    name = table(draft).name_of("f_143")
    choose(draft, "23.43", "Carry", name)
    assert setup(draft, "f_117") == {"hex": "23.43", "side": "deployed", "carries": "f_143"}
    choose(draft, "23.43", f"Set down {name}")
    assert setup(draft, "f_143") == {"hex": "23.43", "side": "deployed"}
    assert setup(draft, "f_117") == {"hex": "23.43", "side": "deployed"}


# --- Facts, fields, check -------------------------------------------------------------------------------------------


def test_facts_are_filled_in_and_change_the_draft(draft: WorkshopWindow) -> None:
    form = draft.facts
    title = form.findChild(QLineEdit)
    controls = {route: control for route, (control, _) in form._controls.items()}
    assert title is controls[("title",)] and title is not None
    title.setFocus()
    title.selectAll()
    QTest.keyClicks(title, "The ridge")
    QTest.keyClick(title, Qt.Key.Key_Return)
    assert draft.editor.title == "The ridge" and draft.editor.undo_words == "title"
    turns, weather = controls[("turns",)], controls[("weather",)]
    assert isinstance(turns, QSpinBox) and isinstance(weather, QComboBox)
    turns.stepUp()
    assert draft.editor.data["turns"] == 6
    weather.setCurrentIndex(weather.findText("Rain"))
    weather.activated.emit(weather.currentIndex())
    assert draft.editor.data["weather"] == "rain"
    story = controls[("note",)]
    assert isinstance(story, QPlainTextEdit)
    story.setPlainText("A short story.")
    draft.facts.commit()
    QApplication.sendEvent(story, QEvent(QEvent.Type.FocusOut))
    draft.editor.undo()
    assert "Savasse" in story.toPlainText() or draft.editor.data["note"] == "A short story."


def test_a_fact_that_is_not_set_stays_out_of_the_file(qtbot: QtBot) -> None:
    draft = alone(emptied)
    assert "victory" not in draft.editor.data
    lead, _ = draft.facts._controls[("victory", "win", "german")]
    assert isinstance(lead, QSpinBox) and lead.text() == "–"
    lead.setValue(3)
    assert draft.editor.data["victory"] == {"win": {"german": 3}}
    draft.editor.undo()
    assert "victory" not in draft.editor.data and lead.text() == "–"


def test_a_number_is_typed_where_none_was_set_after_a_click_into_its_field(qtbot: QtBot) -> None:
    draft = alone(emptied)
    lead, _ = draft.facts._controls[("victory", "win", "german")]
    assert isinstance(lead, QSpinBox) and lead.text() == "–"
    QTest.mouseClick(lead.lineEdit(), LEFT)
    QTest.keyClicks(lead, "12")
    QTest.keyClick(lead, Qt.Key.Key_Return)
    assert draft.editor.data["victory"] == {"win": {"german": 12}}


def test_every_fact_is_a_field_of_the_schema(draft: WorkshopWindow) -> None:
    assert len(draft.facts._controls) == len(draft.table.facts)


def test_fields_are_set_added_and_removed(draft: WorkshopWindow) -> None:
    fields, tree = draft.fields, draft.fields.tree
    draft.tabs.setCurrentWidget(fields)
    fields.go(draft.editor.name, ("rules", "stars"))
    assert tree.current == ("rules", "stars") and "rules" not in draft.editor.data
    tree.asked.emit(("rules", "stars"), "harder")
    assert draft.editor.data["rules"] == {"stars": "harder"}
    fields.go(draft.editor.name, ("divisions",))
    fields.name.setText("ge_11pz")
    assert not fields.add.isEnabled(), "there is one of that name"
    fields.name.setText("us_36")
    QTest.mouseClick(fields.add, LEFT)
    assert draft.editor.data["divisions"]["us_36"] == {}
    fields.go(draft.editor.name, ("divisions", "us_36"))
    QTest.mouseClick(fields.remove, LEFT)
    assert "us_36" not in draft.editor.data["divisions"]
    fields.go("module.yaml", ("version",))
    tree.asked.emit(("version",), "2")
    assert draft.editor.draft.documents["module.yaml"]["version"] == "2"
    assert draft.editor.undo_words == "version of module.yaml"


def test_a_field_is_edited_in_its_row(draft: WorkshopWindow, qtbot: QtBot) -> None:
    tree = draft.fields.tree
    draft.tabs.setCurrentWidget(draft.fields)
    draft.fields.go(draft.editor.name, ("setup", "e_143", "hex"))
    row = tree.currentItem()
    assert row is not None and row.text(1) == "18.43"
    tree.editItem(row, 1)
    line = next(each for each in tree.findChildren(QLineEdit) if each.isVisible())
    line.selectAll()
    QTest.keyClicks(line, "18.44")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: setup(draft, "e_143") == {"hex": "18.44", "side": "deployed"})


def test_the_check_follows_each_change_and_shows_where(draft: WorkshopWindow) -> None:
    draft.editor.check()
    assert draft.buttons["play"].isEnabled() and draft.check.rows == []
    drag(draft, "18.43", "18.44")
    draft.editor.check()
    [row] = draft.check.rows
    assert "hmg_h_143" in str(draft.editor.faults[0]) and not draft.buttons["play"].isEnabled()
    assert draft.tabs.tabText(1) == "Check (1)"
    QTest.mouseClick(row.show_it, LEFT)
    assert table(draft).board.view.pointed
    QTest.keyClick(draft, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    draft.editor.check()
    assert draft.check.rows == [] and not table(draft).board.view.pointed


def test_a_fault_is_mended_by_its_button(draft: WorkshopWindow) -> None:
    setup_now = dict(draft.editor.data["setup"])
    setup_now["e_14"] = setup_now.pop("e_143")
    draft.editor.change({**draft.editor.data, "setup": setup_now}, "a slip")
    draft.editor.check()
    rows = [row for row in draft.check.rows if row.mend is not None]
    assert rows and rows[0].mend is not None
    QTest.mouseClick(rows[0].mend, LEFT)
    draft.editor.check()
    assert draft.check.rows == [] and setup(draft, "e_143") == {"hex": "18.43", "side": "deployed"}


ODD: list[tuple[str, Any]] = [
    ("setup", None), ("setup", []), ("setup", "all"), ("setup", {"e_143": None}), ("setup", {"e_143": "18.43"}),
    ("setup", {"e_143": {"hex": "18.43"}}), ("setup", {"e_143": {"side": "column"}}),
    ("setup", {"f_117": {"hex": "18.43", "side": "deployed", "carries": "nobody"}}),
    ("support_weapons", None), ("leaders", None), ("heroes", None), ("heroes", "gregg"),
    ("markers", None), ("markers", [{"hex": "18.43"}, {"kind": "dg"}, None, "x"]),
    ("markers", [{"hex": "18.43", "kind": "dg", "value": "a"}]),
    ("victory", None), ("victory", "x"), ("victory", {"hexes": None}), ("victory", {"win": 3}),
    ("victory", {"hexes": [{"points": {"german": 1}}, None]}), ("victory", {"hexes": [{"hex": "18.43", "points": 3}]}),
    ("victory", {"hexes": [{"hex": "18.43", "side": "", "points": ""}]}),
    ("reinforcements", None), ("reinforcements", [None, "x", {"turn": 2}, {"turn": 2, "hex": "18.36", "units": []}]),
    ("map", None), ("map", 7), ("map", "savase"), ("map", {}), ("forces", None), ("forces", ["nobody"]), ("forces", []),
    ("area", {"columns": [18, 18], "rows": [43, 43]}), ("turns", 10**12), ("turns", "many"), ("title", None),
    ("charts", "none"), ("begin", {"off_map": {"e_143": {"box": "pool"}}}), ("begin", None),
    ("divisions", None), ("transports", 3), ("attached", {"x": None}),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), ODD)
def test_a_file_written_by_hand_can_be_odd_and_is_opened_all_the_same(qtbot: QtBot, field: str, value: Any) -> None:
    draft = alone(lambda data: {**data, field: value})
    board, before = table(draft).board, draft.editor.data
    for piece in ("e_143", "f_117", "hmg_h_143", "nobody"):
        for do in (partial(table(draft).put, piece, "18.43"), partial(table(draft).take_off, piece)):
            do()
            draft.editor.undo()
        table(draft).turn_over(piece)
    for at in ("18.43", "19.43", "18.36"):
        for words, act in (*table(draft).hex_entries(at), *table(draft).piece_entries("f_117")):
            for deed in [act] if callable(act) else [inner for _, inner in act]:
                assert words and callable(deed)
                deed()
    board.refresh()
    draft.tabs.setCurrentWidget(draft.fields)
    draft.tabs.setCurrentIndex(0)
    draft.facts.commit()
    draft.editor.check()
    while draft.editor.undo_words:
        draft.editor.undo()
    assert draft.editor.data == before
    draft.close()
    assert not draft.isVisible()


# --- Saved, left, found again ---------------------------------------------------------------------------------------


def test_saving_writes_the_file_and_touches_nothing_else(draft: WorkshopWindow) -> None:
    path = draft.editor.draft.folder / draft.editor.name
    before = path.read_text(encoding="utf-8").splitlines()
    drag(draft, "19.43", "20.43")
    QTest.keyClick(draft, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    after = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in after if line not in before] == ['  e_117: {hex: "20.43", side: deployed}']
    assert draft.editor.is_saved and not draft.buttons["save"].isEnabled()


def test_what_its_balance_asks_for_is_a_change_of_the_open_draft(
    window: MainWindow, opened: WorkshopWindow, qtbot: QtBot
) -> None:
    window.balance.show(next(row for row in window.scenarios if row.origin == "own"))
    dialog = next(page for page in window.services.open_pages if isinstance(page, BalanceDialog))
    assert dialog.parent() is opened
    qtbot.waitUntil(dialog.go.isEnabled, timeout=60_000)
    for seed, lead in enumerate((6.0, 5.0, 4.0, 3.0), 1):
        dialog._played(Outcome(seed, "german", lead))
    for button in (dialog.write, dialog.ask):
        QTest.mouseClick(button, LEFT)
    assert opened.editor.data["victory"]["win"] == {"german": 5} and opened.editor.is_saved
    assert "the Germans won 4 of 4 games" in opened.editor.data["note"]
    text = opened.editor.path.read_text(encoding="utf-8")
    assert "german: 5" in text and "won 4 of 4" in " ".join(text.split())
    opened.editor.undo()
    assert opened.editor.data["victory"]["win"] == {"german": 1}
    assert opened.close() and not window.services.open_pages


def test_closing_asks_what_is_to_become_of_changes(window: MainWindow, opened: WorkshopWindow) -> None:
    path = opened.editor.draft.folder / opened.editor.name
    drag(opened, "19.43", "20.43")
    opened.ask_save = lambda: ""
    assert not opened.close() and window.workshop.windows == [opened] and not window.close()
    opened.ask_save = lambda: "save"
    assert opened.close() and "20.43" in path.read_text(encoding="utf-8")
    assert window.workshop.windows == []


def test_what_is_being_typed_is_saved_too(draft: WorkshopWindow, qtbot: QtBot) -> None:
    controls = {route: control for route, (control, _) in draft.facts._controls.items()}
    title, turns, story = controls[("title",)], controls[("turns",)], controls[("note",)]
    assert isinstance(title, QLineEdit) and isinstance(turns, QSpinBox) and isinstance(story, QPlainTextEdit)
    title.setFocus()
    title.selectAll()
    QTest.keyClicks(title, "Dusk")
    QTest.keyClick(draft, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert "title: Dusk" in (draft.editor.draft.folder / draft.editor.name).read_text(encoding="utf-8")
    turns.setFocus()
    turns.selectAll()
    QTest.keyClicks(turns, "7")
    assert draft.save() and draft.editor.data["turns"] == 7
    story.setFocus()
    QTest.keyClicks(story, "At dusk ")
    qtbot.waitUntil(lambda: str(draft.editor.data["note"]).startswith("At dusk "), timeout=4000)
    assert draft.save()
    draft.tabs.setCurrentWidget(draft.fields)
    draft.fields.go(draft.editor.name, ("playing_time",))
    row = draft.fields.tree.currentItem()
    assert row is not None
    draft.fields.tree.editItem(row, 1)
    line = next(each for each in draft.fields.tree.findChildren(QLineEdit) if each.isVisible())
    line.selectAll()
    QTest.keyClicks(line, "2 hours")
    assert draft.save() and draft.editor.data["playing_time"] == "2 hours"


def test_fields_that_are_only_visited_are_not_changed(qtbot: QtBot) -> None:
    draft = alone(lambda data: {**data, "note": None})
    for route, (control, _) in draft.facts._controls.items():
        control.setFocus()
        draft.facts._take(route)
    assert draft.editor.is_saved and draft.editor.undo_words == ""


def test_values_of_several_kinds_are_read_as_in_files() -> None:
    typed = ("18.43", "house", "[18.43, 19.40]", "3")
    assert [parsed(text) for text in typed] == ["18.43", "house", ["18.43", "19.40"], 3]
    assert parsed("[1944-08-22]") == ["1944-08-22"]
    with pytest.raises(BadValue):
        parsed("[a, b")
    assert shown_value({"german": 1}) == "{german: 1}" and as_text("18.43") == "18.43"


def test_a_click_after_taking_off_marks_and_puts_nothing_back(draft: WorkshopWindow) -> None:
    board = table(draft).board
    QTest.mouseClick(board.view.viewport(), LEFT, NO_KEYS, spot(draft, "19.43"))
    QTest.keyClick(board.view, Qt.Key.Key_Delete)
    QTest.mouseClick(board.view.viewport(), LEFT, NO_KEYS, spot(draft, "23.45"))
    assert setup(draft, "e_117") is ABSENT and board.marked == "a_117"


def test_no_garbage_is_collected_in_the_thread_of_a_check(
    draft: WorkshopWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    collects: list[bool] = []

    def seen(*_: object) -> list[Problem]:
        collects.append(gc.isenabled())
        return []

    draft.editor._checks.waitForDone()  # the first one, which has paused it
    monkeypatch.setattr(memory, "_PAUSED", {})  # a map of a test before may still be painted
    gc.enable()
    monkeypatch.setattr(draft.editor._check, "problems", seen)
    with qtbot.waitSignal(draft.editor.checked):
        draft.editor.put(("title",), "Evening")
    draft.editor._checks.waitForDone()
    assert set(collects) == {False}
    qtbot.waitUntil(gc.isenabled)


def test_a_check_that_fails_itself_is_a_fault(draft: WorkshopWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr(draft.editor._check, "problems", broken)
    draft.editor.check()
    assert not draft.buttons["play"].isEnabled() and "could not be checked" in draft.check.rows[0].words.text()


def test_a_file_of_no_known_kind_shows_no_fields(draft: WorkshopWindow) -> None:
    draft.editor.draft.documents["extra.yaml"] = {"a": 1}
    draft.editor.draft.documents["company_scale/notes/x.yaml"] = {"a": 1}
    draft.tabs.setCurrentWidget(draft.fields)
    for name in ("extra.yaml", "company_scale/notes/x.yaml"):
        draft.fields.go(name, ("a",))
        assert draft.fields.tree.topLevelItemCount() == 0 and not draft.fields.tree.isEnabled()


def test_a_module_that_is_open_is_not_removed(window: MainWindow, opened: WorkshopWindow) -> None:
    said: list[str] = []
    window.services.tell = lambda title, words: said.append(title)
    row = next(row for row in window.scenarios if row.origin == "own")
    window.library.ask("remove", row)
    assert said == ["It is open in the workshop"] and opened.editor.draft.folder.is_dir()


def test_a_draft_that_cannot_be_shown_is_free_again(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = made(window)
    draft.close()
    row = next(row for row in window.scenarios if row.origin == "own")
    with monkeypatch.context() as patch:
        patch.setattr("app.workshop.window.WorkshopWindow._lay_out", lambda self: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            window.workshop.edit(row)
    again = window.workshop.edit(row)
    assert again is not None
    again.close()


def test_a_playtest_asks_before_it_takes_the_place_of_a_game(window: MainWindow, opened: WorkshopWindow) -> None:
    assert window.new_game(choice_of("the-feint", seed=7))
    game, asked = window.session, list[str]()
    window.services.ask = lambda title, *_: bool(asked.append(title))
    opened._playtest()
    assert window.session is game and asked == ["Put the playtest on the table?"]
    window.services.ask = lambda *_: True
    opened._playtest()
    first = window.session
    window.services.ask = lambda *_: pytest.fail("a playtest is not asked about")
    opened._playtest()
    assert first is not game and window.session is not first


def test_a_draft_that_loading_refuses_is_not_played(window: MainWindow, opened: WorkshopWindow) -> None:
    said: list[str] = []
    opened.tell = lambda title, words: said.append(title)
    opened.editor.put(("map",), "savase")
    window.workshop.playtest(opened)
    assert said == ["Cannot play this draft yet"] and window.session is None


def test_what_a_killed_program_did_not_save_is_there_again(window: MainWindow, opened: WorkshopWindow) -> None:
    drag(opened, "19.43", "20.43")
    row = next(row for row in window.scenarios if row.origin == "own")
    opened.editor._lock.unlock()  # the system does so for a program that is killed
    window.workshop.windows.clear()
    again = window.workshop.edit(row)
    assert again is not None and setup(again, "e_117") == {"hex": "20.43", "side": "deployed"}
    assert "not saved" in again.status.text()
    again.editor.undo()
    assert setup(again, "e_117") == {"hex": "19.43", "side": "deployed"}
    again.ask_save = lambda: "forget"
    again.close()


def test_a_file_changed_by_another_program_is_asked_about(draft: WorkshopWindow) -> None:
    path = draft.editor.draft.folder / draft.editor.name
    drag(draft, "19.43", "20.43")
    path.write_text(path.read_text(encoding="utf-8").replace("turns: 5", "turns: 4"), encoding="utf-8")
    draft.ask = lambda *_: False
    assert not draft.save() and not draft.editor.is_saved and "turns: 4" in path.read_text(encoding="utf-8")
    draft.ask = lambda *_: True
    assert draft.save() and "turns: 5" in path.read_text(encoding="utf-8")


def test_a_disk_that_takes_nothing_costs_no_change(draft: WorkshopWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    draft.editor.tell = lambda title, words: said.append(words)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(draft.editor.draft, "_append", full)
        drag(draft, "19.43", "20.43")
        assert setup(draft, "e_117") == {"hex": "20.43", "side": "deployed"}
        assert not draft.save() and not draft.editor.is_saved
    assert len(said) == 2 and "journal" in said[0] and "No space left on device" in said[1]
    assert draft.save()


def read_only(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let nothing be written below a folder, as on a disk that is mounted to be read."""

    def refuse(path: Path) -> None:
        if path.is_relative_to(folder):
            raise OSError(30, "Read-only file system", str(path))

    def guarded(name: str, writes: Callable[..., bool]) -> None:
        real = getattr(Path, name)

        def done(self: Path, *args: Any, **more: Any) -> Any:
            if writes(*args, **more):
                refuse(self)
            return real(self, *args, **more)

        monkeypatch.setattr(Path, name, done)

    guarded("open", lambda mode="r", *_, **__: mode.strip("bt") != "r")
    for name in ("unlink", "mkdir"):
        guarded(name, lambda *_, **__: True)


def test_a_draft_in_a_folder_that_is_read_only_is_not_saved_and_loses_nothing(
    draft: WorkshopWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, folder = list[tuple[str, str]](), draft.editor.draft.folder
    draft.editor.tell = lambda *told: said.append(told)
    before = {path: path.read_bytes() for path in folder.rglob("*.yaml")}
    drag(draft, "19.43", "20.43")
    with monkeypatch.context() as patch:
        read_only(patch, folder)
        drag(draft, "20.43", "21.43")
        assert not draft.save() and draft.isVisible()
        assert [title for title, _ in said] == ["Not safe yet", "Could not save the draft"]
        assert said[-1][1] == (
            f"Nothing can be written in {folder}: Read-only file system. Nothing is lost: it stays open."
        )
        assert setup(draft, "e_117")["hex"] == "21.43"
        draft.ask_save = lambda: "save"
        assert not draft.close() and draft.isVisible(), "it would lose the changes"
    assert {path: path.read_bytes() for path in folder.rglob("*.yaml")} == before
    assert draft.save() and "21.43" in draft.editor.path.read_text(encoding="utf-8")


def test_changes_that_cannot_be_discarded_are_told(draft: WorkshopWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    said, folder = list[tuple[str, str]](), draft.editor.draft.folder
    draft.editor.tell = lambda *told: said.append(told)
    drag(draft, "19.43", "20.43")
    read_only(monkeypatch, folder)
    draft.close()
    words = "The draft's journal cannot be deleted: Read-only file system. The changes are there again next time."
    assert said == [("Not discarded", words)] and not draft.isVisible()
    again = DraftEditor(folder, draft.editor.name, lambda *told: pytest.fail(str(told)))
    assert again.undo_words == draft.editor.undo_words
    again.close(forget=False)


# --- Tried out, shared ------------------------------------------------------------------------------------------------


def test_a_draft_is_tried_out_as_it_is_and_nothing_is_recorded(
    window: MainWindow, opened: WorkshopWindow, tmp_path: Path
) -> None:
    drag(opened, "19.43", "20.43")
    QTest.mouseClick(opened.buttons["play"], LEFT)
    assert window.session is not None
    assert {unit.id: unit.hex for unit in window.game.view.units}["e_117"] == "20.43"  # type: ignore[attr-defined]
    assert not list((tmp_path / "games").glob("*")) and window.settings.get("on_table", "") == ""
    opened.editor.undo()
    QTest.keyClick(opened, Qt.Key.Key_F5)
    assert {unit.id: unit.hex for unit in window.game.view.units}["e_117"] == "19.43"  # type: ignore[attr-defined]


def test_a_scenario_is_made_of_the_position_at_the_start_of_the_turn(window: MainWindow) -> None:
    assert not window.actions_["make_here"].isEnabled() and not window.actions_["workshop"].isEnabled()
    assert window.new_game(choice_of("first-light", seed=7))
    assert window.actions_["make_here"].isEnabled() and window.session is not None
    while window.session.state.turn < 2:
        decision = window.session.pending
        assert isinstance(decision, Decision)
        window.session.submit(decision.seat, window.session.seq, next(iter(decision.options)))
    draft = window.workshop.make_here("The second hour", "Anna")
    assert draft is not None and window.actions_["workshop"].isEnabled()
    data = shown(draft).editor.data
    assert (data["title"], data["first_turn"], data["turns"]) == ("The second hour", "0900", 4) and "begin" in data
    draft.editor.check()
    laid = table(draft).laid
    assert not draft.editor.faults and laid is not None and laid.scenario.begin is not None
    draft.close()
    assert not window.actions_["workshop"].isEnabled()


def test_a_draft_is_packed_into_one_file(window: MainWindow, opened: WorkshopWindow, tmp_path: Path) -> None:
    out = tmp_path / "morning.chitpull-module"
    window.workshop.choose_file = lambda folder: str(out)
    drag(opened, "19.43", "20.43")
    QTest.mouseClick(opened.buttons["share"], LEFT)
    files = read(out)
    assert sorted(files) == ["company_scale/morning-at-savasse.yaml", "module.yaml"]
    data, _ = read_yaml(files["company_scale/morning-at-savasse.yaml"].decode())
    assert data["setup"]["e_117"]["hex"] == "20.43" and "1 scenario" in opened.status.text()


def test_a_draft_with_faults_is_not_packed(window: MainWindow, opened: WorkshopWindow, tmp_path: Path) -> None:
    said: list[str] = []
    window.workshop.choose_file = lambda folder: pytest.fail("it is asked before it is checked")
    opened.tell = lambda title, words: said.append(words)
    drag(opened, "18.43", "18.44")
    QTest.mouseClick(opened.buttons["share"], LEFT)
    assert len(said) == 1 and said[0].startswith("Nobody could play it yet: ") and "support weapon" in said[0]


def test_balance_is_asked_of_the_saved_draft(window: MainWindow, opened: WorkshopWindow, qtbot: QtBot) -> None:
    asked: list[str] = []
    window.workshop.balance_asked.disconnect()
    window.workshop.balance_asked.connect(lambda row: asked.append(row.name))
    drag(opened, "19.43", "20.43")
    QTest.mouseClick(opened.buttons["balance"], LEFT)
    assert asked == ["morning-at-savasse/morning-at-savasse"] and opened.editor.is_saved


def test_pieces_are_found_by_their_names(draft: WorkshopWindow) -> None:
    QTest.keyClick(draft, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(draft.tray.search, "company e, 2nd")
    shown = sorted(piece for piece, row in draft.tray._rows.items() if not row.isHidden())
    assert shown == ["e_143"]


def test_a_theme_is_taken_by_open_drafts(window: MainWindow, opened: WorkshopWindow) -> None:
    before = table(opened).board.view.backgroundBrush().color()
    theme.apply(application(), "dark")
    window.restyle()
    assert table(opened).board.view.backgroundBrush().color() != before
    theme.apply(application(), "light")


# --- What a stroke leaves as it was ----------------------------------------------------------------------------------


def rows_of(tree: QTreeWidget) -> list[tuple[int, str, str, str, bool]]:
    """Return what a tree says, row by row: depth, texts, colour of the value, whether it can be changed."""
    found, left = [], [(tree.topLevelItem(place), 0) for place in reversed(range(tree.topLevelItemCount()))]
    while left:
        row, depth = left.pop()
        assert row is not None
        color, can_change = row.foreground(1).color().name(), bool(row.flags() & Qt.ItemFlag.ItemIsEditable)
        found.append((depth, row.text(0), row.text(1), color, can_change))
        left += [(row.child(place), depth + 1) for place in reversed(range(row.childCount())) if row.isExpanded()]
    return found


def seen(table: CompanyScaleDraft, tray: Tray, fields: FieldsPanel) -> list[object]:
    board = table.board
    layers = board.scene.counters.pieces, board.scene.counters.badges, board.scene.chips.chips
    return [board.position, layers, board.goals.goals, rows_of(tray.tree), rows_of(fields.tree)]


def afresh(editor: DraftEditor) -> list[object]:
    """Return what one would see who opened the draft now."""
    found = presentation_of("company_scale").create_draft(editor)
    assert isinstance(found, CompanyScaleDraft)
    fields, tray = FieldsPanel(editor, found), Tray(found.icon, found.how)
    found.show()
    tray.show_pieces(found.pieces())
    for key in OPEN:
        fields.go(editor.name, (key, "", ""))
    return seen(found, tray, fields)


OPEN = ("setup", "rules", "markers", "heroes")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_every_stroke_one_sees_what_one_would_who_opened_the_draft_then(draft: WorkshopWindow, seed: int) -> None:
    chance, editor, board = Random(seed), draft.editor, table(draft)
    draft.tabs.setCurrentWidget(draft.fields)
    for key in OPEN:
        draft.fields.go(editor.name, (key, "", ""))
    pieces = [piece.id for piece in board.pieces()]
    strokes: list[Callable[[], object]] = [
        lambda: board.put(chance.choice(pieces), f"{chance.randint(17, 22)}.{chance.randint(38, 42)}"),
        lambda: board.take_off(chance.choice(pieces)),
        lambda: board.turn_over(chance.choice(pieces)),
        lambda: editor.put(("rules", "stars"), chance.choice(["raise", ABSENT])),
        lambda: editor.put(("setup", "f_143"), chance.choice([ABSENT, "18.40", {"hex": "18.41", "side": "sideways"}])),
        lambda: editor.put(("markers",), chance.choice([ABSENT, [], [{"hex": "18.43", "kind": "trench"}]])),
        lambda: editor.put(("pieces",), chance.choice(["placed", "all"])),
        editor.undo,
        editor.redo,
    ]
    for _ in range(20):
        chance.choice(strokes)()
        board.board.pick("")
        assert seen(board, draft.tray, draft.fields) == afresh(editor)


def test_rows_of_problems_that_stay_are_the_same_faults_first(draft: WorkshopWindow) -> None:
    check, severities = draft.check, (ADVICE, FAULT, ADVICE)
    some = [Problem("a.yaml", 0, "", f"Something {n}.", severity) for n, severity in enumerate(severities)]
    check.show_problems(some)
    first = {row.problem.message: row for row in check.rows}
    assert [row.problem for row in check.rows] == [some[1], some[0], some[2]]
    many = [Problem("a.yaml", 0, "", f"More {n}.", ADVICE) for n in range(MOST)]
    check.show_problems([*many, some[2], some[1]])
    assert check.rows[0] is first[some[1].message] and len(check.rows) == MOST
    assert any(label.text() == "… and 2 more." for label in check.findChildren(QLabel) if not label.isHidden())
    check.show_problems([some[1], some[0], some[1]])
    laid = [check._rows.itemAt(place).widget() for place in range(check._rows.count())]
    assert laid == check.rows and [row.problem for row in check.rows] == [some[1], some[1], some[0]]
    check.show_problems([])
    assert check.rows == [] and check._rows.count() == 0


# --- A division of its own -------------------------------------------------------------------------------------------


def test_a_new_division_is_added_to_the_forces_with_a_color_that_stands_off_all_others(draft: WorkshopWindow) -> None:
    board, answered = table(draft), list[str]()

    def answer(dialog: DivisionDialog) -> bool:
        dialog.pattern.setCurrentIndex(dialog.pattern.findText("338th", Qt.MatchFlag.MatchStartsWith))
        assert not dialog.ok.isEnabled()
        QTest.keyClicks(dialog.name, "715th Infantry Division")
        QTest.keyClicks(dialog.short, "715")
        assert dialog.ok.isEnabled() and dialog.wanted is not None
        answered.append(dialog.wanted.colour)
        dialog.deleteLater()
        return True

    board.ask_division = answer
    [button] = [each for each in draft.tray.findChildren(KeyButton) if each.text().startswith("New division")]
    QTest.mouseClick(button, LEFT)
    assert draft.editor.undo_words == "new division 715th Infantry Division" and not draft.editor.faults
    groups = [draft.tray.tree.topLevelItem(place) for place in range(draft.tray.tree.topLevelItemCount())]
    assert "German · 715th Infantry Division" in [group.text(0) for group in groups if group is not None]
    assert board.laid is not None
    laid = board.laid.scenario.divisions
    others = [(each.side, each.colour) for each in laid.values() if each.id != "715th_infantry_division"]
    assert stands_off(answered[0], "german", others) and laid["715th_infantry_division"].colour == answered[0]
    board.put("715th_infantry_division_gr757_1", "17.40")
    assert board.board.place_of("715th_infantry_division_gr757_1") == "17.40"
    draft.editor.undo()
    draft.editor.undo()
    assert "715th_infantry_division" not in board.laid.scenario.divisions
    draft.close()


def test_a_name_in_use_is_refused_and_the_forces_stay(draft: WorkshopWindow, qtbot: QtBot) -> None:
    board, said = table(draft), list[str]()
    board.refused.connect(said.append)

    def answer(dialog: DivisionDialog) -> bool:
        dialog.name.setText("US 36")
        dialog.short.setText("36")
        dialog.deleteLater()
        return True

    board.ask_division = answer
    board.add_division()
    assert said == ["There is a division US 36 already; give this one another name."]
    assert not draft.editor.undo_words
    draft.close()


@pytest.mark.parametrize("side", ["german", "allied"])
def test_the_colors_offered_pass_what_shipped_divisions_pass(side: str) -> None:
    others = [(each.side, each.colour) for each in load_scenario("montelimar-campaign-sudre").divisions.values()]
    found = colors_for(side, others)
    assert len(found) >= 4 and all(stands_off(colour, side, others) for colour in found)
    for place, colour in enumerate(found):  # and one after the other could be taken
        assert all(distance(colour, other) >= 8 for other in found[:place])
    assert not any(stands_off(colour, side, others) for _, colour in others)


# --- Charts of its own -----------------------------------------------------------------------------------------------


def charts_page(draft: WorkshopWindow) -> ChartsPage:
    """Turn to the page of the charts."""
    draft.pages.setCurrentIndex(2)
    page = table(draft).charts
    assert page.isVisible()
    return page


def typed(page: ChartsPage, route: Route, keys: str) -> None:
    """Change the value at a route with the keyboard."""
    page.tree.go(route)
    assert page.tree.current == route
    page.tree.editItem(page.tree.currentItem(), 1)
    control = page.tree.indexWidget(page.tree.currentIndex()) or page.tree.viewport().focusWidget()
    assert isinstance(control, QSpinBox | QLineEdit)
    control.selectAll()
    QTest.keyClicks(control, keys)
    QTest.keyClick(control, Qt.Key.Key_Return)
    application().processEvents()  # the row takes it after the key


def test_a_value_of_the_charts_is_changed_stands_out_and_goes_back_to_what_is_printed(draft: WorkshopWindow) -> None:
    page, route = charts_page(draft), ("unit_types", "us_rifle_company", "deployed", "defense")
    own = "company_scale/charts/morning-at-savasse.yaml"
    typed(page, route, "-2")
    assert draft.editor.draft.documents[own]["unit_types"].keys() == {"us_rifle_company"}
    assert page.tree.currentItem().font(1).bold() and draft.editor.undo_words == "us rifle company defense -2"
    laid = table(draft).laid
    assert laid is not None
    riflemen = [unit for unit in laid.scenario.units.values() if unit.type == "us_rifle_company"]
    assert riflemen and all(unit.deployed is not None and unit.deployed.defense == -2 for unit in riflemen)
    typed(page, ("combat_results", "hex", "small_arms", 8), "R")
    assert page.tree.currentItem().text(0) == "Roll 8"
    QTest.mouseClick(page.reset, LEFT)
    assert draft.editor.draft.documents[own].keys() == {"format", "id", "unit_types"}
    assert not page.reset.isEnabled() and not page.tree.currentItem().font(1).bold()
    draft.editor.check()
    assert not draft.editor.faults
    for _ in range(3):
        draft.editor.undo()
    assert own not in draft.editor.draft.documents and draft.editor.data.get("charts") is None
    draft.close()


def test_the_counters_of_a_type_are_drawn_as_its_values_change(draft: WorkshopWindow) -> None:
    page, route = charts_page(draft), ("unit_types", "us_rifle_company", "deployed", "fire", 1)
    page.tree.go(route)
    assert all(side.isVisible() for side in page.sides) and not page.nobody.isVisible()
    before, rifleman = page.sides[0].pixmap().toImage(), tray_icon(draft, "us_rifle_company")
    typed(page, route, "7")
    assert page.sides[0].pixmap().toImage() != before
    assert tray_icon(draft, "us_rifle_company") != rifleman  # the tray shows the new counter, too
    page.tree.go(("unit_types", "us_fab_155_gun"))
    assert page.nobody.isVisible() and not page.sides[0].isVisible()
    draft.close()


def tray_icon(draft: WorkshopWindow, kind: str) -> QImage:
    laid = table(draft).laid
    assert laid is not None
    unit = next(unit.id for unit in laid.scenario.units.values() if unit.type == kind)
    return draft.tray._rows[unit].icon(0).pixmap(34, 34).toImage()


def test_a_new_type_is_made_like_another_and_a_bad_value_is_refused(draft: WorkshopWindow) -> None:
    page, said = charts_page(draft), list[str]()
    page.refused.connect(said.append)
    page.tree.go(("unit_types", "us_rifle_company"))
    QTest.keyClicks(page.name, "us_engineer_company")
    assert not page.copy.isEnabled()  # there is one
    page.name.clear()
    QTest.keyClicks(page.name, "us_rangers")
    QTest.mouseClick(page.copy, LEFT)
    assert page.tree.current == ("unit_types", "us_rangers") and not page.name.text()
    own = draft.editor.draft.documents["company_scale/charts/morning-at-savasse.yaml"]
    assert own["unit_types"].keys() == {"us_rangers"}
    typed(page, ("combat_results", "hex", "small_arms", 8), "QX")
    draft.editor.check()
    fault = draft.editor.faults[0]
    assert fault.route == ("combat_results", "hex", "small_arms", 8)
    assert "An entry is made of DG1 to DG4" in fault.message
    draft.close()


def test_charts_that_cannot_be_found_leave_the_page_alone(draft: WorkshopWindow) -> None:
    page = charts_page(draft)
    draft.editor.put(("charts",), "nowhere")
    assert not page.tree.isEnabled() and not page.reset.isEnabled()
    draft.editor.undo()
    assert page.tree.isEnabled()
    draft.close()


def test_a_draft_that_is_closed_leaves_nothing_behind() -> None:
    draft = alone(lambda data: data)
    held = [ref(each) for each in (draft, draft.editor, draft.table, table(draft).board)]
    draft.close()
    application().sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    del draft
    gc.collect()
    assert [each() for each in held] == [None] * 4
