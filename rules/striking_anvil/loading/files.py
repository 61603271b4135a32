"""Where the files of this system lie, and of which kind a document is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rules.engine.datadirs import scenarios_dir
from rules.files.documents import Document, read_file
from rules.files.problems import ScenarioError, unknown
from rules.striking_anvil.folders import CHARTS

SYSTEM: Final = "striking_anvil"
KINDS: Final = ("scenario", "map", "counters", "charts", "ground")
_FOLDERS: Final = {"map": "maps", "counters": "counters", "ground": "ground"}


def home() -> Path:
    """Return the folder of the shipped scenarios."""
    return scenarios_dir() / SYSTEM


def kind_of(document: Document) -> str:
    """Return scenario, map, counters, charts or ground by the `format` line, or ''."""
    text = document.mapping.get("format")
    return next((kind for kind in KINDS if text == f"anvil-{kind}/1"), "")


def schema_of(kind: str) -> Path:
    """Return the file of the schema of a kind of file."""
    return home() / "schema" / f"{kind}.schema.json"


def shipped() -> list[Path]:
    """Return the shipped scenarios, then the examples."""
    return [*sorted(home().glob("*.yaml")), *sorted((home() / "examples").glob("*.yaml"))]


def folders(kind: str, beside: Path | None) -> list[Path]:
    """Return where maps, counters or charts named by id are looked for."""
    if kind == "charts":
        return [CHARTS]
    homes = [beside.parent, beside.parent.parent, home()] if beside is not None else [home()]
    return [place / _FOLDERS[kind] for place in homes]


def referred(holder: Document, kind: str) -> Document:
    """Return the map, counters or charts that a scenario names, or holds itself; raise ScenarioError."""
    named = holder.mapping.get(kind, "house" if kind == "charts" else "")
    if not isinstance(named, str):
        return holder.part(kind)
    tries = [folder / f"{named}.yaml" for folder in folders(kind, holder.path)]
    path = next((one for one in tries if one.is_file()), None)
    if path is None:
        names = {file.stem: None for folder in folders(kind, holder.path) for file in sorted(folder.glob("*.yaml"))}
        raise ScenarioError([holder.problem((kind,), unknown(f"file of {kind}", named, names))])
    return read_file(path)
