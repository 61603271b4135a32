"""The tools of the brush, each with its key and stroke, and the wash over what they have gone over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.board import hexes as geometry
from app.board.painted import BoardLayer, touch
from app.systems.company_scale.board.ground.palette import Palette
from app.systems.company_scale.text.names import TERRAIN
from app.theme import faces
from rules.company_scale.battle_map import GroundCharts, MapHex, Terrain
from rules.company_scale.loading import ground, ground_lines
from rules.company_scale.loading.ground_rows import levels
from rules.company_scale.loading.map_checks import LETTERS, WATER, letters
from rules.engine.english import counted
from rules.engine.frozen import frozen
from rules.files.problems import Data
from rules.hexes.grid import Side, hex_name, hexside, hexsides

# --- The tools of the brush: what each draws, its key, and the stroke it makes of a map ----------------------------

Map = Mapping[str, Data]
FILL = 0
"""The size of a brush that fills the connected area."""
OFF = "#"
PLAIN = "."


class Kind(Enum):
    """What a tool draws."""

    TERRAIN = "Terrain"
    LEVEL = "Levels"
    HEXSIDE = "Hexsides"
    ROAD = "Roads"
    NAME = "Names"
    ENTRY = "Entries"


BY_HEX = (Kind.TERRAIN, Kind.LEVEL)
"""Tools that cover hexes with the size of the brush."""


@frozen
class Tool:
    """A tool: what it draws, its words, its key. A level of "+" or "-" is one more or less."""

    kind: Kind
    what: str
    words: str
    key: str


TOOLS: Sequence[Tool] = (
    *(
        Tool(Kind.TERRAIN, letter, TERRAIN[terrain.value], key)
        for (letter, terrain), key in zip(LETTERS.items(), "1234567", strict=True)
    ),
    Tool(Kind.TERRAIN, WATER, "Water", "8"),
    Tool(Kind.TERRAIN, OFF, "Off the map", "9"),
    Tool(Kind.LEVEL, "+", "Higher", "H"),
    Tool(Kind.LEVEL, "-", "Lower", "L"),
    Tool(Kind.LEVEL, "1", "Level 1", "I"),
    Tool(Kind.LEVEL, "2", "Level 2", "O"),
    Tool(Kind.LEVEL, "3", "Level 3", "P"),
    Tool(Kind.HEXSIDE, "stream", "Stream", "Q"),
    Tool(Kind.HEXSIDE, "river", "River", "W"),
    Tool(Kind.HEXSIDE, "slope", "Slope", "E"),
    Tool(Kind.HEXSIDE, "steep_slope", "Steep slope", "R"),
    Tool(Kind.HEXSIDE, "ridge", "Ridge", "T"),
    Tool(Kind.HEXSIDE, "gray", "Gray", "Y"),
    Tool(Kind.ROAD, "evacuation", "Evacuation Road", "S"),
    Tool(Kind.ROAD, "paved", "Paved road", "A"),
    Tool(Kind.ROAD, "trail", "Trail", "D"),
    Tool(Kind.ROAD, "railroad", "Railroad", "F"),
    *(
        Tool(Kind.NAME, kind, kind.capitalize(), "")
        for kind in ("city", "town", "village", "hamlet", "hill", "river", "region")
    ),
    Tool(Kind.ENTRY, "", "Way in or out", "U"),
)


def called(tool: Tool, charts: GroundCharts) -> str:
    """Return what a tool is called: the ground that it draws has its name from the charts."""
    if tool.kind is Kind.TERRAIN:
        return charts.names[LETTERS[tool.what]] if tool.what in LETTERS else tool.words
    return charts.names.get(tool.what, tool.words) if tool.kind in (Kind.HEXSIDE, Kind.ROAD) else tool.words


@frozen
class Stroke:
    """What a tool went over: hexes in order, or hexsides; `erases` takes away what the tool draws, `text` a name."""

    tool: Tool
    hexes: Sequence[int] = ()
    sides: Sequence[Side] = ()
    erases: bool = False
    text: str = ""

    def words(self, charts: GroundCharts) -> str:
        """Return what the stroke is called when it is undone, with what the charts call the ground."""
        named = called(self.tool, charts).lower()
        what = f"no {named}" if self.erases else named
        if self.tool.kind is Kind.HEXSIDE:
            return f"{what} along {counted(len(self.sides), 'hexside')}"
        if self.tool.kind is Kind.ROAD and len(self.hexes) > 1:
            return f"{what} from {hex_name(self.hexes[0])} to {hex_name(self.hexes[-1])}"
        where = hex_name(self.hexes[0]) if len(self.hexes) == 1 else counted(len(self.hexes), "hex")
        return f"{self.text.strip() or what} in {where}"

    def on(self, data: Map) -> Mapping[str, Data]:
        """Return a map after the stroke; raise CannotPlace."""
        tool, what = self.tool, self.tool.what
        if tool.kind is Kind.TERRAIN:
            return ground.painted(data, self.hexes, PLAIN if self.erases else what)
        if tool.kind is Kind.LEVEL:
            if what in "+-" and not self.erases:
                return ground.lifted(data, self.hexes, 1 if what == "+" else -1)
            return ground.leveled(data, self.hexes, ground.LOWEST if self.erases else int(what))
        if tool.kind is Kind.HEXSIDE:
            draw = ground_lines.without_hexsides if self.erases else ground_lines.with_hexsides
            return draw(data, what, self.sides)
        if tool.kind is Kind.ROAD:
            return self._road(data)
        if self.erases:
            return ground.without(data, "names" if tool.kind is Kind.NAME else "entries", self.hexes)
        if tool.kind is Kind.NAME:
            return ground.with_name(data, self.hexes[0], self.text, what)
        return ground.with_entry(data, self.hexes[0], self.text)

    def _road(self, data: Map) -> Mapping[str, Data]:
        if not self.erases:
            return ground_lines.with_road(data, self.tool.what, self.hexes)
        sides = [hexside(a, b) for a, b in pairwise(self.hexes)]
        if not sides:
            sides = ground_lines.roads_from(data, self.tool.what, self.hexes[0])
        return ground_lines.without_road(data, self.tool.what, sides)


def covered(data: Map, tool: Tool, at: int, size: int) -> list[int]:
    """Return the hexes that a brush covers; FILL takes the connected area."""
    if tool.kind not in BY_HEX:
        return [at]
    return ground.brush(data, at, size) if size else ground.alike(data, at, level=tool.kind is Kind.LEVEL)


def found(data: Map, tool: Tool, at: int, side: Side | None) -> Tool | None:
    """Return the tool that draws what is under the pointer: a hexside near it, else what is of the kind in use."""
    kinds = ground_lines.kinds_at(data, side) if side is not None else []
    roads = [kind for each in hexsides(at) for kind in ground_lines.roads_at(data, each)]
    here: Mapping[Kind, Sequence[str]] = {
        Kind.HEXSIDE: kinds,
        Kind.ROAD: roads,
        Kind.LEVEL: [str(levels(data).get(at, ""))],
        Kind.NAME: ground.kinds_of_name(data, at),
        Kind.ENTRY: [""] if ground.entry_at(data, at) else [],
        Kind.TERRAIN: [letters(data).get(at, "")],
    }
    order = (Kind.HEXSIDE, tool.kind, Kind.TERRAIN)
    wanted = ((kind, what) for kind in order for what in here[kind])
    known = {(each.kind, each.what): each for each in TOOLS}
    return next((known[pair] for pair in wanted if pair in known), None)


# --- The wash: flat colours, lines and words over what the brush has gone over -------------------------------------

ERASED = QColor(178, 34, 34, 110)
OUTLINE = QColor(40, 30, 10, 190)
SHARE = 0.82
"""How much of the ground a wash hides."""
WIDE: Mapping[str, float] = {"river": 9.0, "stream": 4.5, "steep_slope": 7.0, "slope": 4.5, "ridge": 7.0, "gray": 7.0}


def colour_of(tool: Tool, palette: Palette) -> QColor:
    """Return the colour in which a tool washes."""
    colours: Mapping[tuple[Kind, str], str] = {
        (Kind.TERRAIN, "."): palette.levels[0][0],
        (Kind.TERRAIN, "w"): palette.woods,
        (Kind.TERRAIN, "v"): palette.vines[0],
        (Kind.TERRAIN, "m"): palette.marsh,
        (Kind.TERRAIN, "~"): palette.water,
        (Kind.TERRAIN, "#"): palette.table,
        **{(Kind.TERRAIN, letter): palette.roofs[0] for letter in "VTC"},
        **{(Kind.LEVEL, str(level)): palette.levels[level - 1][0] for level in (1, 2, 3)},
        (Kind.LEVEL, "+"): palette.levels[2][0],
        (Kind.LEVEL, "-"): palette.levels[0][0],
        (Kind.HEXSIDE, "stream"): palette.water,
        (Kind.HEXSIDE, "river"): palette.water,
        (Kind.HEXSIDE, "slope"): palette.slope,
        (Kind.HEXSIDE, "steep_slope"): palette.steep,
        (Kind.HEXSIDE, "ridge"): palette.ridge,
        (Kind.HEXSIDE, "gray"): palette.gray_side,
        (Kind.ROAD, "evacuation"): palette.evacuation,
        (Kind.ROAD, "paved"): palette.paved,
        (Kind.ROAD, "trail"): palette.trail,
        (Kind.ROAD, "railroad"): palette.rail,
    }
    return QColor(colours.get((tool.kind, tool.what), palette.number))


def flat_colour(here: MapHex | None, is_water: bool, palette: Palette) -> QColor:
    """Return the colour of a hex without relief: of its terrain, or of its level if it is clear."""
    if here is None:
        return QColor(palette.water if is_water else palette.table)
    letter = next(letter for letter, terrain in LETTERS.items() if terrain is here.terrain)
    if here.terrain is Terrain.CLEAR:
        return QColor(palette.levels[here.level - 1][0])
    return colour_of(Tool(Kind.TERRAIN, letter, "", ""), palette)


class WashItem(BoardLayer):
    """Paint strokes that the ground does not show yet, and the outline of what the next one would cover."""

    def __init__(self) -> None:
        super().__init__()
        self.strokes: list[Stroke] = []
        self.ahead: tuple[tuple[int, ...], Side | None] = (), None
        self.palette: Palette | None = None

    def show_strokes(self, strokes: Sequence[Stroke]) -> None:
        """Show strokes in place of those before; what they share is not painted anew."""
        changed = [stroke for stroke in (*strokes, *self.strokes) if (stroke in strokes) != (stroke in self.strokes)]
        self.strokes = list(strokes)
        for box in filter(None, map(_box, changed)):
            touch(self, box)

    def show_ahead(self, hexes: Sequence[int], side: Side | None) -> None:
        """Show what the brush would cover."""
        new = tuple(hexes), side
        if new == self.ahead:
            return
        old, self.ahead = self.ahead, new
        for at, line in (old, new):
            for each in (*at, *(line or ())):
                touch(self, geometry.hex_rect(each).adjusted(-6, -6, 6, 6))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the exposed strokes."""
        if self.palette is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for stroke in self.strokes:
            box = _box(stroke)
            if box is not None and box.intersects(option.exposedRect):
                self._paint_stroke(painter, stroke, self.palette)
        hexes, side = self.ahead
        pen = QPen(OUTLINE, 2.0)
        pen.setCosmetic(True)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPath(geometry.region_path(hexes))
        if side is not None:
            _paint_side(painter, side, QColor(OUTLINE), 5.0)

    def _paint_stroke(self, painter: QPainter, stroke: Stroke, palette: Palette) -> None:
        colour = QColor(ERASED) if stroke.erases else colour_of(stroke.tool, palette)
        kind = stroke.tool.kind
        if kind in (Kind.TERRAIN, Kind.LEVEL):
            colour.setAlphaF(colour.alphaF() * SHARE)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            for at in stroke.hexes:
                painter.drawPolygon(geometry.polygon(at))
        elif kind is Kind.HEXSIDE:
            for side in stroke.sides:
                _paint_side(painter, side, colour, WIDE[stroke.tool.what])
        elif kind is Kind.ROAD:
            line = QPolygonF([geometry.center(at) for at in stroke.hexes])
            for each, width in ((OUTLINE, 8.0), (colour, 5.0)):
                painter.setPen(QPen(each, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.drawPolyline(line)
        elif stroke.text and not stroke.erases:
            painter.setPen(QPen(QColor(palette.number)))
            painter.setFont(faces.serif("heading"))
            middle = geometry.center(stroke.hexes[0])
            room = QRectF(middle - QPointF(200, 34), middle + QPointF(200, -8))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, stroke.text)


def _paint_side(painter: QPainter, side: Side, colour: QColor, width: float) -> None:
    painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(geometry.hexside(*side))


def _box(stroke: Stroke) -> QRectF | None:
    """Return the rectangle around a stroke."""
    box = QRectF()
    for at in (*stroke.hexes, *(at for side in stroke.sides for at in side)):
        box = box.united(geometry.hex_rect(at))
    room = 200 if stroke.text else 6
    return None if box.isEmpty() else box.adjusted(-room, -6, room, 6)
