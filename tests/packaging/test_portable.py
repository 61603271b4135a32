"""The portable archive for Windows: the whole folder, and the file by which the program keeps to it."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tests.packaging.test_contents import module


def test_the_archive_holds_the_folder_and_the_marker(tmp_path: Path) -> None:
    (tmp_path / "chitpull" / "_internal").mkdir(parents=True)
    (tmp_path / "chitpull" / "chitpull.exe").write_bytes(b"program")
    (tmp_path / "chitpull" / "_internal" / "a.dll").write_bytes(b"library")
    made = module("windows/portable").archive(tmp_path / "chitpull")
    number = module("contents").number()
    assert made.name == f"Chitpull-{number}-windows-portable.zip"
    with zipfile.ZipFile(made) as packed:
        names = packed.namelist()
        words = packed.read(f"Chitpull-{number}/portable").decode()
    top = f"Chitpull-{number}"
    assert sorted(names) == sorted([f"{top}/portable", f"{top}/chitpull.exe", f"{top}/_internal/a.dll"])
    assert '"data"' in words and not (tmp_path / "chitpull" / "portable").exists()
