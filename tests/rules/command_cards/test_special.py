"""Special Forces, Resistance, elite armor."""

from __future__ import annotations

import pytest

from rules.command_cards.charts import house_charts
from tests.rules.command_cards.helpers.boards import Board, board


@pytest.mark.clause("CMD-special-01", "CMD-special-07", "CMD-special-08")
def test_badges() -> None:
    kinds = house_charts().units
    assert {k for k, u in kinds.items() if u.special_forces} == {"special_forces", "resistance"}
    assert all(u.cls == "infantry" for u in kinds.values() if u.special_forces)
    elite = kinds["elite_armor"]
    assert (elite.badge, elite.special_forces, elite.figures, elite.move) == ("elite", False, 4, 3)
    assert kinds["resistance"].battle_after == 1 and kinds["special_forces"].battle_after == 2


@pytest.mark.clause("CMD-special-02", "CMD-special-06")
def test_figures_at_the_start() -> None:
    sizes = {kind: unit.figures for kind, unit in house_charts().units.items()}
    assert sizes == {
        "infantry": 4, "special_forces": 4, "resistance": 3, "armor": 3, "elite_armor": 4, "artillery": 2,
    }  # fmt: skip
    b = board({"E5": "resistance", "E7": "elite_armor"}, {"A1": "infantry"})
    assert (b.figures("E5"), b.figures("E7")) == (3, 4)


@pytest.mark.clause("CMD-special-03")
def test_the_resistance_battles_after_entering_any_ground() -> None:
    for kind, refused in (("resistance", []), ("infantry", ["CMD-terrain-01"]), ("special_forces", ["CMD-terrain-01"])):
        b = board({"F5": kind}, {"D5": "infantry"}, at="move", terrain={"E5": "woods"})
        b.do("move", unit="F5", to="E5").do("done")
        assert b.rules("battle", unit="E5", target="D5") == refused


@pytest.mark.clause("CMD-special-04")
def test_the_resistance_does_not_battle_after_two_hexes() -> None:
    road = [["G5", "F5", "E5"]]
    for roads in ([], road):  # nor along a road
        b = board({"G5": "resistance"}, {"D5": "infantry"}, at="move", roads=roads)
        b.do("move", unit="G5", to="F5").do("move", unit="F5", to="E5").do("done")
        assert b.rules("battle", unit="E5", target="D5") == ["CMD-special-04"]
    b = board({"G5": "special_forces"}, {"D5": "infantry"}, at="move")
    b.do("move", unit="G5", to="F5").do("move", unit="F5", to="E5").do("done")
    assert b.rules("battle", unit="E5", target="D5") == []


def flagged(flags: int, **more: object) -> Board:
    b = board({"G5": "armor"}, {"F5": "resistance", "A13": "infantry"}, **more)  # type: ignore[arg-type]
    return b.do("battle", *["flag"] * flags, *["star"] * (3 - flags), unit="G5", target="F5")


@pytest.mark.clause("CMD-special-05")
def test_the_resistance_falls_back_one_two_or_three_hexes_for_a_flag() -> None:
    b = flagged(1).do("retreat", to="E5")
    assert b.asked == "way_back" and b.rules("halt") == []
    b.do("halt")
    assert b.at("E5") is not None and b.asked == "ground"
    b = flagged(1).do("retreat", to="E5").do("retreat", to="D5").do("retreat", to="C5")
    assert b.at("C5") is not None and b.asked == "ground"  # three are the most


@pytest.mark.clause("CMD-special-05")
def test_its_first_hex_for_each_flag_is_compulsory() -> None:
    assert flagged(1).rules("halt") == ["CMD-retreat-09"]
    b = flagged(2).do("retreat", to="E5").do("retreat", to="D5").do("halt")
    assert b.asked == "way_back" and b.rules("halt") == ["CMD-retreat-09"]  # further hexes did not pay for the second
    b.do("retreat", to="C5").do("halt")
    assert b.figures("C5") == 3


@pytest.mark.clause("CMD-special-05")
def test_only_the_first_hex_can_cost_a_figure() -> None:
    walls = {"D4": "crag", "D5": "crag", "D6": "crag"}
    b = flagged(1, terrain=walls).do("retreat", to="E5")
    assert b.figures("E5") == 3 and b.asked == "ground"
    b = flagged(2, terrain=walls).do("retreat", to="E5")
    assert b.figures("E5") == 2


@pytest.mark.clause("CMD-special-05")
def test_it_is_asked_whether_it_goes_on_even_where_there_is_one_way() -> None:
    b = flagged(1, terrain={"D5": "sea"}).do("retreat", to="E5")
    assert b.asked == "way_back" and b.offers("retreat", "to") == ["D4"] and b.rules("halt") == []
