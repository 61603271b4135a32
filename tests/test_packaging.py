"""What ships: every data folder is named in the project file."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README_PICTURES = "assets/pictures"  # seen on the web, not in the program
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_data_folder_goes_into_the_wheel() -> None:
    listed = PROJECT["tool"]["setuptools"]["data-files"]
    files = [file.relative_to(ROOT) for top in ("scenarios", "assets") for file in (ROOT / top).rglob("*.*")]
    for file in files:
        folder = file.parent.as_posix()
        if (ROOT / file).is_file() and folder != README_PICTURES:
            globs = listed.get(f"share/chitpull/{folder}", [])
            assert any(file.match(pattern) for pattern in globs), f"{file} is not in data-files of pyproject.toml"


def test_every_dependency_is_pinned() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = [*PROJECT["project"]["dependencies"], *(name for extra in extras for name in extra)]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {normal(line.split("==")[0]) for line in lines if "==" in line}
    assert [name for name in wanted if normal(name.split(">")[0]) not in pinned] == []


def normal(name: str) -> str:
    return name.strip().lower().replace("_", "-")
