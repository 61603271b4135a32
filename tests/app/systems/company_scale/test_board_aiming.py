"""Orders that wait for a hex: guns, smoke, retreats, weapons to attach; by click, drag, menu and keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.board.hexes import center
from app.systems.company_scale.board.counters.face import Mark
from app.systems.company_scale.board.markers import Position, spot_of
from app.systems.company_scale.board.orders import aim_of, asked_for, hex_orders, tap_order, things_to_place
from app.systems.company_scale.board.overlays import CHOICE, TARGETS, choice_wash
from app.systems.company_scale.board.trails import Arrow, arrow_path, arrows_of
from rules.company_scale.records.view import AssaultSideView, AssaultView
from rules.engine.command import Reason, cmd
from tests.app.helpers.fake_session import decide
from tests.app.systems.company_scale.helpers.board_mouse import LEFT
from tests.app.systems.company_scale.helpers.positions import position
from tests.app.systems.company_scale.helpers.questions import Asked, gun_activation


@pytest.fixture
def player(qtbot: QtBot) -> Asked:
    return Asked(qtbot)


def aiming(player: Asked) -> None:
    """Let the gun's indirect fire wait for its hex."""
    player.ask("allied", "activation", *gun_activation())
    player.board.take_aim(aim_of(player.game, "indirect_fire", "f_117"))


def test_every_hex_a_gun_may_choose_is_shown_and_a_click_orders_the_fire(player: Asked) -> None:
    aiming(player)
    shown = player.board.scene.choices.areas
    assert shown and all(shown[0][0].contains(center(at)) for at in (1542, 1641, 1740))
    player.click(1542)
    assert player.sent == ["indirect_fire hex=15.42 unit=f_117"]
    assert player.board.aim is None and not player.board.scene.choices.areas


def test_where_a_gun_could_go_is_not_shown_while_its_fire_waits_for_a_hex(player: Asked) -> None:
    player.ask("allied", "activation", *gun_activation())
    player.board.select(("f_117",))
    reach = player.board.scene.reach.hexes
    player.board.take_aim(aim_of(player.game, "indirect_fire", "f_117"))
    assert not player.board.scene.reach.hexes
    player.board.take_aim(None)
    assert player.board.scene.reach.hexes == reach


def test_a_hex_that_cannot_be_fired_at_says_why_and_orders_nothing(player: Asked) -> None:
    aiming(player)
    player.explain(Reason("Nobody sees 20.45.", "8.7.1"))
    player.click(2045)
    assert player.sent == [] and "Nobody sees 20.45. (8.7.1)" in player.words
    assert player.board.aim is not None


def test_escape_lets_the_order_go(player: Asked) -> None:
    heard: list[str] = []
    player.board.aimed.connect(heard.append)
    aiming(player)
    player.key(Qt.Key.Key_Escape)
    assert player.board.aim is None and player.sent == []
    assert heard[-1] == "" and "choose the hex" in heard[0]


def test_the_cursor_and_enter_aim_without_a_mouse(player: Asked) -> None:
    aiming(player)
    player.board.scene.cursor.show_hex(1641)
    player.key(Qt.Key.Key_Return)
    assert player.sent == ["indirect_fire hex=16.41 unit=f_117"]


def test_a_gun_dropped_on_any_spotted_hex_fires_there(player: Asked) -> None:
    player.ask("allied", "activation", *gun_activation())
    player.drag(1440, 1541, 1641)
    assert player.sent == ["indirect_fire hex=16.41 unit=f_117"]


def test_a_gun_dropped_elsewhere_says_why_not(player: Asked) -> None:
    player.ask("allied", "activation", *gun_activation())
    player.explain(Reason("F/117 Cav is deployed.", "3.2"))
    player.drag(1440, 1541, 2044)
    assert player.sent == [] and "deployed" in player.words


def test_the_menu_of_a_hex_offers_the_fire_of_the_selected_gun(player: Asked) -> None:
    player.ask("allied", "activation", *gun_activation(), cmd("place_assault", hex="15.42"))
    player.board.select(("f_117",))
    labels = [action.text() for action in player.board.hand.menu_of(1542).actions()]
    assert "Indirect fire at 15.42 with F/117 Cav" in labels
    assert "Prepare an assault: 15.42" in labels


def test_an_order_without_any_hex_does_not_wait(player: Asked) -> None:
    player.ask("allied", "activation", *gun_activation())
    assert aim_of(player.game, "illuminate", "f_117") is None
    assert aim_of(player.game, "indirect_fire", "b_117") is None


def test_preparing_an_assault_waits_for_its_hex(player: Asked) -> None:
    player.ask("allied", "activation", cmd("place_assault", hex="17.40"), cmd("end_activation"))
    assert hex_orders(player.question) == {}  # an activation asks for no hex by itself
    player.board.take_aim(aim_of(player.game, "place_assault"))
    player.click(1740)
    assert player.sent == ["place_assault hex=17.40"]


def test_a_click_on_ones_own_counter_looks_at_it_instead_of_preparing_an_assault_on_it(player: Asked) -> None:
    player.ask("allied", "assault_markers", *(cmd("place_assault", hex=at) for at in ("14.40", "17.40")), cmd("done"))
    player.click(1440)
    assert player.sent == [] and player.board.selection == ("f_117",)
    player.click(1740)
    assert player.sent == ["place_assault hex=17.40"]


@pytest.mark.parametrize("verb", ["retreat", "take_dg", "call_off", "choose"])
def test_a_click_on_a_hex_answers_a_question_about_hexes(player: Asked, verb: str) -> None:
    player.ask("german", "retreat", cmd(verb, hex="18.41"), cmd(verb, hex="18.40"), hex="17.40", units=["r1", "r2"])
    assert player.board.scene.choices.areas
    player.click(1841)
    assert player.sent == [f"{verb} hex=18.41"]
    player.click(2036)
    assert len(player.sent) == 1


def test_a_unit_of_the_assaulted_hex_may_be_dragged_out(player: Asked) -> None:
    player.ask("german", "retreat", cmd("retreat", hex="18.41"), cmd("stand"), hex="17.40", units=["r1", "r2"])
    player.drag(1740, 1841)
    assert player.sent == ["retreat hex=18.41"]


def test_clicking_counters_chooses_who_advances(player: Asked) -> None:
    going = [cmd("advance", unit="f_117"), cmd("advance", unit="e_117"), cmd("confirm")]
    player.ask("allied", "advance", *going, hex="15.40", units=["f_117", "e_117"], chosen=["e_117"])
    marks = {name: piece.marks for name, piece in player.board.scene.counters.pieces.items()}
    assert marks["f_117"] & Mark.CANDIDATE and marks["e_117"] & Mark.JOINED
    player.click(1440)
    assert player.sent == ["advance unit=f_117"]


def test_a_leader_to_choose_is_shown_and_answers_to_a_click() -> None:
    orders = [cmd("choose", leader=name) for name in ("butler", "murphy")]
    asked = decide("allied", "lose_leader", "Which?", *orders)
    assert asked_for(asked) == {"butler", "murphy"} and tap_order(asked, "murphy") == orders[1]


def test_one_weapon_to_attach_needs_but_a_click_on_the_hex(player: Asked) -> None:
    player.ask("allied", "attach", cmd("attach", weapon="hmg", hex="14.40"), cmd("done"), weapons=["hmg"])
    player.click(1440)
    assert player.sent == ["attach hex=14.40 weapon=hmg"]


def test_of_several_weapons_one_is_picked_first(player: Asked) -> None:
    orders = [cmd("attach", weapon=name, hex=at) for name in ("hmg", "mortar") for at in ("14.40", "13.41")]
    player.ask("allied", "attach", *orders, cmd("done"))
    assert hex_orders(player.question) == {}
    assert set(things_to_place(player.question, ("attach",))) == {"hmg", "mortar"}
    player.board.take_aim(aim_of(player.game, "attach", "mortar"))
    player.click(1440)
    assert player.sent == ["attach hex=14.40 weapon=mortar"]


def test_a_unit_next_to_two_marked_hexes_is_sent_by_click_or_drag(player: Asked) -> None:
    orders = [cmd("assign", unit="f_117", hex=at) for at in ("15.40", "15.39")]
    player.ask("allied", "assaults", *orders, cmd("confirm"), markers=[])
    player.click(1440)
    assert player.board.aim is not None and player.board.aim.verb == "assign"
    player.click(1539)
    player.drag(1440, 1540)
    assert player.sent == ["assign hex=15.39 unit=f_117", "assign hex=15.40 unit=f_117"]


def test_a_gun_that_may_support_an_assault_answers_to_a_click(player: Asked) -> None:
    order = cmd("indirect_fire", unit="f_117", hex="17.40")
    player.ask("allied", "assault_indirect", order, cmd("pass"), hex="17.40")
    player.click(1440)
    assert player.sent == ["indirect_fire hex=17.40 unit=f_117"]


def test_a_defender_who_may_fire_at_two_hexes_is_clicked_and_then_the_hex(player: Asked) -> None:
    shots = [cmd("fire", unit="f_117", hex=at) for at in ("15.40", "15.39")]
    player.ask("allied", "defensive_fire", *shots, cmd("hold"), hex="14.40", hexes=["15.40", "15.39"])
    player.click(1440)
    assert player.sent == [] and player.board.aim is not None
    player.click(1539)
    assert player.sent == ["fire hex=15.39 unit=f_117"]


def test_a_click_in_an_activation_selects_and_aims_at_nothing(player: Asked) -> None:
    player.ask("allied", "activation", cmd("fire", unit="f_117", hex="15.40"), cmd("fire", unit="f_117", hex="15.39"))
    player.click(1440)
    assert player.board.aim is None and player.board.selection == ("f_117",)


# --- what is shown -----------------------------------------------------------------------------------------------


def test_the_sight_line_of_an_indirect_fire_starts_at_a_spotter(player: Asked) -> None:
    board = player.board.position
    seen = decide("allied", "indirect_fire", "?", cmd("confirm"), unit="f_117", hex="17.40", spotters=["e_117"])
    assert (spot_of(seen, board).start, spot_of(seen, board).hex) == (1238, 1740)
    own = decide("allied", "indirect_fire", "?", cmd("confirm"), unit="f_117", hex="17.40", spotters=["e_117", "f_117"])
    assert spot_of(own, board).start == 1440


def test_declared_assaults_are_arrows_and_others_outlines(player: Asked) -> None:
    markers = [
        {"hex": "15.40", "called_off": False, "empty": False, "units": ["f_117", "b_117"], "assigned": ["f_117"]},
        {"hex": "15.39", "called_off": True, "empty": False, "units": ["f_117"], "assigned": []},
    ]
    asked = decide("allied", "assaults", "?", cmd("confirm"), markers=markers)
    arrows = arrows_of({}, asked, {"f_117": 1440, "b_117": 1541})
    assert arrows == [
        Arrow(1440, 1539, "allied", False),
        Arrow(1440, 1540, "allied", True),
        Arrow(1541, 1540, "allied", False),
    ]


def test_the_assault_under_way_has_an_arrow_from_each_hex() -> None:
    view = position(
        assault=AssaultView(
            "15.40", "german", "", ("a", "b", "c"), (), AssaultSideView((), 0, None), AssaultSideView((), 0, None)
        )
    )
    where = {"a": 1440, "b": 1440, "c": 1540}
    assert arrows_of(view, None, where) == [Arrow(1440, 1540, "german")]
    assert arrows_of(position(), None, where) == []


def test_arrows_show_who_advances_and_who_could_even_into_an_empty_hex() -> None:
    asked = decide("german", "advance", "Who advances?", hex="15.40", units=["a", "b"], chosen=["b"])
    where = {"a": 1440, "b": 1541}
    assert arrows_of({}, asked, where) == [Arrow(1440, 1540, "german", False), Arrow(1541, 1540, "german")]


@pytest.mark.parametrize("kind", ["defensive_fire", "advance"])
def test_no_ring_hides_a_hex_that_arrows_point_at(kind: str) -> None:
    spot = spot_of(decide("german", kind, "?", hex="15.40"), Position())
    assert spot.hex == 1540 and not spot.ringed


def test_an_arrow_crosses_the_hexside() -> None:
    path = arrow_path(1440, 1540)
    assert path.contains((center(1440) + center(1540)) / 2)
    assert not path.contains(center(1440)) and not path.contains(center(1540))


def test_many_hexes_are_not_hatched() -> None:
    assert choice_wash(5) is CHOICE and choice_wash(60) is TARGETS


def test_a_fan_does_not_hide_the_hex_that_is_asked_for(player: Asked) -> None:
    player.ask("german", "take_dg", cmd("take_dg", hex="17.40"), cmd("take_dg", hex="19.38"))
    QTest.mouseClick(player.view.viewport(), LEFT, pos=player.at(1740))
    assert player.sent == ["take_dg hex=17.40"]


def test_a_question_about_another_hex_folds_an_open_stack(player: Asked) -> None:
    stacked = next(at for at, stack in player.board.position.stacks.items() if len(stack) > 1)
    player.board.fans.open(stacked)
    assert player.board.scene.fan.hex == stacked
    player.ask("allied", "defensive_fire", cmd("hold"), hex="15.40")
    assert player.board.scene.fan.hex is None
