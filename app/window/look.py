"""The View menu: the theme, the docks, and moving the keyboard from one part of the window to another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from app import theme
from app.window.docks import Docks

if TYPE_CHECKING:
    from app.window.main_window import MainWindow


class WindowLook:
    """Connect the View menu to the window."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self._view = window.actions_.menus["&View"]
        self._view.addSeparator()
        self._listed: list[QAction] = []
        window.actions_[f"theme_{window.settings.theme}"].setChecked(True)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.styleHints().colorSchemeChanged.connect(self._scheme_changed)

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {
            "focus_orders": self._to_orders, "focus_board": self._to_board, "focus_log": self._to_log,
            **{f"theme_{name}": lambda name=name: self.set_theme(name) for name in ("system", "light", "dark")},
        }  # fmt: skip

    def list_docks(self, docks: Docks) -> None:
        """List the docks of the present table in the menu in place of those before."""
        for action in self._listed:
            self._view.removeAction(action)
        self._listed = [dock.toggleViewAction() for dock in docks.docks.values()]
        again = QAction("Docks as at first", self.window)
        again.triggered.connect(docks.arrange)
        self._listed.append(again)
        self._view.addActions(self._listed)

    def set_theme(self, name: str) -> None:
        """Change the theme and remember it."""
        self.window.settings.set("theme", name)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply(app, name)
            self.window.restyle()

    def _to_board(self) -> None:
        self.window.pages.currentWidget().setFocus()

    def _to_orders(self) -> None:
        self.window.docks.docks["orders"].show()
        self.window.orders.take_focus()

    def _to_log(self) -> None:
        self.window.docks.docks["log"].show()
        self.window.log.focus()

    def _scheme_changed(self) -> None:
        if self.window.settings.theme == "system":
            self.set_theme("system")
