"""The frame of the window: strip, log or its rail, board, orders and tray, each a panel with its title and key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from app import theme
from app.bindings import as_written
from app.panels.drawn import KeyCap, cap_size, draw_cap
from app.panels.widgets import Label
from app.system import Dock
from app.theme import faces

# --- One panel of the window's frame: a title with its key, and a widget below it ----------------------------------


class Panel(QWidget):
    """Hold the widget of a dock. `turned` reports that it was shown or hidden, `brought` that it is wanted in front."""

    turned = Signal()
    brought = Signal()

    def __init__(self, row: Dock, parent: QWidget | None = None, *, titled: bool = True) -> None:
        super().__init__(parent)
        self.row = row
        self.setObjectName(f"dock_{row.key}")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("area", row.area)
        self.setAccessibleName(row.title)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.header: PanelHeader | None = None
        if titled:
            self.header = PanelHeader(row.title, row.keys)
            self._column.addWidget(self.header)
        self._column.addWidget(row.widget, 1)
        row.widget.show()

    def widget(self) -> QWidget:
        """Return the widget of the dock."""
        return self.row.widget

    def height_at(self, width: int) -> int:
        """Return the height the panel wants at a width, both in pixels."""
        widget = self.row.widget
        widget.resize(width, max(1, widget.height()))  # what wraps knows its height only then
        return widget.sizeHint().height() + (self.header.sizeHint().height() if self.header is not None else 0)

    def raise_(self) -> None:
        """Bring the panel in front of those it shares a place with."""
        super().raise_()
        self.brought.emit()

    def minimumSizeHint(self) -> QSize:
        """Return a small size: the frame says how large a panel is."""
        return QSize(60, 40)

    def showEvent(self, event: QShowEvent) -> None:
        """Tell the frame."""
        super().showEvent(event)
        self.turned.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Tell the frame."""
        super().hideEvent(event)
        self.turned.emit()


class PanelHeader(QWidget):
    """The title of a panel in the house's serif, and the key that folds it; a click on the key does the same."""

    folded = Signal()

    def __init__(self, title: str, key: str = "") -> None:
        super().__init__()
        self.title, self.cap = Label(title), KeyCap(key)
        self.title.setProperty("role", "heading")
        self.cap.pressed.connect(self.folded)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 10, 4)
        row.addWidget(self.title, 1)
        row.addWidget(self.cap)
        self.cap.setVisible(bool(key))  # only now: a widget of its own would open as a window


class Tabs(QWidget):
    """Panels that share one place, with a tab for each."""

    def __init__(self, panels: list[Panel]) -> None:
        super().__init__()
        self.panels = panels
        self.bar, self.pages = QTabBar(), QStackedWidget()
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.pages, 1)
        for panel in panels:
            self.bar.addTab(panel.row.title)
            self.pages.addWidget(panel)
            panel.brought.connect(lambda panel=panel: self.bring(panel))
        self.bar.currentChanged.connect(self.pages.setCurrentIndex)

    def bring(self, panel: Panel) -> None:
        """Show one of the panels."""
        self.bar.setCurrentIndex(self.panels.index(panel))


# --- What is left of the folded column of the log: the last dice and the turn; a click unfolds it ------------------

DIE, MOST = 24, 3


class Rail(QWidget):
    """Show the last dice, newest below, and the turn along the edge of the window."""

    unfolded = Signal()

    def __init__(self, draw_die: Callable[[QPainter, QRectF, Any], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draw_die = draw_die
        self.dice: list[Any] = []
        self.words = ""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Log, collapsed")
        self.setToolTip(as_written("Show the log  [Ctrl+L]"))

    def add(self, faces_: list[Any]) -> None:
        """Show the dice that have just fallen after those before."""
        self.dice = [*self.dice, *faces_][-MOST:]
        self.update()

    def show_words(self, words: str) -> None:
        """Show the turn."""
        if words != self.words:
            self.words = words
            self.update()

    def clear(self) -> None:
        """Forget the dice of the last game."""
        self.dice = []
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Unfold the log."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.unfolded.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Unfold the log by Enter too."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.unfolded.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the key, the dice and the turn."""
        now, painter = theme.current(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(now.base))
        painter.fillRect(self.width() - 1, 0, 1, self.height(), QColor(now.line))
        if self.hasFocus():
            painter.setPen(QColor(now.brass))
            painter.drawRect(self.rect().adjusted(0, 0, -2, -1))
        cap = cap_size("Log")
        left, top = (self.width() - cap.width()) / 2, 10.0
        box = QRectF(QPointF(left, top), cap)
        draw_cap(painter, box, "Log", QColor(now.muted), QColor(now.line), QColor(now.raised))
        top += cap.height() + 14
        for face in self.dice:
            self._draw_die(painter, QRectF((self.width() - DIE) / 2, top, DIE, DIE), face)
            top += DIE + 12
        painter.setFont(faces.serif("note"))
        painter.setPen(QColor(now.muted))
        painter.translate(self.width() / 2, top + 8)
        painter.rotate(90)
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(QRectF(0, -12, 400, 24), flags, self.words)
        painter.end()


# --- The frame of the window ---------------------------------------------------------------------------------------
# The board keeps two thirds of the width of a wide window. The column of the log gives way first: it folds into a rail
# and then opens over the board, which never moves for it.

WIDE, NARROW = 1440, 1120
"""Widths of the window from which the log has a column, and from which orders are wider."""
LOG, LOG_MOST = 204, 320
ORDERS, ORDERS_MOST = 320, 440
SHARE = 1 / 3
"""The most of a wide window's width that log and orders take together."""
RAIL = 36
LOG_OVER = 340
"""Width of the log where it opens over the board."""
LESSON = 300
"""Width of a lesson, which stands in the column of the log, above it."""


def orders_width(width: int) -> int:
    """Return the width of the orders in a window of a width, both in pixels."""
    usual = 272 if width < NARROW else 300 if width < WIDE else max(ORDERS, width // 5)
    return min(faces.scaled(usual), ORDERS_MOST, round(width * (SHARE if width >= WIDE else 0.35)) - faces.scaled(RAIL))


def log_width(width: int) -> int:
    """Return the width of the log beside the board, or 0 where it has no room there."""
    if width < WIDE:
        return 0
    room = int(width * SHARE) - orders_width(width)
    wanted = faces.scaled(max(LOG, round(width * 0.1275)))
    return min(wanted, LOG_MOST, room) if room >= LOG else 0


class BottomTray(QWidget):
    """The table's edge under the board, in dark wood."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Tray")
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 1, 0, 0)
        self.row.setSpacing(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the wood."""
        now, painter = theme.current(), QPainter(self)
        wood = QLinearGradient(0, 0, 0, self.height())
        wood.setColorAt(0, QColor(now.tray))
        wood.setColorAt(1, QColor(now.tray_deep))
        painter.fillRect(self.rect(), wood)
        painter.fillRect(0, 0, self.width(), 1, QColor("#1a120a"))
        painter.end()


class PanelColumn(QSplitter):
    """Panels above each other on paper, with a line towards the board."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setObjectName(name)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(5)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def minimumSizeHint(self) -> QSize:
        """Return nothing: the frame gives a column its size."""
        return QSize(0, 0)


class Frame(QWidget):
    """Place strip, columns, pages and tray; `bare` shows the pages alone, as for the start page or the curtain.

    `taught` gives a lesson its place above the log.
    `folded` folds the log where it has a column, `over` opens it over the board, `alone` puts both columns away.
    `log_folded` tells when a player folds the log of a wide window or brings it back.
    """

    log_folded = Signal(bool)

    def __init__(self, pages: QStackedWidget, rail: Rail) -> None:
        super().__init__()
        self.pages, self.rail = pages, rail
        self.strip, self.tray = QWidget(self), BottomTray(self)
        self.strip.setObjectName("Strip")
        self.strip.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.strip_row = QVBoxLayout(self.strip)
        self.strip_row.setContentsMargins(0, 0, 0, 1)
        self.left, self.right = PanelColumn("LogColumn", self), PanelColumn("OrdersColumn", self)
        self.drawers: list[Panel] = []
        self.tray_height, self.strip_wanted = 0, True
        self.log: Panel | None = None
        self.taught = False
        self.bare, self.folded, self.over, self.alone = True, False, False, False
        for part in (pages, rail):
            part.setParent(self)
        rail.unfolded.connect(self.fold_log)

    def minimumSizeHint(self) -> QSize:
        """Return the least size in which the parts find room."""
        return QSize(640, 320)

    @property
    def log_is_beside(self) -> bool:
        """Tell whether the log stands beside the board rather than in its rail or over it."""
        return not self.folded and not self.alone and log_width(self.width()) > 0

    def fold_log(self) -> None:
        """Fold or unfold the log: beside the board where it has room, else over it."""
        if self.alone:
            self.alone = False
            self.folded = False
        elif log_width(self.width()):
            self.folded = not self.folded
            self.log_folded.emit(self.folded)
        else:
            self.over = not self.over
        self.arrange()

    def close_log(self) -> bool:
        """Close the log that lies over the board; return whether it did."""
        if not self.over or log_width(self.width()):
            return False
        self.over = False
        self.arrange()
        return True

    def set_alone(self, alone: bool) -> None:
        """Leave the board alone in the width of the window, or bring the columns back."""
        self.alone, self.over = alone, False
        self.arrange()

    def set_bare(self, bare: bool) -> None:
        """Show the pages alone, or everything."""
        self.bare = bare
        self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place everything anew."""
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """Give every part its place."""
        wide, high = self.width(), self.height()
        if self.bare:
            for part in (self.strip, self.tray, self.left, self.right, self.rail, *self.drawers):
                part.hide()
            self.pages.setGeometry(0, 0, wide, high)
            return
        top = self._strip_height()
        bottom = min(self.tray_height, high // 2)
        room = high - top - bottom
        beside = self.log_is_beside
        taught = self.taught and not self.alone
        lesson = min(faces.scaled(LESSON), wide // 4) if taught else 0
        rail = 0 if self.alone or not self.left.count() or beside else faces.scaled(RAIL)
        left = rail + lesson if rail else max(log_width(wide), lesson) if beside else 0
        right = orders_width(wide) if self.has_right and not self.alone else 0
        self.strip.setGeometry(0, 0, wide, top)
        self.tray.setGeometry(0, high - bottom, wide, bottom)
        self.rail.setGeometry(0, top, faces.scaled(RAIL), room)
        self.right.setGeometry(wide - right, top, right, room)
        over = self.over and not beside and not self.alone
        shown = min(LOG_OVER, wide // 2) if over else max(left - rail, 1)
        if self.log is not None:
            self.log.setVisible(beside or over)
        self.left.setGeometry(rail, top, shown, room)
        self.pages.setGeometry(left, top, wide - left - right, room)
        self.strip.setVisible(top > 0)
        self.tray.setVisible(bottom > 0)
        self.right.setVisible(right > 0)
        self.rail.setVisible(rail > 0)
        self.left.setVisible(bool(self.left.count()) and (beside or over or taught))
        if over:
            self.left.raise_()
        self._place_drawers()

    @property
    def has_right(self) -> bool:
        """Tell whether a panel of the right column is open."""
        panels = (self.right.widget(at) for at in range(self.right.count()))
        return any(panel is not None and not panel.isHidden() for panel in panels)

    def _strip_height(self) -> int:
        shown = self.strip_row.count() and self.strip_wanted
        return faces.scaled(36 if self.height() < 720 else 40) if shown else 0

    def _place_drawers(self) -> None:
        board = self.pages.geometry()
        for drawer in self.drawers:
            high = min(drawer.height_at(board.width()), board.height() * 2 // 3)
            drawer.setGeometry(QRect(board.left(), board.bottom() + 1 - high, board.width(), high))
            drawer.raise_()
