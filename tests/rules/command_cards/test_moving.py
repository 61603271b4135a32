"""The move step."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.rules.command_cards.helpers.boards import Board, board

FAR = {"A9": "infantry"}


def moved(kind: str, *path: str, enemies: dict[str, str] | None = None, **more: object) -> Board:
    """Move a unit along a path."""
    b = board({path[0]: kind, "I13": "infantry"}, enemies or FAR, at="move", **more)  # type: ignore[arg-type]
    for here, to in pairwise(path):
        b.do("move", unit=here, to=to)
    return b


@pytest.mark.clause("CMD-move-01")
def test_a_move_is_over_when_another_begins() -> None:
    b = board({"G5": "infantry", "G7": "infantry"}, FAR, at="move")
    b.do("move", unit="G5", to="F5").do("move", unit="G7", to="F7")
    assert b.rules("move", unit="F5", to="E5") == ["CMD-move-01"]
    b.do("move", unit="F7", to="E7")


@pytest.mark.clause("CMD-move-02")
def test_a_unit_moves_once_a_turn() -> None:
    b = board({"G5": "armor", "G7": "armor"}, FAR, at="move")
    b.do("move", unit="G5", to="F5").do("move", unit="G7", to="F7")
    assert b.rules("move", unit="F5", to="E5") == ["CMD-move-01"] and b.offers("move", "unit") == ["F7"] * 6
    b.do("done")
    assert b.asked == "battling"


@pytest.mark.clause("CMD-move-03")
def test_nobody_has_to_move() -> None:
    b = board({"G5": "artillery"}, {"D5": "infantry"}, at="move").do("done")
    b.do("battle", "star", "star", unit="G5", target="D5")


@pytest.mark.clause("CMD-move-04", "CMD-move-05")
def test_an_occupied_hex_is_neither_entered_nor_passed() -> None:
    ring = dict.fromkeys(("D4", "D5", "E4", "E6", "F4"), "infantry")
    b = board({"E5": "armor", **ring}, {"F5": "infantry"}, at="move")
    assert b.query("reach", unit="E5")["hexes"] == {}
    assert b.rules("move", unit="E5", to="D4") == ["CMD-move-05"] == b.rules("move", unit="E5", to="F5")
    assert "D4" not in b.offers("move", "to")


@pytest.mark.clause("CMD-move-06")
def test_all_figures_move_together() -> None:
    b = moved("infantry", "F3", "E3")
    assert b.figures("E3") == 4 and b.at("F3") is None


@pytest.mark.clause("CMD-move-07")
def test_infantry_battles_after_one_hex() -> None:
    b = moved("infantry", "G5", "F5", enemies={"D5": "infantry"}).do("done")
    b.do("battle", "star", "star", unit="F5", target="D5")
    assert b.rolled() == 2


@pytest.mark.clause("CMD-move-08")
def test_infantry_does_not_battle_after_two() -> None:
    b = moved("infantry", "G5", "F5", "E5", enemies={"D5": "infantry"})
    assert b.rules("move", unit="E5", to="E6") == ["CMD-move-08"]
    assert b.do("done").rules("battle", unit="E5", target="D5") == ["CMD-move-08"]


@pytest.mark.clause("CMD-move-09")
def test_special_forces_battle_after_two_hexes() -> None:
    b = moved("special_forces", "G5", "F5", "E5", enemies={"D5": "infantry"}).do("done")
    b.do("battle", "star", "star", "star", unit="E5", target="D5")
    assert b.rolled() == 3


@pytest.mark.clause("CMD-move-10")
def test_armor_moves_three_hexes_and_battles() -> None:
    b = moved("armor", "H5", "G5", "F5", "E6", enemies={"B7": "infantry"})
    assert b.rules("move", unit="E6", to="D6") == ["CMD-move-10"]
    b.do("done").do("battle", "star", "star", "star", unit="E6", target="B7")
    assert b.rolled() == 3


@pytest.mark.clause("CMD-move-11")
def test_artillery_moves_or_battles() -> None:
    b = moved("artillery", "G5", "F5", enemies={"D5": "infantry"})
    assert b.rules("move", unit="F5", to="E5") == ["CMD-move-11"]
    assert b.do("done").rules("battle", unit="F5", target="D5") == ["CMD-move-11"]


@pytest.mark.clause("CMD-move-12")
def test_hexes_moved_are_hexes_entered() -> None:
    b = moved("infantry", "E5", "E6", "E5", enemies={"D5": "infantry"})
    assert b.do("done").rules("battle", unit="E5", target="D5") == ["CMD-move-08"]


def test_a_step_leads_into_the_next_hex_of_the_board() -> None:
    b = board({"G5": "infantry"}, FAR, at="move")
    assert b.rules("move", unit="G5", to="E5") == ["CMD-move-12"]
    assert b.why("move", unit="G5", to="0705") == [("", 'There is no hex "0705". The board runs from A1 to I13.')]
    assert b.why("move", unit="A9", to="A8")[0][1] == "The infantry in A9 is an enemy unit. Choose one of yours."
    assert b.why("move", unit="nobody", to="A8")[0][1] == 'No unit on the board is called "nobody".'


ROAD = [["H5", "G5", "F5", "E5", "D5", "C5"]]


def test_a_road_gives_an_extra_hex_to_a_move_that_follows_it_all_the_way() -> None:
    b = moved("infantry", "G5", "F5", "E5", roads=ROAD, enemies={"E7": "infantry"})
    b.do("move", unit="E5", to="D5")
    assert b.rules("move", unit="D5", to="C5") == ["CMD-move-08"]
    b = moved("infantry", "G5", "F5", "E5", roads=ROAD, enemies={"E7": "infantry"}).do("done")
    b.do("battle", "star", "star", unit="E5", target="E7")  # two hexes along the road and battle
    b = moved("infantry", "G5", "F5", "E6", roads=ROAD)
    assert b.rules("move", unit="E6", to="D6") == ["CMD-move-08"]
    b = moved("infantry", "G4", "G5", "F5", roads=ROAD)  # the move did not begin on the road
    assert b.rules("move", unit="F5", to="E5") == ["CMD-move-08"]


def test_armor_moves_four_hexes_along_a_road_artillery_two_without_battle() -> None:
    b = moved("armor", "H5", "G5", "F5", "E5", "D5", roads=ROAD, enemies={"A5": "infantry"}).do("done")
    b.do("battle", "star", "star", "star", unit="D5", target="A5")
    b = moved("artillery", "H5", "G5", "F5", roads=ROAD, enemies={"C5": "infantry"})
    assert b.do("done").rules("battle", unit="F5", target="C5") == ["CMD-move-11"]
    b = moved("artillery", "H5", "G5", roads=ROAD, enemies={"C5": "infantry"})
    assert b.do("done").rules("battle", unit="G5", target="C5") == ["CMD-move-11"]


def test_a_town_stops_a_move_along_a_road_and_forbids_battle() -> None:
    b = moved("armor", "H5", "G5", roads=ROAD, terrain={"G5": "town"}, enemies={"F5": "infantry"})
    assert b.why("move", unit="G5", to="G6") == [
        ("CMD-terrain-01", "The armor in G5 stopped on entering town and can't move again this turn.")
    ]
    assert b.do("done").rules("battle", unit="G5", target="F5") == ["CMD-terrain-01"]


def test_double_time_lets_infantry_battle_after_two_hexes_but_not_the_resistance() -> None:
    b = moved("infantry", "G5", "F5", "E5", card="double-time", enemies={"D5": "infantry"}).do("done")
    b.do("battle", "star", "star", "star", unit="E5", target="D5")
    b = moved("resistance", "G5", "F5", "E5", card="double-time", enemies={"D5": "infantry"}).do("done")
    assert b.rules("battle", unit="E5", target="D5") == ["CMD-special-04"]
    woods = {"E5": "woods"}
    b = moved("infantry", "G5", "F5", "E5", card="double-time", terrain=woods, enemies={"D5": "infantry"}).do("done")
    assert b.rules("battle", unit="E5", target="D5") == ["CMD-terrain-01"]


def test_reach_knows_the_best_way_and_whether_a_battle_may_follow() -> None:
    b = board({"G5": "infantry"}, {"D5": "infantry"}, at="move", roads=ROAD, terrain={"F4": "woods"})
    reach = b.query("reach", unit="G5")["hexes"]
    assert reach["F5"] == {"path": ["F5"], "battle": True, "dice": 2}
    assert reach["E5"] == {"path": ["F5", "E5"], "battle": True, "dice": 3}  # along the road
    assert reach["E6"]["battle"] is False and reach["F4"] == {"path": ["F4"], "battle": False, "dice": 0}
    assert "D5" not in reach and "G5" not in reach and "D4" not in reach  # three hexes only along the road
    assert b.query("reach", unit="D5")["hexes"] == {}


def test_of_two_ways_as_long_reach_takes_the_one_that_leaves_a_battle() -> None:
    b = board({"G5": "infantry"}, {"D5": "infantry"}, at="move", roads=ROAD)
    assert b.query("reach", unit="G5")["hexes"]["E5"] == {"path": ["F5", "E5"], "battle": True, "dice": 3}
