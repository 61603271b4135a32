"""The window with a scripted session: keys, buttons, menus, what is shown after each order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu
from pytestqt.qtbot import QtBot

from app import theme
from app.actions import ACTIONS
from app.dialogs.help import keys_page
from app.panels.orders_dock import ChoicesPage
from app.play.files import GameFiles
from app.play.players import NewGame
from app.settings import Settings
from app.systems.company_scale.panels.placing import PlacePage
from app.systems.company_scale.text.army import refusal_of
from app.window.main_window import MainWindow
from rules.company_scale.records.answers import FireHexes
from rules.engine.command import Command, Reason, cmd
from rules.engine.options import Decision
from tests.app.helpers.fake_session import FakeSession, decide
from tests.app.systems.company_scale.helpers.positions import activation, position


def playing(window: MainWindow, decision: Decision | None = None, script: dict[str, Any] | None = None) -> FakeSession:
    session = FakeSession(position(), decision or activation(), script)
    window.play(session)
    return session


def test_it_opens_on_the_start_page_with_the_first_scenario_marked(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "preferences.json")
    window = MainWindow(settings, GameFiles(settings, tmp_path / "games"))
    qtbot.addWidget(window)
    assert window.pages.currentWidget() is window.start_page
    assert window.start_page.current is not None
    assert window.start_page.current.id == "first-light"
    assert window.bar.isHidden()
    assert not window.actions_["undo"].isEnabled()


def test_a_game_brings_board_prompt_and_docks(window: MainWindow) -> None:
    playing(window)
    assert window.pages.currentWidget() is window.playmat.board.view
    assert window.bar.isVisible()
    assert window.docks.docks["orders"].isVisible()
    assert "A Fake Fight" in window.windowTitle()
    assert window.orders.page is window.orders.pages["activation"]


def test_space_and_enter_carry_on(window: MainWindow, qtbot: QtBot) -> None:
    session = playing(window, decide("allied", "fire", "Confirm?", cmd("confirm"), cmd("cancel")))
    qtbot.keyClick(window.playmat.board.view, Qt.Key.Key_Space)
    window.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_Return)
    assert session.submitted == [cmd("confirm"), cmd("confirm")]


def test_enter_does_what_is_marked_and_space_what_the_prompt_says(window: MainWindow, qtbot: QtBot) -> None:
    fire = cmd("fire", units=("b_117",), hex="18.44")
    session = playing(window, decide("allied", "opportunity_fire", "Opportunity fire?", fire, cmd("hold")))
    assert window.orders.pages["choices"].list.marked == 0
    qtbot.keyClick(window.playmat.board.view, Qt.Key.Key_Return)
    qtbot.keyClick(window.playmat.board.view, Qt.Key.Key_Space)
    assert session.submitted == [fire, cmd("hold")]


@pytest.mark.parametrize(
    ("kind", "order", "on"),
    [
        ("detach", cmd("detach", weapon="hmg"), cmd("done")),
        ("movement", cmd("step", to="18.44", by="terrain"), cmd("stop")),
        ("advance", cmd("advance", unit="b_117"), cmd("confirm")),
        ("attach", cmd("attach", weapon="hmg", hex="18.44"), cmd("done")),
    ],
)
def test_where_one_may_go_on_at_once_nothing_is_marked_until_the_player_goes_there(
    window: MainWindow, qtbot: QtBot, kind: str, order: Command, on: Command
) -> None:
    session = playing(window, decide("allied", kind, "More?", order, on, hex="17.44", units=["b_117"]))
    qtbot.keyClick(window.playmat.board.view, Qt.Key.Key_Return)
    assert session.submitted == [on]
    page = window.orders.page
    assert isinstance(page, PlacePage | ChoicesPage)
    rows = page.hexes if isinstance(page, PlacePage) else page.list
    assert not page.button.isEnabled()
    rows.setFocus(Qt.FocusReason.ShortcutFocusReason)
    assert rows.marked == 0 and page.button.isEnabled()
    window.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_Return)
    assert session.submitted == [on, order]


def test_space_carries_on_after_a_click_on_a_button(window: MainWindow, qtbot: QtBot) -> None:
    buy = cmd("buy_chit", chit="formation:117_cav")
    session = playing(window, decide("allied", "preparation", "Buy.", buy, cmd("done")))
    window.playmat.board.view.setFocus()
    button = window.orders.pages["purchase"].buttons[buy]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    focus = QApplication.focusWidget()
    assert focus is not None
    for _ in range(2):  # the second press buys no more
        qtbot.keyClick(focus, Qt.Key.Key_Space)
    assert session.submitted == [buy, cmd("done")]


def test_escape_backs_out(window: MainWindow, qtbot: QtBot) -> None:
    session = playing(window, decide("allied", "fire", "Confirm?", cmd("confirm"), cmd("cancel")))
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert session.submitted == [cmd("cancel")]


def test_escape_takes_a_step_of_a_move_back(window: MainWindow, qtbot: QtBot) -> None:
    step = cmd("step", to="19.41", by="terrain")
    session = playing(window, decide("allied", "movement", "Move.", step, cmd("stop"), hex="19.42", units=["f_117"]))
    window.order(step)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert session.undone == 1
    assert cmd("stop") not in session.submitted


def test_a_key_gives_the_order_to_the_unit_picked(window: MainWindow, qtbot: QtBot) -> None:
    session = playing(window)
    window.playmat.board.select(("f_117",))
    qtbot.keyClick(window, Qt.Key.Key_M)
    assert session.submitted == [cmd("move", units=("f_117",))]


def test_orders_are_given_by_keys_alone(window: MainWindow, qtbot: QtBot) -> None:
    session = playing(window)
    qtbot.keyClick(window, Qt.Key.Key_F4)
    units = window.orders.pages["activation"].units
    assert units.hasFocus()
    qtbot.keyClick(units, Qt.Key.Key_Home)
    qtbot.keyClick(units, Qt.Key.Key_Return)
    button = QApplication.focusWidget()
    assert isinstance(button, QAbstractButton)
    qtbot.keyClick(button, Qt.Key.Key_Return)
    assert len(session.submitted) == 1
    assert session.submitted[0].verb == button.objectName().removeprefix("unit_")


def test_the_keyboard_stays_in_the_orders_from_page_to_page(window: MainWindow, qtbot: QtBot) -> None:
    def asked(session: FakeSession, command: Command) -> list[dict[str, Any]]:
        session.now = decide("allied", "rout_unit", "Who?", cmd("choose", unit="r1"), cmd("choose", unit="r2"))
        return []

    session = playing(window, script={"pass_unit": asked})
    qtbot.keyClick(window, Qt.Key.Key_F4)
    window.order(cmd("pass_unit", unit="b_117"))
    assert window.orders.pages["choices"].list.hasFocus()
    qtbot.keyClick(window.orders.pages["choices"].list, Qt.Key.Key_Return)
    assert session.submitted[-1] == cmd("choose", unit="r1")


def test_a_key_gives_the_marked_option(window: MainWindow, qtbot: QtBot) -> None:
    shots = [cmd("fire", unit=unit, hex="17.44") for unit in ("r1", "r2")]
    session = playing(window, decide("german", "opportunity_fire", "Fire?", *shots, cmd("hold")))
    window.orders.pages["choices"].list.setCurrentRow(1)
    qtbot.keyClick(window, Qt.Key.Key_F)
    assert session.submitted == [shots[1]]


def test_a_key_without_a_unit_explains_itself(window: MainWindow, qtbot: QtBot) -> None:
    session = playing(window)
    qtbot.keyClick(window, Qt.Key.Key_M)
    assert session.submitted == []
    assert "Pick a unit first" in window.prompt.refusal.text()


def test_a_key_for_a_unit_that_cannot_names_the_rule(window: MainWindow, qtbot: QtBot) -> None:
    session = playing(window)
    window.playmat.board.select(("r1",))
    qtbot.keyClick(window, Qt.Key.Key_M)
    assert session.submitted == []
    assert "Pick a unit" not in window.prompt.refusal.text()
    assert "(5.2)" in window.prompt.refusal.text()


def test_a_key_whose_order_nobody_can_be_given_says_why(window: MainWindow, qtbot: QtBot) -> None:
    session = playing(window)
    assert "rally" not in window.game.offered
    window.playmat.board.select(("r1",))
    qtbot.keyClick(window.playmat.board.view, Qt.Key.Key_R)
    assert session.submitted == [] and window.prompt.refusal.text()
    window.playmat.board.select(())
    qtbot.keyClick(window.playmat.board.view, Qt.Key.Key_R)
    assert "Pick a unit" in window.prompt.refusal.text()


def test_the_line_tool_makes_room_and_its_hint_goes(window: MainWindow) -> None:
    playing(window)
    window.show()
    window.actions_["sight_line"].setChecked(True)
    assert "Click the two hexes" in window.notice.text()
    window.actions_["sight_line"].setChecked(False)
    assert window.notice.text() == ""


def test_a_first_window_leaves_room_for_its_frame(window: MainWindow, qtbot: QtBot) -> None:
    first = MainWindow(window.settings, window.files)
    qtbot.addWidget(first)
    assert first.height() < first.screen().availableSize().height()


def test_the_page_of_keys_names_every_way_to_move_the_cursor(window: MainWindow) -> None:
    playing(window)
    page = keys_page(window.actions_.specs, window.host.presentation.pages.keys())
    assert all(word in page for word in ("Home, PgUp, End, PgDn", "Number pad", "Arrow keys"))


def test_picking_in_the_list_selects_on_the_board_and_back(window: MainWindow) -> None:
    playing(window)
    page = window.orders.pages["activation"]
    page.units.setCurrentRow(0)
    assert window.playmat.board.selection == (page.current,)
    window.playmat.board.select(("b_117",))
    assert page.current == "b_117"


def test_a_refusal_is_shown_and_goes_with_the_next_order(window: MainWindow) -> None:
    session = playing(window)
    session.refusals["fire"] = [Reason("No line of sight.", "7.1")]
    assert not window.order(cmd("fire", unit="b_117", hex="10.40"))
    assert "No line of sight. (7.1)" in window.prompt.refusal.text()
    assert session.submitted == []
    window.order(cmd("pass_unit", unit="b_117"))
    assert window.prompt.refusal.isHidden()


def test_what_happened_is_logged_and_undone(window: MainWindow, qtbot: QtBot) -> None:
    def moved(session: FakeSession, command: Command) -> list[dict[str, Any]]:
        return [{"event": "UnitMoved", "unit": "f_117", "from": "19.42", "to": "19.43"}]

    playing(window, script={"move": moved})
    window.order(cmd("move", units=("f_117",)))
    assert window.log.plain == "Company F, 117th Cavalry moves 19.42 → 19.43"
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.log.plain.startswith("Undone: Move") and "moves" not in window.log.plain


def test_only_what_is_offered_is_enabled(window: MainWindow) -> None:
    playing(window)
    assert window.actions_["verb_move"].isEnabled()
    assert not window.actions_["verb_rally"].isEnabled()
    assert not window.actions_["verb_hold"].isEnabled()


def test_a_hex_named_in_the_log_is_shown(window: MainWindow) -> None:
    playing(window)
    window.log.thing_asked.emit("hex:17.45")
    assert window.playmat.stack.hex == "17.45"


def test_the_colours_change_everywhere_and_are_remembered(window: MainWindow) -> None:
    playing(window)
    window.actions_["theme_dark"].trigger()
    assert theme.current() is theme.DARK
    assert window.settings.theme == "dark"
    window.look.set_theme("light")


def test_fire_zones_of_one_side_at_a_time(window: MainWindow) -> None:
    session = playing(window)
    session.answers["fire_zone"] = FireHexes(("18.43",))
    window.actions_["zones_german"].setChecked(True)
    assert window.playmat.board.sights.zone == "german"
    window.actions_["zones_allied"].setChecked(True)
    assert window.playmat.board.sights.zone == "allied"
    assert not window.actions_["zones_german"].isChecked()


def test_the_end_of_the_game_is_told_with_its_score(window: MainWindow, qtbot: QtBot) -> None:
    lines = [{"side": "german", "points": 5, "text": "Hill 300 is held"}]

    def ending(session: FakeSession, command: Command) -> list[dict[str, Any]]:
        session.change(over={"winner": "german", "text": "The German player wins.", "lines": lines})
        session.now = None
        return [{"event": "GameOver", "winner": "german", "points": {"german": 5, "allied": 1}}]

    playing(window, script={"pass_unit": ending})
    window.order(cmd("pass_unit", unit="b_117"))
    [dialog] = window.services.open_pages
    from PySide6.QtWidgets import QLabel

    said = [label.text() for label in dialog.findChildren(QLabel)]
    assert "German victory" in said and "Hill 300 is held" in said
    assert "The German player wins." in window.prompt.words.text()
    dialog.close()


@pytest.mark.parametrize("name", ["help", "keys", "about"])
def test_help_pages_open(window: MainWindow, name: str) -> None:
    window.actions_[name].trigger()
    [dialog] = window.services.open_pages
    assert dialog.isVisible()
    dialog.close()
    assert window.services.open_pages == []


def test_a_rule_number_opens_the_reference_there(window: MainWindow) -> None:
    playing(window)
    window.prompt.rule_asked.emit("8.6")
    reference = window.dialogs.reference
    assert reference is not None
    assert reference.text.toPlainText().startswith("8.6 ")
    reference.search.setText("opportunity ridge")
    assert reference.list.currentItem() is not None
    reference.search.setText("xyzzy")
    assert "No rule found" in reference.text.toPlainText()
    reference.close()


def test_every_button_has_a_name_for_screen_readers(window: MainWindow) -> None:
    playing(window)
    for button in window.findChildren(QAbstractButton):
        if button.isVisible() and not button.objectName().startswith("qt_"):
            assert button.accessibleName() or button.text(), button


def test_keys_are_given_once() -> None:
    always = [key for spec in ACTIONS if not spec.needs.startswith("verb:") for key in spec.keys]
    verbs = {key for spec in ACTIONS if spec.needs.startswith("verb:") for key in spec.keys}
    assert len(always) == len(set(always))
    assert not verbs & set(always)


@pytest.mark.parametrize("choice", [NewGame("company_scale", "first-light"), NewGame("command_cards", "bonlieu")])
def test_no_chord_is_given_twice_while_a_system_is_played(window: MainWindow, choice: NewGame) -> None:
    assert window.new_game(choice)
    chords = [key for spec in window.actions_.specs for key in spec.keys if "+" in key or key.startswith("F")]
    assert len(chords) == len(set(chords))


def test_the_window_remembers_its_place(window: MainWindow) -> None:
    playing(window)
    window.close()
    assert Settings(window.settings.path).get("geometry", "")
    assert Settings(window.settings.path).get("on_table", "") == ""


def test_the_help_menu_opens_a_worked_example_with_its_lesson_and_f7_its_note(window: MainWindow) -> None:
    examples = next(a.menu() for a in window.actions_.menus["&Help"].actions() if a.text() == "&Worked examples")
    examples.aboutToShow.emit()
    menu = next(menu for menu in examples.findChildren(QMenu) if menu.title() == "Company Scale System")
    titles = [action.text() for action in menu.actions()]
    assert "9.5: an assault" in titles and not any(title.startswith("Example") for title in titles)
    numbers = [[int(part) for part in title.split(":")[0].split(".")] for title in titles]
    assert numbers == sorted(numbers) and len(numbers) == 18
    for _ in range(2):
        menu.actions()[titles.index("9.5: an assault")].trigger()
    assert window.game.seat is not None and window.game.seat.scenario.id == "09-5-assault"
    assert window.lessons.panel.isVisible() and not window.services.open_pages
    for _ in range(2):
        window.actions_["notes"].trigger()
    assert [page for page in window.services.open_pages if page is window.dialogs.note] == [window.dialogs.note]
    assert len(window.services.open_pages) == 1


def test_a_question_without_a_list_has_its_words_at_the_top(window: MainWindow) -> None:
    page = window.orders.pages["choices"]
    page.list.hide()
    page.button.hide()
    page.rest.show()
    page.heading.setText("The ridge")
    page.resize(300, 600)
    page.grab()
    assert page.heading.y() + page.heading.height() < 80


def test_a_unit_that_cannot_build_says_why_with_the_rule(window: MainWindow) -> None:
    window.new_game(NewGame("company_scale", "10-rally", seed=0))
    reasons = refusal_of("build", ("hq_141",), window.game)
    assert reasons and all(reason.rule for reason in reasons)


def test_orders_given_together_are_shown_when_the_last_is_carried_out(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.new_game(NewGame("company_scale", "first-light", seed=3))
    assert window.playmat is not None
    shown: list[bool] = []
    show = window.playmat.show
    monkeypatch.setattr(window.playmat, "show", lambda: (shown.append(window.game.goes_on), show()))
    with window.game.together():
        for _ in range(2):
            assert window.game.decision is not None
            assert window.order(next(iter(window.game.decision.options)))
        assert not shown
    assert shown == [False]
