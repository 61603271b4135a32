"""Reinforcement hexes: an arrow from the edge for each, distinct in shape, and words in the stack panel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from app import theme
from app.board.hexes import center, hex_path
from app.systems.company_scale.board.ground.entries import EntryHex, entry_path, inward
from app.systems.company_scale.board.ground.ground import Ground, paint_sheet
from app.systems.company_scale.board.laying import entries_of
from app.systems.company_scale.panels.stack import StackPanel
from app.systems.company_scale.seen import NOTHING
from app.systems.company_scale.text.names import CompanyScaleNames
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.records.answers import Arrivals, HexNow
from rules.company_scale.scenario import Scenario
from tests.app.systems.company_scale.helpers.ground_maps import country
from tests.app.systems.company_scale.helpers.positions import position, unit


@pytest.fixture(scope="module")
def bonlieu() -> Scenario:
    return load_scenario("the-bonlieu-gap")


def test_every_reinforcement_hex_has_its_arrow(bonlieu: Scenario) -> None:
    marked = {(way.hex, way.side) for way in entries_of(bonlieu) if way.side}
    assert marked == {(at, side) for side, hexes in bonlieu.entries.items() for at in hexes}


def test_ways_that_nobody_uses_are_marked_without_a_side() -> None:
    campaign = load_scenario("montelimar-campaign")
    ways = {way.hex: way.side for way in entries_of(campaign)}
    assert ways[4501] == "" and ways[8422] == "allied"
    assert {way.text for way in campaign.map.entries} >= {"N93 from Die", "D4 from Espeluche"}


def test_a_part_of_the_map_keeps_the_ways_inside_it(bonlieu: Scenario) -> None:
    assert all(way.hex in bonlieu.map.hexes for way in bonlieu.map.entries)


def test_arrows_point_on_to_the_map() -> None:
    playable = frozenset(c * 100 + r for c in range(1, 6) for r in range(1, 6))
    assert inward(301, playable).y() > 0.8
    assert inward(405, playable).y() < -0.8
    assert inward(103, playable).x() > 0.8
    assert inward(503, playable).x() < -0.8
    assert inward(303, playable) == QPointF(0.0, 1.0)


@pytest.mark.parametrize("side", ["german", "allied", ""])
def test_an_arrow_leaves_the_dot_free(side: str) -> None:
    playable = frozenset(c * 100 + r for c in range(1, 6) for r in range(1, 6))
    path = entry_path(EntryHex(103, side), playable)
    assert not path.contains(center(103))
    assert path.intersects(hex_path(103))


def test_the_sides_differ_in_shape() -> None:
    playable = frozenset(c * 100 + r for c in range(1, 6) for r in range(1, 6))
    german, allied = (entry_path(EntryHex(103, side), playable) for side in ("german", "allied"))
    assert abs(german.boundingRect().width() - allied.boundingRect().width()) > 4


def test_an_arrow_is_painted_in_its_hex(qapp: object) -> None:
    pictures = []
    for ways in ((), (EntryHex(104, "german"),)):
        ground = Ground(country(), theme.LIGHT, (), ways)
        image = QImage(900, 700, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        paint_sheet(painter, QRectF(0, 0, 900, 700), ground, legend=False)
        painter.end()
        pictures.append(image)
    assert pictures[0] != pictures[1]


def test_the_stack_panel_tells_what_comes_and_when(qtbot: QtBot) -> None:
    panel = StackPanel()
    qtbot.addWidget(panel)
    now = HexNow("24.54", "clear", 0, "", 0, (), (Arrivals(4, "1300", "german", ("a",), ("w",), ()),), ())
    names = CompanyScaleNames(position(units=(unit("a", "1/305", "german", None),)))
    panel.show_hex("24.54", NOTHING, names, lambda name, **_: now if name == "stack" else None)
    shown = [label.text() for label in panel.findChildren(type(panel.heading))]
    assert any("German, turn 4 (1300): 1/305" in text for text in shown)
