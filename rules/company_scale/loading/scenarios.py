"""Find and load scenarios: YAML files or a whole document given in code become a Scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PureWindowsPath
from typing import Final

from rules.company_scale.house_rules import HOUSE_RULES
from rules.company_scale.loading.beginning import position_problems
from rules.company_scale.loading.forces_checks import chart_problems, forces_problems
from rules.company_scale.loading.map_checks import map_problems
from rules.company_scale.loading.places import located
from rules.company_scale.loading.scenario_building import Bundle, build_scenario
from rules.company_scale.loading.scenario_checks import scenario_problems
from rules.company_scale.scenario import CHARTS, Scenario, scenario_folder
from rules.engine.bounded import inside
from rules.engine.scenario_row import ScenarioRow
from rules.files.checking import kind_in, unknown_name
from rules.files.documents import Document, is_overlay, overlaid, passes, plain, read_file, readable, scenario_row
from rules.files.problems import Problem, ScenarioError, unknown
from rules.files.schema_check import schema_problems, text_problems
from rules.files.values import Data

# --- The files of a scenario: their kinds, and finding one by its name ---------------------------------------------

KINDS: Final = ("scenario", "map", "forces", "charts")
_FOLDERS: Final = {"map": "maps", "forces": "forces", "charts": "charts"}


def kind_of(document: Document) -> str:
    """Return scenario, map, forces or charts by the `format` line, or '' when there is none."""
    return kind_in(document, "chitpull-{}/1", KINDS)


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


# --- Load scenarios: turn YAML files, or a whole document given in code, into a Scenario or a list of problems -----

INLINE_DEFAULTS: Final[Mapping[str, Data]] = {
    "id": "inline",
    "title": "A position",
    "date": "1944-08-22",
    "first_turn": "0700",
    "turns": 1,
    "initiative": "german",
    "setup": {},
}
_STRAYS: Final = (
    "Name a file by its id, or by a path from this file's folder; it must be there, below it or "
    "among the scenarios, and not a link that leads elsewhere."
)
_INLINE_MAP: Final[Mapping[str, Data]] = {"id": "inline", "title": "A piece of ground"}


def load_scenario(source: str | Path | Mapping[str, object], root: Path | None = None) -> Scenario:
    """Return a scenario by the id of a shipped one, by a path, or from a whole document given in code.

    In a document `map`, `charts` and the entries of `forces` may be mappings instead of ids; charts given as a
    mapping replace only what they name. A document with `scenario` names one to be played with other `rules`.
    Raises ScenarioError with every problem found.
    """
    home = root or scenario_folder()
    bundle = open_bundle(scenario_document(source, home), home)
    path = bundle.scenario.path
    if path is None or inside(path, home):
        return built(bundle)
    bundle = replace(bundle, forces=tuple(_alone(forces) for forces in bundle.forces))
    return built(bundle, _whole(bundle))


def built(bundle: Bundle, document: Mapping[str, Data] | None = None) -> Scenario:
    """Return the scenario of checked documents; raise ScenarioError if the position it begins with cannot be."""
    scenario = build_scenario(bundle, document)
    _stop_at(position_problems(bundle.scenario, scenario))
    return scenario


def _alone(forces: Document) -> Document:
    """Return a forces document without its `needs`, for a list that holds them too."""
    return replace(forces, data={key: value for key, value in forces.mapping.items() if key != "needs"})


def _whole(bundle: Bundle) -> dict[str, Data]:
    """Return a scenario with everything in its files, as one document."""
    data = bundle.scenario.mapping
    charts = {"charts": bundle.charts} if data.get("charts", "house") != "house" else {}
    return {**data, "map": bundle.map.mapping, "forces": [forces.mapping for forces in bundle.forces], **charts}


def list_scenarios(root: Path | None = None) -> list[ScenarioRow]:
    """Return what can be opened, scenarios before examples; files that cannot be read are left out."""
    home = root or scenario_folder()
    paths = [*sorted(home.glob("*.yaml")), *sorted((home / "examples").glob("*.yaml"))]
    rows = [scenario_row(each) for each in readable(paths) if kind_of(each) == "scenario"]
    return sorted(rows, key=lambda row: (row.kind == "example", row.date, row.id))


def scenario_document(source: str | Path | Mapping[str, object], root: Path) -> Document:
    """Return the document of a scenario by id, path or from code, with the rules asked for; raise ScenarioError."""
    if isinstance(source, Mapping):
        if is_overlay(source):
            return overlaid(
                source,
                lambda name: scenario_document(name, root),
                HOUSE_RULES,
                example="first-light",
                also=("rules_version",),
            )
        data = {**INLINE_DEFAULTS, **plain(source)}
        if isinstance(data.get("map"), Mapping):
            data["map"] = {**_INLINE_MAP, **data["map"]}
        return Document(data)
    if isinstance(source, Path) or source.endswith((".yaml", ".yml")):
        return read_file(Path(source))
    path = find_scenario(source, root)
    if path is None:
        ids = {row.id: None for row in list_scenarios(root)}
        raise ScenarioError([Problem("", 0, "", unknown("scenario", source, ids))])
    return read_file(path)


def open_bundle(scenario: Document, root: Path) -> Bundle:
    """Read and check everything a scenario needs; raise ScenarioError with every problem found."""
    bundle = read_bundle(scenario, root)
    _stop_at(scenario_problems(scenario, bundle.map, bundle.forces, bundle.charts))
    return bundle


def read_bundle(scenario: Document, root: Path) -> Bundle:
    """Read everything a scenario needs, each file right in itself; the set-up is not checked. Raise ScenarioError."""
    _stop_at(checked(scenario, "scenario"))
    ground = referred(scenario, "map", ("map",), root)
    charts = _charts(scenario, root)
    forces = all_forces(scenario, root)
    _stop_at([*checked(ground, "map"), *(p for part in forces for p in checked(part, "forces"))])
    _stop_at(forces_problems(forces, charts))
    return Bundle(scenario, ground, forces, charts)


def _stop_at(problems: Sequence[Problem]) -> None:
    if problems:
        raise ScenarioError(problems)


def _with_format(document: Document, kind: str) -> Document:
    """Return a document given in code with the format line a file must have."""
    if document.path is not None and not document.base:
        return document
    data = {"format": f"chitpull-{kind}/1", **document.mapping} if document.mapping else document.data
    return Document(data, document.file, document.path, document.lines, document.base)


def checked(document: Document, kind: str) -> list[Problem]:
    """Return the problems of one document taken alone."""
    if kind in document.passed:
        return []
    problems = text_problems(document) or schema_problems(_with_format(document, kind), schema_of(kind))
    problems = located(problems, document)
    if not problems and kind == "map":
        problems = map_problems(document)
    if not problems:
        passes(document, kind)
    return problems


def referred(holder: Document, kind: str, route: tuple[str | int, ...], root: Path) -> Document:
    """Return the document a scenario names at `route`, or holds there."""
    inside = holder.part(*route)
    if not isinstance(inside.data, str):
        return inside
    if strays(kind, inside.data, holder.path, root):
        raise ScenarioError([holder.problem(route, _STRAYS)])
    path = find(kind, inside.data, holder.path, root)
    if path is None:
        known = known_names(kind, holder.path, root)
        raise ScenarioError([unknown_name(holder, route, f"{kind} file", inside.data, known)])
    return read_file(path)


def all_forces(scenario: Document, root: Path) -> tuple[Document, ...]:
    """Return the forces documents in order, each forces file before those that need it."""
    named = [referred(scenario, "forces", ("forces", i), root) for i in range(len(scenario.mapping["forces"]))]
    documents: dict[object, Document] = {}
    for document in [below for forces in named for below in with_needs(forces, root)]:
        documents.setdefault((document.path, document.base), document)
    return tuple(documents.values())


def with_needs(forces: Document, root: Path, chain: tuple[Path, ...] = ()) -> list[Document]:
    """Return a forces document after all those it needs."""
    needs = forces.mapping.get("needs", [])
    if forces.path in chain or not isinstance(needs, list):
        return []
    below = (*chain, forces.path) if forces.path else chain
    others = [referred(forces, "forces", ("needs", i), root) for i in range(len(needs))]
    needed = {id(document): document for other in others for document in with_needs(other, root, below)}
    return [*needed.values(), forces]


def _charts(scenario: Document, root: Path) -> Mapping[str, Data]:
    """Return a scenario's charts; those given as a mapping override the house charts."""
    house = read_file(find("charts", "house", None, root) or Path("house.yaml"))
    given = scenario.mapping.get("charts", "house")
    if given == "house":
        own = house
    elif isinstance(given, str):
        own = referred(scenario, "charts", ("charts",), root)
    else:
        own = scenario.part("charts")
        own = Document({"id": "inline", **own.mapping}, own.file, own.path, own.lines, own.base)
    _stop_at(checked(own, "charts"))
    charts = house.mapping if own is house else laid_over(house.mapping, own.mapping)
    _stop_at([*chart_problems(charts, own)])
    return charts


def laid_over(under: Mapping[str, Data], over: Mapping[str, Data]) -> dict[str, Data]:
    """Return `under` with what `over` names replaced, two mappings deep."""
    result = dict(under)
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(under.get(key), Mapping)
        result[key] = {**under[key], **value} if both else value
    return result
