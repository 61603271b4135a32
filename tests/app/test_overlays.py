"""One overlay at full strength, the others at rest; the legend names what is shown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsScene, QGraphicsView
from pytestqt.qtbot import QtBot

from app.board.hexes import center, hex_path
from app.board.legend import Legend, Overlay, Overlays
from app.board.washes import AreaItem, Wash, teeth_path, union_path

pytestmark = pytest.mark.usefixtures("qtbot")
RED = Wash(fill=QColor("#d03030"), edge=QColor("#700000"), name="Danger")
BLUE = Wash(fill=QColor("#3050d0"), edge=QColor("#000070"), name="Seen")
HERE = union_path(["18.40", "18.41"])


@pytest.fixture
def layers() -> dict[str, AreaItem]:
    return {"danger": AreaItem(), "seen": AreaItem()}


@pytest.fixture
def overlays(layers: dict[str, AreaItem]) -> Overlays:
    made = Overlays()
    for key, layer in layers.items():
        made.add(Overlay(key, layer, key[0].upper()))
    return made


def picture(item: AreaItem) -> QImage:
    """Paint an item round 18.40, one scene unit to a pixel."""
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.translate(QPointF(100, 100) - center(1840))
    item.paint(painter, None, None)  # type: ignore[arg-type]
    painter.end()
    return image


def test_the_overlay_asked_for_last_is_at_full_strength(overlays: Overlays, layers: dict[str, AreaItem]) -> None:
    layers["danger"].show_areas([(HERE, RED)])
    assert overlays.focused == "danger" and not layers["danger"].at_rest
    overlays.focus("seen")
    assert overlays.focused == "danger"  # the other one shows nothing yet
    layers["seen"].show_areas([(HERE, BLUE)])
    assert overlays.focused == "seen" and layers["danger"].at_rest and not layers["seen"].at_rest
    layers["seen"].show_areas([])
    assert overlays.focused == "danger" and not layers["danger"].at_rest
    layers["seen"].show_areas([(HERE, BLUE)])
    assert overlays.focused == "seen"  # the pointer left the map and came back


def test_an_overlay_at_rest_is_an_edge_only(layers: dict[str, AreaItem]) -> None:
    item = layers["danger"]
    item.show_areas([(HERE, RED)])
    assert picture(item).pixelColor(100, 100) == QColor("#d03030")
    item.set_at_rest(True)
    resting = picture(item)
    assert resting.pixelColor(100, 100) == QColor(Qt.GlobalColor.white)
    inked = sum(resting.pixelColor(x, y) != QColor("white") for x in range(200) for y in range(200))
    assert 200 < inked < 2500


@pytest.mark.parametrize("size", [9.0, -9.0])
def test_teeth_point_into_an_area_or_out_of_it(size: float) -> None:
    ring = union_path(["17.39", "18.39", "19.39", "17.40", "19.40", "18.41"])  # with a hole at 18.40
    for area in (hex_path(1840), ring):
        polygons = teeth_path(area, size).toSubpathPolygons()
        assert len(polygons) == 2 * sum(polygon.count() - 1 for polygon in area.toSubpathPolygons())
        for tooth in polygons:
            assert area.contains(tooth.toList()[2]) is (size > 0)


def legend_on(qtbot: QtBot, overlays: Overlays) -> tuple[Legend, QGraphicsView]:
    """Return the legend of overlays, and the view that it lies on."""
    view = QGraphicsView(QGraphicsScene(QRectF(0, 0, 100, 100)))
    qtbot.addWidget(view)
    return Legend(overlays, view), view


def test_the_legend_names_what_is_shown_and_a_click_changes_what_is_at_full_strength(
    qtbot: QtBot, overlays: Overlays, layers: dict[str, AreaItem]
) -> None:
    legend, view = legend_on(qtbot, overlays)
    view.resize(700, 300)
    view.show()
    assert not legend.isVisible()
    layers["danger"].show_areas([(HERE, RED)])
    layers["seen"].show_areas([(HERE, BLUE)])
    assert legend.isVisible()
    assert [chip.accessibleName() for chip in legend.chips] == ["Danger", "Seen"]
    resting = next(chip for chip in legend.chips if not chip.focused)
    was = overlays.focused
    QTest.mouseClick(resting, Qt.MouseButton.LeftButton)
    assert overlays.focused == resting.overlay.key != was
    assert [chip.focused for chip in legend.chips].count(True) == 1
    view.resize(230, 300)  # too narrow for all the words
    assert legend.geometry().right() < view.width()
    assert [chip.brief for chip in legend.chips] == [not chip.focused for chip in legend.chips]
    layers["danger"].show_areas([])
    layers["seen"].show_areas([])
    assert not legend.isVisible() and not legend.chips


def test_the_legend_follows_an_area_that_is_shown_otherwise_under_the_same_name(
    qtbot: QtBot, overlays: Overlays, layers: dict[str, AreaItem]
) -> None:
    legend, _ = legend_on(qtbot, overlays)
    layers["danger"].show_areas([(HERE, RED)])
    own = replace(BLUE, name=RED.name)  # a zone that is one's own as soon as the other side decides
    layers["danger"].show_areas([(HERE, own)])
    assert legend.chips[0].washes == [own]


def test_what_is_shown_together_settles_once(qtbot: QtBot, overlays: Overlays, layers: dict[str, AreaItem]) -> None:
    changes: list[str] = []
    overlays.changed.connect(lambda: changes.append(overlays.focused))
    with overlays.together():
        layers["danger"].show_areas([(HERE, RED)])
        with overlays.together():
            layers["seen"].show_areas([(HERE, BLUE)])
        overlays.focus("danger")
        assert not changes
    assert changes == ["danger"] and layers["seen"].at_rest and not layers["danger"].at_rest
