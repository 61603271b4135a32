"""A forces file is judged by the charts of the scenarios beside it that use it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.__main__ import main
from rules.company_scale.scenario import scenario_folder

CHARTS = """format: chitpull-charts/1
id: own
unit_types:
  zouaves: {deployed: {fire: [small_arms, 3, 1], defense: 2, move: [leg, 4]}, troop_quality: 5}
"""
FORCES = """format: chitpull-forces/1
divisions:
  - {id: own, side: allied, chart: tf_butler}
units:
  - {id: z1, type: zouaves, division: own, stripe: white}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("charts", "forces"):
        (tmp_path / name).mkdir()
    (tmp_path / "charts" / "own.yaml").write_text(CHARTS, encoding="utf-8")
    (tmp_path / "forces" / "own.yaml").write_text(FORCES, encoding="utf-8")
    return tmp_path


def scenario(folder: Path, name: str, *, charts: str, forces: str = "ge_flak, own") -> None:
    text = (scenario_folder() / "first-light.yaml").read_text(encoding="utf-8")
    text = text.replace("id: first-light", f"id: {name}").replace("ge_flak]", f"{forces}]")
    (folder / f"{name}.yaml").write_text(f"{text}\ncharts: {charts}\n", encoding="utf-8")


def check(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(["check", str(folder / "forces" / "own.yaml")])
    return code, capsys.readouterr().out


def test_a_forces_file_that_nobody_uses_is_judged_by_the_house_charts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = check(folder, capsys)
    assert (code, 'There is no type in the charts called "zouaves".' in said) == (1, True)


def test_it_is_judged_by_the_charts_of_the_scenario_that_uses_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario(folder, "unrelated", charts="house", forces="ge_flak")
    scenario(folder, "own-battle", charts="own")
    assert check(folder, capsys)[0] == 0
    scenario(folder, "wrong", charts="house")
    assert check(folder, capsys)[0] == 1


def test_charts_that_are_wrong_are_not_judged_by(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario(folder, "own-battle", charts="not_there")
    assert check(folder, capsys)[0] == 0
    assert main(["check", str(folder / "own-battle.yaml")]) == 1
    assert "zouaves" not in capsys.readouterr().out
