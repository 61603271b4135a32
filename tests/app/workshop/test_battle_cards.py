"""Battle Cards in the workshop by mouse and keys, from an empty board to a module that others can install."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app import theme
from app.dialogs import messages
from app.play.players import Players
from app.play.scenarios import choice_of
from app.systems.base import presentation_of
from app.systems.command_cards.board.geometry import as_printed, center, turn
from app.systems.command_cards.board.layers import stands
from app.systems.command_cards.workshop.kinds import kinds
from app.systems.command_cards.workshop.table import CommandCardsDraft
from app.window.main_window import MainWindow
from app.workshop.charts_page import ChartsPage
from app.workshop.editor import DraftEditor
from app.workshop.table import MIME
from app.workshop.window import WorkshopWindow
from rules.command_cards.charts import house_charts
from rules.command_cards.loading.from_position import last_start
from rules.command_cards.loading.gestures import emptied
from rules.command_cards.loading.scenarios import load_scenario
from rules.engine.evaluator import Manner
from rules.engine.folders import scenarios_dir
from rules.engine.options import Decision
from rules.files.problems import Route
from rules.testing.bots import RandomBot, play_out
from rules.workshop import library
from rules.workshop.edit import ABSENT
from rules.workshop.module_file import read
from rules.workshop.schema_fields import CHOICE, MIXED, NUMBER

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NO_KEYS = Qt.KeyboardModifier.NoModifier
Mode = QIcon.Mode
NAME = "command_cards/morning-at-bonlieu.yaml"


class Nothing:
    """What is done with a draft outside its window: nothing."""

    def playtest(self, window: WorkshopWindow) -> None: ...
    def balance(self, window: WorkshopWindow) -> None: ...
    def share(self, window: WorkshopWindow) -> None: ...
    def show_rule(self, number: str) -> None: ...


def shown(draft: WorkshopWindow) -> WorkshopWindow:
    draft.resize(1600, 1000)
    draft.show()
    draft.tell = lambda title, words: pytest.fail(f"{title}: {words}")
    draft.ask = lambda *_: True
    draft.ask_save = lambda: "forget"
    QTest.qWaitForWindowExposed(draft)
    return draft


def alone(change: library.Change) -> WorkshopWindow:
    """Return a draft of Bonlieu without the program's window."""
    source = scenarios_dir() / "command_cards" / "bonlieu.yaml"
    module = library.begin("Morning at Bonlieu", "Anna", "command_cards", source, change)
    editor = DraftEditor(module.folder, NAME, lambda *_: None)
    board = presentation_of("command_cards").create_draft(editor)
    assert board is not None
    return shown(WorkshopWindow(editor, board, Nothing()))


@pytest.fixture
def draft(qtbot: QtBot) -> WorkshopWindow:
    made = alone(lambda data: data)
    qtbot.addWidget(made)
    return made


def made(window: MainWindow, *, empty: bool) -> WorkshopWindow:
    row = next(row for row in window.scenarios if row.id == "bonlieu")
    draft = window.workshop.make(row, "Morning at Bonlieu", "Anna", empty=empty)
    assert draft is not None
    return shown(draft)


def table(draft: WorkshopWindow) -> CommandCardsDraft:
    assert isinstance(draft.table, CommandCardsDraft)
    return draft.table


def port(draft: WorkshopWindow) -> Any:
    return table(draft).board.view.viewport()


def spot(draft: WorkshopWindow, at: str) -> QPoint:
    """Return where a hex is in the view."""
    with as_printed():
        return table(draft).board.view.mapFromScene(center(at))


def click(draft: WorkshopWindow, at: str) -> None:
    QTest.mouseClick(port(draft), LEFT, NO_KEYS, spot(draft, at))


def draw(draft: WorkshopWindow, *places: str | QPoint) -> None:
    """Press the button in the first place and release it in the last, with the real pointer."""
    points = [place if isinstance(place, QPoint) else spot(draft, place) for place in places]
    QTest.mousePress(port(draft), LEFT, NO_KEYS, points[0])
    for a, b in pairwise(points):
        for part in (0.3, 0.6, 1.0):
            QTest.mouseMove(port(draft), a + (b - a) * part)
    QTest.mouseRelease(port(draft), LEFT, NO_KEYS, points[-1])


def drop_from_tray(draft: WorkshopWindow, piece: str, at: str) -> None:
    """Drop a piece of the tray on a hex, as the desktop does."""
    data, copy, point = QMimeData(), Qt.DropAction.CopyAction, spot(draft, at)
    data.setData(MIME, piece.encode())
    for event in (
        QDragEnterEvent(point, copy, data, LEFT, NO_KEYS),
        QDragMoveEvent(point, copy, data, LEFT, NO_KEYS),
        QDropEvent(QPointF(point), copy, data, LEFT, NO_KEYS, QEvent.Type.Drop),
    ):
        QApplication.sendEvent(port(draft), event)


def take(draft: WorkshopWindow, piece: str) -> None:
    """Mark a piece in the tray by a click."""
    tree, row = draft.tray.tree, draft.tray._rows[piece]
    tree.scrollToItem(row)
    QTest.mouseClick(tree.viewport(), LEFT, NO_KEYS, tree.visualItemRect(row).center())


def place(draft: WorkshopWindow, piece: str, places: Sequence[str]) -> None:
    """Mark a piece in the tray, click hexes, and put it away again."""
    take(draft, piece)
    for at in places:
        click(draft, at)
    QTest.keyClick(table(draft).board.view, Qt.Key.Key_Escape)


def choose(draft: WorkshopWindow, at: str, *words: str) -> None:
    """Choose from the menu of a hex."""
    view = table(draft).board.view
    QTest.mouseClick(view.viewport(), RIGHT, NO_KEYS, spot(draft, at))
    menus = view.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    menu = top = next(menu for menu in menus if menu.isVisible())
    for word in words[:-1]:
        menu = next(below for below in menu.findChildren(QMenu) if below.title() == word and below.parent() is menu)
    next(action for action in menu.actions() if action.text() == words[-1]).trigger()
    top.close()


def units(draft: WorkshopWindow, seat: str) -> dict[str, str]:
    return dict(draft.editor.data["units"][seat])


# --- From nothing to a battle that others play ----------------------------------------------------------------------


def test_a_battle_is_made_by_mouse_checked_played_saved_packed_and_installed(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = made(window, empty=True)
    assert not units(draft, "german") and table(draft).board.shown.obstacles == {}
    draft.editor.check()
    assert not draft.buttons["play"].isEnabled() and "has no units" in draft.check.rows[0].words.text()
    choose(draft, "A1", "The whole battle", "Clear the ground")
    take(draft, "terrain:river:")
    draw(draft, "E1", "E7", "E13")
    take(draft, "road::")
    draw(draft, "A7", "C7", "E7", "I7")
    QTest.keyClick(table(draft).board.view, Qt.Key.Key_Escape)
    place(draft, "terrain:woods:", ("B3", "G4"))
    place(draft, "unit:infantry:german", ("G3", "G7", "G10", "H8"))
    place(draft, "unit:armor:german", ("H7",))
    place(draft, "unit:infantry:allied", ("C3", "C6", "C10"))
    place(draft, "unit:artillery:allied", ("A5",))
    place(draft, "obstacle:sandbags:", ("C6",))
    monkeypatch.setattr(messages, "ask_text", lambda *_: "The bridge")
    choose(draft, "E7", "Name this place…")
    choose(draft, "E7", "Objective for the Germans", "2 medals")
    choose(draft, "A7", "Exit for the Germans", "1 medal a unit")
    choose(draft, "A9", "Arrival here", "The Allies", "Armor", "Round 3")
    medals, _ = draft.facts._controls[("sides", "german", "medals")]
    medals.setValue(4)  # type: ignore[attr-defined]
    draft.facts._controls[("note",)][0].setPlainText("A bridge is worth a battle.")  # type: ignore[attr-defined]
    assert draft.save()
    draft.editor.check()
    assert not draft.editor.faults and draft.buttons["play"].isEnabled()
    scenario = load_scenario(draft.editor.draft.folder / draft.editor.name)
    assert scenario.map.terrain["E7"] == "bridge" and scenario.map.terrain["E1"] == "river"
    assert [scenario.map.terrain[f"E{n}"] for n in range(1, 14)].count("river") == 12
    assert ("D6", "E7") in scenario.map.roads or ("D7", "E7") in scenario.map.roads
    assert [(goal.name, goal.medals) for goal in scenario.objectives] == [("The bridge", 2)]
    assert scenario.exits[0].hexes == ("A7",) and scenario.sides["german"].medals == 4
    assert len([unit for unit in scenario.units.values() if unit.seat == "german"]) == 5
    played_for_a_turn(window, draft)
    installed(window, draft, tmp_path / "bridge.chitpull-module")


def played_for_a_turn(window: MainWindow, draft: WorkshopWindow) -> None:
    QTest.mouseClick(draft.buttons["play"], LEFT)
    session = window.session
    assert session is not None and session.system.id == "command_cards"
    decision = session.pending
    assert isinstance(decision, Decision)
    first = session.state.seat
    while session.state.seat == first:
        decision = session.pending
        assert isinstance(decision, Decision)
        session.submit(decision.seat, session.seq, list(decision.options)[-1])
    assert session.state.round == 1 and not window.settings.get("on_table", "")


def installed(window: MainWindow, draft: WorkshopWindow, out: Path) -> None:
    window.workshop.choose_file = lambda folder: str(out)
    QTest.mouseClick(draft.buttons["share"], LEFT)
    files = read(out)
    assert sorted(files) == [NAME, "module.yaml"] and "1 scenario" in draft.status.text()
    draft.close()
    library.remove(library.own_modules()[0])
    library.add(files, "morning-at-bonlieu")
    window.relist()
    [row] = [row for row in window.scenarios if row.origin == "installed"]
    assert row.system == "command_cards" and load_scenario(Path(row.id)).map.names == {"E7": "The bridge"}


def test_battle_cards_are_offered_on_the_start_page(window: MainWindow) -> None:
    start = window.start_page
    rows = [n for n in range(start.list.count()) if (found := start.list.at(n)) and found.system == "command_cards"]
    start.list.setCurrentRow(rows[0])
    assert start.make.isVisibleTo(start)


@pytest.mark.parametrize(
    ("computers", "seen"), [(("german",), {"allied"}), ((), set[str]()), (("german", "allied"), set[str]())]
)
def test_a_scenario_of_this_position_tells_no_hand_that_is_not_seen(
    window: MainWindow, computers: tuple[str, ...], seen: set[str]
) -> None:
    assert not window.actions_["make_here"].isEnabled() and window.new_game(choice_of("bonlieu", seed=7))
    session = window.session
    assert session is not None and window.actions_["make_here"].isEnabled()
    play_out(session, {seat: RandomBot(1) for seat in session.system.seats}, 90)
    window.players.seat(Players(dict.fromkeys(computers, Manner())))
    draft = window.workshop.make_here("The fifth round", "Anna")
    assert draft is not None
    begin, view = draft.editor.data["begin"], table(draft).board.shown
    assert set(begin.get("hands", {})) == seen
    state = last_start(session).state
    assert {unit.hex: unit.figures for unit in view.units.values()} == {
        unit.hex: unit.figures for unit in state.units.values()
    }
    shown(draft).editor.check()
    assert draft.editor.faults == []


def test_figures_are_set_by_the_menu_of_a_unit(draft: WorkshopWindow) -> None:
    entries: dict[str, Any] = dict(table(draft).piece_entries("E4"))
    figures: dict[str, Any] = dict(entries["Figures"])
    figures["2"]()
    assert draft.editor.data["figures"] == {"E4": 2}
    assert next(u.figures for u in table(draft).board.shown.units.values() if u.hex == "E4") == 2
    figures["All"]()
    assert "figures" not in draft.editor.data


# --- Units -----------------------------------------------------------------------------------------------------------


def test_a_unit_is_dragged_to_another_hex_and_back_by_undo(draft: WorkshopWindow) -> None:
    draw(draft, "E4", "D4")
    assert "D4" in units(draft, "allied") and table(draft).board.marked == "D4"
    QTest.mouseClick(draft.buttons["undo"], LEFT)
    assert "E4" in units(draft, "allied") and draft.editor.is_saved
    QTest.mouseClick(draft.buttons["redo"], LEFT)
    assert "D4" in units(draft, "allied")


def test_saving_touches_the_lines_of_what_was_moved_alone(draft: WorkshopWindow) -> None:
    path = draft.editor.draft.folder / draft.editor.name
    before = path.read_text(encoding="utf-8").splitlines()
    draw(draft, "E4", "D4")
    QTest.keyClick(draft, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    after = path.read_text(encoding="utf-8").splitlines()
    changed = [line for line in after if line not in before]
    assert (
        changed and all("infantry" in line for line in changed) and [line for line in after if "map: bonlieu" in line]
    )


def test_a_unit_that_is_dragged_off_the_board_is_gone_and_units_of_the_tray_never_end(draft: WorkshopWindow) -> None:
    draw(draft, "E4", QPoint(port(draft).width() // 2, 3))
    assert "E4" not in units(draft, "allied")
    counted = {piece.id: piece.count for piece in table(draft).pieces()}
    assert counted["unit:infantry:allied"] == 3 and counted["obstacle:sandbags:"] == 1
    for at in ("D3", "D5"):
        drop_from_tray(draft, "unit:infantry:allied", at)
        assert table(draft).board.marked == at
    drop_from_tray(draft, "unit:infantry:allied", "D5")
    assert {"D3", "D5"} <= units(draft, "allied").keys()
    assert draft.tray.tree.topLevelItem(0).text(1) == "10"  # type: ignore[union-attr]


def test_a_piece_of_the_tray_is_put_by_each_click_until_escape(draft: WorkshopWindow) -> None:
    place(draft, "unit:elite_armor:german", ("I1", "I2"))
    click(draft, "I3")
    click(draft, "I2")
    german = units(draft, "german")
    assert german["I1"] == german["I2"] == "elite_armor" and "I3" not in german
    assert table(draft).board.marked == "I2"


def test_units_are_put_and_taken_off_by_the_keyboard_alone(draft: WorkshopWindow, qtbot: QtBot) -> None:
    board, tray = table(draft).board, draft.tray
    tray.tree.setCurrentItem(tray._rows["unit:armor:german"])
    QTest.keyClick(tray.tree, Qt.Key.Key_Return)
    qtbot.waitUntil(board.view.hasFocus)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(board.view, key)
    assert board.at == "F7" and "F7" not in units(draft, "german"), "a roadblock is in the way of tanks"
    assert "can't be in F7" in draft.status.text()
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Return):
        QTest.keyClick(board.view, key)
    assert units(draft, "german")["E7"] == "armor" and board.marked == "E7"
    QTest.keyClick(board.view, Qt.Key.Key_Delete)
    assert "E7" not in units(draft, "german")


@pytest.mark.parametrize("at", ["E4", "E10"], ids=["nothing is left", "its wire is left"])
def test_a_hex_is_not_marked_any_more_when_its_unit_has_gone(draft: WorkshopWindow, at: str) -> None:
    board, lay = table(draft).board, draft.editor.data["obstacles"]
    click(draft, at)
    QTest.keyClick(board.view, Qt.Key.Key_Delete)
    assert at not in units(draft, "allied") and board.marked == ""
    board.at = "G6"
    QTest.keyClick(board.view, Qt.Key.Key_Return)
    assert board.marked == "G6" and draft.editor.data["obstacles"] == lay
    draw(draft, "G6", "G7")
    assert board.marked == "G7"
    draft.editor.undo()
    assert board.marked == "" and "G6" in units(draft, "german")


def test_obstacles_are_dragged_and_what_cannot_lie_there_is_refused(draft: WorkshopWindow) -> None:
    draw(draft, "F7", "D7")
    assert draft.editor.data["obstacles"] == {"E6": "sandbags", "E10": "wire", "D7": "roadblock"}
    drop_from_tray(draft, "obstacle:bunker:german", "G7")
    assert draft.editor.data["obstacles"]["G7"] == {"kind": "bunker", "for": "german"}
    before = draft.editor.data
    drop_from_tray(draft, "unit:armor:german", "F1")
    drop_from_tray(draft, "obstacle:sandbags:", "E7")
    drop_from_tray(draft, "nothing", "E7")
    assert draft.editor.data == before and "Sandbags need a unit" in draft.status.text()


def test_a_game_that_is_seen_from_the_other_edge_does_not_turn_the_draft(draft: WorkshopWindow) -> None:
    board = table(draft).board
    QTest.mouseMove(draft.tray)
    before, picture = board.scene.ground.map, draft.grab().toImage()
    turn(True)
    try:
        draw(draft, "E4", "D4")
        assert "D4" in units(draft, "allied") and board.scene.ground.map is before
        draft.editor.undo()
        table(draft).mark(["C2"])
        board.view.show_pointed([])
        board.view.fit()
        draft.table.restyle()
        board.pick("")
        QTest.mouseMove(draft.tray)
        left, right = picture.copy(300, 240, 880, 400), draft.grab().toImage().copy(300, 240, 880, 400)
    finally:
        turn(False)
    assert left == right


# --- Ground ----------------------------------------------------------------------------------------------------------


def test_ground_is_drawn_as_one_stroke_and_the_map_that_ships_stays(draft: WorkshopWindow) -> None:
    take(draft, "terrain:woods:")
    draw(draft, "H2", "H3", "H4")
    assert isinstance(draft.editor.data["map"], dict) and draft.editor.undo_words == "woods in 3 hexes"
    assert table(draft).laid is not None and "woods" in table(draft).words_at("H4")
    draft.editor.undo()
    assert draft.editor.data["map"] == "bonlieu"
    click(draft, "H2")
    assert "woods" in table(draft).words_at("H2")


def test_a_road_of_one_hex_is_refused_and_a_stroke_can_be_given_up(draft: WorkshopWindow) -> None:
    take(draft, "road::")
    click(draft, "D4")
    assert draft.editor.is_saved and "from hex to hex" in draft.status.text()
    QTest.mousePress(port(draft), LEFT, NO_KEYS, spot(draft, "D4"))
    QTest.mouseMove(port(draft), spot(draft, "D5"))
    QTest.mouseMove(port(draft), spot(draft, "D6"))
    QTest.keyClick(table(draft).board.view, Qt.Key.Key_Escape)
    QTest.mouseRelease(port(draft), LEFT, NO_KEYS, spot(draft, "D6"))
    assert draft.editor.is_saved and table(draft).board.stroke == []
    choose(draft, "D7", "Remove the road here")
    assert draft.editor.data["map"]["roads"] == [["I6", "H6", "G7", "F7", "E7"], ["C7", "B6", "A6"]]


# --- The menu of a hex -----------------------------------------------------------------------------------------------


def test_the_menu_sets_everything_that_a_hex_can_have(draft: WorkshopWindow) -> None:
    choose(draft, "E4", "Change into", "Artillery")
    choose(draft, "E4", "Arrive here later", "Round 5")
    assert draft.editor.data["reinforcements"][-1] == {
        "side": "allied", "round": 5, "hexes": ["E4"], "units": ["artillery"],
    }  # fmt: skip
    assert "Allied artillery in round 5" in table(draft).words_at("E4")
    choose(draft, "E5", "Also a hex for", "The Allies in round 5")
    choose(draft, "E5", "Terrain", "Vineyard")
    choose(draft, "E5", "Obstacle", "Wire")
    choose(draft, "E5", "Belongs to the objective", "Objective Bonlieu")
    choose(draft, "E5", "Objective Bonlieu", "Each of its hexes must be held")
    choose(draft, "E5", "Objective Bonlieu", "Medals are lost with it")
    goal = draft.editor.data["objectives"][0]
    assert (goal["hexes"], goal["need"], goal["keep"]) == (["E6", "E5"], "all", False)
    choose(draft, "E5", "Exit for the Allies", "2 medals a unit")
    assert "exit for the Allies" in table(draft).words_at("E5")
    for words in (
        "No longer an exit for the Allies",
        "Nobody arrives here",
        "No longer an objective",
        "Remove the wire",
    ):
        choose(draft, "E5", words)
    assert "exits" not in draft.editor.data and draft.editor.data["objectives"][0]["hexes"] == ["E6"]
    card, first = next(iter(house_charts().cards.items()))
    choose(draft, "G7", "The whole battle", "Set a card aside", first.title)
    choose(draft, "G7", "The whole battle", "Night", "Until round 4", "Battles reach 2 hexes")
    assert draft.editor.data["set_aside"] == [card]
    assert draft.editor.data["night"] == {"until_round": 4, "max_distance": 2}
    choose(draft, "G7", "The whole battle", "Set a card aside", f"{first.title}: put it back")
    choose(draft, "G7", "The whole battle", "Night", "By day")
    assert draft.editor.value(("night",)) is ABSENT and draft.editor.value(("set_aside",)) is ABSENT
    draft.editor.check()
    assert not draft.editor.faults


def test_arrivals_and_night_are_seen_on_the_board(draft: WorkshopWindow) -> None:
    board, notes = table(draft).board, table(draft).board.scene.stands.notes
    at = port(draft).mapTo(draft, spot(draft, "E7"))
    hexagon, lower = QRect(at - QPoint(20, 30), QSize(40, 40)), stands_of(draft)[1]
    empty = draft.grab().toImage()
    choose(draft, "E7", "Arrival here", "The Allies", "Artillery", "Round 5")
    choose(draft, "E7", "Arrival here", "The Germans", "Infantry", "Round 2")
    coming = [(look.seat, look.kind.cls, turn) for look, turn in board.arrivals.coming["E7"]]
    assert coming == [("german", "infantry", 2), ("allied", "artillery", 5)]
    day = draft.grab().toImage()
    assert day.copy(hexagon) != empty.copy(hexagon)
    choose(draft, "G7", "The whole battle", "Night", "Until round 4", "Battles reach 2 hexes")
    night = draft.grab().toImage()
    assert notes() == ("Night until round 4", "Battles reach 2 hexes")
    assert night.copy(lower) != day.copy(lower) and night.copy(hexagon) == day.copy(hexagon)
    for _ in range(3):
        draft.editor.undo()
    assert "E7" not in board.arrivals.coming and notes() == ("", "")


def stands_of(draft: WorkshopWindow) -> list[QRect]:
    """Return where the upper and the lower stand are in the window."""
    view = table(draft).board.view
    shown = [view.mapFromScene(box).boundingRect().adjusted(6, 6, -6, -6) for box in stands()]
    return [box.translated(view.viewport().mapTo(draft, QPoint())) for box in shown]


def test_a_fault_is_shown_on_the_board_and_mended_by_its_button(draft: WorkshopWindow) -> None:
    choose(draft, "B6", "Terrain", "Marsh")
    draft.editor.check()
    rows = [row for row in draft.check.rows if "Armor can't be in B6" in row.words.text()]
    QTest.mouseClick(rows[0].show_it, LEFT)
    assert table(draft).board.view.pointed and rows[0].mend is not None
    QTest.mouseClick(rows[0].mend, LEFT)
    assert "B6" not in units(draft, "allied")


def test_a_second_click_on_a_brush_puts_it_away(draft: WorkshopWindow) -> None:
    take(draft, "terrain:woods:")
    draw(draft, "H2", "H3")
    take(draft, "terrain:woods:")
    assert table(draft).board.loaded == "" and draft.tray.tree.currentItem() is None
    before = draft.editor.data
    click(draft, "H4")
    assert draft.editor.data == before
    take(draft, "terrain:woods:")
    assert table(draft).board.loaded == "terrain:woods:"


def test_a_unit_whose_fault_is_shown_can_be_dragged_though_a_brush_was_marked(draft: WorkshopWindow) -> None:
    take(draft, "terrain:marsh:")
    draw(draft, "B6", "B7")
    draft.editor.check()
    row = next(row for row in draft.check.rows if "Armor can't be in B6" in row.words.text())
    QTest.mouseClick(row.show_it, LEFT)
    draw(draft, "B6", "B5")
    assert units(draft, "allied")["B5"] == "armor" and "marsh" not in table(draft).words_at("B5")


def test_the_picture_of_a_marked_row_keeps_its_colors(draft: WorkshopWindow) -> None:
    icon = draft.tray._rows["terrain:marsh:"].icon(0)
    plain, marked = (icon.pixmap(icon.availableSizes()[0], mode).toImage() for mode in (Mode.Normal, Mode.Selected))
    assert plain == marked


def test_a_change_draws_only_the_rows_that_it_is_about(draft: WorkshopWindow) -> None:
    def told() -> set[tuple[str, str, int]]:
        return {(piece, row.text(1), row.icon(0).cacheKey()) for piece, row in draft.tray._rows.items()}

    before, deeds = told(), table(draft)
    deeds.put("obstacle:wire:", "E6")
    counts = {each[:2] for each in before}
    counted = {piece.id for piece in deeds.pieces() if (piece.id, str(piece.count or "")) not in counts}
    assert "obstacle:wire:" in counted and {piece for piece, *_ in told() - before} == counted


# --- Whatever stands in the file --------------------------------------------------------------------------------------

ODD: list[tuple[str, Any]] = [
    ("units", None), ("units", {"german": None}), ("units", {"german": {"E5": 3}, "allied": ["E6"]}),
    ("obstacles", None), ("obstacles", ["wire"]), ("obstacles", {"E5": "moat", "E4": None}),
    ("objectives", None), ("objectives", [None, "x", {"hexes": "E5"}, {"name": 3}]), ("exits", [3]), ("exits", None),
    ("reinforcements", "all"), ("reinforcements", [None, {"hexes": ["E5"]}]), ("terrain", None), ("night", "dark"),
    ("set_aside", "barrage"), ("set_aside", [3]), ("map", None), ("map", 7), ("map", "bonlieux"), ("map", {}),
    ("map", {"rows": ["q"] * 9}), ("sides", None), ("limit", {"rounds": 10**9}), ("date", 3), ("first", "french"),
    ("charts", 7), ("charts", None), ("charts", "nothing"), ("charts", {"units": {"infantry": 3, "armor": {}}}),
    ("charts", {"cards": None, "terrain": {"woods": "dense"}, "road": []}),
    ("units", {"german": {"E5": "moat"}, "allied": {}}),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), ODD)
def test_a_file_written_by_hand_can_be_odd_and_is_opened_all_the_same(qtbot: QtBot, field: str, value: Any) -> None:
    draft = alone(lambda data: {**data, field: value})
    deeds, before = table(draft), draft.editor.data
    for piece in ("E6", "E5", "F7", "B13", *(kind.id for kind in kinds(deeds.charts))):
        deeds.put(piece, "D7")
        deeds.take_off(piece)
    for at in ("E5", "E6"):
        for _, act in (*deeds.hex_entries(at), *deeds.piece_entries(at)):
            for deed in [act] if callable(act) else [inner for _, inner in act]:
                if callable(deed) and "_name" not in repr(deed):
                    deed()
    draft.tabs.setCurrentWidget(draft.fields)
    draft.tabs.setCurrentIndex(0)
    draft.editor.check()
    while draft.editor.undo_words:
        draft.editor.undo()
    assert draft.editor.data == before
    draft.close()


def test_an_objective_removed_among_the_fields_leaves_no_medal_to_another(draft: WorkshopWindow) -> None:
    editor, fields = draft.editor, draft.fields
    medals = [{"source": "objective", "number": number} for number in (1, 2)]
    editor.change({**editor.data, "begin": {"round": 3, "side": "german", "medals": {"german": medals}}}, "begin")
    draft.tabs.setCurrentWidget(fields)
    fields.go(editor.name, ("objectives", 0))
    QTest.mouseClick(fields.remove, LEFT)
    assert len(editor.data["objectives"]) == 2
    assert editor.data["begin"]["medals"]["german"] == medals[:1]
    editor.undo()
    assert len(editor.data["objectives"]) == 3 and editor.data["begin"]["medals"]["german"] == medals


def test_an_empty_board_begins_with_nobody_and_a_theme_is_taken(qtbot: QtBot) -> None:
    draft = alone(emptied)
    assert units(draft, "allied") == {} and all(piece.count == 0 for piece in table(draft).pieces())
    before = table(draft).board.view.backgroundBrush().color()
    found = QApplication.instance()
    assert isinstance(found, QApplication)
    theme.apply(found, "dark")
    draft.table.restyle()
    assert table(draft).board.view.backgroundBrush().color() != before
    theme.apply(found, "light")


# --- Charts of its own ------------------------------------------------------------------------------------------------

CHARTS = "command_cards/charts/morning-at-bonlieu.yaml"


def charts_page(draft: WorkshopWindow) -> ChartsPage:
    """Turn to the page of the charts."""
    draft.pages.setCurrentIndex(1)
    page = table(draft).charts_page
    assert page.isVisible()
    return page


def added(page: ChartsPage, row: Route, name: str) -> None:
    """Add a row like another by the button."""
    page.tree.go(row)
    page.name.setText(name)
    QTest.mouseClick(page.copy, LEFT)
    assert page.tree.current == (row[0], name)


def test_charts_are_changed_by_mouse_played_saved_and_installed(window: MainWindow, tmp_path: Path) -> None:
    draft = made(window, empty=False)
    page = charts_page(draft)
    page.tree.go(("units", "infantry", "figures"))
    assert [side.isVisible() for side in page.sides] == [True, True], "a counter of either side"
    page.tree.asked.emit(("units", "infantry", "figures"), 2)
    assert draft.editor.data["charts"] == "morning-at-bonlieu"
    assert {unit.full for unit in table(draft).board.shown.units.values() if unit.kind == "infantry"} == {2}
    added(page, ("units", "armor"), "rangers")
    page.tree.asked.emit(("units", "rangers", "name"), "Ranger company")
    draft.pages.setCurrentIndex(0)
    place(draft, "unit:rangers:allied", ("A1",))
    assert units(draft, "allied")["A1"] == "rangers" and "Ranger company" in table(draft).words_at("A1")
    choose(draft, "A1", "Change into", "Artillery")
    choose(draft, "A1", "Change into", "Ranger company")
    page = charts_page(draft)
    page.tree.go(("cards", "staff-officer", "copies"))
    assert [side.isVisible() for side in page.sides] == [True, False], "the card"
    page.tree.asked.emit(("cards", "staff-officer", "copies"), 9)
    draft.editor.check()
    assert not draft.editor.faults and draft.save()
    played_for_a_turn(window, draft)
    assert window.session is not None and window.session.scenario.charts.cards["staff-officer"].copies == 9
    window.workshop.choose_file = lambda folder: str(tmp_path / "rangers.chitpull-module")
    QTest.mouseClick(draft.buttons["share"], LEFT)
    files = read(tmp_path / "rangers.chitpull-module")
    assert sorted(files) == [CHARTS, NAME, "module.yaml"]
    draft.close()
    library.remove(library.own_modules()[0])
    library.add(files, "morning-at-bonlieu")
    window.relist()
    [row] = [row for row in window.scenarios if row.origin == "installed"]
    assert load_scenario(Path(row.id)).charts.units["rangers"].name == "Ranger company"


def test_a_value_inside_a_group_that_is_not_there_yet_can_be_set(draft: WorkshopWindow) -> None:
    charts_page(draft).tree.asked.emit(("terrain", "open", "enter", "armor"), "stop")
    assert draft.editor.draft.documents[CHARTS]["terrain"]["open"] == {
        "name": "open ground",
        "enter": {"armor": "stop"},
    }


def test_a_fault_in_the_charts_is_told_with_its_field_and_all_else_stays(draft: WorkshopWindow) -> None:
    before = len(table(draft).board.shown.units)
    charts_page(draft).tree.asked.emit(("units", "armor", "class"), "cavalry")
    assert "B6" in units(draft, "allied") and len(table(draft).board.shown.units) == before, "shown with the game's own"
    draft.editor.check()
    [row] = draft.check.rows
    assert '"cavalry" is not possible' in row.words.text() and not draft.buttons["play"].isEnabled()
    QTest.mouseClick(row.show_it, LEFT)
    assert draft.fields.document == CHARTS and draft.fields.tree.current == ("units", "armor", "class")
    draft.editor.undo()
    assert "charts" not in draft.editor.data and CHARTS not in draft.editor.draft.documents


def test_every_row_of_the_charts_has_a_control_and_names(draft: WorkshopWindow) -> None:
    tree = charts_page(draft).tree
    for row in ("infantry", "resistance"):
        tree.go(("units", row, "dice", 0))
        current = tree.currentItem()
        assert current is not None and current.text(0) == "At 1 hex" and current.text(1) == "3"
    for route in (
        ("cards", "wings", "orders", 1, "units"),
        ("obstacles", "wire", "enter", "infantry"),
        ("road", "extra_hexes"),
    ):
        tree.go(route)
        assert tree.current == route and tree.field_of(route).kind in (NUMBER, MIXED, CHOICE)
