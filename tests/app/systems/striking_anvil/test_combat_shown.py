"""What a player sees of combat before he answers, and what stays on the map and on the charts afterwards."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.window.main_window import MainWindow
from tests.app.systems.striking_anvil.helpers.table import LEFT
from tests.app.systems.striking_anvil.test_orders import placed

HELD = {"ffi": {"01": "control", "02": "control", "07": "control"}}
SIDES: dict[str, list[str]] = {"07": ["us-7ir", "us-756tkb"], "06": ["de-gr308", "de-gr326"]}


def test_the_defender_sees_the_coming_attack_before_he_answers(window: MainWindow) -> None:
    player = placed(window, SIDES, 2, 3, **HELD)
    player.drag("us-7ir", "06")
    player.key(Qt.Key.Key_B)
    combat = player.mat.combat
    assert player.asked == ("german", "counter_attack") and combat.coming_sums.isVisible()
    assert combat.threat.strength == 4 and "Allied mobile combat: Strength 4, die +1" in combat.coming_sums.text()
    assert len(combat.coming_faces.faces) == 6
    player.press("take_all")
    assert combat.odds.kind == "counter" and combat.threat is not None
    player.press("confirm")
    assert player.asked[1] == "payment" and not combat.coming_sums.isVisible()
    assert combat.odds.kind == "counter" and combat.faces.rolled == 2 and combat.odds.strength > 0


@pytest.mark.parametrize(("key", "drawer"), [("T", "turn"), ("F9", "charts")])
def test_the_drawers_open_and_close_by_their_keys(window: MainWindow, key: str, drawer: str) -> None:
    player = placed(window, SIDES, **HELD)
    keys = (Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier) if key == "T" else (Qt.Key.Key_F9,)
    QTest.keyClick(player.board.view, *keys)
    assert window.docks.docks[drawer].isVisible()
    QTest.keyClick(player.board.view, *keys)
    assert not window.docks.docks[drawer].isVisible()


def test_the_chart_lights_the_cell_that_was_used(window: MainWindow) -> None:
    player = placed(window, {"07": ["us-7ir", "us-756tkb", "de-gr308"]}, 4, **HELD)
    QTest.mouseClick(player.mat.combat.charts, LEFT)
    assert player.mat.charts.isVisible() and player.mat.charts.combat.rows[0][1] == "1"
    player.click("07")
    player.key(Qt.Key.Key_A)
    table = player.mat.charts.combat
    face = next(face for face in player.mat.combat.faces.faces if face.die == 4)
    row, column = table.lit
    assert table.rows[row][0] == str(face.row) and table.rows[row][column] == f"{face.attacker}/{face.defender}"


def test_a_side_with_nobody_left_passes_by_itself_and_the_log_says_so(window: MainWindow) -> None:
    player = placed(window, {"07": ["us-7ir"], "10": ["de-gr932"], "12": ["de-gr933"], "13": ["de-gr757"]}, **HELD)
    player.drag("us-7ir", "08")
    assert player.asked == ("german", "order")
    player.drag("de-gr757", "15")
    assert player.asked == ("german", "order") and player.window.log.plain.count("The Allies pass") == 1
