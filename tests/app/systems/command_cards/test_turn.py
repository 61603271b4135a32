"""A turn of the tutorial by mouse and keys, through the curtains, and what is refused on the way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app import theme as themes
from app.play.players import NewGame
from app.window.main_window import MainWindow
from rules.command_cards.charts import house_charts
from rules.command_cards.view import MedalView, StagedView
from rules.engine.command import cmd
from tests.app.systems.command_cards.helpers.painted import Painted
from tests.app.systems.command_cards.helpers.table import LEFT, TUTORIAL, Player, dealt, game

GERMAN = ("advance-centre", "advance-right", "outposts-left", "push-left", "tank-raid")
ALLIED = ("advance-left", "push-centre", "push-right", "staff-officer")
DICE = ("infantry", "flag")


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Return a player at the tutorial, behind the first curtain."""
    return Player(window, dealt(GERMAN, ALLIED, *DICE, "wings", "advance-centre"))


def staged(player: Player) -> Player:
    """Let the Germans lay out Push left and name three units."""
    player.open_curtain()
    player.card(4)
    player.click("F3", "G3", "H3")
    return player


def moved(player: Player) -> Player:
    """Let them play it and move the infantry next to La Coucourde."""
    staged(player).key(Qt.Key.Key_Space)
    player.drag("F3", "E3")
    return player


def press(player: Player, verb: str) -> None:
    """Click a button of the prompt."""
    QTest.mouseClick(player.window.prompt._buttons[verb], LEFT)


def test_a_card_that_could_order_somebody_is_not_played_for_nobody_unasked(player: Player) -> None:
    player.open_curtain()
    player.card(4)
    player.key(Qt.Key.Key_Space)
    assert player.asked == "staging" and player.window.game.view.played is None
    assert "No units ordered yet" in player.window.prompt.hint.text()
    player.key(Qt.Key.Key_A)
    player.key(Qt.Key.Key_Space)
    assert player.asked == "moving" and player.window.game.view.played == "push-left"


def test_a_second_space_plays_it_all_the_same(window: MainWindow) -> None:
    player = Player(window, game(seed=3))
    player.open_curtain()
    player.card(5)
    player.key(Qt.Key.Key_Space)
    player.key(Qt.Key.Key_Space)
    assert player.asked != "staging" and "Orders: none" in player.window.log.plain


def test_a_legend_on_the_board_tells_what_a_reach_means(player: Player) -> None:
    staged(player).key(Qt.Key.Key_Space)
    legend = player.board.legend
    assert not legend.isVisible()
    player.click("F3")
    ways = {battle for battle, _ in player.board.marks.reach.values()}
    assert ways == {True, False}
    assert legend.isVisible() and [chip.accessibleName() for chip in legend.chips] == ["Move and battle, Move only"]
    player.click("F3")
    assert not legend.isVisible()


def test_the_first_turn_by_mouse_through_two_curtains(player: Player) -> None:
    window, view = player.window, lambda: player.window.game.view
    assert window.curtain.isVisible() and player.mat.hand.hand == ()
    assert player.open_curtain() == "german" and list(player.mat.hand.hand) == sorted(GERMAN)
    player.card(4)
    assert view().staged.card == "push-left"
    assert player.board.scene.sections.lit == {"left"}
    player.click("F3", "G3", "H3")
    assert player.board.units["german-1"].look.ordered
    player.key(Qt.Key.Key_Space)
    assert player.asked == "moving" and view().played == "push-left"
    player.drag("F3", "E3")
    player.click("G3", "F2")
    assert (player.where("german-1"), player.where("german-2")) == ("E3", "F2")
    player.key(Qt.Key.Key_Space)
    player.click("E3")
    player.hover("D3")
    assert "infantry in E3 assaults" in player.mat.battle.heading.text()
    assert player.mat.battle.chances.rows[0][0] == "0 hits"
    player.click("D3")
    assert player.mat.battle.dice.rolled == [("infantry", "hit"), ("flag", "flag")]
    assert player.asked == "flag" and window.game.decision.seat == "allied" and window.game.seat.name == "german"
    press(player, "obey")
    assert player.asked == "way_back" and player.board.marks.answers == ("C3", "C4")
    player.click("C4")
    assert player.where("allied-1") == "C4" and player.asked == "ground"
    player.click("D3")
    assert player.where("german-1") == "D3"
    player.key(Qt.Key.Key_Space)
    player.key(Qt.Key.Key_Space)  # yes, though others could still battle
    assert view().sides["german"].medals == (MedalView("objective", "La Coucourde"),)
    assert player.mat.drawn == "Both wings" and "wings" in player.mat.hand.hand and not window.curtain.isVisible()
    player.key(Qt.Key.Key_Space)
    assert window.curtain.isVisible() and player.mat.hand.hand == ()
    assert player.open_curtain() == "allied" and list(player.mat.hand.hand) == sorted(ALLIED)
    hidden = [house_charts().cards[name].title for name in (*GERMAN, "wings") if name != "push-left"]
    assert not [title for title in hidden if title in window.log.plain]
    player.card(1)
    player.key(Qt.Key.Key_Space)
    player.key(Qt.Key.Key_Space)  # yes, for nobody
    assert player.window.game.awaited == "german"


def test_the_hand_is_covered_while_the_other_player_answers(player: Player) -> None:
    moved(player).key(Qt.Key.Key_Space)
    assert player.mat.hand.hand
    player.click("E3", "D3")
    assert player.asked == "flag" and player.mat.hand.hand == () and player.mat.hand.backs == 4
    assert "Tank raid" not in player.window.log.plain
    press(player, "ignore")
    assert player.asked == "battling" and player.mat.hand.hand


def test_a_fourth_unit_is_refused_with_its_clause(player: Player) -> None:
    staged(player).click("H4")
    assert "CMD-order-02" in player.refusal
    assert player.window.game.view.staged.units == ("german-1", "german-2", "german-7")


def test_a_unit_elsewhere_is_refused_and_one_named_is_taken_back(player: Player) -> None:
    staged(player).click("G6")
    assert "Push left orders three units on the left" in player.refusal
    player.click("G3")
    assert player.window.game.view.staged.units == ("german-1", "german-7")


def test_escape_takes_the_last_step_of_the_orders_back(player: Player) -> None:
    staged(player).window.answering.back()
    assert player.window.game.view.staged.units == ("german-1", "german-2")
    for _ in range(3):
        player.window.answering.back()
    assert player.window.game.view.staged.card is None


def test_another_card_takes_back_what_was_named(player: Player) -> None:
    staged(player).key(Qt.Key.Key_1)
    assert player.window.game.view.staged == StagedView("advance-centre", (), (), None)


def test_all_that_fit_are_ordered_by_one_key(player: Player) -> None:
    player.open_curtain()
    player.card(4)
    player.mat.order_all()
    assert len(player.window.game.view.staged.units) == 3


def test_reach_has_two_tones(player: Player) -> None:
    staged(player).key(Qt.Key.Key_Space)
    player.click("G3")
    reach = player.board.marks.reach
    assert reach["F2"] == (True, 1) and not reach["E2"][0]


def test_a_hex_out_of_reach_says_why_and_nothing_is_sent(player: Player) -> None:
    staged(player).key(Qt.Key.Key_Space)
    seq = player.window.game.seat.seq
    player.click("G3", "A9")
    assert "one hex at a time" in player.refusal and player.window.game.seat.seq == seq
    player.click("F5")
    assert "has no order" in player.refusal


def test_a_drop_on_its_own_hex_changes_nothing(player: Player) -> None:
    staged(player).key(Qt.Key.Key_Space)
    seq = player.window.game.seat.seq
    player.drag("F3", "F3")
    assert player.window.game.seat.seq == seq and player.board.units["german-1"].zValue() < 50


def test_a_target_out_of_range_says_why(player: Player) -> None:
    moved(player).key(Qt.Key.Key_Space)
    seq = player.window.game.seat.seq
    player.click("E3", "A5")
    assert "CMD-" in player.refusal and player.window.game.seat.seq == seq


def test_a_drag_on_a_target_fights(player: Player) -> None:
    moved(player).key(Qt.Key.Key_Space)
    player.drag("E3", "D3")
    assert player.asked == "flag"


def test_the_keyboard_does_what_the_mouse_does(player: Player) -> None:
    player.open_curtain()
    player.key(Qt.Key.Key_4)
    player.board.reveal("F3")
    player.key(Qt.Key.Key_Return)
    assert player.window.game.view.staged.units == ("german-1",)
    player.key(Qt.Key.Key_Space)
    player.board.next_unit()
    assert player.board.picked == "german-1"
    player.key(Qt.Key.Key_Left)
    assert player.board.at == "F2"
    player.board.reveal("E3")
    player.key(Qt.Key.Key_Return)
    assert player.where("german-1") == "E3"


def test_undo_forgets_the_dice_on_the_board(player: Player) -> None:
    moved(player).key(Qt.Key.Key_Space)
    player.click("E3", "D3")
    assert [fall.to for fall in player.board.scene.dice.falls] == ["D3"]
    player.window.game.take_back()
    assert not player.board.scene.dice.falls and not player.mat.battle.dice.rolled


def test_the_status_line_names_what_is_under_the_pointer(player: Player) -> None:
    player.open_curtain()
    player.hover("D3")
    told = player.window.notice.text()
    assert told == "D3, La Coucourde, town, road, sandbags, Allied infantry, 4 of 4"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_table_is_painted_in_both_themes(player: Player, theme: str) -> None:
    player.open_curtain()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    themes.apply(app, theme)
    player.window.restyle()
    image = player.window.grab().toImage()
    assert len({image.pixel(x, y) for x in range(0, 1600, 11) for y in range(0, 1000, 11)}) > 200
    themes.apply(app, "light")


def test_the_ending_tells_who_won_and_why(window: MainWindow) -> None:
    session = game()
    player = Player(window, session)
    over = {"winner": "allied", "why": "limit", "medals": {"allied": 2, "german": 3}}
    ending = window.host.presentation.ending(over, player.window.game.view)
    assert ending.title == "Allied victory" and ending.notes == ("Time has run out.",)
    assert ending.totals == {"allied": 2, "german": 3}


def test_a_battle_marked_in_the_list_shows_its_odds(player: Player) -> None:
    moved(player).key(Qt.Key.Key_Space)
    player.mat.list.list.setFocus()
    player.mat.list.list.setCurrentRow(0)
    assert "fires at" in player.mat.battle.heading.text() or "assaults" in player.mat.battle.heading.text()


def test_a_card_in_play_does_not_lie_on_the_covered_hand(player: Player) -> None:
    moved(player).key(Qt.Key.Key_Space)
    player.mat.board.view.zoom_by(1.5, at_once=True)
    assert player.mat.hand.aside
    assert player.mat.hand.boxes()[-1].right() < player.mat.hand.width() - player.mat.hand._aside()


def test_a_card_asks_for_its_moment(player: Player) -> None:
    staged(player).key(Qt.Key.Key_Space)
    seq = player.window.game.seat.seq
    player.card(1)
    assert "start of your turn" in player.refusal and player.window.game.seat.seq == seq


def test_who_rolls_his_own_dice_is_dealt_cards_and_asked_for_dice_only(window: MainWindow) -> None:
    assert window.new_game(NewGame("command_cards", TUTORIAL, 7, own_dice=True))
    player, rolls = Player(window, window.session), 0
    for _ in range(200):
        if window.game.awaited:
            player.open_curtain()
        if window.game.request is not None:
            rolls += 1
            assert len(window.orders.nature.buttons) == 5
            QTest.mouseClick(window.orders.nature.buttons[0], LEFT)
        elif rolls:
            break
        else:
            offered = window.game.offered
            verb = next(v for v in ("battle", "order", "confirm", "move", "choose", *offered) if v in offered)
            window.order(offered[verb][0] if verb != "move" else offered.get("done", offered[verb])[0])
    assert rolls and len(window.game.view.hand) >= 3


def painted(player: Player, act: Callable[[], None]) -> float:
    """Return the share of the board that is painted anew when something is done."""
    player.board.view.rest()  # a zoom that comes to rest is painted anew
    for _ in range(3):
        QApplication.processEvents()
    port = player.board.view.viewport()
    watch = Painted(port)
    act()
    for _ in range(3):  # an order is painted once everything about it has its place
        QApplication.processEvents()
    port.removeEventFilter(watch)
    return sum(rect.width() * rect.height() for rect in watch.region) / (port.width() * port.height())


def test_an_order_paints_only_what_it_has_changed(player: Player) -> None:
    player.open_curtain()
    assert painted(player, lambda: player.card(4)) > 0.5  # other sections light up
    assert 0 < painted(player, lambda: player.click("F3")) < 0.1
    player.key(Qt.Key.Key_Space)
    moved_on = cmd("move", unit="german-1", to="E3")
    assert 0 < painted(player, lambda: player.board.ordered.emit(moved_on)) < 0.2


def test_nothing_is_painted_when_nothing_has_changed(player: Player) -> None:
    player.open_curtain()
    assert painted(player, player.board.refresh) == 0


def test_the_log_behind_the_curtain_is_what_both_have_read(player: Player) -> None:
    staged(player).key(Qt.Key.Key_Space)
    told = player.window.log
    shown = [line for line in told.browser.toPlainText().split("\n") if line]
    assert shown == told.plain.split("\n") and any("Push left" in line for line in shown)
    player.window.game.sit_at(None)
    assert [line for line in told.browser.toPlainText().split("\n") if line] == told.plain.split("\n") == shown
