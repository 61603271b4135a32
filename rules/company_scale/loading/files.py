"""The files of a scenario: their kinds, and finding one by its name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rules.company_scale.scenario import CHARTS, scenario_folder
from rules.engine.bounded import inside
from rules.files.checking import STRAYS, kind_in, strays, unknown_name
from rules.files.documents import Document, Shelf
from rules.files.problems import ScenarioError
from rules.files.values import Route

KINDS: Final = ("scenario", "map", "forces", "charts")
_FOLDERS: Final = {"map": "maps", "forces": "forces", "charts": "charts"}


def kind_of(document: Document) -> str:
    """Return scenario, map, forces or charts by the `format` line, or '' when there is none."""
    return kind_in(document, "chitpull-{}/1", KINDS)


def find(kind: str, name: str, holder: Document, root: Path) -> Path | None:
    """Return the file of a map, forces or charts that a document names by id, or by a path ending in .yaml, or None."""
    beside = holder.path
    if name.endswith((".yaml", ".yml")):
        tries = [beside.parent / name] if beside else [root / name]
    else:
        tries = [folder / f"{name}.yaml" for folder in _folders(kind, beside, root)]
    return next((path for path in tries if holder.shelf.has(path)), None)


def referred(holder: Document, kind: str, route: Route, root: Path) -> Document:
    """Return the document that another names at `route`, or holds there; raise ScenarioError."""
    inner = holder.part(*route)
    if not isinstance(inner.data, str):
        return inner
    if _strays(kind, inner.data, holder, root):
        raise ScenarioError([holder.problem(route, STRAYS)])
    path = find(kind, inner.data, holder, root)
    if path is None:
        folders = _folders(kind, holder.path, root)
        known = {name: None for folder in folders for name in holder.shelf.names(folder)}
        raise ScenarioError([unknown_name(holder, route, f"{kind} file", inner.data, known)])
    return holder.shelf.read(path)


def house_charts(root: Path) -> Document:
    """Return the charts of the printed game."""
    shelf = Shelf()
    tries = [folder / "house.yaml" for folder in _folders("charts", None, root)]
    return shelf.read(next((path for path in tries if shelf.has(path)), Path("house.yaml")))


def _strays(kind: str, name: str, holder: Document, root: Path) -> bool:
    """Tell whether a name leads outside the folders searched: nothing there is read, whatever it is."""
    homes = [*_folders(kind, holder.path, root), root, *([holder.path.parent] if holder.path else [])]
    return strays(name, lambda: find(kind, name, holder, root), homes)


def _folders(kind: str, beside: Path | None, root: Path) -> list[Path]:
    """Return the folders searched for a kind of file: near the file that names it, then among the shipped ones."""
    homes = [beside.parent, beside.parent.parent, root] if beside else [root]
    return [home / _FOLDERS[kind] for home in homes] + ([CHARTS] if kind == "charts" else [])


def find_scenario(name: str, root: Path) -> Path | None:
    """Return the file of a shipped scenario or example by its id, or None."""
    tries = (root / f"{name}.yaml", root / "examples" / f"{name}.yaml")
    return next((path for path in tries if Shelf().has(path) and inside(path, root)), None)


def schema_of(kind: str) -> Path:
    """Return the file of the schema for scenarios, maps, forces or charts."""
    return scenario_folder() / "schema" / f"{kind}.schema.json"
