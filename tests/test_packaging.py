"""What ships: every data file goes into the wheel, every dependency is pinned."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path

from rules.engine.version import number

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_data_file_goes_into_the_wheel_but_the_pictures_of_the_readme() -> None:
    listed = runpy.run_path(str(ROOT / "setup.py"))["data_files"]()
    packed = {file for _, files in listed for file in files}
    wanted = {
        file.relative_to(ROOT).as_posix()
        for top in ("scenarios", "assets")
        for file in (ROOT / top).rglob("*.*")
        if file.is_file()
    }
    assert {Path(file).parent.as_posix() for file in wanted - packed} == {"assets/pictures"}
    assert all(folder == f"share/chitpull/{Path(file).parent.as_posix()}" for folder, files in listed for file in files)


def test_every_dependency_is_pinned() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = [*PROJECT["project"]["dependencies"], *(name for extra in extras for name in extra)]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {normal(line.split("==")[0]) for line in lines if "==" in line}
    assert [name for name in wanted if normal(re.split("[>[]", name)[0]) not in pinned] == []


def normal(name: str) -> str:
    return name.strip().lower().replace("_", "-")


def test_the_pages_of_the_documentation_know_the_version() -> None:
    known = runpy.run_path(str(ROOT / "docs" / "conf.py"))
    assert known["release"] == number() != "unknown"
    assert all((ROOT / "docs" / module["path"]).is_dir() for module in known["apidoc_modules"])
