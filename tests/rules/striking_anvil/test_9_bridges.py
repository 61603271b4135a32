"""9: bridges."""

from __future__ import annotations

import pytest

from rules.engine.frozen import to_plain
from tests.rules.striking_anvil.table import SYSTEM, Table, position

MAP = SYSTEM.load("anvil-historical").map


@pytest.mark.clause("STA-9-01", "STA-9-03")
def test_bridges_are_down_but_for_those_of_the_scenario() -> None:
    table = position("anvil-historical", 3)
    assert sorted(table.state.bridges) == ["01-02", "01-07", "05-09", "14-30", "15-25", "20-22", "28-29"]
    rows = {row["border"]: row for row in table.query("rivers")["borders"]}
    assert (rows["13-14"]["bridged"], rows["13-14"]["cost"], rows["13-14"]["die"]) == (False, 2, -4)
    assert (rows["28-29"]["bridged"], rows["28-29"]["cost"], rows["28-29"]["die"]) == (True, 0, -2)


@pytest.mark.clause("STA-9-04", "STA-9-05", "STA-9-07")
def test_between_friendly_areas_a_bridge_is_blown_without_a_die() -> None:
    table = Table({"05": ["de-gr308", "de-gr326"]}, side="german", intact_bridges=["05-09"]).act("05", "de-gr308")
    table.do("take", unit="de-gr326")
    assert "exactly one combat unit" in table.refused("demolish", bridge="05-09")
    assert table.offers("demolish") == []
    table.do("drop", unit="de-gr326")
    assert table.offers("demolish") == ["05-09"]
    table.do("demolish", bridge="05-09")
    assert "05-09" not in table.state.bridges and table.turned("de-gr308") and table.asked == ("allied", "order")


@pytest.mark.clause("STA-9-04")
def test_where_no_bridge_can_be_blown() -> None:
    table = Table({"05": ["de-gr308", "us-7ir"]}, side="german", intact_bridges=["05-09"], allied="05").act(
        "05", "de-gr308"
    )
    assert "must be friendly" in table.refused("demolish", bridge="05-09")
    other = Table({"05": ["de-gr308"]}, side="german").act("05", "de-gr308")
    assert "There is no bridge here" in other.refused("demolish", bridge="05-09")
    assert "no bridge site" in other.refused("demolish", bridge="05-06")
    assert "is not a border of" in other.refused("demolish", bridge="13-14")


def test_a_bridge_in_the_view_stands_is_built_or_is_down() -> None:
    setup = {"11": ["us-7ir", "us-15ir"], "28": ["de-gr308"]}
    table = Table(setup, allied="01 02 03 06 07 11 17", intact_bridges=["05-09"], dice=[3])
    table.act("11", "us-7ir").do("repair", bridge="11-17")
    rows = {row.border: row for row in table.session.view(None).bridges}
    assert set(rows) == {border.id for border in MAP.borders.values() if border.is_site}
    assert (rows["05-09"].stands, rows["05-09"].waits) == (True, None)
    assert (rows["11-17"].stands, rows["11-17"].waits) == (False, 3)
    assert (rows["13-14"].stands, rows["13-14"].waits) == (False, None)
    plain = {row["border"]: row["waits"] for row in to_plain(table.session.view(None))["bridges"]}
    assert (plain["05-09"], plain["11-17"]) == (0, 3), "JSON says 0 for none, as before"


@pytest.mark.clause("STA-9-06", "STA-9-07")
@pytest.mark.parametrize(("die", "stands"), [(1, True), (2, True), (3, False)])
def test_a_contested_demolition_fails_on_one_and_two(die: int, stands: bool) -> None:
    table = Table({"05": ["de-gr308"]}, side="german", intact_bridges=["05-09"], allied="09", dice=[die])
    table.act("05").do("demolish", bridge="05-09")
    assert ("05-09" in table.state.bridges) is stands and table.turned("de-gr308")


@pytest.mark.clause("STA-9-08", "STA-9-09", "STA-9-10", "STA-9-12", "STA-9-15")
def test_repair_takes_as_many_activations_as_the_die_says() -> None:
    setup = {"11": ["us-7ir", "us-15ir"], "02": ["us-30ir", "us-141ir"], "28": ["de-gr308", "de-gr326", "de-pzr15"]}
    table = Table(setup, allied="01 02 03 06 07 11 17", dice=[3]).act("11", "us-7ir").do("repair", bridge="11-17")
    assert table.state.bridges["11-17"] == 3 and table.turned("us-7ir")  # the repairing activation does not count
    table.march("28", ["de-gr308"], "27")
    assert table.state.bridges["11-17"] == 2
    table.do("pass")
    assert table.state.bridges["11-17"] == 2  # passes do not count
    table.march("28", ["de-gr326"], "27")
    rows = {row["border"]: row for row in table.query("rivers")["borders"]}
    assert table.state.bridges["11-17"] == 1 and not rows["11-17"]["bridged"]
    assert "not finished" in table.act("11", "us-15ir").refused("demolish", bridge="11-17")
    assert "already being built here" in table.refused("repair", bridge="11-17")
    table.do("cancel").march("02", ["us-30ir"], "03")
    assert table.state.bridges["11-17"] == 0 and "BridgeFinished" in table.names()


@pytest.mark.clause("STA-9-10", "STA-9-15")
def test_bridging_goes_on_in_the_next_turn_whoever_holds_the_banks() -> None:
    setup = {"11": ["us-7ir"], "28": ["de-gr308", "de-gr326"], "16": ["de-pzr15"]}
    table = Table(setup, allied="01 02 06 11 17", dice=[2]).act("11", "us-7ir").do("repair", bridge="11-17")
    table.march("16", ["de-pzr15"], "17")
    assert table.state.bridges["11-17"] == 1 and table.owner("17") == "german"
    table.do("pass").do("pass").do("done").do("done").do("pass")
    assert table.state.bridges["11-17"] == 1
    table.march("28", ["de-gr308"], "27")
    assert table.state.bridges["11-17"] == 0


@pytest.mark.clause("STA-9-11", "STA-9-12")
@pytest.mark.parametrize(("dice", "waits"), [([2], None), ([3, 4], 4)])
def test_a_contested_repair_rolls_for_success_first(dice: list[int], waits: int | None) -> None:
    table = Table({"11": ["us-7ir"]}, allied="01 02 06 11", dice=dice).act("11").do("repair", bridge="11-17")
    assert table.state.bridges.get("11-17") == waits and table.turned("us-7ir")


@pytest.mark.clause("STA-9-13")
def test_a_bridge_takes_the_river_out_of_movement_but_not_out_of_combat() -> None:
    table = Table({"11": ["us-tfb"], "17": ["de-gr308"]}, allied="01 02 06 11 17", intact_bridges=["11-17"])
    rows = {row["to"]: row["spent"] for row in table.query("reach", units=["us-tfb"])["places"]}
    assert rows["17"] == 1
    lines = {line["what"]: line["value"] for line in table.query("odds", units=["us-tfb"], target="17")["modifiers"]}
    assert lines["Durance, bridged"] == -2
    assert "17" in {row["to"] for row in table.query("reach", units=["de-gr308"])["places"]} | {"17"}


@pytest.mark.clause("STA-9-14")
def test_bridge_sites_are_roads_over_rivers() -> None:
    assert sum(border.is_site for border in MAP.borders.values()) == 24
    table = Table({"08": ["us-7ir"]}, allied="01 02 06 07 08").act("08")
    assert "no bridge site" in table.refused("repair", bridge="08-18")
