"""Edges shown as pictures: the same pixels as stroking them, stroked once, and no more held than there is room for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QApplication

from app.board import washes
from app.board.hexes import region_path
from app.board.washes import EdgePictures

HEXES = [at for at in range(1005, 1030) if at % 4] + [at for at in range(1105, 1130) if at % 3]
PENS = [("#fffbe0", 210, 6.0, Qt.PenStyle.SolidLine), ("#4a3600", 240, 2.2, Qt.PenStyle.DotLine)]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> list[QPainterPath]:
    """Return the paths of which pictures are made."""
    paths: list[QPainterPath] = []
    picture = washes._picture
    monkeypatch.setattr(washes, "_picture", lambda *given: (paths.append(given[1]), picture(*given))[1])
    return paths


def pens() -> list[QPen]:
    found = []
    for colour, alpha, width, style in PENS:
        ink = QColor(colour)
        ink.setAlpha(alpha)
        pen = QPen(ink, width, style)
        pen.setCosmetic(True)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        found.append(pen)
    return found


def drawn(path: QPainterPath, at: QPointF, zoom: float, held: EdgePictures | None, ratio: float = 1.0) -> QImage:
    """Stroke a path over a chequered ground, with pictures or without."""
    image = QImage(int(420 * ratio), int(300 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("#7d9a55"))
    painter = QPainter(image)
    painter.fillRect(60, 0, 90, 300, QColor(200, 40, 90))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    start = path.boundingRect().topLeft()
    painter.setWorldTransform(QTransform(zoom, 0, 0, zoom, at.x() - start.x() * zoom, at.y() - start.y() * zoom))
    for pen in pens():
        if held is None:
            painter.strokePath(path, pen)
        else:
            held.stroke(painter, path, pen)
    painter.end()
    return image


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("zoom", [0.13, 0.1571, 1.9])
def test_a_picture_of_an_edge_has_the_pixels_of_the_edge(zoom: float, ratio: float, made: list[QPainterPath]) -> None:
    path, held = region_path(HEXES), EdgePictures()
    for _ in range(4):
        assert drawn(path, QPointF(31.37, 12.8), zoom, held, ratio) == drawn(
            path, QPointF(31.37, 12.8), zoom, None, ratio
        )
    assert len(made) == (2 if ratio == int(ratio) and zoom < 0.2 else 0), "what is cut off is stroked"


def dotted(cap: Qt.PenCapStyle, *dashes: float) -> QPen:
    pen = QPen(QColor("#4a3600"), 6.0)
    pen.setCosmetic(True)
    pen.setCapStyle(cap)
    pen.setDashPattern(dashes)
    return pen


def test_pens_that_differ_in_ends_or_dashes_have_pictures_of_their_own() -> None:
    path, held = region_path(HEXES[:6]), EdgePictures()
    flat, round_ = Qt.PenCapStyle.FlatCap, Qt.PenCapStyle.RoundCap
    pictures = []
    for pen in (dotted(flat, 3, 2), dotted(round_, 3, 2), dotted(flat, 1, 2)):
        for _ in range(2):
            image = QImage(420, 300, QImage.Format.Format_RGB32)
            image.fill(Qt.GlobalColor.white)
            painter = QPainter(image)
            start = path.boundingRect().topLeft()
            painter.setWorldTransform(QTransform(0.3, 0, 0, 0.3, 20 - start.x() * 0.3, 20 - start.y() * 0.3))
            held.stroke(painter, path, pen)
            painter.end()
        pictures.append(image)
    assert pictures[0] != pictures[1] and pictures[0] != pictures[2]


def test_an_edge_that_moves_is_stroked(made: list[QPainterPath]) -> None:
    path, held = region_path(HEXES), EdgePictures()
    for step in range(5):
        at = QPointF(40.25 + step, 30.5)
        assert drawn(path, at, 0.1, held) == drawn(path, at, 0.1, None)
    assert not made


def test_pictures_are_held_while_there_is_room(made: list[QPainterPath], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(washes, "ROOM", 90_000)
    held = EdgePictures()
    paths = [region_path(HEXES[:n]) for n in range(2, 20)]
    for path in paths:
        for _ in range(2):
            drawn(path, QPointF(5, 5), 0.13, held)
        assert held.size <= washes.ROOM
    made.clear()
    drawn(paths[-1], QPointF(5, 5), 0.13, held)
    assert not made
    for _ in range(2):
        drawn(paths[0], QPointF(5, 5), 0.13, held)
    assert made
