"""1.6 and 1.8: control, friendly and enemy areas, supply."""

from __future__ import annotations

import pytest

from tests.rules.striking_anvil.table import Table, position


@pytest.mark.clause("STA-1.6-02")
def test_every_area_has_one_owner() -> None:
    table = position("anvil-historical", 3)
    assert {table.owner(area) for area in table.session.scenario.map.areas} == {"allied", "german"}


@pytest.mark.clause("STA-1.6-04")
def test_any_unit_takes_an_empty_area() -> None:
    table = Table({"06": ["us-trp1"]}, allied="01 02 06").march("06", ["us-trp1"], "11")
    assert table.owner("11") == "allied"
    switched = Table({"06": ["us-trp1"]}, allied="01 02 06", rules={"only_combat_units_take_control": True})
    assert switched.march("06", ["us-trp1"], "11").owner("11") == "german"


@pytest.mark.clause("STA-1.6-06")
def test_a_contested_area_keeps_its_owner() -> None:
    table = Table({"06": ["de-gr308"], "07": ["us-tfb"]}, allied="01 02 07").march("07", ["us-tfb"], "06")
    assert table.owner("06") == "german" and table.at("us-tfb") == "06"


@pytest.mark.clause("STA-1.8-01")
def test_a_chain_of_friendly_areas() -> None:
    table = Table({"06": ["us-7ir", "de-gr308"]}, allied="01")
    supplied = table.query("supply")["allied"]
    assert "06" in supplied["areas"] and "08" not in supplied["areas"] and supplied["cut_off"] == []
    beach = Table({"01": ["us-7ir", "de-cd01"], "06": ["us-15ir"]}, allied="07")
    assert "01" in beach.query("supply")["allied"]["areas"]
    assert beach.query("supply")["allied"]["cut_off"] == ["06"]  # 01 is no source for others while it is German


@pytest.mark.clause("STA-1.8-02")
def test_sources_of_the_allies() -> None:
    table = Table({"15": ["us-7ir"]}, allied="02 10")
    assert table.query("supply")["allied"]["lines"] == {"02": "", "10": ""}


@pytest.mark.clause("STA-1.8-03")
def test_sources_of_the_germans() -> None:
    allied = "01 02 03 04 05 06 07 08 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30"
    table = Table({"09": ["de-gr918"], "28": ["de-gr308"], "24": ["de-gr326"]}, allied=allied)
    supplied = table.query("supply")["german"]
    assert supplied["lines"] == {"09": ""} and "28" in supplied["areas"] and "04" in supplied["areas"]
    assert supplied["cut_off"] == ["24"]


@pytest.mark.clause("STA-1.8-04", "STA-1.8-06")
def test_the_marker_is_of_one_side_only() -> None:
    around = "01 02 06 11 12 14 15"
    table = Table({"13": ["de-gr757", "us-7ir"]}, allied=around)
    area = next(area for area in table.session.view(None).areas if area.id == "13")
    assert area.out_of_supply == ("german",)
    assert table.strength("13", "us-7ir") == 8 and table.strength("13", "de-gr757") == 2


@pytest.mark.clause("STA-1.8-05")
def test_supply_comes_back_at_once() -> None:
    table = Table({"13": ["us-7ir"], "11": ["us-tfb"]}, allied="01 02 06 11 13")
    assert table.query("supply")["allied"]["cut_off"] == ["13"]
    table.march("11", ["us-tfb"], "12").do("pass")
    assert table.query("supply")["allied"]["cut_off"] == []
    table.march("13", ["us-7ir"], "12")
    assert table.at("us-7ir") == "12"


@pytest.mark.clause("STA-1.8-07", "STA-1.8-11")
def test_out_of_supply_nobody_moves_but_may_attack() -> None:
    table = Table({"13": ["de-gr757", "de-haa1192", "us-7ir"]}, allied="01 02 06 11 12 14 15", side="german", dice=[3])
    table.act("13", "de-gr757", "de-haa1192")
    assert "out of supply" in table.refused("move") and "out of supply" in table.refused("mobile", target="12")
    odds = table.query("odds")
    assert (odds["strength"], odds["modifier"], odds["column"]) == (2, 2, 2)
    face = odds["faces"][2]
    assert (face["row"], face["attacker"], face["defender"]) == (5, 0, 1)
    table.do("attack")
    assert table.told("CombatResult")["row"] == 5


@pytest.mark.clause("STA-1.8-08")
@pytest.mark.parametrize("kind", ["attack", "counter", "pursuit"])
def test_each_unsupplied_unit_is_halved_and_rounded_up(kind: str) -> None:
    table = Table({"13": ["de-pzr33", "de-rgr8", "us-7ir"]}, allied="01 02 06 11 12 14 15")
    assert table.strength("13", "de-pzr33", kind=kind) == 3
    assert table.strength("13", "de-pzr33", "de-rgr8", kind=kind) == 3 + 2


@pytest.mark.clause("STA-1.8-09")
def test_supply_of_an_attack_is_that_of_the_place_of_combat() -> None:
    table = Table({"07": ["us-tfb"], "06": ["de-gr308"]}, allied="01 02 07", disorganized=["de-gr308"])
    table.act("07").do("mobile", target="06").go("06")
    assert table.query("odds")["total"] == 6 and table.query("odds")["strength"] == 3


@pytest.mark.clause("STA-1.8-10")
def test_each_unit_first_then_the_total() -> None:
    table = Table({"13": ["us-tfb", "us-7ir", "de-gr308"]}, allied="01 02", reduced=["us-7ir"])
    assert table.strength("13", "us-tfb", "us-7ir") == 3 + 2
    assert table.strength("13", "us-tfb", "us-7ir", kind="mobile") == 3  # 3 + 2 = 5, halved 3
    assert table.strength("13", "us-tfb", "us-tfb", kind="mobile") == 3  # not 12 / 4 rounded otherwise


@pytest.mark.clause("STA-1.8-11")
def test_an_unsupplied_rearguard_covers_with_its_full_strength() -> None:
    table = Table({"13": ["us-7ir", "us-143ir", "de-pzr33"]}, allied="01 02 13")
    found = table.query("pursuit", units=["us-7ir"])
    assert (found["pursuer"], found["rearguard"], found["allowed"]) == (5, 6, False)
    assert table.strength("13", "us-143ir") == 3
