"""The docks of a system in the window's frame: columns beside the board, strip above it, tray and drawers below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.panels.widgets import KeyButton
from app.systems.presentation import Dock
from app.theme import faces
from app.window.panel import Panel, Tabs

if TYPE_CHECKING:
    from app.window.frame import Column, Frame

ROOM = 330
"""Height of a dock whose list matters now."""
HANDLES = 52
"""Height of a tray that holds nothing but the handles of drawers."""
COLUMNS = ("left", "right")
LESSON = "lesson"


def lesson_height(high: int) -> int:
    """Return the height of the dock of lessons in a column of a height, both in pixels."""
    return min(340, round(high * 0.45))


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
        self._lay_edges()
        self.frame.arrange()
        self.proportion()

    def _shares(self, row: Dock) -> bool:
        return bool(row.behind) or any(other.behind == row.key for other in self._rows)

    def _fill(self, column: Column, area: str) -> None:
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
            handle = KeyButton(row.title, row.keys, f"Open and close {row.title.lower()}.")
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

    # --- sizes ---------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Follow a new size of the window or of its text."""
        self._measure_tray()
        self.frame.arrange()
        self.proportion()

    def proportion(self) -> None:
        """Give every dock of a column its share of the height; a lesson comes first, and the others share the rest."""
        for area, column in zip(COLUMNS, (self.frame.left, self.frame.right), strict=True):
            whole, rows = self.frame.pages.height(), self._heads(area)
            lesson = lesson_height(whole) if area == "right" and self._is_taught else 0
            high = whole - lesson
            heights = [row.height(high) if row.height else 0 for row in rows if row.key != LESSON]
            rest = max(1, high - sum(heights))
            first = [lesson] if any(row.key == LESSON for row in rows) else []
            column.setSizes([*first, *(height or rest for height in heights)])

    @property
    def _is_taught(self) -> bool:
        return LESSON in self.docks and not self.docks[LESSON].isHidden()

    def _heads(self, area: str) -> list[Dock]:
        """Return the docks of an area in order, only the first of those that share tabs."""
        return [row for row in self._rows if row.area == area and not row.behind]

    def show_lesson(self, shown: bool) -> None:
        """Show or hide the dock of lessons."""
        if LESSON in self.docks and self._is_taught != shown:
            self.docks[LESSON].setVisible(shown)
            self.proportion()

    def make_room(self, key: str, above: str) -> None:
        """Let a dock grow into the one above until its list has room; never shrink what the player made larger."""
        dock, other = self.docks[key], self.docks[above]
        if dock.height() < ROOM < other.height():
            whole = dock.height() + other.height()
            taught = [self.docks[LESSON].height() if self._is_taught else 0] if LESSON in self.docks else []
            self.frame.right.setSizes([*taught, whole - ROOM, ROOM])

    # --- showing -------------------------------------------------------------------------------------------------

    def bring(self, key: str, *, unfold: bool = True) -> None:
        """Show a dock in front of those it shares a place with, and open what is folded unless told otherwise."""
        panel = self.docks[key]
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
