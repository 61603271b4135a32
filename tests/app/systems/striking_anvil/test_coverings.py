"""Nothing covers what matters: trays, forts and turns at the foot of the map, counters laid out."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from app.window.main_window import MainWindow
from tests.app.systems.striking_anvil.helpers.table import Player, game


def test_what_lies_at_the_foot_of_the_map_stays_in_view(window: MainWindow) -> None:
    player = Player(window, game())
    view, scene = player.board.view, player.board.scene
    foot = view.mapFromScene(scene.sheet.region("PORT").boundingRect()).boundingRect().top()
    player.hover("07")
    player.board.show_overlay("supply_german")
    assert window.notice.isVisible() and player.board.legend.isVisible()
    for words in (window.notice, player.board.legend):
        assert words.mapTo(window, words.rect().bottomLeft()).y() < view.mapTo(window, QPoint(0, foot)).y()
    assert not window.notice.geometry().intersects(player.board.legend.geometry())


def test_the_edge_of_the_area_under_the_pointer_lies_below_its_counters(window: MainWindow) -> None:
    player = Player(window, game())
    scene = player.board.scene
    assert scene.fan_out("LZW", "allied")
    player.hover("01")
    assert scene.hovered.zValue() < scene.stacks.zValue()
    lying = scene.stacks.lying(scene.stacks.stack("LZW", "allied"))[0].at
    before = window.playmat.middle.grab().toImage()
    scene.hover("LZW")
    QApplication.processEvents()
    after = window.playmat.middle.grab().toImage()
    at = player.board.view.mapFromScene(lying)
    assert before.pixelColor(at) == after.pixelColor(at) and before != after
