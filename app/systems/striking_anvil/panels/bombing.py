"""The pages for markers: bombing, which marker and the areas it may go to; and where the FFI may rise."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.panels.orders import Situation
from app.systems.striking_anvil.panels.handles import MarkerHandle
from app.systems.striking_anvil.panels.way import PlacesPage
from app.systems.striking_anvil.text.names import MARKERS

LABELS = {"air": "Air", "naval": "Naval"}


class BombingPage(PlacesPage):
    """List the areas for one marker at a time; `taken` names the marker that a click on the map places."""

    taken = Signal(str)
    title = "Bombing"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.marker = ""
        self.buttons = {
            name: MarkerHandle(name, label, ",", f"Place {MARKERS[name]}.") for name, label in LABELS.items()
        }
        row = QHBoxLayout()
        for name, button in self.buttons.items():
            button.setCheckable(True)
            button.clicked.connect(lambda *_, name=name: self.take(name))
            row.addWidget(button)
        self.column.insertLayout(2, row)

    def refresh(self, situation: Situation) -> None:
        """List the areas of the marker taken, or of the first one left."""
        left = [str(name) for name in situation.subject["markers"]]  # type: ignore[union-attr]
        if self.marker not in left:
            self.marker = left[0]
            self.taken.emit(self.marker)
        for name, button in self.buttons.items():
            button.setVisible(name in left)
            button.setChecked(name == self.marker)
        only = [command for command in situation.offered.get("place", ()) if command.text("marker") == self.marker]
        super().refresh(replace(situation, offered={**situation.offered, "place": only}))

    def take(self, marker: str) -> None:
        """Take another marker."""
        self.marker = marker
        self.taken.emit(marker)
        if self.situation is not None:
            self.refresh(self.situation)

    def other(self) -> None:
        """Take the other marker, if it is left."""
        left = [name for name, button in self.buttons.items() if not button.isHidden() and name != self.marker]
        if left:
            self.take(left[0])


class FfiPage(PlacesPage):
    """List the areas where the FFI may rise, with a marker to drag there."""

    title = "FFI"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.handle = MarkerHandle("ffi_fighters", "FFI", "", "Roll for the FFI in an area: click one on the map.")
        row = QHBoxLayout()
        row.addWidget(self.handle)
        row.addStretch(1)
        self.column.insertLayout(2, row)
