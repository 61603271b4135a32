"""The docks around the middle of the window: where they stand by default, and how they share the room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget

from app.systems.presentation import Dock

ROOM = 330
"""Height of a dock whose list matters now."""
AREAS = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
WIDTHS = {"left": 300, "right": 356}
LEAST, ELSEWHERE = 500, 140
"""Least height of a column of docks, and the height that menus, prompt and status line take."""


class Docks:
    """Hold the docks of one window, which are those of the system being played."""

    def __init__(self, window: QMainWindow) -> None:
        self.window = window
        self.docks: dict[str, QDockWidget] = {}
        self._rows: Sequence[Dock] = ()
        self._shown = True
        self._away: list[str] = []
        window.setCorner(Qt.Corner.BottomLeftCorner, AREAS["left"])
        window.setCorner(Qt.Corner.BottomRightCorner, AREAS["right"])

    def lay(self, rows: Sequence[Dock]) -> None:
        """Make the docks of a system."""
        self._rows, self._away, self._shown = rows, [row.key for row in rows if not row.shown], True
        for row in rows:
            self.docks[row.key] = self._make(row)
        self.arrange()

    def clear(self, kept: Sequence[QWidget]) -> None:
        """Delete the docks and their contents, except for the widgets in `kept`."""
        for dock in self.docks.values():
            widget = dock.widget()
            if widget in kept:
                widget.setParent(self.window)
                widget.hide()
            self.window.removeDockWidget(dock)
            dock.setParent(None)
            dock.deleteLater()
        self.docks, self._rows = {}, ()

    def _make(self, row: Dock) -> QDockWidget:
        dock = QDockWidget(row.title, self.window)
        dock.setObjectName(f"dock_{row.key}")
        dock.topLevelChanged.connect(lambda _: self.tidy())
        dock.dockLocationChanged.connect(lambda _: self.tidy())
        dock.setWidget(row.widget)
        self.window.addDockWidget(AREAS[row.area], dock)
        row.widget.show()
        return dock

    def arrange(self) -> None:
        """Put every dock in its default place."""
        for row in self._rows:
            dock = self.docks[row.key]
            dock.setFloating(False)
            self.window.addDockWidget(AREAS[row.area], dock)
            dock.setVisible(row.shown)
        for row in self._rows:
            if row.behind:
                self.window.tabifyDockWidget(self.docks[row.behind], self.docks[row.key])
                self.docks[row.behind].raise_()
        self.tidy()
        self.proportion()

    def proportion(self) -> None:
        """Give every dock its share of the room."""
        high = max(LEAST, self.window.height() - ELSEWHERE)
        across = [(self.docks[rows[0].key], WIDTHS[area]) for area in WIDTHS if (rows := self._column(area))]
        self.window.resizeDocks([d for d, _ in across], [width for _, width in across], Qt.Orientation.Horizontal)
        for area in AREAS:
            rows = self._column(area)
            heights = [row.height(high) if row.height else 0 for row in rows]
            rest = high - sum(heights)
            shares = [height or rest for height in heights]
            self.window.resizeDocks([self.docks[row.key] for row in rows], shares, Qt.Orientation.Vertical)

    def _column(self, area: str) -> list[Dock]:
        """Return the docks of an area from top to bottom, only the first of those that share tabs."""
        return [row for row in self._rows if row.area == area and not row.behind]

    def make_room(self, key: str, above: str) -> None:
        """Let a dock grow into the one above until its list has room; never shrink what the player made larger."""
        dock, other = self.docks[key], self.docks[above]
        if not dock.isFloating() and dock.height() < ROOM < other.height():
            whole = dock.height() + other.height()
            self.window.resizeDocks([other, dock], [whole - ROOM, ROOM], Qt.Orientation.Vertical)

    def bring(self, key: str) -> None:
        """Show a dock in front of those it shares tabs with."""
        self.docks[key].show()
        self.docks[key].raise_()

    @property
    def secret(self) -> QWidget | None:
        """Return what the curtain covers: the contents of the secret dock if it is open, brought in front."""
        row = next((row for row in self._rows if row.secret), None)
        if row is None or self.docks[row.key].isHidden():
            return None
        self.docks[row.key].raise_()
        return row.widget

    def tidy(self) -> None:
        """Hide the titles of docks in tabs, where the tab already shows them."""
        for dock in self.docks.values():
            tabbed = bool(self.window.tabifiedDockWidgets(dock)) and not dock.isFloating()
            bare = dock.titleBarWidget() is not None
            if tabbed != bare:
                dock.setTitleBarWidget(QWidget(dock) if tabbed else None)  # type: ignore[arg-type]

    def set_shown(self, shown: bool) -> None:
        """Hide the docks while the start page shows, and bring them back."""
        if not shown:
            self._away = [key for key, dock in self.docks.items() if dock.isHidden() and self._shown]
        for key, dock in self.docks.items():
            dock.setVisible(shown and key not in self._away)
        self._shown = shown
        for bar in self.window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.setVisible(shown)
