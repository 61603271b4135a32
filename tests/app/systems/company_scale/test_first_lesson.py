"""The guided first battle, played whole through mouse and keys on the window; the session is only read."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from app.board.hexes import center
from app.window.main_window import MainWindow
from rules.hexes.grid import hex_id
from rules.lessons.reading import lesson_called

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Pupil:
    """Somebody who does what the lesson says."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.refused: list[object] = []
        window.game.refused.connect(self.refused.append)
        lesson = lesson_called("first-light")
        assert lesson is not None and window.lessons.begin(lesson)
        QApplication.processEvents()
        window.playmat.board.view.fit()

    @property
    def step(self) -> str:
        progress = self.window.lessons.progress
        return progress.step.id if progress is not None and progress.step is not None else ""

    @property
    def kind(self) -> str:
        decision = self.window.game.decision
        return decision.kind if decision else ""

    @property
    def offered(self) -> dict[str, list[object]]:
        return dict(self.window.game.offered)

    def press(self, widget: QWidget | None) -> None:
        QApplication.processEvents()
        assert widget is not None and widget.isVisible() and widget.isEnabled()
        QTest.mouseClick(widget, LEFT)

    def order(self, verb: str) -> None:
        """Press a button of the prompt, twice if it wants a second press."""
        for _ in range(2):
            button = self.window.prompt.findChild(QWidget, f"order_{verb}")
            self.press(button)
            again = self.window.prompt.findChild(QWidget, f"order_{verb}")
            if again is None or again.property("armed") != "true":
                return

    def key(self, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
        held = Qt.KeyboardModifier.NoModifier
        for modifier in modifiers:
            held |= modifier
        QTest.keyClick(self.window.playmat.board.view, key, held)

    def verb(self, name: str) -> None:
        """Press the key of an order on the board."""
        QTest.keyClicks(self.window.playmat.board.view, self.window.game.words.verb(name).key.lower())

    def point(self, name: str) -> QPoint:
        return self.window.playmat.board.view.mapFromScene(center(hex_id(name)))

    def drag(self, *hexes: str) -> None:
        port = self.window.playmat.board.view.viewport()
        points = [self.point(name) for name in hexes]
        QTest.mousePress(port, LEFT, pos=points[0])
        for point in points[1:]:
            QTest.mouseMove(port, point + QPoint(3, 2))
            QTest.mouseMove(port, point)
        QTest.mouseRelease(port, LEFT, pos=points[-1])

    def click(self, name: str) -> None:
        QTest.mouseClick(self.window.playmat.board.view.viewport(), LEFT, pos=self.point(name))

    def buy(self, chit: str) -> None:
        buttons = self.window.orders.pages["purchase"].buttons
        self.press(next(button for command, button in buttons.items() if command.get("chit") == chit))

    def hex_of(self, unit: str) -> str:
        return next(u.hex or "" for u in self.window.game.view.units if u.id == unit)

    @property
    def on_the_hill(self) -> set[tuple[str, object]]:
        return {(m.kind, m.value) for m in self.window.game.view.markers if m.hex == "18.43"}

    @property
    def dice(self) -> int:
        return sum(event["event"] == "DieRolled" for event in self.window.game.history())

    @property
    def dispatch(self) -> int:
        return next(d.dispatch for d in self.window.game.view.divisions if d.id == "ge_11pz")

    def to_own(self, kind: str) -> None:
        """Decline whatever comes between until the side that acts is asked again."""
        self.pass_to(kind)

    def pass_to(self, kind: str) -> None:
        """Decline whatever is asked until a kind of question comes."""
        for _ in range(60):
            if self.kind == kind:
                return
            self.decline()
        raise AssertionError(f"no {kind} came up")

    def decline(self) -> None:
        for verb in ("pass", "done", "hold", "decline", "stop", "keep", "stand", "end_activation", "confirm"):
            if verb in self.offered:
                self.order(verb)
                return
        self.key(Qt.Key.Key_Return)
        if self.kind and self.window.game.words.question(self.kind).page == "choices":
            QTest.keyClick(self.window.orders.pages["choices"].list, Qt.Key.Key_Return)


def to_the_activation(pupil: Pupil) -> None:
    """Follow the first steps: look round, buy, draw."""
    pupil.key(Qt.Key.Key_F1, SHIFT)
    assert pupil.step == "buy"
    prices = pupil.window.game.decision.subject["prices"]  # type: ignore[union-attr]
    assert (prices["division"], prices["formation"]) == (2, 1)
    pupil.buy("division:ge_11pz")
    assert pupil.step == "buy", "two chits are asked for"
    pupil.buy("formation:pzaa_11")
    assert pupil.step == "allies-buy"
    pupil.order("done")
    assert "division:tf_butler" in {c.get("chit") for c in pupil.offered["add_chit"]}, "without cost"  # type: ignore[attr-defined]
    pupil.buy("division:tf_butler")
    pupil.order("done")
    assert pupil.step == "draw"
    pupil.pass_to("detach")
    assert pupil.step == "detach"
    assert pupil.window.game.view.chit.id == "division:ge_11pz", "the seed lets this chit come first"


def first_activation(pupil: Pupil) -> None:
    """Follow the steps of the first activation: look, fire, move, undo, be shot at, close up."""
    pupil.order("done")
    assert pupil.step == "sight"
    pupil.key(Qt.Key.Key_I)
    pupil.click("18.47")
    pupil.click("18.43")
    assert pupil.step == "fire"
    pupil.key(Qt.Key.Key_Escape)
    fire(pupil, "18.47", "fire-again")
    assert ("suppressed", None) in pupil.on_the_hill
    fire(pupil, "14.45", "move")
    assert {("suppressed", None), ("dg", 2)} <= pupil.on_the_hill
    pupil.drag("18.46", "18.45")
    assert pupil.step == "undo" and pupil.hex_of("feb61_2") == "18.45"
    for _ in range(3):
        if pupil.step == "undo":
            QTest.keyClick(pupil.window, Qt.Key.Key_Z, CONTROL)
    assert pupil.step == "opportunity" and pupil.hex_of("feb61_2") == "18.46"
    pupil.drag("18.46", "18.45", "18.44")
    assert pupil.kind == "opportunity_fire"
    assert {c.get("unit") for c in pupil.offered["fire"]} == {"e_117"}  # type: ignore[attr-defined]
    QTest.keyClick(pupil.window.orders.pages["choices"].list, Qt.Key.Key_Return)
    assert pupil.step == "opportunity", "nothing is done before the die"
    pupil.key(Qt.Key.Key_Space)
    assert pupil.step == "close-up"
    pupil.to_own("activation")
    assert pupil.hex_of("feb61_2") == "18.44"
    pupil.drag("19.46", "18.46", "18.45", "18.44")
    pupil.to_own("activation")
    pupil.drag("16.44", "17.43")
    pupil.to_own("activation")
    assert pupil.step == "end" and pupil.hex_of("aa11_1") == "18.44" and pupil.hex_of("aa11_3") == "17.43"
    pupil.order("end_activation")
    assert pupil.step == "rally"


def fire(pupil: Pupil, start: str, then: str) -> None:
    """Fire from a hex at the hill; the step ends once the fire has its result, not when it is put together."""
    step, dice = pupil.step, pupil.dice
    pupil.drag(start, "18.43")
    assert pupil.kind == "fire" and pupil.step == step and pupil.dice == dice
    pupil.key(Qt.Key.Key_Space)
    assert pupil.step == then and pupil.dice > dice
    pupil.to_own("activation")


def rallied_and_prepared(pupil: Pupil) -> None:
    """Follow the two steps that take a chit each."""
    while pupil.window.game.view.chit is None or pupil.window.game.view.chit.id != "division:tf_butler":
        pupil.decline()
    pupil.pass_to("activation")
    dice = pupil.dice
    pupil.click("18.43")
    pupil.verb("rally")
    assert pupil.dice == dice, "no die is rolled"  # CSS-10.1-03
    assert pupil.on_the_hill == {("dg", 2), ("foxhole", None)}, "Suppressed comes off first"  # CSS-10.1-07
    assert "rally" not in pupil.offered or not any(c.get("unit") == "e_143" for c in pupil.offered["rally"])  # type: ignore[attr-defined]
    assert pupil.step == "prepare"
    pupil.order("end_activation")
    for _ in range(60):
        if pupil.kind == "assault_markers" and pupil.window.game.decision.seat == "german":  # type: ignore[union-attr]
            break
        pupil.decline()
    points = pupil.dispatch
    pupil.verb("place_assault")
    pupil.click("18.43")
    assert pupil.step == "next-turn" and pupil.dispatch == points - 1  # CSS-9.2-02


@pytest.mark.clause(
    "CSS-4.0-11", "CSS-4.0-12", "CSS-4.0-22", "CSS-8.6-05", "CSS-9.2-02", "CSS-10.1-03", "CSS-10.1-05", "CSS-10.1-07"
)
def test_the_guided_battle_from_the_first_step_to_the_last(window: MainWindow, tmp_path: Path) -> None:
    pupil = Pupil(window)
    to_the_activation(pupil)
    first_activation(pupil)
    rallied_and_prepared(pupil)
    for _ in range(120):
        if pupil.kind == "assaults":
            break
        if pupil.kind == "preparation":
            for chit in ("division:ge_11pz", "formation:pzaa_11", "division:tf_butler"):
                if any(c.get("chit") == chit for verb in ("buy_chit", "add_chit") for c in pupil.offered.get(verb, ())):
                    pupil.buy(chit)
            pupil.order("done")
        else:
            pupil.decline()
    assert pupil.step == "assault" and pupil.kind == "assaults"
    odds = window.game.query("assault_odds", hex="18.43")
    assert (odds.attacker.total, odds.defender.total) == (6, 6)
    won = sum(Fraction(*one.chance) for one in odds.differences if one.difference > 0)
    lost = sum(Fraction(*one.chance) for one in odds.differences if one.difference < 0)
    assert won == lost == Fraction(45, 100)
    pupil.order("confirm")
    assert pupil.step == "assault", "nothing is done before the dice"
    pupil.to_own("activation")
    fought = next(event for event in reversed(list(window.game.history())) if event["event"] == "AssaultFought")
    assert (fought["attacker"], fought["defender"], fought["difference"]) == (8, 6, 2)
    assert pupil.step == "won" and ("dg", 4) in pupil.on_the_hill
    assert next(hex_ for hex_ in window.game.view.victory.hexes if hex_.hex == "18.43").points["german"] == 6
    pupil.key(Qt.Key.Key_F1, SHIFT)
    copy = tmp_path / "mine.chitpull"
    window.saving.choose = lambda *_: str(copy)
    QTest.keyClick(window, Qt.Key.Key_S, CONTROL)
    assert pupil.step == "farewell" and copy.is_file()
    pupil.key(Qt.Key.Key_F1, SHIFT)
    progress = window.lessons.progress
    assert progress is not None and progress.is_complete and set(progress.ended.values()) == {"done"}
    assert window.lessons.learned == ["first-light"]
    assert pupil.refused == [], "the lesson walks into no refusal"


def test_the_lesson_is_left_and_taken_up_again_where_it_was(window: MainWindow) -> None:
    pupil = Pupil(window)
    to_the_activation(pupil)
    panel = window.lessons.panel
    pupil.press(panel.leave)
    assert window.lessons.progress is None and window.docks.docks["lesson"].isHidden()
    assert window.actions_["lesson_resume"].isEnabled()
    pupil.key(Qt.Key.Key_Space) if pupil.kind != "activation" else None
    window.actions_["lesson_resume"].trigger()
    assert pupil.step == "detach" and not window.docks.docks["lesson"].isHidden()


def test_the_game_keeps_where_its_player_is(window: MainWindow) -> None:
    pupil = Pupil(window)
    to_the_activation(pupil)
    assert window.session is not None
    path = next(Path(window.files.folder).glob("*.chitpull"))
    window.files.clear_table()
    assert window.open_game(path)
    assert pupil.step == "detach"
    assert window.lessons.panel.step.text() == "<b>Keep your weapons together</b>"


def test_a_step_can_be_passed_over_and_nothing_is_blocked(window: MainWindow) -> None:
    pupil = Pupil(window)
    pupil.order("done")  # instead of reading and buying
    pupil.key(Qt.Key.Key_F1, SHIFT)
    assert pupil.step == "buy"
    pupil.order("done")
    progress = window.lessons.progress
    assert progress is not None
    assert progress.ended["buy"] == "missed" and progress.ended["allies-buy"] == "done"
    assert "chits are in the Cup." in window.lessons.panel.ended.text()
    pupil.key(Qt.Key.Key_F1, SHIFT)
    pupil.key(Qt.Key.Key_F1, SHIFT)
    assert progress.ended["detach"] in ("passed", "missed")


def test_what_the_step_speaks_of_is_marked(window: MainWindow) -> None:
    pupil = Pupil(window)
    view = window.playmat.board.view
    assert [mark.pos() for mark in view.pointed] == [center(hex_id("18.43"))]
    spots = [spot.parentWidget() for spot in window.lessons.spots]
    assert spots == [window.prompt]
    pupil.key(Qt.Key.Key_F1, SHIFT)
    assert [spot.parentWidget() for spot in window.lessons.spots] == [window.orders]
    assert not view.pointed
    pupil.press(window.lessons.panel.leave)
    assert not window.lessons.spots


@pytest.mark.parametrize("size", [(1600, 1000), (1280, 720)])
def test_the_lesson_does_not_make_the_window_grow(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    Pupil(window)
    QApplication.processEvents()
    assert (window.width(), window.height()) == size
    panel = window.lessons.panel
    assert panel.height() >= 200
    assert progress_fits(window), "every step can be read without scrolling"


def progress_fits(window: MainWindow) -> bool:
    """Tell whether each step of the lesson fits its panel."""
    progress, panel = window.lessons.progress, window.lessons.panel
    assert progress is not None
    leave = panel.leave.mapTo(window, QPoint())
    while progress.step is not None:
        QApplication.processEvents()
        scroll = panel.findChild(QScrollArea)
        assert panel.leave.mapTo(window, QPoint()) == leave, "no button comes to stand where another was"
        if scroll is None or scroll.verticalScrollBar().maximum() > 0:
            return False
        panel.went_on.emit()
    return True


def test_another_game_has_no_lesson(window: MainWindow) -> None:
    Pupil(window)
    from app.play.players import NewGame

    assert window.new_game(NewGame("company_scale", "rolins-night", 1))
    assert window.lessons.progress is None and window.docks.docks["lesson"].isHidden()
    assert window.session is not None and "lesson" not in window.session.kept
