"""Which systems ship, and which of them a scenario asks for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.company_scale.scenario import scenario_folder
from rules.engine.session import Session
from rules.engine.system import named_in
from rules.systems import SHIPPED, drafted, find, shipped, system_of, systems
from tests.rules.engine.helpers.toy_system import DUEL, TOY

ROOT = Path(__file__).resolve().parents[2]


def file_of(folder: Path, text: str, name: str = "try.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_what_ships_is_registered_once() -> None:
    assert all(systems()[name] is shipped(name) and shipped(name).id == name for name in SHIPPED)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("format: toy/1\nsystem: toy\n", "toy"),
        ('system: "toy"   # the duel\n', "toy"),
        ("id: a\nsetup:\n  system: toy\n", None),
        ("id: a\n", None),
        ("\x00", None),
    ],
)
def test_a_file_names_its_system_at_its_outer_level(text: str, name: str | None, tmp_path: Path) -> None:
    assert named_in(file_of(tmp_path, text)) == name


def test_a_document_names_its_system_and_an_id_none() -> None:
    assert named_in({"system": "toy"}) == "toy" and named_in(DUEL) is None and named_in("first-light") is None


def test_a_scenario_is_played_by_the_system_it_names(tmp_path: Path) -> None:
    duel = file_of(tmp_path, "system: toy\n")
    assert find(str(duel)) == (TOY, str(duel)) and system_of(duel) is TOY
    assert find(str(file_of(tmp_path, "id: x\n")))[0] is shipped("company_scale")
    assert find("first-light")[0] is shipped("company_scale") and find("duel")[0] is TOY


@pytest.mark.parametrize("name", SHIPPED)
def test_a_draft_can_be_made_of_a_position_of_each_system(name: str) -> None:
    game_system, source = shipped(name), shipped(name).scenarios()[0].id
    game = Session.new(game_system, game_system.load(source), seed=1, source=source)
    documents = drafted(game, "here", "Here")
    assert documents[f"{name}/here.yaml"]["title"] == "Here"


def test_each_system_checks_its_own_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    checked: list[str] = []

    def check(paths: Sequence[str]) -> int:
        checked.extend(paths)
        return 1

    monkeypatch.setattr(TOY, "check_files", check)
    duel = file_of(tmp_path, "system: toy\n", "duel.yaml")
    assert main(["check", str(tmp_path), str(scenario_folder() / "first-light.yaml")]) == 1
    assert checked == [str(duel)] and "1 file, 1 scenario read; no problems." in capsys.readouterr().out


def test_a_folder_without_files_and_a_path_that_is_none_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path)]) == 0 and capsys.readouterr().out == "nothing read; no problems.\n"
    assert main(["check", str(tmp_path / "none.yaml")]) == 1
    assert "There is no such file or folder." in capsys.readouterr().out


def test_a_scenario_may_say_that_it_is_of_company_scale_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (scenario_folder() / "first-light.yaml").read_text(encoding="utf-8")
    path = file_of(tmp_path, "system: company_scale\n" + text, "first-light.yaml")
    assert main(["check", str(path)]) == 0
    file_of(tmp_path, "system: chess\n" + text, "first-light.yaml")
    capsys.readouterr()
    assert main(["check", str(path)]) == 1
    told = capsys.readouterr().out.splitlines()[0]
    assert "first-light.yaml:1" in told and "system: company_scale" in told


def test_asking_for_help_loads_no_system_and_playing_at_random_no_bot_of_it() -> None:
    code = (
        "import sys, rules.__main__ as m\n"
        "assert not any(n.startswith('rules.company_scale') for n in sys.modules)\n"
        "m.main(['play', '--scenario', 'first-light', '--limit', '3'])\n"
        "assert 'rules.company_scale.system' in sys.modules\n"
        "assert not any('greedy' in n or n.endswith('.rare') for n in sys.modules), 'the bot was imported'\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
