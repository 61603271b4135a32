"""The pages that are lists of places: the next steps of a move with cost and dangers, areas for phases, impulses."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from app.panels.orders_dock import ChoicesPage, Situation
from app.panels.widgets import KeyButton
from app.play.answers import answered
from app.systems.striking_anvil.art.tokens import paint_token
from app.systems.striking_anvil.text.tell import MARKERS
from app.systems.striking_anvil.verbs import VERBS
from app.theme import faces
from rules.engine.command import Command
from rules.engine.english import counted
from rules.striking_anvil.answers import Reach

# --- The pages that are lists of places ----------------------------------------------------------------------------


class PlacesPage(ChoicesPage):
    """List what may be done; a marked row shows its place on the map."""

    def place_of(self, command: Command) -> str:
        """Return the place or unit that an order is about."""
        row = VERBS[command.verb]
        kind = "unit" if row.tap == "unit" else "area"
        return f"{kind}:{command.text(row.tap)}" if row.tap else ""


class WayPage(PlacesPage):
    """List the next steps first, each with what it costs and brings, then who may be left out of the group."""

    title = "Way"

    def rank(self, situation: Situation, command: Command) -> tuple[object, ...]:
        """Put the steps first."""
        return (command.verb != "step",)

    def words_of(self, situation: Situation, command: Command) -> str:
        """Return a step with its cost, and what happens on leaving and arriving."""
        told = super().words_of(situation, command)
        if command.verb != "step":
            return told
        found = answered(Reach, situation.query("reach"))
        at = situation.decision.text("at") or ""
        return f"{told}   {step_words(found, at, command.text('to'))}" if found is not None else told


def step_words(reach: Reach, at: str, to: str) -> str:
    """Return what a step costs, whether it must end there, and whether leaving may be pursued."""
    row = next((row for row in reach.places if row.to == to and row.before == at), None)
    told = [counted(row.spent - reach.spent, "point")] if row else []
    if row and row.stops:
        told.append("must stop")
    if at in reach.pursuit:
        told.append("pursuit is possible")
    return ", ".join(told)


# --- Buttons with the picture of a marker, from which it is dragged onto the map -----------------------------------

PICTURE = 26
"""Pixels of the picture on a button."""


class MarkerHandle(KeyButton):
    """A button for a kind of marker. `carried` and `dropped` tell where on the screen; `abandoned`: it is put back."""

    carried = Signal(QPoint)
    dropped = Signal(QPoint)
    abandoned = Signal()

    def __init__(self, marker: str, label: str, key: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(label, key, f"{tip} Or drag it onto the map.", parent)
        self.marker, self._from, self._carries = marker, QPoint(), False
        side = faces.scaled(PICTURE)
        ratio = self.devicePixelRatioF()
        picture = QPixmap(QSize(side, side) * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        paint_token(painter, QRectF(1, 1, side - 2, side - 2), marker)
        painter.end()
        self.setIcon(QIcon(picture))
        self.setIconSize(QSize(side, side))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a drag; another button puts back what is carried."""
        if self._carries:
            self._carries = False
            self.abandoned.emit()
            return
        self._from = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry the marker once the pointer has moved far enough."""
        far = (event.position().toPoint() - self._from).manhattanLength() >= QApplication.startDragDistance()
        if event.buttons() & Qt.MouseButton.LeftButton and self.isDown() and far:
            self._carries = True
            self.setDown(False)
        if self._carries:
            self.carried.emit(event.globalPosition().toPoint())
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the marker, or end a click."""
        if self._carries and event.button() == Qt.MouseButton.LeftButton:
            self._carries = False
            self.dropped.emit(event.globalPosition().toPoint())
        elif not self._carries:
            super().mouseReleaseEvent(event)


# --- The pages for markers: bombing, which marker and the areas it may go to; and where the FFI may rise -----------

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
        left = situation.decision.texts("markers")
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
