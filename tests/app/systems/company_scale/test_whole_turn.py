"""A whole turn of First Light played in the window by mouse and keys alone; the session is only read."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.board.hexes import center
from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.hexes.grid import hex_id

LEFT = Qt.MouseButton.LeftButton


class Hands:
    """Two players' hands: they press what the window shows."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.dragged = 0
        self.fired = 0

    @property
    def kind(self) -> str:
        decision = self.window.game.decision
        return decision.kind if decision else ""

    def events(self, name: str) -> list[dict[str, Any]]:
        return [event for event in self.window.game.history() if event["event"] == name]

    def press(self, widget: QWidget) -> None:
        QApplication.processEvents()
        assert widget.isVisible() and widget.isEnabled()
        QTest.mouseClick(widget, LEFT)

    def order(self, verb: str) -> None:
        """Press a button of the prompt, twice if it wants a second press."""
        self.press(self.window.prompt.findChild(QWidget, f"order_{verb}"))
        again = self.window.prompt.findChild(QWidget, f"order_{verb}")
        if again is not None and again.property("armed") == "true":
            self.press(again)

    def drag(self, *hexes: str) -> None:
        view = self.window.playmat.board.view
        points = [view.mapFromScene(center(hex_id(name))) for name in hexes]
        port = view.viewport()
        QTest.mousePress(port, LEFT, pos=points[0])
        for point in points[1:]:
            QTest.mouseMove(port, point + QPoint(3, 2))
            QTest.mouseMove(port, point)
        QTest.mouseRelease(port, LEFT, pos=points[-1])

    def decide(self) -> None:
        """Answer whatever is asked."""
        {
            "preparation": self.prepare,
            "purchase": lambda: self.order("pass"),
            "activation": self.act,
            "movement": lambda: self.order("stop"),
            "opportunity_fire": self.answer_a_move,
            "fire": lambda: QTest.keyClick(self.window.playmat.board.view, Qt.Key.Key_Space),
            "ridge_claim": lambda: self.order("claim"),
        }.get(self.kind, self.choose)()

    def prepare(self) -> None:
        buttons = self.window.orders.pages["purchase"].buttons.values()
        to_buy = [button for button in buttons if button.isEnabled() and not button.isChecked()]
        if to_buy:
            self.press(to_buy[0])
        else:
            self.order("done")

    def choose(self) -> None:
        QTest.keyClick(self.window.orders.pages["choices"].list, Qt.Key.Key_Return)

    def answer_a_move(self) -> None:
        if self.fired < 2:
            self.fired += 1
            self.choose()
        else:
            self.order("hold")

    def act(self) -> None:
        """Drag one unit that stands alone to where it can go, or end the activation."""
        movers = [c.get("units") for c in self.window.game.offered.get("move", ())]
        for group in movers:
            unit = str(group[0])  # type: ignore[index]
            if self.dragged < 6 and self.try_to_drag(unit):
                return
        self.order("end_activation")

    def try_to_drag(self, unit: str) -> bool:
        board = self.window.playmat.board.position
        if len(board.stack_of(unit)) != 1:
            return False
        start = next(u.hex for u in self.window.game.view.units if u.id == unit)
        reach = self.window.game.query("reach", units=[unit])
        free = [n for n, at in reach["hexes"].items() if len(at["path"]) == 1 and hex_id(n) not in board.stacks]
        if not free:
            return False
        before = len(self.events("UnitMoved"))
        self.drag(start, free[0])
        self.dragged += 1
        assert len(self.events("UnitMoved")) > before or self.kind != "activation"
        return True


def first_light(window: MainWindow) -> Hands:
    """Begin a game; return the hands that play it."""
    assert window.new_game(NewGame("company_scale", "first-light", 5))
    return Hands(window)


def test_a_whole_turn_by_mouse(window: MainWindow) -> None:
    hands = first_light(window)
    for _ in range(400):
        if len(hands.events("TurnBegan")) > 1:
            break
        seq = window.session.seq
        hands.decide()
        assert window.session.seq != seq, hands.kind
    assert len(hands.events("TurnBegan")) == 2
    assert len(hands.events("ChitDrawn")) >= 4
    assert hands.dragged >= 4
    assert "Turn 2" in window.log.plain
    assert window.playmat.turn.track.accessibleDescription().startswith("Turn 2 of 5")


def test_dragging_an_enemy_submits_nothing_and_says_why(window: MainWindow) -> None:
    hands = first_light(window)
    while hands.kind != "activation":
        hands.decide()
    decision = window.game.decision
    assert decision is not None
    enemy = next(u for u in window.game.view.units if u.hex and u.side != decision.seat)
    seq = window.session.seq
    near = f"{enemy.hex[:3]}{int(enemy.hex[3:]) + 1:02d}"
    hands.drag(enemy.hex, near)
    assert window.session.seq == seq
    bubble = window.playmat.board.scene.words
    assert bubble.tone == "refused" and "(" in bubble.text and window.prompt.refusal.isHidden()
