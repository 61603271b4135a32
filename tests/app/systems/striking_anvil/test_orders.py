"""Orders on the map: ticking, refusals with their rules, attacks, loads, bridges, the train, phases."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.window.main_window import MainWindow
from tests.app.systems.striking_anvil.helpers.table import LEFT, Player, game

ESCAPE, SPACE = Qt.Key.Key_Escape, Qt.Key.Key_Space


def placed(window: MainWindow, setup: dict[str, list[str]], *dice: int, **more: Any) -> Player:
    """Return a player at a position of turn 3, the Allies to act."""
    more.setdefault("begin", {"turn": 3, "side": "allied"})
    document = {"setup": setup, **more}
    return Player(window, game(document, dice))


def rows(player: Player) -> list[str]:
    """Return the units of the composition as they read."""
    page = player.mat.composition
    return [page.units.item(n).text() for n in range(page.units.count())]


BEACH: dict[str, list[str]] = {"07": ["us-7ir", "us-141ir", "us-179ir", "fr-cc1", "us-756tkb"], "06": ["de-gr308"]}
CROSSED = {"ffi": {"01": "control", "07": "control", "08": "control"}}
HELD = {"ffi": {"01": "control", "02": "control", "07": "control"}}


def test_counters_and_rows_are_ticked(window: MainWindow) -> None:
    player = placed(window, BEACH, **HELD)
    player.click("07")
    subject = player.window.game.decision.subject
    assert len(subject["units"]) == 4 and sum(row.startswith("☑") for row in rows(player)) == 4
    left = next(unit for unit in BEACH["07"] if unit not in subject["units"])
    assert any(
        "Four combat units can only act together if two are from one division. (3)" in row for row in rows(player)
    )
    out = next(unit for unit in subject["units"] if unit != "us-756tkb")
    player.click_unit(out)
    player.click_unit(out)
    player.click_unit(left)
    chosen = player.window.game.decision.subject["units"]
    assert out not in chosen and left in chosen
    player.mat.composition.units.setFocus()
    player.mat.composition.units.setCurrentRow(0)
    QTest.keyClick(player.mat.composition.units, Qt.Key.Key_Return)
    assert len(player.window.game.decision.subject["units"]) == 3


def test_an_action_that_is_not_possible_says_why(window: MainWindow) -> None:
    player = placed(window, BEACH, **HELD)
    player.click("07")
    assert "Attack: There is nothing to attack in 07 Draguignan-Le Muy" in player.mat.composition.against.text()
    assert "(5.2)" in player.mat.composition.against.text()


def test_a_way_that_is_not_possible_says_why_on_click_and_before_a_drop(window: MainWindow) -> None:
    player = placed(window, BEACH, **HELD)
    seq = player.window.game.seat.seq
    player.take("us-7ir", "10")
    assert "runs through 06" in player.bubble and "The move must end there. (4)" in player.bubble
    QTest.mouseRelease(player.board.view.viewport(), LEFT, pos=player.bare("10"))
    assert player.window.game.seat.seq == seq and "runs through 06" in player.refusal
    player.click("10")
    assert "There is no Allied unit in 10 Marseille. (3)" in player.refusal
    player.click("07", "26")
    assert "The move must end there" in player.refusal


def test_a_drag_moves_the_group_and_space_ends_its_way(window: MainWindow) -> None:
    player = placed(window, {"07": ["us-tfb"], "10": ["de-gr757"]}, **HELD)
    player.drag("us-tfb", "02")
    assert player.asked == ("allied", "way") and player.at("us-tfb") == {"02"}
    assert "1 movement point" in player.mat.way.note.text() or player.mat.way.commands
    player.key(SPACE)
    assert player.asked == ("german", "order") and player.unit("us-tfb").disorganized


def test_a_drag_onto_enemies_in_the_same_area_attacks(window: MainWindow) -> None:
    player = placed(window, {"07": ["us-7ir", "us-756tkb", "de-gr308"]}, 4, **HELD)
    port, board = player.board.view.viewport(), player.board
    at, end = player.counter("us-7ir"), player.counter("de-gr308")
    QTest.mousePress(port, LEFT, pos=at)
    QTest.mouseMove(port, at + (end - at) / 2)
    QTest.mouseMove(port, end)
    assert "Drop here to choose: attack." in player.bubble
    QTest.mouseRelease(port, LEFT, pos=end)
    assert player.asked == ("allied", "order") and "Strength 8" in board.choice.sums["attack"].text()
    player.key(Qt.Key.Key_A)
    assert player.asked == ("german", "payment") and board.scene.carried.units == ()
    assert player.unit("us-7ir").disorganized and player.mat.combat.faces.rolled == 4


def test_an_attack_by_keys_shows_its_sums_first(window: MainWindow) -> None:
    player = placed(window, {"07": ["us-7ir", "us-756tkb", "de-gr308"]}, 1, **HELD)
    player.click("07")
    odds = player.mat.combat.odds
    assert odds.kind == "attack" and odds.strength == 8
    assert [line.what for line in odds.modifiers] == ["756TkB/3US", "Combined arms: Armor", "Rough"]
    assert odds.faces[0].attacker and player.mat.combat.strength.isVisible()
    player.key(Qt.Key.Key_A)
    assert player.asked == ("allied", "payment")


def test_a_counter_is_dropped_on_a_truck(window: MainWindow) -> None:
    player = placed(window, {"07": ["us-7ir", "us-trp1"]}, **HELD)
    player.click("07")
    player.click_unit("us-7ir")
    player.drag_within("us-7ir", "us-trp1")
    assert player.window.game.decision.subject["loads"] == {"us-7ir": "us-trp1"}
    assert any("on US trucks 1" in row for row in rows(player))
    player.key(Qt.Key.Key_U)
    assert player.window.game.decision.subject["loads"] == {}


def test_trenches_are_left_by_a_key(window: MainWindow) -> None:
    player = placed(window, {"10": ["de-gr932", "de-gr933"]}, begin={"turn": 3, "side": "german"})
    dug = [unit for unit in ("de-gr932", "de-gr933") if player.unit(unit).entrenched]
    assert dug
    player.click("10")
    assert "entrenched. To move, it must leave its trenches" in player.mat.composition.against.text()
    for unit in dug:
        player.mat.composition.list.setFocus()
        words = [player.mat.composition.list.item(n).text() for n in range(player.mat.composition.list.count())]
        name = player.unit(unit).label
        player.mat.composition.list.setCurrentRow(
            next(n for n, told in enumerate(words) if f"Trenches: {name}" in told)
        )
        player.key(Qt.Key.Key_E)
    assert "move" in player.window.game.offered


def test_a_bridge_is_repaired_by_a_click_on_its_site(window: MainWindow) -> None:
    player = placed(window, {"08": ["us-7ir"], "10": ["de-gr757"]}, 5, 3, **CROSSED)
    player.click("08")
    QTest.mouseClick(player.board.view.viewport(), LEFT, pos=player.site("08-17"))
    waits = {row.border: row.waits for row in player.window.game.view.bridges}
    assert waits["08-17"] == 3 and player.unit("us-7ir").disorganized
    assert "under construction, 3 activations to wait" in player.window.log.plain


def test_the_row_of_a_bridge_shows_where_it_is(window: MainWindow) -> None:
    player = placed(window, {"08": ["us-7ir"], "10": ["de-gr757"]}, **CROSSED)
    player.click("08")
    orders = player.mat.composition.list
    orders.setFocus()
    row = next(n for n, command in enumerate(player.mat.composition.commands) if command.text("bridge") == "08-17")
    player.board.at = ""
    orders.setCurrentRow(row)
    assert player.board.at == "08"


def test_the_train_is_dragged_along_the_coast(window: MainWindow) -> None:
    player = placed(window, {"12": ["de-eaa640", "de-gr933"]}, begin={"turn": 3, "side": "german"})
    player.click("12")
    player.key(ESCAPE)
    player.board.scene.fan_out("12", "german")
    player.drag("de-eaa640", "10")
    assert player.at("de-eaa640") == {"10"} and player.asked[1] == "way"
    player.key(SPACE)
    assert player.unit("de-eaa640").disorganized


def test_bombing_a_fortress_by_click(window: MainWindow) -> None:
    player = Player(window, game(dice=[4, 3]))
    player.key(Qt.Key.Key_Comma)
    assert player.mat.bombing.marker == "naval"
    player.click("09")
    level = next(area.fort.level for area in player.window.game.view.areas if area.id == "09")
    assert level < 12 and player.mat.turn.forts[0].level == level
    player.click("02")
    assert player.window.game.view.bombing["air"] == "02"


def test_a_fortress_is_called_upon_by_a_click(window: MainWindow) -> None:
    player = placed(window, {"09": ["us-7ir", "de-gr918"]}, 6, fortifications={"09": 4}, **HELD)
    player.key(Qt.Key.Key_X, Qt.Key.Key_X)
    player.key(Qt.Key.Key_X, Qt.Key.Key_X)
    assert player.asked == ("allied", "surrender") and player.board.scene.lights.lit == {"09": "answer"}
    player.click("10")
    assert "(1.5)" in player.refusal
    player.click("09")
    assert player.at("de-gr918") == {"eliminated"} and "surrenders" in player.window.log.plain


def test_groups_are_formed_in_the_planning_variant(window: MainWindow) -> None:
    source = {"setup": {"07": ["us-7ir", "us-15ir"]}, "rules": {"planning_variant": True}}
    player = Player(window, game(source))
    assert player.asked == ("allied", "planning")
    page = player.mat.list
    page.list.setFocus()
    page.list.setCurrentRow(0)
    player.window.answering.enter()
    assert len(set(player.window.game.view.groups.values())) == 1
    player.press("done")
    assert player.asked == ("german", "planning")


def test_who_rolls_his_own_dice_presses_the_number(window: MainWindow) -> None:
    from app.play.players import NewGame

    assert window.new_game(NewGame("striking_anvil", "anvil-historical", 7, own_dice=True))
    player = Player.__new__(Player)
    player.window, player.mat = window, window.playmat
    player.board = player.mat.board
    player.press("done")
    assert len(window.orders.nature.buttons) == 6 and "Roll a die" in window.prompt.words.text()
    QTest.mouseClick(window.orders.nature.buttons[0], LEFT)
    assert player.asked == ("allied", "order") and player.at("us-517pir") == {"07"}
