"""Scenario files: what ships is right, and each fault is told with file, line and field."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rules.files.clauses import load_clauses, load_scope
from rules.files.problems import ScenarioError
from rules.striking_anvil.loading.check_command import CHECKER
from rules.striking_anvil.loading.checks import home
from rules.striking_anvil.scenario import CHARTS, CLAUSES
from tests.rules.striking_anvil.table import SYSTEM

SHIPPED = ("anvil-historical", "anvil-june", "anvil-redeploy")


def test_everything_that_ships_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert CHECKER.run([]) == 0
    assert "3 scenarios, 95 counters, 3 examples, 30 areas, 69 borders read; no problems." in capsys.readouterr().out


def test_what_each_scenario_uses_adds_up() -> None:
    for name in SHIPPED:
        scenario = SYSTEM.load(name)
        placed = [unit for units in scenario.setup.values() for unit in units]
        placed += [unit for lot in (*scenario.lots, *scenario.drops) for unit in lot.units]
        assert len(placed) == len(set(placed)) and set(placed) <= set(scenario.counters)
        assert all(scenario.counters[unit].side == "german" for units in scenario.setup.values() for unit in units)
        assert set(scenario.ffi).isdisjoint(scenario.setup) and scenario.fortifications == {"09": 12, "10": 10}


def test_the_table_of_combat_results_grows_with_strength_and_die() -> None:
    rows = SYSTEM.load("anvil-historical").charts.rows
    cells = [rows[row] for row in sorted(rows)]
    for low, high in pairwise(cells):
        assert all(b[0] <= a[0] and b[1] >= a[1] for a, b in zip(low, high, strict=True))
    for row in cells:
        assert all(b[0] >= a[0] and b[1] >= a[1] for a, b in pairwise(row))


def test_every_area_can_be_reached_from_the_beaches() -> None:
    ground = SYSTEM.load("anvil-historical").map
    seen, todo = {"01"}, ["01"]
    for area in todo:
        fresh = [near for near in ground.neighbours[area] if near not in seen]
        seen.update(fresh)
        todo += fresh
    assert seen == set(ground.areas) and all(3 <= len(near) <= 7 for near in ground.neighbours.values())


def changed(folder: Path, pattern: str, replacement: str, name: str = "anvil-historical.yaml") -> str:
    """Return what the check says of a copy of the files in which something is changed."""
    shutil.copytree(home(), folder / "copy")
    path = folder / "copy" / name
    text = path.read_text(encoding="utf-8")
    assert re.search(pattern, text, re.MULTILINE)
    path.write_text(re.sub(pattern, replacement, text, count=1, flags=re.MULTILINE), encoding="utf-8")
    return "\n".join(str(problem) for problem in CHECKER.check([path]).problems)


@pytest.mark.parametrize(
    ("pattern", "replacement", "told"),
    [
        ("^turns: 8", "turns: many", r"anvil-historical.yaml:10: turns: \"many\" is not a whole number"),
        ("^map: provence", "map: corsica", r"anvil-historical.yaml:7: map: There is no file of map called \"corsica\""),
        (r"\[de-gr765, de-cd02\]", "[de-gr766, de-cd02]", r"setup.02.0: There is no counter called \"de-gr766\""),
        (r"\[de-gr765, de-cd02\]", "[de-cd01, de-cd02]", r"setup.02.0: de-cd01 is already placed"),
        (r'^  "01": ', '  "31": ', r"setup.31: There is no area or box called \"31\""),
        ('"01-02", "01-07"', '"01-03", "01-07"', r"intact_bridges.0: There is no bridge site called \"01-03\""),
        ('"10": 10', '"10": 11', r"fortifications.10: 11 is off the track of 10. Its levels are 0 to 10"),
        ("turn: 1, box: LZW", "turn: 9, box: LZW", r"reinforcements.0.turn: The scenario has 8 turns; this is turn 9"),
        ("turn: 1, box: LZW", "turn: 1, box: NE", r"reinforcements.0.box: There is no box to arrive in called \"NE\""),
        ("turn: 2, box: WEST", "turn: 2, box: LZW", r"de-pzr15 can't arrive in LZW, which is allied"),
        ("^paradrops:", "paradrop:", r"paradrop: \"paradrop\" is not known here; did you mean \"paradrops\"?"),
        ("control,", "held,", r"ffi.18: \"held\" is not possible. Choose one of control, fighters"),
        ("^id: anvil-historical", "id: other", r"id: The id must be the name of the file"),
        ("^format: anvil-scenario/1", "format: chess/1", r"format: The first line must say what this is"),
    ],
)  # fmt: skip
def test_a_fault_in_a_scenario_is_told(pattern: str, replacement: str, told: str, tmp_path: Path) -> None:
    assert re.search(told, changed(tmp_path, pattern, replacement))


@pytest.mark.parametrize(
    ("name", "pattern", "replacement", "told"),
    [
        ("maps/provence.yaml", r'areas: \["01", "05"\]', 'areas: ["01", "02"]', "The border 01-02 appears twice"),
        ("maps/provence.yaml", "name: Argens, ", "", "A river needs a name"),
        ("maps/provence.yaml", r'"01", "05"', '"01", "35"', 'There is no area called "35"'),
        ("maps/provence.yaml", "terrain: rough", "terrain: swamp", '"swamp" is not possible'),
        ("counters/dragoon.yaml", r"strength: \[8, 4\], ", "", 'A counter of the kind combat needs "strength"'),
        ("counters/dragoon.yaml", r"strength: \[8, 4\]", "strength: [4, 4]", "reduced side must be weaker"),
        ("counters/dragoon.yaml", r"movement: \[1, 1\]", "movement: [0, 1]", "Only German units start entrenched"),
    ],
)
def test_a_fault_elsewhere_is_told(name: str, pattern: str, replacement: str, told: str, tmp_path: Path) -> None:
    assert told in changed(tmp_path, pattern, replacement, name)


def test_faults_in_charts_are_told(tmp_path: Path) -> None:
    text = (CHARTS / "house.yaml").read_text(encoding="utf-8")
    path = tmp_path / "house.yaml"
    path.write_text(text.replace('"5/0"]', "]", 1).replace(", ]", "]"), encoding="utf-8")
    assert "The row has 13 cells but the table has 14 columns" in str(CHECKER.check([path]).problems[0])
    path.write_text(re.sub(r"^    3: .*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    assert any("without a gap" in str(problem) for problem in CHECKER.check([path]).problems)


@pytest.mark.parametrize("source", ["no-such", {"setup": {"02": ["x"]}}, {"turns": "eight"}])
def test_what_cannot_be_loaded_is_refused_in_words(source: Any) -> None:
    with pytest.raises(ScenarioError, match=r"no scenario called|counter|turns"):
        SYSTEM.load(source)


@pytest.mark.parametrize(
    ("setup", "more", "told"),
    [
        ({"06": ["de-pzj50"]}, {}, "de-pzj50 is a support unit. It needs a combat unit of its side in 06."),
        ({"06": ["us-180ir", "de-pzj50"]}, {}, "de-pzj50 is a support unit"),
        ({"06": ["de-pzr33", "de-eaa640"]}, {}, "de-eaa640 runs on the railway, and there is none in 06."),
        ({"LZW": ["de-pzr33"]}, {}, "de-pzr33 can't be in LZW, which is allied."),
        ({"WEST": ["de-cd01"]}, {}, "de-cd01 never moves. Put it in an area."),
        ({"06": ["de-pzr33"]}, {"disorganized": ["us-7ir"]}, "us-7ir isn't in the setup."),
        ({"06": ["de-pzr33", "de-pzj50"]}, {"reduced": ["de-pzj50"]}, "de-pzj50 has no reduced side."),
    ],
)
def test_a_set_up_against_the_rules_is_refused(setup: Any, more: Any, told: str) -> None:
    with pytest.raises(ScenarioError, match=re.escape(told)):
        SYSTEM.load({"setup": setup, **more})


def test_the_hash_is_that_of_the_content() -> None:
    assert (
        SYSTEM.load("anvil-june").hash
        == SYSTEM.load(home() / "anvil-june.yaml").hash
        != SYSTEM.load("anvil-redeploy").hash
    )


@pytest.mark.parametrize(
    ("pattern", "replacement", "same"),
    [
        ("^title: .*$", "title: Dragoon", True), ("On 15 August", "Once, on 15 August", True),
        ("^playing_time: .*$", "playing_time: 9 hours", True), ("^turns: 8", "turns: 9", False),
    ],
)  # fmt: skip
def test_words_do_not_count_in_the_hash(pattern: str, replacement: str, same: bool, tmp_path: Path) -> None:
    path = tmp_path / "anvil-historical.yaml"
    told = (home() / path.name).read_text(encoding="utf-8")
    path.write_text(re.sub(pattern, replacement, told, count=1, flags=re.M), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != told
    assert (SYSTEM.load(path).hash == SYSTEM.load("anvil-historical").hash) is same


def test_the_catalogue_is_whole() -> None:
    clauses, scope = load_clauses(CLAUSES), load_scope(CLAUSES)
    assert len(clauses) == len({clause.id for clause in clauses}) == 291
    assert all(clause.id.startswith(f"STA-{clause.section}-") for clause in clauses)
    assert all(scope.covers(clause) and clause.title and clause.text and clause.check for clause in clauses)


MAP, GROUND = "maps/provence.yaml", "ground/provence.yaml"


@pytest.mark.parametrize(
    ("name", "pattern", "replacement", "told"),
    [
        (MAP, r"coast: \[\[6.45, 43.15\]", "coast: [[6.46, 43.15]",
         r"provence.yaml:\d+: areas.01.coast: The coast must start and end at corners of its area's outline"),
        (MAP, r"5.05,\s+45.05\]\]", "5.06, 45.05]]", r"borders.\d+.course.1: \[5.06, 45.05\] is no corner of both"),
        (MAP, r"road: false, at: \[7.01, 44.125\]", "road: false, at: [7.01, 44.125], via: [[7.0, 44.1]]",
         r"borders.\d+.via: Only a road can have points on its way: write road: true, or remove via"),
        (MAP, r"at: \[6.375, 43.215\]", "at: [6.375, 43.215], course: [[6.45, 43.15], [6.3, 43.28]]",
         r"borders.\d+.course: Only a river can have a course: write river and name, or remove course"),
        (GROUND, r"^board: \[-1.4", "board: [99.5", r"provence.yaml:\d+: board: The board is left, top, right, bottom"),
        (GROUND, r'  - \{area: "01"', '  - {area: "41"', r"towns.0.area: There is no area called \"41\""),
        (GROUND, r'"28-30"\]', '"04-20"]', r"highways.24: There is no border with a road called \"04-20\""),
        (GROUND, r"^  LZW:", "  LZX:", r"boxes.LZX: There is no box called \"LZX\""),
        (GROUND, r"^  NE: .*\n", "", r"boxes: There is no place for the box NE. Add one"),
        (GROUND, r"^id: provence", "id: corsica", r"id: There is no map \"corsica\" for this ground"),
        (GROUND, r'^  "12": \[6.5.*\n', "", r"places.12: There is no place for the allied stack"),
        (GROUND, r"height: 1700,", "height: high,", r"ridges.0.height: \"high\" is not a"),
    ],
)  # fmt: skip
def test_every_fault_of_the_drawn_map_is_told_with_its_place(
    tmp_path: Path, name: str, pattern: str, replacement: str, told: str
) -> None:
    assert re.search(told, changed(tmp_path, pattern, replacement, name))
