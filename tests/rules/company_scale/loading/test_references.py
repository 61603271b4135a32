"""Files that a scenario names lie with it or among the scenarios; nothing else is opened."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.company_scale.loading.check_command import CHECKER
from rules.company_scale.loading.scenarios import load_scenario
from rules.company_scale.scenario import scenario_folder
from rules.company_scale.system import SYSTEM
from rules.engine import bounded
from rules.engine.record import RecordError, RecordWriter
from rules.engine.record_reading import load_record
from rules.engine.session import Session
from rules.files import documents
from rules.files.problems import ScenarioError
from rules.testing.bots import bots_for, play_out

HERE = "Name a file by its id, or by a path from this file's folder"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "own"
    (home / "maps").mkdir(parents=True)
    text = (scenario_folder() / "first-light.yaml").read_text(encoding="utf-8")
    (home / "first-light.yaml").write_text(text, encoding="utf-8")
    shutil.copy(scenario_folder() / "maps" / "savasse.yaml", tmp_path / "outside.yaml")
    shutil.copy(scenario_folder() / "maps" / "savasse.yaml", home / "beside.yaml")
    return home


def naming(folder: Path, name: str) -> Path:
    path = folder / "first-light.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("map: savasse", f'map: "{name}"'), encoding="utf-8")
    return path


def test_a_map_beside_the_scenario_is_read(folder: Path) -> None:
    assert load_scenario(naming(folder, "beside.yaml")).map.hexes == load_scenario("first-light").map.hexes


@pytest.mark.parametrize(
    "name",
    ["../outside.yaml", "../../../../../../etc/passwd.yaml", "../outside", "{tmp}/outside.yaml", "link.yaml",
     "maps/../../outside.yaml", "C:\\\\outside.yaml", "/dev/zero", "linked"],
)  # fmt: skip
def test_what_leads_out_is_refused_and_not_opened(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "link.yaml").symlink_to(folder.parent / "outside.yaml")
    (folder / "maps" / "linked.yaml").symlink_to(folder.parent / "outside.yaml")
    path, opened = naming(folder, name.replace("{tmp}", str(folder.parent))), []

    def read(asked: Path, most: int = bounded.DOCUMENT) -> bytes:
        opened.append(Path(asked).name)
        return bounded.read_ordinary(asked, most)

    monkeypatch.setattr(documents, "read_ordinary", read)
    with pytest.raises(ScenarioError) as error:
        load_scenario(path)
    told = str(error.value)
    assert told.startswith(f"{path}:6: map: ") and ("\n" not in told)
    assert HERE in told or 'There is no map file called "' in told
    assert "outside.yaml" not in opened and opened == ["first-light.yaml"]


def test_a_document_names_only_files_among_the_scenarios(folder: Path) -> None:
    document: dict[str, Any] = {"map": str(folder / "beside.yaml"), "forces": ["ge_flak"]}
    with pytest.raises(ScenarioError, match="map: Name a file by its id"):
        load_scenario(document)
    with pytest.raises(ScenarioError, match="map: Name a file by its id"):
        load_scenario({"map": "../pyproject.yaml", "forces": ["ge_flak"]})


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices in the file system")
def test_a_pipe_is_no_map_and_no_scenario(folder: Path) -> None:
    os.mkfifo(folder / "pipe.yaml")
    with pytest.raises(ScenarioError, match=r"There is no map file|named by its id"):
        load_scenario(naming(folder, "pipe.yaml"))
    for special in (folder / "pipe.yaml", folder):
        with pytest.raises(ScenarioError, match=r"The file cannot be read: it is (not an ordinary file|a folder)"):
            load_scenario(special)


def test_a_name_that_is_none_is_told(folder: Path) -> None:
    for name in ("a\0b.yaml", "x" * 5000 + ".yaml"):
        with pytest.raises(ScenarioError, match="The file cannot be read: "):
            load_scenario(Path(name))
        with pytest.raises(ScenarioError):
            load_scenario({"map": name, "forces": ["ge_flak"]})
    with pytest.raises(ScenarioError, match="There is no scenario called"):
        load_scenario("../../etc/passwd")


@pytest.mark.parametrize("name", ["first-light", "montelimar-campaign", "the-feint"])
def test_a_game_of_an_own_scenario_opens_anywhere(tmp_path: Path, name: str) -> None:
    home = tmp_path / "own"
    shutil.copytree(scenario_folder(), home, ignore=shutil.ignore_patterns("source", "examples"))
    path, record = home / f"{name}.yaml", tmp_path / "game.chitpull"
    session = Session.new(SYSTEM, SYSTEM.load(str(path)), seed=1, listeners=[RecordWriter(record)], source=str(path))
    assert len(session.scenario.units) == len(SYSTEM.load(name).units)
    play_out(session, bots_for(SYSTEM.seats, ["random"], 1), 20)
    shutil.rmtree(home)
    again = load_record(record, system=SYSTEM)
    assert again.notices == [] and again.digest() == session.digest()
    assert str(tmp_path) not in record.read_text(encoding="ascii").splitlines()[0]


def test_a_record_that_names_its_scenario_by_a_path_finds_it_beside_itself_only(folder: Path) -> None:
    record, source = folder / "game.chitpull", str(folder / "first-light.yaml")
    scenario = replace(SYSTEM.load(source), document=None)
    Session.new(SYSTEM, scenario, seed=1, listeners=[RecordWriter(record)], source=source)
    assert load_record(record, attach=False, system=SYSTEM).notices == []
    away = folder.parent / "away"
    away.mkdir()
    shutil.move(record, away / "game.chitpull")
    with pytest.raises(RecordError, match=r"needs the scenario file first-light.yaml. Put it in the same folder"):
        load_record(away / "game.chitpull", system=SYSTEM)
    for path in ("/dev/zero", "../../etc/passwd", "/etc/passwd", "a\0b", "x" * 5000):
        text = (away / "game.chitpull").read_text(encoding="ascii").splitlines()
        head = json.loads(text[0])
        head["scenario"]["path"] = path
        (folder / "forged.chitpull").write_text("\n".join([json.dumps(head), *text[1:]]) + "\n", encoding="ascii")
        with pytest.raises(RecordError, match="Put it in the same folder"):
            load_record(folder / "forged.chitpull", system=SYSTEM)


def test_a_shipped_scenario_is_opened_wherever_its_file_lay_when_the_game_was_begun(tmp_path: Path) -> None:
    record, scenario = tmp_path / "game.chitpull", SYSTEM.load("first-light")
    Session.new(SYSTEM, scenario, seed=1, listeners=[RecordWriter(record)], source="first-light")
    head, *rest = record.read_text(encoding="ascii").splitlines()
    moved = {**json.loads(head), "scenario": {"id": "first-light", "hash": scenario.hash, "path": "scenarios/x.yaml"}}
    record.write_text("\n".join([json.dumps(moved), *rest]) + "\n", encoding="ascii")
    assert load_record(record, attach=False, system=SYSTEM).scenario.id == "first-light"
    moved["scenario"]["hash"] = "0" * len(scenario.hash)
    record.write_text("\n".join([json.dumps(moved), *rest]) + "\n", encoding="ascii")
    with pytest.raises(RecordError, match="Put it in the same folder"):
        load_record(record, attach=False, system=SYSTEM)


@pytest.mark.parametrize(
    "text",
    [
        "format: chitpull-map/1\nid: own\nrows:\n  30:\n",
        "format: chitpull-map/1\nid: own\ncolumns: 5\nrows: [1]\n",
        "format: chitpull-forces/1\nunits:\ndivisions: 7\n",
        'format: chitpull-forces/1\n"a\\nb": |\n  x\n  y\n',
    ],
)
def test_what_is_wrong_with_a_file_is_told_in_lines_and_not_counted(tmp_path: Path, text: str) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(text, encoding="utf-8")
    report = CHECKER.check([path])
    assert report.problems and report.counts == {"file": 1}
    assert all("\n" not in str(problem) and len(str(problem)) < 900 for problem in report.problems)
