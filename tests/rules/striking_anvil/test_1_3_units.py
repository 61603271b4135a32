"""1.3, 1.3.1, 1.3.2 and the abbreviations: counters, readiness, steps, support units."""

from __future__ import annotations

import pytest

from rules.engine.command import IllegalCommand
from tests.rules.striking_anvil.table import SYSTEM, Table

COUNTERS = SYSTEM.load("anvil-historical").counters


@pytest.mark.clause("STA-1.3-01")
def test_nations_and_sides() -> None:
    sides = {
        unit: (COUNTERS[unit].nation, COUNTERS[unit].side) for unit in ("de-pzr33", "us-180ir", "fr-1bde", "uk-2ipb")
    }
    assert sides == {"de-pzr33": ("de", "german"), "us-180ir": ("us", "allied"), "fr-1bde": ("fr", "allied"),
                     "uk-2ipb": ("uk", "allied")}  # fmt: skip


@pytest.mark.clause("STA-1.3-02")
def test_a_unit_begins_in_good_order() -> None:
    table = Table({"07": ["us-7ir", "us-15ir"]}, disorganized=["us-15ir"])
    assert table.good("us-7ir") and table.turned("us-15ir")


@pytest.mark.clause("STA-1.3-03", "STA-1.3-04", "STA-1.3-05", "STA-3-06")
def test_an_action_turns_the_counter_and_it_acts_no_more() -> None:
    table = Table({"07": ["us-7ir", "us-15ir", "us-191tkb"]}, allied="01 02 07 08")
    table.march("07", ["us-7ir", "us-191tkb"], "08").do("pass")
    assert table.turned("us-7ir", "us-191tkb") and table.good("us-15ir")
    assert table.query("odds", units=["us-7ir"])["strength"] == 8  # its strength side stays up
    table.do("pass")
    assert table.state.turn == 4  # two passes: the turn is over


@pytest.mark.clause("STA-1.3-05")
def test_disorganized_until_the_end_of_the_turn() -> None:
    table = Table({"07": ["us-7ir", "us-15ir"]}, allied="01 02 07 08", disorganized=["us-7ir"])
    table.do("activate", area="07")
    assert "until the end of the turn" in table.refused("take", unit="us-7ir")


@pytest.mark.clause("STA-1.3.1-01", "STA-1.3.2-01", "STA-1.3.2-11", "STA-1.3.1-06")
def test_classes_of_the_sample_counters() -> None:
    regiment, battalion = COUNTERS["us-180ir"], COUNTERS["us-645tdb"]
    assert (regiment.kind, regiment.branch, regiment.division, regiment.movement) == (
        "combat",
        "infantry",
        "45US",
        (1, 1),
    )
    assert (battalion.kind, battalion.branch, battalion.steps) == ("support", "antitank", 1)


@pytest.mark.clause("STA-1.3.1-03", "STA-1.3.2-02")
def test_fields_of_the_counters() -> None:
    for counter in COUNTERS.values():
        if counter.kind == "combat":
            assert counter.branch and counter.division and counter.symbol
            assert counter.strength[0] > counter.strength[1] > 0 and counter.movement[1] in (1, 3)
        if counter.kind == "support":
            assert counter.bonus[0] in (1, 2) and counter.movement[0] in (1, 3) and counter.strength == (0, 0)


@pytest.mark.clause("STA-1.3.1-02")
def test_a_coastal_unit_alone_can_be_attacked_and_cannot_strike_back() -> None:
    table = Table({"01": ["us-7ir", "de-cd01"]}, dice=[5])
    table.act("01", "us-7ir").do("attack")
    assert table.asked == ("german", "payment")
    table.do("eliminate", unit="de-cd01")
    assert table.at("de-cd01") == "eliminated" and table.owner("01") == "allied"


@pytest.mark.clause("STA-1.3.1-04", "STA-1.3.1-05", "STA-5.8-12")
def test_two_steps() -> None:
    table = Table({"06": ["us-7ir", "us-15ir", "de-gr326"]}, dice=[6], allied="01 02 06 07")
    table.act("06", "us-7ir", "us-15ir").do("attack")
    table.do("reduce", unit="de-gr326")
    assert table.piece("de-gr326").reduced and table.query("odds", units=["de-gr326"])["strength"] == 2
    table.do("eliminate", unit="de-gr326")
    assert table.at("de-gr326") == "eliminated"


@pytest.mark.clause("STA-1.3.2-03")
def test_the_division_of_a_support_unit_does_not_count() -> None:
    table = Table({"02": ["us-7ir", "us-180ir", "us-143ir", "fr-1bde", "us-756tkb"]}, allied="01 02 07")
    table.act("02", "us-756tkb", "us-7ir", "us-180ir", "us-143ir")
    assert "two are from one division" in table.refused("take", unit="fr-1bde")


@pytest.mark.clause("STA-1.3.2-04", "STA-5.8-05")
def test_a_support_unit_has_one_step() -> None:
    table = Table({"06": ["us-141ir", "de-gr326", "de-pzj50"]}, dice=[5], allied="01 02 06 07",
                  reduced=["us-141ir"])  # fmt: skip
    table.act("06", "us-141ir").do("attack")
    assert "is already reduced" in table.refused("reduce", unit="de-pzj50")
    table.do("eliminate", unit="de-pzj50")
    assert table.at("de-pzj50") == "eliminated" and table.asked == ("german", "order")


@pytest.mark.clause("STA-1.3.2-05")
def test_support_does_not_move_by_itself() -> None:
    table = Table({"07": ["us-7ir", "us-753tkb"]}, allied="01 02 07 08")
    table.act("07", "us-753tkb")
    assert "without a combat unit" in table.refused("move")
    table.do("take", unit="us-7ir").do("move").do("drop", unit="us-7ir")
    assert "can't move without a combat unit" in table.refused("step", to="08")


@pytest.mark.clause("STA-1.3.2-06")
def test_support_goes_along_at_the_slower_rate() -> None:
    table = Table({"08": ["us-tfb", "us-753tkb", "us-509pib"]}, allied="01 02 03 07 08")
    fast = table.query("reach", units=["us-tfb", "us-753tkb"])
    slow = table.query("reach", units=["us-tfb", "us-753tkb", "us-509pib"])
    assert "03" in {row["to"] for row in fast["places"]} and slow["capacity"] == 1
    assert "02" not in {row["to"] for row in slow["places"]}
    table.act("08", "us-tfb", "us-753tkb").do("move").go("07", "02", "03")
    assert table.at("us-tfb") == table.at("us-753tkb") == "03"


@pytest.mark.clause("STA-1.3.2-07")
def test_support_stops_with_its_escort() -> None:
    table = Table({"07": ["us-tfb", "us-753tkb"]}, allied="01 02 07")
    table.march("07", ["us-tfb", "us-753tkb"], "06")
    assert table.at("us-753tkb") == "06" and table.asked == ("german", "order")


@pytest.mark.clause("STA-1.3.2-08")
def test_support_is_not_dropped_on_the_way() -> None:
    table = Table({"08": ["us-tfb", "us-753tkb"]}, allied="01 02 07 08")
    table.act("08").do("move").go("07")
    assert "Nobody can join or stay behind" in table.refused("drop", unit="us-753tkb")


@pytest.mark.clause("STA-1.3.2-09", "STA-5.7-01")
def test_support_adds_to_the_die_and_not_to_the_strength() -> None:
    table = Table({"12": ["de-pzr33", "de-aa11", "de-haa1196", "us-7ir"]}, allied="12")
    assert table.strength("12", "de-pzr33", "de-aa11") == 5
    assert table.modifier("12", "de-pzr33", "de-aa11") - table.modifier("12", "de-pzr33") == 1


@pytest.mark.clause("STA-1.3.2-10")
def test_support_alone_is_lost_after_all_hits_are_paid() -> None:
    table = Table({"06": ["us-7ir", "us-15ir", "us-30ir", "us-tfb", "de-pzr33", "de-pzj50", "de-cd05"]}, dice=[5],
                  allied="01 02 06 07")  # fmt: skip
    table.act("06", "us-7ir", "us-15ir", "us-30ir", "us-tfb").do("attack")
    table.do("eliminate", unit="de-pzr33")  # 5 hits, 5 points
    assert table.at("de-pzr33") == table.at("de-pzj50") == "eliminated"  # a CD unit does not save it
    assert table.told("Eliminated")["why"] == "abandoned" and table.at("de-cd05") == "06"


@pytest.mark.clause("STA-1.3.2-12", "STA-7-04")
def test_support_waits_in_a_box_for_an_escort() -> None:
    table = Table({"LZE": ["us-6art"], "02": ["us-7ir"]}, allied="01 02")
    assert "and Camel has none. (1.3.2)" in table.refused("activate", area="LZE")
    assert table.at("us-6art") == "LZE"
    table = Table({"LZE": ["us-6art", "us-143ir"]}, allied="01 02")
    table.march("LZE", ["us-6art", "us-143ir"], "02")
    assert table.at("us-6art") == table.at("us-143ir") == "02"


@pytest.mark.clause("STA-ABB-01", "STA-ABB-02", "STA-ABB-03")
def test_every_code_is_explained() -> None:
    told = SYSTEM.load("anvil-historical").abbreviations
    assert told["CC"] == "Combat Command" and told["1DB"] == "1st Armoured Division (French)"
    assert told["TDB"].startswith("Tank destroyer") and told["RGeR"] == "Reserve mountain regiment"
    assert COUNTERS["us-645tdb"].label.startswith("645TDB") and COUNTERS["de-pzj50"].branch == "antitank"
    assert told["PzJ"].startswith("Tank hunter")


@pytest.mark.clause("STA-ABB-04")
def test_units_that_the_rules_name() -> None:
    named = {"us-143ir": (6, 3), "us-tfb": (6, 3), "de-pzr33": (5, 3), "de-gr326": (4, 2), "us-180ir": (8, 4)}
    assert {unit: COUNTERS[unit].strength for unit in named} == named
    assert COUNTERS["us-tfb"].movement == (3, 3) and COUNTERS["us-tfb"].branch == "armour"
    for unit, branch in (
        ("us-753tkb", "armour"),
        ("fr-gca", "commando"),
        ("de-pzj50", "antitank"),
        ("de-haa1196", "artillery"),
    ):
        assert (COUNTERS[unit].bonus[0], COUNTERS[unit].branch) == (1, branch)
    assert COUNTERS["us-509pib"].movement[0] == 1 and COUNTERS["de-cd01"].label == "Fort St Tropez"
    assert {"us-179ir", "us-645tdb", "fr-1bde", "de-gr308", "de-eaa640"} <= set(COUNTERS)


def test_an_order_that_is_refused_says_why() -> None:
    table = Table({"07": ["us-7ir"]})
    with pytest.raises(IllegalCommand, match="There is no Allied unit in 08 Barjols-Aups"):
        table.do("activate", area="08")


@pytest.mark.clause("STA-1.3-05")
def test_who_is_disorganized_hears_it_under_1_3() -> None:
    table = Table({"07": ["us-7ir"], "08": ["us-15ir", "us-30ir"]}, allied="07 08",
                  disorganized=["us-7ir", "us-15ir", "us-30ir"])  # fmt: skip
    assert table.refused("activate", area="07") == (
        "7IR/3US in 07 Draguignan-Le Muy is Disorganized and can't act again this turn. (1.3)"
    )
    assert "All units in 08" in table.refused("activate", area="08")
