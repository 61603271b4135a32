"""The docks around the board and where they stand at first."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget

from app.game import GameController
from app.panels.log import LogPanel
from app.panels.orders_dock import OrdersPanel
from app.systems.company_scale.panels.cup import CupPanel
from app.systems.company_scale.panels.displays import DisplaysPanel
from app.systems.company_scale.panels.divisions import DivisionsPanel
from app.systems.company_scale.panels.sight import SightPanel
from app.systems.company_scale.panels.stack import StackPanel
from app.systems.company_scale.panels.turns import TurnPanel

ROOM = 330
"""So high is a dock whose list matters just now."""
LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
LYING = 292
"""So high are the displays when they lie under the map."""


class Docks:
    """Make the panels and their docks; `toggles` are the actions that show and hide them."""

    def __init__(self, window: QMainWindow, game: GameController) -> None:
        self.window = window
        self.turn, self.cup, self.divisions, self.log = TurnPanel(), CupPanel(), DivisionsPanel(), LogPanel()
        self.orders, self.stack, self.sight = OrdersPanel(), StackPanel(), SightPanel(game.query)
        self.displays = DisplaysPanel()
        self._shown, self._away = True, ["displays"]
        self.docks: dict[str, QDockWidget] = {}
        for key, title, panel, area in (
            ("turn", "Turn and victory", self.turn, LEFT),
            ("cup", "The Cup", self.cup, LEFT),
            ("divisions", "Divisions", self.divisions, LEFT),
            ("log", "Log", self.log, LEFT),
            ("orders", "Orders", self.orders, RIGHT),
            ("stack", "Stack", self.stack, RIGHT),
            ("sight", "Line of sight", self.sight, RIGHT),
            ("displays", "Division displays", self.displays, BOTTOM),
        ):
            self.docks[key] = self._dock(key, title, panel, area)
        window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        self.arrange()

    def _dock(self, key: str, title: str, panel: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self.window)
        dock.setObjectName(f"dock_{key}")
        dock.topLevelChanged.connect(lambda _: self.tidy())
        dock.dockLocationChanged.connect(lambda _: self.tidy())
        dock.setWidget(panel)
        self.window.addDockWidget(area, dock)
        return dock

    def arrange(self) -> None:
        """Put every dock where it stands at first."""
        docks = self.docks
        for key, dock in docks.items():
            dock.setFloating(False)
            area = BOTTOM if key == "displays" else RIGHT if key in ("orders", "stack", "sight") else LEFT
            self.window.addDockWidget(area, dock)
            dock.setVisible(key != "displays")
        self.window.tabifyDockWidget(docks["cup"], docks["divisions"])
        self.window.tabifyDockWidget(docks["stack"], docks["sight"])
        docks["cup"].raise_()
        docks["stack"].raise_()
        self.tidy()
        self.proportion()

    def proportion(self) -> None:
        """Give every dock its share of the room."""
        docks, across, down = self.docks, Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self.window.resizeDocks([docks["turn"], docks["orders"]], [300, 356], across)
        high = max(500, self.window.height() - 140)
        turn, cup = 270, min(290, round(high * 0.34))
        self.window.resizeDocks([docks["turn"], docks["cup"], docks["log"]], [turn, cup, high - turn - cup], down)
        self.window.resizeDocks([docks["orders"], docks["stack"]], [round(high * 0.7), round(high * 0.3)], down)
        self.window.resizeDocks([docks["displays"]], [LYING], down)

    def make_room(self, key: str) -> None:
        """Let a dock below the orders grow until its list has room; what the player made larger stays."""
        dock, above = self.docks[key], self.docks["orders"]
        if not dock.isFloating() and dock.height() < ROOM < above.height():
            whole = dock.height() + above.height()
            self.window.resizeDocks([above, dock], [whole - ROOM, ROOM], Qt.Orientation.Vertical)

    def tidy(self) -> None:
        """Hide the title of docks that stand in tabs, where the tab says it already."""
        for dock in self.docks.values():
            tabbed = bool(self.window.tabifiedDockWidgets(dock)) and not dock.isFloating()
            bare = dock.titleBarWidget() is not None
            if tabbed != bare:
                dock.setTitleBarWidget(QWidget(dock) if tabbed else None)  # type: ignore[arg-type]

    def refresh(self, game: GameController) -> None:
        """Show the present position everywhere but in the log."""
        if not game.view:
            return
        self.turn.show_view(game.view)
        self.cup.show_view(game.view)
        self.divisions.show_view(game.view)
        if self.stack.hex:
            self.stack.show_hex(self.stack.hex, game.view, game.names, game.query)

    def set_shown(self, shown: bool) -> None:
        """Hide the docks while the start page shows, and bring them back."""
        if not shown:
            self._away = [key for key, dock in self.docks.items() if dock.isHidden() and self._shown]
        for key, dock in self.docks.items():
            dock.setVisible(shown and key not in self._away)
        self._shown = shown
        for bar in self.window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.setVisible(shown)
