"""The text boards of the tests."""

from __future__ import annotations

from rules.company_scale.battle_map import Edge, MapHex, Road, Terrain
from tests.rules.company_scale.helpers.boards import board


def test_a_board_is_drawn_as_text() -> None:
    ground = board(
        """
        .wv
        V~T
        """,
        first="10.30",
        levels="""
        123
        1.2
        """,
        names={"10.31": "Savasse"},
        ridge=["10.30/10.31"],
        stream=["10.31/10.30"],
        roads={"paved": ["10.30 11.30 12.31"]},
    )
    assert ground.columns == (10, 12)
    assert ground.rows == (30, 31)
    assert ground.hexes[1130] == MapHex(Terrain.WOODS, 2)
    assert ground.hexes[1031] == MapHex(Terrain.VILLAGE, 1, "Savasse")
    assert ground.hexes[1231] == MapHex(Terrain.TOWN, 2)
    assert 1131 not in ground.hexes
    assert ground.side(1031, 1030).edges == {Edge.RIDGE, Edge.STREAM}
    assert ground.side(1130, 1231).roads == {Road.PAVED}
    assert ground.side(1130, 1030).roads == {Road.PAVED}


def test_levels_may_be_one_for_all_or_the_exceptions() -> None:
    assert {h.level for h in board("...", levels=2).hexes.values()} == {2}
    assert board("...", levels={"11.30": 3}).hexes[1130].level == 3
    assert board("...", levels={"11.30": 3}).hexes[1030].level == 1
