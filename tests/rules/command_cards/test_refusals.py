"""A refusal cites the clause that forbids, not the moment at which something else would be possible."""

from __future__ import annotations

import pytest

from tests.rules.command_cards.helpers.boards import Board, board

KILL = ("grenade", "star", "star")


@pytest.mark.clause("CMD-order-02")
@pytest.mark.parametrize(
    ("card", "kind"), [("bayonets", "infantry"), ("steady-fire", "infantry"), ("registered-fire", "artillery")]
)
def test_a_card_that_forbids_moving_is_the_reason(card: str, kind: str) -> None:
    b = board({"E5": kind}, {"D5": "infantry"}, at="move", card=card)
    assert b.asked == "battling" and b.rules("move", unit="E5", to="F5") == ["CMD-order-02"]
    assert "can't move" in b.why("move", unit="E5", to="F5")[0][1]


@pytest.mark.clause("CMD-turn-02")
def test_a_card_that_allows_moving_leaves_the_moment_as_the_reason() -> None:
    b = board({"E5": "infantry"}, {"D5": "infantry"}, at="battle")
    assert b.rules("move", unit="E5", to="F5")[-1] == "CMD-turn-02"


@pytest.mark.clause("CMD-order-04")
def test_a_unit_without_orders_hears_so_in_the_battle_step_too() -> None:
    b = board({"E5": "infantry", "G7": "infantry"}, {"D5": "infantry"}, ordered=["E5"])
    assert b.rules("move", unit="G7", to="F7") == ["CMD-order-04"]


def emptied(kind: str, **more: object) -> Board:
    """Eliminate a unit in D5 from E5."""
    b = board({"E5": kind, "F9": "infantry"}, {"D5": ("infantry", 1), "A13": "infantry"}, **more)  # type: ignore[arg-type]
    return b.do("battle", *KILL[: b.query("odds", unit="E5", target="D5")["dice"]], unit="E5", target="D5")


@pytest.mark.clause("CMD-ground-02")
def test_artillery_hears_that_it_takes_no_ground() -> None:
    assert emptied("artillery").rules("take_ground") == ["CMD-ground-02"]


@pytest.mark.clause("CMD-ground-09")
@pytest.mark.parametrize("closed", [{"terrain": {"D5": "marsh"}}, {"obstacles": {"D5": "tank_trap"}}])
def test_armor_hears_what_closes_the_hex_it_emptied(closed: dict[str, object]) -> None:
    b = emptied("armor", **closed)
    ((rule, text),) = b.why("take_ground")
    assert rule == "CMD-ground-09" and ("marsh" in text or "tank trap" in text)


@pytest.mark.clause("CMD-ground-08")
def test_a_hex_still_held_is_the_reason() -> None:
    b = board({"E5": "infantry"}, {"D5": "infantry"}).do("battle", "star", "star", "star", unit="E5", target="D5")
    assert b.rules("take_ground") == ["CMD-ground-08"]


@pytest.mark.clause("CMD-ground-10")
def test_a_unit_that_reacted_hears_that_it_had_no_order() -> None:
    allied = {"D5": "infantry"}
    b = board({"E5": ("infantry", 1), "G7": "infantry"}, allied)
    b.state.lying["allied"] = "lie-in-wait"
    b.state.deck["lie-in-wait"] -= 1
    b.do("battle", unit="E5", target="D5").do("spring", *KILL)
    assert b.at("E5") is None and b.asked == "battling"
    assert b.rules("take_ground") == ["CMD-ground-10"]


@pytest.mark.clause("CMD-ground-01")
def test_fire_and_strikes_take_no_ground() -> None:
    b = board({"E5": "armor"}, {"C5": ("infantry", 1), "A13": "infantry"}).do("battle", *KILL, unit="E5", target="C5")
    assert b.rules("take_ground") == ["CMD-ground-01"]
    hands = {"german": ("corps-guns", "wings")}
    b = board({"E5": "infantry"}, {"D5": ("infantry", 1), "A13": "infantry"}, at="card", hands=hands)
    b.do("choose", card="corps-guns").do("aim", unit="D5").do("confirm", "grenade", "star", "star", "star")
    for asked in ("ordering", "moving", "battling"):
        assert b.asked == asked and b.rules("take_ground") == ["CMD-ground-01"]
        b.do("order", unit="E5") if asked == "ordering" else b.do("done")


@pytest.mark.clause("CMD-ground-07")
def test_ground_let_go_is_gone_and_each_battle_is_judged_alone() -> None:
    b = board({"E5": "infantry", "F9": "artillery"}, {"D5": ("infantry", 1), "E9": ("infantry", 1), "A13": "infantry"})
    b.do("battle", *KILL, unit="E5", target="D5").do("stay")
    assert b.rules("take_ground")[-1] != "CMD-ground-02"
    b.do("battle", *KILL, unit="F9", target="E9")
    assert b.rules("take_ground") == ["CMD-ground-02"]


@pytest.mark.clause("CMD-terrain-01")
@pytest.mark.parametrize("terrain", ["woods", "town", "ford", "orchard", "vineyard", "beach"])
def test_terrain_that_stops_a_move_is_the_reason(terrain: str) -> None:
    b = board({"G5": "armor"}, {"A1": "infantry"}, at="move", terrain={"F5": terrain})
    ((rule, text),) = b.do("move", unit="G5", to="F5").why("move", unit="F5", to="E5")
    assert rule == "CMD-terrain-01" and terrain in text


@pytest.mark.clause("CMD-obst-02")
def test_an_obstacle_that_stops_infantry_is_the_reason() -> None:
    for obstacle in ("wire", "roadblock"):
        b = board({"G5": "special_forces"}, {"A1": "infantry"}, at="move", obstacles={"F5": obstacle})
        assert b.do("move", unit="G5", to="F5").rules("move", unit="F5", to="E5") == ["CMD-obst-02"]


@pytest.mark.clause("CMD-obst-03")
@pytest.mark.parametrize(
    ("kind", "obstacle"), [("armor", "tank_trap"), ("armor", "roadblock"), ("artillery", "wire"), ("armor", "bunker")]
)
def test_an_obstacle_that_closes_a_hex_is_the_reason(kind: str, obstacle: str) -> None:
    placed = {"kind": "bunker", "for": "allied"} if obstacle == "bunker" else obstacle
    b = board({"G5": kind}, {"A1": "infantry"}, at="move", obstacles={"F5": placed})
    assert b.rules("move", unit="G5", to="F5") == ["CMD-obst-03"]


@pytest.mark.clause("CMD-terrain-04")
def test_terrain_that_closes_a_hex_is_the_reason_beside_an_obstacle_that_does_not() -> None:
    b = board({"G5": "armor"}, {"A1": "infantry"}, at="move", terrain={"F5": "marsh"}, obstacles={"F5": "wire"})
    assert b.rules("move", unit="G5", to="F5") == ["CMD-terrain-04"]


@pytest.mark.clause("CMD-card-05")
def test_a_card_that_orders_nobody_says_why_it_orders_one_unit_only() -> None:
    b = board({"G5": "infantry", "G7": "infantry"}, {"A1": "infantry"}, at="card", hands={"german": ("tank-raid",)})
    b.do("choose", card="tank-raid").do("order", unit="G5")
    ((rule, text),) = b.why("order", unit="G7")
    assert rule == "CMD-card-05" and "any one unit" in text and "G5" in text


@pytest.mark.clause("CMD-order-02")
def test_a_card_that_orders_one_unit_anywhere_by_right_keeps_its_own_limit() -> None:
    b = board({"G5": "infantry", "G7": "infantry"}, {"A1": "infantry"}, at="card", hands={"german": ("lie-in-wait",)})
    b.do("choose", card="lie-in-wait").do("order", unit="G5")
    assert b.rules("order", unit="G7") == ["CMD-order-02"]
