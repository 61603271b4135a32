"""The files of a scenario: their kinds, one found by its name, all together, and what a problem in them is about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Final

from rules.company_scale.scenario import CHARTS, SIDES, scenario_folder
from rules.company_scale.series import printed_charts
from rules.engine.bounded import inside
from rules.files.checking import STRAYS, kind_in, strays, unknown_name
from rules.files.documents import Document, Shelf
from rules.files.problems import Data, Problem, Route, ScenarioError
from rules.files.still_shelf import Kept

# --- The files of a scenario: their kinds, and finding one by its name ---------------------------------------------

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


def house_charts(root: Path, shelf: Shelf | None = None) -> Document:
    """Return the charts of the printed game, from a shelf if there is one."""
    shelf = shelf or Shelf()
    tries = [folder / "house.yaml" for folder in _folders("charts", None, root)]
    return shelf.read(next((path for path in tries if shelf.has(path)), Path("house.yaml")))


def _strays(kind: str, name: str, holder: Document, root: Path) -> bool:
    """Tell whether a name leads outside the folders searched: nothing there is read, whatever it is."""
    homes = [*_folders(kind, holder.path, root), root, *([holder.path.parent] if holder.path else [])]
    return strays(name, lambda: find(kind, name, holder, root), homes, holder.shelf)


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


# --- The hexes and pieces that a problem is about, read off the route to it ----------------------------------------

_BY_PIECE: Final = ("setup", "support_weapons", "leaders")
"""Mappings of a scenario whose keys are pieces."""
_PIECES: Final = ("units", "support_weapons", "leaders", "heroes", "transports", "carries")
"""Fields that hold a piece or a list of them."""
_HEXES: Final = re.compile(r"[0-9][0-9]\.[0-9][0-9]")


def located(problems: Iterable[Problem], document: Document) -> list[Problem]:
    """Return the problems of a document with the hexes and pieces along their routes before those they name."""
    below = len(document.base)
    return [
        replace(each, places=tuple(dict.fromkeys((*_places(document.data, each.route[below:]), *each.places))))
        for each in problems
    ]


def _places(data: Data, route: Route) -> Iterator[str]:
    for place, key in enumerate(route):
        if place and route[place - 1] in _BY_PIECE and isinstance(key, str):
            yield key
        data = _at(data, key)
        if isinstance(data, Mapping):
            named = (data.get(name) for name in ("id", "hex", "hexside"))
            yield from (one for text in named if isinstance(text, str) for one in _HEXES.findall(text) or [text])
    field = next((key for key in reversed(route) if isinstance(key, str)), "")
    for text in data if isinstance(data, list) else [data]:
        if isinstance(text, str):
            yield from _HEXES.findall(text) or ([text] if field in _PIECES else [])


def _at(data: Data, key: str | int) -> Data:
    if isinstance(data, Mapping):
        return data.get(key)
    return data[key] if isinstance(data, list) and isinstance(key, int) and key < len(data) else None


# --- The documents of one scenario together, what was built of them, and the hash of what matters in them ----------

_NOT_HASHED: Final = frozenset(  # prose and drawing
    {"note", "playing_time", "art", "elevation", "names", "constraints", "bridges", "entries"}
)
_AS_PRINTED: Final = frozenset({"series", "terrain", "hexsides", "roads", "turn_track"})
"""Charts that were once part of the rules: scenarios played by the printed ones keep the hash they had then."""
_ELSEWHERE: Final = frozenset({"map", "forces", "charts", "rules_version"})
"""Fields of a scenario that its hash leaves out: hashed as documents of their own, or told by the record."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The documents of one scenario together: itself, its map, its forces and its charts.

    `kept` holds what was built of the same map, forces and charts before.
    """

    scenario: Document
    map: Document
    forces: tuple[Document, ...]
    charts: Mapping[str, Data]
    kept: Kept = field(default_factory=Kept, compare=False, repr=False)


def content_hash(bundle: Bundle) -> str:
    """Return a hash of all data that can matter to the rules, without prose and drawing data."""
    scenario = {key: value for key, value in bundle.scenario.mapping.items() if key not in _ELSEWHERE}
    others = [bundle.map.mapping, *(part.mapping for part in bundle.forces), _differing(bundle.charts)]
    told = bundle.kept.once("told", tuple(others), lambda: ",".join(map(_told, others)))
    return blake2b(f"[{_told(scenario)},{told}]".encode("ascii"), digest_size=16).hexdigest()


def _differing(charts: Mapping[str, Data]) -> Mapping[str, Data]:
    """Return charts without those that do what the printed ones do, whatever they call it."""
    found = {key: value for key, value in charts.items() if key not in _AS_PRINTED}
    for key in charts.keys() & _AS_PRINTED:
        does = _nameless(key, charts[key])
        if does != _nameless(key, printed_charts()[key]):
            found[key] = does
    return found


def _nameless(key: str, chart: Data) -> Data:
    """Return what a chart does, without names and looks."""
    if key == "turn_track":
        return chart
    if key == "series":
        nations = {side: sorted(chart[side]["nations"]) for side in SIDES}
        return {"chapters": sorted(chart["chapters"]), **nations}
    return {name: {field: value for field, value in row.items() if field != "name"} for name, row in chart.items()}


def _told(part: Mapping[str, Data]) -> str:
    matters = {key: value for key, value in part.items() if key not in _NOT_HASHED}
    return json.dumps(matters, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
