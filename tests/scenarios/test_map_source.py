"""The map of the whole ground is made from its source, and agrees with the cut of Savasse."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from rules.company_scale.battle_map import BattleMap
from rules.company_scale.loading.check_command import CHECKER
from rules.company_scale.loading.map_building import build_map
from rules.company_scale.loading.map_checks import side_ids
from rules.company_scale.mapmaking.__main__ import main
from rules.company_scale.mapmaking.hex_net import Projection, hex_at
from rules.company_scale.mapmaking.sources import map_text, source_problems
from rules.company_scale.scenario import scenario_folder
from rules.files.documents import read_file
from rules.hexes.grid import hex_id

SOURCES = sorted((scenario_folder() / "source").glob("*.yaml"))
WHOLE = scenario_folder() / "maps" / "montelimar.yaml"
CUT = scenario_folder() / "maps" / "savasse.yaml"
# The cut leaves out the mouth of the Lavezon, on the other bank of the Rhône.
LEFT_OUT_OF_THE_CUT = {side_ids("10.45/10.46")}


@pytest.fixture(scope="module")
def whole() -> BattleMap:
    """Return the whole map."""
    return build_map(read_file(WHOLE).mapping)


@pytest.fixture(scope="module")
def cut() -> BattleMap:
    """Return the map of Savasse."""
    return build_map(read_file(CUT).mapping)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_source_makes_the_very_map_that_ships(path: Path) -> None:
    shipped = scenario_folder() / "maps" / path.name
    assert map_text(read_file(path)) == shipped.read_text(encoding="utf-8")


def test_the_command_makes_the_map_beside_its_source(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "maps").mkdir()
    source = Path(shutil.copy(SOURCES[0], tmp_path / "source"))
    assert [p.message for p in source_problems(read_file(source))] == [
        "The map made of this is not the one in maps/montelimar.yaml; run `python -m rules.company_scale.mapmaking`."
    ]
    assert main([str(source)]) == 0
    assert "montelimar.yaml made from" in capsys.readouterr().out
    assert CHECKER.check([tmp_path]).problems == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("ridges:", "crests:", '"ridges" is missing.'),
        ('via: ["10.12"]', 'via: ["12.13"]', "No map can be made of this: N86: no way from "),
        ('  60: "', '  60: "1', "No map can be made of this: "),
    ],
)
def test_a_source_that_does_not_fit_is_told(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = SOURCES[0].read_text(encoding="utf-8")
    assert old in text
    source = tmp_path / "montelimar.yaml"
    source.write_text(text.replace(old, new, 1), encoding="utf-8")
    problems = CHECKER.check([source]).problems
    assert len(problems) == 1
    assert problems[0].message.startswith(message)


@pytest.mark.parametrize(
    ("lat", "lon", "name"),
    [
        (44.8003, 4.6998, "01.01"),
        (44.7926, 5.1538, "84.01"),
        (44.5322, 4.6900, "01.60"),
        (44.5273, 5.1430, "84.60"),
        (44.6657, 4.9161, "42.30"),
    ],
)
def test_the_corners_of_the_map_lie_where_they_do_on_the_ground(lat: float, lon: float, name: str) -> None:
    projection = Projection.of(read_file(SOURCES[0]).mapping["projection"])
    assert hex_at(projection.place(lon, lat)) == hex_id(name)


def test_the_whole_ground_has_5040_hexes(whole: BattleMap) -> None:
    assert (whole.columns, whole.rows) == ((1, 84), (1, 60))
    water = whole.art.water
    assert isinstance(water, tuple)
    assert len(whole.hexes) + len(water) == 5040


def test_savasse_is_a_cut_of_the_whole_ground(whole: BattleMap, cut: BattleMap) -> None:
    assert {h: (x.terrain, x.level) for h, x in cut.hexes.items()} == {
        h: (whole.hexes[h].terrain, whole.hexes[h].level) for h in cut.hexes
    }


def test_savasse_has_the_hexsides_of_the_whole_ground(whole: BattleMap, cut: BattleMap) -> None:
    inside = {side for side in whole.sides if cut.hexes.keys() >= set(side)}
    theirs = {side: whole.sides[side].edges for side in inside if whole.sides[side].edges}
    ours = {side: known.edges for side, known in cut.sides.items() if known.edges and cut.hexes.keys() >= set(side)}
    assert {side for side in ours.keys() | theirs.keys() if ours.get(side) != theirs.get(side)} <= LEFT_OUT_OF_THE_CUT


def test_savasse_has_the_roads_of_the_whole_ground(whole: BattleMap, cut: BattleMap) -> None:
    inside = {side for side in whole.sides if cut.hexes.keys() >= set(side)}
    theirs = {side: whole.sides[side].roads for side in inside if whole.sides[side].roads}
    ours = {side: known.roads for side, known in cut.sides.items() if known.roads and cut.hexes.keys() >= set(side)}
    assert ours == theirs


def test_no_road_goes_to_and_fro(whole: BattleMap) -> None:
    for road in read_file(WHOLE).mapping["roads"]:
        assert len(set(road["hexes"])) == len(road["hexes"])
        assert all(a != b for a, b in pairwise(road["hexes"]))
    assert whole.id == "montelimar"
