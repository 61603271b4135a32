"""What the window shows and in which colours: zoom, sight tools, fire zones, themes, docks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QApplication

from app import theme
from rules.hexes.ids import hex_id, hex_name

if TYPE_CHECKING:
    from app.window.main_window import MainWindow

ZOOM = 1.25
TWO_HEXES = "Click the two hexes between which you want to look."


class WindowLook:
    """Tie the View menu to the board's tools, and keep both in step."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.sights = window.board.sights
        self.sights.modes_changed.connect(self.follow_modes)
        self.sights.line_changed.connect(self._line_changed)
        window.docks.sight.line_asked.connect(self.draw_line)
        view = window.actions_.menus["&View"]
        view.addSeparator()
        for dock in window.docks.docks.values():
            view.addAction(dock.toggleViewAction())
        view.addAction("Docks as at first").triggered.connect(window.docks.arrange)
        window.actions_[f"theme_{window.settings.theme}"].setChecked(True)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.styleHints().colorSchemeChanged.connect(self._scheme_changed)

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        view = self.window.board.view
        return {
            "focus_orders": self._to_orders, "focus_board": view.setFocus, "focus_log": self._to_log,
            "fit": view.fit, "zoom_in": lambda: view.zoom_by(ZOOM), "zoom_out": lambda: view.zoom_by(1 / ZOOM),
            "sight_hover": self.sights.set_hovering, "sight_line": self._set_lining,
            "zones_german": lambda on: self._zone("german", on), "zones_allied": lambda on: self._zone("allied", on),
            **{f"theme_{name}": lambda name=name: self.set_theme(name) for name in ("system", "light", "dark")},
        }  # fmt: skip

    def follow_modes(self) -> None:
        """Show in the menu what the board's tools are doing; their hint goes with them."""
        if not self.sights.lining and self.window.statusBar().currentMessage() == TWO_HEXES:
            self.window.statusBar().clearMessage()
        states = {
            "sight_hover": self.sights.hovering,
            "sight_line": self.sights.lining,
            "zones_german": self.sights.zone == "german",
            "zones_allied": self.sights.zone == "allied",
        }
        for name, on in states.items():
            action = self.window.actions_[name]
            with QSignalBlocker(action):
                action.setChecked(on)

    def set_theme(self, name: str) -> None:
        """Change the colours and remember them."""
        self.window.settings.set("theme", name)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply(app, name)
            self.window.restyle()

    def draw_line(self, start: str, end: str) -> None:
        """Draw a line of sight on the board that was asked for in the panel."""
        self.sights.set_lining(True, hex_id(start))
        self.sights.tap(hex_id(end))

    def _to_orders(self) -> None:
        self.window.docks.docks["orders"].show()
        self.window.docks.orders.take_focus()

    def _to_log(self) -> None:
        self.window.docks.docks["log"].show()
        self.window.docks.log.focus()

    def _set_lining(self, on: bool) -> None:
        self.sights.set_lining(on)
        if on:
            self.window.docks.docks["sight"].show()
            self.window.docks.docks["sight"].raise_()
            self.window.docks.make_room("sight")
            self.window.statusBar().showMessage(TWO_HEXES)

    def _line_changed(self, answer: Any) -> None:
        start, end = self.sights.ends
        if end is not None and self.window.statusBar().currentMessage() == TWO_HEXES:
            self.window.statusBar().clearMessage()
        if answer and start is not None and end is not None:
            self.window.docks.sight.show_line(hex_name(start), hex_name(end))

    def _zone(self, side: str, on: bool) -> None:
        if on:
            self.sights.set_zone(side)
        elif self.sights.zone == side:
            self.sights.set_zone("")

    def _scheme_changed(self) -> None:
        if self.window.settings.theme == "system":
            self.set_theme("system")
