"""Space and Enter do what prompt and orders say, whatever has the focus: real keys on the real window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.window.main_window import MainWindow
from rules.engine.command import cmd
from rules.engine.options import Decision
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import position

SPACE, ENTER, ESCAPE = Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape
HELPERS = decide(
    "allied", "assault_modifiers", "Who helps?", cmd("use_leader", leader="x"), cmd("use_leader", leader="y"),
    cmd("confirm"), cmd("cancel"), rule="9.5",
)  # fmt: skip
DECLARED = decide(
    "allied", "assaults", "Which?", cmd("call_off", hex="17.45"), cmd("confirm"), rule="9.1",
    markers=[{"hex": "17.45", "called_off": False, "assigned": ("b_117",), "empty": False, "units": ("b_117",)}],
)  # fmt: skip
BUYING = decide("allied", "preparation", "Buy.", cmd("buy_chit", chit="formation:tfb_117cav"), cmd("done"), rule="4.0")


def asked(window: MainWindow, decision: Decision) -> FakeSession:
    session = FakeSession(position(), decision)
    window.play(session)
    return session


def press(key: Qt.Key) -> None:
    """Press a key where the focus is."""
    focus = QApplication.focusWidget()
    assert isinstance(focus, QWidget)
    QTest.keyClick(focus, key)


@pytest.mark.parametrize("decision,done", [(HELPERS, "confirm"), (DECLARED, "confirm"), (BUYING, "done")])
def test_space_carries_on_with_the_focus_in_the_orders(window: MainWindow, decision: Decision, done: str) -> None:
    session = asked(window, decision)
    window.actions_["focus_orders"].trigger()
    assert window.orders.isAncestorOf(QApplication.focusWidget())
    press(SPACE)
    if decision is BUYING:  # points are left for a chit: that is asked about
        assert session.submitted == []
        press(SPACE)
    assert session.submitted == [cmd(done)]


def test_enter_gives_the_row_that_is_marked(window: MainWindow) -> None:
    session = asked(window, HELPERS)
    window.actions_["focus_orders"].trigger()
    window.orders.pages["assault"].list.setCurrentRow(1)
    press(ENTER)
    assert session.submitted == [cmd("use_leader", leader="y")]


def test_space_on_the_number_of_the_rule_does_not_open_it(window: MainWindow) -> None:
    session = asked(window, HELPERS)
    window.prompt.rule.setFocus(Qt.FocusReason.TabFocusReason)
    press(SPACE)
    assert session.submitted == [cmd("confirm")] and window.dialogs.reference is None
    window.prompt.rule.setFocus(Qt.FocusReason.TabFocusReason)
    press(ENTER)
    assert window.dialogs.reference is None


def test_space_after_escape_from_a_menu_carries_on(window: MainWindow) -> None:
    session = asked(window, HELPERS)
    bar = window.menuBar()
    bar.setFocus(Qt.FocusReason.MenuBarFocusReason)
    press(ESCAPE)
    press(SPACE)
    assert session.submitted == [cmd("confirm")] and QApplication.activePopupWidget() is None


def test_enter_does_not_end_an_activation_while_an_order_is_at_hand(window: MainWindow) -> None:
    session = asked(
        window, decide("allied", "activation", "Act.", cmd("activate", unit="b_117"), cmd("end_activation"))
    )
    window.log.focus()
    press(ENTER)
    assert session.submitted == []
    page = window.orders.pages["activation"]
    page.pick(("b_117",))
    window.actions_["focus_orders"].trigger()
    press(ENTER)
    assert session.submitted == [] and page.buttons["activate"].hasFocus()
    press(ENTER)
    assert session.submitted == [cmd("activate", unit="b_117")]


def test_a_button_names_enter_only_while_enter_presses_it(window: MainWindow) -> None:
    asked(window, HELPERS)
    page = window.orders.pages["assault"]
    assert page.list.marked < 0 and page.button.key != "Enter"
    page.list.setCurrentRow(0)
    assert page.button.key == "Enter"


def test_words_that_are_typed_keep_their_spaces(window: MainWindow) -> None:
    session = asked(window, HELPERS)
    window.dialogs.show_reference()
    assert window.dialogs.reference is not None
    QTest.keyClicks(window.dialogs.reference.search, "fire zone")
    assert window.dialogs.reference.search.text() == "fire zone" and session.submitted == []
