"""Scenario files: what is wrong is told with file, line, field and remedy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.command_cards.charts import scenario_folder
from rules.command_cards.loading.scenarios import load_scenario
from rules.command_cards.system import SYSTEM
from rules.files.problems import ScenarioError
from rules.systems import find


def changed(folder: Path, kind: str, old: str, new: str) -> Path:
    """Return a copy of a shipped scenario, beside a copy of its map, with one text replaced in one of the two."""
    files = {"map": scenario_folder() / "maps" / "bonlieu.yaml", "scenario": scenario_folder() / "bonlieu.yaml"}
    (folder / "maps").mkdir()
    places = {"map": folder / "maps" / "bonlieu.yaml", "scenario": folder / "bonlieu.yaml"}
    for name, file in files.items():
        text = file.read_text(encoding="utf-8")
        assert name != kind or text.count(old) >= 1, old
        places[name].write_text(text.replace(old, new, 1) if name == kind else text, encoding="utf-8")
    return places[kind]


BROKEN = [
    ('scenario', 'first: german', 'first: french', 'first: "french" is not possible. Choose one of allied, german.'),
    ('scenario', 'hand: 5, medals: 6', 'hand: 9, medals: 6', 'sides.allied.hand: "9" is out of range'),
    (
        'scenario', 'german: {edge: bottom', 'german: {edge: top',
        'sides.german.edge: Both sides have the top edge. Give one of them',
    ),
    ('scenario', 'E4: infantry', 'J4: infantry', 'units.allied.J4: "J4" is not known here.'),
    ('scenario', 'E4: infantry', 'B13: infantry', 'units.allied.B13: There is no hex B13: row B has 12 hexes.'),
    ('scenario', 'E4: infantry', 'E4: cavalry', 'units.allied.E4: There is no kind of unit called "cavalry".'),
    (
        'scenario', 'H3: infantry, H10', 'E6: infantry, H10',
        'units.german.E6: E6 already has a unit of the allied side.',
    ),
    ('scenario', 'I6: armor', 'F1: armor', "units.german.F1: Armor can't be in F1 (stream)."),
    (
        'scenario', 'F7: roadblock', 'F7: moat',
        'obstacles.F7: There is no obstacle called "moat". Known: sandbags, wire, tank_trap, roadblock.',
    ),
    (
        'scenario', 'E10: wire', 'E10: {kind: wire, for: german}',
        'obstacles.E10: Only a bunker has a side, and it needs',
    ),
    (
        'scenario', 'E10: wire', 'E10: bunker',
        'obstacles.E10: Only a bunker has a side, and it needs one: write E10: {kind',
    ),
    ('scenario', 'E10: wire', 'G1: sandbags', 'obstacles.G1: Sandbags need a unit, and G1 has none.'),
    (
        'scenario', 'hexes: [G7]', 'hexes: [G14]',
        'objectives.2.hexes.0: "G14" is not in the right form. Name a hex by row and number',
    ),
    ('scenario', 'round: 3', 'round: soon', 'reinforcements.0.round: "soon" is not a whole number.'),
    (
        'scenario', 'hexes: [A5, A6, A8', 'hexes: [F1, A6, A8',
        "reinforcements.0.hexes: Armor can't arrive in F1 (stream).",
    ),
    (
        'scenario', 'limit: {rounds: 16', 'limit: {turns: 16',
        'limit.turns: "turns" is not known here. Known: rounds, winner.',
    ),
    ('scenario', 'date: "1944-08-25"', 'date: "1944-02-31"', 'date: "1944-02-31" is not a date'),
    ('scenario', 'map: bonlieu', 'map: bonlieux', 'map: There is no map called "bonlieux". Did you mean "bonlieu"?'),
    (
        'scenario', 'limit:', 'set_aside: [bayonet]\nlimit:',
        'set_aside.0: There is no card called "bayonet". Did you',
    ),
    ('scenario', 'id: bonlieu', 'id: bonlieu-2', 'id: The id must be the name of the file: write "id: bonlieu"'),
    ('scenario', 'north: top', 'nroth: top', 'nroth: "nroth" is not known here; did you mean "north"?'),
    ('map', '"..t....v...."', '"..t....v..."', 'rows.1: Row B has 11 hexes. It must have 12.'),
    (
        'map', '"..t....v...."', '"..t....x...."',
        'rows.1: Row B: there is no terrain "x". Letters are . open, w woods',
    ),
    ('map', 'H6, G7, F7', 'H6, F7', 'roads.0: F7 is not next to H6. Name every hex of the road.'),
    ('map', 'G7, F7, E7', 'G7, F6, E7', "roads.0: A road can't cross F6 (stream). Make it a bridge or a ford."),
    ('map', 'E6: "Bonlieu"', 'B13: "Bonlieu"', 'names.B13: There is no hex B13: row B has 12 hexes.'),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "old", "new", "told"), BROKEN, ids=[new for _, _, new, _ in BROKEN])
def test_a_fault_is_told_with_its_place(
    kind: str, old: str, new: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = changed(tmp_path, kind, old, new)
    text = path.read_text(encoding="utf-8")
    line = text.count("\n", 0, text.index(new)) + 1
    assert main(["check", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(f"{path.name}:{line}: {told}" in one for one in lines), lines
    assert lines[-1].endswith(("problem.", "problems."))


def test_every_shipped_file_checks_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(scenario_folder())]) == 0
    assert capsys.readouterr().out == "13 files, 7 scenarios, 6 maps read; no problems.\n"


def test_a_file_that_does_not_say_what_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text("system: command_cards\nid: odd\n", encoding="utf-8")
    assert main(["check", str(path), str(tmp_path / "none.yaml")]) == 1
    told = capsys.readouterr().out
    assert 'The first line must say what this is, such as "format: chitpull-cards-scenario/1"' in told


def test_an_unknown_scenario_is_told_with_the_nearest() -> None:
    with pytest.raises(ScenarioError, match='Did you mean "bonlieu"'):
        SYSTEM.load("bonlieux")


def test_a_scenario_is_found_by_its_id_and_by_its_file() -> None:
    assert find("bonlieu") == (SYSTEM, "bonlieu")
    path = str(scenario_folder() / "bonlieu.yaml")
    assert find(path) == (SYSTEM, path)
    assert load_scenario(path).hash == load_scenario("bonlieu").hash


def test_notes_and_names_do_not_count_in_the_hash_and_units_do(tmp_path: Path) -> None:
    shipped = load_scenario("bonlieu").hash
    for place, (kind, old, new) in enumerate((
        ("scenario", "crosses the Roubion", "wades through the Roubion"), ("map", "Saint-Gervais", "St-Gervais"),
        ("scenario", "E4: infantry", "E3: infantry"), ("map", '"..t....v...."', '"..t....w...."'),
    )):  # fmt: skip
        folder = tmp_path / str(place)
        folder.mkdir()
        changed(folder, kind, old, new)
        assert (load_scenario(folder / "bonlieu.yaml").hash == shipped) is (place < 2)


def test_bunkers_name_their_side_and_may_hold_artillery_at_the_start() -> None:
    from tests.rules.command_cards.helpers.boards import board

    b = board({"G5": "artillery"}, {"A1": "infantry"}, obstacles={"G5": {"kind": "bunker", "for": "german"}})
    assert b.session.scenario.bunkers == {"G5": "german"}
    with pytest.raises(ScenarioError, match="Armor can't be in G5"):
        board({"G5": "armor"}, {"A1": "infantry"}, obstacles={"G5": {"kind": "bunker", "for": "german"}})
    with pytest.raises(ScenarioError, match="Only a bunker has a side"):
        board({"G5": "infantry"}, {"A1": "infantry"}, obstacles={"G5": "bunker"})


@pytest.mark.parametrize("scenario", [told.id for told in SYSTEM.scenarios()])
def test_shipped_maps_are_one_land_and_names_stand_where_they_should(scenario: str) -> None:
    from rules.command_cards.hexes import NEIGHBOURS

    made = SYSTEM.load(scenario)
    land = {h for h, t in made.map.terrain.items() if made.charts.terrains[t].enter.get("infantry") != "forbidden"}
    seen, ring = set(), {min(land)}
    while ring:
        seen |= ring
        ring = {n for h in ring for n in NEIGHBOURS[h] if n in land} - seen
    assert seen == land
    assert len(made.units) > max(side.medals for side in made.sides.values())
    assert all(name.strip() for name in made.map.names.values())


def test_the_examples_in_the_readme_can_be_loaded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (scenario_folder() / "README.md").read_text(encoding="utf-8")
    ground, scenario, charts = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    (tmp_path / "maps").mkdir()
    (tmp_path / "charts").mkdir()
    (tmp_path / "maps" / "bonlieu.yaml").write_text(ground, encoding="utf-8")
    (tmp_path / "charts" / "rangers.yaml").write_text(charts, encoding="utf-8")
    (tmp_path / "bonlieu.yaml").write_text(scenario, encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 0, capsys.readouterr().out
    assert load_scenario(tmp_path / "bonlieu.yaml").bunkers == {"H2": "german"}
