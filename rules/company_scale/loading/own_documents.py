"""The map, forces and charts of a scenario as a draft has them: what ships by name, all else as files of its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

from rules.company_scale.loading.files import referred
from rules.company_scale.loading.opening import all_forces
from rules.engine.bounded import inside
from rules.files.documents import Document, read_file
from rules.files.problems import Problem, ScenarioError
from rules.files.values import Data

Documents: TypeAlias = dict[str, dict[str, Data]]
HOME: Final = "company_scale"
_TOLD_ELSEWHERE: Final = ("format", "needs")


def named(scenario: Document, root: Path) -> tuple[dict[str, Data], Documents]:
    """Return what a draft of the scenario says for `map`, `forces` and `charts`, and the files it needs for that."""
    own: Documents = {}
    ground = _name(referred(scenario, "map", ("map",), root), "map", str(scenario.mapping["id"]), root, own)
    base, problems = str(scenario.mapping["id"]), list[Problem]()
    found = all_forces(scenario, root, problems)
    if problems:
        raise ScenarioError(problems)
    forces = [_name(document, "forces", f"{base}_{i}", root, own) for i, document in enumerate(found, 1)]
    told: dict[str, Data] = {"map": ground, "forces": forces if own.keys() else scenario.mapping["forces"]}
    if scenario.mapping.get("charts", "house") != "house":
        told["charts"] = _name(referred(scenario, "charts", ("charts",), root), "charts", base, root, own)
    return told, own


def _name(document: Document, kind: str, default: str, root: Path, own: Documents) -> str:
    """Return the name of a document; one that does not ship is put among the own ones."""
    folder = kind if kind.endswith("s") else f"{kind}s"
    if shipped := _shipped(document, root / folder):
        return shipped
    is_file = document.path is not None and not document.base
    name = str(document.mapping.get("id", document.path.stem if is_file and document.path else default))
    while f"{HOME}/{folder}/{name}.yaml" in own:
        name += "_2"
    rest = {key: value for key, value in document.mapping.items() if key not in (*_TOLD_ELSEWHERE, "id")}
    marks = {} if kind == "forces" else {"id": name}
    own[f"{HOME}/{folder}/{name}.yaml"] = {"format": f"chitpull-{kind}/1", **marks, **rest}
    return name


def _shipped(document: Document, folder: Path) -> str:
    """Return the name of the shipped file that a document is, or says the same as, or ''."""
    if document.path is not None and not document.base and inside(document.path, folder):
        return document.path.stem
    named = document.mapping.get("id")
    paths = [folder / f"{named}.yaml"] if named else sorted(folder.glob("*.yaml"))
    told = _substance(document.mapping)
    return next((path.stem for path in paths if path.is_file() and _substance(read_file(path).mapping) == told), "")


def _substance(data: Mapping[str, Data]) -> dict[str, Data]:
    return {key: value for key, value in data.items() if key not in _TOLD_ELSEWHERE}
