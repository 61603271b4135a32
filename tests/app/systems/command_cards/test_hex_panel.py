"""The Hex panel: values of the unit and ground under the pointer, in front unless battles are fought."""

from __future__ import annotations

from PySide6.QtCore import Qt

from app.window.main_window import MainWindow
from tests.app.systems.command_cards.helpers.table import Player, dealt, game
from tests.app.systems.command_cards.test_turn import ALLIED, GERMAN


def test_pointing_at_a_unit_tells_its_values_and_those_of_the_ground(window: MainWindow) -> None:
    player = Player(window, game())
    player.open_curtain()
    player.hover("D3")
    panel = player.mat.hex
    assert panel.isVisible() and not player.mat.battle.isVisible()
    assert panel.heading.text() == "D3  La Coucourde" and panel.who.text() == "Allied infantry"
    assert "Figures 4" in panel.unit.accessibleName() and "First flag may be ignored" in panel.unit.accessibleName()
    assert "Dice against it infantry -1, armor -2 (town" in panel.ground.accessibleName()
    player.hover("I13")
    assert panel.unit.isHidden() and panel.who.isHidden() and panel.heading.text() == "I13"


def test_the_cursor_tells_as_the_pointer_does(window: MainWindow) -> None:
    player = Player(window, game())
    player.open_curtain()
    player.key(Qt.Key.Key_Down)
    assert player.mat.hex.place == "E7"
    player.key(Qt.Key.Key_Right)
    assert player.mat.hex.place == "E8"


def test_a_rule_of_the_card_opens_the_reference(window: MainWindow) -> None:
    player = Player(window, game())
    player.open_curtain()
    player.hover("D3")
    player.mat.hex.ground.linkActivated.emit("rule:CMD-terrain-02")
    reference = window.dialogs.reference
    assert reference is not None and reference.isVisible() and reference.search.text() == "CMD-terrain-02"


def test_while_battles_are_fought_their_panel_stays_in_front(window: MainWindow) -> None:
    player = Player(window, dealt(GERMAN, ALLIED))
    player.open_curtain()
    moved_to_battle(player)
    player.hover("E5")
    assert player.mat.battle.isVisible() and player.mat.hex.place == "E5"


def moved_to_battle(player: Player) -> None:
    """Let the Germans march on La Coucourde and pick up who battles."""
    player.card(4)
    player.click("F3", "G3", "H3")
    player.key(Qt.Key.Key_Space)
    player.drag("F3", "E3")
    assert player.mat.hex.isVisible()
    player.key(Qt.Key.Key_Space)
    player.click("E3")
    player.hover("D3")
    assert player.asked == "battling" and player.mat.battle.isVisible()
