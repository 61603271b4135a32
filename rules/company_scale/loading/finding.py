"""The files a scenario is made of: of what kind they are, and where one is found by its name."""

from __future__ import annotations

from pathlib import Path

from rules.company_scale.folders import CHARTS
from rules.engine.datadirs import scenarios_dir
from rules.files.documents import Document

KINDS = ("scenario", "map", "forces", "charts")
_FOLDERS = {"map": "maps", "forces": "forces", "charts": "charts"}


def kind_of(document: Document) -> str:
    """Return scenario, map, forces or charts by the `format` line, or '' when there is none."""
    text = document.mapping.get("format")
    return next((kind for kind in KINDS if text == f"chitpull-{kind}/1"), "")


def find(kind: str, name: str, beside: Path | None, root: Path) -> Path | None:
    """Return the file of a map, forces or charts named by id, or by a path ending in .yaml, or None."""
    if name.endswith((".yaml", ".yml")):
        tries = [beside.parent / name if beside else Path(name)]
    else:
        tries = [folder / f"{name}.yaml" for folder in _folders(kind, beside, root)]
    return next((path for path in tries if path.is_file()), None)


def known_names(kind: str, beside: Path | None, root: Path) -> dict[str, None]:
    """Return the ids of the maps, forces or charts that could be named here."""
    return {path.stem: None for folder in _folders(kind, beside, root) for path in sorted(folder.glob("*.yaml"))}


def _folders(kind: str, beside: Path | None, root: Path) -> list[Path]:
    """Return where files of a kind are looked for: near the file that names them, then among the shipped ones."""
    homes = [beside.parent, beside.parent.parent, root] if beside else [root]
    return [home / _FOLDERS[kind] for home in homes] + ([CHARTS] if kind == "charts" else [])


def find_scenario(name: str, root: Path) -> Path | None:
    """Return the file of a shipped scenario or example by its id, or None."""
    tries = (root / f"{name}.yaml", root / "examples" / f"{name}.yaml")
    return next((path for path in tries if path.is_file()), None)


def schema_of(kind: str) -> Path:
    """Return the file of the schema for scenarios, maps, forces or charts."""
    return scenarios_dir() / "schema" / f"{kind}.schema.json"
