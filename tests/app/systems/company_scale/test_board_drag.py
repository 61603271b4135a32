"""Drag and drop on the board by real mouse events."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.systems.company_scale.board.counters.face import Mark
from rules.company_scale.records.view import ChitView
from rules.engine.command import Command
from tests.app.helpers.fake_session import FakeSession
from tests.app.systems.company_scale.helpers.board_mouse import LEFT, RIGHT, SHIFT, Player
from tests.app.systems.company_scale.helpers.skirmish import HEXES, Skirmish


@pytest.fixture
def player(qtbot: QtBot) -> Player:
    return Player(qtbot)


def test_drag_moves_a_unit_step_by_step(player: Player) -> None:
    player.drag(1440, 1441, 1442)
    assert player.sent == ["move units=('f_117',)", "step by=terrain to=14.41", "step by=terrain to=14.42"]
    assert player.board.position.where["f_117"] == 1442


def test_the_move_stays_open_and_dragging_goes_on_with_it(player: Player) -> None:
    player.drag(1440, 1441)
    assert player.game.decision is not None and player.game.decision.kind == "movement"
    player.drag(1441, 1442)
    assert player.sent[-1] == "step by=terrain to=14.42"
    assert "stop" not in player.sent and player.sent.count("move units=('f_117',)") == 1


def test_dragging_another_unit_ends_the_move_under_way(player: Player) -> None:
    player.drag(1440, 1441)
    player.drag(1341, 1342)
    assert player.sent[2:] == ["stop", "move units=('d_117',)", "step by=terrain to=13.42"]


def test_the_path_follows_the_pointer_where_that_is_legal(player: Player) -> None:
    player.drag(1440, 1441, 1541, 1641)
    assert player.sent[1:] == ["step by=terrain to=14.41", "step by=terrain to=15.41", "step by=terrain to=16.41"]


def test_the_path_is_the_cheapest_where_the_pointers_trail_is_not_legal(player: Player) -> None:
    player.drag(1440, 1439, 1538, 1638, 1738, 1838)  # four points do not reach that far by this path
    assert player.sent[1] == "step by=paved to=15.39"
    assert player.board.position.where["f_117"] == 1838


def test_without_an_answer_about_trails_the_cheapest_way_is_taken(qtbot: QtBot) -> None:
    player = Player(qtbot, knows_walk=False)
    player.drag(1440, 1441, 1541, 1641)
    assert player.sent[1:] == ["step by=terrain to=15.40", "step by=terrain to=16.41"]


def test_beside_the_map_no_path_is_left_as_letting_go_there_does_nothing(player: Player) -> None:
    told: list[str] = []
    player.board.described.connect(told.append)
    player.press(1440)
    player.move(1441, 1442)
    trail, words = player.board.scene.trail, player.words
    assert trail.steps and told[-1].startswith("14.42")
    player.move(min(HEXES) - 100)
    assert not trail.steps and player.words == "" and told[-1].startswith("14.40")
    player.move(1442)
    assert trail.steps and player.words == words, "back on the map it goes on"
    player.move(min(HEXES) - 100)
    player.release(min(HEXES) - 100)
    assert player.sent == [] and player.board.position.where["f_117"] == 1440


def test_going_back_cuts_the_trail(player: Player) -> None:
    player.press(1440)
    player.move(1441, 1442, 1441)
    assert player.board.drag_session.carried is not None
    assert player.board.drag_session.carried.trail.hexes == [1441]
    player.release(1441)
    assert player.sent == ["move units=('f_117',)", "step by=terrain to=14.41"]


def test_an_interrupt_stops_the_steps_and_the_rest_can_be_resumed(qtbot: QtBot) -> None:
    player = Player(qtbot, watched=(1441,))
    player.drag(1440, 1441, 1442, 1443)
    assert player.sent == ["move units=('f_117',)", "step by=terrain to=14.41"]
    assert player.board.drag_session.left_over is not None
    assert not player.board.scene.plan.boundingRect().isEmpty()
    player.game.submit(player.game.decision.options.by_verb()["hold"][0])  # type: ignore[union-attr]
    assert player.board.drag_session.resume()
    assert player.board.position.where["f_117"] == 1443
    assert player.board.drag_session.left_over is None


def test_a_window_points_at_the_mover_and_a_click_on_who_may_fire_fires(qtbot: QtBot) -> None:
    player = Player(qtbot, watched=(1441,))
    player.drag(1440, 1441, 1442)
    scene = player.board.scene
    assert scene.reticle.isVisible() and scene.reticle.hex == 1441
    assert scene.counters.pieces["r3"].marks & Mark.CANDIDATE
    player.click(1938)
    assert player.sent[-1] == "fire hex=14.41 unit=r3"


def test_carrying_shows_reach_path_and_costs(player: Player) -> None:
    player.press(1440)
    player.move(1441)
    scene = player.board.scene
    assert {at.hex for at in scene.reach.hexes} >= {1441, 1442, 1540}
    assert [(step[1], step[2]) for step in scene.trail.steps[1:]] == [("terrain", 3.0)]
    assert scene.ghost.isVisible()
    assert scene.counters.pieces["f_117"].marks & Mark.GHOST
    player.release(1440)
    assert not scene.ghost.isVisible() and not player.sent


def test_hexes_that_draw_fire_are_hatched_and_named(qtbot: QtBot) -> None:
    player = Player(qtbot, watched=(1441,))
    player.press(1440)
    player.move(1441)
    assert [at.hex for at in player.board.scene.reach.hexes if at.fire] == [1441]
    assert "17.40" in player.words
    player.release(1440)


def test_hexes_in_which_aircraft_may_attack_are_named(player: Player) -> None:
    player.session.aircraft = True
    player.press(1440)
    player.move(1441, 1442)
    assert player.words == "Aircraft can attack the column on the road in 14.41, 14.42."
    player.release(1440)


def test_a_drop_on_a_forbidden_hex_submits_nothing_and_says_why(player: Player) -> None:
    player.drag(1440, 1541, 1642, 1643)
    assert player.sent == []
    assert player.words == "No counter swims. (6.2.1)"
    assert player.board.scene.words.tone == "refused"
    QTest.mouseMove(player.view.viewport(), player.at(1643, 5, 5))
    assert player.words  # until the pointer leaves the hex
    player.move(1640)
    assert not player.words
    assert player.board.position.where["f_117"] == 1440


def test_a_drop_out_of_reach_submits_nothing_and_says_why(player: Player) -> None:
    player.drag(1440, 1444, 1446)
    assert player.sent == []
    assert "14.46 is out of reach" in player.words


def test_a_unit_that_may_not_act_stays_and_says_why(player: Player) -> None:
    heard: list[str] = []
    player.board.refused.connect(heard.append)
    player.drag(1238, 1239)
    assert player.sent == []
    assert player.words == "E/117 AG is not active. (5.1)"
    assert heard == [player.words]
    assert player.board.drag_session.carried is None


def test_a_refusal_passed_over_in_a_drag_is_not_told_over_what_is_possible(player: Player) -> None:
    heard: list[str] = []
    player.board.refused.connect(heard.append)
    player.press(1440)
    player.move(1446)
    assert "14.46 is out of reach" in heard[-1]
    player.move(1441)
    assert heard[-1] == ""


def test_words_about_an_older_position_go_when_it_changes(player: Player) -> None:
    player.drag(1238, 1239)
    assert player.words
    player.board.refresh()
    assert player.words == ""


def test_a_selection_ends_with_its_chit(player: Player) -> None:
    player.click(1440)
    player.board.refresh()
    assert player.board.selection == ("f_117",)
    player.game.view.chit = ChitView("formation:another", "Another", "formation", "allied")
    player.board.refresh()
    assert player.board.selection == ()


def test_an_enemy_counter_cannot_be_dragged(player: Player) -> None:
    player.drag(1938, 1937)
    assert player.sent == [] and "not active" in player.words


def test_a_deployed_unit_may_be_dragged_on_an_enemy_but_not_on_the_ground(player: Player) -> None:
    player.session.put("b_117", hex="16.41")
    player.game.play(player.session)
    player.drag(1641, 1642)
    assert player.sent == []
    assert "deployed; it moves in column. (3.2)" in player.words
    player.drag(1641, 1740)
    assert player.sent == ["fire hex=17.40 unit=b_117"]


def test_a_drop_on_an_enemy_begins_to_fire(player: Player) -> None:
    player.drag(1440, 1540, 1740)
    assert player.sent == ["fire hex=17.40 unit=f_117"]
    assert player.game.decision is not None and player.game.decision.kind == "fire"


def test_an_enemy_out_of_range_is_refused_in_words(player: Player) -> None:
    player.drag(1440, 1740, 1938)
    assert player.sent == []
    assert player.words == "19.38 is out of range. (8.1)"


def test_composing_a_fire_marks_targets_and_a_click_aims(player: Player) -> None:
    player.drag(1440, 1540, 1740)
    pieces = player.board.scene.counters.pieces
    assert pieces["r1"].marks & Mark.CANDIDATE and pieces["r2"].marks & Mark.CANDIDATE
    assert pieces["b_117"].marks & Mark.JOINED
    assert player.board.scene.reticle.hex == 1740 and player.board.scene.line.ends is not None
    fan = player.board.scene.fan
    assert fan.hex == 1740 and fan.plan is not None  # two units could be meant
    spot = dict(fan.plan.spots)["r1"]
    QTest.mouseClick(player.view.viewport(), LEFT, pos=player.view.mapFromScene(spot))
    assert player.sent[-1] == "aim target=r1"
    player.session.firing = None
    player.game.play(player.session)
    assert fan.hex is None


def test_shift_drag_moves_the_whole_stack_or_says_why_not(player: Player) -> None:
    player.drag(1341, 1342, keys=SHIFT)
    assert player.sent == [] and player.words  # one of the three is deployed
    player.session.put("b_117", hex="13.44")
    player.game.play(player.session)
    player.drag(1341, 1342, keys=SHIFT)
    assert player.sent[0] == "move units=('c_117', 'd_117')"
    assert player.board.position.stacks[1342] == ["c_117", "d_117"]


def test_the_right_button_puts_a_carried_counter_back(player: Player) -> None:
    player.press(1440)
    player.move(1441)
    player.press(1441, button=RIGHT)
    player.release(1441, button=RIGHT)
    player.release(1441, button=LEFT)
    assert player.sent == [] and player.board.drag_session.carried is None


def test_a_drop_outside_the_map_puts_the_counter_back(player: Player) -> None:
    player.press(1440)
    player.move(1441)
    player.release(734)
    assert player.sent == [] and player.board.drag_session.carried is None and not player.board.scene.ghost.isVisible()


def test_a_double_click_sends_the_selected_unit_once(player: Player) -> None:
    player.click(1440)
    player.click(1442)
    QTest.mouseDClick(player.view.viewport(), LEFT, pos=player.at(1442))
    assert player.board.position.where["f_117"] == 1442
    assert player.sent == ["move units=('f_117',)", "step by=terrain to=14.41", "step by=terrain to=14.42"]


def test_a_counter_that_dies_elsewhere_leaves_selection_and_fan(player: Player) -> None:
    player.click(1341)
    player.session.put("d_117", hex=None, place="eliminated")
    player.session.put("c_117", hex=None, place="eliminated")
    player.game.play(player.session)
    assert player.board.selection == ()
    assert player.board.scene.fan.hex is None
    assert "d_117" not in player.board.scene.counters.pieces


class EndOfTheRoad(Skirmish):
    """A skirmish in which another unit is lost as soon as the move under way ends."""

    def _do_stop(self, session: FakeSession, command: Command) -> list[dict[str, Any]]:
        self.put("d_117", hex=None, place="eliminated")
        return super()._do_stop(session, command)


def test_a_counter_lost_as_the_other_move_ends_is_not_lifted(qtbot: QtBot) -> None:
    player = Player(qtbot, session=EndOfTheRoad())
    player.drag(1440, 1441)
    player.drag(1341, 1342)
    assert player.sent[-1] == "stop" and player.board.drag_session.carried is None and not player.words
