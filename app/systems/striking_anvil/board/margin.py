"""Whose areas are, along the edge of each (1.6), and what surrounds the map: frame, title, legend."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from app.board.painted import letter, serif
from app.board.tiles import TiledItem
from app.board.washes import Wash, paint_area, rgba
from app.systems.striking_anvil.art import tokens as palettes
from app.systems.striking_anvil.art.counters import Look, paint_counter
from app.systems.striking_anvil.art.tokens import FARTHEST, Palette, grown, is_legible, paint_bridge, write
from app.systems.striking_anvil.board.geometry import Sheet
from app.systems.striking_anvil.board.landscape import CM, area_path
from app.systems.striking_anvil.board.relief import STREAM, WIDTHS
from app.systems.striking_anvil.board.signs import paint_disc
from rules.striking_anvil.scenario import ALLIED, GERMAN, Area

# --- Whose areas are: a wash along the edge of each, in pattern as well as colour (1.6) ----------------------------

INSET, RIM = 6.0, 24.0
"""Where the wash begins and ends inside an area's outline; rivers on the border stay free."""


@lru_cache(maxsize=1)
def _rims(sheet: Sheet) -> dict[str, QPainterPath]:
    """Return what is washed of each area."""
    return {
        name: area_path(shape.buffer(-INSET).difference(shape.buffer(-RIM)))
        for name, shape in sheet.shapes.areas.items()
    }


class ControlItem(TiledItem):
    """The washes of all areas, from tiles."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.bounds, self._paint_part, None)
        self.sides: dict[str, str] = {}
        self._rims = _rims(sheet)

    def show_sides(self, sides: Mapping[str, str]) -> None:
        """Show who controls the areas."""
        changed = [area for area, side in sides.items() if self.sides.get(area) != side]
        self.sides = dict(sides)
        self.redraw(self._rims[area].boundingRect() for area in changed)

    def _paint_part(self, painter: QPainter, room: QRectF, lod: float) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = palettes.current()
        for area, side in self.sides.items():
            if self._rims[area].boundingRect().intersects(room):
                paint_area(painter, self._rims[area], control_wash(side, palette))


def control_wash(side: str, palette: Palette) -> Wash:
    """Return the wash of a side's control: rising lines for the Allies, crossed ones for the Germans."""
    ink = palette.allied if side == ALLIED else palette.german
    kind = "rising" if side == ALLIED else "cross"
    return Wash(fill=rgba(ink, 52), hatch=rgba(ink, 150 if side == ALLIED else 84), kind=kind, gap=7)


# --- What surrounds the map: the frame, the title, the legend ------------------------------------------------------

FRAME = 34.0
_ROW = 46.0
_TITLE, _HEAD, _TEXT = 66.0, 27.0, 23.0
Draw = Callable[[QPainter, QPointF], None]


def paint_frame(painter: QPainter, bounds: QRectF, palette: Palette) -> None:
    """Paint the frame inside the rim of the board."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = bounds.adjusted(FRAME, FRAME, -FRAME, -FRAME)
    band = QPen(QColor(palette.paper), FRAME)
    band.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(band)
    half = FRAME / 2
    painter.drawRect(bounds.adjusted(half, half, -half, -half))
    painter.setPen(QPen(QColor(palette.ink), 3.4))
    painter.drawRect(inner)
    painter.setPen(QPen(QColor(palette.ink), 1.6))
    painter.drawRect(bounds.adjusted(6, 6, -6, -6))
    _bars(painter, inner, palette)


def _bars(painter: QPainter, inner: QRectF, palette: Palette) -> None:
    ink = QColor(palette.ink)
    for n in range(0, int(inner.width() / CM), 2):
        for y in (inner.top() - 15, inner.bottom() + 7):
            painter.fillRect(QRectF(inner.left() + n * CM, y, CM, 8), ink)
    for n in range(0, int(inner.height() / CM), 2):
        for x in (inner.left() - 15, inner.right() + 7):
            painter.fillRect(QRectF(x, inner.top() + n * CM, 8, CM), ink)


def panel(painter: QPainter, room: QRectF, palette: Palette) -> None:
    """Paint a sheet of paper with a double rule."""
    painter.fillRect(room.translated(8, 9), QColor(30, 20, 8, 70))
    painter.fillRect(room, QColor(palette.paper))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for inset, width in ((7, 3.4), (15, 1.5)):
        painter.setPen(QPen(QColor(palette.ink), width))
        painter.drawRect(room.adjusted(inset, inset, -inset, -inset))


def paint_cartouche(painter: QPainter, room: QRectF, title: str, dates: str, palette: Palette, lod: float) -> None:
    """Paint the title of the game, the days it covers, the scale of the map and north."""
    panel(painter, room, palette)
    middle, top = room.center().x(), room.top()
    letter(painter, QPointF(middle, top + room.height() * 0.29), title, serif(_TITLE, bold=True), palette.ink)
    painter.setPen(QPen(QColor(palette.rust), 2.6))
    y = top + room.height() * 0.5
    painter.drawLine(QLineF(middle - room.width() * 0.36, y, middle + room.width() * 0.36, y))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.rust))
    for x, size in ((-0.36, 6), (0.0, 11), (0.36, 6)):
        at = QPointF(middle + room.width() * x, y)
        painter.drawPolygon(QPolygonF([at + QPointF(*p) * size for p in ((-1, 0), (0, -1), (1, 0), (0, 1))]))
    letter(
        painter,
        QPointF(middle, top + room.height() * 0.65),
        dates,
        serif(grown(28, lod, FARTHEST), italic=True),
        palette.ink,
    )
    _scale(painter, QPointF(room.left() + 60, top + room.height() * 0.79), palette, lod)
    _north(painter, QPointF(room.right() - 60, top + room.height() * 0.74), palette)


def _scale(painter: QPainter, at: QPointF, palette: Palette, lod: float) -> None:
    for n in range(5):
        colour = palette.ink if n % 2 == 0 else palette.paper
        painter.fillRect(QRectF(at.x() + n * CM, at.y(), CM, 11), QColor(colour))
    painter.setPen(QPen(QColor(palette.ink), 1.8))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(at.x(), at.y(), 5 * CM, 11))
    if is_legible(20, lod):
        for n, words in ((0, "0"), (2, "20"), (5, "50 km")):
            letter(painter, at + QPointF(n * CM, 30), words, serif(20), palette.ink)


def _north(painter: QPainter, at: QPointF, palette: Palette) -> None:
    for x, colour in ((1, palette.ink), (-1, palette.paper)):
        painter.setPen(QPen(QColor(palette.ink), 1.6))
        painter.setBrush(QColor(colour))
        painter.drawPolygon(QPolygonF([at + QPointF(0, -42), at + QPointF(14 * x, 32), at + QPointF(0, 18)]))
    letter(painter, at + QPointF(0, -56), "N", serif(24, bold=True), palette.ink)


def paint_legend(painter: QPainter, room: QRectF, dice: Mapping[str, int], palette: Palette, lod: float) -> None:
    """Paint the legend where its words can be read; `dice` are the modifiers of the terrains."""
    size, text = grown(_HEAD, lod, 1.5), grown(_TEXT, lod, FARTHEST)
    if not is_legible(text, lod):
        return
    panel(painter, room, palette)
    row = max(_ROW, 1.12 * text)
    headed = is_legible(size, lod) and row <= _ROW
    y = room.top() + (48 if headed else 24 + row / 2)
    for title, rows in _rows(dice, palette):
        if headed:
            _head(painter, room, y, title, serif(size, bold=True, italic=True), palette)
            y += row
        for draw, words in rows:
            if y + row / 2 > room.bottom() - 16:
                return  # in a small window the signs of counters are left to Help > Markers
            draw(painter, QPointF(room.left() + 78, y))
            write(painter, QPointF(room.left() + 142, y), words, serif(text), palette.ink)
            y += row
        y += 8 if headed else 0


def _head(painter: QPainter, room: QRectF, y: float, title: str, font: QFont, palette: Palette) -> None:
    write(painter, QPointF(room.left() + 34, y), title, font, palette.rust)
    left = room.left() + 46 + QFontMetricsF(font).horizontalAdvance(title)
    painter.setPen(QPen(QColor(palette.rust), 2.0))
    painter.drawLine(QLineF(left, y, room.right() - 34, y))


def _rows(dice: Mapping[str, int], palette: Palette) -> Sequence[tuple[str, Sequence[tuple[Draw, str]]]]:
    """Return the rows of the legend by heading."""
    ground = [("clear", "Clear"), ("rough", "Rough"), ("mountain", "Mountain")]
    areas = [(_area(kind, palette), f"{words}{_die(dice.get(kind, 0))}") for kind, words in ground]
    fort = Area("09", "", "clear")
    return (
        ("Ground", [*areas, (lambda p, at: paint_disc(p, at, fort, palette, fortified=True), "Fortress")]),
        (
            "Borders",
            [
                (_border(palette), "Border of areas"),
                (_river("major", palette), "Major river"),
                (_river("minor", palette), "Minor river"),
                (_line(((palette.water_light, STREAM),)), "Stream"),
                (_line(((palette.road_edge, 9.0), (palette.highway, 5.6))), "National road"),
                (_line(((palette.road_edge, 7.6), (palette.road, 4.2))), "Road"),
                (_bridge(palette, stands=True, waits=0), "Bridge"),
                (_bridge(palette, stands=False, waits=0), "Bridge down"),
                (_bridge(palette, stands=False, waits=3), "Being bridged"),
            ],
        ),
        ("Control", [(_control(ALLIED, palette), "Allied"), (_control(GERMAN, palette), "German")]),
        ("Counters", [(_counter(look), words) for look, words in _looks()]),
    )


def _die(die: int) -> str:
    return f", die −{-die}" if die < 0 else ""


def _area(kind: str, palette: Palette) -> Draw:
    def draw(painter: QPainter, at: QPointF) -> None:
        painter.setPen(QPen(QColor(palette.border), 2.2))
        painter.setBrush(QColor(*palette.tint[kind]))
        painter.drawRoundedRect(QRectF(at.x() - 46, at.y() - 20, 92, 40), 6, 6)
        number = {"clear": "11", "rough": "08", "mountain": "20"}[kind]
        painter.save()
        painter.translate(at)
        painter.scale(0.68, 0.68)
        paint_disc(painter, QPointF(0, 0), Area(number, "", kind), palette)
        painter.restore()

    return draw


def _line(strokes: Sequence[tuple[str, float]]) -> Draw:
    def draw(painter: QPainter, at: QPointF) -> None:
        for colour, width in strokes:
            painter.setPen(QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(at + QPointF(-42, 6), at + QPointF(42, -6))

    return draw


def _border(palette: Palette) -> Draw:
    def draw(painter: QPainter, at: QPointF) -> None:
        painter.fillRect(QRectF(at.x() - 46, at.y() - 16, 92, 32), QColor(*palette.tint["clear"]))
        _line(((palette.border, 3.4),))(painter, at)

    return draw


def _river(kind: str, palette: Palette) -> Draw:
    width = WIDTHS[kind]
    return _line(((palette.bank, width + 3.2), (palette.water, width), (palette.water_light, width * 0.35)))


def _bridge(palette: Palette, *, stands: bool, waits: int) -> Draw:
    def draw(painter: QPainter, at: QPointF) -> None:
        for colour, width in ((palette.bank, 16.2), (palette.water, 13.0)):
            painter.setPen(QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLine(at + QPointF(0, -20), at + QPointF(0, 20))
        painter.save()
        painter.translate(at)
        paint_bridge(painter, 1.0, stands, waits, palette)
        painter.restore()

    return draw


def _control(side: str, palette: Palette) -> Draw:
    def draw(painter: QPainter, at: QPointF) -> None:
        path = QPainterPath()
        path.addRoundedRect(QRectF(at.x() - 46, at.y() - 19, 92, 38), 6, 6)
        paint_area(painter, path, control_wash(side, palette))
        paint_area(painter, path, Wash(edge=rgba(palette.border, 255), edge_width=1.0))

    return draw


def _counter(look: Look) -> Draw:
    def draw(painter: QPainter, at: QPointF) -> None:
        paint_counter(painter, QRectF(at.x() - 21, at.y() - 21, 42, 42), look, 60)

    return draw


def _looks() -> Sequence[tuple[Look, str]]:
    regiment = ("", "", "us", "combat", "infantry")
    return (
        (Look(*regiment, 6, 1, 0, 2), "Combat"),
        (Look(*regiment, 3, 1, 0, 1, reduced=True), "Reduced"),
        (Look(*regiment, 6, 1, 0, 2, disorganized=True), "Disorganized"),
        (Look("", "", "de", "combat", "infantry", 4, 0, 0, 2, entrenched=True), "Entrenched"),
        (Look("", "", "fr", "support", "anti-tank", 0, 3, 1, 1), "Support"),
        (Look("", "", "us", "transport", "trucks", 0, 3, 0, 0), "Transport"),
    )
