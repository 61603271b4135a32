"""The files of a scenario: their kinds, and finding one by its name."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath
from typing import Final

from rules.company_scale.folders import CHARTS, scenario_folder
from rules.engine.bounded import inside
from rules.files.documents import Document

KINDS: Final = ("scenario", "map", "forces", "charts")
_FOLDERS: Final = {"map": "maps", "forces": "forces", "charts": "charts"}


def kind_of(document: Document) -> str:
    """Return scenario, map, forces or charts by the `format` line, or '' when there is none."""
    text = document.mapping.get("format")
    return next((kind for kind in KINDS if text == f"chitpull-{kind}/1"), "")


def find(kind: str, name: str, beside: Path | None, root: Path) -> Path | None:
    """Return the file of a map, forces or charts named by id, or by a path ending in .yaml, or None."""
    if name.endswith((".yaml", ".yml")):
        tries = [beside.parent / name] if beside else [root / name]
    else:
        tries = [folder / f"{name}.yaml" for folder in _folders(kind, beside, root)]
    return next((path for path in tries if _is_file(path)), None)


def strays(kind: str, name: str, beside: Path | None, root: Path) -> bool:
    """Tell whether a name leads outside the folders searched: nothing there is read, whatever it is."""
    if Path(name).is_absolute() or PureWindowsPath(name).is_absolute() or "\0" in name:
        return True
    homes = [*_folders(kind, beside, root), root, *([beside.parent] if beside else [])]
    path = find(kind, name, beside, root)
    return not (_is_plain(name) if path is None else any(inside(path, home) for home in homes))


def _is_plain(name: str) -> bool:
    return ".." not in PureWindowsPath(name).parts


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # the name is too long, or empty
        return False


def known_names(kind: str, beside: Path | None, root: Path) -> dict[str, None]:
    """Return the ids of the maps, forces or charts that could be named here."""
    return {path.stem: None for folder in _folders(kind, beside, root) for path in sorted(folder.glob("*.yaml"))}


def _folders(kind: str, beside: Path | None, root: Path) -> list[Path]:
    """Return the folders searched for a kind of file: near the file that names it, then among the shipped ones."""
    homes = [beside.parent, beside.parent.parent, root] if beside else [root]
    return [home / _FOLDERS[kind] for home in homes] + ([CHARTS] if kind == "charts" else [])


def find_scenario(name: str, root: Path) -> Path | None:
    """Return the file of a shipped scenario or example by its id, or None."""
    tries = (root / f"{name}.yaml", root / "examples" / f"{name}.yaml")
    return next((path for path in tries if _is_file(path) and inside(path, root)), None)


def schema_of(kind: str) -> Path:
    """Return the file of the schema for scenarios, maps, forces or charts."""
    return scenario_folder() / "schema" / f"{kind}.schema.json"
