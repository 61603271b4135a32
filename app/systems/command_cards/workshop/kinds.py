"""What the tray of Battle Cards holds: kinds of units, obstacles and ground, and how they look there."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from app.board.painted import pixmap_of
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.counters import TALL, WIDE, Look, counter_pixmap, paint_obstacle
from app.systems.command_cards.art.terrain import TERRAIN, fields, hexagon
from app.systems.command_cards.board.ground import WIDTHS
from app.systems.command_cards.sides import SIDES
from app.systems.command_cards.text.names import kind_name
from app.text.names import NAMES
from app.workshop.table import TrayPiece
from rules.command_cards.charts import Charts
from rules.command_cards.state import Scenario
from rules.command_cards.terrain import BUNKER
from rules.command_cards.view import View
from rules.engine.english import capital

UNIT, OBSTACLE, TERRAIN_KIND, ROAD = "unit", "obstacle", "terrain", "road"
BRUSHES = (TERRAIN_KIND, ROAD)


class Kind(NamedTuple):
    """A kind of piece in the tray: what it is, its kind of unit, obstacle or terrain, and its side or ""."""

    what: str
    kind: str
    seat: str = ""

    @property
    def id(self) -> str:
        """Return what it is carried as."""
        return ":".join(self)

    def name(self, charts: Charts) -> str:
        """Return what it is called."""
        if self.what == ROAD:
            return "road"
        side = f"{NAMES[self.seat]} " if self.seat else ""
        return f"{side}{kind_name(self.kind, charts)}"


def kinds(charts: Charts) -> list[Kind]:
    """Return the kinds of pieces: units by side, obstacles, ground."""
    units = [Kind(UNIT, kind, seat) for seat in SIDES for kind in charts.units]
    ground = [*(Kind(TERRAIN_KIND, kind) for kind in charts.terrains), Kind(ROAD, "")]
    return [*units, *obstacle_kinds(charts), *ground]


def kind_of(piece: str) -> Kind | None:
    """Return the kind that a piece of the tray is, None for anything else."""
    parts = piece.split(":")
    return Kind(*parts) if len(parts) == len(Kind._fields) else None


def obstacle_kinds(charts: Charts) -> list[Kind]:
    """Return the kinds of obstacles, bunkers for each side."""
    plain = [Kind(OBSTACLE, kind) for kind in charts.obstacles if kind != BUNKER]
    return [*plain, *(Kind(OBSTACLE, BUNKER, seat) for seat in SIDES)]


def tray(scenario: Scenario, view: View) -> list[TrayPiece]:
    """Return all kinds of pieces by groups, with how many of them are on the board."""
    standing = Counter(Kind(UNIT, unit.kind, unit.seat) for unit in view.units.values())
    standing.update(Kind(OBSTACLE, kind, scenario.bunkers.get(at, "")) for at, kind in view.obstacles.items())
    return [_piece(kind, standing[kind], scenario.charts) for kind in kinds(scenario.charts)]


def _piece(kind: Kind, count: int, charts: Charts) -> TrayPiece:
    name = kind.name(charts)
    if kind.what == UNIT:
        group, short = f"{NAMES[kind.seat]} units", kind_name(kind.kind, charts)
    else:
        group, short = "Obstacles" if kind.what == OBSTACLE else "Ground", name
    return TrayPiece(kind.id, capital(short), group, capital(name), endless=True, count=count)


def look_of(piece: str, charts: Charts) -> Look | None:
    """Return how a unit of the tray looks, None for anything else."""
    kind = kind_of(piece)
    unit = charts.units.get(kind.kind) if kind is not None and kind.what == UNIT else None
    return None if kind is None or unit is None else Look(unit, kind.seat, unit.figures, unit.figures)


def icon(piece: str, charts: Charts, size: int, ratio: float) -> QPixmap | None:
    """Return the picture of a piece of the tray, `size` pixels high."""
    kind, look = kind_of(piece), look_of(piece, charts)
    if look is not None:
        return counter_pixmap(look, size, ratio)
    wide = round(size * WIDE / TALL)
    return (
        None
        if kind is None or kind.what == UNIT
        else pixmap_of(wide, size, ratio, lambda painter: _paint(painter, kind, wide, size))
    )


def _paint(painter: QPainter, kind: Kind, wide: int, size: int) -> None:
    palette, middle = palettes.current(), QPointF(wide / 2, size / 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(middle)
    if kind.what == OBSTACLE:
        painter.scale(wide / 46, wide / 46)
        paint_obstacle(painter, QPointF(), kind.kind, palette)
        return
    painter.scale(size / 100, size / 100)
    painter.setClipPath(hexagon(QPointF(), 48))
    TERRAIN.get(kind.kind, fields)(painter, QPointF(), 48, Random(1), palette)
    line = QLineF(-50, 0, 50, 0)
    if kind.kind in WIDTHS:
        for colour, more in ((palette.bank, 4), (palette.water, 0)):
            painter.setPen(QPen(QColor(colour), WIDTHS[kind.kind] + more))
            painter.drawLine(line)
    if kind.what == ROAD or kind.kind in ("bridge", "ford"):
        style = Qt.PenStyle.DashLine if kind.kind == "ford" else Qt.PenStyle.SolidLine
        for colour, thick in ((palette.road_edge, 16), (palette.road, 10)):
            painter.setPen(QPen(QColor(colour), thick, style))
            painter.drawLine(QLineF(0, -50, 0, 50))
    painter.setClipping(False)
    painter.setPen(QPen(QColor(palette.grid), 2.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(hexagon(QPointF(), 48))
