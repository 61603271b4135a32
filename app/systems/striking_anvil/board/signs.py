"""The signs on the map: numbers of areas, names, trays, boxes, fortifications, and the turn track in the sea."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.board.painted import BoardLayer, letter, serif
from app.systems.striking_anvil.art import tokens as palettes
from app.systems.striking_anvil.art.counters import ARMIES, edge, sans
from app.systems.striking_anvil.art.tokens import FARTHEST, Palette, grown, is_legible, write
from app.systems.striking_anvil.board.geometry import HEAD, Sheet
from rules.engine.english import capital
from rules.striking_anvil.scenario import ALLIED, ASHORE, Area, Box, Scenario
from rules.striking_anvil.view import MONTHS, View

# --- The signs on the ground: numbers of areas, names, trays, boxes, tracks of fortifications ----------------------

DISC = 23.0
"""The radius of an area's disc."""
FORTIFIED = 1.45
_NUMBER = 24.0


def paint_discs(painter: QPainter, sheet: Sheet, palette: Palette, lod: float) -> None:
    """Paint the number of each area: clear white, rough yellow, mountains a triangle, fortified ones a hexagon."""
    for name, area in sheet.map.areas.items():
        size = grown(_NUMBER, lod) / _NUMBER
        painter.save()
        painter.translate(sheet.disc(name))
        painter.scale(size, size)
        paint_disc(painter, QPointF(0, 0), area, palette, fortified=name in sheet.tracks)
        painter.restore()


def paint_disc(painter: QPainter, at: QPointF, area: Area, palette: Palette, *, fortified: bool = False) -> None:
    """Paint the number of an area."""
    ink = QColor(palette.border)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(40, 24, 8, 80))
    painter.drawEllipse(at + QPointF(2.6, 3.4), DISC, DISC)
    if fortified:
        painter.setPen(QPen(ink, 3.0))
        painter.setBrush(QColor(palette.disc["clear"]))
        painter.drawPolygon(_hexagon(at, DISC * FORTIFIED))
    painter.setBrush(QColor(palette.disc[area.terrain]))
    if area.terrain == "mountain":
        corners = [QPointF(0, -1.45), QPointF(1.42, 0.95), QPointF(-1.42, 0.95)]
        triangle = QPolygonF([at + corner * DISC for corner in corners])
        for colour, width in ((QColor(palette.disc["clear"]), 8.0), (ink, 2.6)):
            painter.setPen(QPen(colour, width))
            painter.drawPolygon(triangle)
    else:
        painter.setPen(QPen(ink, 2.6))
        painter.drawEllipse(at, DISC, DISC)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(ink, 1.0))
        painter.drawEllipse(at, DISC * 0.82, DISC * 0.82)
    shift = DISC * 0.2 if area.terrain == "mountain" else 0.0
    letter(painter, at + QPointF(0, shift), area.id, sans(_NUMBER, bold=True), palette.disc_ink[area.terrain])


def _hexagon(at: QPointF, radius: float) -> QPolygonF:
    corners = [(math.cos(n * math.pi / 3) * radius, math.sin(n * math.pi / 3) * radius) for n in range(6)]
    return QPolygonF([at + QPointF(x, y) for x, y in corners])


def paint_boxes(painter: QPainter, sheet: Sheet, palette: Palette, lod: float) -> None:
    """Paint the boxes off the map with arrows to their areas, and the trays with leaders."""
    for name, box in sheet.map.boxes.items():
        for area in box.areas if box.kind != ASHORE else ():
            points = sheet.arrow(name, area)
            if points:
                _bent_arrow(painter, points, palette.box[box.side])
            else:
                _arrow(painter, sheet.boxes[name], sheet.disc(area), palette.box[box.side])
    for area, tray in sheet.trays.items():
        _leader(painter, tray, sheet.disc(area), palette)
    for name, box in sheet.map.boxes.items():
        _box(painter, sheet.boxes[name], box, palette, lod)
    for area, tray in sheet.trays.items():
        _tray(painter, tray, sheet.map.areas[area], palette, lod)


def _box(painter: QPainter, room: QRectF, box: Box, palette: Palette, lod: float) -> None:
    colour = QColor(palette.box[box.side])
    painter.fillRect(room.translated(4, 5), QColor(20, 30, 40, 70))
    painter.fillRect(room, QColor(palette.box_paper))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 4.4))
    painter.drawRect(room)
    bar = QRectF(room.left(), room.top(), room.width(), max(HEAD - 8, 1.2 * _title_size(lod)))
    painter.fillRect(bar, colour)
    _title(painter, bar, capital(box.name), box.id, palette.box_ink, lod)


def _title_size(lod: float) -> float:
    return grown(21, lod, FARTHEST)


def _title(painter: QPainter, bar: QRectF, words: str, tag: str, ink: str, lod: float) -> None:
    """Write the title of a box or tray with its tag; only the tag where both do not fit."""
    size = _title_size(lod)
    if not is_legible(size, lod):
        return
    font, small = serif(size, bold=True), sans(size * 0.84, bold=True)
    wide, tagged = QFontMetricsF(font).horizontalAdvance(words), QFontMetricsF(small).horizontalAdvance(tag)
    y = bar.center().y()
    if wide + tagged + 32 <= bar.width():
        write(painter, QPointF(bar.left() + 11, y), words, font, ink)
        write(painter, QPointF(bar.right() - 11, y), tag, small, ink, right=True)
    else:
        only = words if wide + 20 <= bar.width() else tag
        write(painter, QPointF(bar.left() + 11, y), only, font if only == words else small, ink)


def _tray(painter: QPainter, room: QRectF, area: Area, palette: Palette, lod: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(20, 30, 40, 70))
    painter.drawRoundedRect(room.translated(4, 5), 12, 12)
    painter.setPen(QPen(QColor(palette.border), 3.4))
    painter.setBrush(QColor(*palette.tint[area.terrain]))
    painter.drawRoundedRect(room, 12, 12)
    pen = QPen(QColor(palette.muted), 1.8, Qt.PenStyle.DashLine)
    painter.setPen(pen)
    middle = room.center().x()
    painter.drawLine(QLineF(middle, room.top() + HEAD, middle, room.bottom() - 8))
    bar = QRectF(room.left(), room.top(), room.width(), max(HEAD - 8, 1.2 * _title_size(lod)))
    _title(painter, bar, area.name, area.id, palette.ink, lod)


def _leader(painter: QPainter, room: QRectF, to: QPointF, palette: Palette) -> None:
    start = QPointF(min(max(to.x(), room.left()), room.right()), min(max(to.y(), room.top()), room.bottom()))
    for colour, width in ((palette.halo, 7.0), (palette.border, 2.6)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawLine(start, to)


def _arrow(painter: QPainter, room: QRectF, to: QPointF, colour: str) -> None:
    start = QPointF(min(max(to.x(), room.left()), room.right()), min(max(to.y(), room.top()), room.bottom()))
    line = QLineF(start, to)
    size = min(150.0, max(60.0, line.length() - 3 * DISC))
    painter.save()
    painter.translate(start)
    painter.rotate(-line.angle())
    shaft = [(0, -5), (size - 26, -7), (size - 26, -17), (size, 0), (size - 26, 17), (size - 26, 7), (0, 5)]
    fill = QColor(colour)
    fill.setAlpha(190)
    painter.setPen(QPen(QColor(250, 244, 226, 190), 2.0))
    painter.setBrush(fill)
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in shaft]))
    painter.restore()


def _bent_arrow(painter: QPainter, points: Sequence[QPointF], colour: str) -> None:
    """Paint an arrow along some points."""
    path, fill = QPainterPath(points[0]), QColor(colour)
    last = QLineF(points[-2], points[-1])
    neck = last.pointAt(max(0.0, 1 - 26 / max(26.0, last.length())))
    for point in (*points[1:-1], neck):
        path.lineTo(point)
    fill.setAlpha(210)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width in ((QColor(250, 244, 226, 200), 17.0), (fill, 12.0)):
        pen = QPen(ink, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    painter.save()
    painter.translate(points[-1])
    painter.rotate(-last.angle())
    painter.setPen(QPen(QColor(250, 244, 226, 200), 2.5))
    painter.setBrush(fill)
    painter.drawPolygon(QPolygonF([QPointF(0, 0), QPointF(-30, 18), QPointF(-30, -18)]))
    painter.restore()


def paint_tracks(
    painter: QPainter, sheet: Sheet, dice: Mapping[str, tuple[int, ...]], palette: Palette, lod: float
) -> None:
    """Paint the fortification tracks in the sea: a box for each level, the modifier of the die below it (1.5)."""
    for area, room in sheet.tracks.items():
        levels = dice.get(area, ())
        if levels:
            _track(painter, room, sheet.map.areas[area], levels, palette, lod)


def _track(painter: QPainter, room: QRectF, area: Area, dice: tuple[int, ...], palette: Palette, lod: float) -> None:
    side = room.width() / len(dice)
    size = grown(24, lod, FARTHEST)
    at = room.topLeft() - QPointF(0, max(20.0, 0.7 * size))
    write(painter, at, f"Fortress of {area.name}", serif(size, bold=True, italic=True), palette.ink, palette.town_halo)
    for n, level in enumerate(reversed(range(len(dice)))):
        cell = level_box(room, len(dice), level)
        share = n / max(1, len(dice) - 1)
        painter.setBrush(QColor(*(round(a + (b - a) * share) for a, b in ((150, 240), (130, 230), (104, 208)))))
        painter.setPen(QPen(QColor("#2e2012"), 2.2))
        painter.drawRect(cell)
        letter(painter, cell.center() - QPointF(0, side * 0.12), str(level), serif(side * 0.42, bold=True), "#2e2012")
        die = f"−{-dice[level]}" if dice[level] < 0 else str(dice[level])
        foot = QPointF(cell.center().x(), cell.bottom() - side * 0.2)
        if is_legible(side * 0.24, lod):
            letter(painter, foot, die, sans(side * 0.24, bold=True), "#962014")


def level_box(room: QRectF, count: int, level: int) -> QRectF:
    """Return the cell of a level on a track, the highest at the left."""
    side = room.width() / count
    return QRectF(room.left() + (count - 1 - level) * side, room.top(), side, room.height())


# --- The turn track in the sea: a cell for each turn, the impulse marker on the present one ------------------------

ROWS = 2
_HEAD = 44.0
_LAMP, _DARK = "#ffb52e", "#5a5348"


class TurnsLayer(BoardLayer):
    """The track of a scenario; `turn`, `side` and `passes` are those of the view shown."""

    def __init__(self) -> None:
        super().__init__()
        self.room: QRectF | None = None
        self.labels: tuple[str, ...] = ()
        self.turn, self.side, self.passes = 0, ALLIED, 0

    def lay(self, sheet: Sheet, scenario: Scenario) -> None:
        """Take another scenario."""
        self.set_bounds(sheet.bounds)
        self.room, self.turn = sheet.turns, 0
        self.labels = tuple(label_of(scenario, turn) for turn in range(1, scenario.turns + 1))

    def show_view(self, view: View) -> None:
        """Show turn and impulse of a view."""
        now = view.turn.number, view.impulse.side, view.impulse.passes
        if now != (self.turn, self.side, self.passes):
            self.turn, self.side, self.passes = now
            self.update()

    def cell(self, turn: int) -> QRectF:
        """Return the cell of a turn, row by row."""
        assert self.room is not None
        columns = -(-len(self.labels) // ROWS)
        wide, tall = self.room.width() / columns, (self.room.height() - _HEAD) / ROWS
        row, column = divmod(turn - 1, columns)
        return QRectF(self.room.left() + column * wide, self.room.top() + _HEAD + row * tall, wide, tall)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the track and the marker."""
        if self.room is None or not option.exposedRect.intersects(self.room):
            return
        palette, lod = palettes.current(), painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        title = serif(grown(24, lod, FARTHEST), bold=True, italic=True)
        write(painter, self.room.topLeft() + QPointF(0, 18), "Turns", title, palette.ink, palette.town_halo)
        for turn in range(1, len(self.labels) + 1):
            paint_cell(painter, self.cell(turn), turn, self.labels[turn - 1], palette, lod)
        if 1 <= self.turn <= len(self.labels):
            self._marker(painter, self.cell(self.turn))

    def _marker(self, painter: QPainter, cell: QRectF) -> None:
        side = min(cell.width() * 0.62, cell.height() * 0.74)
        box = QRectF(cell.right() - side - 5, cell.top() + 5, side, side)
        paint_impulse(painter, box, self.side, lit=self.passes > 0)


def label_of(scenario: Scenario, turn: int) -> str:
    """Return the days of a turn (1.2)."""
    first, last = scenario.dates(turn)
    return f"{first.day}–{last.day} {MONTHS[last.month - 1]}"


def paint_cell(painter: QPainter, cell: QRectF, turn: int, label: str, palette: Palette, lod: float) -> None:
    """Paint a cell of a turn track: its number, its days."""
    painter.setBrush(QColor(palette.box_paper))
    painter.setPen(QPen(QColor(palette.ink), 2.4))
    painter.drawRect(cell)
    tall = cell.height()
    letter(
        painter,
        cell.topLeft() + QPointF(tall * 0.22, tall * 0.28),
        str(turn),
        serif(tall * 0.36, bold=True),
        palette.ink,
    )
    size = min(tall * 0.2, cell.width() * 0.17)
    if is_legible(size, lod):
        foot = QPointF(cell.center().x(), cell.bottom() - size * 0.8)
        letter(painter, foot, label, sans(size), palette.ink)


def paint_impulse(painter: QPainter, box: QRectF, side: str, *, lit: bool) -> None:
    """Paint the impulse marker: the side to act, in its army's edge, and a lamp that burns after a pass (3)."""
    army = ARMIES["us" if side == ALLIED else "de"]
    outline = edge(army.nation, box)
    painter.fillPath(edge(army.nation, box.translated(2.4, 3.0)), QColor(20, 12, 4, 100))
    painter.fillPath(outline, QColor(army.ground))
    painter.strokePath(outline, QPen(QColor(army.keyline), 2.6))
    name = "Allied" if side == ALLIED else "German"
    letter(painter, box.center() - QPointF(0, box.height() * 0.24), name, sans(box.height() * 0.2, bold=True), army.ink)
    at, radius = box.center() + QPointF(0, box.height() * 0.18), box.height() * 0.19
    if lit:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(255, 196, 80, 110))
        painter.drawEllipse(at, radius * 1.6, radius * 1.6)
    painter.setPen(QPen(QColor(army.ink), 2.0))
    painter.setBrush(QColor(_LAMP if lit else _DARK))
    painter.drawEllipse(at, radius, radius)
    if lit:
        letter(painter, at, "1", sans(radius * 1.5, bold=True), "#241c05")
