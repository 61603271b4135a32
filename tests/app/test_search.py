"""The search field and the order of battle, by mouse and keys, in every system."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem

from app.board.hexes import center
from app.dialogs.find import ENTRY, ArmyTree, OrderOfBattle
from app.play.players import NewGame
from app.systems.command_cards.board.geometry import center as card_center
from app.text.entries import EntryKind, UnitStanding, leaves
from app.window.main_window import MainWindow
from rules.engine.command import cmd
from rules.engine.system import register
from tests.rules.engine.helpers.toy_system import TOY

FIRST_LIGHT, ATTACK = NewGame("company_scale", "first-light", 7), NewGame("command_cards", "last-attack", 7)
ANVIL = NewGame("striking_anvil", "anvil-historical", 7)
LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def play(window: MainWindow, game: NewGame) -> None:
    window.resize(1600, 1000)
    assert window.new_game(game)
    if window.game.awaited:
        window.open_curtain()


def look_for(window: MainWindow, words: str, *keys: Qt.Key) -> None:
    """Press Ctrl+F over the map, type words, and press keys in the field."""
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_F, CONTROL)
    assert window.finding.panel.isVisible()
    QTest.keyClicks(window.finding.panel.field, words)
    for key in keys:
        QTest.keyClick(window.finding.panel.field, key)


def in_the_middle(window: MainWindow, point: QPointF) -> bool:
    """Tell whether a scene point is marked, and in view where centering it leaves it."""
    view = window.playmat.board.view
    shown = view.visible
    view.centre(point)
    off = (view.visible.center() - shown.center()) * view.scale_now
    return view.found.isVisible() and view.found.pos() == point and shown.contains(point) and off.manhattanLength() <= 3


def army(window: MainWindow) -> OrderOfBattle:
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_U, CONTROL)
    assert window.finding.army is not None and window.finding.army.isVisible()
    return window.finding.army


def row(tree: ArmyTree, name: str) -> QTreeWidgetItem:
    """Return the first row of a name, open to view."""
    item = tree.findItems(name, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive)[0]
    parent = item.parent()
    while parent is not None:
        parent.setExpanded(True)
        parent = parent.parent()
    tree.scrollToItem(item)
    return item


def click(tree: ArmyTree, name: str) -> None:
    QTest.mouseClick(tree.viewport(), LEFT, pos=tree.visualItemRect(row(tree, name)).center())


# --- the search field ------------------------------------------------------------------------------------------------


def test_a_unit_is_centred_marked_and_picked(window: MainWindow) -> None:
    play(window, FIRST_LIGHT)
    look_for(window, "troop b", Qt.Key.Key_Return)
    assert window.finding.panel.isHidden() and window.playmat.board.view.hasFocus()
    assert in_the_middle(window, center(2445)) and window.playmat.stack.hex == "24.45"
    (picked,) = window.playmat.board.selection
    assert window.game.names.of(picked) == "Troop B, 117th Cavalry"


def test_results_come_while_one_types_and_arrows_walk_through_them(window: MainWindow) -> None:
    play(window, FIRST_LIGHT)
    look_for(window, "troop")
    panel = window.finding.panel
    assert [entry.name[:7] for entry in panel.found[:4]] == ["Troop A", "Troop B", "Troop C", "Troop E"]
    QTest.keyClick(panel.field, Qt.Key.Key_Down)
    QTest.keyClick(panel.field, Qt.Key.Key_Down)
    QTest.keyClick(panel.field, Qt.Key.Key_Up)
    QTest.keyClick(panel.field, Qt.Key.Key_Return)
    assert in_the_middle(window, center(2445))


def test_a_hex_and_a_place_are_found(window: MainWindow) -> None:
    play(window, FIRST_LIGHT)
    look_for(window, "22.41", Qt.Key.Key_Return)
    assert in_the_middle(window, center(2241))
    look_for(window, "savasse", Qt.Key.Key_Return)
    assert in_the_middle(window, center(1744))


def test_a_rule_opens_in_the_reference(window: MainWindow) -> None:
    play(window, FIRST_LIGHT)
    look_for(window, "8.6.1")
    assert {entry.kind for entry in window.finding.panel.found} >= {EntryKind.RULE}
    QTest.keyClick(window.finding.panel.field, Qt.Key.Key_Return)
    reference = window.dialogs.reference
    assert reference is not None and reference.isVisible() and reference.search.text() == "8.6.1"


def test_the_mark_goes_with_the_next_press_and_escape_changes_nothing(window: MainWindow) -> None:
    play(window, FIRST_LIGHT)
    look_for(window, "22.41", Qt.Key.Key_Return)
    view = window.playmat.board.view
    QTest.mouseClick(view.viewport(), LEFT, pos=view.mapFromScene(center(2441)))
    assert not view.found.isVisible()
    before = window.game.seat.seq
    look_for(window, "22.4", Qt.Key.Key_Escape)
    assert window.finding.panel.isHidden() and not view.found.isVisible() and window.game.seat.seq == before


def test_space_and_letters_are_typed_and_decide_nothing(window: MainWindow) -> None:
    play(window, FIRST_LIGHT)
    before = window.game.seat.seq
    look_for(window, "hill d e")
    assert window.finding.panel.field.text() == "hill d e" and window.game.seat.seq == before


def test_what_nobody_knows_is_said_so(window: MainWindow) -> None:
    play(window, FIRST_LIGHT)
    look_for(window, "xyzzy", Qt.Key.Key_Return)
    assert window.finding.panel.isVisible() and window.finding.panel.note.isVisible()


def test_a_unit_in_a_box_is_shown_on_its_display(window: MainWindow) -> None:
    play(window, NewGame("company_scale", "push-for-the-railway", 7))
    look_for(window, "trucks, 36th", Qt.Key.Key_Return)
    assert window.docks.docks["displays"].isVisible() and window.playmat.panel.current == "us_36"


def test_units_and_hexes_of_battle_cards_are_found(window: MainWindow) -> None:
    play(window, ATTACK)
    look_for(window, "allied armor", Qt.Key.Key_Return)
    assert in_the_middle(window, card_center("A5"))
    look_for(window, "lachamp", Qt.Key.Key_Return)
    assert in_the_middle(window, card_center("H3"))


def test_units_and_areas_of_striking_the_anvil_are_found(window: MainWindow) -> None:
    play(window, ANVIL)
    sheet = window.playmat.board.scene.sheet
    look_for(window, "157ir", Qt.Key.Key_Return)
    assert in_the_middle(window, sheet.center("LZW"))
    look_for(window, "frejus", Qt.Key.Key_Return)
    assert in_the_middle(window, sheet.center("02"))


def test_a_system_without_a_board_shows_its_line(window: MainWindow) -> None:
    register(TOY)
    play(window, NewGame("toy", "duel", 3))
    lines = [entry.name for entry in window.playmat.places()]
    look_for(window, lines[1], Qt.Key.Key_Return)
    assert window.playmat.middle.currentItem().text(0) == lines[1]


def test_behind_the_curtain_nothing_is_looked_for(window: MainWindow) -> None:
    window.resize(1600, 1000)
    assert window.new_game(ATTACK) and window.game.awaited
    QTest.keyClick(window.curtain.button, Qt.Key.Key_F, CONTROL)
    assert window.finding.panel.isHidden() and not window.actions_["army"].isEnabled()


# --- the order of battle ---------------------------------------------------------------------------------------------


def test_a_click_shows_a_unit_on_the_map(window: MainWindow) -> None:
    play(window, FIRST_LIGHT)
    tree = army(window).tree
    click(tree, "Troop E (assault guns), 117th Cavalry")
    assert in_the_middle(window, center(1943))
    QTest.keyClick(tree, Qt.Key.Key_Down)
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert in_the_middle(window, center(2343))


def test_it_says_what_arrives_when(window: MainWindow) -> None:
    play(window, NewGame("company_scale", "11th-panzer-attacks", 7))
    due = [entry for entry in leaves(army(window).entries) if entry.standing is UnitStanding.DUE]
    assert len(due) == 11 and {entry.state for entry in due} == {""}
    assert due[0].place == "Turn 7, 22 August 1900, 58.31"
    click(window.finding.army.tree, due[0].name)
    assert in_the_middle(window, center(5831)) and not window.playmat.board.selection


def test_a_piece_without_a_place_is_told_of_in_the_status_line(window: MainWindow) -> None:
    play(window, FIRST_LIGHT)
    tree = army(window).tree
    click(tree, "German hero")
    assert not window.playmat.board.view.found.isVisible()
    assert window.notice.text() == "German hero: May still come."


def test_it_follows_the_game_and_keeps_what_is_open(window: MainWindow) -> None:
    play(window, ATTACK)
    tree = army(window).tree
    row(tree, "German infantry 1")
    assert "ordered" not in row(tree, "German infantry 1").text(1)
    for card in window.game.view.hand:
        window.order(cmd("choose", card=card))
        if cmd("order", unit="german-1") in window.game.decision.options:
            break
    window.order(cmd("order", unit="german-1"))
    window.order(next(c for c in window.game.decision.options if c.verb == "confirm"))
    QApplication.processEvents()
    assert "ordered" in row(tree, "German infantry 1").text(1)


def test_a_filter_leaves_those_it_names(window: MainWindow) -> None:
    play(window, FIRST_LIGHT)
    book = army(window)
    QTest.keyClicks(book.field, "hill")
    shown = [
        item.text(0)
        for item in book.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)
        if item.data(0, ENTRY).thing and not item.isHidden()
    ]
    assert shown and all("Hill" in row(book.tree, name).text(2) for name in shown)
    assert book.note.text().startswith(f"{len(shown)} of 34 units")


@pytest.mark.parametrize("game", [FIRST_LIGHT, ATTACK, ANVIL])
def test_another_game_brings_another_army(window: MainWindow, game: NewGame) -> None:
    play(window, NewGame("company_scale", "the-feint", 7))
    book = army(window)
    before = [entry.name for entry in leaves(book.entries)]
    play(window, game)
    assert [entry.name for entry in leaves(book.entries)] == [entry.name for entry in leaves(window.playmat.army())]
    assert [entry.name for entry in leaves(book.entries)] != before
