"""The division displays in the window: their dock, the hand between boxes and map, the key that opens them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.systems.company_scale.panels.display_hand import DisplayHand

if TYPE_CHECKING:
    from app.window.main_window import MainWindow


class WindowDisplays:
    """Keep the displays of one window in step with its game."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.panel, self.dock = window.docks.displays, window.docks.docks["displays"]
        self.hand = DisplayHand(window.board, self.panel)
        window.game.changed.connect(lambda _: self.hand.abandon())
        window.game.replaced.connect(self.hand.abandon)
        window.docks.divisions.asked.connect(self.open)
        self._stale = True
        self.dock.visibilityChanged.connect(lambda shown: self.refresh() if shown and self._stale else None)

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {"displays": self.toggle}

    def refresh(self) -> None:
        """Show the boxes as they are now; while nobody can see them, when they are opened."""
        self._stale = self.dock.isHidden()
        if self.window.game.view and not self._stale:
            self.panel.show_view(self.window.game.view, self.window.game.decision)

    def toggle(self) -> None:
        """Open the displays with the keyboard on them; close them if it is there already."""
        focus = QApplication.focusWidget()
        if self.dock.isVisible() and focus is not None and self.panel.isAncestorOf(focus):
            self.dock.hide()
            self.window.board.view.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.dock.show()
        self.open(self.panel.first_able() or self._division_asked())
        self.panel.take_focus()

    def open(self, division: str) -> None:
        """Show the dock with one division on top."""
        self.dock.show()
        if self._stale:
            self.refresh()
        self.dock.raise_()
        self.panel.turn_to(division)

    def picture(self, size: QSize) -> QImage:
        """Return the map as it lies on the table, as large as fits the size."""
        sheet = self.window.board.scene.sceneRect()
        fitted = sheet.size().scaled(QSizeF(size), Qt.AspectRatioMode.KeepAspectRatio)
        image = QImage(fitted.toSize(), QImage.Format.Format_RGB32)
        if self.window.ground is not None:
            image.fill(self.window.ground.background())
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.window.board.scene.render(painter, QRectF(image.rect()), sheet)
        painter.end()
        return image

    def _division_asked(self) -> str:
        """Return a division of the side that decides now, unless one of its displays lies on top."""
        decision, view = self.window.game.decision, self.window.game.view
        if decision is None:
            return ""
        own = [str(d["id"]) for d in view.get("displays", ()) if d["side"] == decision.seat]
        return "" if self.panel.current in own else next(iter(own), "")
