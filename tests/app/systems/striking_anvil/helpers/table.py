"""A player with a mouse at the table of Striking the Anvil."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from app.window.main_window import MainWindow
from rules.engine.nature import ScriptedNature
from rules.engine.session import Session
from rules.striking_anvil.system import SYSTEM

LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier
HISTORICAL = "anvil-historical"


def game(source: Any = HISTORICAL, dice: Sequence[int] = ()) -> Session:
    """Return a game with its dice written out."""
    return Session.new(SYSTEM, SYSTEM.load(source), nature=ScriptedNature(list(dice)), source=source)


class Player:
    """A player who sends real mouse and key events to the window."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        self.window = window
        window.resize(1600, 1000)
        window.put(session)
        self.mat: Any = window.playmat
        self.board = self.mat.board

    def put(self, session: Session) -> None:
        """Put another game on the table."""
        self.window.put(session)

    def _in_view(self, point: QPointF) -> QPoint:
        return self.board.view.mapFromScene(point)

    def bare(self, place: str) -> QPoint:
        """Return a point of a place in the view with nothing else on it."""
        scene = self.board.scene
        room = scene.sheet.region(place).boundingRect()
        for row in range(1, 24):
            for column in range(1, 24):
                point = room.topLeft() + QPointF(room.width() * column / 24, room.height() * row / 24)
                at = self._in_view(point)
                spot = scene.pick(self.board.view.to_scene(QPointF(at)))
                if spot.place == place and not spot.unit and not spot.marker and not spot.site:
                    return at
        raise AssertionError(f"nothing of {place} is bare")

    def site(self, border: str) -> QPoint:
        """Return a point in the view at which the bridge site of a border is picked."""
        scene, middle = self.board.scene, self._in_view(self.board.scene.sheet.crossing(border))
        around = [QPoint(x, y) for x in range(-8, 9, 2) for y in range(-8, 9, 2)]
        for at in (middle + shift for shift in around):
            if scene.pick(self.board.view.to_scene(QPointF(at))).site == border:
                return at
        raise AssertionError(f"the site of {border} cannot be picked")

    def counter(self, unit: str) -> QPoint:
        """Return where a counter can be clicked, or the plate of the stack whose top it is."""
        scene = self.board.scene
        told = self.window.game.view.units[unit]
        stack = scene.stacks.stack(told.at, told.side)
        lying = next((one for one in scene.stacks.lying(stack) if one.unit == unit), None)
        spot = lying.at if lying is not None and scene.fan == (told.at, told.side) else None
        if spot is None and lying is not None and scene.sheet.slots(told.at, told.side, 1):
            spot = lying.at
        return self._in_view(spot if spot is not None else scene.sheet.stand(told.at, told.side))

    def click(self, *places: str) -> None:
        """Click places one after another."""
        for place in places:
            QTest.mouseClick(self.board.view.viewport(), LEFT, pos=self.bare(place))

    def click_unit(self, *units: str) -> None:
        """Click counters one after another."""
        for unit in units:
            QTest.mouseClick(self.board.view.viewport(), LEFT, pos=self.counter(unit))

    def hover(self, place: str) -> None:
        """Move the pointer over a place."""
        at = self.bare(place)
        QTest.mouseMove(self.board.view.viewport(), at + QPoint(3, 2))
        QTest.mouseMove(self.board.view.viewport(), at)

    def take(self, unit: str, to: str, keys: Qt.KeyboardModifier = PLAIN) -> None:
        """Press on a counter and carry it over a place, without letting go."""
        port, start, end = self.board.view.viewport(), self.counter(unit), self.bare(to)
        QTest.mousePress(port, LEFT, keys, start)
        QTest.mouseMove(port, start + QPoint(14, 9))
        QTest.mouseMove(port, end)

    def drag(self, unit: str, to: str, keys: Qt.KeyboardModifier = PLAIN) -> None:
        """Drag the stack of a counter to a place."""
        self.take(unit, to, keys)
        QTest.mouseRelease(self.board.view.viewport(), LEFT, keys, self.bare(to))

    def drag_within(self, unit: str, onto: str) -> None:
        """Drag one counter of a stack that is laid out onto another."""
        port, start, end = self.board.view.viewport(), self.counter(unit), self.counter(onto)
        QTest.mousePress(port, LEFT, PLAIN, start)
        QTest.mouseMove(port, start + (end - start) / 2)
        QTest.mouseMove(port, end)
        QTest.mouseRelease(port, LEFT, PLAIN, end)

    def key(self, *keys: Qt.Key) -> None:
        """Press keys on the board."""
        for key in keys:
            choice = self.board.choice
            QTest.keyClick(choice.focusWidget() or choice if choice.is_open else self.board.view, key)

    def press(self, verb: str) -> None:
        """Click a button of the prompt."""
        QTest.mouseClick(self.window.prompt._buttons[verb], LEFT)

    def pay(self, *items: str) -> None:
        """Click what pays hits, then Pay."""
        for item in items:
            QTest.mouseClick(self.mat.payment.buttons[item], LEFT)
        QTest.mouseClick(self.mat.payment.pay, LEFT)

    @property
    def asked(self) -> tuple[str, str]:
        """Return who is asked what."""
        decision = self.window.game.decision
        return (decision.seat, decision.kind) if decision is not None else ("", "")

    @property
    def refusal(self) -> str:
        """Return what is said in red, beside the pointer or under the prompt, but never in both."""
        bubble, said = self.board.scene.bubble, self.window.prompt.refusal.text()
        beside = bubble.text if bubble.isVisible() and bubble.tone == "refused" else ""
        assert not (beside and said)
        return beside or said

    @property
    def bubble(self) -> str:
        """Return what is said beside the pointer."""
        return str(self.board.scene.bubble.text)

    def unit(self, unit: str) -> Any:
        """Return a unit of the view."""
        return self.window.game.view.units[unit]

    def at(self, *units: str) -> set[str]:
        """Return where units are."""
        return {self.unit(unit).at for unit in units}
