"""Reach: where units could go, what it costs and who may fire (6.0, 8.6)."""

from __future__ import annotations

from tests.rules.company_scale.boards import board
from tests.rules.company_scale.tables import activation, ge, us

OPEN = board(
    """
    ......
    ......
    ......
    """,
    first="10.30",
)


def test_a_deployed_company_is_told_to_change_formation_first() -> None:
    table = activation(OPEN, {"a": us("11.30"), "x": ge("15.32")}, "formation:r141")
    found = table.session.query("reach", units=["a"])
    assert [c["do"] for c in found["begin"]] == ["change_formation", "move"]
    assert found["hexes"]["11.31"] == {"mp_left": 4.0, "path": [["11.31", "terrain"]], "fire": [], "watched": []}


def test_leaving_a_fire_zone_is_told_for_every_way_out() -> None:
    table = activation(OPEN, {"a": us("11.30", deployed=False), "x": ge("12.30")}, "formation:r141")
    found = table.session.query("reach", units=["a"])
    assert all(entry["fire"] == ["12.30"] for entry in found["hexes"].values())


def test_another_unit_is_reached_after_stopping_the_present_move() -> None:
    table = activation(
        OPEN, {"a": us("11.30", deployed=False), "b": us("13.30", deployed=False), "x": ge("15.32")}, "formation:r141"
    )
    table.do("move", units=("a",))
    table.step("11.31")
    assert [c["do"] for c in table.session.query("reach", units=["b"])["begin"]] == ["stop", "move"]
    assert table.session.query("reach", units=["a"])["begin"] == []


def test_a_walk_along_given_hexes_has_the_shape_of_one_hex_of_the_reach() -> None:
    table = activation(OPEN, {"a": us("11.30", deployed=False), "x": ge("15.32")}, "formation:r141")
    way = table.session.query("walk", units=["a"], hexes=["11.31", "11.32"])
    assert way == table.session.query("reach", units=["a"])["hexes"]["11.32"]
    assert table.session.query("walk", units=["a"], hexes=["12.32"]) is None
