"""Divisions, turn, victory hexes, stack and line of sight, fed with a plain view and a scripted session."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.panels.reader import Card
from app.play.players import NewGame
from app.systems.company_scale.panels.divisions import DivisionsPanel
from app.systems.company_scale.panels.stack import SightPanel, StackPanel
from app.systems.company_scale.panels.turns import TurnPanel
from app.window.main_window import MainWindow
from rules.company_scale.records.answers import HexNow, Sight, SightPart
from tests.app.systems.company_scale.helpers.panels import table
from tests.app.systems.company_scale.helpers.positions import activation, position


def test_division_displays_show_values_and_boxes(qtbot: QtBot) -> None:
    panel = DivisionsPanel()
    qtbot.addWidget(panel)
    panel.show_view(position())
    card = panel.cards["ge_11pz"]
    assert "Fatigue 2" in card.track.accessibleDescription()
    assert any(
        label.accessibleName() == "3rd Company, Reconnaissance 11, routed" for label in card.findChildren(QLabel)
    )


def test_turn_and_victory(qtbot: QtBot) -> None:
    panel = TurnPanel()
    qtbot.addWidget(panel)
    panel.show_view(position())
    assert panel.track.names() == ["0700", "0900", "1100", "1300", "1500"]
    said = " ".join(label.text() for label in panel.findChildren(QLabel))
    assert "Hill 300" in said and "Germans" in said


def test_the_lines_of_victory_hexes_stay_until_one_changes_hands(qtbot: QtBot) -> None:
    panel = TurnPanel()
    qtbot.addWidget(panel)
    view = position()
    panel.show_view(view)
    before = panel.lines.findChildren(QLabel)
    panel.show_view(position())
    assert panel.lines.findChildren(QLabel) == before, "so that a link keeps the keyboard"
    goals = tuple(replace(goal, held_by="allied") for goal in view.victory.hexes)
    panel.show_view(replace(view, victory=replace(view.victory, hexes=goals)))
    said = " ".join(label.text() for label in panel.lines.findChildren(QLabel) if label not in before)
    assert "Allies" in said and "Germans" not in said


@pytest.mark.parametrize(("index", "first", "last"), [(1, 0, 17), (6, 0, 17), (20, 12, 29), (87, 72, 86)])
def test_of_many_turns_those_around_the_present_one_are_shown(qtbot: QtBot, index: int, first: int, last: int) -> None:
    panel = TurnPanel()
    qtbot.addWidget(panel)
    panel.track.show_turn(replace(position().turn, index=index, of=87, name="1300"))
    assert (panel.track.shown()[0], panel.track.shown()[-1]) == (first, last)
    assert len(panel.track.names()) == 87
    panel.grab()


def test_a_low_window_scrolls_the_victory_hexes_instead_of_squeezing_them(qtbot: QtBot) -> None:
    panel = TurnPanel()
    qtbot.addWidget(panel)
    panel.show_view(position())
    panel.resize(240, 110)
    panel.show()
    qtbot.waitUntil(lambda: panel.lines.height() > 0)
    assert panel.lines.height() >= panel.lines.sizeHint().height()


def test_the_inspector_shows_ground_markers_and_units(qtbot: QtBot) -> None:
    panel = StackPanel()
    qtbot.addWidget(panel)
    game, _ = table(activation(), stack=HexNow("17.45", "woods", 2, "", -1, (), (), ()))
    panel.show_hex("17.45", game.view, game.names, game.query)
    assert panel.ground.text() == "Woods · level 2 · defense −1"
    assert panel.markers.text() == "Markers: DG 2, Pinned"
    assert any("1st Company, Reconnaissance 11" in label.text() for label in panel.findChildren(QLabel))


WOODS = SightPart("hex", "18.41", "woods", 2, True, False, "as high as both", "7.1.1")
LOS = Sight(False, 2, "woods", "7.1.1", (WOODS,), 0)


def test_the_line_of_sight_lists_what_lies_on_it(qtbot: QtBot) -> None:
    game, _ = table(activation(), los=LOS)
    panel = SightPanel(game.query)
    qtbot.addWidget(panel)
    panel.show_line("18.40", "18.42")
    assert "✗ Blocked" in panel.verdict.text()
    row = panel.list.topLevelItem(0)
    assert row is not None
    assert (row.text(0), row.text(2)) == ("18.41", "✗ blocks (7.1.1)")


def test_a_mistyped_hex_is_explained(qtbot: QtBot) -> None:
    game, session = table(activation(), los=LOS)
    panel = SightPanel(game.query)
    qtbot.addWidget(panel)
    panel.start.setText("1840")
    panel.end.setText("18.42")
    qtbot.keyClick(panel.end, Qt.Key.Key_Return)
    assert "not a hex number" in panel.verdict.text()
    assert session.queries == []


def test_the_stack_explains_a_unit_with_rules_that_open_the_reference(window: MainWindow) -> None:
    assert window.new_game(NewGame("company_scale", "08-7-2-barrages", 1))
    window.playmat.reveal("hex:22.12")
    cards = window.playmat.stack.findChildren(Card)
    told = " ".join(card.accessibleName() for card in cards)
    assert "Movement 1 (Disorganized 3 halved, Medium barrage halved)" in told and "To enter" in told
    cards[0].linkActivated.emit("rule:10.2.3")
    assert window.dialogs.reference is not None and window.dialogs.reference.search.text() == "10.2.3"
