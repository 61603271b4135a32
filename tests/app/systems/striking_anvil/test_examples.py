"""The three worked examples, opened and played by mouse, with the numbers of the rulebook on the screen."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.window.main_window import MainWindow
from tests.app.systems.striking_anvil.helpers.table import Player, game

SPACE = Qt.Key.Key_Space


def opened(window: MainWindow, number: int, *dice: int) -> Player:
    """Return a player at a worked example."""
    return Player(window, game(f"anvil-example-{number}", dice))


def test_the_drive_of_task_force_butler_on_trucks(window: MainWindow) -> None:
    player = opened(window, 1)
    player.click("08")
    page = player.mat.composition
    page.list.setFocus()
    for row in ("Load 180IR/45US on US trucks 1", "Load 179IR/45US on US trucks 2", "Load 509PIB/AB on US trucks 2"):
        page.list.setCurrentRow([page.list.item(n).text()[: len(row)] for n in range(page.list.count())].index(row))
        player.window.answering.enter()
    player.key(Qt.Key.Key_M)
    for to, words in (("07", "1 point"), ("02", "1 point"), ("03", "1 point")):
        rows = [player.mat.way.list.item(n).text() for n in range(player.mat.way.list.count())]
        assert any(row.startswith(f"To {to} ") and words in row for row in rows), rows
        assert player.asked == ("allied", "way")
        player.click(to)
    assert player.at("us-tfb", "us-180ir", "us-179ir", "us-509pib", "us-trp1", "us-trp2") == {"03"}
    assert all(player.unit(unit).disorganized for unit in ("us-tfb", "us-180ir", "us-509pib", "us-trp1"))


def test_five_hits_are_paid_in_the_three_ways_of_the_example(window: MainWindow) -> None:
    player = opened(window, 2)
    page = player.mat.payment
    assert player.asked == ("german", "payment") and page.pips.hits == 5
    assert page.buttons["eliminate de-pzr33"].text() == "5"
    for plan in (("eliminate de-pzr33",), ("eliminate de-gr326", "eliminate de-pzj50")):
        for item in plan:
            assert not page.pay.isEnabled()
            page.buttons[item].click()
        assert page.pips.paid == 5 and page.pay.isEnabled()
        for _ in plan:
            player.window.orders.setFocus()
            page.undo.click()
        assert page.pips.paid == 0
    player.pay("disorganize de-pzr33", "disorganize de-gr326", "reduce de-gr326", "eliminate de-pzj50")
    assert player.at("de-pzj50") == {"eliminated"} and player.unit("de-gr326").reduced
    assert player.unit("de-pzr33").disorganized and player.asked[1] == "order"


def test_the_rows_of_a_payment_stay_together_at_the_top(window: MainWindow, qtbot: QtBot) -> None:
    page = opened(window, 2).mat.payment
    tops = sorted({button.y() for button in page.buttons.values()})
    qtbot.waitUntil(lambda: page.body.height() > 0 and page.buttons["eliminate de-pzr33"].width() > 0)
    steps = {after - before for before, after in pairwise(tops)}
    assert tops[0] < 60 and max(steps, default=0) < 60


def test_what_overshoots_says_so(window: MainWindow) -> None:
    player = opened(window, 2)
    page = player.mat.payment
    page.buttons["disorganize de-pzr33"].click()
    assert page.buttons["eliminate de-pzr33"].text() == "5 (+1)"
    assert "1 more than needed" in page.buttons["eliminate de-pzr33"].toolTip()
    page.buttons["eliminate de-pzr33"].click()
    assert page.pips.paid == 6 and "1 more than needed" in page.pips.accessibleDescription()
    assert not page.buttons["eliminate de-gr326"].isEnabled()


def test_mobile_combat_and_counter_attack_with_the_numbers_of_the_example(window: MainWindow) -> None:
    player = opened(window, 3, 2, 4)
    player.click("07")
    player.key(Qt.Key.Key_B)
    player.hover("06")
    assert "Mobile combat: strength 6, die +5" in player.bubble and "counter-attack first with 13" in player.bubble
    player.click("06")
    assert player.asked == ("german", "counter_attack")
    player.click_unit("de-pzr33")
    assert player.board.scene.fan == ("06", "german")
    player.click_unit("de-pzr33", "de-haa1196", "de-pzj50")
    odds = player.mat.combat.odds
    assert (odds.strength, odds.modifier, odds.column) == (5, 5, 5)
    assert player.mat.combat.faces.said(odds.faces[1]) == "2: row 7, attacker 0, defender 2"
    player.key(SPACE)
    assert player.asked == ("allied", "payment") and player.mat.combat.faces.rolled == 2
    player.pay("disorganize fr-1bde", "eliminate us-509pib")
    assert player.asked == ("allied", "strike")
    odds = player.mat.combat.odds
    assert (odds.total, odds.strength, odds.modifier) == (6, 3, 3)
    player.key(SPACE)
    assert player.asked == ("german", "payment") and player.mat.payment.pips.hits == 2
    player.click_unit("de-gr308")
    player.click_unit("de-gr308", "de-gr326")
    player.mat.payment.pay.click()
    log = player.window.log.plain  # nobody can act any more: both pass, and the next turn clears the markers (1.3.1)
    assert "GR308/198ID is disorganized" in log and "GR326/198ID is disorganized" in log and "Turn 4" in log
    assert player.window.game.view.areas[5].side == "german"
