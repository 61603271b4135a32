"""The division displays in the window: their dock, the drags between boxes and map, the key that opens them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.system import TableServices
from app.systems.company_scale.board.board import BoardController
from app.systems.company_scale.panels.display_hand import DisplayHand
from app.systems.company_scale.panels.displays import DisplaysPanel

KEY = "displays"


class OpenDisplays:
    """Keep the displays of one window in step with its game; hidden ones catch up when they are opened."""

    def __init__(self, services: TableServices, board: BoardController, panel: DisplaysPanel) -> None:
        self.services, self.game, self.board, self.panel = services, services.game, board, panel
        self.hand = DisplayHand(board, panel)
        self.hand.refused.connect(services.prompt.show_words)
        panel.came_up.connect(self._catch_up)
        self._stale = True

    def _catch_up(self) -> None:
        if self._stale:
            self.refresh()

    @property
    def dock(self) -> QWidget:
        """Return the drawer they lie in."""
        return self.services.docks.panel(KEY)

    def refresh(self) -> None:
        """Show the boxes as they are now."""
        self._stale = self.dock.isHidden()
        if self.game.view and not self._stale:
            self.panel.show_view(self.game.view, self.game.decision)

    def toggle(self) -> None:
        """Open the displays and give them the keyboard focus; close them if they have it already."""
        focus = QApplication.focusWidget()
        if self.dock.isVisible() and focus is not None and self.panel.isAncestorOf(focus):
            self.dock.hide()
            self.board.view.setFocus(Qt.FocusReason.OtherFocusReason)
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

    def _division_asked(self) -> str:
        """Return a division of the side that decides now, or "" if one of its displays is on top already."""
        decision, view = self.game.decision, self.game.view
        if decision is None:
            return ""
        own = [str(d["id"]) for d in view.get("displays", ()) if d["side"] == decision.seat]
        return "" if self.panel.current in own else next(iter(own), "")
