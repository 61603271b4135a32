"""The View menu: the theme, the docks, and moving the keyboard from one part of the window to another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from app import theme, vision
from app.window.actions import Actions
from app.window.frame import Frame
from app.window.services import Services


class WindowLook(QObject):
    """Connect the View menu to the window. `restyled()`: another theme is to be shown."""

    restyled = Signal()

    def __init__(self, services: Services, menus: Actions, frame: Frame) -> None:
        super().__init__(services)
        self.services, self.frame = services, frame
        self.docks, self.orders, self.prompt, self.log = services.docks, services.orders, services.prompt, services.log
        menus[f"theme_{services.settings.theme}"].setChecked(True)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.styleHints().colorSchemeChanged.connect(self._scheme_changed)

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of this part by action id."""
        return {
            "fold_log": self.frame.fold_log, "fold_orders": lambda: self.docks.fold("orders"),
            "fold_stack": self.docks.fold_below, "alone": self._alone,
            "focus_orders": self._to_orders, "focus_board": self._to_board, "focus_log": self._to_log,
            **{f"theme_{name}": lambda name=name: self.set_theme(name) for name in ("system", "light", "dark")},
        }  # fmt: skip

    def set_theme(self, name: str) -> None:
        """Change the theme and remember it."""
        self.services.settings.set("theme", name)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply(app, name, self.services.settings.text_size)
            vision.choose(self.services.settings.eyes)
            self.restyled.emit()

    def _alone(self) -> None:
        frame = self.frame
        frame.set_alone(not frame.alone)

    def _to_board(self) -> None:
        self.frame.pages.currentWidget().setFocus()

    def _to_orders(self) -> None:
        self.docks.bring("orders")
        if not self.orders.take_focus():
            self.prompt.take_focus()

    def _to_log(self) -> None:
        self.docks.bring("log")
        self.log.focus()

    def _scheme_changed(self) -> None:
        if self.services.settings.theme == "system":
            self.set_theme("system")
