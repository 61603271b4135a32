"""What is in the box: faces of the counters, ids in full words, the die, charts that must be there (3.0 to 3.4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from rules import company_scale
from rules.company_scale.loading.forces_checks import TABLES
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.r03_4_abbreviations import ABBREVIATIONS, expand, long_name, ordinal
from rules.company_scale.records.view import FaceView, FireView, MoveView, UnitView
from rules.company_scale.scenario import scenario_folder
from rules.engine.command import MalformedCommand
from rules.engine.nature import ManualNature, SeededNature
from rules.engine.session import Session
from rules.files.problems import ScenarioError
from tests.rules.company_scale.helpers.tables import SYSTEM, TableTop, activation, ge, scenario_of, tank, us
from tests.rules.company_scale.helpers.turns import ALL_EMPTY, OPEN, TWO
from tests.rules.company_scale.test_02_definitions import problems, small

HOUSE: Mapping[str, Any] = yaml.safe_load(
    Path(company_scale.__path__[0], "charts", "house.yaml").read_text(encoding="utf-8")
)


def shown(table: TableTop, unit: str) -> dict[str, Any]:
    """Return a unit as a player sees it."""
    found: UnitView = next(u for u in table.session.view(None).units if u.id == unit)
    return found


# --- data that must be there ---


def house(tmp_path: Path, charts: Mapping[str, Any]) -> Path:
    """Write charts as the house charts of a folder of scenarios."""
    (tmp_path / "charts").mkdir()
    (tmp_path / "charts" / "house.yaml").write_text(yaml.safe_dump(dict(charts)), encoding="utf-8")
    return tmp_path


def refusal(root: Path) -> str:
    """Return what is said against a scenario loaded from a folder."""
    with pytest.raises(ScenarioError) as raised:
        load_scenario(small(), root)
    return str(raised.value)


@pytest.mark.clause("CSS-3.3-01", "CSS-3.0-01")
def test_without_a_combat_results_table_nothing_is_played_and_it_is_named(tmp_path: Path) -> None:
    root = house(tmp_path, {key: value for key, value in HOUSE.items() if key != "combat_results"})
    said = refusal(root)
    assert '"combat_results" is missing' in said
    assert "the combat results table" in said
    assert "house.yaml" in said


@pytest.mark.clause("CSS-3.0-01", "CSS-3.3-01")
@pytest.mark.parametrize("table", TABLES)
def test_every_chart_is_supplied_or_flagged_missing(tmp_path: Path, table: str) -> None:
    assert table in HOUSE
    root = house(tmp_path, {key: value for key, value in HOUSE.items() if key != table})
    assert f'"{table}" is missing' in refusal(root)


@pytest.mark.clause("CSS-3.0-01")
@pytest.mark.parametrize("part", ["map", "forces", "setup"])
def test_map_counters_and_set_up_are_flagged_missing(tmp_path: Path, part: str) -> None:
    document = {"format": "chitpull-scenario/1", "id": "s", "title": "S", "date": "1944-08-22", "first_turn": "0900",
                "turns": 2, "initiative": "german", **small()}  # fmt: skip
    del document[part]
    path = tmp_path / "s.yaml"
    path.write_text(yaml.safe_dump(document), encoding="utf-8")
    with pytest.raises(ScenarioError, match=f'"{part}" is missing'):
        load_scenario(path)


@pytest.mark.clause("CSS-3.0-01")
def test_the_manifest_of_what_is_shipped() -> None:
    assert set(TABLES) <= set(HOUSE)
    for folder in ("maps", "forces", "schema"):
        assert list((scenario_folder() / folder).iterdir())
    scenario = load_scenario("first-light")
    assert scenario.map.hexes and scenario.units and scenario.divisions
    assert set(HOUSE["divisions"]) >= {"us_3id", "us_36id", "us_45id", "tf_butler", "cc_sudre", "ge_11pz", "ge_198id",
                                       "ge_338id", "ge_189id"}  # fmt: skip


@pytest.mark.clause("CSS-3.3-01")
@pytest.mark.parametrize(
    ("charts", "missing"),
    [
        ({"combat_results": {"hex": {"small_arms": ["S"] * 9}}}, "combat_results.hex.indirect"),
        ({"combat_results": {"hard_target": {"armor_piercing": ["S"] * 9}}}, "combat_results.hard_target.small_arms"),
        ({"barrage": {"smoke": {"fire": 0}}}, "barrage.smoke.movement"),
        ({"fortification": {"foxhole": {"defense": -1}}}, "fortification.foxhole.troop_quality"),
    ],
)
def test_a_row_or_a_value_that_is_missing_is_named(charts: dict[str, Any], missing: str) -> None:
    said = problems(small(charts=charts))
    assert f'"{missing}" is missing' in said
    assert said.startswith("the document: charts.")


# --- the die ---


@pytest.mark.clause("CSS-3.0-02")
def test_the_die_shows_0_to_9() -> None:
    manual = Session.new(SYSTEM, scenario_of(OPEN, TWO, divisions=ALL_EMPTY), nature=ManualNature())
    assert manual.request is not None and manual.request.kind == "die"
    request, driver = manual.request, SeededNature(1944)
    rolls = [driver.answer(request, {"die": n}) for n in range(10_000)]
    assert set(rolls) == set(range(10))
    assert all(800 < rolls.count(face) < 1200 for face in range(10))
    for face in (-1, 10, "0", 2.5, True, None):
        with pytest.raises(MalformedCommand):
            manual.nature({"die": face})  # type: ignore[dict-item]
    manual.nature({"die": 0})


# --- counters ---


@pytest.mark.clause("CSS-3.2-01")
def test_the_side_that_is_up_counts() -> None:
    piece = us("11.30", fire=("red", 4, 1), defense=-1, column_fire=("yellow", 2, 2), column_defense=2, move=("leg", 5))
    table = activation(OPEN, {"a": piece, "x": ge("21.33")}, "formation:r141")
    front = FaceView(FireView("red", 4, 1), None, -1, None)
    back = FaceView(FireView("yellow", 2, 2), None, 2, MoveView("leg", 5))
    unit = shown(table, "a")
    assert unit.deployed and (unit.face, unit.other_face) == (front, back)
    table.do("change_formation", unit="a")
    unit = shown(table, "a")
    assert not unit.deployed and (unit.face, unit.other_face) == (back, front)


def test_what_somebody_does_to_his_view_of_a_unit_changes_no_other() -> None:
    table = activation(OPEN, {"a": us("11.30"), "x": ge("21.33")}, "formation:r141")
    mine, other = shown(table, "a"), shown(table, "x")
    mine.hex, mine.active = "99.99", False
    again = shown(table, "a")
    assert (again.hex, again.active) == ("11.30", True) and shown(table, "x") == other


@pytest.mark.clause("CSS-3.2-01")
def test_a_counter_with_one_side_keeps_it_up() -> None:
    table = activation(OPEN, {"a": us("11.30", never_column=True), "x": ge("21.33")}, "formation:r141")
    assert "3.2" in table.refused("change_formation", unit="a")
    assert shown(table, "a").other_face is None


@pytest.mark.clause("CSS-3.2-08")
def test_a_deployed_unit_moves_only_with_a_boxed_number() -> None:
    pieces = {"m4": tank("11.30", us), "inf": us("13.30"), "x": ge("21.33")}
    table = activation(OPEN, pieces, "formation:r141")
    assert shown(table, "m4").face.move == MoveView("tracked", 4)
    assert shown(table, "inf").face.move is None
    assert table.refused("move", units=("inf",)) == ["3.2"]
    table.do("move", units=("m4",))
    assert table.decision.subject["points"] == [2 * 4]
    table.step("11.31")
    assert table.where("m4") == "11.31"


@pytest.mark.clause("CSS-3.2-08")
def test_in_column_the_same_vehicle_has_its_full_allowance() -> None:
    table = activation(OPEN, {"m4": tank("11.30", us, deployed=False), "x": ge("21.33")}, "formation:r141")
    assert shown(table, "m4").face.move == MoveView("tracked", 12)


@pytest.mark.clause("CSS-3.2-09")
@pytest.mark.parametrize(
    ("label", "size", "full"),
    [
        ("E/2/143", "company", "Company E, 2nd Battalion, 143rd Regimental Combat Team"),
        ("B/117 Cav", "troop", "Troop B, 117th Cavalry Squadron"),
        ("A/160 FAB", "battery", "Battery A, 160th Field Artillery Battalion"),
        ("HQ 2/143", "battalion_hq", "Headquarters of the 2nd Battalion, 143rd Regimental Combat Team"),
        ("1./I/110 PGR", "company", "1st Company of the 1st Battalion, 110th Panzer Grenadier Regiment"),
        ("5./933 GrR", "company", "5th Company of the 933rd Grenadier Regiment"),
        ("12./Flak 18", "battery", "12th Battery of the Flak Regiment 18"),
    ],
)
def test_unit_ids_in_full(label: str, size: str, full: str) -> None:
    assert long_name(label, size) == full


@pytest.mark.clause("CSS-3.4-01", "CSS-3.2-09")
def test_the_pioneer_company_in_full() -> None:
    assert long_name("3./338 Pio") == "3rd Company of the 338th Pioneer Battalion"


@pytest.mark.clause("CSS-3.4-01")
@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("Abt", "Battalion"), ("AT", "Anti-Tank"), ("Aufk", "Reconnaissance"), ("BAZ", "Bazooka"),
        ("CC Sudre", "Combat Command Sudre"), ("FAB", "Field Artillery Battalion"),
        ("FFI", "French Forces of the Interior"), ("FR", "Flak Regiment"), ("Fus", "Fusilier"),
        ("GrR", "Grenadier Regiment"), ("Gr.w.", "Mortar"), ("HT", "Halftrack"), ("PzFst", "Panzerfaust"),
        ("PzJ", "Tank Destroyer"), ("SW", "Support Weapon"), ("TF Butler", "Task Force Butler"),
        ("Med MRT", "Medium Mechanized Reconnaissance Troop"), ("Hill 300", "Hill 300"),
    ],
)  # fmt: skip
def test_abbreviations(short: str, full: str) -> None:
    assert expand(short).startswith(full)
    assert len(ABBREVIATIONS) == 45


def test_ordinals() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 111, 143)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "111th", "143rd",
    ]  # fmt: skip


@pytest.mark.clause("CSS-3.2-09")
def test_the_view_tells_the_full_name_of_every_shipped_counter() -> None:
    session = Session.new(SYSTEM, load_scenario("first-light"), nature=SeededNature(1))
    names = {unit.label: unit.long_name for unit in session.view(None).units}
    assert names["E/2/143"] == "Company E, 2nd Battalion, 143rd Regimental Combat Team"
    assert names["2./AA 11"] == "2nd Company of the 11th Reconnaissance Battalion"
    assert not [name for name in names.values() if re.search(r"\d[./]|\b(HQ|TF|AA|AFA|FEB|Cav)\b", name)]


@pytest.mark.parametrize("label", ["", "X", "/", "1./", "E/", "Troop", "9", "IV/3", "Stab", "HQ", "1./ 7"])
def test_a_label_that_cannot_be_read_stays_readable(label: str) -> None:
    assert isinstance(long_name(label), str)
    assert bool(long_name(label)) is bool(label)
