"""One panel of the window's frame: a title with its key, and a widget below it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from app.panels.drawn import KeyCap
from app.panels.widgets import Label
from app.system import Dock


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
