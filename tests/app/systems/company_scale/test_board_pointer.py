"""Looking and choosing on the board: hover, click, fans, menus, sight tools."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.board.hexes import center
from app.systems.company_scale.board.counters.face import Mark
from app.systems.company_scale.board.markers import Chip
from app.systems.company_scale.board.sights import _short
from rules.company_scale.records.answers import Sight
from tests.app.systems.company_scale.helpers.board_mouse import LEFT, MIDDLE, RIGHT, SHIFT, Player


@pytest.fixture
def player(qtbot: QtBot) -> Player:
    return Player(qtbot)


def test_hover_names_the_hex(player: Player) -> None:
    heard: list[str] = []
    player.board.hex_hovered.connect(heard.append)
    player.move(1540, 1541)
    assert heard[-2:] == ["15.40", "15.41"]


def test_click_selects_the_top_counter_and_shows_its_reach(player: Player) -> None:
    heard: list[tuple[str, ...]] = []
    player.board.selection_changed.connect(heard.append)
    player.click(1440)
    assert heard == [("f_117",)]
    assert player.board.scene.counters.pieces["f_117"].marks & Mark.SELECTED
    assert player.board.scene.reach.hexes
    player.click(1636)
    assert heard[-1] == () and not player.board.scene.reach.hexes


def test_click_on_a_stack_fans_it_out_and_its_counters_can_be_chosen(player: Player) -> None:
    player.click(1341)
    fan = player.board.scene.fan
    assert fan.hex == 1341 and fan.plan is not None
    assert [unit for unit, _ in fan.plan.spots] == ["d_117", "c_117", "b_117"]
    spot = dict(fan.plan.spots)["b_117"]
    QTest.mouseClick(player.view.viewport(), LEFT, pos=player.view.mapFromScene(spot))
    assert player.board.selection == ("b_117",)
    player.click(1636)
    assert fan.hex is None


def test_a_token_under_an_open_fan_does_not_take_its_clicks(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    chip = Chip(("dg", 2), center(1341), 20.0, "mortar")
    monkeypatch.setattr(player.board.scene.chips, "chip_at", lambda _: chip)
    assert player.board.scene.token_at(center(1341)) == "mortar"
    player.click(1341)
    plan = player.board.scene.fan.plan
    assert plan is not None
    assert player.board.scene.token_at(dict(plan.spots)["b_117"]) is None


def test_a_counter_can_be_dragged_out_of_the_fan(player: Player) -> None:
    player.click(1341)
    plan = player.board.scene.fan.plan
    assert plan is not None
    port = player.view.viewport()
    QTest.mousePress(port, LEFT, pos=player.view.mapFromScene(dict(plan.spots)["c_117"]))
    player.move(1342, 1443)
    player.release(1443)
    assert player.sent[0] == "move units=('c_117',)"
    assert player.board.position.where["c_117"] == 1443


def test_hover_and_drag_work_again_once_a_line_is_measured(player: Player, qtbot: QtBot) -> None:
    player.board.sights.set_lining(True)
    player.click(1636)
    player.drag(1440, 1441)  # the line still wants its end: no counter is lifted
    assert not player.sent
    player.board.sights.set_lining(True)
    for end in (1636, 1440):
        player.click(end)
    player.move(1341)
    qtbot.waitUntil(lambda: player.board.scene.fan.hex == 1341)
    player.drag(1440, 1441)
    assert player.sent


def test_a_stack_fans_out_when_the_pointer_rests_on_it(player: Player, qtbot: QtBot) -> None:
    player.move(1341)
    qtbot.waitUntil(lambda: player.board.scene.fan.hex == 1341)
    player.move(1636)
    assert player.board.scene.fan.hex is None


def test_shift_click_selects_the_stack(player: Player) -> None:
    player.click(1341, SHIFT)
    assert player.board.selection == ("b_117", "c_117", "d_117")


def test_right_click_opens_the_menu_of_everything_offered(player: Player) -> None:
    player.click(1440, button=RIGHT)
    menu = player.board.hand.open_menu
    assert menu is not None
    labels = [action.text() for action in menu.actions()]
    assert "Move F/117 Cav" in labels and "Change formation F/117 Cav" in labels
    assert "Fire at 17.40 with F/117 Cav" in labels
    next(action for action in menu.actions() if action.text() == "Change formation F/117 Cav").trigger()
    assert player.sent == ["change_formation unit=f_117"]
    menu.close()


def test_the_menu_of_an_idle_unit_says_why(player: Player) -> None:
    menu = player.board.hand.menu_of(1238)
    assert any("is not active. (5.1)" in action.text() and not action.isEnabled() for action in menu.actions())


def test_a_long_press_opens_the_menu(player: Player, qtbot: QtBot) -> None:
    player.press(1440)
    qtbot.waitUntil(lambda: player.board.hand.open_menu is not None)
    player.release(1440)
    assert player.board.selection == ()
    player.board.hand.open_menu.close()  # type: ignore[union-attr]


def test_the_hovered_hex_shows_what_it_sees(player: Player) -> None:
    player.board.sights.set_hovering(True)
    player.move(1540)
    seen = player.board.scene.sight.areas
    assert seen and seen[0][0].contains(center(1540)) and not seen[0][0].contains(center(2046))
    player.board.sights.set_hovering(False)
    assert not player.board.scene.sight.areas


def test_the_line_tool_measures_between_two_clicks(player: Player) -> None:
    heard: list[object] = []
    player.board.sights.line_changed.connect(heard.append)
    player.board.sights.set_lining(True)
    player.click(1341)
    player.move(1541)
    player.click(1841)
    line = player.board.scene.line
    assert not line.clear and line.block is not None
    assert line.label == "Woods at 16.41 block (7.3)"
    assert isinstance(heard[-1], Sight) and not heard[-1].clear
    assert player.board.selection == ()  # the tool keeps the click
    player.board.sights.set_lining(False)
    assert line.ends is None


def test_fire_zones_of_a_side(player: Player) -> None:
    player.board.sights.set_zone("german")
    ((path, _),) = player.board.scene.zones.areas
    assert path.contains(center(1740)) and not path.contains(center(1440))
    player.board.sights.set_zone("")
    assert not player.board.scene.zones.areas


def test_panning_with_the_middle_button_and_on_the_ground(player: Player) -> None:
    player.view.set_zoom(1.5)
    port, here = player.view.viewport(), QPoint(40, 300)
    for button in (LEFT, MIDDLE, RIGHT):
        before = player.view.visible.center()
        QTest.mousePress(port, button, pos=here)
        QTest.mouseMove(port, here + QPoint(60, 20))
        QTest.mouseMove(port, here + QPoint(120, 20))
        QTest.mouseRelease(port, button, pos=here + QPoint(120, 20))
        assert player.view.visible.center().x() == pytest.approx(before.x() - 120 / 1.5, abs=1)
    assert player.board.hand.open_menu is None


def test_a_menu_names_its_unit_and_says_what_is_decided_first(player: Player) -> None:
    menu = player.board.hand.menu_of(1440, "f_117")
    title = menu.actions()[0]
    assert "F" in title.text() and not title.isEnabled() and title.font().bold()


def test_a_refusal_about_the_moment_is_said_shortly() -> None:
    assert _short("First answer: Prepare assaults?") == "First answer: Prepare assaults?"
    assert _short("It has acted (5.1).") == "Nothing now: It has acted (5.1)."
