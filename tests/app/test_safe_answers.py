"""Nothing is lost by a press that meant something else: questions, focus and curtain, by real events."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import yaml
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from app.dialogs import messages
from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.command_cards.loading.scenarios import load_scenario
from rules.command_cards.system import SYSTEM
from rules.company_scale.records.answers import Abandoning
from rules.engine.command import cmd
from rules.engine.folders import scenarios_dir
from rules.engine.nature import SeededNature
from rules.engine.session import Session
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import position

LEFT, SPACE, ENTER = Qt.MouseButton.LeftButton, Qt.Key.Key_Space, Qt.Key.Key_Return


def press(key: Qt.Key) -> None:
    """Press a key where the focus is."""
    focus = QApplication.focusWidget()
    assert isinstance(focus, QWidget)
    QTest.keyClick(focus, key)


# --- A1: what the end of an activation does by itself ---------------------------------------------------------------


@pytest.fixture
def fire(window: MainWindow, tmp_path: Path) -> MainWindow:
    """Begin the activation of three American companies, two of them in a burning hex."""
    document = yaml.safe_load((scenarios_dir() / "company_scale/examples/10-rally.yaml").read_text("utf-8"))
    document.setdefault("markers", []).append({"hex": "54.12", "kind": "on_fire"})
    file = tmp_path / "fire.yaml"
    file.write_text(yaml.safe_dump(document), "utf-8")
    assert window.new_game(NewGame("company_scale", str(file), 7))
    assert window.order(cmd("buy_chit", chit="division:us_36")) and window.order(cmd("done"))
    while window.game.view.chit.id != "division:us_36":
        assert window.order(cmd("end_activation"))
    assert window.game.decision.kind == "activation"
    return window


def burning(window: MainWindow) -> list[str]:
    return [unit.id for unit in window.game.view.units if unit.hex == "54.12"]


@pytest.mark.parametrize("sure", [False, True])
def test_ending_an_activation_in_a_burning_hex_says_who_dies_and_asks(fire: MainWindow, sure: bool) -> None:
    asked: list[tuple[str, str]] = []
    fire.services.ask = lambda title, words, yes, no, how: bool(asked.append((words, how))) or sure
    before = burning(fire)
    assert len(before) == 2
    button = fire.prompt._buttons["end_activation"]
    assert button.text() == "End activation: 2 units burn"
    fire.playmat._show_hex("54.12")
    assert fire.playmat.stack.burns.isVisibleTo(fire.playmat.stack) and "8.8.1" in fire.playmat.stack.burns.text()
    QTest.keyClick(fire.playmat.middle, Qt.Key.Key_E)
    [(words, how)] = asked
    assert "I/141 and L/141" in words and "eliminated" in words and "8.8.1" in words and how == messages.CAREFUL
    assert burning(fire) == ([] if sure else before)


def test_a_hex_that_does_not_burn_says_nothing_of_fire(fire: MainWindow) -> None:
    fire.playmat._show_hex("55.12")
    assert not fire.playmat.stack.burns.isVisibleTo(fire.playmat.stack)


# --- A2: dangerous questions default to the safe answer --------------------------------------------------------------


@pytest.mark.parametrize("key", [SPACE, ENTER, Qt.Key.Key_Escape])
def test_the_keys_that_carry_on_never_leave_guns_behind(window: MainWindow, key: Qt.Key) -> None:
    window.services.ask = partial(messages.ask, window)
    asks = decide(
        "german", "advance", "Who goes in?", cmd("confirm"), rule="9.1", hex="18.43", units=["r1"], chosen=["r1"]
    )
    session = FakeSession(position(), asks)
    session.answers["abandoning"] = Abandoning(("r1",))
    window.play(session)
    said: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        said.append(box.defaultButton().text())
        focus = box.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)

    QTimer.singleShot(50, answer)
    QTest.keyClick(window.playmat.middle, SPACE)
    assert said == ["Cancel"] and session.submitted == []


def test_a_click_on_an_assault_calls_it_off_as_its_row_says(window: MainWindow) -> None:
    marker = {"hex": "17.45", "called_off": False, "assigned": ("b_117",), "empty": False, "units": ("b_117",)}

    def switch(session: FakeSession, _: object) -> list[dict[str, object]]:
        marker["called_off"] = not marker["called_off"]
        return []

    session = FakeSession(
        position(),
        decide("allied", "assaults", "?", cmd("call_off", hex="17.45"), cmd("confirm"), markers=[marker]),
        {"call_off": switch},
    )
    window.play(session)
    rows = window.orders.pages["assault"].list
    row = rows.item(0)
    assert "press to cancel" in row.text()
    QTest.mouseClick(rows.viewport(), LEFT, pos=rows.visualItemRect(row).center())
    assert session.submitted == [cmd("call_off", hex="17.45")] and "press to reinstate" in rows.item(0).text()
    QTest.mouseClick(rows.viewport(), LEFT, pos=rows.visualItemRect(rows.item(0)).center())
    assert len(session.submitted) == 2 and "press to cancel" in rows.item(0).text()


@pytest.mark.parametrize("kind", ["assault_markers", "activation"])
def test_j_waits_for_the_hex_before_it_pays_for_an_assault(window: MainWindow, kind: str) -> None:
    orders = cmd("place_assault", hex="17.45"), cmd("done" if kind == "assault_markers" else "end_activation")
    session = FakeSession(position(), decide("allied", kind, "Prepare assaults?", *orders))
    window.play(session)
    QTest.keyClick(window.playmat.middle, Qt.Key.Key_J)
    assert session.submitted == [] and window.playmat.board.aim is not None
    assert "choose the hex" in window.playmat.board.aim.words


# --- A3: the keyboard and the curtain --------------------------------------------------------------------------------


def test_the_keyboard_does_not_pass_to_the_other_players_purchase(window: MainWindow) -> None:
    def other(session: FakeSession, _: object) -> list[dict[str, object]]:
        session.now = decide("allied", "purchase", "Buy?", cmd("buy_now", chit="formation:tfb_117cav"), cmd("pass"))
        return []

    asks = decide("german", "purchase", "Buy?", cmd("buy_now", chit="formation:ge_aa11"), cmd("pass"))
    session = FakeSession(position(), asks, {"pass": other})
    window.play(session)
    window.actions_["focus_orders"].trigger()
    assert window.orders.isAncestorOf(QApplication.focusWidget())
    press(SPACE)
    assert session.submitted == [cmd("pass")] and window.game.decision.seat == "allied"
    assert window.playmat.middle.hasFocus()
    press(ENTER)
    assert not any(command.verb == "buy_now" for command in session.submitted)


def test_the_keyboard_does_not_pass_by_a_button_of_the_prompt(window: MainWindow) -> None:
    def other(session: FakeSession, _: object) -> list[dict[str, object]]:
        session.now = decide("allied", "opportunity_fire", "Fire?", cmd("hold"), hex="18.43", units=())
        return []

    asks = decide("german", "opportunity_fire", "Fire?", cmd("hold"), hex="18.43", units=())
    session = FakeSession(position(), asks, {"hold": other})
    window.play(session)
    window.prompt._buttons["hold"].setFocus(Qt.FocusReason.TabFocusReason)
    press(ENTER)
    assert len(session.submitted) == 1 and window.playmat.middle.hasFocus()


@pytest.fixture
def hidden(window: MainWindow) -> MainWindow:
    """Put a game with hidden hands on the table, with a curtain that stays closed until its timer ends."""
    window.curtain.closed.setInterval(60_000)
    window.put(Session.new(SYSTEM, load_scenario("last-attack"), nature=SeededNature(4), source="last-attack"))
    return window


def test_the_curtain_takes_no_key_and_no_click_when_it_has_just_fallen(hidden: MainWindow) -> None:
    curtain = hidden.curtain
    assert curtain.isVisible() and "German player" in curtain.button.text() and "German player" in curtain.note.text()
    assert not curtain.button.isEnabled()
    for key in (SPACE, ENTER):
        QTest.keyClick(hidden.playmat.middle, key)
        QTest.keyClick(curtain, key)
    QTest.mouseClick(curtain.button, LEFT)
    assert curtain.isVisible() and hidden.game.awaited == "german" and hidden.game.view.hand == ()
    curtain.closed.stop()
    curtain.closed.timeout.emit()
    QTest.mouseClick(curtain.button, LEFT)
    assert hidden.game.seat.name == "german" and curtain.isHidden()


@pytest.mark.parametrize("key", [SPACE, ENTER])
def test_a_key_that_is_held_never_opens_the_curtain(hidden: MainWindow, key: Qt.Key) -> None:
    hidden.curtain.closed.stop()
    hidden.curtain.closed.timeout.emit()
    hidden.curtain.button.setFocus(Qt.FocusReason.TabFocusReason)
    for at in (hidden.curtain.button, hidden.curtain, hidden.playmat.middle):
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(at, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, "", True))
    assert hidden.curtain.isVisible() and hidden.game.awaited == "german"
    QTest.keyClick(hidden.curtain, SPACE)
    assert hidden.game.seat.name == "german"


def test_the_curtain_closes_anew_for_the_next_player(hidden: MainWindow) -> None:
    hidden.curtain.closed.stop()
    hidden.open_curtain()
    for verb in ("choose", "order", "confirm", "done", "done"):
        if not hidden.game.awaited and verb in hidden.game.offered:
            hidden.order(hidden.game.offered[verb][0])
    assert hidden.playmat.drawn and hidden.curtain.isHidden(), "the card drawn is looked at first"
    QTest.keyClick(hidden.playmat.middle, SPACE)
    assert hidden.game.awaited == "allied" and "Allied player" in hidden.curtain.button.text()
    assert hidden.curtain.closed.isActive()
    QTest.keyClick(hidden.playmat.middle, SPACE)
    assert hidden.game.awaited == "allied"
