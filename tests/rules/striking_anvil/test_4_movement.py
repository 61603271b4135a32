"""4: points, roads, mountains, entrenched units, stops, surcharges, who stays behind; example 1."""

from __future__ import annotations

import pytest

from tests.rules.striking_anvil.table import Table, position


def spent(table: Table, to: str, *units: str) -> int:
    """Return what units pay to a place by the cheapest way."""
    rows = {row["to"]: row["spent"] for row in table.query("reach", units=list(units))["places"]}
    return int(rows[to])


@pytest.mark.clause("STA-4-01")
def test_three_clear_areas_use_up_three_points() -> None:
    table = Table({"10": ["us-tfb"]}, allied="01 02 06 10 11 12 13 14").act("10").do("move").go("12", "13")
    assert table.decision.subject["spent"] == 2
    table.do("stop")
    long = (
        Table({"02": ["us-tfb"], "29": ["de-rgr7"]}, allied="01 02 03 05 06 07 09 10 11")
        .act("02")
        .do("move")
        .go("07", "06", "11")
    )
    assert long.at("us-tfb") == "11" and long.asked == ("german", "order")


@pytest.mark.clause("STA-4-02")
def test_roads_ignore_rough_ground_for_motorized_units() -> None:
    table = Table({"08": ["us-tfb"], "16": ["us-1ffs", "fr-cc1"]}, allied="01 02 03 06 07 08 11 12 16 19 24")
    assert spent(table, "07", "us-tfb") == 1
    assert spent(table, "19", "us-tfb") == 1 + 1  # the Verdon without its bridge
    assert spent(table, "24", "fr-cc1") == 2 and spent(table, "24", "us-1ffs") == 1  # no road from 16


@pytest.mark.clause("STA-4-03")
def test_motorized_units_enter_mountains_by_road_only() -> None:
    table = Table({"04": ["us-tfb"]}, allied="01 02 03 04 20").act("04").do("move")
    assert "mountains of 20 Barcelonnette by road" in table.refused("step", to="20")
    by_road = Table({"03": ["us-tfb"]}, allied="01 02 03 18")
    assert spent(by_road, "18", "us-tfb") == 2


@pytest.mark.clause("STA-4-04", "STA-4-05", "STA-4-12")
def test_entrenched_units_move_only_once_they_are_flipped() -> None:
    table = Table({"05": ["de-gr917"]}, side="german").act("05", "de-gr917")
    assert table.session.view(None).units["de-gr917"].entrenched and "is entrenched" in table.refused("move")
    hit = Table({"05": ["de-gr917", "us-7ir"]}, dice=[5], allied="01 02").act("05", "us-7ir").do("attack")
    hit.do("reduce", unit="de-gr917")
    hit.act("05", "de-gr917").do("move")
    assert hit.offers("step")
    turned = Table({"05": ["de-gr917"]}, side="german", disorganized=["de-gr917"])
    turned.do("pass").do("pass").do("done").do("pass")  # a new turn: turned upright, entrenched still
    assert "is entrenched" in turned.act("05", "de-gr917").refused("move")


@pytest.mark.clause("STA-4-06")
def test_an_entrenched_unit_is_reduced_to_move_at_once() -> None:
    table = Table({"09": ["de-gr918", "de-cd09"]}, side="german").act("09", "de-gr918").do("dig_out", unit="de-gr918")
    table.do("move")
    assert not table.piece("de-gr918").reduced  # nothing is spent before the first step
    table.go("10")
    assert table.piece("de-gr918").reduced and table.at("de-gr918") == "10" and table.turned("de-gr918")
    assert table.state.points.get("german", 0) == 0


@pytest.mark.clause("STA-4-06")
def test_only_an_entrenched_unit_digs_out() -> None:
    table = Table({"09": ["de-gr918", "de-gr308"]}, side="german").act("09", "de-gr918", "de-gr308")
    assert "is not entrenched" in table.refused("dig_out", unit="de-gr308")
    table.do("dig_out", unit="de-gr918").do("dig_out", unit="de-gr918")
    assert "is entrenched" in table.refused("move")


@pytest.mark.clause("STA-4-07", "STA-4-08")
def test_a_step_into_an_enemy_area_costs_one_more_and_ends_the_move() -> None:
    table = Table({"06": ["us-tfb"]}, allied="01 02 06").act("06").do("move").go("11")
    assert table.told("Moved")["cost"] == 2 and table.asked == ("german", "order") and table.at("us-tfb") == "11"


@pytest.mark.clause("STA-4-09")
def test_a_step_out_of_an_enemy_area_costs_one_more() -> None:
    table = Table({"06": ["us-tfb", "de-gr308"]}, allied="01 02 11 12", disorganized=["de-gr308"])
    assert spent(table, "11", "us-tfb") == 2 and spent(table, "12", "us-tfb") == 3


@pytest.mark.clause("STA-4-10", "STA-5.6-01")
def test_leaving_good_order_enemies_without_a_rearguard_risks_pursuit() -> None:
    table = Table({"02": ["us-141ir", "us-142ir", "de-pzr33"]}, allied="01 02 03 07", reduced=["de-pzr33"])
    table.act("02", "us-141ir", "us-142ir").do("move").go("03")
    assert table.asked == ("german", "pursuit")
    table.do("decline")
    assert table.asked == ("german", "order") and table.at("us-141ir") == "03"  # offered once


@pytest.mark.clause("STA-4-11", "STA-5.6-02")
@pytest.mark.parametrize(("stays", "asked"), [(["fr-1gtm"], False), (["fr-1gtm:"], True)])
def test_as_much_as_the_enemy_must_stay_behind(stays: list[str], asked: bool) -> None:
    reduced = ["de-pzr33"] + (["fr-1gtm"] if stays[0].endswith(":") else [])
    table = Table({"02": ["us-141ir", "fr-1gtm", "de-pzr33"]}, allied="01 02 03 07", reduced=reduced)
    table.act("02", "us-141ir").do("move").go("03")  # 3 stay against 3, or 2 of the reduced side
    assert (table.asked[1] == "pursuit") is asked


@pytest.mark.clause("STA-4-11", "STA-EX1-07")
def test_only_good_order_units_count_as_rearguard() -> None:
    table = Table({"02": ["us-141ir", "us-143ir", "de-pzr33"]}, allied="01 02 03 07", disorganized=["us-143ir"])
    assert table.query("pursuit", units=["us-141ir"]) == {"area": "02", "pursuer": 5, "rearguard": 0, "allowed": True}
    tired = Table({"02": ["us-141ir", "de-pzr33"]}, allied="01 02 03 07", disorganized=["de-pzr33"])
    assert not tired.query("pursuit", units=["us-141ir"])["allowed"]


@pytest.mark.clause("STA-4-12", "STA-4-13")
def test_a_move_of_one_area_is_always_affordable() -> None:
    table = Table({"08": ["us-7ir"]}, allied="01 02 06 07 08")
    assert spent(table, "17", "us-7ir") == 1 + 2 + 1  # rough, the Durance, an enemy area; with 1 point
    assert table.march("08", ["us-7ir"], "17").at("us-7ir") == "17"


@pytest.mark.clause("STA-4-13")
def test_the_sum_of_a_step() -> None:
    table = Table({"08": ["us-tfb", "de-gr308"]}, allied="01 02 06 07", disorganized=["de-gr308"])
    assert spent(table, "17", "us-tfb") == 1 + 2 + 1 + 1
    table.act("08", "us-tfb").do("move").go("17")
    assert table.at("us-tfb") == "17"


@pytest.mark.clause("STA-4-13")
def test_a_second_step_must_be_paid() -> None:
    table = Table({"06": ["us-tfb"]}, allied="01 02 06 08 11 16").act("06").do("move").go("11")
    assert "This step costs 3 movement points; only 2 of 3 left" in table.refused("step", to="16")


@pytest.mark.clause("STA-4-14", "STA-5.6-02")
def test_comrades_of_the_same_activation_do_not_stay_behind() -> None:
    setup = {"02": ["us-7ir", "us-15ir", "us-30ir", "de-pzr33"]}
    table = Table(setup, allied="01 02 03 07").act("02", "us-7ir", "us-15ir", "us-30ir").do("move")
    table.do("drop", unit="us-15ir").do("drop", unit="us-30ir").go("03")
    assert table.asked == ("german", "pursuit")  # although 16 points still stand there
    assert set(table.decision.subject["movers"]) == {"us-7ir", "us-15ir", "us-30ir"}  # type: ignore[arg-type]
    table.do("decline").go("07")
    assert table.asked == ("german", "order")  # all of them were asked about once
    alone = Table(setup, allied="01 02 03 07").act("02", "us-7ir").do("move").go("03")
    assert alone.asked == ("german", "order")


@pytest.mark.clause("STA-EX1-01", "STA-EX1-02", "STA-EX1-03")
def test_example_1_reach_and_loads() -> None:
    table = position("anvil-example-1")
    for unit, far in (("us-tfb", True), ("us-753tkb", False), ("us-180ir", False), ("us-509pib", False)):
        group = ["us-tfb", unit] if unit == "us-753tkb" else [unit]
        reached = {row["to"] for row in table.query("reach", units=group)["places"]}
        assert ("03" in reached) is (far or unit == "us-753tkb")
    table.act("08")
    assert len(table.decision.subject["units"]) == 7  # type: ignore[arg-type]
    table.do("load", unit="us-180ir", transport="us-trp1").do("load", unit="us-179ir", transport="us-trp2")
    table.do("load", unit="us-509pib", transport="us-trp1").do("move")
    assert table.decision.subject["capacity"] == 3 and table.decision.subject["spent"] == 0


@pytest.mark.clause("STA-EX1-04", "STA-EX1-05", "STA-EX1-06", "STA-EX1-07", "STA-EX1-08")
def test_example_1_legs_and_end() -> None:
    table = position("anvil-example-1").act("08")
    for unit, truck in (("us-180ir", "us-trp1"), ("us-179ir", "us-trp2"), ("us-509pib", "us-trp2")):
        table.do("load", unit=unit, transport=truck)
    table.do("move")
    for total, to in ((1, "07"), (2, "02")):
        table.go(to)
        assert table.told("Moved")["cost"] == 1
        assert table.asked == ("allied", "way") and table.decision.subject["spent"] == total
    table.go("03")  # 143 IR with 6 stays in 02 against 3 of 33 PzR
    assert table.told("Moved")["cost"] == 1 and table.asked == ("german", "order")
    seven = ("us-tfb", "us-753tkb", "us-180ir", "us-179ir", "us-509pib", "us-trp1", "us-trp2")
    assert {table.at(unit) for unit in seven} == {"03"} and table.turned(*seven)


@pytest.mark.clause("STA-EX1-07")
def test_example_1_with_a_tired_rearguard_would_be_pursued() -> None:
    table = Table({"08": ["us-tfb"], "02": ["us-143ir", "de-pzr33"]}, allied="01 02 03 07 08", reduced=["de-pzr33"],
                  disorganized=["us-143ir"])  # fmt: skip
    table.act("08").do("move").go("07", "02", "03")
    assert table.asked == ("german", "pursuit") and table.at("us-tfb") == "02"
