"""What is shown over the map in Company Scale: reach, sight, fire zones, targets, hatched warnings."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.hexes import center
from app.board.painted import alone, around
from app.board.washes import Wash, paint_area, paint_resting, rgba, union_path
from app.systems.company_scale.board.counters.symbols import outline
from app.systems.company_scale.board.routes import Reach
from rules.engine.frozen import frozen

REACH = QColor("#fff08a")
VEIL = QColor(32, 26, 14, 70)
ALARM = QColor("#c4161c")
BLUE = QColor("#0b4fa3")

SEEN = Wash(
    fill=rgba("#50a0ff", 48),
    glow=rgba(BLUE, 60),
    edge=BLUE,
    edge_width=2.6,
    halo=rgba("#f2f8ff", 200),
    name="Seen from here",
)
DEAD_GROUND = Wash(fill=rgba("#181e2c", 70), hatch=rgba("#181e2c", 60), kind="upright", gap=14, name="Dead ground")
WARNING = Wash(hatch=rgba(ALARM, 100), kind="rising", gap=15, name="Can be fired at")
CHOICE = Wash(
    fill=rgba("#ffe27a", 70),
    hatch=rgba("#7a5200", 130),
    kind="upright",
    gap=10,
    edge=rgba("#5c3c00", 255),
    edge_width=2.4,
    halo=rgba("#fffbe0", 210),
    name="Choices",
)
TARGETS = replace(CHOICE, fill=rgba("#ffe27a", 78), hatch=None, edge_width=2.8)
MANY = 12
"""More hexes than these are shown without hatching."""


def choice_wash(count: int) -> Wash:
    """Return how hexes to choose from are shown: hatched where they are few."""
    return CHOICE if count <= MANY else TARGETS


FIRST_EDGE = Wash(
    fill=rgba(REACH, 102), edge=rgba("#4a3600", 255), edge_width=3.0, halo=rgba("#fffbe0", 210), name="Reach"
)
SECOND_EDGE = Wash(
    fill=rgba(REACH, 40),
    edge=rgba("#4a3600", 240),
    edge_width=2.2,
    style=Qt.PenStyle.DotLine,
    halo=rgba("#fffbe0", 170),
    name="Second action",
)
ENEMY_ZONE = Wash(
    hatch=rgba("#cf2a2f", 125),
    kind="falling",
    gap=13,
    edge=QColor("#b3121a"),
    edge_width=2.4,
    halo=rgba("#fffaea", 210),
    teeth=9.0,
)
OWN_ZONE = Wash(fill=rgba("#288246", 30), edge=QColor("#1c6b3a"), edge_width=2.4, halo=rgba("#fffaea", 210), teeth=-9.0)


def fire_zone_wash(side: str, *, own: bool) -> Wash:
    """Return how the fire zone of a side is shown, by its name: one's own green, teeth outwards; else red, inwards."""
    return replace(OWN_ZONE if own else ENEMY_ZONE, name=f"{side} fire zone")


@frozen
class ReachHex:
    """One reachable hex: points left, whether leaving it may draw fire, whether it takes a second action."""

    hex: int
    left: float
    fire: bool
    second: bool


def reach_hexes(reach: Reach) -> list[ReachHex]:
    """Return the hexes of a reach with what is shown of each."""
    return [ReachHex(at, left, at in reach.watched, reach.second) for at, left in reach.points.items()]


def points_text(points: float) -> str:
    """Return movement points as printed: 2, ½, 2½."""
    whole, half = int(points), points % 1 >= 0.5
    return f"{whole or ''}½" if half else str(whole)


class ReachItem(QGraphicsItem):
    """Shade the reachable hexes by the points left; hatch those that draw fire. `on_shown` is called after a change."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.hexes: list[ReachHex] = []
        self.washes: list[Wash] = []
        """What is shown: the reach, that of a second action, and where fire may come from."""
        self._first = QPainterPath()
        self._second = QPainterPath()
        self._fire = QPainterPath()
        self._bands: list[tuple[QPainterPath, QColor]] = []
        self._veil = QPainterPath()
        self._bounds = QRectF()
        self._told: tuple[list[ReachHex], int | None, QRectF | None] = [], None, None
        self.at_rest = False
        self.on_shown: Callable[[], None] = lambda: None
        self.figures = FiguresItem(self)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_reach(self, hexes: list[ReachHex], start: int | None = None, veil: QRectF | None = None) -> None:
        """Replace the hexes shown; an empty list shows nothing. `veil` is dimmed outside them."""
        if (hexes, start, veil) == self._told:
            return
        self._told = hexes, start, veil
        self.prepareGeometryChange()
        self.hexes = hexes
        is_shown = (bool(hexes), any(at.second for at in hexes), any(at.fire for at in hexes))
        self.washes = [wash for shown, wash in zip(is_shown, (FIRST_EDGE, SECOND_EDGE, WARNING), strict=True) if shown]
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
        self.figures.follow()
        self.on_shown()

    def set_at_rest(self, at_rest: bool) -> None:
        """Paint only thin edges while another overlay is in focus, or everything."""
        if at_rest != self.at_rest:
            self.at_rest = at_rest
            self.update()
            self.figures.update()

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
        """Paint shades, hatching and edges, or at rest the edges."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edges = [(self._first, FIRST_EDGE)]
        if self._second != self._first:
            edges.insert(0, (self._second, SECOND_EDGE))
        if self.at_rest:
            for path, wash in edges:
                paint_resting(painter, path, wash)
            return
        painter.fillPath(self._veil, VEIL)
        for path, colour in self._bands:
            painter.fillPath(path, colour)
        if not self._fire.isEmpty():
            paint_area(painter, self._fire, WARNING)
        for path, wash in edges:
            paint_area(painter, path, replace(wash, fill=None))


class FiguresItem(QGraphicsItem):
    """The points left in each hex of a reach, above names and dots; white in a red pill where fire may come from."""

    def __init__(self, reach: ReachItem) -> None:
        super().__init__()
        self.reach = reach
        self._boxes: list[QRectF] = []
        self._pictures: dict[tuple[float, bool], QPixmap] = {}
        self._scale = 0.0
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the bounds of the reach."""
        return self.reach.boundingRect()

    def follow(self) -> None:
        """Show the figures of the reach as it is now."""
        self.prepareGeometryChange()
        self._boxes = [_pill(center(at.hex) + FOOT, 1.0) for at in self.reach.hexes]
        self.update()

    def boxes(self) -> list[QRectF]:
        """Return the room of the figures, for names to keep off; none while the reach is at rest."""
        return [] if self.reach.at_rest else self._boxes

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the figures of the exposed part, unless the reach is at rest or too small to read.

        Each is a picture at whole pixels: outlines would take ten times as long.
        """
        world, ratio = painter.worldTransform(), painter.device().devicePixelRatioF()
        if self.reach.at_rest or world.m11() < LEAST:
            return
        scale = world.m11() * ratio
        if scale != self._scale:
            self._pictures.clear()
            self._scale = scale
        room = option.exposedRect.adjusted(-_WIDE, -_WIDE, _WIDE, _WIDE)
        painter.save()
        painter.resetTransform()
        for at in self.reach.hexes:
            spot = center(at.hex) + FOOT
            if room.contains(spot):
                picture = self._picture(at, world.m11(), ratio)
                painter.drawPixmap(around(world.map(spot), picture, ratio).topLeft(), picture)
        painter.restore()

    def _picture(self, at: ReachHex, scale: float, ratio: float) -> QPixmap:
        """Return the figure of a hex as a picture."""
        key = at.left, at.fire
        if key not in self._pictures:
            self._pictures[key] = _figure(at, scale, ratio)
        return self._pictures[key]


def _figure(at: ReachHex, scale: float, ratio: float) -> QPixmap:
    """Draw a figure in the middle of a picture, at a zoom in pixels of the window to a scene unit."""
    size = 1 / min(scale, 1.3) if scale > 1 else 1.0
    side = 2 * math.ceil(_WIDE * scale * ratio)
    picture = QPixmap(side, side)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(side / 2 / ratio, side / 2 / ratio)
    painter.scale(scale, scale)
    spot = QPointF(0, 0)
    if at.fire:
        painter.setPen(QPen(QColor("#fffdf0"), 1.6 * size))
        painter.setBrush(ALARM)
        painter.drawRoundedRect(_pill(spot, size), 9 * size, 9 * size)
        paint_figure(painter, spot, points_text(at.left), 12 * size, QColor("#ffffff"), ALARM)
    else:
        paint_figure(painter, spot, points_text(at.left), 13 * size)
    painter.end()
    return alone(picture)


LEAST = 0.42
"""Below this scale the figures of a reach are too small to read."""
FOOT = QPointF(0, 18)
"""Where the figure of a hex stands."""
_WIDE = 16.0
"""How far a figure reaches from its middle at most, in scene units."""


def _pill(spot: QPointF, size: float) -> QRectF:
    return QRectF(spot.x() - 13 * size, spot.y() - 9 * size, 26 * size, 18 * size)


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
