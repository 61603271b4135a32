"""Orders: sections, limits, matching."""

from __future__ import annotations

import pytest

from tests.rules.command_cards.helpers.boards import Board, board

ENEMY = {"A7": "infantry"}


def laid_out(card: str, *units: str, order: tuple[str, ...] = (), **more: object) -> Board:
    b = board(dict.fromkeys(units, "infantry"), ENEMY, at="card", hands={"german": (card, "wings")}, **more)  # type: ignore
    b.do("choose", card=card)
    for unit in order:
        b.do("order", unit=unit)
    return b


@pytest.mark.clause("CMD-order-01")
def test_orders_are_announced_before_anything_moves() -> None:
    b = laid_out("push-centre", "G5", "G6", "G7", order=("G5", "G6")).do("confirm")
    assert len(b.heard("UnitsOrdered")[0]["units"]) == 2
    b.do("move", unit="G5", to="F5")
    assert b.rules("order", unit="G7")[-1] == "CMD-order-01" and b.rules("move", unit="G7", to="F7") == ["CMD-order-04"]


@pytest.mark.clause("CMD-order-02")
def test_a_card_orders_no_more_than_it_says() -> None:
    b = laid_out("advance-left", "G1", "G2", "G3", "G6", order=("G1", "G2"))
    ((rule, text),) = b.why("order", unit="G3")
    assert rule == "CMD-order-02" and text == (
        "Advance left orders two units on the left. There's no order left for the infantry in G3. Take one back first."
    )
    assert "is in the center" in b.why("order", unit="G6")[0][1]
    assert laid_out("advance-left", "G1").do("confirm").state.seat == "allied"  # fewer, even none, is legal


@pytest.mark.clause("CMD-order-02")
def test_a_card_for_a_class_orders_that_class() -> None:
    b = board({"G5": "armor", "G6": "infantry"}, ENEMY, at="card", hands={"german": ("tank-raid",)})
    b.do("choose", card="tank-raid")
    assert b.offers("order", "unit") == ["G5"]
    assert b.why("order", unit="G6") == [
        ("CMD-order-02", "Tank raid orders three armor units. The infantry in G6 is infantry.")
    ]


@pytest.mark.clause("CMD-order-03")
def test_a_unit_on_a_section_line_is_ordered_from_either_section() -> None:
    for card in ("advance-left", "advance-centre"):
        assert laid_out(card, "B4", "D9").offers("order", "unit") == (["B4"] if card[8:] == "left" else ["B4", "D9"])
    assert laid_out("advance-centre", "A4", "B4").offers("order", "unit") == ["B4"]


@pytest.mark.clause("CMD-order-04")
def test_a_unit_without_an_order_does_nothing() -> None:
    b = board({"E5": "infantry", "G5": "infantry"}, {"D5": "infantry"}, at="move", ordered=["G5"])
    assert b.rules("move", unit="E5", to="E6") == ["CMD-order-04"]
    b.do("done")
    assert b.rules("battle", unit="E5", target="D5") == ["CMD-order-04"]
    assert "CMD-order-04" in b.rules("clear_wire", unit="E5")


@pytest.mark.clause("CMD-order-05")
def test_the_top_player_has_his_left_on_the_other_side() -> None:
    b = laid_out("advance-left", "G1")
    b.do("confirm")
    assert b.state.seat == "allied"
    b.do("choose", card="advance-left")
    assert b.offers("order", "unit") == ["A7"]  # the only unit stands in the centre: the card orders any one
    b = board({"G1": "infantry"}, {"A12": "infantry", "A2": "infantry"}, at="card").do("choose", card="push-left")
    b.do("confirm").do("choose", card="advance-left")
    assert b.offers("order", "unit") == ["A12"]


@pytest.mark.clause("CMD-order-06")
def test_units_on_lines_are_shared_out_and_not_taken_first_come() -> None:
    b = laid_out("thin-line", "B4", "B9", "E5", "D4")
    for units in (("B4", "B9", "E5"), ("E5", "B4", "B9"), ("B9", "E5", "B4")):
        for unit in units:
            b.do("order", unit=unit)
        assert b.rules("order", unit="D4") == ["CMD-order-06"]
        for unit in units:
            b.do("release", unit=unit)
    b.do("order", unit="B4").do("order", unit="D4")  # B4 left and D4 centre: first come, first served would go on
    assert b.rules("order", unit="E5") == ["CMD-order-06"]
    assert b.rules("order", unit="B4") == ["CMD-order-06"]
    b.do("order", unit="B9")


@pytest.mark.clause("CMD-order-06")
def test_a_first_unit_is_moved_to_its_other_section_to_make_room() -> None:
    b = laid_out("hinge-left", "B4", "A1", "A2", "E5")  # two on the left, one in the centre
    b.do("order", unit="B4").do("order", unit="A1").do("order", unit="A2")
    assert b.rules("order", unit="E5") == ["CMD-order-06"]


@pytest.mark.clause("CMD-order-07")
def test_sections_are_judged_when_the_order_is_announced() -> None:
    b = board({"C4": "infantry"}, {"C7": "infantry"}, at="card", hands={"german": ("advance-left",)})
    b.do("choose", card="advance-left").do("order", unit="C4").do("confirm").do("move", unit="C4", to="C5").do("done")
    b.do("battle", "star", "star", unit="C5", target="C7")


@pytest.mark.clause("CMD-order-08")
def test_wire_is_removed_instead_of_battling() -> None:
    units = {"E5": "infantry", "E9": "infantry"}
    b = board(units, {"D5": "infantry"}, ordered=["E5"], obstacles={"E5": "wire", "E9": "wire"})
    assert b.rules("clear_wire", unit="E9") == ["CMD-order-04"]
    b.do("clear_wire", unit="E5")
    assert b.state.obstacles == {"E9": "wire"} and b.rules("battle", unit="E5", target="D5") == ["CMD-order-08"]


@pytest.mark.clause("CMD-order-08")
def test_only_infantry_on_wire_removes_it_and_only_if_it_may_battle() -> None:
    b = board({"G5": "infantry", "G7": "armor"}, {"C5": "infantry"}, at="move", obstacles={"E5": "wire"})
    b.do("move", unit="G5", to="F5").do("move", unit="F5", to="E5").do("done")
    assert b.rules("clear_wire", unit="E5") == ["CMD-move-08"]
    assert b.rules("clear_wire", unit="G7") == ["CMD-order-08", "CMD-order-08"]


@pytest.mark.clause("CMD-order-08")
def test_a_unit_leaves_by_an_exit_as_its_move() -> None:
    out = [{"side": "german", "hexes": ["A4"], "medals": 1}]
    b = board({"A4": "infantry", "B5": "infantry"}, {"C9": "infantry"}, at="move", exits=out)
    assert b.offers("leave", "unit") == ["A4"] and b.rules("leave", unit="B5") == ["CMD-order-08"]
    b.do("move", unit="A4", to="A5").do("move", unit="A5", to="A4")
    assert b.rules("leave", unit="A4") == ["CMD-move-02"]
    b = board({"A4": "infantry", "B5": "infantry"}, {"C9": "infantry"}, at="move", exits=out).do("leave", unit="A4")
    assert b.medals("german") == 1 and b.medals("allied") == 0 and b.at("A4") is None
