"""The division displays: a page for each division with its track and boxes; all are open to both players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QTabBar, QVBoxLayout, QWidget

from app import theme
from app.panels.layouts import discard, scrolling
from app.panels.widgets import Label, MutedText
from app.systems.company_scale.panels.display_boxes import BOXES, GROUND, DisplayReader, PieceBox, PieceButton
from app.systems.company_scale.panels.display_orders import Held, acting
from app.systems.company_scale.panels.divisions import VALUES, RecordTrack, TokenLegend, track_values
from app.text.names import Names
from app.text.parts import compose, join, literal
from app.theme import faces
from rules.company_scale.records.view import DisplayView, View
from rules.engine.options import Decision

PLACES = ((0, 0, 4), (0, 4, 4), (0, 8, 4), (1, 0, 5), (1, 5, 2), (1, 7, 2), (1, 9, 3))
"""Row, column and width of each box, in twelfths."""
BAND = "&nbsp;<b>{}</b> · {}{} &nbsp;&nbsp; Command rating <b>{}</b> &nbsp; Dispatch rating <b>{}</b>"
NARROW = 620
"""Width below which the boxes stand under the track."""


class DisplayPage(QWidget):
    """One division: a band with its name and ratings, the records track, the boxes."""

    made = Signal(object)

    def __init__(self, division: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.division = division
        self.band = Label()
        self.band.setMinimumHeight(26)
        self.track, self.words = RecordTrack(), MutedText()
        self.track.setMinimumWidth(faces.scaled(280))
        self.band.setWordWrap(True)
        left = QVBoxLayout()
        left.setSpacing(4)
        for part in (self.track, TokenLegend(), self.words):
            left.addWidget(part)
        left.addStretch(1)
        self.boxes = {key: PieceBox(key, title) for key, title, _ in BOXES}
        grid = self._grid()
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.setSpacing(10)
        self._parts.addLayout(left, 2)
        self._parts.addLayout(grid, 5)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 2)
        column.setSpacing(5)
        column.addWidget(self.band)
        column.addLayout(self._parts)
        column.addStretch(1)

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(5)
        for (row, column, wide), box in zip(PLACES, self.boxes.values(), strict=True):
            box.made.connect(self.made)
            grid.addWidget(box, row, column, 1, wide)
        for column in range(12):
            grid.setColumnStretch(column, 1)
            grid.setColumnMinimumWidth(column, 0)
        return grid

    def set_narrow(self, narrow: bool) -> None:
        """Put the boxes under the track, or beside it."""
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._parts.direction() != way:
            self._parts.setDirection(way)

    def show_display(self, display: DisplayView, side: str, reader: DisplayReader, able: Collection[str]) -> None:
        """Show a display of the view, with the name of its side; `able` names the pieces that may be sent now."""
        colour, ink = reader.grounds.get(self.division, GROUND)
        gone = " · disbanded" if display.disbanded else ""
        ratings = display.command_rating, display.dispatch_rating
        self.band.setText(compose(BAND, display.name, side, gone, *ratings))
        sheet = f"background: {colour}; color: {ink}; border: 1px solid {theme.current().line}; border-radius: 5px;"
        if sheet != self.band.styleSheet():
            self.band.setStyleSheet(sheet)
        values, most = track_values(display.track), display.max_troop_quality
        self.track.show_values(values, most)
        said = join(", ", (compose("{} <b>{}</b>", name, values[key]) for key, _, name, _ in VALUES))
        self.words.setText(compose("{} (at most {}, the dashed box)", said, most))
        for key, pieces in reader.boxes(display).items():
            self.boxes[key].restyle()
            self.boxes[key].show_pieces(pieces, [not set(able).isdisjoint(piece.held.things) for piece in pieces])


class DisplaysPanel(QWidget):
    """All displays in tabs. `made` carries each new button of a piece, to be connected to a hand.

    `came_up` reports that the panel has become visible.
    """

    made = Signal(object)
    came_up = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Division displays")
        self.pages: dict[str, DisplayPage] = {}
        self.tabs = QTabBar()
        self.tabs.setAccessibleName("Divisions")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setIconSize(QSize(14, 14))
        self._top = 0
        self.body = QWidget()
        self._column = QVBoxLayout(self.body)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.tabs.currentChanged.connect(self._turn)
        scroll = scrolling(self.body)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(scroll, 1)

    def showEvent(self, event: QShowEvent) -> None:
        """Report that the panel has become visible."""
        super().showEvent(event)
        self.came_up.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the pages whether they are narrow."""
        for page in self.pages.values():
            page.set_narrow(self.width() < NARROW)
        super().resizeEvent(event)

    def sizeHint(self) -> QSize:
        """Return room for one display in its wide layout."""
        return QSize(900, 250)

    def show_view(self, view: View, decision: Decision | None, names: Names) -> None:
        """Show the displays of a view; a new question brings the division that is asked to the front."""
        displays = {d.id: d for d in view.displays}
        if list(displays) != list(self.pages):
            self._remake(displays)
        reader, able_now = DisplayReader(view), acting(decision)
        for name, display in displays.items():
            self.pages[name].show_display(display, names.side_name(display.side), reader, able_now)
            index = list(self.pages).index(name)
            able = any(button.can_act for button in self.buttons(name))
            self.tabs.setTabText(index, literal(display.name) + (" •" if able else ""))
            self.tabs.setTabIcon(index, _swatch(reader.grounds.get(name, GROUND)[0]))
            self.tabs.setTabToolTip(index, "Something in its boxes can be used now" if able else "")

    def _remake(self, displays: Mapping[str, DisplayView]) -> None:
        self.tabs.blockSignals(True)
        for page in self.pages.values():
            discard(page)
        while self.tabs.count():
            self.tabs.removeTab(0)
        self.pages = {}
        for name in displays:
            self.pages[name] = DisplayPage(name)
            self.pages[name].made.connect(self.made)
            self.pages[name].set_narrow(self.width() < NARROW)
            self._column.addWidget(self.pages[name])
            self.tabs.addTab("")
        self.tabs.blockSignals(False)
        self._turn(self.tabs.currentIndex())

    def buttons(self, division: str) -> list[PieceButton]:
        """Return the buttons of the pieces of a division."""
        return [button for box in self.pages[division].boxes.values() for button in box.buttons]

    @property
    def current(self) -> str:
        """Return the division whose display is on top."""
        return list(self.pages)[self._top] if self.pages else ""

    def turn_to(self, division: str) -> None:
        """Bring a division's display to the front."""
        if division in self.pages:
            self.tabs.setCurrentIndex(list(self.pages).index(division))

    def first_able(self) -> str:
        """Return the first division with something in its boxes that may be sent now, or ""."""
        return next((name for name in self.pages if any(b.can_act for b in self.buttons(name))), "")

    def take_focus(self) -> None:
        """Give the keyboard focus to the first piece on top that may act, else to the first piece, else to the tabs."""
        buttons = self.buttons(self.current) if self.pages else []
        best = next((b for b in buttons if b.can_act), next(iter(buttons), None))
        (best or self.tabs).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def division_at(self, point: QPoint) -> str:
        """Return the division whose tab or page is under a screen point, or ""."""
        if not self.isVisible() or not self.rect().contains(self.mapFromGlobal(point)):
            return ""
        index = self.tabs.tabAt(self.tabs.mapFromGlobal(point))
        return list(self.pages)[index] if index >= 0 else self.current

    def mark_targets(self, test: Callable[[str], bool]) -> None:
        """Frame the boxes of the page on top that pass a test."""
        for box in self.pages[self.current].boxes.values() if self.pages else ():
            box.restyle(target=test(box.key))

    def _turn(self, index: int) -> None:
        """Turn to a page and hide the others, so that they need no room."""
        self._top = max(0, index)
        for place, page in enumerate(self.pages.values()):
            page.setVisible(place == self._top)


def targets_of_drop(held: Held, key: str) -> bool:
    """Tell whether a box takes a piece from the map; only the reallocating box does, for support weapons."""
    return held.kind == "weapon" and held.box == "map" and key == "weapons_reallocating"


def _swatch(colour: str) -> QIcon:
    picture = QPixmap(14, 14)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor("#17140d"))
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(1, 1, 11, 11, 3, 3)
    painter.end()
    return QIcon(picture)
