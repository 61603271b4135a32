"""Every broken file gives the sentences written at its end: file, line, field, what is wrong, what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.company_scale.loading.check_command import CHECKER
from rules.company_scale.loading.scenarios import load_scenario
from rules.files.problems import ScenarioError

HERE = Path(__file__).parent
BROKEN = sorted((HERE / "broken").glob("*.yaml"))
MARK = "# finds: "


def finds(path: Path) -> list[str]:
    """Return the sentences a broken file says will be found in it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(MARK) for line in lines if line.startswith(MARK)]


@pytest.fixture(autouse=True)
def _from_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE.parents[1])


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_file_gives_its_sentences(path: Path) -> None:
    found = [str(problem).replace(problem.file, path.name, 1) for problem in CHECKER.check([path]).problems]
    assert found == finds(path)
    assert found


@pytest.mark.parametrize("path", [p for p in BROKEN if p.stem.startswith("scenario_")], ids=lambda path: path.stem)
def test_loading_a_broken_scenario_says_the_same(path: Path) -> None:
    if path.stem == "scenario_id_is_not_the_name":  # a file may be opened under any name
        load_scenario(path)
        return
    with pytest.raises(ScenarioError) as raised:
        load_scenario(path)
    assert [str(p).replace(p.file, path.name, 1) for p in raised.value.problems] == finds(path)
    assert str(raised.value).count("\n") == len(raised.value.problems) - 1


def test_the_command_prints_each_problem_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    status = CHECKER.run([str(HERE / "broken" / "map_road_jumps.yaml"), str(HERE / "maps"), "nowhere"])
    lines = capsys.readouterr().out.splitlines()
    assert status == 1
    assert "nowhere: There is no such file or folder." in lines
    assert any(line.startswith("tests/scenarios/broken/map_road_jumps.yaml:11: roads.0.hexes.1: ") for line in lines)
    assert lines[-1].startswith("2 files, ")
    assert lines[-1].endswith("2 problems.")


def test_the_good_neighbours_of_the_broken_files_are_good() -> None:
    report = CHECKER.check([HERE / "maps", HERE / "forces"])
    assert report.problems == []
    assert report.counts["hex"] == 11
    assert report.counts["unit"] == 7


def test_text_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes("title: Montélimar".encode("latin-1"))
    assert [p.message for p in CHECKER.check([path]).problems] == ["The file is not UTF-8 text. Save it as UTF-8."]


def test_a_control_character(tmp_path: Path) -> None:
    path = tmp_path / "bell.yaml"
    path.write_text("format: chitpull-map/1\nid: bell\ntitle: \x07\n", encoding="utf-8")
    assert [(p.line, p.message) for p in CHECKER.check([path]).problems] == [
        (3, "A character here is not allowed in YAML. Remove it.")
    ]
