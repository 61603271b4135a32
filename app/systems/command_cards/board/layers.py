"""The layers over the ground: lit sections, marks, obstacles, units, stands, dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.painted import BoardLayer, letter, serif, touch
from app.board.washes import Wash, paint_area, paint_resting, rgba
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.counters import (
    TALL,
    WIDE,
    Look,
    medal_spots,
    paint_counter,
    paint_medal,
    paint_obstacle,
    paint_stand,
    stand_note,
    stand_order,
)
from app.systems.command_cards.art.figures import draw_die
from app.systems.command_cards.board.geometry import (
    FOOT,
    FRAME,
    LINES,
    SIDE,
    STAND,
    center,
    field,
    from_left,
    hex_path,
    is_turned,
    region,
    section,
    whole,
)
from app.systems.command_cards.board.ground import paint_names, places
from app.systems.command_cards.board.plans import Marks
from app.systems.command_cards.seen import NOTHING
from app.text.names import NAMES
from rules.command_cards.charts import house_charts
from rules.command_cards.hexes import SECTIONS
from rules.command_cards.state import BattleMap, Exit
from rules.command_cards.view import SideView, View


def area_of(place: str) -> QRectF:
    """Return the bounds of a hex with what stands out of it."""
    return hex_path(place).boundingRect().adjusted(-8, -8, 8, 12)


def _touch_hexes(layer: BoardLayer, places: Iterable[str]) -> None:
    for place in places:
        touch(layer, area_of(place))


class SectionsLayer(BoardLayer):
    """Section lines with names at the edge of the player whose turn it is; sections not ordered are dimmed."""

    def __init__(self) -> None:
        super().__init__()
        self.edge, self.lit = "bottom", frozenset(SECTIONS)
        self.set_bounds(whole())

    def light(self, edge: str, lit: frozenset[str]) -> None:
        """Light the sections a card orders, as the player at an edge names them."""
        if (edge, lit) != (self.edge, self.lit):
            self.edge, self.lit = edge, lit
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the dimming, the lines and the names."""
        palette = palettes.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        every = len(self.lit) == len(SECTIONS)
        for name in SECTIONS:
            if name not in self.lit:
                dim = Wash(fill=QColor(palette.dim), hatch=rgba(palette.ink, 46), kind="falling", gap=11)
                paint_area(painter, section(name, self.edge), dim)
        for x in LINES:
            line = QLineF(x, field().top() - 6, x, field().bottom() + 6)
            for colour, width in ((palette.halo, 4.6), (palette.bad, 2.2)):
                pen = QPen(QColor(colour), width if every else width + 0.8)
                if colour == palette.bad:
                    pen.setDashPattern([5, 4])
                painter.setPen(pen)
                painter.drawLine(line)
        marks = (field().left(), *LINES, field().right())
        order = from_left(self.edge)
        near = (self.edge == "bottom") != is_turned()
        y = field().bottom() + 1 if near else field().top() - 1
        for n, name in enumerate(order):
            font = serif(14, bold=name in self.lit and not every, italic=True)
            letter(painter, QPointF((marks[n] + marks[n + 1]) / 2, y), name, font, palette.rust, palette.paper, 5.0)


def reach_washes(palette: palettes.Palette) -> tuple[Wash, Wash]:
    """Return how hexes are shown where a unit may move and battle, and where it may only move."""
    good, warn = QColor(palette.good), QColor(palette.warn)
    return (
        Wash(fill=rgba(good, 96), edge=good, edge_width=2.6, halo=rgba("#ffffff", 120), name="Move and battle"),
        Wash(rgba(warn, 46), rgba(warn, 170), "rising", 9, warn, 1.6, name="Move only"),
    )


class MarksLayer(BoardLayer):
    """Reach in two tones, targets, answers, objectives; the unit picked up and the one that is asked about."""

    def __init__(self) -> None:
        super().__init__()
        self.marks, self.picked = Marks(), ""
        self.view = NOTHING
        self.exits: Mapping[str, Sequence[str]] = {}
        self._shown: dict[str, list[object]] = {}
        self.at_rest = False
        self.on_shown: Callable[[], None] = lambda: None
        self.set_bounds(whole())

    def show_exits(self, ways: Iterable[Exit]) -> None:
        """Show the exits of both sides."""
        exits: dict[str, tuple[str, ...]] = {}
        for way in ways:
            exits[way.seat] = (*exits.get(way.seat, ()), *way.hexes)
        self.exits = exits
        self.update()

    def set_at_rest(self, at_rest: bool) -> None:
        """Paint only the edges of the reach, or everything."""
        if at_rest != self.at_rest:
            self.at_rest = at_rest
            self.update()

    def show_marks(self, view: View, marks: Marks, picked: str) -> None:
        """Show the marks of a question; only what differs is painted anew."""
        self.marks, self.picked, self.view = marks, picked, view
        shown = self._marked()
        differ = {place for place in {*shown, *self._shown} if shown.get(place) != self._shown.get(place)}
        self._shown = shown
        if differ:
            _touch_hexes(self, differ)
            self.on_shown()

    @property
    def washes(self) -> list[Wash]:
        """Return how the reach is shown, for the legend."""
        ways = {battle for battle, _ in self.marks.reach.values()}
        washes = zip((True, False), reach_washes(palettes.current()), strict=True)
        return [wash for battle, wash in washes if battle in ways]

    def _marked(self) -> dict[str, list[object]]:
        """Return by hex all that is painted there."""
        found: dict[str, list[object]] = {}
        for place, way in self.marks.reach.items():
            found.setdefault(place, []).append(way)
        for place in self.marks.answers:
            found.setdefault(place, []).append((self.marks.word, place in self.marks.dead))
        units = self.view.units
        for kind, names in enumerate((self.marks.movers, (self.picked,), (self.marks.asked,), self.marks.able)):
            for name in names:
                if name in units:
                    found.setdefault(units[name].hex, []).append(kind)
        for objective in self.view.objectives:
            for place in objective.hexes:
                found.setdefault(place, []).append(objective.held)
        return found

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the marks under the counters."""
        palette = palettes.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._objectives(painter, palette)
        full = [h for h, (battle, _) in self.marks.reach.items() if battle]
        half = [h for h, (battle, _) in self.marks.reach.items() if not battle]
        battling, moving = reach_washes(palette)
        paint = paint_resting if self.at_rest else paint_area
        paint(painter, region(half), moving)
        paint(painter, region(full), battling)
        for place in self.marks.answers:
            wash = Wash(
                fill=rgba(palette.glow, 190), edge=QColor(palette.good), edge_width=3.0, style=Qt.PenStyle.DashLine
            )
            paint_area(painter, hex_path(place, 0.94), wash)
            font = serif(14, bold=True, italic=True)
            letter(painter, center(place), self.marks.word, font, palette.good, palette.halo)
            if place in self.marks.dead:
                below = center(place) + QPointF(0, 15)
                letter(painter, below, "dead end", serif(12, bold=True), palette.bad, palette.halo)
        units = self.view.units
        for name in self.marks.movers:
            if name in units:
                edge = Wash(edge=QColor(palette.gold), edge_width=2.4, halo=rgba(palette.ink, 120))
                paint_area(painter, hex_path(units[name].hex, 0.93), edge)
        for name in self.marks.able:
            if name in units:
                edge = Wash(edge=QColor(palette.good), edge_width=2.2, halo=rgba(palette.halo, 150))
                paint_area(painter, hex_path(units[name].hex, 0.93), edge)
        for name, colour in ((self.picked, palette.gold), (self.marks.asked, palette.bad)):
            if name in units:
                wash = Wash(
                    fill=rgba(palette.glow, 150), edge=QColor(colour), edge_width=4.0, halo=rgba(palette.ink, 160)
                )
                paint_area(painter, hex_path(units[name].hex, 0.93), wash)

    def _objectives(self, painter: QPainter, palette: palettes.Palette) -> None:
        for objective in self.view.objectives:
            for place in objective.hexes:
                paint_area(painter, hex_path(place, 0.97), Wash(edge=QColor(palette.gold), edge_width=3.0))
                at = center(place) + QPointF(SIDE * 0.52, SIDE * 0.42)
                sign = "objective" if objective.held else ""
                paint_medal(painter, at, 9.0, sign, palette)
                side = NAMES[objective.seat][0]
                if not sign:
                    letter(painter, at, side, serif(11, bold=True), palette.ink, palette.halo)
        for seat, hexes in self.exits.items():
            for words, group in places(dict.fromkeys(hexes, f"{NAMES[seat]} exit")):
                middle = sum(center(place).x() for place in group) / len(group)
                above = QPointF(middle, min(center(place).y() for place in group) - SIDE * 0.5)
                letter(painter, above, words, serif(11, bold=True), palette.rust, palette.halo)


class FrontLayer(BoardLayer):
    """What lies before the counters: obstacles."""

    def __init__(self) -> None:
        super().__init__()
        self.obstacles: Mapping[str, str] = {}
        self.set_bounds(whole())

    def show_obstacles(self, obstacles: Mapping[str, str]) -> None:
        """Show the obstacles as they are now."""
        differ = {place for place in {*obstacles, *self.obstacles} if obstacles.get(place) != self.obstacles.get(place)}
        self.obstacles = dict(obstacles)
        _touch_hexes(self, differ)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the obstacles."""
        palette, exposed = palettes.current(), option.exposedRect
        for place, kind in self.obstacles.items():
            if area_of(place).intersects(exposed):
                paint_obstacle(painter, center(place) + QPointF(0, SIDE * 0.58), kind, palette)


class NamesLayer(BoardLayer):
    """Names of places, over rings and marks."""

    def __init__(self) -> None:
        super().__init__()
        self.map: BattleMap | None = None
        self.set_bounds(whole())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the names."""
        if self.map is not None:
            paint_names(painter, self.map, palettes.current(), option.exposedRect)


class TargetsLayer(BoardLayer):
    """Rings about targets, and the dice of reachable hexes."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: frozenset[str] = frozenset()
        self.chosen: tuple[str, ...] = ()
        self.reach: Mapping[str, int] = {}
        self.dice_shown = False
        self.set_bounds(whole())

    def show_marks(self, view: View, marks: Marks) -> None:
        """Show the targets of a question by their hexes, and the dice of each hex within reach."""
        units = view.units
        targets = frozenset(units[name].hex for name in marks.targets if name in units)
        reach = {place: dice for place, (_, dice) in marks.reach.items() if dice} if self.dice_shown else {}
        chosen = tuple(units[name].hex for name in marks.chosen if name in units)
        differ = {*(targets ^ self.targets), *(place for place, _ in reach.items() ^ self.reach.items())}
        differ |= {*chosen, *self.chosen} if chosen != self.chosen else set()
        self.targets, self.reach, self.chosen = targets, reach, chosen
        _touch_hexes(self, differ)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint rings and dice."""
        palette = palettes.current()
        for place in self.targets:
            self._ring(painter, center(place) + FOOT * 0.5, palette)
        for number, place in enumerate(self.chosen, 1):
            self._chosen(painter, center(place) + FOOT * 0.5, number, palette)
        for place, dice in self.reach.items():
            draw_die(painter, QRectF(center(place) - QPointF(9, 22), center(place) + QPointF(9, -4)), "")
            letter(painter, center(place) - QPointF(0, 13), str(dice), serif(13, bold=True), "#2e2012")

    def _chosen(self, painter: QPainter, at: QPointF, number: int, palette: palettes.Palette) -> None:
        """Mark a target of the strike: a full ring on a tinted hex, and its number."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(rgba(palette.bad, 70))
        painter.drawEllipse(at, 36.0, 36.0)
        self._ring(painter, at, palette, 4.6)
        spot = at + QPointF(25, -25)
        painter.setPen(QPen(QColor(palette.halo), 1.6))
        painter.setBrush(QColor("#b3261c"))
        painter.drawEllipse(spot, 10.5, 10.5)
        letter(painter, spot, str(number), serif(15, bold=True), "#fff6e0")

    def _ring(self, painter: QPainter, at: QPointF, palette: palettes.Palette, wide: float = 2.6) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((palette.halo, wide + 2.4), (palette.bad, wide)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawEllipse(at, 34.0, 34.0)
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                painter.drawLine(at + QPointF(x, y) * 26, at + QPointF(x, y) * 38)


class StandsLayer(BoardLayer):
    """The medal stands at both edges; `notes` are words for the upper and the lower one."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: dict[str, tuple[SideView, bool]] = {}
        self._coming: Mapping[str, int] = {}
        self.charts = house_charts()
        self.notes: Callable[[], tuple[str, str]] = lambda: ("", "")
        self.set_bounds(whole())

    def await_medals(self, coming: Mapping[str, int]) -> None:
        """Leave out so many of the last medals of each side: they are on their way."""
        if coming != self._coming:
            self._coming = coming
            self.update()

    def spot(self, seat: str, number: int) -> QPointF | None:
        """Return where a medal of a side lies, counted from 0."""
        boxes = dict(zip(self._shown, stands(), strict=False))
        spots = medal_spots(boxes[seat], self._shown[seat][0])[0] if seat in boxes else []
        return spots[number] if 0 <= number < len(spots) else None

    def show_sides(self, sides: Mapping[str, SideView], turn: str) -> None:
        """Show what is on the stands and whose turn it is."""
        order = stand_order(sides)
        shown = {seat: (sides[seat], seat == turn) for seat in (reversed(order) if is_turned() else order)}
        before, self._shown = self._shown, shown
        if list(before) != list(shown):
            self.update()
        for seat, box in zip(shown, stands(), strict=True):
            if before.get(seat) != shown[seat]:
                self.update(box.adjusted(-4, -4, 4, 4))

    def at(self, point: QPointF) -> str:
        """Return the side whose stand is at a point, or ""."""
        return next((seat for seat, box in zip(self._shown, stands(), strict=False) if box.contains(point)), "")

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint both stands."""
        palette = palettes.current()
        for (seat, (side, on_turn)), box, note in zip(self._shown.items(), stands(), self.notes(), strict=False):
            if option.exposedRect.intersects(box):
                coming = self._coming.get(seat, 0)
                paint_stand(painter, box, NAMES[seat], side, self.charts, palette, on_turn=on_turn, coming=coming)
                stand_note(painter, box, note, palette)


def stands() -> tuple[QRectF, QRectF]:
    """Return the boxes of both stands, top and bottom."""
    room = field().adjusted(-FRAME, -FRAME, FRAME, FRAME)
    top = QRectF(room.left(), room.top() - STAND, room.width(), STAND - 4)
    return top, top.translated(0, room.height() + STAND + 4)


class UnitItem(QGraphicsItem):
    """The counter of a unit."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    def show_look(self, look: Look) -> None:
        """Show another state."""
        if look != self.look:
            self.look = look
            self.update()

    def boundingRect(self) -> QRectF:
        """Return the counter with its rim, badge and shadow."""
        return QRectF(-WIDE / 2 - 8, -TALL / 2 - 8, WIDE + 16, TALL + 16)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the counter."""
        paint_counter(painter, QRectF(-WIDE / 2, -TALL / 2, WIDE, TALL), self.look)
