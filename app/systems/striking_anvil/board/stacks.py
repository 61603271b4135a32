"""The counters of both sides: stacks in areas, spread out in trays and boxes, plates with numbers from afar, a fan."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.painted import BoardLayer, alone, letter
from app.systems.striking_anvil.art import tokens as palettes
from app.systems.striking_anvil.art.counters import ARMIES, Look, edge, ground_of, paint_counter, sans
from app.systems.striking_anvil.board.geometry import COUNTER, Sheet
from rules.engine.frozen import frozen
from rules.striking_anvil.scenario import ALLIED, SIDES
from rules.striking_anvil.view import View

DEPTH = 4
"""Counters of a stack that are seen."""
STEP = 8.0
FAR = 26.0
"""Below this width of a counter in pixels, areas show plates with numbers."""
PLATE = (30.0, 19.0)
"""Width and height of a plate in pixels."""
FAN = 7
"""Counters in a row of a fan."""
_ORDER = {"combat": 0, "support": 1, "cd": 2, "train": 3, "transport": 4}
_KEPT = 900


@frozen
class Lying:
    """A counter that is seen: the unit, its place and side, its middle and width."""

    unit: str
    place: str
    side: str
    at: QPointF
    size: float = COUNTER


@frozen
class Stack:
    """The units of a side in a place, the top one first, with their numbers."""

    place: str
    side: str
    units: tuple[str, ...]
    strength: int = 0
    good: int = 0
    bonus: int = 0


def ordered(units: Sequence[str], view: View) -> tuple[str, ...]:
    """Return units with the top one first: Good Order before Disorganized, combat by strength, support, transports."""

    def rank(unit: str) -> tuple[bool, int, int, str, str]:
        told = view.units[unit]
        return told.disorganized, _ORDER[told.kind], -told.strength, told.division or "", unit

    return tuple(sorted(units, key=rank))


def stacks_of(view: View) -> Iterator[Stack]:
    """Yield the stacks of a view, area by area, then box by box."""
    for area in view.areas:
        for side in SIDES:
            told = area.stacks[side]
            if told.units:
                units = ordered(told.units, view)
                yield Stack(area.id, side, units, told.strength, told.good, told.bonus)
    for box in view.boxes:
        for side in SIDES:
            inside = [unit for unit in box.units if view.units[unit].side == side]
            if inside:
                yield Stack(box.id, side, ordered(inside, view), sum(view.units[u].strength for u in inside))


class StacksLayer(BoardLayer):
    """Show every counter; `fan` lays one stack out, `held` units are hidden while they are carried."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet: Sheet | None = None
        self.looks: dict[str, Look] = {}
        self.stacks: tuple[Stack, ...] = ()
        self.fan: tuple[str, str] | None = None
        self.selected: frozenset[str] = frozenset()
        self.candidates: frozenset[str] = frozenset()
        self.held: frozenset[str] = frozenset()
        self.scale_seen = 1.0
        self._pictures: dict[tuple[Look, int], QPixmap] = {}

    def lay(self, sheet: Sheet) -> None:
        """Clear the board for another map."""
        self.sheet, self.stacks, self.fan = sheet, (), None
        self.set_bounds(sheet.bounds)

    def show(self, view: View) -> None:  # type: ignore[override]
        """Show the units of a view."""
        self.looks = {unit: Look.of(told) for unit, told in view.units.items()}
        self.stacks = tuple(stacks_of(view))
        if self.fan is not None and self.stack(*self.fan) is None:
            self.fan = None
        self.update()

    def restyle(self) -> None:
        """Draw every counter anew in the colours of the present theme."""
        self._pictures.clear()
        self.update()

    def stack(self, place: str, side: str) -> Stack | None:
        """Return the stack of a side in a place, or None."""
        return next((one for one in self.stacks if (one.place, one.side) == (place, side)), None)

    def is_far(self, scale: float) -> bool:
        """Tell whether areas show plates instead of counters at a scale."""
        return COUNTER * scale < FAR

    def lying(self, stack: Stack) -> list[Lying]:
        """Return where the counters of a stack are seen, the lowest first."""
        assert self.sheet is not None
        shown = [unit for unit in stack.units if unit not in self.held]
        size = COUNTER
        if self.fan == (stack.place, stack.side):
            spots = self.fan_spots(stack)
        else:
            spots = list(self.sheet.slots(stack.place, stack.side, len(stack.units)))
            size = self.sheet.spread(stack.place, stack.side, len(stack.units))
        if spots:  # what is carried leaves its spot empty
            pairs = [pair for pair in zip(stack.units, spots, strict=False) if pair[0] in shown]
        else:
            at, top = self.sheet.stand(stack.place, stack.side), shown[:DEPTH]
            pairs = [(unit, at + QPointF(n, -n) * STEP) for n, unit in enumerate(reversed(top))][::-1]
        return [Lying(unit, stack.place, stack.side, at, size) for unit, at in reversed(pairs)]

    def fan_spots(self, stack: Stack) -> list[QPointF]:
        """Return where the counters of a stack lie while it is fanned out, in rows inside the board."""
        assert self.sheet is not None
        step, count = COUNTER + 8, len(stack.units)
        columns = min(FAN, count)
        rows = -(-count // columns)
        room = self.sheet.bounds.adjusted(COUNTER, COUNTER, -COUNTER, -COUNTER)
        at = self.sheet.stand(stack.place, stack.side)
        left = min(max(at.x() - (columns - 1) * step / 2, room.left()), room.right() - (columns - 1) * step)
        top = min(max(at.y() - (rows - 1) * step / 2, room.top()), room.bottom() - (rows - 1) * step)
        return [QPointF(left + n % columns * step, top + n // columns * step) for n in range(count)]

    def at(self, point: QPointF, scale: float) -> Lying | None:
        """Return the counter at a scene point, the upper one first; from afar a plate stands for its top counter."""
        for stack in sorted(self.stacks, key=lambda one: (one.place, one.side) != self.fan):
            if self._is_plate(stack, scale):
                if self.plate(stack, scale).contains(point):
                    return Lying(stack.units[0], stack.place, stack.side, point)
                continue
            for one in reversed(self.lying(stack)):
                away = point - one.at
                if max(abs(away.x()), abs(away.y())) <= one.size / 2:
                    return one
        return None

    def _is_plate(self, stack: Stack, scale: float) -> bool:
        assert self.sheet is not None
        return self.is_far(scale) and stack.place in self.sheet.map.areas and self.fan != (stack.place, stack.side)

    def plate(self, stack: Stack, scale: float) -> QRectF:
        """Return the plate that stands for a stack from afar, 30 by 19 pixels, beside that of the other side."""
        assert self.sheet is not None
        wide, tall = PLATE[0] / scale, PLATE[1] / scale
        at = self.sheet.stand(stack.place, stack.side)
        other = next((s for s in SIDES if s != stack.side and self.stack(stack.place, s) is not None), "")
        if other:
            away = at - self.sheet.stand(stack.place, other)
            lack = wide + 3 / scale - abs(away.x())
            if lack > 0 and abs(away.y()) < tall:
                at += QPointF(lack / 2 * (-1 if stack.side == ALLIED else 1), 0)
        return QRectF(at.x() - wide / 2, at.y() - tall / 2, wide, tall)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the stacks in the exposed part, the fanned one last."""
        if self.sheet is not None:
            self.draw(painter, option.exposedRect, painter.worldTransform().m11())

    def draw(self, painter: QPainter, exposed: QRectF, scale: float) -> None:
        """Draw the stacks in a part of the board as they are seen at a scale, in pixels to a scene unit."""
        assert self.sheet is not None
        room = exposed.adjusted(-4 * COUNTER, -4 * COUNTER, 4 * COUNTER, 4 * COUNTER)
        for stack in sorted(self.stacks, key=lambda one: (one.place, one.side) == self.fan):
            fanned = self.fan == (stack.place, stack.side)
            if not fanned and not room.contains(self.sheet.stand(stack.place, stack.side)):
                continue
            if self._is_plate(stack, scale):
                self._paint_plate(painter, stack, scale)
            else:
                self._paint_stack(painter, stack, scale, fanned=fanned)

    def _paint_stack(self, painter: QPainter, stack: Stack, scale: float, *, fanned: bool) -> None:
        lying = self.lying(stack)
        if fanned and lying:
            self._paint_fan(painter, lying)
        for one in lying:
            self.paint_unit(painter, one.unit, one.at, scale, one.size)
        shown = len([unit for unit in stack.units if unit not in self.held])
        if shown > 1 and len(lying) <= DEPTH and not fanned and lying and not self._is_spread(stack):
            self._paint_count(painter, lying[-1].at + QPointF(COUNTER, -COUNTER) * 0.5, shown)

    def _is_spread(self, stack: Stack) -> bool:
        assert self.sheet is not None
        return bool(self.sheet.slots(stack.place, stack.side, 1))

    def _paint_fan(self, painter: QPainter, lying: Sequence[Lying]) -> None:
        palette = palettes.current()
        room = QRectF(lying[0].at, lying[0].at)
        for one in lying:
            room = room.united(QRectF(one.at, one.at).adjusted(-1, -1, 1, 1))
        room = room.adjusted(-COUNTER * 0.66, -COUNTER * 0.66, COUNTER * 0.66, COUNTER * 0.66)
        painter.setPen(QPen(QColor(palette.ink), 2.0))
        paper = QColor(palette.paper)
        paper.setAlpha(235)
        painter.setBrush(paper)
        painter.drawRoundedRect(room, 12, 12)

    def paint_unit(self, painter: QPainter, unit: str, at: QPointF, scale: float, size: float = COUNTER) -> None:
        """Paint one counter with its rim: gold when selected, dashed when it could be."""
        look = self.looks[unit]
        box = QRectF(at.x() - size / 2, at.y() - size / 2, size, size)
        self._paint_rim(painter, look, box, unit)
        pixels = max(8, round(size * scale * painter.device().devicePixelRatioF()))
        margin = size * 0.14
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        picture = self._picture(look, pixels)
        painter.drawPixmap(box.adjusted(-margin, -margin, margin, margin), picture, QRectF(picture.rect()))

    def _paint_rim(self, painter: QPainter, look: Look, box: QRectF, unit: str) -> None:
        army = ARMIES[look.nation]
        if unit in self.selected:
            rims = (("#241c05", 12.0, Qt.PenStyle.SolidLine), ("#ffc61a", 8.5, Qt.PenStyle.SolidLine))
        elif unit in self.candidates:
            rims = (("#082a30", 9.5, Qt.PenStyle.SolidLine), ("#19c3d8", 6.5, Qt.PenStyle.DashLine))
        else:
            return
        outline = edge(army.nation, box.adjusted(-2, -2, 2, 2))
        for colour, width, style in rims:
            painter.strokePath(outline, QPen(QColor(colour), width, style))

    def _picture(self, look: Look, pixels: int) -> QPixmap:
        key = (look, pixels)
        if key not in self._pictures:
            if len(self._pictures) >= _KEPT:
                self._pictures.clear()
            side = round(pixels * 1.28)
            picture = QPixmap(side, side)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            inset = side * 0.14 / 1.28
            paint_counter(painter, QRectF(inset, inset, side - 2 * inset, side - 2 * inset), look, pixels)
            painter.end()
            self._pictures[key] = alone(picture)
        return self._pictures[key]

    def _paint_count(self, painter: QPainter, at: QPointF, count: int) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor("#2e2012"), 2.0))
        painter.setBrush(QColor("#fbf3dc"))
        painter.drawEllipse(at, 14.0, 14.0)
        letter(painter, at, str(count), sans(17, bold=True), "#2e2012")

    def _paint_plate(self, painter: QPainter, stack: Stack, scale: float) -> None:
        """Paint a plate in the edge of its side: strength, below it how many counters; a bar where all are done for."""
        box, nation = self.plate(stack, scale), "us" if stack.side == ALLIED else "de"
        if all(unit in self.held for unit in stack.units):
            return
        army, unit = ARMIES[nation], 1 / scale
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.translate(box.center())
        painter.scale(unit, unit)
        plate = QRectF(-PLATE[0] / 2, -PLATE[1] / 2, *PLATE)
        radius = 5 if stack.side == ALLIED else 0.5
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 12, 4, 90))
        painter.drawRoundedRect(plate.translated(1.2, 1.6), radius, radius)
        chosen = bool(self.selected.intersection(stack.units))
        can = bool(self.candidates.intersection(stack.units))
        ring = "#ffc61a" if chosen else "#19c3d8" if can else army.keyline
        painter.setPen(QPen(QColor(ring), 2.4 if chosen or can else 1.2))
        painter.setBrush(QColor(ground_of(nation)))
        painter.drawRoundedRect(plate, radius, radius)
        number = str(stack.strength) if stack.strength else f"+{stack.bonus}" if stack.bonus else "·"
        letter(painter, QPointF(-4, 0), number, sans(13, bold=True), army.ink)
        letter(painter, QPointF(9.5, -3.5), str(len(stack.units)), sans(9), army.ink)
        if stack.strength and stack.good == 0:
            painter.setPen(QPen(QColor("#f2b33c"), 2.0))
            painter.drawLine(QPointF(6, 5), QPointF(13, 5))
        painter.restore()


class CarriedItem(QGraphicsItem):
    """The counters carried at the pointer: the top ones, and how many."""

    def __init__(self, stacks: StacksLayer) -> None:
        super().__init__()
        self._stacks = stacks
        self.units: tuple[str, ...] = ()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def boundingRect(self) -> QRectF:
        """Return the room of the counters with their shadow."""
        return QRectF(-COUNTER, -COUNTER * 1.4, 2.4 * COUNTER, 2.4 * COUNTER)

    def show_units(self, units: Collection[str]) -> None:
        """Show units, or nothing."""
        self.units = tuple(units)
        self.setVisible(bool(self.units))
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the counters as a stack."""
        scale = painter.worldTransform().m11()
        shown = [unit for unit in self.units[:DEPTH] if unit in self._stacks.looks]
        for n, unit in enumerate(reversed(shown)):
            self._stacks.paint_unit(painter, unit, QPointF(n, -n) * STEP, scale)
        if len(self.units) > 1:
            at = QPointF(len(shown) - 1, 1 - len(shown)) * STEP + QPointF(COUNTER, -COUNTER) * 0.5
            self._stacks._paint_count(painter, at, len(self.units))
