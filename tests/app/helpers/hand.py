"""A player who carries out orders in a window with the mouse, on the map where that is possible."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QPolygonF

from app.window.main_window import MainWindow
from rules.engine.command import Command
from tests.app.helpers import mouse

NEAR = 40
"""How far from the edge of the map's window a point has to be, in pixels."""


class Hand:
    """Carries out orders that are offered, as its system's hand knows how."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.dragged = self.clicked = self.pressed = 0

    @property
    def board(self) -> Any:
        """Return the board."""
        return self.window.playmat.board

    @property
    def port(self) -> Any:
        """Return the widget in which the map lies."""
        return self.board.view.viewport()

    def give(self, command: Command) -> None:
        """Carry out an order."""
        if self.drag(command):
            self.dragged += 1
        elif self.click(command):
            self.clicked += 1
        else:
            self.pressed += 1
            if not self._press(command):
                self.use_panel(command)

    def drag(self, command: Command) -> bool:
        """Drag a counter if that means the order; return whether it does."""
        raise NotImplementedError

    def click(self, command: Command) -> bool:
        """Click on the map, or on a card, if that means the order; return whether it does."""
        raise NotImplementedError

    def use_panel(self, command: Command) -> None:
        """Choose the order in the list of the Orders panel."""
        page: Any = self.window.orders.page
        mouse.row(page.list, page.commands.index(command))
        if not page.list.single:
            mouse.click(page.button)

    def _press(self, command: Command) -> bool:
        """Press the button of the prompt that means the order, twice if it asks for that; return whether one does."""
        prompt = self.window.prompt
        if command.args or not prompt.offers(command.verb):
            return False
        button = prompt._buttons[command.verb]
        mouse.click(button)
        if button.flag("armed"):
            mouse.click(button)
        return True

    def point(self, at: QPointF) -> QPoint:
        """Return where a point of the map is in its window."""
        return self.board.view.mapFromScene(at)

    def show(self, *points: QPointF) -> None:
        """Scroll the map until all these points are in sight and nothing lies over them, or show all of it."""
        view = self.board.view
        edge = 0 if view.fitted else NEAR  # a board that is not fitted scrolls when something is carried to its edge
        room = self.port.rect().adjusted(edge, edge, -edge, -edge)
        seen = [self.point(point) for point in points]
        if all(room.contains(at) and mouse.lies_open(self.port, at) for at in seen):
            return
        box = QPolygonF(points).boundingRect()
        is_small = max(box.width() / room.width(), box.height() / room.height()) * view.scale_now < 1
        view.centre(box.center()) if is_small else view.fit()
