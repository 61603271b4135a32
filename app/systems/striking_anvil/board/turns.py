"""The turn track in the sea: a cell for each turn, the impulse marker on the present one, its lamp after a pass."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.board.painted import BoardLayer, letter, serif
from app.systems.striking_anvil.art import tokens as palettes
from app.systems.striking_anvil.art.counters import ARMIES, edge, sans
from app.systems.striking_anvil.art.lettering import FARTHEST, grown, is_legible, write
from app.systems.striking_anvil.art.tokens import Palette
from app.systems.striking_anvil.board.geometry import Sheet
from rules.striking_anvil.scenario import ALLIED, Scenario
from rules.striking_anvil.view import MONTHS, View

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
