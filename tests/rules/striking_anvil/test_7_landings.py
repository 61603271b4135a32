"""7 and the landing modifiers of 5.7: reinforcements, boxes, landings, ports."""

from __future__ import annotations

import pytest

from tests.rules.striking_anvil.table import Table, position

LOTS = [{"turn": 2, "box": "WEST", "units": ["de-pzr15", "de-pzg111", "de-aa11"]}]


@pytest.mark.clause("STA-7-01")
def test_reinforcements_come_at_the_start_of_their_turn() -> None:
    table = Table({"07": ["us-7ir"], "29": ["de-rgr7"]}, turn=0, allied="07", reinforcements=LOTS)
    assert table.at("de-pzr15") == "due" and table.query("arrivals")["arrivals"][0]["turn"] == 2
    table.do("done").pass_both()
    assert table.at("de-pzr15") == table.at("de-aa11") == "WEST" and table.query("arrivals")["arrivals"] == []


@pytest.mark.clause("STA-7-02")
def test_entering_costs_what_the_area_costs() -> None:
    table = Table({"WEST": ["de-pzr15"]}, side="german")
    rows = {row["to"]: row for row in table.query("reach", units=["de-pzr15"])["places"]}
    assert rows["14"]["spent"] == 1 and rows["30"]["spent"] == 1
    held = Table({"WEST": ["de-pzr15"], "14": ["us-7ir"]}, side="german", allied="14")
    rows = {row["to"]: row for row in held.query("reach", units=["de-pzr15"])["places"]}
    assert (rows["14"]["spent"], rows["14"]["stops"]) == (2, True)
    held.act("WEST").do("mobile", target="14").go("14")
    assert held.asked == ("allied", "counter_attack")


@pytest.mark.clause("STA-7-02")
def test_reinforcements_may_wait() -> None:
    table = Table({"WEST": ["de-pzr15", "de-pzg111"], "07": ["us-7ir"]}, allied="07").do("pass").do("pass")
    assert table.state.turn == 4 and table.at("de-pzr15") == "WEST"


@pytest.mark.clause("STA-7-03")
def test_a_landing_is_a_move() -> None:
    table = Table({"LZE": ["us-141ir"]}, allied="02").march("LZE", ["us-141ir"], "02")
    assert table.at("us-141ir") == "02" and table.turned("us-141ir") and table.told("Moved")["cost"] == 1


@pytest.mark.clause("STA-7-04")
def test_landing_zones_lead_to_their_beach_under_the_limits() -> None:
    table = Table({"LZW": ["us-7ir", "us-15ir", "us-157ir", "us-179ir", "us-180ir"]}, allied="01 02 05").act("LZW")
    assert len(table.decision.subject["units"]) == 4  # type: ignore[arg-type]
    table.do("move")
    for area in ("05", "03", "02"):
        assert "not next to" in table.refused("step", to=area)
    assert table.offers("step") == ["01"]
    armour = Table({"LZW": ["fr-cc1"]}, allied="01 05 06").act("LZW").do("move").go("01")
    assert "05" in armour.offers("step")


@pytest.mark.clause("STA-7-05", "STA-5.7-11")
def test_mobile_combat_on_the_beach_of_the_first_turn() -> None:
    table = Table({"LZE": ["us-141ir", "us-142ir", "us-143ir"], "02": ["de-gr765"]}, turn=0, dice=[4],
                  disorganized=["de-gr765"])  # fmt: skip
    table.do("done").act("LZE").do("mobile", target="02").go("02")
    odds = table.query("odds")
    assert (odds["strength"], odds["modifier"]) == (9, -2)
    table.do("carry_out")
    assert table.told("CombatResult")["row"] == 2 and table.turned("us-141ir")
    assert table.modifier("02", "de-gr765") == 0  # not on the rolls of the enemy


@pytest.mark.clause("STA-5.7-11")
def test_on_the_first_turn_a_friendly_beach_counts_too() -> None:
    table = Table({"LZE": ["us-tfb"], "02": ["de-gr765"]}, turn=1, allied="02", disorganized=["de-gr765"])
    table.act("LZE").do("mobile", target="02").go("02").do("stop")
    assert table.query("odds")["modifier"] == 1 - 2


@pytest.mark.clause("STA-5.7-12")
@pytest.mark.parametrize(("allied", "there", "modifier"), [("", [], -2), ("", ["us-7ir"], 0), ("02", [], 0)])
def test_later_landings_count_in_empty_enemy_areas_only(allied: str, there: list[str], modifier: int) -> None:
    table = Table({"LZE": ["us-141ir"], "02": ["de-gr765", *there]}, turn=4, allied=allied, disorganized=["de-gr765"])
    table.act("LZE").do("mobile", target="02").go("02")
    if table.asked[1] == "way":
        table.do("stop")
    assert table.query("odds")["modifier"] == modifier


@pytest.mark.clause("STA-5.7-12")
def test_units_formed_ashore_do_not_land() -> None:
    table = Table({"ASHORE": ["us-tfb"], "02": ["us-7ir", "de-gr765"]}, turn=2, allied="02", disorganized=["de-gr765"])
    table.act("ASHORE").do("mobile", target="02").go("02").do("stop")
    assert table.query("odds")["modifier"] == 1
    lone = Table({"ASHORE": ["us-tfb"], "02": ["us-trp1"]}, turn=2, allied="02 07").act("ASHORE").do("move")
    assert "holds an Allied combat unit" in lone.refused("step", to="02")


@pytest.mark.clause("STA-7-04", "STA-1.5-12")
def test_a_port_opens_on_the_turn_after_it_is_taken() -> None:
    table = Table({"09": ["fr-4rts", "de-gr918"], "LZW": ["fr-1bde", "fr-2bde"], "29": ["de-rgr7"]}, allied="01 02",
                  fortifications={"09": 1}, dice=[3])  # fmt: skip
    table.pass_both().do("demand", area="09")
    assert table.asked == ("allied", "ffi") and table.state.turn == 4
    table.do("ship", unit="fr-1bde")
    assert table.at("fr-1bde") == "PORT" and "is not in a landing zone" in table.refused("ship", unit="fr-1bde")
    table.do("done").do("done").act("PORT").do("move")
    assert "not an open port" in table.refused("step", to="10")
    table.go("09")
    assert table.at("fr-1bde") == "09"


def test_no_port_no_ships() -> None:
    table = Table({"07": ["us-7ir"], "LZW": ["fr-1bde"], "29": ["de-rgr7"]}, allied="01 02 07").pass_both()
    assert "No port is open" in table.refused("ship", unit="fr-1bde")


def test_the_first_turn_of_the_historical_scenario_brings_three_divisions() -> None:
    table = position("anvil-historical", 3)
    assert len(table.state.stack("LZW")) == 11 and len(table.state.stack("LZE")) == 6
