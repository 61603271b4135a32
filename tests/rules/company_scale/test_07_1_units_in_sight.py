"""Units never block a line of sight, and of the markers only barrages and fires (7.1)."""

from __future__ import annotations

import json

import pytest

from rules.company_scale.scenario import scenario_folder
from tests.rules.company_scale.helpers.boards import board
from tests.rules.company_scale.helpers.tables import activation, ge, tank, us

ROW = board("........")
COLUMN = board("\n".join("....."))
SCHEMA = json.loads((scenario_folder() / "schema" / "scenario.schema.json").read_text(encoding="utf-8"))
KINDS_OF_MARKERS = SCHEMA["properties"]["markers"]["items"]["properties"]["kind"]["enum"]


@pytest.mark.clause("CSS-7.1-05")
@pytest.mark.parametrize("between", [ge("12.30"), us("12.30"), tank("12.30"), ge("12.30", deployed=False)])
def test_a_unit_in_the_line_does_not_block_it(between: object) -> None:
    pieces = {"a": us("10.30", fire=("white", 5, 5)), "m": between, "n": between, "x": ge("14.30")}
    table = activation(ROW, pieces, "formation:r141")  # type: ignore[arg-type]
    assert table.session.query("los", a="10.30", b="14.30").clear
    assert "14.30" in table.session.query("visible", hex="10.30").hexes
    assert "14.30" in table.session.query("fire_zone", unit="a").hexes
    table.do("fire", unit="a", hex="14.30")


@pytest.mark.clause("CSS-7.1-04")
@pytest.mark.parametrize("kind", KINDS_OF_MARKERS)
def test_only_barrages_and_fires_are_markers_that_hide(kind: str) -> None:
    value = {"barrage": "light", "prepared_assault": "allied", "dg": 3}.get(kind)
    pieces = {"a": us("10.30"), "x": ge("10.34")}
    table = activation(COLUMN, pieces, "formation:r141", markers=[("10.32", kind, value)])
    assert table.session.query("los", a="10.30", b="10.32").clear
    assert table.session.query("los", a="10.30", b="10.34").clear is (kind not in ("barrage", "on_fire"))
