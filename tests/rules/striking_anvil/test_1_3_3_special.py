"""1.3.3: coastal defense units, transports, the armoured train."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rules.striking_anvil.table import SYSTEM, Table

COUNTERS = SYSTEM.load("anvil-historical").counters


@pytest.mark.clause("STA-1.3.3-01", "STA-1.3.3-09", "STA-1.3.3-21")
def test_kinds_of_special_units_and_how_many() -> None:
    kinds = Counter(counter.kind for counter in COUNTERS.values())
    assert set(kinds) == {"combat", "support", "cd", "transport", "train"}
    assert Counter(c.nation for c in COUNTERS.values() if c.kind == "transport") == {"us": 3, "fr": 1}
    assert [c.label for c in COUNTERS.values() if c.kind == "train"] == ["EAA640"]


@pytest.mark.clause("STA-1.3.3-02")
def test_a_coastal_unit_never_moves() -> None:
    table = Table({"01": ["de-cd01", "de-gr308"]}, side="german")
    table.act("01", "de-gr308", "de-cd01")
    assert "never moves" in table.refused("move")


@pytest.mark.clause("STA-1.3.3-03", "STA-5.8-04")
def test_a_coastal_unit_has_two_steps_of_a_hit_each() -> None:
    table = Table({"02": ["us-7ir", "de-cd02"]}, dice=[4])
    table.act("02", "us-7ir").do("attack").do("reduce", unit="de-cd02")
    assert table.piece("de-cd02").reduced and table.asked == ("german", "payment")
    table.do("eliminate", unit="de-cd02")
    assert table.at("de-cd02") == "eliminated"


@pytest.mark.clause("STA-1.3.3-04")
def test_a_coastal_unit_does_not_attack_by_itself() -> None:
    table = Table({"01": ["de-cd01", "us-7ir"], "06": ["de-gr308"]}, side="german", allied="02")
    assert "(1.3.3)" in table.refused("activate", area="01")


@pytest.mark.clause("STA-1.3.3-05")
def test_a_coastal_unit_adds_its_bonus() -> None:
    table = Table({"02": ["de-gr765", "de-cd02", "us-7ir"]}, side="german", dice=[3])
    found = table.roll(3, "02", "de-gr765", "de-cd02")
    assert (found.column, found.row) == (4, 4)
    table.act("02", "de-gr765", "de-cd02").do("attack")
    assert table.turned("de-gr765", "de-cd02")


@pytest.mark.clause("STA-1.3.3-06", "STA-1.3.3-08")
def test_the_counters_of_coastal_units() -> None:
    coastal = {counter.label: counter.bonus for counter in COUNTERS.values() if counter.kind == "cd"}
    assert coastal["Fort St Tropez"] == (1, 1) and coastal["MAA Toulon"] == (2, 1)


@pytest.mark.clause("STA-1.3.3-07", "STA-1.6-04")
def test_a_coastal_unit_alone_keeps_its_area() -> None:
    table = Table({"01": ["de-cd01"], "02": ["us-7ir", "us-15ir"]}, allied="02", dice=[5])
    table.march("02", ["us-7ir"], "01").do("pass")
    assert table.owner("01") == "german"
    table.march("02", ["us-15ir"], "01").do("pass")
    table.do("pass").do("done").do("done").act("01", "us-7ir").do("attack")
    table.do("eliminate", unit="de-cd01")
    assert table.owner("01") == "allied" and table.state.ffi["01"] == "control"


@pytest.mark.clause("STA-1.3.3-10")
def test_a_transport_carries_one_combat_unit_and_two_support_units() -> None:
    table = Table(
        {"08": ["us-trp1", "us-180ir", "us-179ir", "us-509pib", "us-551pib", "us-550gib"]}, allied="01 02 07 08"
    )
    table.act("08")
    for unit in ("us-180ir", "us-509pib", "us-551pib"):
        table.do("load", unit=unit, transport="us-trp1")
    assert "two support units at most" in table.refused("load", unit="us-550gib", transport="us-trp1")
    assert "one combat unit at most" in table.refused("load", unit="us-179ir", transport="us-trp1")
    table.do("unload", unit="us-180ir").do("load", unit="us-179ir", transport="us-trp1")
    assert "not loaded" in table.refused("unload", unit="us-180ir")


@pytest.mark.clause("STA-1.3.3-10")
def test_a_transport_carries_no_transport() -> None:
    table = Table({"08": ["us-trp1", "us-trp2", "us-180ir"]}, allied="01 02 07 08").act("08")
    assert "can't ride" in table.refused("load", unit="us-trp2", transport="us-trp1")


@pytest.mark.clause("STA-1.3.3-11", "STA-1.3.3-13", "STA-1.3.3-15")
def test_riders_move_at_the_rate_of_the_transport_for_nothing_more() -> None:
    table = Table({"08": ["us-trp1", "us-180ir"]}, allied="01 02 03 07 08")
    table.act("08").do("load", unit="us-180ir", transport="us-trp1").do("move")
    assert table.decision.subject["capacity"] == 3
    table.go("07", "02")
    assert table.decision.subject["spent"] == 2
    table.go("03")
    assert table.asked == ("german", "order") and table.turned("us-180ir", "us-trp1") and table.at("us-180ir") == "03"


@pytest.mark.clause("STA-1.3.3-12")
def test_a_transport_carries_its_own_nation() -> None:
    table = Table({"08": ["us-trp1", "uk-2ipb", "fr-1bde"]}, allied="01 02 07 08").act("08")
    for unit in ("uk-2ipb", "fr-1bde"):
        assert "own nation" in table.refused("load", unit=unit, transport="us-trp1")


@pytest.mark.clause("STA-1.3.3-14")
def test_a_disorganized_unit_does_not_load() -> None:
    table = Table({"08": ["us-trp1", "us-180ir", "us-179ir"]}, allied="01 02 07 08", disorganized=["us-179ir"]).act(
        "08"
    )
    assert "both be activated, in Good Order" in table.refused("load", unit="us-179ir", transport="us-trp1")


@pytest.mark.clause("STA-1.3.3-16")
def test_transports_pay_as_motorized_units() -> None:
    table = Table({"04": ["us-trp1", "us-180ir"]}, allied="01 02 03 04 20")
    table.act("04").do("load", unit="us-180ir", transport="us-trp1").do("move")
    assert "mountains of 20 Barcelonnette by road" in table.refused("step", to="20")
    empty = table.do("cancel").do("drop", unit="us-180ir").do("move")
    assert "mountains of 20 Barcelonnette by road" in empty.refused("step", to="20")


@pytest.mark.clause("STA-1.3.3-17", "STA-1.3.3-18")
def test_transports_neither_fight_nor_take_hits() -> None:
    table = Table({"12": ["us-tfb", "us-trp1", "us-trp2", "de-gr308", "de-pzr33"]}, side="german", dice=[6],
                  allied="01 06 11 12")  # fmt: skip
    assert table.strength("12", "us-tfb", "us-trp1", "us-trp2") == 6 and table.modifier("12", "us-tfb", "us-trp1") == 1
    table.act("12", "de-pzr33", "de-gr308").do("attack")
    assert "is a transport and never takes hits. (1.3.3)" in table.refused("eliminate", unit="us-trp1")
    assert table.offers("eliminate") == ["us-tfb"]


@pytest.mark.clause("STA-1.3.3-19", "STA-5.8-13")
def test_a_transport_alone_among_enemies_is_lost() -> None:
    table = Table({"07": ["us-trp1", "us-trp2"], "06": ["de-gr308"]}, side="german", allied="01 02 07")
    table.march("06", ["de-gr308"], "07")
    assert table.at("us-trp1") == table.at("us-trp2") == "eliminated" and table.owner("07") == "german"


@pytest.mark.clause("STA-1.3.3-20", "STA-1.3.3-15")
def test_riders_make_mobile_combat() -> None:
    table = Table({"08": ["us-trp1", "us-180ir"], "06": ["de-gr308"]}, allied="01 02 07 08", dice=[5],
                  disorganized=["de-gr308"])  # fmt: skip
    table.act("08").do("load", unit="us-180ir", transport="us-trp1").do("mobile", target="06").go("07", "06")
    assert table.asked == ("allied", "strike") and table.good("us-180ir", "us-trp1")
    assert table.query("odds")["strength"] == 4 and "us-180ir" in table.query("odds")["units"]
    table.do("carry_out")
    assert table.turned("us-180ir", "us-trp1")


@pytest.mark.clause("STA-1.3.3-22")
def test_the_train_is_activated_alone() -> None:
    table = Table({"12": ["de-eaa640", "de-gr758"]}, side="german")
    table.act("12", "de-eaa640")
    assert "alone" in table.refused("take", unit="de-gr758")
    table.do("drop", unit="de-eaa640").do("take_all")
    assert table.decision.subject["units"] == ("de-gr758",)


@pytest.mark.clause("STA-1.3.3-23", "STA-1.3.3-27")
def test_the_train_runs_any_number_of_areas() -> None:
    table = Table({"12": ["de-eaa640"]}, side="german", intact_bridges=["05-09"])
    table.act("12", "de-eaa640").do("move").go("10", "09", "05", "01")
    assert "passed" in table.refused("step", to="05")
    table.do("stop")
    assert table.at("de-eaa640") == "01" and table.turned("de-eaa640")


@pytest.mark.clause("STA-1.3.3-24")
def test_the_train_never_enters_an_allied_area() -> None:
    table = Table({"10": ["de-eaa640"]}, side="german", allied="09").act("10", "de-eaa640").do("move")
    assert "can't enter enemy areas" in table.refused("step", to="09")


@pytest.mark.clause("STA-1.3.3-25")
def test_the_train_keeps_to_the_coast_and_the_rhone() -> None:
    table = Table({"10": ["de-eaa640"]}, side="german").act("10", "de-eaa640").do("move")
    assert "not on the coast or the Rhône" in table.refused("step", to="11")
    areas = {area.id for area in table.session.scenario.map.areas.values() if area.coastal or area.rhone}
    assert {"12", "13", "26"} <= areas and "11" not in areas
    table.go("12", "13")
    assert table.at("de-eaa640") == "13"


@pytest.mark.clause("STA-1.3.3-26")
@pytest.mark.parametrize("bridges", [(), ("05-09",)])
def test_the_train_needs_bridges(bridges: tuple[str, ...]) -> None:
    table = Table({"09": ["de-eaa640"]}, side="german", intact_bridges=bridges).act("09", "de-eaa640").do("move")
    assert ("05" in table.offers("step")) is bool(bridges)
    if not bridges:
        assert "no bridge over the Gapeau" in table.refused("step", to="05")


@pytest.mark.clause("STA-1.3.3-28", "STA-1.3.3-27")
def test_the_train_adds_one_while_in_good_order() -> None:
    table = Table({"12": ["de-eaa640", "de-gr758", "us-7ir"]}, allied="01 02 12")
    assert table.roll(3, "12", "de-gr758").row == 4  # +1 in all: no artillery
    tired = Table({"12": ["de-eaa640", "de-gr758", "us-7ir"]}, disorganized=["de-eaa640"])
    assert tired.modifier("12", "de-gr758") == 0
    assert table.modifier("12", "us-7ir") == 0


@pytest.mark.clause("STA-1.3.3-29", "STA-1.3.3-30")
def test_the_train_has_one_step_and_keeps_its_area() -> None:
    table = Table({"12": ["de-eaa640"], "11": ["us-7ir", "us-15ir"]}, allied="01 02 06 07 11", dice=[4])
    table.march("11", ["us-7ir"], "12")
    assert table.owner("12") == "german"  # alone it keeps its area
    table.do("pass")
    table.march("11", ["us-15ir"], "12").do("pass").do("pass").do("done").do("done")
    found = table.roll(4, "12", "us-7ir")
    assert (found.column, found.row, found.attacker, found.defender) == (7, 4, 0, 2)
    table.act("12", "us-7ir").do("attack").do("eliminate", unit="de-eaa640")
    assert table.at("de-eaa640") == "eliminated" and table.owner("12") == "allied"  # the other hit is lost


@pytest.mark.clause("STA-1.3.3-30", "STA-5.4-08")
def test_the_train_takes_no_part_in_reactions_but_its_fire_counts() -> None:
    table = Table({"12": ["de-eaa640", "de-gr758"], "11": ["us-7ir"]}, allied="01 02 06 07 11")
    table.act("11").do("mobile", target="12").go("12")
    assert table.asked == ("german", "counter_attack")
    assert "can't join a counter-attack" in table.refused("take", unit="de-eaa640")
    table.do("take_all")
    assert table.query("odds")["units"] == ["de-gr758"] and table.query("odds")["modifier"] == 1


@pytest.mark.clause("STA-1.3.3-30", "STA-5.4-08")
def test_a_train_alone_does_not_counter_attack() -> None:
    table = Table({"12": ["de-eaa640"], "11": ["us-7ir"]}, allied="01 02 06 07 11")
    table.act("11").do("mobile", target="12").go("12")
    assert table.asked == ("allied", "strike")


def test_a_train_that_is_pursued_is_hit_itself() -> None:
    table = Table({"12": ["de-eaa640", "us-7ir"]}, side="german", dice=[6])
    table.act("12", "de-eaa640").do("move").go("13")
    assert table.asked == ("allied", "pursuit")
    table.do("take_all").do("confirm").do("eliminate", unit="de-eaa640")
    assert table.at("de-eaa640") == "eliminated" and table.asked == ("allied", "order")
