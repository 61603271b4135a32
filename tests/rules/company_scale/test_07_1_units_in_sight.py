"""Units never block a line of sight (7.1)."""

from __future__ import annotations

import pytest

from tests.rules.company_scale.boards import board
from tests.rules.company_scale.tables import activation, ge, tank, us

ROW = board("........")


@pytest.mark.clause("CSS-7.1-05")
@pytest.mark.parametrize("between", [ge("12.30"), us("12.30"), tank("12.30"), ge("12.30", deployed=False)])
def test_a_unit_in_the_line_does_not_block_it(between: object) -> None:
    pieces = {"a": us("10.30", fire=("white", 5, 5)), "m": between, "n": between, "x": ge("14.30")}
    table = activation(ROW, pieces, "formation:r141")  # type: ignore[arg-type]
    assert table.session.query("los", a="10.30", b="14.30")["clear"]
    assert "14.30" in table.session.query("visible", hex="10.30")["hexes"]
    assert "14.30" in table.session.query("fire_zone", unit="a")["hexes"]
    table.do("fire", unit="a", hex="14.30")
