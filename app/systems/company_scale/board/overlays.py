"""What is shown over the map in Company Scale: reach, sight, fire zones, targets, hatched warnings."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.hexes import center
from app.board.washes import Wash, paint_area, rgba, union_path
from app.systems.company_scale.board.counters.lettering import outline
from app.systems.company_scale.board.routes import Reach

WARM = {"german": QColor("#b5471b"), "allied": QColor("#8a6a00")}
BLUE = QColor("#1f5fa8")
REACH = QColor("#fff08a")
VEIL = QColor(32, 26, 14, 62)
ALARM = QColor("#c4161c")

SEEN = Wash(fill=rgba(BLUE, 58), edge=rgba("#174a86", 235), edge_width=2.4, halo=rgba("#eaf4ff", 170))
DEAD_GROUND = Wash(hatch=rgba("#2b3647", 150), kind="falling", gap=8)
WARNING = Wash(
    fill=rgba(ALARM, 14),
    hatch=rgba(ALARM, 125),
    kind="cross",
    gap=12,
    edge=rgba(ALARM, 190),
    edge_width=1.6,
    style=Qt.PenStyle.DashLine,
)
CHOICE = Wash(
    fill=rgba("#ffe27a", 70),
    hatch=rgba("#7a5200", 130),
    kind="upright",
    gap=10,
    edge=rgba("#5c3c00", 255),
    edge_width=2.4,
    halo=rgba("#fffbe0", 210),
)
TARGETS = Wash(fill=rgba("#ffe27a", 78), edge=rgba("#5c3c00", 255), edge_width=2.8, halo=rgba("#fffbe0", 210))
MANY = 12
"""More hexes than these are shown without hatching."""


def choice_wash(count: int) -> Wash:
    """Return how hexes to choose from are shown: hatched where they are few."""
    return CHOICE if count <= MANY else TARGETS


FIRST_EDGE = Wash(edge=rgba("#4a3600", 255), edge_width=2.8, halo=rgba("#fffbe0", 210))
SECOND_EDGE = Wash(edge=rgba("#4a3600", 240), edge_width=2.4, style=Qt.PenStyle.DotLine, halo=rgba("#fffbe0", 170))


def fire_zone_wash(side: str) -> Wash:
    """Return the warm hatching of a side's fire zone; the two sides slant in opposite directions."""
    colour = WARM.get(side, WARM["german"])
    kind = "rising" if side == "german" else "falling"
    return Wash(
        fill=rgba(colour, 26),
        hatch=rgba(colour, 150),
        kind=kind,
        gap=9,
        edge=rgba(colour, 230),
        edge_width=2.2,
        style=Qt.PenStyle.DashLine,
        halo=rgba("#fff4e0", 150),
    )


@dataclass(frozen=True, slots=True)
class ReachHex:
    """One reachable hex: points left, whether leaving it may draw fire, whether it takes a second action."""

    hex: int
    left: float
    fire: bool
    second: bool


def reach_hexes(reach: Reach) -> list[ReachHex]:
    """Return the hexes of a reach with what is shown of each."""
    return [ReachHex(at, way.left or 0.0, bool(way.watched), way.second) for at, way in reach.ways.items()]


def points_text(points: float) -> str:
    """Return movement points as printed: 2, ½, 2½."""
    whole, half = int(points), points % 1 >= 0.5
    return f"{whole or ''}½" if half else str(whole)


class ReachItem(QGraphicsItem):
    """Shade the reachable hexes by the points left, with figures; hatch those that draw fire."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.hexes: list[ReachHex] = []
        self._first = QPainterPath()
        self._second = QPainterPath()
        self._fire = QPainterPath()
        self._bands: list[tuple[QPainterPath, QColor]] = []
        self._veil = QPainterPath()
        self._bounds = QRectF()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_reach(self, hexes: list[ReachHex], start: int | None = None, veil: QRectF | None = None) -> None:
        """Replace the hexes shown; an empty list shows nothing. `veil` is dimmed outside them."""
        self.prepareGeometryChange()
        self.hexes = hexes
        here = [start] if start is not None and hexes else []
        self._first = union_path([*here, *(at.hex for at in hexes if not at.second)])
        self._second = union_path([*here, *(at.hex for at in hexes)])
        self._fire = union_path(at.hex for at in hexes if at.fire)
        self._bands = self._shades()
        self._veil = QPainterPath()
        self._bounds = self._second.boundingRect().adjusted(-6, -6, 6, 6)
        if veil is not None and hexes:
            self._veil.addRect(veil)
            self._veil = self._veil.subtracted(self._second)
            self._bounds = self._bounds.united(veil)
        self.update()

    def _shades(self) -> list[tuple[QPainterPath, QColor]]:
        """Return the shades: the more points are left, the stronger."""
        most = max((at.left for at in self.hexes), default=1.0) or 1.0
        steps: dict[int, list[int]] = {}
        for at in self.hexes:
            steps.setdefault(0 if at.second else 1 + round(3 * at.left / most), []).append(at.hex)
        return [(union_path(hexes), rgba(REACH, 36 + 27 * step)) for step, hexes in sorted(steps.items())]

    def boundingRect(self) -> QRectF:
        """Return the bounds of the reachable hexes and the veil."""
        return self._bounds

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint shades, hatching, edges and figures."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(self._veil, VEIL)
        for path, colour in self._bands:
            painter.fillPath(path, colour)
        if not self._fire.isEmpty():
            paint_area(painter, self._fire, WARNING)
        paint_area(painter, self._second, SECOND_EDGE)
        paint_area(painter, self._first, FIRST_EDGE)
        scale = painter.worldTransform().m11()
        if scale >= 0.42:
            for at in self.hexes:
                spot = center(at.hex) + QPointF(0, 18)
                paint_figure(painter, spot, points_text(at.left), 13 / min(scale, 1.3) if scale > 1 else 13)


def paint_figure(
    painter: QPainter, at: QPointF, text: str, height: float, ink: QColor | None = None, rim: QColor | None = None
) -> None:
    """Paint a small figure with a pale rim, centred on a scene point."""
    path, bounds = outline(text)
    scale = height / 100
    shape = QTransform(scale, 0, 0, scale, at.x() - bounds.center().x() * scale, at.y() + 36 * scale).map(path)
    pen = QPen(rim or rgba("#fffdf0", 235), height * 0.28)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(shape, pen)
    painter.fillPath(shape, ink or QColor("#3a2c00"))
