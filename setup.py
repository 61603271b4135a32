"""Says the version, that of the tag, and lists the data folders of the wheel; all else stands in pyproject.toml."""

import sys
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from rules.engine.version import number  # noqa: E402

README_PICTURES = Path("assets/pictures")  # seen on the web, not in the program


def data_files() -> list[tuple[str, list[str]]]:
    """Return each folder below share/chitpull with its files; rules/engine/folders.py finds them there."""
    found: dict[Path, list[str]] = {}
    for file in sorted(file for top in ("assets", "scenarios") for file in (ROOT / top).rglob("*.*")):
        path = file.relative_to(ROOT)
        if file.is_file() and path.parent != README_PICTURES:
            found.setdefault(path.parent, []).append(path.as_posix())
    return [(f"share/chitpull/{folder.as_posix()}", files) for folder, files in found.items()]


if __name__ == "__main__":
    setup(version=number(), data_files=data_files())
