"""0, 1.1, 1.2, 1.7: the system's notes, areas and borders, Italy, scales, no stacking limit."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.files.clauses import load_clauses
from rules.striking_anvil.scenario import CLAUSES
from rules.striking_anvil.view import label_of
from tests.rules.striking_anvil.table import SYSTEM, Table, position

MAP = SYSTEM.load("anvil-historical").map


@pytest.mark.clause("STA-0-01", "STA-0-03", "STA-SCN-01")
def test_the_system_names_its_subject_and_who_made_it() -> None:
    assert SYSTEM.title == "Striking the Anvil" and SYSTEM.subject == "Operation Dragoon"
    assert SYSTEM.seats == ("allied", "german")
    for name in ("Luc Olivier", "Olivier Revenu", "Battles Magazine", "Nuts! Publishing"):
        assert name in SYSTEM.credits
    first = SYSTEM.scenarios()[0]
    assert (first.id, first.date) == ("anvil-historical", "1944-08-15") and "Luc Olivier" in first.note


@pytest.mark.clause("STA-0-02")
def test_slips_of_numbering_lead_to_clauses_that_are_there() -> None:
    sections = {clause.section for clause in load_clauses(CLAUSES)}
    assert {"5.8", "5.6", "1.3.4"} <= sections and not {"1.4", "5.5"} & sections


@pytest.mark.clause("STA-1-01")
def test_there_is_one_die_with_six_faces() -> None:
    assert SYSTEM.kinds["die"].faces == (1, 2, 3, 4, 5, 6)  # type: ignore[union-attr]


@pytest.mark.clause("STA-1.1-01")
def test_a_unit_stands_in_one_area() -> None:
    table = Table({"06": ["de-pzr33"]})
    assert table.at("de-pzr33") == "06" and table.at("de-pzr33") in MAP.areas
    assert [place for place, units in table.state.stacks.items() if "de-pzr33" in units] == ["06"]


@pytest.mark.clause("STA-1.1-02")
def test_rivers_are_borders_between_two_areas() -> None:
    rivers = [border for border in MAP.borders.values() if border.river]
    assert len(MAP.borders) == 69 and len(rivers) == 25
    assert all(set(border.areas) <= set(MAP.areas) and len(set(border.areas)) == 2 for border in rivers)


@pytest.mark.clause("STA-1.1-03")
def test_thirty_areas_of_three_kinds() -> None:
    kinds = Counter(area.terrain for area in MAP.areas.values())
    assert sum(kinds.values()) == 30 and set(kinds) == {"clear", "rough", "mountain"}


@pytest.mark.clause("STA-1.1-04")
@pytest.mark.parametrize(("area", "row"), [("12", 4), ("06", 3), ("18", 2)])
def test_terrain_changes_the_die(area: str, row: int) -> None:
    table = Table({area: ["us-7ir", "de-gr308"]}, allied="01 02 03 06 07 11 12 18")
    assert table.roll(4, area, "us-7ir").row == row


@pytest.mark.clause("STA-1.1-05", "STA-1.2-02")
def test_who_goes_to_italy_has_left_for_good() -> None:
    table = Table({"04": ["de-rgr239"], "20": ["us-7ir"]}, side="german", allied="01 02 03 18 20")
    table.act("04", "de-rgr239").do("move").go("IT")
    assert table.at("de-rgr239") == "IT" and table.state.points["IT"] == 3
    assert table.asked == ("allied", "order")
    table.act("20", "us-7ir").do("move")
    assert "not next to" in table.refused("step", to="IT")  # closed to the Allies
    table.do("step", to="18").do("pass")
    table.do("pass")
    assert table.state.turn == 4 and table.piece("de-rgr239").at == "IT"


@pytest.mark.clause("STA-1.1-05")
def test_nobody_is_activated_in_italy() -> None:
    table = Table({"04": ["de-rgr239", "de-gr308"]}, side="german")
    table.act("04", "de-rgr239").do("move").go("IT").do("pass")
    assert "never come back" in table.refused("activate", area="IT")


@pytest.mark.clause("STA-1.2-01", "STA-SCN-04")
@pytest.mark.parametrize(
    ("scenario", "turn", "days", "turns"),
    [
        ("anvil-historical", 3, "19-20 Aug", 8), ("anvil-historical", 8, "29-30 Aug", 8),
        ("anvil-june", 10, "24-25 Jun", 10), ("anvil-redeploy", 1, "15-16 Aug", 8),
    ],
)  # fmt: skip
def test_a_turn_is_two_days(scenario: str, turn: int, days: str, turns: int) -> None:
    table = position(scenario)
    assert label_of(table.game, turn) == days and table.session.scenario.turns == turns


@pytest.mark.clause("STA-1.2-02")
def test_combat_units_are_brigades_and_regiments_with_two_steps_support_units_battalions_with_one() -> None:
    steps = {(counter.kind, counter.steps) for counter in SYSTEM.load("anvil-historical").counters.values()}
    assert {("combat", 2), ("support", 1), ("cd", 2), ("train", 1), ("transport", 0)} == steps


@pytest.mark.clause("STA-1.2-03")
def test_a_centimetre_is_ten_kilometres() -> None:
    lon, lat = MAP.projection["x"], MAP.projection["y"]  # centimetres for each degree at 44.2 north
    assert round(111.13 / lat) == 10 and round(79.8 / lon) == 10 and MAP.sheet == (29, 26)


@pytest.mark.clause("STA-1.7-01")
def test_any_number_of_units_may_stand_together() -> None:
    crowd = [unit for unit, counter in SYSTEM.load("anvil-historical").counters.items() if counter.side == "allied"]
    table = Table({"02": [unit for unit in crowd if unit != "us-tfb"], "07": ["us-tfb"]}, allied="01 02 07")
    table.march("07", ["us-tfb"], "02")
    assert len(table.state.stack("02")) == len(crowd) == 50


@pytest.mark.clause("STA-MAP-01")
def test_what_the_examples_tell_about_the_map() -> None:
    assert [area.id for area in MAP.areas.values() if area.landing] == ["01", "02"]
    assert MAP.areas["09"].name == "Toulon" and MAP.areas["10"].name == "Marseille"
    assert MAP.areas["06"].terrain == MAP.areas["07"].terrain == "rough"
    for leg in ("07-08", "02-07", "02-03", "06-07"):
        assert MAP.borders[leg].road and not MAP.borders[leg].river
    assert (MAP.boxes["LZW"].areas, MAP.boxes["LZE"].areas) == (("01",), ("02",))
    assert MAP.areas["05"].name == "Bormes-La Londe"


@pytest.mark.clause("STA-MAP-02", "STA-6-05", "STA-1.5-01")
def test_the_charts_are_there() -> None:
    charts = SYSTEM.load("anvil-historical").charts
    assert len(charts.rows) == 15 and set(charts.terrain) == {"clear", "rough", "mountain"}
    assert {marker: len(faces) for marker, faces in charts.bombing.items()} == {"air": 6, "naval": 6}
    assert set(charts.fortifications) == {"09", "10"}
