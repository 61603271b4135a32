"""5.4, 5.6 and example 3: counter-attack and pursuit."""

from __future__ import annotations

import pytest

from tests.rules.striking_anvil.table import Table, position


def into_06(
    *germans: str, dice: tuple[int, ...] = (), movers: tuple[str, ...] = ("us-tfb", "fr-1bde"), **more: object
) -> Table:
    """Return a table where Allied units have entered 06 for mobile combat."""
    table = Table({"07": [*movers], "06": list(germans)}, allied="01 02 07", dice=dice, **more)  # type: ignore[arg-type]
    return table.act("07", *movers).do("mobile", target="06").go("06")


@pytest.mark.clause("STA-5.4-01")
def test_good_order_units_of_the_target_may_counter_attack() -> None:
    table = into_06("de-pzr33", "de-gr308", "de-pzj50", disorganized=["de-gr308"])
    assert table.asked == ("german", "counter_attack")
    assert sorted(table.offers("take")) == ["de-pzj50", "de-pzr33"]
    assert "Disorganized" in table.refused("take", unit="de-gr308")
    assert "at least one combat unit" in table.do("take", unit="de-pzj50").refused("confirm")


@pytest.mark.clause("STA-5.4-02")
def test_the_limits_of_an_activation_hold_and_the_next_impulse_is_not_used_up() -> None:
    table = into_06("de-pzr33", "de-gr308", "de-rgr8", "de-rgr15", "de-gr726", dice=(4,))
    table.do("take_all")
    assert len(table.decision.subject["units"]) == 3  # type: ignore[arg-type]
    assert "two are from one division" in table.refused("take", unit="de-pzr33")
    table.do("decline").do("call_off")
    assert table.asked == ("german", "order")


@pytest.mark.clause("STA-5.4-03", "STA-5.4-04")
def test_the_place_of_a_counter_attack_is_the_target() -> None:
    table = into_06("de-pzr33")
    table.do("take_all")
    odds = table.query("odds")
    assert odds["area"] == "06" and odds["modifier"] == 1 and odds["strength"] == 5  # rough is ignored


@pytest.mark.clause("STA-5.4-05", "STA-5.8-03")
def test_counter_attackers_are_turned_and_cannot_pay_by_it() -> None:
    table = into_06("de-pzr33", "de-pzj50", dice=(6, 6), movers=("us-tfb", "us-7ir"))
    table.do("take_all").do("confirm")
    table.do("disorganize", unit="us-tfb").do("disorganize", unit="us-7ir").do("reduce", unit="us-7ir")
    assert table.turned("de-pzr33", "de-pzj50")
    assert table.asked == ("german", "order")  # both movers are turned: no mobile combat


@pytest.mark.clause("STA-5.4-06")
def test_only_the_movers_take_the_hits_of_a_counter_attack() -> None:
    table = Table({"07": ["us-tfb"], "06": ["us-143ir", "de-pzr33", "de-aa11"]}, allied="01 02 07", dice=[5])
    table.act("07").do("mobile", target="06").go("06").do("take_all").do("confirm")
    assert "was not in this combat" in table.refused("disorganize", unit="us-143ir")
    assert table.offers("disorganize") == ["us-tfb"]


@pytest.mark.clause("STA-5.4-07")
def test_the_mobile_combat_is_made_by_who_is_left_in_good_order() -> None:
    table = into_06("de-pzr33", "de-aa11", dice=(5,))
    table.do("take_all").do("confirm").do("disorganize", unit="fr-1bde")
    while table.asked == ("allied", "payment"):
        table.do("reduce", unit="fr-1bde")
    assert table.asked == ("allied", "strike")
    assert table.query("odds")["units"] == ["us-tfb"] and table.query("odds")["strength"] == 3


@pytest.mark.clause("STA-5.4-08")
def test_entrenched_and_coastal_units_counter_attack() -> None:
    table = Table({"LZE": ["us-141ir"], "02": ["de-gr765", "de-cd02"]}, dice=[3])
    table.act("LZE").do("mobile", target="02").go("02").do("take_all")
    odds = table.query("odds")
    assert set(odds["units"]) == {"de-gr765", "de-cd02"} and odds["column"] == 4
    assert (odds["faces"][2]["row"], odds["faces"][2]["attacker"], odds["faces"][2]["defender"]) == (4, 0, 1)
    alone = Table({"LZE": ["us-141ir"], "02": ["de-cd02"]}).act("LZE").do("mobile", target="02").go("02")
    assert alone.asked == ("allied", "strike")  # a CD unit alone cannot


@pytest.mark.clause("STA-5.6-01", "STA-5.6-07")
def test_pursuit_is_asked_in_areas_passed_through_too() -> None:
    table = Table({"08": ["us-tfb"], "02": ["de-pzr33"]}, allied="01 02 03 07 08", reduced=["de-pzr33"])
    table.act("08").do("move").go("07", "02", "03")
    assert table.asked == ("german", "pursuit") and table.at("us-tfb") == "02"
    tired = Table({"08": ["us-tfb"], "02": ["de-pzr33"]}, allied="01 02 03 07 08", disorganized=["de-pzr33"])
    assert tired.act("08").do("move").go("07", "02", "03").asked == ("german", "order")


@pytest.mark.clause("STA-5.6-07")
def test_pursuit_of_units_that_leave_the_map() -> None:
    table = Table({"28": ["de-gr308", "us-tfb"]}, side="german", allied="01 02", disorganized=[])
    table.act("28", "de-gr308").do("move").go("NE")
    assert table.asked == ("allied", "pursuit") and table.at("de-gr308") == "28"
    table.do("decline")
    assert table.at("de-gr308") == "NE" and table.state.points["NE"] == 4


@pytest.mark.clause("STA-5.6-02")
@pytest.mark.parametrize(("rearguard", "allowed"), [("us-143ir", False), ("us-517pir", True)])
def test_the_pursuer_must_outnumber(rearguard: str, allowed: bool) -> None:
    table = Table({"02": ["us-7ir", rearguard, "de-gr308", "de-flir71"]}, allied="01 02 03")
    found = table.query("pursuit", units=["us-7ir"])  # 4 + 2 against 6, or 4
    assert found["pursuer"] == 6 and found["allowed"] is allowed


@pytest.mark.clause("STA-5.6-03")
def test_who_pursues_and_how_strongly() -> None:
    table = Table({"02": ["us-141ir", "de-pzr33", "de-gr308", "de-rgr8", "de-rgr15"]}, allied="01 02 03", dice=[3])
    table.act("02", "us-141ir").do("move").go("03")
    for unit in ("de-pzr33", "de-gr308", "de-rgr8"):
        table.do("take", unit=unit)
    assert len(table.decision.subject["units"]) == 3  # type: ignore[arg-type]
    assert table.query("odds")["strength"] == 5 + 4 + 3


@pytest.mark.clause("STA-5.6-05")
def test_the_rearguard_takes_no_hits_and_the_pursuers_are_turned() -> None:
    table = Table({"02": ["us-7ir", "fr-1gtm", "de-pzr33"]}, allied="01 02 03", dice=[6])
    table.act("02", "us-7ir").do("move").go("03").do("take_all").do("confirm")
    assert table.asked == ("allied", "payment") and table.turned("de-pzr33")
    assert "was not in this combat" in table.refused("disorganize", unit="fr-1gtm")


@pytest.mark.clause("STA-5.6-06")
def test_who_is_turned_stays_and_the_others_go_on() -> None:
    table = Table({"02": ["us-7ir", "us-15ir", "us-30ir", "de-gr308"]}, allied="01 02 03", dice=[4])
    table.act("02", "us-7ir", "us-15ir", "us-30ir").do("move").go("03").do("take_all").do("confirm")
    table.do("disorganize", unit="us-7ir")
    assert [table.at(unit) for unit in ("us-7ir", "us-15ir", "us-30ir")] == ["02", "03", "03"]
    assert table.turned("us-7ir") and table.asked == ("german", "order")


@pytest.mark.clause("STA-5.6-06", "STA-1.3.2-08")
def test_support_stays_when_no_escort_goes_on_and_the_truck_drives_on_empty() -> None:
    table = Table({"02": ["us-180ir", "us-753tkb", "us-trp1", "fr-1gtm", "de-pzr33"]}, allied="01 02 03", dice=[4],
                  reduced=["fr-1gtm"])  # fmt: skip
    table.act("02", "us-180ir", "us-753tkb", "us-trp1").do("load", unit="us-180ir", transport="us-trp1").do("move")
    table.go("03").do("take_all").do("confirm")  # row 5 of 5 points: 2 hits
    table.do("disorganize", unit="us-180ir").do("reduce", unit="us-180ir")
    assert table.at("us-180ir") == table.at("us-753tkb") == "02" and table.at("us-trp1") == "03"
    table = Table({"02": ["us-180ir", "us-tfb", "us-753tkb", "de-gr308"]}, allied="01 02 03", dice=[4])
    table.act("02", "us-180ir", "us-tfb", "us-753tkb").do("move").go("03").do("take_all").do("confirm")
    table.do("disorganize", unit="us-180ir")
    assert table.at("us-753tkb") == table.at("us-tfb") == "03" and table.at("us-180ir") == "02"


def test_the_group_goes_on_when_its_escort_dies_on_the_way() -> None:
    table = Table({"02": ["us-tfb", "fr-cc1", "us-753tkb", "de-pzr33", "de-pzr15", "de-gr308"]}, allied="01 02 03",
                  dice=[6], reduced=["us-tfb"])  # fmt: skip
    table.act("02", "us-tfb", "fr-cc1", "us-753tkb").do("move").go("03").do("take_all").do("confirm")
    table.do("eliminate", unit="us-tfb")
    while table.asked == ("allied", "payment"):
        table.do("disorganize", unit="fr-cc1") if "fr-cc1" in table.offers("disorganize") else table.do(
            "reduce", unit="fr-cc1"
        )
    assert table.at("us-tfb") == "eliminated" and table.at("us-753tkb") == table.at("fr-cc1")


@pytest.mark.clause("STA-5.6-08")
def test_empty_transports_are_not_pursued() -> None:
    table = (
        Table({"02": ["us-trp1", "us-517pir", "de-pzr33"]}, allied="01 02 03").act("02", "us-trp1").do("move").go("03")
    )
    assert table.asked == ("allied", "way") and table.at("us-trp1") == "03"


@pytest.mark.clause("STA-EX3-01", "STA-EX3-02", "STA-EX3-03", "STA-EX3-04", "STA-EX3-05", "STA-EX3-06")
def test_example_3_counter_attack() -> None:
    table = position("anvil-example-3", 2, 4).act("07").do("mobile", target="06").go("06")
    for unit in ("de-pzr33", "de-pzj50", "de-haa1196"):
        table.do("take", unit=unit)
    odds = table.query("odds")
    assert (odds["strength"], odds["column"], odds["modifier"]) == (5, 5, 5)
    face = odds["faces"][1]
    assert (face["row"], face["attacker"], face["defender"]) == (7, 0, 2)
    table.do("confirm")
    assert table.turned("de-pzr33", "de-pzj50", "de-haa1196") and table.asked == ("allied", "payment")
    table.do("disorganize", unit="fr-1bde").do("eliminate", unit="us-509pib")
    assert table.asked == ("allied", "strike")


@pytest.mark.clause("STA-EX3-07", "STA-EX3-08", "STA-EX3-09", "STA-EX3-10")
def test_example_3_mobile_combat() -> None:
    table = position("anvil-example-3", 2, 4).act("07").do("mobile", target="06").go("06").do("take", unit="de-pzr33")
    table.do("take", unit="de-pzj50").do("take", unit="de-haa1196").do("confirm")
    table.do("disorganize", unit="fr-1bde").do("eliminate", unit="us-509pib")
    odds = table.query("odds")
    assert (odds["total"], odds["strength"], odds["modifier"]) == (6, 3, 3)
    assert {line["what"]: line["value"] for line in odds["modifiers"]} == {
        "753TkB/36US": 1, "1GCA": 1, "Combined arms: Commandos": 1, "Combined arms: Armor": 1, "Rough": -1,
    }  # fmt: skip
    table.do("carry_out")
    result = table.told("CombatResult")
    assert (result["row"], result["column"], result["attacker"], result["defender"]) == (7, 3, 0, 2)
    assert table.turned("us-tfb", "us-753tkb", "fr-gca", "fr-1bde")
    table.do("disorganize", unit="de-gr308").do("disorganize", unit="de-gr326")
    assert table.asked == ("german", "order") and not table.piece("de-gr308").reduced
