"""The small positions of the tests behave like the table."""

from __future__ import annotations

from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import activation, ge, named, us

OPEN = board(
    """
    ......
    ......
    ......
    """,
    first="10.30",
)


def test_a_company_fires_at_its_neighbour_with_scripted_dice() -> None:
    table = activation(OPEN, {"a": us("11.30"), "x": ge("12.30")}, "formation:r141")
    assert table.asked == ("allied", "activation")
    table.do("fire", unit="a", hex="12.30")
    table.dice(2)
    events = table.do("confirm")
    assert named(events, "Fired")[0]["result"] == "DG1"
    assert table.hex("12.30").dg == 1


def test_a_column_marches_and_stops() -> None:
    table = activation(OPEN, {"a": us("11.30", deployed=False), "x": ge("15.32")}, "formation:r141")
    table.do("move", units=("a",))
    table.step("11.31", "11.32")
    table.do("stop")
    assert table.where("a") == "11.32"
