"""Scenarios as cards in a list: picture, title, date and length, sides."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QCursor, QFontMetrics, QImage, QPainter, QPainterPath, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QListView, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app import theme
from app.panels.widgets import OptionList
from app.sides import Side
from app.systems.base import presentation_of
from app.theme import faces
from rules.engine.folders import DataMissing, assets_dir, cache_dir
from rules.engine.frozen import frozen
from rules.engine.house_rules import ScenarioRow
from rules.engine.memory import evict_oldest
from rules.engine.system import system

# --- A picture of a scenario's map for the start page, drawn once and kept in the cache ----------------------------

LOG = logging.getLogger("chitpull.preview")
SIZE = 760
LOOK = 1
"""Raise this when maps are drawn differently."""


def preview(system_id: str, scenario_id: str) -> QPixmap | None:
    """Return the map of a scenario as a square picture, or None if it has none or cannot be read."""
    try:
        scenario = system(system_id).load(scenario_id)
    except Exception as error:  # the player is told when he starts the scenario
        LOG.info("No picture of %s: %s", scenario_id, error)
        return None
    name = f"{Path(scenario_id).stem}-{scenario.hash[:12]}-{theme.current().name}-{LOOK}.png"
    try:
        path = cache_dir() / "previews" / name
    except OSError as error:  # this disk cannot be written
        LOG.info("Pictures cannot be cached: %s.", error.strerror or error)
        path = None
    kept = QImage(str(path)) if path and path.is_file() else QImage()
    if not kept.isNull():
        return QPixmap.fromImage(kept)
    image = presentation_of(system_id).preview(scenario, QSize(SIZE, SIZE))
    if image is None:
        return None
    if path:
        _keep(image, path)
    return QPixmap.fromImage(image)


def _keep(image: QImage, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        LOG.info("%s cannot be kept: %s.", path.name, error.strerror or error)
        return
    if not image.save(str(path)):
        LOG.info("%s cannot be kept.", path.name)


# --- The small pictures of scenarios on the start page: those that ship, and others drawn when there is time -------

SIZES = "sizes.json"
MOST_CUT = 200
"""Pictures cut to a size that are held."""
MOST = 64
"""Whole pictures that are held, 2 MB each; of the others what has been cut of them."""
DUSK = QColor(20, 16, 10, 96)
"""What lies over a picture in the dark theme."""


def card_name(system: str, scenario: str) -> str:
    """Return the file name of a scenario's picture."""
    return f"{system}-{scenario}.jpg"


@cache
def sizes() -> Mapping[str, Mapping[str, int]]:
    """Return the number of counters of each side by system and scenario, as counted when the cards were drawn."""
    try:
        found = json.loads((assets_dir() / "cards" / SIZES).read_text(encoding="utf-8"))
    except (DataMissing, OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


class PictureKey(NamedTuple):
    """Whose picture it is, in which theme."""

    system: str
    scenario: str
    theme: str


class CardPictures(QObject):
    """Keep the pictures of one page. `drawn` reports that one more is there."""

    drawn = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._whole: dict[PictureKey, QPixmap | None] = {}
        self._daylit: set[PictureKey] = set()
        """Those that ship, which are drawn in the light theme."""
        self._cut: dict[tuple[PictureKey, int, int, float], QPixmap] = {}
        self._wanted: list[PictureKey] = []
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._draw_one)

    def of(self, scenario: ScenarioRow, size: QSize, ratio: float = 1.0) -> QPixmap | None:
        """Return the picture of a scenario cut to a size in logical pixels, or None while it is not there."""
        key = PictureKey(scenario.system, scenario.id, theme.current().name)
        what = (key, size.width(), size.height(), ratio)
        if what in self._cut:
            return self._cut[what]
        if key not in self._whole:
            evict_oldest(self._whole, MOST)
            self._whole[key] = self._shipped(key)
        whole = self._whole[key]
        if whole is not None:
            evict_oldest(self._cut, MOST_CUT)
            self._cut[what] = _cut(whole, size, ratio, dim=theme.current().is_dark and key in self._daylit)
        return self._cut.get(what)

    def forget(self, scenarios: Sequence[ScenarioRow]) -> None:
        """Draw the pictures of these scenarios anew when they are next asked for: their files may have changed."""
        names = {(row.system, row.id) for row in scenarios}
        self._whole = {key: whole for key, whole in self._whole.items() if key[:2] not in names}
        self._cut = {what: cut for what, cut in self._cut.items() if what[0][:2] not in names}

    def _shipped(self, key: PictureKey) -> QPixmap | None:
        try:
            path = assets_dir() / "cards" / card_name(key.system, key.scenario)
        except DataMissing:
            path = None
        found = QPixmap(str(path)) if path is not None and path.is_file() else QPixmap()
        if not found.isNull():
            self._daylit.add(key)
            return found
        if key not in self._wanted:
            self._wanted.append(key)
        self._later.start(0)
        return None

    def _draw_one(self) -> None:
        if self._wanted:
            key = self._wanted.pop()  # those in view were asked for last
            evict_oldest(self._whole, MOST)
            self._whole[key] = preview(key.system, key.scenario)
            if self._whole[key] is not None:
                self.drawn.emit()
        if self._wanted:
            self._later.start(0)


def _cut(whole: QPixmap, size: QSize, ratio: float, *, dim: bool) -> QPixmap:
    """Return the middle of a picture, as large as fills the size; `dim` for a picture by day in the dark theme."""
    target = QSize(round(size.width() * ratio), round(size.height() * ratio))
    ways = Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
    large = whole.scaled(target, *ways)
    cut = large.copy(
        (large.width() - target.width()) // 2, (large.height() - target.height()) // 2, target.width(), target.height()
    )
    if dim:
        painter = QPainter(cut)
        painter.fillRect(cut.rect(), DUSK)
        painter.end()
    cut.setDevicePixelRatio(ratio)
    return cut


# --- Scenarios as cards in a list: picture, title, date and length, sides; worked examples as lines below them -----

ROW = Qt.ItemDataRole.UserRole
CARD = ROW + 1
GAP = 8
LEAST, MOST_COLUMNS = 250, 4
AWAY = QPoint(-1, -1)
EXAMPLE_TALL = 34
BEGIN = "Start here"
Index = QModelIndex | QPersistentModelIndex


@frozen
class CardFacts:
    """What a card shows besides its words: sides with their number of counters; `first` marks the one to begin with."""

    scenario: ScenarioRow
    facts: str = ""
    time: str = ""
    sides: tuple[tuple[Side, int], ...] = ()
    first: bool = False


class CardDelegate(QStyledItemDelegate):
    """Paint battles as cards, headings across the whole width, and examples as lines in columns."""

    def __init__(self, rows: ScenarioList) -> None:
        super().__init__(rows)
        self.rows = rows

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a card, of a heading, or of an example's line."""
        card = index.data(CARD)
        if index.data(ROW) is None:
            return QSize(self.rows.room(), faces.scaled(40))
        if card is None:
            return QSize(self.rows.column(), faces.scaled(EXAMPLE_TALL))
        return QSize(self.rows.column(), self.picture_height() + faces.scaled(88) + GAP)

    def picture_height(self) -> int:
        """Return the height of a card's picture."""
        return round((self.rows.column() - GAP) * 0.52)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint an item."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box: QRect = option.rect  # type: ignore[attr-defined]
        chosen, lit = self.rows.item(index.row()).isSelected(), box.contains(self.rows.pointer())
        words, card = str(index.data(Qt.ItemDataRole.DisplayRole)), index.data(CARD)
        if index.data(ROW) is None:
            self._heading(painter, box, words)
        elif card is None:
            self._example(painter, box.adjusted(0, 0, -GAP, -2), words, chosen, lit)
        else:
            self._card(painter, box.adjusted(0, 0, -GAP, -GAP), words.split("\n")[0], card, chosen, lit)
        painter.restore()

    def _heading(self, painter: QPainter, box: QRect, words: str) -> None:
        painter.setFont(faces.serif("card"))
        painter.setPen(QColor(theme.current().text))
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        painter.drawText(box.adjusted(0, 0, 0, -8), flags, words)

    def _example(self, painter: QPainter, box: QRect, words: str, chosen: bool, lit: bool) -> None:
        now = theme.current()
        self._ground(painter, box, chosen, lit)
        painter.setFont(faces.sans("body", bold=chosen))
        painter.setPen(QColor(now.text))
        room = box.adjusted(10, 0, -8, 0)
        words = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), words)

    def _ground(self, painter: QPainter, box: QRect, chosen: bool, lit: bool) -> None:
        now = theme.current()
        edge = QRectF(box).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(QColor(now.accent if chosen else now.thumb if lit else now.line), 2.4 if chosen else 1))
        painter.setBrush(QColor(now.accent_soft if chosen else now.base))
        painter.drawRoundedRect(edge, 6, 6)

    def _card(self, painter: QPainter, box: QRect, title: str, card: CardFacts, chosen: bool, lit: bool) -> None:
        self._ground(painter, box, chosen, lit)
        now, tall = theme.current(), self.picture_height()
        inner = QRectF(box).adjusted(2, 2, -2, -2)
        painter.save()
        clip = QPainterPath()
        clip.addRoundedRect(inner, 5, 5)
        painter.setClipPath(clip)
        where = QRect(box.left() + 2, box.top() + 2, box.width() - 4, tall)
        picture = self.rows.pictures.of(card.scenario, where.size(), painter.device().devicePixelRatio())
        if picture is not None:
            painter.drawPixmap(where.topLeft(), picture)
        else:
            painter.fillRect(where, QColor(now.raised))
        painter.restore()
        if card.first:
            self._ribbon(painter, where)
        room = QRect(box.left() + 12, where.bottom() + 8, box.width() - 24, box.bottom() - where.bottom() - 12)
        self._words(painter, room, title, card)

    def _ribbon(self, painter: QPainter, where: QRect) -> None:
        now = theme.current()
        painter.setFont(faces.sans("note", bold=True))
        wide = painter.fontMetrics().horizontalAdvance(BEGIN) + 24
        band = QRect(where.left(), where.top() + 12, wide, faces.scaled(24))
        painter.fillRect(band, QColor(now.accent))
        painter.setPen(QColor(now.accent_text))
        painter.drawText(band, Qt.AlignmentFlag.AlignCenter, BEGIN)

    def _words(self, painter: QPainter, room: QRect, title: str, card: CardFacts) -> None:
        now = theme.current()
        left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        painter.setFont(faces.serif("card"))
        painter.setPen(QColor(now.text))
        title = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, left, title)
        line = painter.fontMetrics().height() + 1
        painter.setFont(faces.sans("note"))
        painter.setPen(QColor(now.muted))
        spare = room.width() - painter.fontMetrics().horizontalAdvance(card.time) - 10
        facts = painter.fontMetrics().elidedText(card.facts, Qt.TextElideMode.ElideRight, spare)
        below = room.adjusted(0, line, 0, 0)
        painter.drawText(below, left, facts)
        painter.drawText(below, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop), card.time)
        foot = below.top() + painter.fontMetrics().height() + 5
        painter.setPen(QColor(now.hair))
        painter.drawLine(room.left(), foot, room.right(), foot)
        self._sides(painter, QRect(room.left(), foot + 4, room.width(), painter.fontMetrics().height()), card.sides)

    def _sides(self, painter: QPainter, room: QRect, sides: tuple[tuple[Side, int], ...]) -> None:
        measure, left = QFontMetrics(faces.sans("note")), room.left()
        for side, count in sides:
            words = f"{side.name} · {count} units" if count else side.name
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(side.livery.bar))
            painter.drawRoundedRect(QRectF(left, room.top() + room.height() / 2 - 5, 10, 10), 2, 2)
            painter.setPen(QColor(theme.current().text))
            painter.drawText(QRect(left + 16, room.top(), room.width(), room.height()), 0, words)
            left += measure.horizontalAdvance(words) + 34


class ScenarioList(OptionList):
    """The cards in as many columns as there is room for; arrows walk them in both directions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Scenarios", parent)
        self.pictures = CardPictures(self)
        self.pictures.drawn.connect(self.viewport().update)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setSpacing(0)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setItemDelegate(CardDelegate(self))
        self.setProperty("role", "cards")

    def pointer(self) -> QPoint:
        """Return where the pointer is on the cards, a point far away while it is elsewhere."""
        viewport = self.viewport()
        return viewport.mapFromGlobal(QCursor.pos()) if viewport.underMouse() else AWAY

    def room(self) -> int:
        """Return the width that a row has."""
        return max(LEAST, self.viewport().width() - 4)

    def column(self) -> int:
        """Return the width of a card with the gap beside it."""
        count = max(1, min(MOST_COLUMNS, self.room() // faces.scaled(LEAST)))
        return self.room() // count

    def add_title(self, words: str) -> None:
        """Add a heading, which cannot be chosen."""
        title = QListWidgetItem(words)
        title.setFlags(Qt.ItemFlag.NoItemFlags)
        self.addItem(title)

    def add(self, words: str, row: ScenarioRow, card: CardFacts | None = None) -> None:
        """Add a scenario as a card, or as a line without one."""
        item = QListWidgetItem(words)
        item.setData(ROW, row)
        item.setData(CARD, card)
        self.addItem(item)

    def at(self, place: int) -> ScenarioRow | None:
        """Return the scenario at a place of the list, None for a heading or no place."""
        item = self.item(place) if 0 <= place < self.count() else None
        found: ScenarioRow | None = item.data(ROW) if item is not None else None
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the cards out anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
