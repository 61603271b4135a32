"""The division displays: four values on the 0 to 19 track, and the boxes of routed and eliminated units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app import theme
from app.panels.drawn import Drawn, Shown
from app.panels.layouts import FlowLayout, clear, scrolling
from app.panels.widgets import Label, MutedText
from app.systems.company_scale import sides
from app.systems.company_scale.panels.chits import unit_pixmap
from app.text.parts import compose, join
from rules.company_scale.records.view import DivisionView, TrackView, UnitView, View

VALUES = (
    ("dispatch", "D", "Dispatch points", "circle"),
    ("commands", "C", "Direct commands", "square"),
    ("fatigue", "F", "Fatigue", "triangle"),
    ("troop_quality", "Q", "Troop quality", "diamond"),
)
PLACES = {"routed": "Routed", "eliminated": "Eliminated"}
TOKEN = 17.0


class RecordTrack(Drawn):
    """The general records track from 0 to 19, with a token of distinct shape and letter for each value."""

    ROW = 40
    wide, tall = 250, 2 * ROW + 2

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("General records track", parent)
        self._values: dict[str, int] = {}
        self._limit: int | None = None

    def show_values(self, values: Mapping[str, int], limit: int | None) -> None:
        """Show values by name; `limit` marks the maximum troop quality."""
        self._values, self._limit = dict(values), limit
        said = ", ".join(f"{name} {self._values.get(key, 0)}" for key, _, name, _ in VALUES)
        self.told(said, said.replace(", ", "\n"))

    def paint(self, painter: QPainter) -> None:
        """Draw boxes, then tokens; tokens in one box stand side by side."""
        now = theme.current()
        painter.setFont(self.sized(10))
        for number in range(20):
            box = self._box(number)
            painter.setPen(QPen(QColor(now.line), 1))
            painter.setBrush(QColor(now.raised))
            painter.drawRoundedRect(box, 3, 3)
            painter.setPen(QColor(now.muted))
            painter.drawText(
                box.adjusted(3, 1, 0, 0), int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), str(number)
            )
        if self._limit is not None and 0 <= self._limit < 20:
            box = self._box(self._limit)
            painter.setPen(QPen(QColor(now.accent), 1.5, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), 2, 2)
        for number in sorted(set(self._values.values())):
            here = [v for v in VALUES if self._values.get(v[0]) == number]
            self._tokens(painter, self._box(max(0, min(19, number))), here)

    def _box(self, number: int) -> QRectF:
        width = self.across / 10
        return QRectF(number % 10 * width, number // 10 * self.ROW, width, self.ROW).adjusted(0.5, 0.5, -1.5, -1.5)

    def _tokens(self, painter: QPainter, box: QRectF, here: Sequence[tuple[str, str, str, str]]) -> None:
        gaps = max(1, len(here) - 1)
        shift = 0.0 if len(here) == 1 else min(12.0, (box.width() - TOKEN - 4) / gaps)
        rise = 0.0 if len(here) == 1 else (box.height() - TOKEN - 5) / gaps
        left = box.center().x() - (TOKEN + shift * (len(here) - 1)) / 2
        for index, (_, letter, _, shape) in enumerate(here):  # staggered up to the right, clear of the number
            top = box.bottom() - TOKEN - 3 - rise * index
            draw_token(painter, QRectF(left + shift * index, top, TOKEN, TOKEN), letter, shape)


def draw_token(painter: QPainter, rect: QRectF, letter: str, shape: str) -> None:
    """Draw one value's token: a shape with a letter."""
    colours = {"circle": "#2f6f9f", "square": "#8a2f22", "triangle": "#6b5a2a", "diamond": "#3d6b3a"}
    painter.save()
    painter.setPen(QPen(QColor("#ffffff"), 1))
    painter.setBrush(QColor(colours[shape]))
    middle, half = rect.center(), rect.width() / 2
    if shape == "circle":
        painter.drawEllipse(rect)
    elif shape == "square":
        painter.drawRect(rect.adjusted(1, 1, -1, -1))
    elif shape == "triangle":
        painter.drawPolygon([QPointF(middle.x(), rect.top() - 2), rect.bottomRight(), rect.bottomLeft()])
    else:
        painter.drawPolygon(
            [
                middle + QPointF(0, -half - 1.5),
                middle + QPointF(half + 1.5, 0),
                middle + QPointF(0, half + 1.5),
                middle - QPointF(half + 1.5, 0),
            ]
        )
    font = QFont(painter.font())
    font.setPixelSize(round(rect.height() * 0.6))
    font.setBold(True)
    painter.setFont(font)
    painter.drawText(rect.translated(0, 1.5 if shape == "triangle" else 0), Qt.AlignmentFlag.AlignCenter, letter)
    painter.restore()


def track_values(track: DivisionView | TrackView) -> dict[str, int]:
    """Return the four values on a general records track by their keys in `VALUES`."""
    return {
        "dispatch": track.dispatch,
        "commands": track.commands,
        "fatigue": track.fatigue,
        "troop_quality": track.troop_quality,
    }


class DivisionCard(QFrame):
    """One division: name, values in words, track, boxes; `asked` carries a division whose display is to open."""

    ICON = 40
    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = Shown()
        self.name, self.values, self.track = Label(), MutedText(), RecordTrack()
        self.name.setWordWrap(True)
        self.name.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.name.linkActivated.connect(self.asked)
        self.boxes = QWidget()
        self._boxes = QVBoxLayout(self.boxes)
        self._boxes.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 8)
        column.setSpacing(3)
        for part in (self.name, self.values, self.track, self.boxes):
            column.addWidget(part)

    def show_division(self, division: DivisionView, units: Sequence[UnitView]) -> None:
        """Show one division with its units off the map."""
        off = [unit for unit in units if unit.place in PLACES]
        if not self._shown.is_new(division, off, self.devicePixelRatioF()):
            return
        colour = sides.colour(division.side)
        link = compose('<a href="{}" style="text-decoration:none">display…</a>', division.id)
        name = '<span style="color:{}">■</span> <b>{}</b> &nbsp; {}'
        self.name.setText(compose(name, colour, division.name, link))
        lines = (
            f"Dispatch {division.dispatch} · Commands {division.commands} · Fatigue {division.fatigue} · "
            f"Quality {division.troop_quality} of {division.max_troop_quality}",
            f"Ratings: dispatch {division.dispatch_rating}, command {division.command_rating}",
        )
        self.values.setText(join("<br>", lines))
        self.track.show_values(track_values(division), division.max_troop_quality)
        clear(self._boxes)
        for place, title in PLACES.items():
            self._box(title, [unit for unit in off if unit.place == place])

    def _box(self, title: str, units: Sequence[UnitView]) -> None:
        if not units:
            return
        row = QWidget()
        flow = FlowLayout(row, 3)
        flow.addWidget(MutedText(f"{title} ({len(units)})"))
        for unit in units:
            picture = Label()
            picture.setPixmap(unit_pixmap(unit, self.ICON, self.devicePixelRatioF(), states=False))
            picture.setToolTip(f"{unit.name}: {title.lower()}")
            picture.setAccessibleName(f"{unit.name}, {title.lower()}")
            flow.addWidget(picture)
        self._boxes.addWidget(row)


class DivisionsPanel(QWidget):
    """All divisions in brief, under a legend of the tokens; `asked` names one whose display is to open."""

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Divisions at a glance")
        self.cards: dict[str, DivisionCard] = {}
        body = QWidget()
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(8, 4, 8, 8)
        self._column.addWidget(TokenLegend())
        self._column.addStretch(1)
        scroll = scrolling(body, focus=True)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def show_view(self, view: View) -> None:
        """Show all divisions of a view."""
        divisions = view.divisions
        for gone in set(self.cards) - {d.id for d in divisions}:
            card = self.cards.pop(gone)
            card.hide()
            card.deleteLater()
        for division in divisions:
            if division.id not in self.cards:
                self.cards[division.id] = DivisionCard()
                self.cards[division.id].asked.connect(self.asked)
                self._column.insertWidget(self._column.count() - 1, self.cards[division.id])
            units = [u for u in view.units if u.division == division.id]
            self.cards[division.id].show_division(division, units)


class TokenLegend(Drawn):
    """Explain the tokens of the records track."""

    wide, tall = 250, 24

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("D dispatch points, C direct commands, F fatigue, Q troop quality", parent)

    def paint(self, painter: QPainter) -> None:
        """Draw each token with its word."""
        painter.setFont(self.sized(11))
        x = 0.0
        for _, letter, name, shape in VALUES:
            draw_token(painter, QRectF(x, 5, 13, 13), letter, shape)
            painter.setPen(QColor(theme.current().muted))
            short = name.removesuffix(" Points").removeprefix("Direct ").replace("Troop Quality", "Quality")
            width = painter.fontMetrics().horizontalAdvance(short)
            painter.drawText(QRectF(x + 15, 2, width + 4, 20), Qt.AlignmentFlag.AlignVCenter, short)
            x += 15 + width + 6
