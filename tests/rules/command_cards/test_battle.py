"""The battle step: who battles whom, with how many dice."""

from __future__ import annotations

import pytest

from tests.rules.command_cards.helpers.boards import board


@pytest.mark.clause("CMD-battle-01")
def test_battles_are_fought_one_by_one() -> None:
    b = board({"E5": "infantry", "E6": "infantry"}, {"D5": ("infantry", 1), "D8": "infantry"})
    b.do("battle", "grenade", "star", "star", unit="E5", target="D5").do("stay")
    assert b.offers("battle", "target") == ["D8"] and b.why("battle", unit="E6", target="D5")[0][0] == ""


@pytest.mark.clause("CMD-battle-02")
def test_a_unit_battles_once_a_turn() -> None:
    b = board({"E5": "infantry"}, {"D5": "infantry"}).do("battle", "star", "star", "star", unit="E5", target="D5")
    assert b.rules("battle", unit="E5", target="D5") == ["CMD-battle-02"]


@pytest.mark.clause("CMD-battle-03")
def test_nobody_has_to_battle() -> None:
    b = board({"E5": "infantry"}, {"D5": "infantry"}).do("done")
    assert b.rolled() == 0 and b.state.seat == "allied"


@pytest.mark.clause("CMD-battle-04")
def test_losses_do_not_weaken() -> None:
    b = board({"E5": ("infantry", 1)}, {"D5": "infantry"})
    assert b.query("odds", unit="E5", target="D5")["dice"] == 3


@pytest.mark.clause("CMD-battle-05", "CMD-battle-06")
def test_next_to_each_other_is_close_assault_further_is_firing() -> None:
    b = board({"E5": "infantry"}, {"E6": "infantry"})
    b.do("battle", "star", "star", "star", unit="E5", target="E6")
    c = board({"E5": "infantry"}, {"E7": "infantry"}).do("battle", "star", "star", unit="E5", target="E7")
    assert [x.heard("BattleDeclared")[0]["mode"] for x in (b, c)] == ["close_assault", "firing"]


@pytest.mark.clause("CMD-battle-07")
def test_a_neighbour_must_be_assaulted_and_either_of_two_may() -> None:
    b = board({"E5": "artillery"}, {"D4": "infantry", "E6": "infantry", "E8": "infantry"})
    assert b.rules("battle", unit="E5", target="E8") == ["CMD-battle-07"]
    assert b.offers("battle", "target") == ["D4", "E6"]
    assert (
        "only close assault the infantry in D4 or the infantry in E6" in b.why("battle", unit="E5", target="E8")[0][1]
    )


@pytest.mark.clause("CMD-battle-07", "CMD-battle-10", "CMD-terrain-05")
def test_no_dice_against_a_neighbour_means_no_battle_at_all() -> None:
    ground = {"E5": "town", "E6": "town"}
    b = board({"E5": "armor"}, {"E6": "infantry", "C5": "infantry"}, terrain=ground)
    assert b.rules("battle", unit="E5", target="E6") == ["CMD-battle-10"]
    told = b.why("battle", unit="E5", target="C5")
    assert told[0][0] == "CMD-battle-07" and "so it can't battle" in told[0][1]
    assert b.offers("battle", "unit") == []
    assert b.query("odds", unit="E5", target="E6")["sum"] == [
        {"text": "armor at distance 1", "change": 3, "rule": "CMD-range-02"},
        {"text": "target in town", "change": -2, "rule": "CMD-terrain-02"},
        {"text": "out of town", "change": -1, "rule": "CMD-terrain-05"},
    ]


@pytest.mark.clause("CMD-battle-08")
def test_the_target_rolls_nothing() -> None:
    b = board({"E5": "infantry"}, {"D5": "infantry"})
    b.do("battle", "infantry", "grenade", "star", unit="E5", target="D5")
    assert b.rolled() == 3 and b.figures("E5") == 4 and b.figures("D5") == 2


@pytest.mark.clause("CMD-battle-09")
def test_the_target_is_chosen_when_the_battle_begins() -> None:
    b = board({"E5": "infantry", "D4": "infantry"}, {"D5": "infantry", "B3": "infantry"})
    b.do("battle", "flag", "flag", "star", unit="E5", target="D5").do("retreat", to="C6").do("retreat", to="B6")
    b.do("stay")
    assert b.rules("battle", unit="D4", target="B6") == []
    assert b.offers("battle", "target") == ["B3", "B6"]
    b.do("done")


@pytest.mark.clause("CMD-battle-10")
def test_without_dice_another_target_may_be_chosen() -> None:
    b = board({"E5": "infantry"}, {"E8": "infantry", "E2": "infantry"}, terrain={"E8": "woods"})
    told = b.why("battle", unit="E5", target="E8")
    assert told == [
        ("CMD-battle-10", "No dice left against the infantry in E8: +1 infantry at distance 3, -1 target in woods.")
    ]
    b.do("battle", "star", unit="E5", target="E2")


@pytest.mark.parametrize(
    ("kind", "dice"),
    [
        pytest.param("infantry", (3, 2, 1), marks=pytest.mark.clause("CMD-range-01")),
        pytest.param("armor", (3, 3, 3), marks=pytest.mark.clause("CMD-range-02")),
        pytest.param("artillery", (3, 3, 2, 2, 1, 1), marks=pytest.mark.clause("CMD-range-03")),
    ],
)
@pytest.mark.clause("CMD-range-04")
def test_dice_by_distance_and_none_beyond(kind: str, dice: tuple[int, ...]) -> None:
    for far in range(1, 9):
        b = board({"E1": kind}, {f"E{far + 1}": "infantry"})
        told = b.query("odds", unit="E1", target=f"E{far + 1}")
        if far <= len(dice):
            assert told["dice"] == dice[far - 1] and b.offers("battle", "target") == [f"E{far + 1}"]
        else:
            assert told["dice"] == 0 and b.rules("battle", unit="E1", target=f"E{far + 1}") == ["CMD-range-04"]


@pytest.mark.clause("CMD-range-04")
def test_a_card_gives_no_further_hex() -> None:
    b = board({"E1": "infantry"}, {"E5": "infantry", "E4": "infantry"}, card="steady-fire")
    assert b.rules("battle", unit="E1", target="E5") == ["CMD-range-04"]
    assert b.query("odds", unit="E1", target="E4")["dice"] == 2


def test_by_night_nobody_battles_far() -> None:
    night = {"until_round": 3, "max_distance": 2}
    b = board({"E5": "artillery"}, {"E8": "infantry", "C5": "infantry"}, night=night, round=3)
    assert b.why("battle", unit="E5", target="E8") == [("CMD-range-04", "At night nobody can battle beyond two hexes.")]
    assert b.offers("battle", "target") == ["C5"]
    by_day = board({"E5": "artillery"}, {"E8": "infantry"}, night=night, round=4)
    assert by_day.offers("battle", "target") == ["E8"]


def test_one_s_own_units_are_no_targets() -> None:
    b = board({"E5": "infantry", "E6": "infantry"}, {"D5": "infantry"})
    assert b.why("battle", unit="E5", target="E6")[0][1].startswith("The infantry in E6 is yours")
    assert b.why("battle", unit="D5", target="E6")[0][1].startswith("The infantry in D5 is an enemy unit")
