"""The division displays: what lies in them, drags between boxes and map, refusals, menus, keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.board.hexes import center
from app.systems.company_scale.panels.display_boxes import PieceButton
from app.systems.company_scale.panels.display_orders import Held
from app.window.main_window import MainWindow
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.system import SYSTEM
from rules.engine.nature import SeededNature
from rules.engine.session import Session
from rules.hexes.grid import hex_id
from tests.rules.company_scale.helpers.tables import TableTop, us
from tests.rules.company_scale.test_12_support_weapons import allotting, gun
from tests.rules.company_scale.test_13_leaders import chief, leading

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
Sit = Callable[[TableTop | Session], MainWindow]


@pytest.fixture
def sit(window: MainWindow) -> Iterator[Sit]:
    def begin(table: TableTop | Session) -> MainWindow:
        window.put(table.session if isinstance(table, TableTop) else table)
        window.playmat.displays.open(window.playmat.displays.panel.first_able())
        QApplication.processEvents()
        return window

    yield begin
    while QApplication.overrideCursor() is not None:
        QApplication.restoreOverrideCursor()


def attaching() -> TableTop:
    """Return a table where the machine guns of the 141st may be attached only in 12.32; 13.33 is another regiment's."""
    return allotting({"a": us("12.32"), "b": us("13.33", formation="r142")}, {"mg": ("available", gun())})


def lorries() -> Session:
    """Return the example of transport with the chit of the 110th in play."""
    session = Session.new(SYSTEM, load_scenario("15-transport"), nature=SeededNature(1))
    order = next(c for c in session.decision.options if c.verb == "buy_now")  # type: ignore[union-attr]
    session.submit("german", session.seq, order)
    while session.decision is not None and session.decision.kind != "activation":
        passing = next(c for c in session.decision.options if not c.args)
        session.submit(session.decision.seat, session.seq, passing)
    return session


def on_map(window: MainWindow, name: str) -> QPoint:
    view = window.playmat.board.view
    return view.viewport().mapToGlobal(view.mapFromScene(center(hex_id(name))))


def drag(source: QWidget, start: QPoint, *screen: QPoint, drop: bool = True) -> None:
    """Drag from a point of a widget over points of the screen."""
    QTest.mousePress(source, LEFT, PLAIN, start)
    for point in screen:
        for near in (point - QPoint(9, 3), point):
            QTest.mouseMove(source, source.mapFromGlobal(near))
    if drop:
        QTest.mouseRelease(source, LEFT, PLAIN, source.mapFromGlobal(screen[-1]))


def button(window: MainWindow, thing: str) -> PieceButton:
    panel = window.playmat.displays.panel
    every = (button for division in panel.pages for button in panel.buttons(division))
    return next(button for button in every if thing in button.piece.held.things)


def test_a_display_shows_track_and_boxes_of_every_division(sit: Sit) -> None:
    window = sit(attaching())
    panel = window.playmat.displays.panel
    assert panel.tabs.count() == len(window.game.view.displays)
    assert panel.current == "d36"
    page = panel.pages["d36"]
    assert "Dispatch points" in page.words.text()
    assert page.boxes["weapons_available"].name.text() == "Weapons available (1)"
    assert [b.piece.held.thing for b in page.boxes["weapons_available"].buttons] == ["mg"]
    assert panel.tabs.tabText(0).endswith("•")


def test_both_sides_displays_may_be_looked_at(sit: Sit) -> None:
    window = sit(attaching())
    panel = window.playmat.displays.panel
    for name in panel.pages:
        panel.turn_to(name)
        assert panel.pages[name].isVisible()
        assert sum(page.isVisible() for page in panel.pages.values()) == 1


def test_a_weapon_dragged_to_a_hex_is_attached(sit: Sit) -> None:
    window = sit(attaching())
    piece = button(window, "mg")
    assert piece.can_act
    drag(piece, piece.rect().center(), on_map(window, "12.32"))
    weapon = window.game.view.weapons[0]
    assert (weapon.place, weapon.hex) == ("map", "12.32")
    assert QApplication.overrideCursor() is None


def test_while_it_is_carried_the_hexes_show_and_the_pointer_says_what_happens(sit: Sit) -> None:
    window = sit(attaching())
    piece = button(window, "mg")
    drag(piece, piece.rect().center(), on_map(window, "12.32"), drop=False)
    assert window.playmat.board.scene.choices.areas
    assert window.playmat.board.scene.words.text.endswith("to 12.32")
    assert QApplication.overrideCursor() is not None
    QTest.keyClick(piece, Qt.Key.Key_Escape)
    assert QApplication.overrideCursor() is None
    assert window.playmat.displays.hand.held is None


def test_a_hex_it_may_not_go_to_says_why_and_nothing_is_submitted(sit: Sit) -> None:
    window = sit(attaching())
    before = window.game.seat.seq  # type: ignore[union-attr]
    piece = button(window, "mg")
    drag(piece, piece.rect().center(), on_map(window, "13.33"))
    assert "12.1" in window.playmat.board.scene.words.text
    assert window.playmat.board.scene.words.tone == "refused"
    assert window.game.seat.seq == before  # type: ignore[union-attr]


def test_a_weapon_dragged_from_the_map_into_a_box_is_detached(sit: Sit) -> None:
    table = allotting({"a": us("12.32")}, {"mg": ("12.32", gun())})
    window = sit(table)
    assert window.game.decision is not None and window.game.decision.kind == "detach"
    window.playmat.displays.open("d36")
    QApplication.processEvents()
    chip = next(chip for chip in window.playmat.board.scene.chips.chips if chip.unit == "mg")
    port = window.playmat.board.view.viewport()
    box = window.playmat.displays.panel.pages["d36"].boxes["weapons_reallocating"]
    drag(port, window.playmat.board.view.mapFromScene(chip.at), box.mapToGlobal(box.rect().center()))
    assert window.game.view.weapons[0].place == "reallocating"


def test_a_weapon_on_the_map_that_cannot_be_detached_says_why(sit: Sit) -> None:
    pieces = {"a": us("12.32"), "b": us("12.34")}
    table = allotting(pieces, {"mg": ("12.32", gun()), "at": ("available", gun("at"))})
    window = sit(table)
    assert window.game.decision is not None and window.game.decision.kind == "attach"
    chip = next(chip for chip in window.playmat.board.scene.chips.chips if chip.unit == "mg")
    box = window.playmat.displays.panel.pages["d36"].boxes["weapons_reallocating"]
    drag(
        window.playmat.board.view.viewport(),
        window.playmat.board.view.mapFromScene(chip.at),
        box.mapToGlobal(box.rect().center()),
    )
    assert window.prompt.refusal.text()
    assert window.game.view.weapons[0].place == "map"


def test_a_truck_dragged_from_the_pool_loads_the_unit_under_it(sit: Sit) -> None:
    window = sit(lorries())
    pool = window.playmat.displays.panel.pages["ge_11pz"].boxes["transport_pool"]
    piece = pool.buttons[0]
    assert piece.piece.count == 2  # alike, so one picture
    drag(piece, piece.rect().center(), on_map(window, "30.24"))
    carried = [u.id for u in window.game.view.units if u.carried_by]
    assert "pgr110_5" in carried
    assert pool.buttons[0].piece.count == 1


def test_a_truck_dropped_on_an_empty_hex_says_that_nobody_is_there(sit: Sit) -> None:
    window = sit(lorries())
    piece = window.playmat.displays.panel.pages["ge_11pz"].boxes["transport_pool"].buttons[0]
    drag(piece, piece.rect().center(), on_map(window, "28.20"))
    assert "There is no unit in 28.20" in window.playmat.board.scene.words.text


def test_enter_opens_the_menu_and_a_choice_waits_for_its_hex(sit: Sit, qtbot: QtBot) -> None:
    table = allotting({"a": us("12.32"), "b": us("12.34")}, {"mg": ("available", gun())})
    window = sit(table)
    QTest.keyClick(button(window, "mg"), Qt.Key.Key_Return)
    menu = window.playmat.displays.hand.menu
    assert menu is not None
    [aim] = [a for a in menu.actions() if a.text()[:6] == "Attach"]
    assert "choose the hex" in aim.text()
    menu.hide()
    aim.trigger()
    assert set(window.playmat.board.hex_orders()) == {1232, 1234}
    window.playmat.board.order_at(hex_id("12.34"), center(hex_id("12.34")))
    assert window.game.view.weapons[0].hex == "12.34"


def test_what_has_nothing_to_do_says_so_in_its_menu(sit: Sit) -> None:
    window = sit(Session.new(SYSTEM, load_scenario("15-transport"), nature=SeededNature(1)))
    window.playmat.displays.open("ge_11pz")
    piece = window.playmat.displays.panel.pages["ge_11pz"].boxes["transport_pool"].buttons[0]
    assert not piece.can_act
    QTest.mouseClick(piece, LEFT)
    menu = window.playmat.displays.hand.menu
    assert menu is not None
    assert [a.isEnabled() for a in menu.actions() if a.text().startswith("Nothing now")] == [False]
    menu.hide()


def test_the_key_opens_the_displays_and_closes_them(sit: Sit, qtbot: QtBot) -> None:
    window = sit(attaching())
    dock = window.docks.docks["displays"]
    dock.hide()
    window.actions_["displays"].trigger()
    assert dock.isVisible()
    qtbot.waitUntil(lambda: button(window, "mg").hasFocus())
    window.actions_["displays"].trigger()
    assert not dock.isVisible()


def test_the_short_panel_opens_a_display(sit: Sit) -> None:
    window = sit(attaching())
    window.docks.docks["displays"].hide()
    window.playmat.divisions.asked.emit("pz11")
    assert window.docks.docks["displays"].isVisible()
    assert window.playmat.displays.panel.current == "pz11"


def test_an_undo_while_something_is_carried_puts_it_back(sit: Sit) -> None:
    window = sit(attaching())
    window.playmat.displays.hand.lift(Held("weapon", ("mg",), "d36", "weapons_available"), button(window, "mg").grab())
    window.game.replaced.emit()
    assert window.playmat.displays.hand.held is None
    assert QApplication.overrideCursor() is None


def leader_at_home() -> TableTop:
    """Return a table on which a leader in 12.32 may go to 15.33."""
    pieces = {"a": us("12.32"), "b": us("15.33"), "c": us("13.34", formation="r142")}
    return leading(pieces, {"chief": ("12.32", chief())})


def chip_of(window: MainWindow, token: str) -> QPoint:
    chip = next(chip for chip in window.playmat.board.scene.chips.chips if chip.unit == token)
    return window.playmat.board.view.mapFromScene(chip.at)


def test_a_leader_is_dragged_from_hex_to_hex(sit: Sit) -> None:
    window = sit(leader_at_home())
    drag(window.playmat.board.view.viewport(), chip_of(window, "chief"), on_map(window, "15.33"))
    assert window.game.view.leaders[0].hex == "15.33"


def test_a_leader_goes_only_to_his_own_and_the_bubble_says_so(sit: Sit) -> None:
    window = sit(leader_at_home())
    drag(window.playmat.board.view.viewport(), chip_of(window, "chief"), on_map(window, "13.34"))
    assert "13.1" in window.playmat.board.scene.words.text
    assert window.game.view.leaders[0].hex == "12.32"


def test_escape_puts_a_leader_back_and_the_rest_of_the_drag_means_nothing(sit: Sit) -> None:
    window = sit(leader_at_home())
    port = window.playmat.board.view.viewport()
    drag(port, chip_of(window, "chief"), on_map(window, "15.33"), drop=False)
    QTest.keyClick(window.playmat.board.view, Qt.Key.Key_Escape)
    assert window.playmat.displays.hand.held is None
    QTest.mouseMove(port, port.mapFromGlobal(on_map(window, "15.33") + QPoint(4, 4)))
    QTest.mouseRelease(port, LEFT, PLAIN, port.mapFromGlobal(on_map(window, "15.33")))
    assert window.game.view.leaders[0].hex == "12.32"
    assert QApplication.overrideCursor() is None


def test_a_weapon_that_cannot_go_anywhere_says_why_in_its_menu(sit: Sit) -> None:
    weapons = {"mg": ("available", gun()), "at": ("available", gun("at", formation="r142"))}
    window = sit(allotting({"a": us("12.32"), "b": us("13.33", formation="r142")}, weapons))
    QTest.mouseClick(button(window, "at"), LEFT)
    menu = window.playmat.displays.hand.menu
    assert menu is not None
    assert "isn't activated by" in menu.actions()[-1].text()
    menu.hide()


def test_the_right_button_opens_the_menu_of_a_token(sit: Sit) -> None:
    window = sit(leader_at_home())
    QTest.mouseClick(window.playmat.board.view.viewport(), Qt.MouseButton.RightButton, PLAIN, chip_of(window, "chief"))
    menu = window.playmat.displays.hand.menu
    assert menu is not None
    assert menu.actions()[-1].text().endswith("to 15.33")
    menu.actions()[-1].trigger()
    menu.hide()
    assert window.game.view.leaders[0].hex == "15.33"
