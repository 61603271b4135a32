"""Everything that ships checks clean, fits its schema, and First Light is what it says."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import jsonschema
import pytest

from rules.company_scale.battle_map import Terrain
from rules.company_scale.counters import Stripe
from rules.company_scale.loading.check_command import CHECKER
from rules.company_scale.loading.files import kind_of, schema_of
from rules.company_scale.loading.scenarios import list_scenarios, load_scenario
from rules.company_scale.scenario import CHARTS, SIDES, scenario_folder
from rules.files.documents import Document
from rules.files.schema_check import schema_problems
from rules.files.yaml_lines import read_yaml
from rules.hexes.grid import distance

SCHEMAS = sorted((scenario_folder() / "schema").glob("*.schema.json"))


def test_every_shipped_file_checks_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert CHECKER.run([str(scenario_folder()), str(CHARTS)]) == 0
    assert capsys.readouterr().out.endswith("no problems.\n")


def test_the_counts_of_first_light() -> None:
    counts = CHECKER.check([scenario_folder()]).counts
    assert counts["map"] >= 1
    assert counts["hex"] >= 380
    assert counts["unit"] >= 20


def test_the_check_says_how_large_each_map_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert CHECKER.run([str(scenario_folder() / "maps")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("Map montelimar: 5,040 hexes (") and "river, " in line for line in lines)


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_a_schema_is_a_schema(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$id"].startswith("chitpull-")


def test_four_kinds_of_file_have_a_schema() -> None:
    assert [path.name.split(".")[0] for path in SCHEMAS] == ["charts", "forces", "map", "scenario"]


@pytest.mark.parametrize("info", list_scenarios(), ids=lambda info: info.id)
def test_every_listed_scenario_loads(info: object) -> None:
    scenario = load_scenario(info.id)  # type: ignore[attr-defined]
    assert scenario.setup
    assert set(scenario.setup) <= set(scenario.units)


def test_first_light_is_listed_with_its_page_of_history() -> None:
    info = next(info for info in list_scenarios() if info.id == "first-light")
    assert info.title == "First Light at Savasse"
    assert info.date == "1944-08-22"
    assert info.turns == 5
    assert 250 <= len(info.note.split()) <= 600


def test_first_light_has_a_dozen_units_a_side_and_headquarters_for_direct_commands() -> None:
    scenario = load_scenario("first-light")
    sides = Counter(scenario.units[name].side for name in scenario.setup)
    assert all(10 <= sides[side] <= 14 for side in SIDES)
    for division in scenario.divisions:
        assert any(u.hq == "division" and u.division == division for u in scenario.units.values())
    for formation in scenario.formations:
        assert any(u.hq == "formation" and u.formation == formation for u in scenario.units.values())


def test_first_light_brings_contact_in_its_first_turn() -> None:
    scenario = load_scenario("first-light")
    near = [
        (one, other)
        for one, a in scenario.setup.items()
        for other, b in scenario.setup.items()
        if scenario.units[one].side == "german" != scenario.units[other].side and distance(a.hex, b.hex) <= 2
    ]
    assert len(near) >= 4


def test_first_light_puts_no_two_formations_in_one_hex() -> None:
    scenario = load_scenario("first-light")
    stacks: dict[int, set[str]] = {}
    for name, start in scenario.setup.items():
        if scenario.units[name].stripe is Stripe.COLOURED:
            stacks.setdefault(start.hex, set()).add(scenario.units[name].formation)
    assert all(len(formations) == 1 for formations in stacks.values())  # 6.1


def test_first_light_is_decided_on_the_hills() -> None:
    scenario = load_scenario("first-light")
    points = {h.name: dict(h.points) for h in scenario.victory.hexes}
    assert points["Hill 300"]["german"] == max(p.get("german", 0) for p in points.values())
    assert scenario.map.hexes[1843].level == scenario.map.hexes[2343].level == 3
    assert scenario.map.hexes[1843].terrain is Terrain.CLEAR


def test_the_examples_in_the_readme_fit_the_schemas() -> None:
    text = (scenario_folder() / "README.md").read_text(encoding="utf-8")
    blocks = [block.split("```")[0] for block in text.split("```yaml\n")[1:]]
    kinds = []
    for block in blocks:
        document = Document(read_yaml(block)[0])
        kinds.append(kind_of(document))
        assert schema_problems(document, schema_of(kinds[-1])) == []
    assert kinds == ["map", "forces", "scenario", "charts"]
