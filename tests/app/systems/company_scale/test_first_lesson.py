"""The guided first battle, played whole through mouse and keys on the window; the session is only read."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.board.hexes import center
from app.window.main_window import MainWindow
from rules.hexes.ids import hex_id
from rules.lessons.reading import lesson_called

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Pupil:
    """Somebody who does what the lesson says."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        lesson = lesson_called("first-light")
        assert lesson is not None and window.lessons.begin(lesson)
        QApplication.processEvents()

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
        return next(u["hex"] or "" for u in self.window.game.view["units"] if u["id"] == unit)

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
    pupil.buy("division:ge_11pz")
    assert pupil.step == "buy", "two chits are asked for"
    pupil.buy("formation:pzaa_11")
    assert pupil.step == "allies-buy"
    pupil.order("done")
    pupil.buy("division:tf_butler")
    pupil.buy("formation:tfb_2_143")
    pupil.order("done")
    assert pupil.step == "draw"
    pupil.pass_to("activation")
    assert pupil.step == "sight"
    assert pupil.window.game.view["chit"]["id"] == "division:ge_11pz", "the seed lets this chit come first"


def first_activation(pupil: Pupil) -> None:
    """Follow the steps of the first activation: look, fire, move, undo, be shot at, close up."""
    pupil.key(Qt.Key.Key_I)
    pupil.click("18.47")
    pupil.click("18.43")
    assert pupil.step == "fire"
    pupil.key(Qt.Key.Key_Escape)
    pupil.drag("18.47", "18.43")
    assert pupil.kind == "fire"
    pupil.key(Qt.Key.Key_Space)
    assert pupil.step == "move"
    pupil.pass_to("activation") if pupil.kind != "activation" else None
    pupil.drag("18.46", "18.45")
    assert pupil.step == "undo" and pupil.hex_of("feb61_2") == "18.45"
    QTest.keyClick(pupil.window, Qt.Key.Key_Z, CONTROL)
    assert pupil.step == "opportunity" and pupil.hex_of("feb61_2") == "18.46"
    pupil.drag("18.46", "18.45", "18.44")
    assert pupil.kind == "opportunity_fire"
    QTest.keyClick(pupil.window.orders.pages["choices"].list, Qt.Key.Key_Return)
    assert pupil.step == "close-up"
    pupil.key(Qt.Key.Key_Space)
    pupil.pass_to("activation")
    pupil.drag("16.44", "17.43")
    assert pupil.hex_of("aa11_3") == "17.43"
    pupil.pass_to("activation")
    pupil.order("end_activation")
    assert pupil.step == "rally"


def test_the_guided_battle_from_the_first_step_to_the_last(window: MainWindow, tmp_path: Path) -> None:
    pupil = Pupil(window)
    to_the_activation(pupil)
    first_activation(pupil)
    for _ in range(250):
        if pupil.step == "save":
            break
        if pupil.kind == "preparation":
            for chit in ("division:ge_11pz", "division:tf_butler"):
                if any(c.get("chit") == chit for verb in ("buy_chit", "add_chit") for c in pupil.offered.get(verb, ())):
                    pupil.buy(chit)
            pupil.order("done")
        elif pupil.kind == "activation" and pupil.step == "rally" and "rally" in pupil.offered:
            unit = str(pupil.offered["rally"][0].get("unit"))  # type: ignore[attr-defined]
            pupil.click(pupil.hex_of(unit))
            pupil.verb("rally")
        elif pupil.kind == "activation" and pupil.step == "prepare" and _may_prepare(pupil):
            pupil.verb("place_assault")
            pupil.click("18.43")
        elif pupil.kind == "assaults":
            pupil.order("confirm")
        else:
            pupil.decline()
    progress = window.lessons.progress
    assert progress is not None and pupil.step == "save"
    assert progress.ended["assault"] == "done" and progress.ended["prepare"] == "done", progress.ended
    copy = tmp_path / "mine.chitpull"
    window.dialogs.choose_save = lambda *_: str(copy)
    QTest.keyClick(window, Qt.Key.Key_S, CONTROL)
    assert pupil.step == "farewell" and copy.is_file()
    pupil.key(Qt.Key.Key_F1, SHIFT)
    assert progress.is_complete and set(progress.ended.values()) == {"done"}
    assert window.lessons.learned == ["first-light"]


def _may_prepare(pupil: Pupil) -> bool:
    return any(str(c.get("hex")) == "18.43" for c in pupil.offered.get("place_assault", ()))  # type: ignore[attr-defined]


def test_the_lesson_is_left_and_taken_up_again_where_it_was(window: MainWindow) -> None:
    pupil = Pupil(window)
    to_the_activation(pupil)
    panel = window.lessons.panel
    pupil.press(panel.leave)
    assert window.lessons.progress is None and window.docks.docks["lesson"].isHidden()
    assert window.actions_["lesson_resume"].isEnabled()
    pupil.key(Qt.Key.Key_Space) if pupil.kind != "activation" else None
    window.actions_["lesson_resume"].trigger()
    assert pupil.step == "sight" and not window.docks.docks["lesson"].isHidden()


def test_the_game_keeps_where_its_player_is(window: MainWindow) -> None:
    pupil = Pupil(window)
    to_the_activation(pupil)
    assert window.session is not None
    path = next(Path(window.files.folder).glob("*.chitpull"))
    window.files.clear_table()
    assert window.open_game(path)
    assert pupil.step == "sight"
    assert window.lessons.panel.step.text() == "<b>Look along a line</b>"


def test_a_step_can_be_passed_over_and_nothing_is_blocked(window: MainWindow) -> None:
    pupil = Pupil(window)
    pupil.order("done")  # instead of reading and buying
    pupil.key(Qt.Key.Key_F1, SHIFT)
    assert pupil.step == "buy"
    pupil.order("done")
    progress = window.lessons.progress
    assert progress is not None
    assert progress.ended["buy"] == "missed" and progress.ended["allies-buy"] == "done"
    assert "The chits of this turn are in the Cup." in window.lessons.panel.ended.text()
    pupil.key(Qt.Key.Key_F1, SHIFT)
    pupil.key(Qt.Key.Key_F1, SHIFT)
    assert progress.ended["sight"] in ("passed", "missed")


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
    assert window.lessons.panel.height() >= 200


def test_another_game_has_no_lesson(window: MainWindow) -> None:
    Pupil(window)
    from app.dialogs.start import NewGame

    assert window.new_game(NewGame("company_scale", "rolins-night", 1))
    assert window.lessons.progress is None and window.docks.docks["lesson"].isHidden()
    assert window.session is not None and "lesson" not in window.session.kept
