"""The docks of a system in the window's frame: columns beside the board, strip above it, tray and drawers below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.panels.widgets import KeyButton
from app.system import Dock
from app.theme import faces
from app.window.frame import RAIL, Frame, Panel, PanelColumn, Tabs, log_width, orders_width

ROOM = 330
"""Height of a dock whose list matters now."""
HANDLES = 52
"""Height of a tray that holds nothing but the handles of drawers."""
COLUMNS = ("left", "right")
LESSON = "lesson"


LESSON_LEAST = 400
"""Height of a lesson above the log, in which its longest step can be read."""
LOG_LEAST = 170
"""Height that a lesson leaves to the log below it."""
TABS = 40
"""Height of the panels below while the orders want all the room: no more than their tabs."""


class Docks(QObject):
    """Hold the docks of one window, which are those of the system being played; of the drawers one at most is open."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self.frame = frame
        self.docks: dict[str, Panel] = {}
        self._rows: Sequence[Dock] = ()
        self._made: list[QWidget] = []
        self._open = ""
        self._shown = True
        self._wanting = False

    def lay(self, rows: Sequence[Dock], bare: Sequence[QWidget] = ()) -> None:
        """Make the docks of a system; those whose widget is in `bare` need no title."""
        self._rows, self._shown, self._open = rows, True, ""
        for row in rows:
            titled = row.area in (*COLUMNS, "drawer") and row.widget not in bare and not self._shares(row)
            panel = self.docks[row.key] = Panel(row, self.frame, titled=titled)
            if panel.header is not None:
                panel.header.folded.connect(panel.hide if row.area == "drawer" else self.frame.fold_log)
        for area, column in zip(COLUMNS, (self.frame.left, self.frame.right), strict=True):
            self._fill(column, area)
        self.frame.log = self.docks.get("log")
        self._lay_edges()
        self.frame.arrange()
        self.proportion()

    def _shares(self, row: Dock) -> bool:
        return bool(row.behind) or any(other.behind == row.key for other in self._rows)

    def _fill(self, column: PanelColumn, area: str) -> None:
        for row in self._heads(area):
            panels = [self.docks[other.key] for other in self._rows if other is row or other.behind == row.key]
            cell: QWidget = panels[0]
            if len(panels) > 1:
                cell = Tabs(panels)
                self._made.append(cell)
            column.addWidget(cell)
            column.setStretchFactor(column.count() - 1, 0 if row.height else 1)

    def _lay_edges(self) -> None:
        """Put strip, tray and drawers in their places, each drawer with its handle in the tray."""
        frame = self.frame
        for row in self._rows:
            panel = self.docks[row.key]
            if row.area == "top":
                frame.strip_row.addWidget(panel)
            elif row.area == "bottom":
                frame.tray.row.addWidget(panel, 1)
            if row.area in ("top", "bottom"):
                panel.show()  # at once: a layout would do so later, and the curtain asks now
        if not any(row.area == "bottom" for row in self._rows):
            frame.tray.row.addStretch(1)
        for row in self._rows:
            if row.area == "drawer":
                self._lay_drawer(row)
        self._measure_tray()

    def _lay_drawer(self, row: Dock) -> None:
        panel, frame = self.docks[row.key], self.frame
        panel.hide()
        panel.turned.connect(lambda: self._turned(row.key))
        frame.drawers.append(panel)
        if row.handled:
            handle = KeyButton(row.title, row.keys, f"Show or hide {row.title.lower()}.")
            handle.setProperty("on", "tray")
            handle.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            handle.clicked.connect(lambda: self.toggle(row.key))
            frame.tray.row.addWidget(handle, 0, Qt.AlignmentFlag.AlignVCenter)
            frame.tray.row.addSpacing(10)
            self._made.append(handle)

    def _measure_tray(self) -> None:
        frame, high = self.frame, self.frame.window().height()
        heights = [row.height(high) if row.height else HANDLES for row in self._rows if row.area == "bottom"]
        strips = [row.height(high) for row in self._rows if row.area == "top" and row.height is not None]
        frame.strip_wanted = not strips or max(strips) > 0
        handled = any(row.area == "drawer" and row.handled for row in self._rows)
        frame.tray_height = max(heights, default=faces.scaled(HANDLES) if handled else 0)

    def clear(self, kept: Sequence[QWidget]) -> None:
        """Delete the docks and their contents, except for the widgets in `kept`."""
        frame = self.frame
        for panel in self.docks.values():
            panel.blockSignals(True)
            if panel.widget() in kept:
                panel.widget().setParent(frame)
                panel.widget().hide()
        for widget in (*self._made, *self.docks.values()):
            widget.hide()
            widget.setParent(None)
            widget.deleteLater()
        while frame.tray.row.count():
            frame.tray.row.takeAt(0)
        frame.drawers.clear()
        frame.tray_height, frame.strip_wanted = 0, True
        self.docks, self._rows, self._made, self._open = {}, (), [], ""
        frame.log, frame.taught = None, False

    # --- sizes ---------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Follow a new size of the window or of its text."""
        self._measure_tray()
        self.frame.arrange()
        self.proportion()

    def proportion(self) -> None:
        """Give every dock of a column its share of the height; a lesson has what it needs, above the log."""
        for area, column in zip(COLUMNS, (self.frame.left, self.frame.right), strict=True):
            high, rows = self.frame.pages.height(), self._heads(area)
            heights = [self._height(row, high) for row in rows]
            rest = max(1, high - sum(heights))
            column.setSizes([height or rest for height in heights])

    def _height(self, row: Dock, high: int) -> int:
        """Return the height of a dock in its column, 0 for what is left."""
        if row.key == LESSON:
            return self._lesson_height(high) if self.is_taught else 1
        if row.height is None:
            return 0
        return TABS if self._wanting and row.area == "right" else row.height(high)

    def _lesson_height(self, high: int) -> int:
        return min(max(LESSON_LEAST, high // 2), high - LOG_LEAST) if self.frame.log_is_beside else high

    @property
    def is_taught(self) -> bool:
        """Tell whether a lesson is shown."""
        return LESSON in self.docks and not self.docks[LESSON].isHidden()

    def want_room(self, wanting: bool) -> None:
        """Give the orders all the height of their column but for tabs, or no more than usual."""
        if wanting != self._wanting:
            self._wanting = wanting
            for tabs in self._made:
                if isinstance(tabs, Tabs):
                    tabs.pages.setHidden(wanting)
            self.proportion()

    def fold(self, key: str) -> None:
        """Fold a panel of the right column away, or bring it back."""
        if key not in self.docks:
            return
        panel = self.docks[key]
        cell = next((made for made in self._made if isinstance(made, Tabs) and panel in made.panels), panel)
        cell.setVisible(cell.isHidden())
        self.fit()

    def fold_below(self) -> None:
        """Fold away what lies below the orders, or bring it back."""
        below = [row.key for row in self._heads("right") if row.key != "orders"]
        if below:
            self.fold(below[-1])

    def _heads(self, area: str) -> list[Dock]:
        """Return the docks of an area in order, only the first of those that share tabs."""
        return [row for row in self._rows if row.area == area and not row.behind]

    def show_lesson(self, shown: bool) -> None:
        """Show or hide the dock of lessons."""
        if LESSON in self.docks and self.is_taught != shown:
            self.docks[LESSON].setVisible(shown)
            self.frame.taught = shown
            self.fit()

    def panel(self, key: str) -> QWidget:
        """Return the panel that holds a dock."""
        return self.docks[key]

    def board_width(self, wide: int) -> int:
        """Return the width that the columns leave the board in a window of a width, both in pixels."""
        return wide - orders_width(wide) - max(log_width(wide), faces.scaled(RAIL))

    def make_room(self, key: str, above: str) -> None:
        """Let a dock grow into the one above until its list has room; never shrink what the player made larger."""
        dock, other = self.docks[key], self.docks[above]
        if dock.height() < ROOM < other.height():
            whole = dock.height() + other.height()
            self.frame.right.setSizes([whole - ROOM, ROOM])

    # --- showing -------------------------------------------------------------------------------------------------

    def bring(self, key: str, *, unfold: bool = True) -> None:
        """Show a dock in front of those it shares a place with, and open what is folded unless told otherwise."""
        panel = self.docks[key]
        cell = next((made for made in self._made if isinstance(made, Tabs) and panel in made.panels), panel)
        if panel.row.area == "right" and cell.isHidden() and unfold:
            self.fold(key)
        if not unfold:
            panel.raise_()
            return
        if panel.row.area in COLUMNS and self.frame.alone:
            self.frame.set_alone(False)
        if panel.row.area == "left" and not self.frame.left.isVisible():
            self.frame.fold_log()
        if panel.row.area == "drawer":
            panel.show()
        panel.raise_()

    @property
    def secret(self) -> QWidget | None:
        """Return what the curtain covers: the contents of the secret dock if it is open, brought in front."""
        row = next((row for row in self._rows if row.secret), None)
        if row is None or self.docks[row.key].isHidden():
            return None
        self.docks[row.key].raise_()
        return row.widget

    def toggle(self, key: str) -> None:
        """Open or close a drawer."""
        self.docks[key].setVisible(self.docks[key].isHidden())

    def close_drawer(self) -> bool:
        """Close the drawer that is open; return whether there was one."""
        if not self._open:
            return False
        self.docks[self._open].hide()
        return True

    def _turned(self, key: str) -> None:
        """Keep at most one drawer open, in its place over the board."""
        if not self._shown:
            return
        before, self._open = self._open, "" if self.docks[key].isHidden() and self._open == key else self._open
        if not self.docks[key].isHidden():
            self._open = key
            if before and before != key:
                self.docks[before].hide()
            self.frame.arrange()

    def set_shown(self, shown: bool) -> None:
        """Hide the docks while the start page or the curtain shows, and bring them back."""
        self._shown = False
        self.frame.set_bare(not shown)
        if shown and self._open:
            self.docks[self._open].show()
        self._shown = shown
        if shown:
            self.fit()
