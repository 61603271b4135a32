"""The View menu: the theme, the docks, and moving the keyboard from one part of the window to another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication

from app import theme, vision

if TYPE_CHECKING:
    from app.window.main_window import MainWindow


class WindowLook:
    """Connect the View menu to the window."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        window.actions_[f"theme_{window.settings.theme}"].setChecked(True)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.styleHints().colorSchemeChanged.connect(self._scheme_changed)

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        window = self.window
        return {
            "fold_log": window.frame.fold_log, "fold_orders": lambda: window.docks.fold("orders"),
            "fold_stack": window.docks.fold_below, "alone": self._alone,
            "focus_orders": self._to_orders, "focus_board": self._to_board, "focus_log": self._to_log,
            **{f"theme_{name}": lambda name=name: self.set_theme(name) for name in ("system", "light", "dark")},
        }  # fmt: skip

    def set_theme(self, name: str) -> None:
        """Change the theme and remember it."""
        self.window.settings.set("theme", name)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply(app, name, self.window.settings.text_size)
            vision.choose(self.window.settings.eyes)
            self.window.restyle()

    def _alone(self) -> None:
        frame = self.window.frame
        frame.set_alone(not frame.alone)

    def _to_board(self) -> None:
        self.window.pages.currentWidget().setFocus()

    def _to_orders(self) -> None:
        self.window.docks.bring("orders")
        if not self.window.orders.take_focus():
            self.window.prompt.take_focus()

    def _to_log(self) -> None:
        self.window.docks.bring("log")
        self.window.log.focus()

    def _scheme_changed(self) -> None:
        if self.window.settings.theme == "system":
            self.set_theme("system")
