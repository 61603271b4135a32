"""A player with a mouse at the table of Battle Cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.systems.command_cards.board.geometry import center
from app.systems.command_cards.seen import view_of
from app.window.main_window import MainWindow
from rules.command_cards.loading.scenarios import load_scenario
from rules.command_cards.system import SYSTEM
from rules.engine.command import Command, Reason
from rules.engine.nature import ScriptedNature, SeededNature
from rules.engine.seat import Seat
from rules.engine.session import Session

LEFT = Qt.MouseButton.LeftButton
TUTORIAL = "last-attack"


def game(scenario: str = TUTORIAL, seed: int = 1) -> Session:
    """Return a game with chance from a seed."""
    return Session.new(SYSTEM, load_scenario(scenario), nature=SeededNature(seed), source=scenario)


def dealt(german: Sequence[str], allied: Sequence[str], *outcomes: str) -> Session:
    """Return the tutorial with hands dealt and all that follows of chance written out."""
    nature = ScriptedNature([*german, *allied, *outcomes])
    return Session.new(SYSTEM, load_scenario(TUTORIAL), nature=nature, source=TUTORIAL)


class Asked:
    """A game as a seat knows it, without a window; `offered` may stand in for what the seat is offered."""

    def __init__(self, seat: Seat, offered: Mapping[str, list[Command]] | None = None) -> None:
        self.seat, self.view, self.decision = seat, seat.view(), seat.decision
        found = self.decision.options.by_verb() if self.decision is not None else {}
        self.offered = found if offered is None else offered

    def offers(self, verb: str) -> Sequence[Command]:
        """Return the offered commands of a verb."""
        return self.offered.get(verb, ())

    def explain(self, command: Command) -> list[Reason]:
        """Return why a command would be refused."""
        return self.seat.explain(command)

    def query(self, name: str, **args: object) -> object:
        """Ask about the position."""
        return self.seat.query(name, **args)


class Player:
    """A player who sends real mouse and key events to the window."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        self.window = window
        window.resize(1600, 1000)
        window.put(session)
        self.mat, self.board = window.playmat, window.playmat.board

    def point(self, place: str) -> QPoint:
        """Return where a hex is in the view."""
        return self.board.view.mapFromScene(center(place))

    def click(self, *places: str) -> None:
        """Click hexes one after another."""
        for place in places:
            QTest.mouseClick(self.board.view.viewport(), LEFT, pos=self.point(place))

    def hover(self, place: str) -> None:
        """Move the pointer over a hex."""
        QTest.mouseMove(self.board.view.viewport(), self.point(place) + QPoint(3, 2))
        QTest.mouseMove(self.board.view.viewport(), self.point(place))

    def drag(self, start: str, to: str) -> None:
        """Drag from hex to hex."""
        port = self.board.view.viewport()
        QTest.mousePress(port, LEFT, pos=self.point(start))
        QTest.mouseMove(port, self.point(start) + QPoint(14, 9))
        QTest.mouseMove(port, self.point(to))
        QTest.mouseRelease(port, LEFT, pos=self.point(to))

    def card(self, number: int) -> None:
        """Click a card of the hand, the first from the left being 1."""
        QTest.mouseClick(self.mat.hand, LEFT, pos=self.mat.hand.boxes()[number - 1].center().toPoint())

    def key(self, key: Qt.Key) -> None:
        """Press a key on the board."""
        QTest.keyClick(self.board.view, key)

    def hand_over(self) -> None:
        """Look at a card just drawn, if there is one, and let the curtain fall."""
        if self.mat.drawn:
            self.key(Qt.Key.Key_Space)

    def open_curtain(self) -> str:
        """Press the curtain's button, after a look at a card just drawn; return whose turn it was to look."""
        self.hand_over()
        seat = self.window.game.awaited
        QTest.keyClick(self.window.curtain.button, Qt.Key.Key_Space)
        return seat

    @property
    def asked(self) -> str:
        """Return the kind of question now put."""
        decision = self.window.game.decision
        return decision.kind if decision is not None else ""

    @property
    def refusal(self) -> str:
        """Return what is said in red, beside the pointer or under the prompt, but never in both."""
        bubble, said = self.board.scene.bubble, self.window.prompt.refusal.text()
        beside = bubble.text if bubble.isVisible() and bubble.tone == "refused" else ""
        assert not (beside and said)
        return beside or said

    def where(self, unit: str) -> str:
        """Return the hex of a unit."""
        return view_of(self.window.game).units[unit].hex
