"""The Area panel lists who is in a place, and who comes, without cutting anything."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.window.main_window import MainWindow
from tests.app.systems.striking_anvil.helpers.table import Player, game


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Return a player in a small window."""
    player = Player(window, game(dice=[3]))
    window.resize(1280, 720)
    return player


def test_a_box_lists_its_units_and_those_that_come(player: Player) -> None:
    player.hover("LZW")
    panel = player.mat.area
    lines = [panel.list.item(row).text() for row in range(panel.list.count())]
    assert panel.facts.text() == "Allied box: lands in 01"
    heads = [line for line, unit in zip(lines, panel.rows, strict=True) if not unit]
    assert heads[0].startswith("Allied: strength 48") and heads[1:3] == ["Turn 2: 11 units", "Turn 3: 9 units"]
    assert panel.rows[1:12] and "fr-cc1" in panel.rows
    assert panel.facts.height() >= panel.facts.heightForWidth(panel.facts.width())


def test_what_was_pointed_at_is_not_laid_out_in_the_next_game(player: Player) -> None:
    board, place = player.board, player.window.game.view.units["us-7ir"].at
    player.put(game())
    board.hover(board.scene.sheet.region(place).boundingRect().center())
    assert board.hovered == place
    player.put(game())
    board.lay_out()
    assert board.hovered == "" and board.scene.fan is None


def test_headings_are_as_dark_as_the_units_and_cannot_be_chosen(player: Player) -> None:
    player.hover("LZW")
    head = player.mat.area.list.item(0)
    assert head.flags() & Qt.ItemFlag.ItemIsEnabled and not head.flags() & Qt.ItemFlag.ItemIsSelectable


def test_plates_of_both_sides_stand_beside_each_other_from_afar(window: MainWindow) -> None:
    player = Player(window, game({"setup": {"01": ["us-7ir", "de-cd01"], "07": ["us-15ir", "de-gr308"]}}))
    window.resize(1280, 720)
    stacks, scale = player.board.scene.stacks, 0.196
    for place in ("01", "07"):
        allied, german = (stacks.plate(stacks.stack(place, side), scale) for side in ("allied", "german"))
        assert allied.right() < german.left() or not allied.intersects(german)


def test_a_card_tells_of_the_area_and_of_the_unit_whose_row_is_marked(window: MainWindow) -> None:
    player = Player(window, game({"setup": {"18": ["us-7ir", "de-gr308"]}}))
    player.hover("18")
    panel = player.mat.area
    assert panel.card.isVisible() and "Allied attacks -2 to the die (Mountain -2)" in panel.card.accessibleName()
    panel.list.setCurrentRow(panel.rows.index("us-7ir"))
    assert panel.card.accessibleName().startswith("Strength 4 (Out of supply halved)")
    player.hover("02")
    assert panel.card.accessibleName().startswith("Allied attacks no change")
    panel.show_nothing()
    assert panel.card.isHidden()
