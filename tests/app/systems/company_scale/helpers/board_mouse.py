"""A player who sends real mouse and key events to the board."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.board.hexes import center
from app.systems.company_scale.board.board import BoardController
from tests.app.systems.company_scale.helpers.skirmish import HEXES, Skirmish, skirmish

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
PLAIN, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


class Player:
    """A player with a mouse at the skirmish."""

    def __init__(
        self, qtbot: QtBot, watched: tuple[int, ...] = (), knows_walk: bool = True, session: Skirmish | None = None
    ) -> None:
        self.game, self.session = skirmish(watched, knows_walk, session)
        self.board = BoardController(self.game)
        for signal in (self.game.changed, self.game.replaced):
            signal.connect(self.board.refresh)
        self.view = self.board.view
        qtbot.addWidget(self.view)
        self.view.resize(1000, 760)
        with qtbot.waitExposed(self.view):
            self.view.show()
        self.board.set_map(HEXES)

    @property
    def sent(self) -> list[str]:
        """Return the commands submitted, in words."""
        return [str(command) for command in self.session.submitted]

    @property
    def words(self) -> str:
        """Return the words under the pointer."""
        bubble = self.board.scene.words
        return bubble.text if bubble.isVisible() else ""

    def at(self, hex_id: int, dx: float = 0.0, dy: float = 0.0) -> QPoint:
        """Return the point of a hex in the window."""
        return self.view.mapFromScene(center(hex_id) + QPointF(dx, dy))

    def press(self, hex_id: int, keys: Qt.KeyboardModifier = PLAIN, button: Qt.MouseButton = LEFT) -> None:
        """Press a button over a hex."""
        QTest.mousePress(self.view.viewport(), button, keys, self.at(hex_id))

    def move(self, *hexes: int) -> None:
        """Move the pointer over hexes, with a stop on the way to each."""
        for hex_id in hexes:
            QTest.mouseMove(self.view.viewport(), self.at(hex_id, -12, 6))
            QTest.mouseMove(self.view.viewport(), self.at(hex_id))

    def release(self, hex_id: int, keys: Qt.KeyboardModifier = PLAIN, button: Qt.MouseButton = LEFT) -> None:
        """Release a button over a hex."""
        QTest.mouseRelease(self.view.viewport(), button, keys, self.at(hex_id))

    def drag(self, *hexes: int, keys: Qt.KeyboardModifier = PLAIN) -> None:
        """Press over the first hex, move over the others, release over the last."""
        self.press(hexes[0], keys)
        self.move(*hexes[1:])
        self.release(hexes[-1], keys)

    def click(self, hex_id: int, keys: Qt.KeyboardModifier = PLAIN, button: Qt.MouseButton = LEFT) -> None:
        """Click on a hex."""
        QTest.mouseClick(self.view.viewport(), button, keys, self.at(hex_id))

    def key(self, *keys: Qt.Key) -> None:
        """Press keys."""
        for key in keys:
            QTest.keyClick(self.view, key)


__all__ = ["LEFT", "MIDDLE", "PLAIN", "RIGHT", "SHIFT", "Player", "Skirmish"]
