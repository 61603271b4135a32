"""Loading: files, documents given in code, charts laid over the house charts, the content hash."""

from __future__ import annotations

import json
import re
import shutil
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules.company_scale
from rules.company_scale.battle_map import DrawnCourse, Edge, Road, Terrain
from rules.company_scale.counters import UNLIMITED, Armor, Box, FirePower, MoveClass, Stripe
from rules.company_scale.loading.scenarios import list_scenarios, load_scenario
from rules.company_scale.scenario import scenario_folder
from rules.files.problems import ScenarioError


def small() -> dict[str, Any]:
    """Return a small whole document: map, forces and set-up inline."""
    return {
        "map": {
            "columns": [10, 13],
            "rows": [34, 36],
            "terrain": {34: "..ww", 35: ".V~.", 36: "Cm.."},
            "levels": {34: "1122", 35: "1111", 36: "1111"},
            "hexsides": {"stream": ["10.35/10.34"], "ridge": ["11.34/12.34"]},
            "roads": [{"kind": "paved", "hexes": ["10.34", "10.35"]}],
            "names": [{"text": "Hamlet", "kind": "village", "hex": "11.35"}],
        },
        "forces": [
            {
                "divisions": [
                    {"id": "us", "side": "allied", "chart": "tf_butler"},
                    {"id": "ge", "side": "german", "chart": "ge_11pz"},
                ],
                "formations": [{"id": "cav", "division": "us"}],
                "units": [
                    {"id": "m8", "type": "us_cavalry_troop_m8", "formation": "cav"},
                    {"id": "guns", "type": "us_assault_gun_troop", "formation": "cav"},
                    {"id": "fab", "type": "us_fab_105", "division": "us", "stripe": "white"},
                    {"id": "rail", "type": "ge_rail_gun", "division": "ge", "stripe": "none"},
                    {"id": "hq", "type": "ge_division_hq", "division": "ge", "stripe": "white"},
                ],
                "support_weapons": [{"id": "pak", "type": "ge_pak", "division": "ge", "stripe": "none"}],
                "leaders": [{"id": "chief", "type": "division", "division": "us", "stripe": "none"}],
            }
        ],
        "setup": {"m8": {"hex": "10.34", "side": "deployed"}, "hq": {"hex": "13.36", "side": "column"}},
        "leaders": {"chief": "10.34"},
    }


def test_a_document_in_code_needs_no_more_than_map_forces_and_setup() -> None:
    scenario = load_scenario(small())
    assert scenario.id == "inline"
    assert scenario.turns == 1
    assert scenario.initiative == "german"
    assert scenario.setup["m8"].hex == 1034
    assert scenario.setup["m8"].deployed
    assert not scenario.setup["hq"].deployed
    assert scenario.leader_setup == {"chief": 1034}
    assert scenario.path is None


def test_the_map_holds_playable_hexes_and_hexsides_that_carry_something() -> None:
    ground = load_scenario(small()).map
    assert len(ground.hexes) == 11
    assert 1235 not in ground.hexes
    assert ground.art.water == (1235,)
    assert ground.hexes[1135].terrain is Terrain.VILLAGE
    assert ground.hexes[1135].name == "Hamlet"
    assert ground.hexes[1334].level == 2
    side = ground.side(1035, 1034)
    assert side.edges == {Edge.STREAM}
    assert side.roads == {Road.PAVED}
    assert ground.side(1036, 1035).edges == frozenset()
    assert len(ground.sides) == 2


def test_a_road_without_a_course_is_drawn_through_the_centres() -> None:
    art = load_scenario(small()).map.art
    assert art.roads == (DrawnCourse(((10.0, 34.0), (10.0, 35.0)), "paved"),)


def test_counters_take_their_values_from_the_charts() -> None:
    units = load_scenario(small()).units
    m8, guns, rail, hq = units["m8"], units["guns"], units["rail"], units["hq"]
    assert m8.armor is Armor.HARD
    assert m8.move_class is MoveClass.WHEELED
    assert (m8.side, m8.division, m8.formation, m8.stripe) == ("allied", "us", "cav", Stripe.COLOURED)
    assert m8.deployed is not None and m8.deployed.move is None
    assert m8.column is not None and m8.column.move == 18
    assert guns.deployed is not None and guns.deployed.indirect == FirePower(Box.BLACK, 3, 12)
    assert guns.dual_purpose
    assert rail.deployed is not None and rail.deployed.fire == FirePower(Box.BLACK, 8, UNLIMITED)
    assert (hq.hq, hq.command_range, hq.troop_quality, hq.symbol) == ("division", 8, 6, "headquarters")
    assert units["fab"].column is not None and units["fab"].column.move is None
    assert units["fab"].stripe is Stripe.WHITE


def test_divisions_start_rested_at_their_best_unless_the_scenario_says_otherwise() -> None:
    document = small()
    document["divisions"] = {"ge": {"dispatch": 3, "troop_quality": 5, "command_rating": 6}}
    scenario = load_scenario(document)
    assert scenario.division_setup["us"].troop_quality == scenario.divisions["us"].max_troop_quality == 7
    assert scenario.division_setup["ge"].troop_quality == 5
    assert scenario.division_setup["ge"].dispatch == 3
    assert scenario.divisions["ge"].command_rating == 6
    assert scenario.divisions["ge"].dispatch_rating == 4
    assert scenario.divisions["us"].free_chit
    assert not scenario.divisions["ge"].free_chit


def test_charts_in_a_document_replace_only_what_they_name() -> None:
    document = small()
    document["charts"] = {"unit_types": {"us_cavalry_troop_m8": {"deployed": {"fire": ["red", 8, 2], "defense": 3}}}}
    scenario = load_scenario(document)
    face = scenario.units["m8"].deployed
    assert face is not None and face.fire == FirePower(Box.RED, 8, 2)
    assert scenario.units["guns"].dual_purpose
    assert scenario.charts.combat_hard["armor_piercing"][4] == "E"


def test_victory_points_for_one_side_or_for_both() -> None:
    document = small()
    document["victory"] = {
        "hexes": [
            {"hex": "10.34", "side": "german", "points": 5},
            {"hex": "10.36", "points": {"german": 1, "allied": 2}, "from": {"1944-08-24": {"german": 3}}},
        ],
        "eliminated": {"german": 1},
        "win": {"german": 3},
        "track": False,
        "checks": ["1944-08-23"],
        "exits": 1,
        "evacuation": {"out": 3, "taken": 2},
    }
    victory = load_scenario(document).victory
    assert [dict(h.points) for h in victory.hexes] == [{"german": 5}, {"german": 1, "allied": 2}]
    assert victory.hexes[1].later == (("1944-08-24", {"german": 3}),)
    assert (victory.track, victory.checks, victory.exits) == (False, ("1944-08-23",), 1)
    assert victory.evacuation == {"out": 3, "taken": 2}
    assert victory.german_margin == 3


def test_the_rule_switches_of_the_schema_are_those_the_rules_ask_for() -> None:
    schema = json.loads((scenario_folder() / "schema" / "scenario.schema.json").read_text(encoding="utf-8"))
    known = schema["properties"]["rules"]["properties"]
    sources = [path.read_text(encoding="utf-8") for path in Path(rules.company_scale.__path__[0]).rglob("*.py")]
    asked = [found for text in sources for found in re.findall(r'rules\.get\("(\w+)"\) [!=]= "(\w+)"', text)]
    assert sum(text.count("rules.get(") for text in sources) == len(asked)
    assert sorted(asked) == sorted((switch, values["enum"][1]) for switch, values in known.items())
    for switch, values in known.items():
        for value in values["enum"]:
            assert load_scenario({**small(), "rules": {switch: value}}).rules == {switch: value}


def test_hexes_may_be_written_without_quotes_in_a_file(tmp_path: Path) -> None:
    text = (scenario_folder() / "maps" / "savasse.yaml").read_text(encoding="utf-8")
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "savasse.yaml").write_text(text.replace('hex: "18.43"', "hex: 18.40"), encoding="utf-8")
    shutil.copy(scenario_folder() / "first-light.yaml", tmp_path / "own.yaml")
    scenario = load_scenario(tmp_path / "own.yaml")
    assert next(label.hex for label in scenario.map.labels if label.text == "Hill 300") == 1840


def test_the_hash_knows_the_rules_from_the_drawing() -> None:
    document = small()
    plain = load_scenario(document).hash
    document["note"] = "A story."
    document["map"]["art"] = {"rivers": [{"rank": 1, "course": [[9, 34], [9.5, 35]]}]}
    assert load_scenario(document).hash == plain
    document["map"]["hexsides"]["stream"].append("11.34/11.35")
    assert load_scenario(document).hash != plain


def test_the_hash_of_a_file_is_the_same_every_time() -> None:
    assert load_scenario("first-light").hash == load_scenario(scenario_folder() / "first-light.yaml").hash


def test_an_unknown_scenario_is_refused_with_a_hint() -> None:
    with pytest.raises(ScenarioError, match='Did you mean "first-light"'):
        load_scenario("first-night")


def test_a_missing_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"The file cannot be read: No such file or directory\."):
        load_scenario(tmp_path / "none.yaml")


def test_scenarios_and_examples_are_listed_and_broken_files_left_out(tmp_path: Path) -> None:
    shutil.copytree(scenario_folder() / "forces", tmp_path / "forces")
    (tmp_path / "examples").mkdir()
    text = (scenario_folder() / "first-light.yaml").read_text(encoding="utf-8")
    (tmp_path / "one.yaml").write_text(text, encoding="utf-8")
    example = text.replace("id: first-light", "id: two\nkind: example")
    (tmp_path / "examples" / "two.yaml").write_text(example, encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("{", encoding="utf-8")
    infos = list_scenarios(tmp_path)
    assert [(info.id, info.kind, info.turns) for info in infos] == [("one", "scenario", 5), ("two", "example", 5)]
    assert infos[0].title == "First Light at Savasse"
    with pytest.raises(ScenarioError, match="savasse"):
        load_scenario("two", tmp_path)


def _places(data: Any, route: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place for key, value in inside for place in [(*route, key), *_places(value, (*route, key))]]


ODD = st.sampled_from([None, True, 0, -1, 99, 1.5, "", "x", "18.40", "10.34/10.35", [], [1], {}, {"a": 1}, [[]], [{}]])


def test_a_hex_where_a_number_belongs_is_a_problem_and_no_crash() -> None:
    document = deepcopy(small())
    document["map"]["columns"][0] = "18.40"
    with pytest.raises(ScenarioError) as caught:
        load_scenario(document)
    assert "columns" in str(caught.value.problems[0])


@given(data=st.data())
def test_whatever_stands_in_a_document_gives_a_scenario_or_sentences(data: st.DataObject) -> None:
    document = deepcopy(small())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(_places(document)))
        holder: Any = document
        for step in place[:-1]:
            holder = holder[step]
        holder[place[-1]] = deepcopy(data.draw(ODD))
    try:
        load_scenario(document)
    except ScenarioError as error:
        assert error.problems
        assert all(problem.message.endswith((".", "?")) for problem in error.problems)
