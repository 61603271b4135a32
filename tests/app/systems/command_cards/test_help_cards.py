"""F3 shows what each card, terrain, obstacle and die face does."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.systems.command_cards.pages import Pages
from app.systems.command_cards.text.help_cards import FACES, entries, ground_words
from app.window.main_window import MainWindow
from rules.command_cards.charts import house_charts
from rules.command_cards.dice import FACES as SIDES
from tests.app.systems.command_cards.helpers.table import Player, dealt
from tests.app.systems.command_cards.test_dice import ALLIED, GERMAN


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Return the German player with his hand before him."""
    made = Player(window, dealt(GERMAN, ALLIED, "infantry", "flag", "wings", "advance-centre"))
    made.open_curtain()
    return made


def looked_up(player: Player) -> str:
    """Press F3 and return what the reference shows."""
    player.window.actions_["reference"].trigger()
    reference = player.window.dialogs.reference
    assert reference is not None and reference.isVisible()
    return reference.text.toPlainText()


def test_everything_that_can_be_pointed_at_has_an_entry_of_its_own() -> None:
    named = [entry.id for entry in Pages().clauses()]
    assert len(set(named)) == len(named)
    wanted = [
        ("terrain", house_charts().terrains),
        ("obstacle", house_charts().obstacles),
        ("die", FACES),
        ("card", house_charts().cards),
    ]
    assert {f"{kind} {name}" for kind, names in wanted for name in names} <= set(named)
    assert set(FACES) == set(SIDES)


def test_an_entry_tells_what_the_charts_say() -> None:
    told = {entry.id: entry.text for entry in entries()}
    assert "All units can't battle in the turn they enter" in told["terrain woods"]
    assert "CMD-terrain-01" in told["terrain woods"] and "CMD-dice-06" in told["die flag"]
    assert "Infantry and artillery may ignore the first flag" in told["obstacle sandbags"]
    assert house_charts().cards["tank-raid"].text.rstrip(".") in told["card tank-raid"]
    assert all(words in told["terrain hill"] or words.capitalize() in told["terrain hill"]
               for words in ground_words(house_charts().terrains["hill"]))  # fmt: skip


def test_f3_on_a_card_shows_its_text(player: Player) -> None:
    QTest.mouseMove(player.mat.hand, player.mat.hand.boxes()[4].center().toPoint())
    assert "Tank raid" in looked_up(player) and player.mat.pointed_rule() == "card tank-raid"


def test_f3_on_a_hex_shows_its_obstacle_or_its_terrain(player: Player) -> None:
    player.hover("D3")
    assert "Sandbags" in looked_up(player) and player.mat.pointed_rule() == "obstacle sandbags"
    player.hover("F3")
    assert player.mat.pointed_rule() == "terrain town" and "Town" in looked_up(player)


def test_f3_on_the_hex_of_the_cursor(player: Player) -> None:
    player.board.hover(None)
    player.board.reveal("A9")
    player.board.view.setFocus()
    assert player.mat.pointed_rule() == "terrain woods"


def test_f3_on_a_die_shows_its_face(player: Player) -> None:
    player.card(4)
    player.click("F3")
    player.key(Qt.Key.Key_Space)
    player.drag("F3", "E3")
    player.key(Qt.Key.Key_Space)
    player.click("E3", "D3")
    dice = player.mat.battle.dice
    QTest.mouseMove(dice, dice.boxes()[1].center().toPoint())
    assert player.mat.pointed_rule() == "die flag" and "retreats one row" in looked_up(player)
