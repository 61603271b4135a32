"""What ships: every data folder is named in the project file."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_data_folder_goes_into_the_wheel() -> None:
    listed = PROJECT["tool"]["setuptools"]["data-files"]
    for top in ("scenarios", "assets"):
        for file in (ROOT / top).rglob("*"):
            if file.is_file() and not file.name.startswith("."):
                folder = file.parent.relative_to(ROOT).as_posix()
                globs = listed.get(f"share/chitpull/{folder}", [])
                assert any(file.relative_to(ROOT).match(pattern) for pattern in globs), file


def test_every_dependency_is_pinned() -> None:
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["test"]]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {normal(line.split("==")[0]) for line in lines if "==" in line}
    assert [name for name in wanted if normal(name.split(">")[0]) not in pinned] == []


def normal(name: str) -> str:
    return name.strip().lower().replace("_", "-")
