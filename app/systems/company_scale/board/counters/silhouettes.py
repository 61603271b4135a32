"""Side views of vehicles and guns, shown on counters that are large on the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform

BODY = QColor("#1b1a14")
HUB = QColor("#847b63")
RIM = QColor("#fdf8e6")
Points = Sequence[tuple[float, float]]

# Each view is drawn in a box of 100 by 40, facing right, standing on y = 38.


def _shape(*parts: Points) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for points in parts:
        piece = QPainterPath()
        piece.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
        piece.closeSubpath()
        path = path.united(piece)
    return path


def _bar(x: float, y: float, wide: float, tall: float) -> Points:
    return [(x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall)]


def _round(path: QPainterPath, x: float, y: float, radius: float) -> QPainterPath:
    disc = QPainterPath()
    disc.addEllipse(QPointF(x, y), radius, radius)
    return path.united(disc)


def _track(path: QPainterPath, left: float, right: float, top: float) -> QPainterPath:
    belt = QPainterPath()
    belt.addRoundedRect(QRectF(left, top, right - left, 38 - top), (38 - top) / 2, (38 - top) / 2)
    return path.united(belt)


def _tank() -> QPainterPath:
    hull = [(14, 26), (16, 20), (70, 19), (80, 24), (78, 29), (14, 29)]
    turret = [(30, 19), (33, 11), (54, 10), (60, 14), (59, 19)]
    return _track(_shape(hull, turret, _bar(58, 13, 38, 2.6), _bar(92, 12, 5, 4.6), _bar(40, 8, 8, 3)), 10, 82, 26)


def _tank_destroyer() -> QPainterPath:
    hull = [(12, 26), (18, 20), (66, 18), (82, 26), (78, 29), (14, 29)]
    turret = [(24, 18), (22, 11), (30, 8), (50, 8), (58, 13), (57, 18)]
    return _track(_shape(hull, turret, _bar(56, 11.5, 42, 2.6)), 10, 82, 26)


def _armored_car() -> QPainterPath:
    hull = [(12, 28), (10, 22), (20, 17), (66, 17), (84, 24), (84, 29), (12, 30)]
    turret = [(36, 17), (38, 10), (56, 10), (60, 17)]
    path = _shape(hull, turret, _bar(58, 12, 20, 2), _bar(43, 5, 1.4, 6))
    for x in (22, 40, 74):
        path = _round(path, x, 31, 7)
    return path


def _assault_gun() -> QPainterPath:
    hull = [(12, 27), (14, 21), (24, 20), (28, 12), (60, 12), (66, 19), (82, 24), (80, 29), (12, 29)]
    return _track(_shape(hull, _bar(62, 16, 30, 3), _bar(88, 15, 6, 5)), 10, 83, 26)


def _self_propelled() -> QPainterPath:
    hull = [(12, 27), (12, 13), (18, 12), (56, 12), (62, 20), (80, 24), (78, 29), (12, 29)]
    barrel = [(54, 13), (86, 6), (87, 9.4), (56, 18)]
    return _track(_shape(hull, barrel, _bar(42, 6, 12, 7)), 10, 82, 26)


def _half_track() -> QPainterPath:
    hull = [(8, 27), (8, 15), (52, 15), (60, 15), (64, 20), (88, 21), (90, 29), (8, 29)]
    path = _track(_shape(hull, _bar(34, 10, 16, 1.8), _bar(36, 10, 2, 6)), 10, 56, 26)
    return _round(path, 80, 31, 7)


def _truck() -> QPainterPath:
    cab = [(56, 31), (56, 14), (70, 14), (74, 21), (90, 22), (91, 31)]
    path = _shape([(8, 30), (8, 10), (54, 10), (54, 30)], cab)
    for x in (20, 36, 80):
        path = _round(path, x, 32, 6.4)
    return _shape(_bar(8, 28, 82, 4)).united(path)


def _flak() -> QPainterPath:
    barrel = [(38, 22), (90, -2), (91.5, 1.2), (41, 26)]
    mount = [(34, 34), (38, 20), (48, 18), (54, 34)]
    shield = [(50, 12), (55, 10), (60, 26), (55, 27)]
    feet = ([(20, 38), (26, 33), (30, 38)], [(66, 38), (70, 33), (76, 38)])
    return _shape(barrel, mount, shield, _bar(12, 34, 70, 3.4), *feet)


def _anti_tank() -> QPainterPath:
    path = _shape(
        _bar(44, 18.6, 50, 2.8),
        _bar(90, 17.4, 6, 5.2),
        [(42, 10), (47, 9), (50, 27), (44, 28)],
        [(44, 24), (48, 27), (6, 37.5), (4, 35)],
    )
    return _round(path, 46, 29.5, 8.2)


def _howitzer() -> QPainterPath:
    path = _shape(
        [(38, 20), (84, 7), (85.4, 11), (42, 25)],
        [(40, 11), (45, 10), (50, 28), (44, 29)],
        [(42, 24), (47, 28), (6, 37.5), (4, 35)],
    )
    return _round(path, 46, 29, 8.8)


def _infantry_gun() -> QPainterPath:
    path = _shape(
        [(42, 19), (66, 13), (67, 17), (44, 24)],
        [(40, 12), (45, 11), (49, 28), (43, 28)],
        [(40, 25), (45, 28), (14, 37.5), (12, 35)],
    )
    return _round(path, 44, 29, 8.6)


def _mortar() -> QPainterPath:
    tube, leg = [(34, 35), (64, 5), (68, 8), (40, 38)], [(56, 14), (58.5, 14), (74, 37), (71, 38)]
    return _shape(tube, leg, _bar(28, 35, 20, 3))


_VIEWS: dict[str, Callable[[], QPainterPath]] = {
    "armor": _tank,
    "tank_destroyer": _tank_destroyer,
    "cavalry_armored": _armored_car,
    "assault_gun": _assault_gun,
    "artillery_sp": _self_propelled,
    "mechanized_infantry": _half_track,
    "truck": _truck,
    "anti_aircraft": _flak,
    "anti_tank": _anti_tank,
    "artillery": _howitzer,
    "infantry_gun": _infantry_gun,
    "mortar": _mortar,
}
_TRACKED = tuple((19.0 + 11 * i, 32.0, 3.4) for i in range(6))
_WHEELS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "armor": _TRACKED,
    "tank_destroyer": _TRACKED,
    "assault_gun": _TRACKED,
    "artillery_sp": _TRACKED,
    "mechanized_infantry": (*_TRACKED[:4], (80.0, 31.0, 3.6)),
    "truck": ((20, 32, 3), (36, 32, 3), (80, 32, 3)),
    "cavalry_armored": ((22, 31, 3.4), (40, 31, 3.4), (74, 31, 3.4)),
    "anti_tank": ((46, 29.5, 4.6),),
    "artillery": ((46, 29, 5),),
    "infantry_gun": ((44, 29, 5),),
}
_made: dict[str, QPainterPath] = {}


def silhouette(symbol: str) -> QPainterPath | None:
    """Return the side view that goes with a symbol, in a box of 100 by 40, or None."""
    if symbol not in _VIEWS:
        return None
    if symbol not in _made:
        _made[symbol] = _VIEWS[symbol]()
    return _made[symbol]


def draw_silhouette(painter: QPainter, box: QRectF, symbol: str) -> None:
    """Draw the side view into a box, dark with a pale rim; draw nothing where there is none."""
    path = silhouette(symbol)
    if path is None:
        return
    scale = min(box.width() / 100, box.height() / 40)
    shape = QTransform(scale, 0, 0, scale, box.center().x() - 50 * scale, box.bottom() - 39 * scale).map(path)
    pen = QPen(RIM, 2.4)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(shape, pen)
    painter.fillPath(shape, BODY)
    painter.save()
    painter.translate(box.center().x() - 50 * scale, box.bottom() - 39 * scale)
    painter.scale(scale, scale)
    painter.setPen(QPen(HUB, 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for x, y, radius in _WHEELS.get(symbol, ()):
        painter.drawEllipse(QPointF(x, y), radius, radius)
    painter.restore()
